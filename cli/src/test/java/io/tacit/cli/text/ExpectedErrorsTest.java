package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.session.AccountReport;
import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.ExpectedError;
import io.tacit.engine.session.Explanation;
import io.tacit.engine.session.ReleaseReport;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is told before a query runs: no expected error is told smaller than it is, nor a tenth larger. */
@NullUnmarked
class ExpectedErrorsTest {
    private static final String NUMBER = "([0-9][0-9,]*(?:\\.[0-9]+)?)";

    @Test
    void whatIsToldBeforeAskingIsNeverTooSmall() {
        Random random = new Random(5);
        for (int i = 0; i < 300; i++) {
            double error = Math.pow(10, random.nextDouble() * 12 - 4) * (i % 3 == 0 ? 1 : random.nextDouble());
            Explanation explanation = explanation(error);
            covers(error, CostText.of(explanation), "Expected: n ± " + NUMBER + "\\.\n");
            String whole = ExplanationText.of(explanation, false, false);
            covers(error, whole, "\n    later +± " + NUMBER + "\n");
        }
    }

    private static void covers(double error, String text, String pattern) {
        Matcher told = Pattern.compile(pattern).matcher(text);
        assertThat(told.find()).as(text).isTrue();
        BigDecimal shown = new BigDecimal(told.group(1).replace(",", ""));
        assertThat(shown)
                .isBetween(new BigDecimal(error), new BigDecimal(error).multiply(new BigDecimal("1.100000000001")));
    }

    /** What it costs, what groups are lost, what the account has left now and then, and what is known only later. */
    @Test
    void allOfTheCostIsTold() {
        assertThat(CostText.of(explanation(2))).isEqualTo("""
                It costs ε 0.5, δ 1e-8.
                Expected: n ± 2.
                The ± of later is known with the answer.
                Groups with fewer than about 17 people will not appear.
                shop/ada: ε 3 left now, then ε 2.5 left.
                """);
    }

    private static Explanation explanation(double error) {
        ReleaseReport release = new ReleaseReport(
                "0.5",
                "1e-8",
                1,
                null,
                null,
                false,
                null,
                true,
                "noisy threshold",
                "as asked for",
                12L,
                17L,
                "PLAIN",
                "person",
                List.of("of t by person"),
                List.of(),
                List.of(
                        aggregate("n", error, List.of()),
                        aggregate("later", null, List.of(new ExpectedError(1L, null, null, null, false, error, null)))),
                List.of(),
                List.of());
        return new Explanation(
                List.of(release),
                List.of(),
                false,
                "SELECT 1",
                "0.5",
                "1e-8",
                0.95,
                List.of(new AccountReport("shop/ada", "", "ε 4", "ε 3", "ε 2.5 left")),
                null,
                false);
    }

    private static AggregateReport aggregate(String name, @Nullable Double error, List<ExpectedError> expected) {
        return new AggregateReport(
                name,
                "COUNT(*)",
                "",
                List.of(),
                "",
                null,
                "discrete Laplace",
                null,
                error,
                null,
                "",
                expected,
                List.of());
    }
}
