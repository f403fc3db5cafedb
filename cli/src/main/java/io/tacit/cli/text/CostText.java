package io.tacit.cli.text;

import io.tacit.engine.session.AccountReport;
import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.Explanation;
import io.tacit.engine.session.ReleaseReport;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** What a query is about to cost and how accurate it will be, in a few lines, for a person who may decline. */
public final class CostText {
    private CostText() {}

    /** The lines; the last one ends with a line break. */
    public static String of(Explanation explanation) {
        StringBuilder text = new StringBuilder();
        text.append("It costs ε ").append(explanation.epsilon());
        text.append(explanation.delta().equals("0") ? "" : ", δ " + explanation.delta())
                .append(".\n");
        for (ReleaseReport told : explanation.releases()) {
            ReleaseReport release = HarmlessText.of(told);
            expected(text, release.aggregates());
            if (release.typicalGroupSize() != null) {
                text.append("Groups with fewer than about ")
                        .append(release.typicalGroupSize())
                        .append(release.maxRows() == null ? " people" : " rows")
                        .append(" will not appear.\n");
            }
        }
        for (AccountReport account : explanation.accounts()) {
            text.append(HarmlessText.line(account.account()))
                    .append(": ")
                    .append(account.left())
                    .append(" left now")
                    .append(account.afterwards().isEmpty() ? "" : ", then " + account.afterwards())
                    .append(".\n");
        }
        return text.toString();
    }

    private static void expected(StringBuilder text, List<AggregateReport> aggregates) {
        List<String> known = new ArrayList<>();
        List<String> later = new ArrayList<>();
        for (AggregateReport aggregate : aggregates) {
            Double error = aggregate.expectedPlusMinus();
            if (error == null) {
                later.add(aggregate.column());
            } else {
                known.add(aggregate.column() + " ± " + rounded(error));
            }
        }
        if (!known.isEmpty()) {
            text.append("Expected: ").append(String.join("; ", known)).append(".\n");
        }
        if (!later.isEmpty()) {
            text.append("The ± of ").append(String.join(", ", later)).append(" is known with the answer.\n");
        }
    }

    private static String rounded(double error) {
        return new BigDecimal(error).round(new MathContext(2, RoundingMode.UP)).toPlainString();
    }
}
