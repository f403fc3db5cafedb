package io.tacit.cli.text;

import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.BoundsReport;
import io.tacit.engine.session.FileTally;
import io.tacit.engine.session.ReleaseReport;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Lines for an owner whose answer protects people less than they may think, each once in a session: a δ not far below one
 * over the people that the answer itself suggests, an ε above 5 of one question, an ε above 10 of all about a file. They read
 * what was released and asked, and nothing else, so they tell nothing more.
 */
public final class Rails {
    /** What one question may cost without a word. */
    private static final BigDecimal MUCH = BigDecimal.valueOf(5);

    /** What all questions about a file may cost without a word. */
    private static final BigDecimal MUCH_TOGETHER = BigDecimal.TEN;

    /** Among so many people one who is not protected is expected no more than once in ten such answers. */
    private static final double FAR_BELOW = 0.1;

    /** What was said. */
    private enum Rail {
        DELTA,
        EPSILON,
        TOTAL
    }

    private final Set<Rail> said = EnumSet.noneOf(Rail.class);

    /** What is to be said of an answer, and was not yet; nothing of one that was kept, for nothing is spent by it. */
    public List<String> of(Answer answer) {
        if (answer.releases().isEmpty() || answer.origin().releasedAt().isPresent()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        double people = people(answer);
        if (new BigDecimal(answer.delta()).doubleValue() * people >= FAR_BELOW && said.add(Rail.DELTA)) {
            lines.add(
                    "δ " + answer.delta() + " is not far below 1 over the " + shown(people)
                            + " people that this answer suggests: somebody's rows may be shown as they are. Usual is --delta 1e-8.");
        }
        BigDecimal epsilon = new BigDecimal(answer.epsilon());
        if (epsilon.compareTo(MUCH) > 0 && said.add(Rail.EPSILON)) {
            lines.add("ε " + answer.epsilon() + " in one question protects little: usual are 0.1 to 2.");
        }
        for (FileTally file : answer.origin().tallied()) {
            BigDecimal total = new BigDecimal(file.epsilon());
            // As it passes: who goes on was told, and the sum stands under each answer.
            boolean passes = total.compareTo(MUCH_TOGETHER) > 0
                    && total.subtract(epsilon).compareTo(MUCH_TOGETHER) <= 0;
            if (passes && said.add(Rail.TOTAL)) {
                lines.add("All questions about " + HarmlessText.line(file.file()) + " together have passed ε 10, which"
                        + " protects little; --budget refuses what is beyond a total.");
            }
        }
        return lines;
    }

    /**
     * How many people the answer suggests at least: as many as its groups must have to appear, and as many as its released
     * counts of contributions need.
     */
    private static double people(Answer answer) {
        double most = 1;
        for (ReleaseReport release : answer.releases()) {
            double groups = release.maxRows() == null ? Math.max(1, release.maxGroups()) : 1;
            if (release.typicalGroupSize() != null && release.maxRows() == null) {
                most = Math.max(
                        most,
                        release.typicalGroupSize() * Math.max(1, answer.rows().size() / groups));
            }
            for (AggregateReport aggregate : release.aggregates()) {
                most = Math.max(most, counted(answer, aggregate).orElse(0.0) / groups);
            }
        }
        return most;
    }

    /** The people behind the column of a count: its sum by what one of them adds at most; empty for another column. */
    private static Optional<Double> counted(Answer answer, AggregateReport aggregate) {
        int column = IntStream.range(0, answer.columns().size())
                .filter(at -> answer.columns().get(at).name().equals(aggregate.column()))
                .findFirst()
                .orElse(-1);
        if (column < 0 || !aggregate.function().startsWith("COUNT(")) {
            return Optional.empty();
        }
        double sum = answer.rows().stream()
                .mapToDouble(row -> row.values().get(column) instanceof Number number ? number.doubleValue() : 0)
                .sum();
        double each = aggregate.ends().stream()
                .map(BoundsReport::high)
                .flatMap(Stream::ofNullable)
                .filter(high -> high.matches("[1-9][0-9]*"))
                .mapToDouble(Double::parseDouble)
                .max()
                .orElse(1);
        return Optional.of(sum / each);
    }

    private static String shown(double people) {
        return String.format(Locale.ROOT, "%,.0f", people);
    }
}
