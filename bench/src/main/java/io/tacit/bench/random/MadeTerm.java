package io.tacit.bench.random;

import io.tacit.bench.random.MadeColumn.Role;
import java.util.List;
import java.util.Optional;

/**
 * One thing that a question computes.
 *
 * @param kind of it
 * @param sql of it
 */
record MadeTerm(Kind kind, String sql) {
    /** What is computed. */
    enum Kind {
        COUNT_ROWS("COUNT(*)", true),
        COUNT_VALUES("COUNT(x)", true),
        PEOPLE("COUNT(DISTINCT person)", true),
        DIFFERENT("COUNT(DISTINCT x)", true),
        COUNT_CHOSEN("COUNT with FILTER or CASE", true),
        SUM("SUM", true),
        SUM_CHOSEN("SUM with FILTER or CASE", true),
        AVG("AVG", false),
        MEDIAN("MEDIAN", false),
        QUANTILE("QUANTILE_CONT", false),
        LEAST("MIN", false),
        MOST("MAX", false),
        LEAST_DAY("MIN or MAX of dates", false),
        STDDEV("STDDEV", false),
        SHARE("ratio of two counts", false),
        MEAN_RATIO("ratio of a sum", false);

        private final String words;
        private final boolean total;

        Kind(String words, boolean total) {
            this.words = words;
            this.total = total;
        }

        /** For people. */
        String words() {
            return words;
        }

        /** Whether what is missing makes it that much smaller. */
        boolean isTotal() {
            return total;
        }
    }

    /** Draws what questions over some columns compute. */
    static final class Drawn {
        private final Draw draw;
        private final String person;
        private final MadeConditions conditions;
        private final List<MadeColumn> numbers;
        private final List<MadeColumn> codes;
        private final List<MadeColumn> times;

        /**
         * Over the columns of a question.
         *
         * @param person the column of people as the question calls it; empty where it is in none of the tables
         */
        Drawn(Draw draw, Optional<String> person, List<MadeColumn> columns, MadeConditions conditions) {
            this.draw = draw;
            this.person = person.orElse("");
            this.conditions = conditions;
            this.numbers = of(columns, List.of(Role.AMOUNT, Role.AMOUNT, Role.LEVEL));
            this.codes = of(columns, List.of(Role.CODE, Role.LEVEL));
            this.times = of(columns, List.of(Role.DAY, Role.TIME));
        }

        private static List<MadeColumn> of(List<MadeColumn> columns, List<Role> roles) {
            // A role that is named twice is drawn twice as often.
            return roles.stream()
                    .flatMap(role -> columns.stream().filter(column -> column.role() == role))
                    .toList();
        }

        MadeTerm next() {
            Kind kind = draw.of(List.of(Kind.values()));
            if (kind == Kind.PEOPLE && person.isEmpty()) {
                kind = Kind.COUNT_ROWS;
            }
            if (kind == Kind.LEAST_DAY && times.isEmpty()) {
                kind = Kind.SUM;
            }
            return new MadeTerm(kind, sql(kind, draw.of(numbers).name()));
        }

        private String sql(Kind kind, String x) {
            return switch (kind) {
                case COUNT_ROWS -> "COUNT(*)";
                case COUNT_VALUES -> "COUNT(" + x + ")";
                case PEOPLE -> "COUNT(DISTINCT " + person + ")";
                case DIFFERENT -> "COUNT(DISTINCT " + draw.of(codes).name() + ")";
                case COUNT_CHOSEN -> countChosen();
                case SUM -> "SUM(" + x + ")";
                case SUM_CHOSEN ->
                    draw.chance(0.5)
                            ? "SUM(" + x + ") FILTER (WHERE " + conditions.next() + ")"
                            : "SUM(CASE WHEN " + conditions.next() + " THEN " + x + " ELSE 0 END)";
                case AVG -> "AVG(" + x + ")";
                case MEDIAN -> "MEDIAN(" + x + ")";
                case QUANTILE ->
                    "QUANTILE_CONT(" + x + ", " + draw.of(List.of("0.1", "0.25", "0.75", "0.9", "0.95")) + ")";
                case LEAST -> "MIN(" + x + ")";
                case MOST -> "MAX(" + x + ")";
                case LEAST_DAY ->
                    draw.of(List.of("MIN(", "MAX(")) + draw.of(times).name() + ")";
                case STDDEV -> "STDDEV(" + x + ")";
                case SHARE -> countChosen() + " * 1.0 / COUNT(*)";
                case MEAN_RATIO ->
                    "SUM(" + x + ") * 1.0 / "
                            + (person.isEmpty() || draw.chance(0.5) ? "COUNT(*)" : "COUNT(DISTINCT " + person + ")");
            };
        }

        private String countChosen() {
            String condition = conditions.next();
            return draw.of(List.of(
                    "COUNT(*) FILTER (WHERE " + condition + ")",
                    "SUM(CASE WHEN " + condition + " THEN 1 ELSE 0 END)",
                    "COUNT(CASE WHEN " + condition + " THEN 1 END)"));
        }
    }
}
