package io.tacit.cli.text;

import io.tacit.engine.session.AccountReport;
import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.Explanation;
import io.tacit.engine.session.ReleaseReport;
import io.tacit.engine.session.StateReport;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An explanation as people read it. */
public final class ExplanationText {
    private static final String RHO = "ρ ";
    private static final String CHOSEN = "chosen privately";

    private ExplanationText() {}

    /**
     * The explanation.
     *
     * @param verbose whether to show the plans that were compared and not chosen
     * @param withSql whether to show the SQL that would be pushed down
     */
    public static String of(Explanation explanation, boolean verbose, boolean withSql) {
        StringBuilder text = new StringBuilder();
        if (explanation.releases().isEmpty()) {
            text.append("This query reads public tables only. It costs nothing and is answered exactly.\n");
        } else {
            text.append("It would spend (ε ")
                    .append(explanation.epsilon())
                    .append(", δ ")
                    .append(explanation.delta())
                    .append("). No data was read.\n");
        }
        for (AccountReport account : explanation.accounts()) {
            text.append("Left in ")
                    .append(HarmlessText.line(account.account()))
                    .append(": ")
                    .append(account.left());
            text.append(account.afterwards().isEmpty() ? ".\n" : "; with this query " + account.afterwards() + ".\n");
        }
        int number = 1;
        for (ReleaseReport release : explanation.releases()) {
            release(
                    text,
                    HarmlessText.of(release),
                    explanation.releases().size() == 1 ? "" : " " + number++,
                    explanation,
                    verbose);
        }
        StringBuilder wrapped = new StringBuilder(Wrap.at(text.toString(), Terminal.columns()));
        if (withSql) {
            sql(wrapped, explanation);
        }
        return wrapped.toString();
    }

    /** Byte for byte what would be sent, so that it can be copied. */
    private static void sql(StringBuilder text, Explanation explanation) {
        for (String sql : explanation.pushedDownSql()) {
            text.append("\nSQL for the engine that holds the data:\n\n")
                    .append(sql)
                    .append(";\n");
        }
        if (explanation.standIns()) {
            text.append("\n"
                    + "Limits that are found privately are not known yet: 0, 2, 16 or the largest possible stands for"
                    + " them here.\n");
        }
        text.append("\nSQL over what was released:\n\n")
                .append(explanation.answerSql())
                .append(";\n");
    }

    private static void release(
            StringBuilder text, ReleaseReport release, String number, Explanation explanation, boolean verbose) {
        text.append("\nPrivate result")
                .append(number)
                .append(", protecting ")
                .append(release.privacyUnit())
                .append(":\n");
        text.append("  Rows belong to people: ")
                .append(String.join("; ", release.people()))
                .append(".\n");
        if (explanation.releases().size() > 1) {
            text.append("  It spends (ε ")
                    .append(release.epsilon())
                    .append(", δ ")
                    .append(release.delta())
                    .append(").\n");
        }
        if (release.grouped()) {
            text.append(groups(release))
                    .append(release.typicalGroupSize() == null ? " Every public group appears.\n" : " ");
            if (release.typicalGroupSize() != null) {
                text.append("Groups with fewer than about ")
                        .append(release.typicalGroupSize())
                        .append(release.maxRows() == null ? " people" : " rows")
                        .append(" will not appear (")
                        .append(release.selection())
                        .append(threshold(release))
                        .append(").\n");
            }
        } else {
            text.append(release.maxRows() == null ? "  Always one row.\n" : groups(release) + " Always one row.\n");
        }
        text.append("  Noise: ").append(release.chosen()).append(".\n");
        if (verbose) {
            text.append("  Plans compared: ").append(release.choice()).append(".\n");
        }
        if (readsRho(release)) {
            text.append("  ρ is what Gaussian noise is paid with: four times the ρ is half the noise.\n");
        }
        if (!release.overflows().isEmpty()) {
            text.append("  ").append(release.overflowNote()).append('\n');
        }
        text.append(ExpectedTable.of(release, explanation.wantedError(), explanation.confidence()));
        release.tips().forEach(tip -> text.append("  ").append(tip).append('\n'));
        release.aggregates().forEach(aggregate -> aggregate(text, aggregate, explanation));
    }

    private static String groups(ReleaseReport release) {
        String many = release.maxGroups() + (release.maxGroups() == 1 ? " group" : " groups");
        String spent = release.epsilonOfMissing() == null ? "" : "ε " + release.epsilonOfMissing();
        if (release.findsMaxGroups() && release.maxRows() != null) {
            return "  How many rows of one person count, in all groups together, is found privately, with " + spent
                    + ", which also tells what is left out; " + release.maxRows() + " are assumed here.";
        }
        if (release.findsMaxGroups()) {
            return "  In how many groups one person counts is found privately, with " + spent
                    + ", which also tells what is" + " left out; " + many + " are assumed here.";
        }
        if (release.maxRows() != null) {
            return "  " + limitOfRows(release)
                    + (spent.isEmpty()
                            ? " What that leaves out is not measured."
                            : " What that leaves out is measured with " + spent + ".");
        }
        return "  One person counts in at most " + many
                + (release.whyGroups() == null ? "" : ": " + release.whyGroups()) + "."
                + (spent.isEmpty() ? "" : " What that leaves out is measured with " + spent + ".");
    }

    /** The one limit of a person, where each row counts for itself, as a sentence. */
    static String limitOfRows(ReleaseReport release) {
        String why = String.valueOf(release.whyGroups());
        return why.substring(0, 1).toUpperCase(Locale.ROOT) + why.substring(1) + ".";
    }

    private static String threshold(ReleaseReport release) {
        String of = release.maxRows() == null ? "people" : "rows";
        return release.threshold() == null ? "" : ": noisy number of " + of + " at least " + release.threshold();
    }

    private static void aggregate(StringBuilder text, AggregateReport aggregate, Explanation explanation) {
        String same = aggregate.column().equals(aggregate.function()) ? "" : " = " + aggregate.function();
        text.append("  ").append(aggregate.column()).append(same).append('\n');
        line(text, "bounds", bounds(aggregate));
        line(text, "states", states(aggregate));
        line(text, "noise", aggregate.noise() + scale(aggregate.scale()));
        if (aggregate.expectedPlusMinus() != null) {
            line(
                    text,
                    "expected",
                    "± " + Numbers.plain(aggregate.expectedPlusMinus()) + " at "
                            + Numbers.plain(explanation.confidence() * 100) + "%");
        }
        if (explanation.wantedError() != null && aggregate.expected().isEmpty()) {
            String epsilon = aggregate.epsilonForError();
            line(
                    text,
                    "for ± " + explanation.wantedError().toPlainString(),
                    epsilon == null ? notPromised(aggregate) : "ε " + epsilon + " of this result");
        }
        if (!aggregate.note().isEmpty()) {
            line(text, "note", aggregate.note());
        }
    }

    private static String notPromised(AggregateReport aggregate) {
        return aggregate.expectedPlusMinus() == null
                ? "cannot be promised: it depends on data"
                : "not reached with any ε up to 20";
    }

    private static String bounds(AggregateReport aggregate) {
        String bounds = aggregate.bounds();
        String origin = aggregate.boundsOrigin();
        if (bounds.contains(CHOSEN)) {
            // What is not known yet says so itself.
            origin = origin.replace("; rows " + CHOSEN, "").replace(CHOSEN, "");
        }
        return bounds.isEmpty()
                ? "none needed"
                : bounds.replace(CHOSEN, "found when the query runs") + (origin.isEmpty() ? "" : " (" + origin + ")");
    }

    private static String states(AggregateReport aggregate) {
        return StateReport.list(aggregate.states(), ExplanationText::part);
    }

    private static String part(String spent) {
        return isRho(spent)
                ? RHO
                        + new BigDecimal(spent.substring(RHO.length()))
                                .round(new MathContext(3))
                                .toPlainString()
                : "ε " + spent;
    }

    private static boolean isRho(String spent) {
        return spent.startsWith(RHO);
    }

    private static boolean readsRho(ReleaseReport release) {
        return release.aggregates().stream()
                .flatMap(aggregate -> aggregate.states().stream())
                .anyMatch(state -> isRho(state.epsilon()));
    }

    private static String scale(@Nullable Double scale) {
        return scale == null ? "" : " of scale " + Numbers.plain(scale);
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append("    ")
                .append(name)
                .append(" ".repeat(Math.max(1, 10 - name.length())))
                .append(value)
                .append('\n');
    }
}
