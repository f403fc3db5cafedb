package io.tacit.engine.randomqueries;

import java.util.Optional;

/**
 * An aggregate of a release. Its plain text holds for {@link Limits#SLACK} only.
 *
 * @param function such as SUM
 * @param what what of it is aggregated
 * @param argument absent for all rows
 * @param second of a pair of columns; absent otherwise
 * @param filter absent for all rows
 * @param name of its column
 * @param limits of one person's contribution
 */
record Measure(
        String function,
        What what,
        Optional<Expression> argument,
        Optional<Expression> second,
        Optional<Expression> filter,
        String name,
        Limits limits) {
    /** Whole numbers and decimals add up exactly whatever their bounds are. */
    private static final long MUCH = 50_000;

    /** Of one column. */
    Measure(
            String function,
            What what,
            Optional<Expression> argument,
            Optional<Expression> filter,
            String name,
            Limits limits) {
        this(function, what, argument, Optional.empty(), filter, name, limits);
    }

    /** What is aggregated. */
    enum What {
        /** Rows or values. */
        ROWS,

        /** Different values. */
        DIFFERENT,

        /** People, by a column that names them. */
        PEOPLE,

        /** The mean of each person's values, as one value. */
        MEANS,

        /** Rows that have two columns. */
        PAIRS,

        /** A value is drawn, or an array of them. */
        DRAWN
    }

    String tacit() {
        String value = argument.map(a -> a.text(Dialect.TACIT)).orElse("*");
        String suffix =
                filter.map(f -> " FILTER (WHERE " + f.text(Dialect.TACIT) + ")").orElse("");
        String distinct = what == What.DIFFERENT || what == What.PEOPLE ? "DISTINCT " : "";
        String more = second.map(s -> ", " + s.text(Dialect.TACIT)).orElse("") + parameter();
        return function.replace("[]", "") + "(" + distinct + value + more + bounds() + ")" + suffix;
    }

    /** What else a function of quantiles takes; a name with brackets is one of an array. */
    private String parameter() {
        return switch (function) {
            case "QUANTILE_CONT" -> ", 0.75";
            case "QUANTILE_CONT[]" -> ", [0.1, 0.5, 1]";
            case "APPROX_QUANTILES[]" -> ", 3";
            default -> "";
        };
    }

    private String bounds() {
        Kind kind = argument.map(Expression::kind).orElse(Kind.WHOLE);
        if (what == What.DRAWN && kind == Kind.TRUTH) {
            return "";
        }
        if (what == What.DRAWN && kind == Kind.DATE) {
            return ", contribution_bounds_per_row => (DATE '2020-01-01', DATE '2021-06-30')";
        }
        if (what == What.PEOPLE || !limits.stated() && !function.equals("MODE")) {
            return "";
        }
        if (what == What.PAIRS) {
            return ", contribution_bounds_per_row => ((" + limits.leastRow() + ", " + limits.mostRow() + "), ("
                    + limits.leastRow() + ", " + limits.mostRow() + "))";
        }
        if (function.equals("COUNT")) {
            return group(0, limits.rows());
        }
        if (function.equals("SUM") && !real() && limits.equals(Limits.SLACK)) {
            return group(MUCH * limits.least(), MUCH * limits.most());
        }
        return function.equals("SUM") || what == What.MEANS
                ? group(limits.least(), limits.most())
                : ", contribution_bounds_per_row => (" + limits.leastRow() + ", " + limits.mostRow() + ")";
    }

    private static String group(long low, long high) {
        return ", contribution_bounds_per_group => (" + low + ", " + high + ")";
    }

    private boolean real() {
        return argument.map(a -> a.kind() == Kind.REAL).orElse(false);
    }

    /**
     * What stands in the innermost plain query: the value to be aggregated, NULL for what is left out. NaN is no value.
     */
    String value() {
        if (what == What.DRAWN) {
            return "NULL";
        }
        if (what == What.PAIRS) {
            return filter.map(f -> "CASE WHEN " + f.text(Dialect.PLAIN) + " THEN " + pair() + " END")
                    .orElse(pair());
        }
        String value = argument.map(a -> a.text(Dialect.PLAIN)).orElse("1");
        String known = real() ? "CASE WHEN NOT isnan(" + value + ") THEN " + value + " + 0.0 END" : value;
        return filter.map(f -> "CASE WHEN " + f.text(Dialect.PLAIN) + " THEN " + known + " END")
                .orElse(known);
    }

    /** A list of both numbers, or NULL where one is none. */
    private String pair() {
        String y = "CAST(" + argument.orElseThrow().text(Dialect.PLAIN) + " AS DOUBLE)";
        String x = "CAST(" + second.orElseThrow().text(Dialect.PLAIN) + " AS DOUBLE)";
        return "CASE WHEN NOT isnan(" + y + ") AND NOT isnan(" + x + ") THEN [" + y + ", " + x + "] END";
    }

    /**
     * Something about all of one person's values in a group, which the aggregate needs: whether their sum is infinite,
     * or how many there are.
     *
     * @param partition a window of one person's rows in a group
     */
    Optional<String> perPerson(String column, String partition) {
        if (function.equals("SUM") && real()) {
            return Optional.of("SUM(CASE WHEN " + column + " = 'inf' THEN 1 WHEN " + column
                    + " = '-inf' THEN -1 ELSE 0 END) OVER (" + partition + ")");
        }
        return what == What.MEANS ? Optional.of("COUNT(" + column + ") OVER (" + partition + ")") : Optional.empty();
    }

    /**
     * The plain aggregate.
     *
     * @param column {@link #value}
     * @param person {@link #perPerson}
     */
    String plain(String column, String person) {
        if (function.equals("COUNT")) {
            return "COUNT(" + (what == What.ROWS ? "" : "DISTINCT ") + column + ")";
        }
        if (function.equals("SUM")) {
            return "COALESCE(" + (real() ? realSum(column, person) : "SUM(" + column + ")") + ", 0)";
        }
        if (what == What.MEANS) {
            // Each row a part of its person's one value.
            return "COALESCE(SUM(CAST(" + column + " AS DOUBLE) / " + person + ") / COUNT(DISTINCT CASE WHEN " + column
                    + " IS NOT NULL THEN unit_ END), " + (limits.least() + limits.most()) / 2.0 + ")";
        }
        if (what == What.DRAWN) {
            return "MAX(" + column + ")";
        }
        if (what == What.PAIRS) {
            return pairs(clamped(column + "[1]"), clamped(column + "[2]"));
        }
        String value = function + "(" + clamped("CAST(" + column + " AS DOUBLE)") + ")";
        // A mean of nothing is the middle of its bounds, a variance of nothing half of the largest.
        double half = (limits.mostRow() - limits.leastRow()) / 2.0;
        return switch (function) {
            case "AVG" -> "COALESCE(" + value + ", " + (limits.leastRow() + limits.mostRow()) / 2.0 + ")";
            case "VAR_POP" -> "COALESCE(" + value + ", " + half * half / 2 + ")";
            case "STDDEV_POP" -> "COALESCE(" + value + ", " + Math.sqrt(half * half / 2) + ")";
            default -> value;
        };
    }

    /** Without noise the covariance of nothing is 0. Lines are compared where both columns are spread. */
    private String pairs(String y, String x) {
        String both = function + "(" + y + ", " + x + ")";
        return switch (function) {
            case "COVAR_POP" -> "COALESCE(" + both + ", 0)";
            case "CORR", "REGR_SLOPE" ->
                "CASE WHEN var_pop(" + y + ") > 1 AND var_pop(" + x + ") > 1 THEN " + both + " END";
            case "REGR_INTERCEPT" -> "CASE WHEN COUNT(*) < 0 THEN " + both + " END";
            default -> both;
        };
    }

    private String clamped(String value) {
        return "CASE WHEN " + value + " IS NOT NULL THEN greatest(least(" + value + ", " + limits.mostRow() + "), "
                + limits.leastRow() + ") END";
    }

    /** Whoever has more of one infinity than of the other adds a bound. */
    private String realSum(String column, String person) {
        return "COALESCE(SUM(CASE WHEN " + person + " = 0 AND isfinite(" + column + ") THEN " + column + " END), 0) + "
                + limits.most() + " * COUNT(DISTINCT CASE WHEN " + person + " > 0 THEN unit_ END) + " + limits.least()
                + " * COUNT(DISTINCT CASE WHEN " + person + " < 0 THEN unit_ END)";
    }

    /** The other case of a CASE for groups that are there. */
    String ofNoGroup() {
        return function.equals("COUNT") ? "ELSE 0 " : "";
    }

    Field field() {
        if (what == What.DRAWN) {
            Kind drawn = function.equals("MODE") || function.equals("MIN") || function.equals("MAX")
                    ? argument.orElseThrow().kind()
                    : Kind.REAL;
            return new Field("", name, drawn, Rounding.DRAWN, Field.Identity.NONE);
        }
        boolean exact = argument.map(Expression::exact).orElse(true);
        Rounding rounding = switch (function) {
            case "COUNT" -> Rounding.NONE;
            case "SUM" -> exact ? Rounding.NONE : Rounding.GRID;
            case "VAR_POP", "VAR_SAMP", "COVAR_POP", "COVAR_SAMP" -> Rounding.SQUARES;
            case "CORR", "REGR_SLOPE", "REGR_INTERCEPT" -> Rounding.LINE;
            case "STDDEV_POP", "STDDEV_SAMP" -> Rounding.ROOT;
            default -> Rounding.GRID;
        };
        Kind added = real() ? Kind.REAL : Kind.DECIMAL;
        Kind kind = function.equals("COUNT") ? Kind.WHOLE : function.equals("SUM") ? added : Kind.REAL;
        return new Field("", name, kind, rounding, Field.Identity.NONE);
    }
}
