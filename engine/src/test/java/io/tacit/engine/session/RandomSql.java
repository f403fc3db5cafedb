package io.tacit.engine.session;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.session.RandomScalars.Kind;
import io.tacit.engine.session.RandomScalars.Reach;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Writes whole queries over a catalog: releases in the three spellings, steps of one person, joins, subqueries, set
 * operations, windows, public tables. They are well formed; many are accepted, the others are refused for what they
 * mean. (The random queries of the differential test are all accepted, and compared with plain SQL.)
 */
@org.jspecify.annotations.NullUnmarked
final class RandomSql {
    /**
     * Something in FROM.
     *
     * @param text as it stands there, with its alias
     * @param person the person's column, or null
     */
    private record From(String text, List<Reach> columns, String person) {}

    private static final List<String> CLAUSES = List.of(
            "",
            "",
            "",
            "",
            "WITH ANONYMIZATION ",
            "WITH DIFFERENTIAL_PRIVACY ",
            "WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 1, delta = 1e-6) ",
            "WITH ANONYMIZATION OPTIONS(kappa = 3) ",
            "WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = AUTO, noise = GAUSSIAN) ",
            "WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = TRUNCATED_GEOMETRIC, max_rows_per_group = 4) ",
            "WITH DIFFERENTIAL_PRIVACY OPTIONS(leftovers = 'other', confidence = 0.9) ");
    private static final List<String> PLAIN =
            List.of("SUM", "AVG", "MIN", "MAX", "MEDIAN", "STDDEV_SAMP", "VAR_POP", "COUNT", "STDDEV", "VARIANCE");
    private static final List<String> ANON = List.of(
            "ANON_SUM", "ANON_AVG", "ANON_VAR", "ANON_STDDEV", "ANON_MIN", "ANON_MAX", "ANON_MEDIAN", "ANON_COUNT");
    private static final List<String> ARRAYS = List.of(
            "APPROX_QUANTILES($, 4)",
            "QUANTILE_CONT($, [0.1, 0.9])",
            "CARDINALITY(QUANTILE_CONT($, [0.5]))",
            "PERCENTILE_CONT(ARRAY[0, 1]) WITHIN GROUP (ORDER BY $ DESC)");
    private static final List<String> DATES = List.of(
            "MAX($, contribution_bounds_per_row => (DATE '1999-01-01', DATE '2030-01-01'))",
            "MIN($ CLAMPED BETWEEN TIMESTAMP '1999-01-01 00:00:00' AND DATE '2030-01-01')",
            "MEDIAN($)",
            "QUANTILE_CONT($, [0.5, 0.75], contribution_bounds_per_row => (DATE '2024-01-01', DATE '2024-01-01'))");
    private static final List<String> SETS =
            List.of(" UNION ", " UNION ALL ", " INTERSECT ", " EXCEPT ", " EXCEPT ALL ");

    private final SplittableRandom random;
    private final RandomScalars scalars;
    private final List<Table> tables;
    private int names;

    RandomSql(SplittableRandom random, List<SourceTable> tables) {
        this.random = random;
        this.scalars = new RandomScalars(random);
        this.tables = tables.stream().map(SourceTable::table).toList();
    }

    /** One query. */
    String next() {
        names = 0;
        String query = query(2);
        return switch (random.nextInt(12)) {
            case 0 -> "EXPLAIN PRIVACY " + query;
            case 1 -> "WITH w AS (" + query + ") SELECT * FROM w";
            case 2 -> "WITH w AS (" + query + ") SELECT COUNT(*) FROM w AS a JOIN w AS b ON TRUE";
            case 3 -> query + ";";
            default -> query;
        };
    }

    private String query(int depth) {
        String query = switch (random.nextInt(8)) {
            case 0 -> rows(depth);
            case 1 -> window(depth);
            case 2 -> depth > 0 ? query(depth - 1) + scalars.pick(SETS) + query(depth - 1) : aggregated(depth);
            default -> aggregated(depth);
        };
        return switch (random.nextInt(10)) {
            case 0 -> query + " ORDER BY 1 DESC NULLS LAST";
            case 1 -> query + " ORDER BY 1 LIMIT " + random.nextInt(5);
            default -> query;
        };
    }

    private String aggregated(int depth) {
        From from = from(depth);
        List<String> keys = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            keys.add(scalars.of(scalars.kind(), from.columns(), random.nextInt(3)));
        }
        if (from.person() != null && random.nextInt(4) == 0) {
            keys.add(from.person());
        }
        List<String> selected = new ArrayList<>(keys);
        scalars.some(3, () -> aggregate(from)).forEach(one -> selected.add(one + " AS " + name("a")));
        StringBuilder text = new StringBuilder("SELECT ").append(scalars.pick(CLAUSES));
        text.append(String.join(", ", selected)).append(" FROM ").append(from.text());
        text.append(where(from, depth));
        if (!keys.isEmpty()) {
            text.append(" GROUP BY ").append(grouping(keys));
        }
        switch (random.nextInt(12)) {
            case 0, 1 ->
                text.append(" HAVING ").append(aggregate(from)).append(" > ").append(random.nextInt(9));
            case 2 ->
                text.append(" QUALIFY ROW_NUMBER() OVER (ORDER BY ")
                        .append(aggregate(from))
                        .append(") < 4");
            default -> {}
        }
        return text.toString();
    }

    private String grouping(List<String> keys) {
        String list = String.join(", ", keys);
        return switch (random.nextInt(12)) {
            case 0 -> "ROLLUP(" + list + ")";
            case 1 -> "CUBE(" + list + ")";
            case 2 -> "GROUPING SETS ((), (" + list + "))";
            default -> list;
        };
    }

    private String aggregate(From from) {
        String argument = scalars.of(Kind.NUMBER, from.columns(), random.nextInt(3));
        String any = scalars.leaf(scalars.kind(), from.columns());
        String bounds = "(" + -random.nextInt(3) + ", " + (1 + random.nextInt(100)) + ")";
        String filter =
                random.nextInt(8) == 0 ? " FILTER (WHERE " + scalars.of(Kind.TRUTH, from.columns(), 1) + ")" : "";
        String plain = scalars.pick(PLAIN);
        return switch (random.nextInt(16)) {
            case 0, 1, 2 -> "COUNT(*)" + filter;
            case 3 -> "COUNT(DISTINCT " + (from.person() == null ? any : from.person()) + ")";
            case 4 -> "COUNT(DISTINCT " + any + ")" + filter;
            case 5 -> scalars.pick(ANON) + "(" + argument + ", 0, 9)" + filter;
            case 6 -> "ANON_COUNT(*, 0, 5)";
            case 7 -> "SUM(" + argument + " CLAMPED BETWEEN -1 AND 9.5)" + filter;
            case 8 -> plain + "(" + argument + ", contribution_bounds_per_group => " + bounds + ")" + filter;
            case 9 -> plain + "(" + argument + ", contribution_bounds_per_row => " + bounds + ", epsilon => 0.25)";
            case 10 -> "PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY " + argument + ")" + filter;
            case 11 -> "APPROX_QUANTILES(" + argument + ", 4)[OFFSET(" + random.nextInt(6) + ")]";
            case 12 -> scalars.pick(ARRAYS).replace("$", argument) + filter;
            case 13 -> scalars.pick(DATES).replace("$", scalars.of(Kind.DATE, from.columns(), 1)) + filter;
            default -> plain + "(" + argument + ")" + filter;
        };
    }

    /** Rows as they are: of public tables and of releases they are an answer. */
    private String rows(int depth) {
        From from = from(depth);
        List<String> selected =
                scalars.some(4, () -> scalars.of(scalars.kind(), from.columns(), 2) + " AS " + name("c"));
        String distinct = random.nextInt(4) == 0 ? "DISTINCT " : "";
        return "SELECT " + distinct + String.join(", ", selected) + " FROM " + from.text() + where(from, depth);
    }

    private String window(int depth) {
        From from = from(depth);
        String by = from.person() != null && random.nextInt(3) > 0
                ? from.person()
                : scalars.leaf(scalars.kind(), from.columns());
        String order = scalars.leaf(scalars.kind(), from.columns());
        String function = switch (random.nextInt(5)) {
            case 0 -> "ROW_NUMBER()";
            case 1 -> "RANK()";
            case 2 -> "LAG(" + scalars.leaf(scalars.kind(), from.columns()) + ")";
            default -> scalars.pick(PLAIN) + "(" + scalars.leaf(Kind.NUMBER, from.columns()) + ")";
        };
        String over = function + " OVER (PARTITION BY " + by + " ORDER BY " + order
                + (random.nextInt(5) == 0 ? " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW" : "") + ")";
        if (random.nextBoolean()) {
            return "SELECT " + over + " AS " + name("o") + " FROM " + from.text();
        }
        return "SELECT n, COUNT(*) FROM (SELECT " + over + " AS n FROM " + from.text() + where(from, depth) + ") AS "
                + name("t") + " GROUP BY n";
    }

    private String where(From from, int depth) {
        if (random.nextBoolean()) {
            return "";
        }
        String condition = scalars.of(Kind.TRUTH, from.columns(), 2);
        return " WHERE " + (depth > 0 && random.nextInt(3) == 0 ? subquery(from) + " AND " : "") + condition;
    }

    private String subquery(From outer) {
        From inner = from(0);
        boolean same = inner.person() != null && outer.person() != null && random.nextInt(4) > 0;
        String condition = same ? inner.person() + " = " + outer.person() : scalars.of(Kind.TRUTH, inner.columns(), 1);
        String compared = scalars.leaf(Kind.NUMBER, outer.columns());
        String number = scalars.leaf(Kind.NUMBER, inner.columns());
        String rest = " FROM " + inner.text() + " WHERE " + condition;
        return switch (random.nextInt(5)) {
            case 0 -> "EXISTS (SELECT 1" + rest + ")";
            case 1 -> "NOT EXISTS (SELECT *" + rest + ")";
            case 2 ->
                (same ? outer.person() : compared) + " IN (SELECT " + (same ? inner.person() : number) + " FROM "
                        + inner.text() + ")";
            case 3 -> compared + " > (SELECT AVG(" + number + ")" + rest + ")";
            default -> compared + " >= ALL (SELECT " + number + rest + ")";
        };
    }

    private From from(int depth) {
        From left = source(depth);
        if (random.nextInt(3) > 0) {
            return left;
        }
        From right = source(depth - 1);
        String kind = scalars.pick(List.of(" JOIN ", " JOIN ", " LEFT JOIN ", " RIGHT JOIN ", " FULL JOIN "));
        List<Reach> both = new ArrayList<>(left.columns());
        both.addAll(right.columns());
        boolean persons = left.person() != null && right.person() != null;
        String condition = persons && random.nextInt(5) > 0
                ? left.person() + " = " + right.person()
                : scalars.leaf(Kind.TEXT, left.columns()) + " = " + scalars.leaf(Kind.TEXT, right.columns());
        if (persons && random.nextInt(4) == 0) {
            String name = left.person().substring(left.person().indexOf('.') + 1);
            String joined = random.nextBoolean()
                    ? left.text() + kind + right.text() + " USING (" + name + ")"
                    : left.text() + " NATURAL" + kind + right.text();
            return new From(joined, both, name);
        }
        return new From(
                left.text() + kind + right.text() + " ON " + condition,
                both,
                left.person() == null ? right.person() : left.person());
    }

    private From source(int depth) {
        return depth <= 0 || random.nextInt(3) > 0 ? table() : derived(depth - 1);
    }

    private From table() {
        Table table = tables.get(random.nextInt(tables.size()));
        String alias = name("t");
        List<Reach> columns = new ArrayList<>();
        for (Column column : table.columns()) {
            columns.add(new Reach(alias + ".\"" + column.name() + "\"", kind(column)));
        }
        String person = table.protection() instanceof Protection.UnitColumn unit
                ? alias + "." + unit.columns().get(0)
                : null;
        return new From("\"" + table.name() + "\" AS " + alias, columns, person);
    }

    private static Kind kind(Column column) {
        return switch (column.type().kind()) {
            case BOOLEAN -> Kind.TRUTH;
            case INTEGER, BIGINT, DECIMAL, DOUBLE -> Kind.NUMBER;
            case VARCHAR -> Kind.TEXT;
            case DATE, TIME, TIMESTAMP -> Kind.DATE;
        };
    }

    /** A table made by a query: often a step of one person, else a release or plain rows with the person among them. */
    private From derived(int depth) {
        From from = from(depth);
        String alias = name("d");
        String key = scalars.leaf(Kind.TEXT, from.columns());
        String number = scalars.leaf(Kind.NUMBER, from.columns());
        List<Reach> columns = List.of(new Reach(alias + ".k", Kind.TEXT), new Reach(alias + ".n", Kind.NUMBER));
        String rest = " FROM " + from.text() + where(from, depth);
        if (from.person() == null || random.nextInt(4) == 0) {
            String text = "(SELECT " + key + " AS k, COUNT(*) AS n" + rest + " GROUP BY " + key + ") AS " + alias;
            return new From(text, columns, null);
        }
        String rows = random.nextBoolean()
                ? "SELECT " + from.person() + " AS p, " + key + " AS k, " + number + " AS n" + rest
                : "SELECT " + from.person() + " AS p, MAX(" + key + ") AS k, SUM(" + number + ") AS n" + rest
                        + " GROUP BY " + from.person();
        return new From("(" + rows + ") AS " + alias, columns, alias + ".p");
    }

    private String name(String letter) {
        return letter + ++names;
    }
}
