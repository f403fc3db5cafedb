package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.spark.TestCluster;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where a person is in more groups than count, exactly C_u of them stay, and the same ones each time. */
@NullUnmarked
@Tag("process")
class SparkLimitsTest {
    private static final int PEOPLE = 400;
    private static final int GROUPS = 10;
    private static final int LIMIT = 3;
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), LIMIT, 0.95);
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(256, 1, message -> {});

    @Test
    void eachPersonKeepsTheSameFewGroups() {
        List<String[]> rows = new ArrayList<>();
        for (int i = 0; i < PEOPLE * GROUPS; i++) {
            rows.add(new String[] {String.valueOf(i % PEOPLE), i / PEOPLE == 0 ? null : "g" + i / PEOPLE});
        }
        TestCluster.run("DROP TABLE IF EXISTS spark_catalog.default.many_groups");
        TestCluster.table("many_groups", List.of("id", "g"), List.of("INT", "STRING"), rows);
        List<Column> columns =
                List.of(Column.nullable("id", ColumnType.INTEGER), Column.nullable("g", ColumnType.VARCHAR));
        SourceTable table = new SourceTable(
                new Table("many", columns, new Protection.UnitColumn("id")),
                new Source.Server(TestCluster.URL, "many_groups"));
        List<String> answers = new ArrayList<>();
        for (int time = 0; time < 2; time++) {
            try (TacitSession session = TacitSession.open(List.of(table), DEFAULTS, SETTINGS, ZeroNoise::new)) {
                answers.add(AnswerText.of(session.query("SELECT g, COUNT(DISTINCT id) AS n FROM many GROUP BY g")));
                answers.add(AnswerText.of(session.query("SELECT SUM(n) AS people FROM (SELECT g, COUNT(DISTINCT id) AS"
                        + " n FROM many GROUP BY g) AS groups")));
            }
        }
        assertThat(answers.get(2)).isEqualTo(answers.get(0));
        assertThat(answers.get(1)).contains(String.valueOf(PEOPLE * LIMIT));
    }
}
