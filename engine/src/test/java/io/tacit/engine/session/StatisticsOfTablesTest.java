package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.release.ZeroNoise;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A person's large value widens what a DuckDB file knows of its columns, and decides nothing by that: the questions by
 * which it could be found once, over a file with the person, one without, and one from which they were deleted.
 */
@NullUnmarked
class StatisticsOfTablesTest {
    private static final Defaults SLACK = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 1, 0.95);

    @TempDir
    Path folder;

    private static SourceTable table(Path folder, List<String> statements) {
        return DuckDbFiles.table(DuckDbFiles.make(folder, statements), "pay", new Protection.UnitColumn("uid"));
    }

    private static List<String> made(String type, String others) {
        return List.of(
                "CREATE TABLE pay (uid BIGINT, z " + type + ")",
                "INSERT INTO pay SELECT 2 + i % 400, " + others + " FROM range(2000) AS r(i)");
    }

    private static List<String> with(List<String> made, String... more) {
        List<String> all = new ArrayList<>(made);
        all.addAll(List.of(more));
        return all;
    }

    private static List<List<Object>> ask(SourceTable table, String sql) {
        try (TacitSession session = TacitSession.open(List.of(table), SLACK, HostilePeople.SETTINGS, ZeroNoise::new)) {
            return session.query(sql).rows().stream().map(AnswerRow::values).toList();
        }
    }

    /** Each constant was answered with person 1 and failed without, or failed for both; the least told 123456789.37. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "46093689810000", "46093689830000", "46100000000000", "99999999999999"})
    void aSumInAWindowIsAnsweredWhoeverIsThere(String constant) {
        List<String> others = made("DECIMAL(12,2)", "(i % 400 // 2) / 100.0");
        String victim = "INSERT INTO pay VALUES (1, 123456789.37)";
        // Two people have each sum, so that groups appear.
        String sql = counts("SUM(z + CAST(" + constant + " AS DECIMAL(17,2))) OVER (PARTITION BY uid)", "k");
        SourceTable deleted =
                table(folder, with(others, victim, "CHECKPOINT", "DELETE FROM pay WHERE uid = 1", "CHECKPOINT"));
        List<List<Object>> without = ask(table(folder, others), sql);

        assertThat(without).hasSize(200);
        assertThat(ask(table(folder, with(others, victim)), sql)).isEqualTo(without);
        assertThat(ask(deleted, sql)).isEqualTo(without);
    }

    /** Without the person every mean of 50 or 51 was 0, with the person it was right. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "AVG(z) OVER (PARTITION BY uid)",
                "AVG(DISTINCT z) OVER (PARTITION BY uid)",
                "CAST(SUM(z) OVER (PARTITION BY uid) AS DOUBLE) / 5"
            })
    void aMeanInAWindowIsRightWhoeverIsThere(String mean) {
        List<String> others = made("DECIMAL(18,4)", "50 + (i % 100) / 100.0");
        SourceTable without = table(folder, others);
        SourceTable all = table(folder, with(others, "INSERT INTO pay VALUES (1, 99999999999999.9999)"));
        String above = "k > 49";

        assertThat(ask(without, counts(mean, above))).hasToString("[[true, 2000]]");
        assertThat(ask(all, counts(mean, above))).hasToString("[[true, 2001]]");
    }

    private static String counts(String value, String key) {
        return "SELECT " + key + " AS big, COUNT(*, contribution_bounds_per_group => (0, 99)) AS n FROM (SELECT uid, "
                + value + " AS k FROM pay) q GROUP BY " + key;
    }

    /** Nobody's value is large here, and nearly all orders lay below an average that they are above. */
    @Test
    void ordersAboveAnAverageAreCounted() {
        SourceTable table = table(
                folder,
                List.of(
                        "CREATE TABLE pay (uid BIGINT, z DECIMAL(15,2))",
                        "INSERT INTO pay SELECT 1 + i % 1500, 1000 * (1 + i % 1500) FROM range(15000) AS r(i)"));

        assertThat(ask(table, counts("AVG(z) OVER (PARTITION BY uid)", "k > 100000")))
                .hasToString("[[false, 1000], [true, 14000]]");
    }
}
