package io.tacit.cli.text;

import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.Explanation;
import io.tacit.engine.session.ReleaseReport;
import org.jspecify.annotations.Nullable;

/** An explanation as people read it. */
public final class ExplanationText {
    private ExplanationText() {}

    /**
     * The explanation.
     *
     * @param withSql whether to show the SQL that would be pushed down
     */
    public static String of(Explanation explanation, boolean withSql) {
        StringBuilder text = new StringBuilder();
        if (explanation.releases().isEmpty()) {
            text.append("This query reads public tables only. It costs nothing and is answered exactly.\n");
        } else {
            text.append("It would spend (epsilon ")
                    .append(explanation.epsilon())
                    .append(", delta ")
                    .append(explanation.delta())
                    .append("). No data was read.\n");
        }
        int number = 1;
        for (ReleaseReport release : explanation.releases()) {
            release(text, release, explanation.releases().size() == 1 ? "" : " " + number++, explanation.confidence());
        }
        if (withSql) {
            text.append("\nSQL for the engine that holds the data:\n");
            explanation
                    .pushedDownSql()
                    .forEach(sql -> text.append("  ").append(sql).append(";\n"));
            text.append("SQL over what was released:\n  ")
                    .append(explanation.answerSql())
                    .append(";\n");
        }
        return text.toString();
    }

    private static void release(StringBuilder text, ReleaseReport release, String number, double confidence) {
        text.append("\nPrivate result")
                .append(number)
                .append(", protecting ")
                .append(release.privacyUnit())
                .append(":\n");
        if (release.grouped()) {
            text.append("  One person counts in at most ")
                    .append(release.maxGroups())
                    .append(release.maxGroups() == 1 ? " group" : " groups")
                    .append(release.findsMaxGroups() ? ", fewer if that is found better" : "")
                    .append(release.typicalGroupSize() == null ? ". Every public group appears.\n" : ". ");
            if (release.typicalGroupSize() != null) {
                text.append("Groups with fewer than about ")
                        .append(release.typicalGroupSize())
                        .append(" people will not appear (")
                        .append(release.selection())
                        .append(").\n");
            }
        } else {
            text.append("  Always one row.\n");
        }
        text.append("  Plans compared: ").append(release.choice()).append(".\n");
        for (AggregateReport aggregate : release.aggregates()) {
            text.append("  ")
                    .append(aggregate.column())
                    .append(" = ")
                    .append(aggregate.function())
                    .append('\n');
            line(
                    text,
                    "bounds",
                    aggregate.bounds().isEmpty()
                            ? "none needed"
                            : aggregate.bounds() + " (" + aggregate.boundsOrigin() + ")");
            line(text, "noise", aggregate.noise() + scale(aggregate.scale()));
            if (aggregate.expectedPlusMinus() != null) {
                line(
                        text,
                        "expected",
                        "± " + Numbers.plain(aggregate.expectedPlusMinus()) + " at " + Numbers.plain(confidence * 100)
                                + "%");
            }
            if (!aggregate.note().isEmpty()) {
                line(text, "note", aggregate.note());
            }
        }
    }

    private static String scale(@Nullable Double scale) {
        return scale == null ? "" : " of scale " + Numbers.plain(scale);
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append("    ")
                .append(name)
                .append(" ".repeat(10 - name.length()))
                .append(value)
                .append('\n');
    }
}
