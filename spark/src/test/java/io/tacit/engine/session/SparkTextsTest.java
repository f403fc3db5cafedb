package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.spark.TestCluster;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Texts by which one row could be told: bytes that are no UTF-8, and patterns of many signs. */
@NullUnmarked
class SparkTextsTest {
    private static final DuckDbSettings ONE_THREAD = new DuckDbSettings(256, 1, message -> {});

    private static List<SourceTable> texts() {
        TestCluster.run(
                "CREATE OR REPLACE VIEW spark_catalog.default.texts AS SELECT id, CAST(b AS STRING) AS t FROM VALUES"
                        + " (1, X'41FF'), (2, X'41FE'), (3, X'41F0'), (4, X'41') AS v(id, b)");
        return List.of(new SourceTable(
                new Table(
                        "people",
                        List.of(Column.nullable("id", ColumnType.INTEGER), Column.nullable("t", ColumnType.VARCHAR)),
                        new Protection.UnitColumn("id")),
                new Source.Server(TestCluster.URL, "texts")));
    }

    /** Spark's functions read such a text behind its end, where other rows' bytes are. */
    @Test
    void bytesThatAreNoLettersAreOneSign() {
        List<String> groups = new ArrayList<>();
        DataEngine engine = TestCluster.engine(new DuckDbEngine(ONE_THREAD), 60, message -> {});
        try (Backend backend = engine.open(texts())) {
            backend.run(
                    "SELECT k, CAST(count(*) AS DECIMAL(38,0)) AS n FROM (SELECT left(t, 9) AS k FROM people) AS q"
                            + " GROUP BY k",
                    1,
                    1,
                    (keys, integers) -> groups.add(keys[0] + " " + integers[0]));
        }
        assertThat(groups).containsExactlyInAnyOrder("A 1", "A\ufffd 3");
    }

    /** A pattern of 10,000 signs is an error there. */
    @Test
    void aPatternIsNoValueOfARow() {
        try (TacitSession session = TacitSession.open(texts(), Defaults.STANDARD, ONE_THREAD)) {
            for (String pattern : List.of("t", "'" + "%_".repeat(101) + "'", "'a' || t")) {
                assertThatThrownBy(() -> session.query("SELECT COUNT(*) FROM people WHERE t LIKE " + pattern))
                        .as(pattern)
                        .isInstanceOf(Refusal.class)
                        .hasMessageContaining("Spark");
            }
        }
    }
}
