package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attacks that must fail, numbered as in the design's attack list. D has the person 4217, D′ does not; "the same" means
 * the same status and the same shape of the answer on both.
 */
@NullUnmarked
class AttackTest {
    @TempDir
    Path folder;

    private static final String VICTIM_ROW = "4217,a,1,1,1,1,1,name";

    /** The answer without noise on D and on D′; both have the same shape. */
    private List<Answer> onBoth(String sql) {
        List<Answer> answers = new ArrayList<>();
        for (People people : List.of(People.ordinary().with(VICTIM_ROW), People.ordinary())) {
            try (TacitSession session = people.exactly(folder)) {
                answers.add(session.query(sql));
            }
        }
        assertThat(answers.get(0).columns()).isEqualTo(answers.get(1).columns());
        assertThat(answers.get(0).rows()).hasSameSizeAs(answers.get(1).rows());
        return answers;
    }

    private static double number(Answer answer) {
        return ((Number) answer.rows().get(0).values().get(0)).doubleValue();
    }

    @Test
    void attack01NotANumberForOnePersonStaysFinite() {
        String sql = "SELECT WITH ANONYMIZATION ANON_SUM(CASE WHEN uid = 4217 THEN 0e0 / 0e0 ELSE 0 END, 0, 1) FROM t";
        onBoth(sql).forEach(answer -> assertThat(number(answer)).isZero());
    }

    @Test
    void attack02InfinityIsClamped() {
        People people =
                People.ordinary().with("4217,a,inf,1,1,1,1,s", "4218,a,-inf,1,1,1,1,s", "4219,a,1e308,1,1,1,1,s");
        try (TacitSession session = people.exactly(folder)) {
            Answer answer = session.query(
                    "SELECT SUM(x * 10, contribution_bounds_per_group => (0, 5)) FROM t WHERE uid > 4000");
            assertThat(number(answer)).isEqualTo(10);
        }
    }

    @Test
    void attack03OppositeInfinitiesOfOnePersonStayFinite() {
        People people = People.ordinary().with("4217,a,inf,1,1,1,1,s", "4217,a,-inf,1,1,1,1,s");
        try (TacitSession session = people.exactly(folder)) {
            assertThat(number(session.query(
                            "SELECT SUM(x, contribution_bounds_per_group => (-5, 5)) FROM t WHERE uid = 4217")))
                    .isBetween(-5.0, 5.0);
            assertThat(number(session.query("SELECT AVG(x, contribution_bounds_per_row => (-5, 5)) FROM t")))
                    .isBetween(-5.0, 5.0);
        }
    }

    @Test
    void attack04LargeIntegersOfOnePersonDoNotWrap() {
        People people =
                People.ordinary().with("4217,a,1,1,1,9000000000000000000,1,s", "4217,a,1,1,1,9000000000000000000,1,s");
        try (TacitSession session = people.exactly(folder)) {
            Answer answer =
                    session.query("SELECT SUM(b, contribution_bounds_per_group => (0, 7)) FROM t WHERE uid = 4217");
            assertThat(number(answer)).isEqualTo(7);
        }
    }

    @Test
    void attack05WideBoundsStayExact() {
        People people = People.of("1,a,1,1,1,9000000000000000000,1,s", "2,a,1,1,1,9000000000000000000,1,s");
        try (TacitSession session = people.exactly(folder)) {
            Answer answer = session.query("SELECT SUM(b, contribution_bounds_per_group => (-9e18, 9e18)) FROM t");
            assertThat(answer.rows().get(0).values()).containsExactly(new BigDecimal("18000000000000000000"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT COUNT(1 / (uid - 4217)) FROM t",
                "SELECT COUNT(CAST(s AS INTEGER)) FROM t",
                "SELECT COUNT(SQRT(0 - uid)) FROM t",
                "SELECT COUNT(CAST('9999-12-3' || s AS DATE) + INTERVAL '1' YEAR) FROM t",
                "SELECT COUNT(SUBSTRING(s FROM CAST(uid - 4300 AS INTEGER) FOR 2)) FROM t",
                "SELECT COUNT(uid * 9223372036854775807 + b) FROM t",
                "SELECT COUNT(LN(uid - 4217)), COUNT(EXP(uid)) FROM t",
                "SELECT COUNT(CAST(x * 1e300 * uid AS INTEGER)) FROM t",
                "SELECT COUNT(CAST(s AS DATE)), COUNT(MOD(uid, uid - 4217)) FROM t"
            })
    void attack06NothingFails(String sql) {
        onBoth(sql);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT COUNT(error('x')) FROM t",
                "SELECT COUNT(*) FROM t WHERE x = (SELECT x FROM t WHERE uid = 4217)",
                "SELECT COUNT(REPEAT(s, 1000000000)) FROM t",
                "SELECT COUNT(*) FROM t, range(10000000000)",
                "SELECT COUNT(*) FROM t WHERE random() < 0.5",
                "SELECT COUNT(*) FROM read_csv('/etc/passwd')",
                "SELECT COUNT(*) FROM \"/etc/passwd\"",
                "COPY t TO 'x.csv'",
                "ATTACH 'x.db'",
                "PRAGMA database_list",
                "SELECT COUNT(*) FROM information_schema.tables",
                "SELECT COUNT(*) FROM t TABLESAMPLE BERNOULLI(10)",
                "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT COUNT(*) FROM r"
            })
    void attacks07To09AreRefused(String sql) {
        try (TacitSession session = People.ordinary().exactly(folder)) {
            assertThatThrownBy(() -> session.query(sql)).isInstanceOf(Refusal.class);
        }
    }

    @Test
    void attack10AGlobalAggregateAlwaysHasOneRow() {
        onBoth(
                        "SELECT COUNT(* CLAMPED BETWEEN 0 AND 1), AVG(x, contribution_bounds_per_row => (0, 1)) FROM t WHERE uid = 4217")
                .forEach(answer -> assertThat(answer.rows()).hasSize(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"uid", "uid * 7919", "CASE WHEN uid = 4217 THEN 'there' ELSE 'others' END"})
    void attack11AKeyOfOnePersonDoesNotAppear(String key) {
        try (TacitSession session = TacitSession.open(
                List.of(People.ordinary().with(VICTIM_ROW).table(folder)), Defaults.STANDARD, People.SETTINGS)) {
            Answer answer = session.query("SELECT WITH DIFFERENTIAL_PRIVACY " + key
                    + " AS k, COUNT(* CLAMPED BETWEEN 0 AND 1) FROM t GROUP BY " + key);
            assertThat(answer.rows())
                    .noneMatch(row -> String.valueOf(row.values().get(0)).matches("4217|33394423|there"));
        }
    }

    @Test
    void attack14RowsWithoutAPersonAreDropped() {
        People people = People.ordinary();
        try (TacitSession before = people.exactly(folder);
                TacitSession after = people.with(",a,9,9,9,9,9,s", ",zzz,9,9,9,9,9,s", ",zzz,9,9,9,9,9,s")
                        .exactly(folder)) {
            String sql =
                    "SELECT g, COUNT(* CLAMPED BETWEEN 0 AND 9) AS n, SUM(x, contribution_bounds_per_group => (0, 99)) AS s FROM t GROUP BY g";
            assertThat(after.query(sql).rows()).isEqualTo(before.query(sql).rows());
        }
    }

    @Test
    void attack20OneKeyForBothZerosAndForNotANumber() {
        List<String> lines = new ArrayList<>();
        for (int uid = 1; uid <= 10; uid++) {
            lines.add(uid + ",a," + (uid % 2 == 0 ? "-0.0" : "0.0") + ",1,1,1,1,7");
            lines.add(uid + ",a," + (uid % 2 == 0 ? "nan" : "") + ",1,1,1,1,7 ");
        }
        try (TacitSession session = People.of(lines).exactly(folder)) {
            Answer keys = session.query("SELECT x, COUNT(DISTINCT uid) AS n FROM t GROUP BY x");
            assertThat(keys.rows().stream().map(AnswerRow::values).toList())
                    .containsExactly(Arrays.asList(0.0, 10L), Arrays.asList(null, 10L));
            assertThat(session.query("SELECT s, COUNT(DISTINCT uid) AS n FROM t GROUP BY s")
                            .rows())
                    .hasSize(2);
        }
    }

    @Test
    void attack27OutputsAreMultiplesOfTheSameUnitAndZeroHasNoSign() {
        Set<Long> bits = new HashSet<>();
        for (People people : List.of(People.ordinary().with(VICTIM_ROW), People.ordinary())) {
            try (TacitSession session =
                    TacitSession.open(List.of(people.table(folder)), Defaults.STANDARD, People.SETTINGS)) {
                for (int i = 0; i < 20; i++) {
                    double sum = number(session.query("SELECT SUM(x, contribution_bounds_per_group => (0, 3)) FROM t"));
                    assertThat(sum * 0x1p39).isEqualTo(Math.rint(sum * 0x1p39));
                    bits.add(Double.doubleToRawLongBits(sum));
                }
            }
        }
        assertThat(bits).doesNotContain(Double.doubleToRawLongBits(-0.0)).hasSizeGreaterThan(30);
    }

    /** What one person's rows give depends on those rows alone: also tied windows, floating sums and rows that occur twice. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT uid, g, SUM(x) AS s FROM t GROUP BY uid, g HAVING SUM(x) <> 0.3",
                "SELECT uid, g, x + ROW_NUMBER() OVER (PARTITION BY uid ORDER BY g) AS s FROM t",
                "SELECT uid, g, SUM(x) OVER (PARTITION BY uid ORDER BY g ROWS 3 PRECEDING) AS s FROM t",
                "SELECT uid, g, FIRST_VALUE(x) OVER (PARTITION BY uid, g ORDER BY i) AS s FROM t",
                "SELECT uid, g, COALESCE(LAG(x, 7) OVER (PARTITION BY uid ORDER BY g), 1) AS s FROM t",
                "SELECT uid, g, (SELECT SUM(x) FROM t u WHERE u.uid = t.uid AND u.x > t.x) AS s FROM t",
                "SELECT uid, g, x AS s FROM t EXCEPT ALL SELECT uid, g, x FROM t WHERE x < 0.15",
                "SELECT uid, g, x AS s FROM t UNION SELECT uid, g, -x + 1 FROM t"
            })
    void attack29And37OthersRowsDoNotDependOnTheOrderOfTheFile(String steps) {
        List<String> victim =
                Stream.generate(() -> "4217,b,0.1,3.33,7,1,1,s").limit(50).toList();
        People doubles = People.of(Stream.iterate(1, i -> i <= 4000, i -> i + 1)
                .map(i -> i % 40 + 1 + ",a," + (i % 3 == 0 ? "0.1" : i % 3 == 1 ? "0.2" : "1e16") + ",1,1,1,1,s")
                .toList());
        String sql = "SELECT g, COUNT(DISTINCT uid) AS n FROM (" + steps + ") AS p WHERE s > 0 GROUP BY g, s";
        List<List<AnswerRow>> rows = new ArrayList<>();
        for (People people : List.of(
                doubles,
                doubles.with(victim.toArray(String[]::new)),
                doubles.withFirst(victim.toArray(String[]::new)))) {
            try (TacitSession session = people.exactly(folder)) {
                rows.add(session.query(sql).rows());
            }
        }
        assertThat(rows.get(0)).isNotEmpty();
        assertThat(rows.get(1)).isEqualTo(rows.get(0));
        assertThat(rows.get(2)).isEqualTo(rows.get(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1e20", "1e308"})
    void attack31AbsurdEpsilonIsRefused(String epsilon) {
        try (TacitSession session = People.ordinary().exactly(folder)) {
            assertThatThrownBy(() -> session.query(
                            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = " + epsilon + ") COUNT(*) FROM t"))
                    .isInstanceOf(Refusal.class);
            assertThat(session.spent().epsilon().signum()).isZero();
        }
        assertThatThrownBy(() -> new Defaults(new BigDecimal(epsilon), new BigDecimal("1e-8"), 1, 0.95))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void attack32AutomaticBoundsThatFailGiveNullAndAreCharged() {
        try (TacitSession session = TacitSession.open(
                List.of(People.of("1,a,1,1,1,1,1,s", "2,a,1,1,1,1,1,s").table(folder)),
                Defaults.STANDARD,
                People.SETTINGS)) {
            Answer answer = session.query("SELECT SUM(x) AS s FROM t");
            assertThat(answer.rows().get(0).values()).containsExactly((Object) null);
            assertThat(answer.releases().get(0).aggregates().get(0).note()).contains("Too few people");
            assertThat(session.spent().epsilon().toDoubleUp()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "4217,a,abc,abc,abc,abc,abc,s",
                "4217,\"a,1,1,1,1,1,s",
                "4217",
                "4217,a,1,1,1,1,1,s,extra,extra",
                "\"4217\"x,a,1,1,1,1,1,s",
                "4217,a,1,1,99999999999999999999,1,1,s"
            })
    void attack38AMalformedLineTouchesNobodyElse(String line) {
        String sql =
                "SELECT g, COUNT(* CLAMPED BETWEEN 0 AND 9) AS n, SUM(x, contribution_bounds_per_group => (0, 9)) AS s FROM t WHERE uid <> 4217 GROUP BY g";
        List<AnswerRow> plain;
        try (TacitSession session = People.ordinary().exactly(folder)) {
            plain = session.query(sql).rows();
        }
        for (People people :
                List.of(People.ordinary().with(line), People.ordinary().withFirst(line))) {
            try (TacitSession session = people.exactly(folder)) {
                assertThat(session.query(sql).rows()).isEqualTo(plain);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT SUM(i, contribution_bounds_per_group => (0.2, 0.8)) FROM t",
                "SELECT AVG(d, contribution_bounds_per_row => (0.1, 0.1)) FROM t",
                "SELECT SUM(w, contribution_bounds_per_group => (0, 1)) FROM t",
                "SELECT VAR_POP(b, contribution_bounds_per_row => (-9e18, 9e18)) FROM t",
                "SELECT STDDEV_POP(w * w, contribution_bounds_per_row => (-9e9, 9e9)) FROM t"
            })
    void attack40OddBoundsAndWideNumbersNeverFail(String sql) {
        People people = People.ordinary()
                .with(
                        "4217,a,1,1,2147483647,9000000000000000000,9999999999999999999999999999.9999999999,s",
                        "4217,a,1,1,-2147483648,-9000000000000000000,9999999999999999999999999999.9999999999,s");
        try (TacitSession session = people.exactly(folder)) {
            assertThat(session.query(sql).rows()).hasSize(1);
        }
    }
}
