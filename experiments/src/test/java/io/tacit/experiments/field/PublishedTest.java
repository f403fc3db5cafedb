package io.tacit.experiments.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.session.RepeatedRelease;
import io.tacit.experiments.tpch.TpchTables;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The queries of others are accepted, and spend what they publish; no row is read. */
class PublishedTest {
    private static final Path DATABASE = Path.of("no-such-file.duckdb");

    static List<PublishedByR2t> ofR2t() {
        return PublishedByR2t.ALL;
    }

    static List<PublishedByPrivacy> ofPrivacy() {
        return PublishedByPrivacy.ALL;
    }

    @ParameterizedTest
    @MethodSource("ofR2t")
    void queriesOfR2tArePlanned(PublishedByR2t query) {
        List<SourceTable> tables = query.people().tables(DATABASE);
        assertPlanned(tables, query.sql(), 0);
        assertPlanned(tables, query.bounded(), 0);
        assertThat(query.relativeError()).isBetween(1e-4, 0.02);
    }

    @ParameterizedTest
    @MethodSource("ofPrivacy")
    void queriesOfThePrivacyExtensionArePlanned(PublishedByPrivacy query) {
        List<SourceTable> tables = TpchTables.in(DATABASE);
        assertPlanned(tables, query.sql(), query.keys());
        assertPlanned(tables, query.bounded(true), query.keys());
        assertPlanned(tables, query.bounded(false), query.keys());
        assertThat(query.errors()).hasSize(3);
        assertThat(query.errors()).anyMatch(error -> Math.abs(error - 100 * query.relativeError()) < 1e-9);
    }

    private static void assertPlanned(List<SourceTable> tables, String sql, int keys) {
        try (RepeatedRelease release =
                RepeatedRelease.open(tables, Defaults.STANDARD, DuckDbSettings.standard(), sql)) {
            assertThat(release.planned()).hasSize(1);
            assertThat(release.planned().get(0).grouped()).isEqualTo(keys > 0);
            assertThat(Double.parseDouble(release.planned().get(0).epsilon())).isCloseTo(1, within(1e-9));
        }
    }
}
