package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Of whatever a query may have only so many, it may have as many as the refusal of one more says. */
@NullUnmarked
class SizesOfQueriesTest {
    /**
     * A limit.
     *
     * @param what is limited
     * @param most how many are accepted
     * @param code of the refusal of one more
     * @param query with so many
     */
    private record Limit(String what, int most, ErrorCode code, IntFunction<String> query) {
        @Override
        public String toString() {
            return what;
        }
    }

    private static String times(int number, String each, String between) {
        return String.join(between, Collections.nCopies(number, each));
    }

    private static String numbered(int number, IntFunction<String> each) {
        return IntStream.range(0, number).mapToObj(each).collect(Collectors.joining(", "));
    }

    static Stream<Limit> limits() {
        return Stream.of(
                new Limit(
                        "brackets in brackets",
                        200,
                        ErrorCode.TOO_COMPLEX,
                        n -> "SELECT " + "(".repeat(n) + "1" + ")".repeat(n)),
                new Limit("SELECTs", 500, ErrorCode.TOO_COMPLEX, n -> times(n, "SELECT 1", " UNION ALL ")),
                new Limit(
                        "columns",
                        2_000,
                        ErrorCode.TOO_COMPLEX,
                        n -> "SELECT " + times(n / 2, "*", ", ") + (n % 2 == 0 ? "" : ", *") + " FROM weekdays"),
                new Limit(
                        "combined values",
                        8,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT COUNT(DISTINCT (" + times(n, "day", ", ") + ")) FROM visits"),
                new Limit(
                        "elements of an array",
                        1_000,
                        ErrorCode.TOO_COMPLEX,
                        n -> "SELECT CARDINALITY([" + times(n, "1", ", ") + "])"),
                new Limit(
                        "parts of a quantile",
                        10_000,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT APPROX_QUANTILES(day, " + n + ")[OFFSET(1)] FROM visits"),
                new Limit(
                        "places in quantiles",
                        4,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT APPROX_QUANTILES(day, 4)[OFFSET(" + n + ")] FROM visits"),
                new Limit(
                        "places in quantiles from 1",
                        5,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT APPROX_QUANTILES(day, 4)[ORDINAL(" + n + ")] FROM visits"),
                new Limit(
                        "parts of rows",
                        1_000_000,
                        ErrorCode.WINDOW,
                        n -> "SELECT NTILE(" + n + ") OVER (ORDER BY number) FROM weekdays"),
                new Limit(
                        "characters of a format",
                        100,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT STRFTIME(CURRENT_DATE, '" + "x".repeat(n) + "') FROM weekdays"),
                new Limit(
                        "characters of a pattern",
                        1_000,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT REGEXP_LIKE(label, '" + "x".repeat(n) + "') FROM weekdays"),
                new Limit(
                        "groups in groups of a pattern",
                        20,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT REGEXP_LIKE(label, '" + "(".repeat(n) + "x" + ")".repeat(n) + "') FROM weekdays"),
                new Limit(
                        "repetitions in a pattern",
                        100,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT REGEXP_LIKE(label, 'x{0," + n + "}') FROM weekdays"),
                new Limit(
                        "characters of a path",
                        200,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT JSON_VALUE(label, '$." + "x".repeat(n - 2) + "') FROM weekdays"),
                new Limit("characters of a name", 256, ErrorCode.SYNTAX, n -> "SELECT 1 AS " + "x".repeat(n)),
                new Limit(
                        "digits",
                        38,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT CAST(number AS DECIMAL(" + n + ", 0)) FROM weekdays"),
                new Limit(
                        "digits in other words", 38, ErrorCode.INVALID_QUERY, n -> "SELECT 1::NUMERIC(" + n + ", 30)"),
                new Limit("digits in short", 38, ErrorCode.INVALID_QUERY, n -> "SELECT TRY_CAST(1 AS DEC(" + n + "))"),
                new Limit(
                        "digits after the point",
                        7,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT CAST(number AS DECIMAL(7, " + n + ")) FROM weekdays"),
                new Limit(
                        "months of an interval",
                        120_000,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT CURRENT_DATE + INTERVAL (" + n + ") MONTH FROM weekdays"),
                new Limit(
                        "days of an interval",
                        3_660_000,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT CURRENT_DATE - INTERVAL (" + n + ") DAY FROM weekdays"),
                new Limit(
                        "copies for ends of intervals",
                        100,
                        ErrorCode.TOO_COMPLEX,
                        n -> "SELECT SUM(day)" + " + 1".repeat(99) + " AS s, "
                                + numbered(n, i -> "DP_INTERVAL_LOW(s) AS l" + i) + " FROM visits"),
                new Limit(
                        "numbers of outputs that are grouped by",
                        2,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT day, name FROM visits GROUP BY 1, " + n),
                new Limit(
                        "numbers of outputs that are ordered by",
                        2,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT number, label FROM weekdays ORDER BY " + n),
                new Limit(
                        "numbers of outputs of which the first is kept",
                        2,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT DISTINCT ON (" + n + ") number, label FROM weekdays"),
                new Limit(
                        "numbers of outputs with ties",
                        2,
                        ErrorCode.INVALID_QUERY,
                        n -> "SELECT number, label FROM weekdays ORDER BY " + n + " LIMIT 1 WITH TIES"));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void asManyAsIsSaidAndNotOneMore(Limit limit) {
        assertThatCode(() -> VisitTables.analyze(limit.query().apply(limit.most())))
                .doesNotThrowAnyException();
        Refusal refused = catchThrowableOfType(
                Refusal.class, () -> VisitTables.analyze(limit.query().apply(limit.most() + 1)));
        assertThat(refused).isNotNull();
        assertThat(refused.code()).as(refused.getMessage()).isEqualTo(limit.code());
    }

    /** As bounds: numbers of up to 400 digits before the point or places behind it. */
    @ParameterizedTest
    @MethodSource("exponents")
    void numbersHaveSoManyDigits(List<Object> number) {
        String sql = "SELECT SUM(day, contribution_bounds_per_group => (0, " + number.get(0) + ")) FROM visits";
        if ((boolean) number.get(1)) {
            assertThatCode(() -> VisitTables.analyze(sql)).doesNotThrowAnyException();
        } else {
            assertThat(catchThrowableOfType(Refusal.class, () -> VisitTables.analyze(sql))
                            .code())
                    .isEqualTo(ErrorCode.BOUNDS);
        }
    }

    static Stream<List<Object>> exponents() {
        return Stream.of(
                List.of("1e399", true),
                List.of("1e400", false),
                List.of("1e-400", true),
                List.of("1e-401", false),
                List.of("1e399 * 1e-300", true),
                List.of("1e200 * 1e199", true),
                List.of("1e200 * 1e200", false),
                List.of("1e399 + 1e-100", false),
                List.of("1" + "0".repeat(399), true),
                List.of("1" + "0".repeat(400), false));
    }

    /** The number of an output is known as long as no star stands at its place or before it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        DISTINCT ON (1) number, *  | true
        DISTINCT ON (1) *          | false
        DISTINCT ON (2) number, *  | false
        DISTINCT ON (2) *, number  | false
        DISTINCT ON (2) label, number, * | true
        DISTINCT ON (2) weekdays.*, label | false
        """)
    void aStarHidesTheNumbersOfOutputs(String outputs, boolean known) {
        String sql = "SELECT " + outputs + " FROM weekdays";
        if (known) {
            assertThatCode(() -> VisitTables.analyze(sql)).doesNotThrowAnyException();
        } else {
            assertThat(catchThrowableOfType(Refusal.class, () -> VisitTables.analyze(sql))
                            .code())
                    .isEqualTo(ErrorCode.INVALID_QUERY);
        }
    }
}
