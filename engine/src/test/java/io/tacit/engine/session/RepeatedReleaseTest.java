package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Noise;
import io.tacit.privacy.audit.Tape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is repeated for experiments is what a session releases. */
@NullUnmarked
class RepeatedReleaseTest {
    private static final String FIXED =
            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 3, delta = 0.1) g,"
                    + " SUM(x, contribution_bounds_per_group => (0, 20)) AS total FROM t GROUP BY g ORDER BY g";

    /** One thread: groups come in the same order each time. */
    private static final DuckDbSettings ONE_THREAD = new DuckDbSettings(512, 1, message -> {});

    @TempDir
    Path folder;

    private RepeatedRelease repeated(SourceTable table, String sql) {
        return RepeatedRelease.open(List.of(table), Defaults.STANDARD, ONE_THREAD, sql, () -> Noise.of(new Tape(7)));
    }

    /** States that are read once, a limit that is found, C_u that is found, a quantile, leftovers. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                FIXED,
                "SELECT SUM(x) AS total FROM t",
                "SELECT g, COUNT(*) AS n FROM t GROUP BY g ORDER BY g",
                "SELECT MEDIAN(i, contribution_bounds_per_row => (0, 40)) AS middle FROM t",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(leftovers = 'others', delta = 0.1) g, COUNT(*) AS n FROM t"
                        + " GROUP BY g"
            })
    void withTheSameNoiseTheFirstReleaseIsThatOfASession(String sql) {
        SourceTable table = People.ordinary().table(folder);
        List<List<Object>> session = new ArrayList<>();
        try (TacitSession opened =
                TacitSession.open(List.of(table), Defaults.STANDARD, ONE_THREAD, () -> Noise.of(new Tape(7)))) {
            opened.query(sql).rows().forEach(row -> session.add(row.values()));
        }
        List<List<Object>> repeated = new ArrayList<>();
        int width = session.isEmpty() ? 0 : session.get(0).size();
        try (RepeatedRelease release = repeated(table, sql)) {
            release.release().forEach(row -> repeated.add(Arrays.asList(row).subList(0, width)));
        }
        assertThat(repeated).containsExactlyInAnyOrderElementsOf(session);
    }

    @Test
    void eachReleaseHasNoiseOfItsOwn() {
        try (RepeatedRelease release =
                repeated(People.ordinary().table(folder), "SELECT COUNT(DISTINCT uid) AS n FROM t")) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                values.add(release.release().get(0)[0]);
            }
            assertThat(values.stream().distinct()).hasSizeGreaterThan(3);
            assertThat(values.stream()
                            .mapToLong(value -> (Long) value)
                            .average()
                            .orElseThrow())
                    .isBetween(29.0, 31.0);
            assertThat(release.planned().get(0).aggregates().get(0).scale()).isEqualTo(1.0);
        }
    }

    @Test
    void wholeAnswersHaveTheRestOfTheQuery() {
        String sql = "SELECT COUNT(DISTINCT uid) * 0 + 5 AS five FROM t";
        try (RepeatedRelease release = repeated(People.ordinary().table(folder), sql)) {
            assertThat(release.answer().rows().get(0).values().toString()).isEqualTo("[5]");
            assertThat(release.answer().rows()).hasSize(1);
        }
    }

    @Test
    void whatASessionRefusesIsRefused() {
        SourceTable table = People.ordinary().table(folder);
        assertThatThrownBy(() -> repeated(table, "SELECT uid FROM t")).isInstanceOf(Refusal.class);
        try (RepeatedRelease two = repeated(
                table,
                "SELECT (SELECT COUNT(*) FROM t) + (SELECT SUM(i) FROM t) AS both_ FROM (VALUES (1)) AS v(one)")) {
            assertThatThrownBy(two::release).isInstanceOf(IllegalStateException.class);
        }
    }
}
