package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.SecondEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A session over people's rows that another engine holds. */
@org.jspecify.annotations.NullUnmarked
class SecondEngineTest {
    private static final DuckDbSettings SANDBOX = new DuckDbSettings(256, 1, message -> {});
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);

    /** A release, a join with a public table, and public rows alone. */
    private static final List<String> QUERIES = List.of(
            "SELECT day, COUNT(*) AS n, SUM(spend) AS s FROM visits GROUP BY day ORDER BY day",
            "SELECT c.continent, COUNT(*) AS n FROM orders AS o JOIN countries AS c ON o.country = c.code"
                    + " GROUP BY c.continent ORDER BY 1",
            "SELECT name FROM countries ORDER BY name");

    @Test
    void whatReadsPeopleGoesToTheOtherEngine() {
        List<SourceTable> tables = SampleTables.all();
        List<String> log = new ArrayList<>();
        for (String sql : QUERIES) {
            List<AnswerRow> there;
            List<AnswerRow> here;
            try (TacitSession session =
                    TacitSession.open(tables, DEFAULTS, new SecondEngine(log::add), SANDBOX, ZeroNoise::new)) {
                there = session.query(sql).rows();
            }
            try (TacitSession session = TacitSession.open(tables, DEFAULTS, SANDBOX, ZeroNoise::new)) {
                here = session.query(sql).rows();
            }
            assertThat(there).as(sql).isNotEmpty().isEqualTo(here);
        }
        String opened = SecondEngine.opened(
                tables.stream().map(table -> table.table().name()).toList());
        assertThat(log).hasSize(QUERIES.size()).containsOnly(opened);
    }

    /** As everybody opens it, with noise and a ceiling. */
    @Test
    void thePublicDoorLetsAnotherEngineIn() {
        List<String> log = new ArrayList<>();
        QueryCeiling ceiling = new QueryCeiling(Optional.empty(), Optional.empty(), OptionalLong.of(1), 1);
        try (TacitSession session =
                TacitSession.open(SampleTables.all(), DEFAULTS, ceiling, new SecondEngine(log::add), SANDBOX)) {
            assertThat(session.query("SELECT COUNT(*) FROM visits").rows()).hasSize(1);
            assertThatThrownBy(() -> session.query(
                            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 2) day, COUNT(*) FROM"
                                    + " visits GROUP BY day"))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.PRIVACY_PARAMETER));
        }
        assertThat(log).hasSize(1);
    }
}
