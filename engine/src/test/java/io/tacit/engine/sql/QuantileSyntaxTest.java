package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.refusal.Refusal;
import java.util.List;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Quantiles, MIN, MAX and counts of different values in all spellings: what each means, and what is refused where. */
class QuantileSyntaxTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "MEDIAN(day) | QUANTILE 0.5 PLAIN - DOUBLE",
                "MEDIAN(day, contribution_bounds_per_row => (0, 7)) | QUANTILE 0.5 PLAIN 0..7 per row DOUBLE",
                "MEDIAN(day CLAMPED BETWEEN 0 AND 7) | QUANTILE 0.5 PLAIN 0..7 per row DOUBLE",
                "QUANTILE_CONT(paid, 0.25) | QUANTILE 0.25 PLAIN - DOUBLE",
                "PERCENTILE_CONT(day, 0.90) | QUANTILE 0.9 PLAIN - DOUBLE",
                "PERCENTILE_CONT(day, 1/4) | QUANTILE 0.25 PLAIN - DOUBLE",
                "PERCENTILE_CONT(day, 0.5, contribution_bounds_per_row => (-1, 1e1)) | QUANTILE 0.5 PLAIN -1..10 per row DOUBLE",
                "PERCENTILE_CONT(0) WITHIN GROUP (ORDER BY day) | QUANTILE 0 PLAIN - DOUBLE",
                "PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY day DESC) | QUANTILE 0.75 PLAIN - DOUBLE",
                "PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY day ASC NULLS FIRST) | QUANTILE 0.25 PLAIN - DOUBLE",
                "PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY day DESC NULLS LAST) | QUANTILE 0.75 PLAIN - DOUBLE",
                "PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY day CLAMPED BETWEEN 0 AND 7) | QUANTILE 0.25 PLAIN 0..7 per row DOUBLE",
                "PERCENTILE_CONT(0.25, contribution_bounds_per_row => (0, 7), epsilon => 0.50) WITHIN GROUP (ORDER BY day DESC) | QUANTILE 0.75 PLAIN 0..7 per row epsilon 0.5 DOUBLE",
                "APPROX_QUANTILES(day, 4)[OFFSET(1)] | QUANTILE 0.25 PLAIN - DOUBLE",
                "APPROX_QUANTILES(day, 4)[SAFE_OFFSET(0)] | QUANTILE 0 PLAIN - DOUBLE",
                "APPROX_QUANTILES(day, 4)[ORDINAL(2)] | QUANTILE 0.25 PLAIN - DOUBLE",
                "APPROX_QUANTILES(day, 4)[SAFE_ORDINAL(5)] | QUANTILE 1 PLAIN - DOUBLE",
                "APPROX_QUANTILES(day, 4)[2] | QUANTILE 0.25 PLAIN - DOUBLE",
                "APPROX_QUANTILES(day, 3, contribution_bounds_per_row => (0, 7))[OFFSET(3)] | QUANTILE 1 PLAIN 0..7 per row DOUBLE",
                "ANON_QUANTILES(day, 4, 0, 7)[OFFSET(2)] | QUANTILE 0.5 ANONYMIZATION 0..7 per row DOUBLE",
                "ANON_QUANTILES(day, 4 CLAMPED BETWEEN 0 AND 7)[OFFSET(2)] | QUANTILE 0.5 ANONYMIZATION 0..7 per row DOUBLE",
                "ANON_QUANTILES(day CLAMPED BETWEEN 0 AND 7, 4)[OFFSET(2)] | QUANTILE 0.5 ANONYMIZATION 0..7 per row DOUBLE",
                "ANON_NTILE(day, 0.1) | QUANTILE 0.1 ANONYMIZATION - DOUBLE",
                "ANON_NTILE(day, 0.1, 0, 7) | QUANTILE 0.1 ANONYMIZATION 0..7 per row DOUBLE",
                "ANON_NTILE(day, 0.1 CLAMPED BETWEEN 0 AND 7) | QUANTILE 0.1 ANONYMIZATION 0..7 per row DOUBLE",
                "ANON_PERCENTILE_CONT(day, 0.1, 0, 7) | QUANTILE 0.1 ANONYMIZATION 0..7 per row DOUBLE",
                "ANON_MEDIAN(day, 0, 7) | QUANTILE 0.5 ANONYMIZATION 0..7 per row DOUBLE",
                "ANON_MIN(paid, 0, 7) | MIN ANONYMIZATION 0..7 per row DECIMAL(15, 2)",
                "ANON_MAX(day CLAMPED BETWEEN 0 AND 7) | MAX ANONYMIZATION 0..7 per row INTEGER",
                "MIN(day) | MIN of Calcite INTEGER",
                "MAX(paid, contribution_bounds_per_row => (0, 7)) | MAX PLAIN 0..7 per row DECIMAL(15, 2)",
                "MAX(day, epsilon => 2) | MAX PLAIN - epsilon 2 INTEGER",
                "SUM(day, epsilon => 1/2) | SUM PLAIN - epsilon 0.5 DECIMAL(38, 0)",
                "APPROX_COUNT_DISTINCT(name) | COUNT of Calcite different BIGINT",
                "APPROX_COUNT_DISTINCT(name, contribution_bounds_per_group => (0, 7)) | COUNT PLAIN 0..7 per group different BIGINT",
                "COUNT(DISTINCT name, contribution_bounds_per_group => (0, 7)) | COUNT PLAIN 0..7 per group different BIGINT",
                "ANON_COUNT(DISTINCT name, 0, 7) | COUNT ANONYMIZATION 0..7 per group different BIGINT",
                "MEDIAN(DISTINCT day) | QUANTILE 0.5 PLAIN - different DOUBLE",
                "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY day) FILTER (WHERE paid > 1) | QUANTILE 0.5 PLAIN - some DOUBLE",
                "APPROX_QUANTILES(day, 2)[OFFSET(1)] + 1 | QUANTILE 0.5 PLAIN - DOUBLE"
            })
    void means(String aggregate, String meaning) {
        assertThat(calls("SELECT " + aggregate + " FROM visits")).containsExactly(meaning);
    }

    @Test
    void oneQuantileHasOneCallHoweverItIsWritten() {
        assertThat(calls(
                        "SELECT MEDIAN(day), QUANTILE_CONT(day, 0.50), PERCENTILE_CONT(day, 5e-1), PERCENTILE_CONT(0.5)"
                                + " WITHIN GROUP (ORDER BY day DESC), APPROX_QUANTILES(day, 2)[OFFSET(1)],"
                                + " APPROX_QUANTILES(day, 10)[ORDINAL(6)] FROM visits ORDER BY MEDIAN(day)"))
                .containsExactly("QUANTILE 0.5 PLAIN - DOUBLE");
        assertThat(calls("SELECT MEDIAN(day), MEDIAN(paid), QUANTILE_CONT(day, 0.25), ANON_MEDIAN(day) FROM visits"))
                .hasSize(4);
    }

    /** What a block says is how a GoogleSQL function in it is spelled. */
    @Test
    void spellingsComeFromTheBlock() {
        assertThat(calls(
                        "SELECT WITH DIFFERENTIAL_PRIVACY MEDIAN(day), APPROX_QUANTILES(day, 4)[OFFSET(1)], ANON_MAX(day)"
                                + " FROM visits"))
                .containsExactly(
                        "QUANTILE 0.5 DIFFERENTIAL_PRIVACY - DOUBLE",
                        "QUANTILE 0.25 DIFFERENTIAL_PRIVACY - DOUBLE",
                        "MAX ANONYMIZATION - INTEGER");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "MEDIAN() | INVALID_QUERY | 1:8",
                "MEDIAN(*) | INVALID_QUERY | 1:8",
                "MEDIAN(day, 0.5) | INVALID_QUERY | 1:8",
                "MEDIAN(name) | ARGUMENT_TYPE | 1:15",
                "MEDIAN(day, contribution_bounds_per_group => (0, 7)) | BOUNDS | 1:20",
                "MEDIAN(day, contribution_bounds_per_row => (0, day)) | BOUNDS | 1:55",
                "MEDIAN(day) OVER () | WINDOW | 1:8",
                "MEDIAN(SUM(day)) | INVALID_QUERY | 1:8",
                "QUANTILE_CONT(day) | INVALID_QUERY | 1:8",
                "QUANTILE_CONT(day, -0.1) | INVALID_QUERY | 1:27",
                "QUANTILE_CONT(day, 1.1) | INVALID_QUERY | 1:27",
                "QUANTILE_CONT(day, NULL) | INVALID_QUERY | 1:27",
                "QUANTILE_CONT(day, 'half') | INVALID_QUERY | 1:27",
                "QUANTILE_CONT(day, (SELECT 0.5)) | INVALID_QUERY | 1:27",
                "PERCENTILE_CONT(day, paid) | INVALID_QUERY | 1:29",
                "PERCENTILE_CONT(0.5) | INVALID_QUERY | 1:8",
                "PERCENTILE_CONT(0.5, epsilon => 1) | INVALID_QUERY | 1:8",
                "PERCENTILE_CONT(day) WITHIN GROUP (ORDER BY day) | INVALID_QUERY | 1:24",
                "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY day, paid) | INVALID_QUERY | 1:8",
                "PERCENTILE_CONT(0.5, 0, 7) WITHIN GROUP (ORDER BY day) | INVALID_QUERY | 1:8",
                "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY name) | ARGUMENT_TYPE | 1:52",
                "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY day) OVER () | WINDOW | 1:8",
                "PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY day) | UNSUPPORTED_FUNCTION | 1:8",
                "SUM(day) WITHIN GROUP (ORDER BY day) | UNSUPPORTED_FUNCTION | 1:8",
                "APPROX_QUANTILES(day)[OFFSET(1)] | INVALID_QUERY | 1:8",
                "APPROX_QUANTILES(*, 4)[OFFSET(1)] | INVALID_QUERY | 1:8",
                "APPROX_QUANTILES(day, 4, 0, 7)[OFFSET(1)] | INVALID_QUERY | 1:8",
                "ANON_QUANTILES(day, 4, 0, 7, 9)[OFFSET(1)] | INVALID_QUERY | 1:8",
                "ANON_QUANTILES(day, 4, 7, 0)[OFFSET(1)] | BOUNDS | 1:31",
                "APPROX_QUANTILES(day, 0)[OFFSET(0)] | INVALID_QUERY | 1:30",
                "APPROX_QUANTILES(day, 2.5)[OFFSET(0)] | INVALID_QUERY | 1:30",
                "APPROX_QUANTILES(day, 10001)[OFFSET(0)] | INVALID_QUERY | 1:30",
                "APPROX_QUANTILES(day, paid)[OFFSET(0)] | INVALID_QUERY | 1:30",
                "APPROX_QUANTILES(day, 4)[OFFSET(-1)] | INVALID_QUERY | 1:8",
                "APPROX_QUANTILES(day, 4)[OFFSET(5)] | INVALID_QUERY | 1:8",
                "APPROX_QUANTILES(day, 4)[ORDINAL(0)] | INVALID_QUERY | 1:8",
                "APPROX_QUANTILES(day, 4)[SAFE_ORDINAL(6)] | INVALID_QUERY | 1:8",
                "APPROX_QUANTILES(day, 4)[0] | INVALID_QUERY | 1:8",
                "APPROX_QUANTILES(day, 4)[1.5] | INVALID_QUERY | 1:8",
                "APPROX_QUANTILES(day, 4)[day] | INVALID_QUERY | 1:8",
                "ANON_NTILE(day) | INVALID_QUERY | 1:8",
                "ANON_NTILE(day, 0.5, 0) | INVALID_QUERY | 1:8",
                "ANON_NTILE(day, 5) | INVALID_QUERY | 1:24",
                "ANON_MIN(*) | INVALID_QUERY | 1:8",
                "ANON_MEDAIN(day) | AGGREGATE | 1:8",
                "MIN(name, contribution_bounds_per_row => (0, 7)) | ARGUMENT_TYPE | 1:12",
                "MAX(day, contribution_bounds_per_group => (0, 7)) | BOUNDS | 1:17",
                "MAX(day CLAMPED BETWEEN 0 AND 7, contribution_bounds_per_row => (0, 7)) | BOUNDS | 1:41",
                "VAR_POP(day, contribution_bounds_per_group => (0, 7)) | BOUNDS | 1:21",
                "COUNT(day, contribution_bounds_per_row => (0, 7)) | BOUNDS | 1:19",
                "COUNT(DISTINCT day, contribution_bounds_per_row => (0, 7)) | BOUNDS | 1:28",
                "APPROX_COUNT_DISTINCT(day, contribution_bounds_per_row => (0, 7)) | BOUNDS | 1:35",
                "APPROX_COUNT_DISTINCT() | INVALID_QUERY | 1:8",
                "APPROX_COUNT_DISTINCT(*) | INVALID_QUERY | 1:8",
                "APPROX_COUNT_DISTINCT(day, paid) | INVALID_QUERY | 1:8",
                "APPROX_COUNT_DISTINCT(day) OVER () | WINDOW | 1:8",
                "SUM(day, epsilon => 0) | BAD_OPTION | 1:28",
                "SUM(day, epsilon => -1) | BAD_OPTION | 1:28",
                "SUM(day, epsilon => 20.1) | BAD_OPTION | 1:28",
                "SUM(day, epsilon => NULL) | BAD_OPTION | 1:28",
                "SUM(day, epsilon => day) | BAD_OPTION | 1:28",
                "SUM(day, epsilon => 1, epsilon => 1) | DUPLICATE_OPTION | 1:31",
                "SUM(day, delta => 1e-9) | UNKNOWN_OPTION | 1:17"
            })
    void isRefused(String aggregate, String code, String position) {
        Refusal refusal =
                catchThrowableOfType(Refusal.class, () -> VisitTables.analyze("SELECT " + aggregate + " FROM visits"));
        assertThat(refusal).as(aggregate).isNotNull();
        assertThat(refusal.code().name()).as(refusal.getMessage()).isEqualTo(code);
        assertThat(refusal.position().map(Object::toString))
                .as(refusal.getMessage())
                .contains(position);
        assertThat(refusal.getMessage()).doesNotContain("QUANTILE 0.", "PLAIN", "Calcite", "<");
        assertThat(refusal.advice()).isNotEmpty();
    }

    @Test
    void saysTheNearestAggregate() {
        assertThat(advice("SELECT MEDAIN(day) FROM visits")).contains("MEDIAN?");
        assertThat(advice("SELECT ANON_MEDAIN(day) FROM visits")).contains("ANON_MEDIAN?");
        assertThat(advice("SELECT PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY day) FROM visits"))
                .contains("PERCENTILE_CONT?");
    }

    private static String advice(String sql) {
        return catchThrowableOfType(Refusal.class, () -> VisitTables.analyze(sql))
                .advice();
    }

    private static List<String> calls(String sql) {
        var node = VisitTables.analyze(sql).relation();
        while (!(node instanceof Aggregate aggregate)) {
            node = node.getInput(0);
        }
        return aggregate.getAggCallList().stream().map(QuantileSyntaxTest::text).toList();
    }

    private static String text(AggregateCall call) {
        String text = AggregateFunction.of(call).orElseThrow() + " of Calcite";
        if (call.getAggregation() instanceof PrivateAggregate own) {
            text = own.function()
                    + own.fraction().map(p -> " " + p.toPlainString()).orElse("")
                    + " "
                    + own.spelling()
                    + " "
                    + own.bounds()
                            .map(pair -> pair.low().toPlainString() + ".."
                                    + pair.high().toPlainString() + " per " + (own.boundsPerRow() ? "row" : "group"))
                            .orElse("-")
                    + own.epsilon().map(e -> " epsilon " + e.toPlainString()).orElse("");
        }
        return text
                + (call.isDistinct() ? " different" : "")
                + (call.filterArg >= 0 ? " some" : "")
                + " "
                + call.getType();
    }
}
