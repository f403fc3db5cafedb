package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.audit.ReplayAudit.Database;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.privacy.audit.Verdict;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The order in which an engine hands over groups shows in nothing: not in the intervals of what is computed from several of
 * them, whose noise is drawn again for each. Replayed over the same rows in another order and over the groups backwards.
 */
@NullUnmarked
class GroupsInAnyOrderTest {
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("1e-6"), 2, 0.95);

    /** With so many groups they share the drawings of one law. */
    private static final int MANY = 700;

    @TempDir
    Path folder;

    private Database written(List<String> rows, String name, boolean sameRows) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".csv"), "uid,g,h,x\n" + String.join("\n", rows) + "\n");
        Table table = new Table(
                "t",
                List.of(
                        Column.nullable("uid", ColumnType.BIGINT),
                        Column.nullable("g", ColumnType.INTEGER),
                        Column.nullable("h", ColumnType.VARCHAR),
                        Column.nullable("x", ColumnType.DOUBLE)),
                new Protection.UnitColumn("uid"));
        return new Database(
                List.of(new SourceTable(table, new Source.Csv(file, new CsvFormat(',', true)))), name, sameRows);
    }

    /** Four people in each group, and some without one. */
    private Verdict replay(String sql, int groups) throws IOException {
        List<String> rows = new ArrayList<>();
        for (int person = 0; person < 4 * groups; person++) {
            int group = person % groups;
            String key = group == 0 ? "" : String.valueOf(group * 37 % 1009);
            rows.add(person + "," + key + "," + (char) ('a' + group % 5) + "," + person % 7);
        }
        List<String> shuffled = new ArrayList<>(rows);
        Collections.shuffle(shuffled, new Random(groups));
        try (ReplayAudit audit = ReplayAudit.open(
                written(rows, "given" + groups, false),
                List.of(written(shuffled, "shuffled" + groups, true)),
                DEFAULTS)) {
            return audit.run(sql, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT n, n / SUM(n) OVER () AS share FROM (SELECT g AS g0, COUNT(*) AS n FROM t GROUP BY g) r",
                "SELECT g, SUM(m) / SUM(SUM(m)) OVER () AS share FROM (SELECT g, COUNT(*) AS m FROM t GROUP BY g) v"
                        + " GROUP BY g",
                "SELECT h, n * 100 / (SELECT SUM(n) FROM (SELECT h, COUNT(*) AS n FROM t GROUP BY h) a) AS p FROM"
                        + " (SELECT h, COUNT(*) AS n FROM t GROUP BY h) b",
                "SELECT g, s / n AS mean, s - LAG(s) OVER (ORDER BY g) AS d FROM (SELECT g, SUM(x) AS s, COUNT(*) AS n"
                        + " FROM t GROUP BY g) r",
                "SELECT h, MAX(n) - MIN(n) AS spread FROM (SELECT g, h, COUNT(*) AS n FROM t GROUP BY g, h) r GROUP BY h",
                "SELECT g, COUNT(*) AS n FROM t WHERE g IN (SELECT g FROM (SELECT g, COUNT(*) AS c FROM t GROUP BY g) q"
                        + " WHERE c > 3) GROUP BY g",
            })
    void theSameAnswerInAnyOrder(String sql) throws IOException {
        Verdict verdict = replay(sql, 40);
        assertThat(verdict.violation()).isEmpty();
        assertThat(verdict.trials()).isPositive();
    }

    @Test
    void theSameAnswerWhereGroupsShareDrawings() throws IOException {
        Verdict verdict = replay(
                "SELECT g, s / n AS mean FROM (SELECT g, SUM(x, contribution_bounds_per_group => (0, 6)) AS s, COUNT(*) AS n"
                        + " FROM t GROUP BY g) r",
                MANY);
        assertThat(verdict.violation()).isEmpty();
        assertThat(verdict.trials()).isPositive();
    }
}
