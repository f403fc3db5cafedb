package io.tacit.engine.structure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullUnmarked;

/**
 * Random queries over the shop's people. Every relation has the columns uid, a (text), b (whole number) and c (truth),
 * so that any operator can stand upon any other.
 */
@NullUnmarked
final class RandomPlans {
    private final Random random;
    private int names;

    RandomPlans(Random random) {
        this.random = random;
    }

    /** A query with one release. */
    String query() {
        String rows = rows(1 + random.nextInt(4));
        List<String> keys = new ArrayList<>(List.of(text("t"), number("t"), truth("t")));
        Collections.shuffle(keys, random);
        List<String> some = keys.subList(0, 1 + random.nextInt(3));
        String groups = "GROUP BY " + String.join(", ", some);
        if (some.size() > 1) {
            String two = some.get(0) + "), (" + some.get(1);
            groups = switch (random.nextInt(6)) {
                case 0 -> "GROUP BY ROLLUP(" + String.join(", ", some) + ")";
                case 1 -> "GROUP BY CUBE(" + String.join(", ", some) + ")";
                case 2 -> "GROUP BY GROUPING SETS((" + two + "), ())";
                default -> groups;
            };
        }
        return "SELECT " + String.join(", ", some) + ", COUNT(*) AS n, COUNT(DISTINCT t.b) AS d FROM " + rows + " AS t "
                + groups;
    }

    private String name() {
        return "x" + names++;
    }

    private String pick(String... values) {
        return values[random.nextInt(values.length)];
    }

    private String rows(int depth) {
        if (depth == 0) {
            return base();
        }
        String below = rows(depth - 1);
        String t = name();
        return switch (random.nextInt(12)) {
            case 0, 1 -> "(SELECT uid, a, b, c FROM " + below + " AS " + t + " WHERE " + condition(t) + ")";
            case 2 ->
                "(SELECT uid, " + text(t) + " AS a, " + number(t) + " AS b, " + truth(t) + " AS c FROM " + below
                        + " AS " + t + ")";
            case 3, 4 -> step(below, t);
            case 5 -> "(SELECT DISTINCT uid, a, b, c FROM " + below + " AS " + t + ")";
            case 6 -> join(below, t, rows(random.nextInt(2)));
            case 7 ->
                "(SELECT " + t + ".uid, n.continent AS a, " + t + ".b, " + t + ".c FROM " + below + " AS " + t
                        + pick(" JOIN", " LEFT JOIN") + " nations AS n ON n.code = " + t + ".a)";
            case 8 -> together(below, rows(random.nextInt(2)));
            case 9 -> window(below, t);
            case 10 ->
                "(SELECT uid, a, b, c FROM " + below + " AS " + t + " WHERE " + pick("", "NOT ")
                        + "EXISTS (SELECT * FROM orders AS o WHERE o.uid = " + t + ".uid AND o.amount > 1))";
            default ->
                "(SELECT " + t + ".uid, " + t + ".a, v.w AS b, " + t + ".c FROM " + below + " AS " + t + ", (VALUES "
                        + pick("(1), (2)", "(1), (1)", "(0), (1), (NULL)") + ") AS v(w))";
        };
    }

    private String base() {
        return switch (random.nextInt(6)) {
            case 0, 1 -> "(SELECT uid, country AS a, age AS b, vip AS c FROM customers)";
            case 2, 3 -> "(SELECT uid, kind AS a, EXTRACT(MONTH FROM day) AS b, amount > 1 AS c FROM orders)";
            case 4 ->
                "(SELECT o.uid, i.product AS a, i.quantity AS b, i.line = 1 AS c FROM items AS i JOIN orders AS o ON"
                        + " i.oid = o.oid)";
            default ->
                "(SELECT c.uid, c.country AS a, o.amount AS b, c.vip AS c FROM customers AS c"
                        + pick(" JOIN", " LEFT JOIN") + " orders AS o ON c.uid = o.uid)";
        };
    }

    private String text(String t) {
        return switch (random.nextInt(5)) {
            case 0 -> "CASE WHEN " + t + ".c THEN 'yes' WHEN " + t + ".b > 1 THEN 'no' ELSE 'no' END";
            case 1 -> "UPPER(" + t + ".a)";
            case 2 -> "COALESCE(" + t + ".a, '?')";
            default -> t + ".a";
        };
    }

    private String number(String t) {
        return switch (random.nextInt(6)) {
            case 0 -> "SIGN(" + t + ".b - 1)";
            case 1 -> "MOD(" + t + ".b, 2)";
            case 2 -> "CASE WHEN " + t + ".c IS NULL THEN 0 ELSE " + t + ".b END";
            case 3 -> "COALESCE(" + t + ".b, 3)";
            default -> t + ".b";
        };
    }

    private String truth(String t) {
        return switch (random.nextInt(5)) {
            case 0 -> t + ".b IS NULL";
            case 1 -> t + ".b >= 1";
            case 2 -> t + ".a = 'DE'";
            default -> t + ".c";
        };
    }

    private String condition(String t) {
        return switch (random.nextInt(9)) {
            case 0 -> t + ".a = 'DE'";
            case 1 -> t + ".b IN (1, 2)";
            case 2 -> t + ".c";
            case 3 -> "NOT " + t + ".c";
            case 4 -> t + ".a IS NOT NULL AND " + t + ".b <= 1";
            case 5 -> t + ".b = 1 OR " + t + ".a = 'web'";
            case 6 -> t + ".b BETWEEN 1 AND 2";
            case 7 -> t + ".uid IN (SELECT uid FROM customers WHERE vip)";
            default -> t + ".b IS NULL";
        };
    }

    private String step(String below, String t) {
        String more = pick("", "", ", a", ", b", ", a, c");
        return "(SELECT uid, " + (more.contains("a") ? "a" : pick("MIN(a)", "MAX(a)")) + " AS a, "
                + (more.contains("b") ? "b" : pick("COUNT(*)", "MAX(b)", "COUNT(DISTINCT b)")) + " AS b, "
                + (more.contains("c") ? "c" : "BOOL_OR(c)") + " AS c FROM " + below + " AS " + t + " GROUP BY uid"
                + more
                + pick("", "", " HAVING COUNT(*) > 1") + ")";
    }

    private String join(String below, String t, String other) {
        String o = name();
        String kind = pick(" JOIN ", " LEFT JOIN ", " RIGHT JOIN ", " FULL JOIN ");
        String on = t + ".uid = " + o + ".uid" + pick("", "", " AND " + t + ".b = " + o + ".b", " AND " + o + ".c");
        return "(SELECT COALESCE(" + t + ".uid, " + o + ".uid) AS uid, " + pick(t, o) + ".a, " + pick(t, o) + ".b, "
                + pick(t, o) + ".c FROM " + below + " AS " + t + kind + other + " AS " + o + " ON " + on + ")";
    }

    private String together(String below, String other) {
        String how = pick(" UNION ALL ", " UNION ALL ", " UNION ", " INTERSECT ", " EXCEPT ");
        return "(SELECT uid, a, b, c FROM " + below + " AS " + name() + how + "SELECT uid, a, b, c FROM " + other
                + " AS " + name() + ")";
    }

    private String window(String below, String t) {
        String over = " OVER (PARTITION BY uid" + pick("", ", a");
        String place = pick("ROW_NUMBER()", "RANK()") + over + " ORDER BY b)";
        return random.nextBoolean()
                ? "(SELECT uid, a, COUNT(*)" + over + ") AS b, c FROM " + below + " AS " + t + ")"
                : "(SELECT uid, a, b, c FROM (SELECT uid, a, b, c, " + place + " AS r FROM " + below + " AS " + t
                        + ") AS " + name() + " WHERE r" + pick(" = 1", " <= 2", " < 2") + ")";
    }
}
