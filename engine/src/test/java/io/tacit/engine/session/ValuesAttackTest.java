package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of one person that arithmetic stumbles over. */
@NullUnmarked
class ValuesAttackTest {
    /** Not a number, the infinities, the ends of every type, texts that are nothing else. */
    private static final String[] WILD = {
        "4217,a,nan,1,2147483647,9223372036854775807,9999999999999999999999999999.9999999999,1e999",
        "4217,a,inf,-9999999999.99,-2147483648,-9223372036854775808,-9999999999999999999999999999.9999999999,9999-12-31",
        "4217,a,-inf,9999999999.99,0,0,0,2024-02-30",
        "4217,a,1e308,,,,,(a",
        "4217,a,-1e308,,,,,",
        "4217,a,5e-324,,,,," + "a".repeat(10_000)
    };

    @TempDir
    static Path folder;

    @AutoClose
    static final Attack.Kept ATTACKS = new Attack.Kept();

    private static double number(Answer answer) {
        return ((Number) answer.rows().get(0).values().get(0)).doubleValue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT WITH ANONYMIZATION ANON_SUM(CASE WHEN uid = 4217 THEN 0e0 / 0e0 ELSE 0 END, 0, 1) FROM t",
                "SELECT SUM(CASE WHEN uid = 4217 THEN TRY_CAST('NaN' AS DOUBLE) END, contribution_bounds_per_group => (0, 1)) FROM t",
                "SELECT SUM(x - x, contribution_bounds_per_group => (0, 1)) FROM t WHERE uid = 4217"
            })
    void attack01NotANumberForOnePersonIsNothing(String sql) {
        Attack attack = ATTACKS.on(folder, "4217,a,nan,1,1,1,1,s");
        attack.isAnswered(sql).forEach(answer -> assertThat(number(answer)).isZero());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT SUM(x * 10, contribution_bounds_per_group => (-5, 5)) FROM t",
                "SELECT SUM(1e308 * 10 * i, contribution_bounds_per_group => (-5, 5)) FROM t",
                "SELECT AVG(x, contribution_bounds_per_row => (-5, 5)) FROM t",
                "SELECT STDDEV(x, contribution_bounds_per_row => (-5, 5)) FROM t",
                "SELECT VAR_POP(x * x, contribution_bounds_per_row => (-5, 5)) FROM t",
                "SELECT MEDIAN(x, contribution_bounds_per_row => (-5, 5)) FROM t",
                "SELECT MAX(EXP(x), contribution_bounds_per_row => (-5, 5)) FROM t"
            })
    void attack02InfinityIsClampedInEveryAggregate(String sql) {
        Attack attack = ATTACKS.on(folder, WILD);
        attack.isAnswered(sql)
                .forEach(answer -> assertThat(Math.abs(number(answer))).isLessThanOrEqualTo(31 * 5));
    }

    @ParameterizedTest
    @CsvSource({"inf,5", "-inf,-5", "1e308,5", "nan,0"})
    void attack02OneInfiniteRowWeighsNoMoreThanTheBound(String value, double weight) {
        Attack attack = ATTACKS.on(folder, "4217,a," + value + ",1,1,1,1,s");
        List<Answer> both = attack.isAnswered("SELECT SUM(x * 10, contribution_bounds_per_group => (-5, 5)) FROM t");
        assertThat(number(both.get(0)) - number(both.get(1))).isEqualTo(weight);
    }

    @Test
    void attack03OppositeInfinitiesOfOnePersonStayFinite() {
        Attack attack = ATTACKS.on(folder, "4217,a,inf,1,1,1,1,s", "4217,a,-inf,1,1,1,1,s");
        for (String sql : List.of(
                "SELECT SUM(x, contribution_bounds_per_group => (-5, 5)) FROM t WHERE uid = 4217",
                "SELECT AVG(x, contribution_bounds_per_row => (-5, 5)) FROM t",
                "SELECT SUM(s, contribution_bounds_per_group => (-5, 5)) FROM (SELECT uid, SUM(x) AS s FROM t GROUP BY uid) AS p WHERE uid = 4217",
                "SELECT SUM(s, contribution_bounds_per_group => (-5, 5)) FROM (SELECT SUM(x) OVER (PARTITION BY uid) AS s FROM t WHERE uid = 4217) AS p")) {
            attack.isAnswered(sql)
                    .forEach(answer -> assertThat(number(answer)).as(sql).isBetween(-5.0, 5.0));
        }
    }

    /** Sums hold what a BIGINT does not; products and sums in a row that do not fit are NULL. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SUM(b, contribution_bounds_per_group => (0, 7)) FROM t",
                "SUM(b + b, contribution_bounds_per_group => (0, 7)) FROM t",
                "SUM(b * b, contribution_bounds_per_group => (0, 7)) FROM t",
                "SUM(n, contribution_bounds_per_group => (0, 7)) FROM (SELECT uid, SUM(b) AS n FROM t GROUP BY uid) AS p",
                "SUM(n, contribution_bounds_per_group => (0, 7)) FROM (SELECT uid, SUM(b) OVER (PARTITION BY uid) AS n FROM t) AS p"
            })
    void attack04LargeIntegersOfOnePersonDoNotWrap(String rest) {
        String row = "4217,a,1,1,1,9000000000000000000,1,s";
        Attack attack = ATTACKS.on(folder, row, row);
        List<Answer> both = attack.isAnswered("SELECT " + rest + " WHERE uid = 4217");
        assertThat(number(both.get(0))).isEqualTo(rest.contains("b +") || rest.contains("b *") ? 0 : 7);
        assertThat(number(both.get(1))).isZero();
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
                "SELECT SUM(b, contribution_bounds_per_group => (-9e40, 9e40)) FROM t",
                "SELECT SUM(w, contribution_bounds_per_group => (0, 1e26)) FROM t",
                "SELECT SUM(x, contribution_bounds_per_group => (0, 1e400)) FROM t",
                "SELECT COUNT(*, contribution_bounds_per_group => (0, 9e18)) FROM t"
            })
    void attack05WiderBoundsThanIntegersHoldAreRefusedBeforeRunning(String sql) {
        Attack attack = ATTACKS.on(folder);
        attack.isRefused(ErrorCode.BOUNDS, sql);
    }

    /** What fails elsewhere gives NULL here, in every place of a query where an expression may stand. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 / (uid - 4217)",
                "CAST(s AS INTEGER)",
                "CAST(s AS DOUBLE)",
                "CAST(s AS DATE)",
                "CAST(s AS TIMESTAMP)",
                "CAST(s AS BOOLEAN)",
                "CAST(x * 1e300 * uid AS INTEGER)",
                "CAST(w AS DECIMAL(5, 2))",
                "CAST(x AS DECIMAL(38, 37))",
                "SQRT(0 - uid)",
                "LN(uid - 4217)",
                "EXP(b)",
                "POWER(b, b)",
                "MOD(uid, uid - 4217)",
                "b * b * b",
                "ABS(b - 1)",
                "-b - 2",
                "uid * 9223372036854775807 + b",
                "w * w * w",
                "CAST(s AS DATE) + INTERVAL '1' YEAR",
                "CAST('9999-12-3' || SUBSTRING(s FROM 1 FOR 1) AS DATE) + INTERVAL '9' YEAR",
                "SUBSTRING(s FROM CAST(uid - 4300 AS INTEGER) FOR 2)",
                "SUBSTRING(s FROM 2147483647 FOR 2147483647)",
                "SUBSTRING(s FROM i FOR i)",
                "ROUND(x, i)",
                "JSON_VALUE(s, '$.a')",
                "CHAR_LENGTH(s) / (uid - 4217)"
            })
    void attack06NothingFailsForOnePersonAlone(String expression) {
        Attack attack = ATTACKS.on(folder, WILD);
        attack.isSame("SELECT " + expression + " AS k, COUNT(" + expression
                + ", contribution_bounds_per_group => (0, 2)) FROM t GROUP BY " + expression);
        attack.isSame("SELECT COUNT(n, contribution_bounds_per_group => (0, 2)) FROM (SELECT uid, MAX(" + expression
                + ") AS n FROM t WHERE " + expression + " IS NULL OR uid > 9 GROUP BY uid) AS p");
    }

    /** A pattern that is none is refused from its text alone; one that depends on a row is no constant. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "regexp_matches(s, '(a')",
                "regexp_matches(s, '[z-a]')",
                "regexp_matches(s, '*')",
                "regexp_matches(s, s)",
                "regexp_matches(s, CASE WHEN uid = 4217 THEN '(' ELSE 'a' END)",
                "s SIMILAR TO s",
                "s LIKE 'a!' ESCAPE '!'",
                "s LIKE s ESCAPE '!'"
            })
    void attack06BadPatternsAreFoundInTheQueryAlone(String condition) {
        Attack attack = ATTACKS.on(folder, WILD);
        attack.isSame("SELECT COUNT(*, contribution_bounds_per_group => (0, 2)) FROM t WHERE " + condition);
    }

    /** Patterns that take a backtracking engine longer than anybody waits. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "regexp_matches(s, '(a+)+$')",
                "regexp_matches(s, '^(a|aa)+$')",
                "regexp_matches(s, '(a*)*b')",
                "regexp_matches(s, '(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)z')",
                "s LIKE '%a%a%a%a%a%a%a%a%a%a%a%z'",
                "s LIKE '%_a%_a%_a%_a%_a%_a%_a%_a%z'",
                "s ILIKE '%a_a%a_a%a_a%a_a%a_%z'",
                "s SIMILAR TO '(a|aa)*z'"
            })
    void attack08PatternsDoNotBacktrack(String condition) {
        Attack attack = ATTACKS.on(folder, "4217,a,1,1,1,1,1," + "a".repeat(200_000) + "b");
        assertTimeoutPreemptively(
                Duration.ofMinutes(5),
                () -> attack.isAnswered(
                        "SELECT COUNT(*, contribution_bounds_per_group => (0, 2)) FROM t WHERE " + condition));
    }

    /** Texts that would double, or grow by sixteen, with each step: they end where texts end. */
    @Test
    void attack08TextsDoNotGrowWithoutBound() {
        Attack attack = ATTACKS.on(folder, "4217,a,1,1,1,1,1," + "a".repeat(90_000));
        String replaced = "s";
        String doubled = "SELECT uid, s FROM t";
        for (int i = 0; i < 12; i++) {
            replaced = "REPLACE(" + replaced + ", 'a', 'aaaaaaaaaaaaaaaa')";
            doubled = "SELECT uid, s || s AS s FROM (" + doubled + ") AS p" + i;
        }
        endsOrIsRefused(attack, "SELECT COUNT(" + replaced + ", contribution_bounds_per_group => (0, 2)) FROM t");
        endsOrIsRefused(
                attack,
                "SELECT COUNT(s, contribution_bounds_per_group => (0, 2)) FROM (" + doubled
                        + ") AS p WHERE CHAR_LENGTH(s) > 5");
    }

    /** Answered with and without the person, or refused by its text alone, before any row is read. */
    private static void endsOrIsRefused(Attack attack, String sql) {
        try {
            attack.isAnswered(sql);
        } catch (Refusal refusal) {
            assertThat(refusal.code()).isEqualTo(ErrorCode.TOO_COMPLEX);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT SUM(i, contribution_bounds_per_group => (0.2, 0.8)) FROM t",
                "SELECT AVG(i, contribution_bounds_per_row => (0.2, 0.8)) FROM t",
                "SELECT AVG(d, contribution_bounds_per_row => (0.1, 0.1)) FROM t",
                "SELECT SUM(i, contribution_bounds_per_group => (0.1, 0.1)) FROM t",
                "SELECT MEDIAN(i, contribution_bounds_per_row => (0.2, 0.8)) FROM t",
                "SELECT VAR_POP(d, contribution_bounds_per_row => (0.1, 0.1)) FROM t",
                "SELECT SUM(w, contribution_bounds_per_group => (0, 1)) FROM t",
                "SELECT SUM(w + w, contribution_bounds_per_group => (0, 1)) FROM t",
                "SELECT VAR_POP(b, contribution_bounds_per_row => (-9e18, 9e18)) FROM t",
                "SELECT STDDEV_POP(w * w, contribution_bounds_per_row => (-9e9, 9e9)) FROM t",
                "SELECT SUM(b * b, contribution_bounds_per_group => (-9e18, 9e18)) FROM t",
                "SELECT AVG(n, contribution_bounds_per_row => (0, 1)) FROM (SELECT uid, AVG(w) AS n FROM t GROUP BY uid) AS p",
                "SELECT AVG(n, contribution_bounds_per_row => (0, 1)) FROM (SELECT uid, AVG(w) OVER (PARTITION BY uid) AS n FROM t) AS p",
                "SELECT AVG(n, contribution_bounds_per_row => (0, 1)) FROM (SELECT uid, SUM(w) OVER (PARTITION BY uid) AS n FROM t) AS p"
            })
    void attack40OddBoundsAndWideNumbersNeverFail(String sql) {
        Attack attack = ATTACKS.on(
                folder,
                "4217,a,1,1,2147483647,9000000000000000000,9999999999999999999999999999.9999999999,s",
                "4217,a,1,1,-2147483648,-9000000000000000000,9999999999999999999999999999.9999999999,s");
        attack.isAnswered(sql).forEach(answer -> assertThat(number(answer)).isFinite());
    }
}
