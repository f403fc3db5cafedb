package io.tacit.cli.text;

import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.ExpectedError;
import io.tacit.engine.session.ReleaseReport;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What to expect under limits that are found when a query runs: a line for each aggregate, a column for each limit that
 * may turn out. Aggregates whose limits are of one kind stand together.
 */
final class ExpectedTable {
    private static final String INDENT = "    ";

    /** Wider names push the numbers off a terminal of 80 columns. */
    private static final int WIDEST_NAME = 44;

    /** Below this, nobody asks for less: the wanted error is as wide as the values assumed. */
    private static final BigDecimal ANY = new BigDecimal("0.0001");

    private final @Nullable BigDecimal wanted;
    private final List<List<String>> lines = new ArrayList<>();

    private ExpectedTable(@Nullable BigDecimal wanted) {
        this.wanted = wanted;
    }

    /**
     * The tables, one below the other; empty where all limits are known.
     *
     * @param wanted the error of which epsilon is shown, if one is wanted
     * @param confidence of the errors
     */
    static String of(ReleaseReport release, @Nullable BigDecimal wanted, double confidence) {
        StringBuilder text = new StringBuilder();
        for (Condition condition : Condition.values()) {
            ExpectedTable table = new ExpectedTable(wanted);
            release.aggregates().stream()
                    .filter(aggregate -> !aggregate.expected().isEmpty())
                    .filter(aggregate -> Condition.of(aggregate.expected().get(0)) == condition)
                    .forEach(aggregate -> table.add(condition, aggregate));
            text.append(table.text());
        }
        return text.length() == 0
                ? ""
                : "  What to expect, at " + Numbers.plain(confidence * 100)
                        + "%, by the limits that are found when the query runs:\n" + text;
    }

    /** What is assumed of a person in a group. */
    private enum Condition {
        ROWS("rows of a person in a group, at most"),
        SUM("sum of a person in a group, at most"),
        VALUE("values from 0 to");

        private final String words;

        Condition(String words) {
            this.words = words;
        }

        static Condition of(ExpectedError expected) {
            return expected.rows() != null ? ROWS : expected.sum() != null ? SUM : VALUE;
        }

        long limit(ExpectedError expected) {
            return Objects.requireNonNull(
                    switch (this) {
                        case ROWS -> expected.rows();
                        case SUM -> expected.sum();
                        case VALUE -> expected.value();
                    });
        }
    }

    private void add(Condition condition, AggregateReport aggregate) {
        if (lines.isEmpty()) {
            line(condition.words, aggregate, error -> Numbers.grouped(BigDecimal.valueOf(condition.limit(error))));
        }
        ExpectedError first = aggregate.expected().get(0);
        String what = Wrap.cut(aggregate.column(), WIDEST_NAME);
        if (first.ofRank()) {
            what += ", rank off by rows";
        } else if (first.groupSize() != null) {
            what += " of " + Numbers.grouped(BigDecimal.valueOf(first.groupSize())) + " rows";
        }
        if (condition == Condition.ROWS && first.value() != null && !first.ofRank()) {
            what += " from 0 to " + first.value();
        }
        line(what, aggregate, error -> (error.ofRank() ? "" : "± ") + rounded(error.error()));
        if (wanted != null) {
            line(
                    "  ε for ± " + wanted.toPlainString() + (first.ofRank() ? " rows" : ""),
                    aggregate,
                    error -> epsilon(error.epsilonForError()));
        }
    }

    private static String epsilon(@Nullable String epsilon) {
        if (epsilon == null) {
            return "> 20";
        }
        return new BigDecimal(epsilon).compareTo(ANY) < 0 ? "any" : epsilon;
    }

    private void line(String name, AggregateReport aggregate, Function<ExpectedError, String> cell) {
        List<String> line = new ArrayList<>(List.of(name));
        aggregate.expected().forEach(error -> line.add(cell.apply(error)));
        lines.add(line);
    }

    private static String rounded(double error) {
        return Numbers.grouped(new BigDecimal(error).round(new MathContext(2, RoundingMode.UP)));
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            text.append(INDENT);
            for (int i = 0; i < line.size(); i++) {
                String cell = line.get(i);
                String room = " ".repeat(width(i) - Width.of(cell));
                text.append(i == 0 ? cell + room : "  " + room + cell);
            }
            text.append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        return lines.stream()
                .filter(line -> line.size() > column)
                .mapToInt(line -> Width.of(line.get(column)))
                .max()
                .orElse(0);
    }
}
