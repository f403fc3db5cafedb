package io.tacit.engine.session;

import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * Writes queries of many levels, each of which reads a name of the level below several times: what a planner does once
 * for each reading doubles with each level. Over the table {@code visits} of {@link SampleTables}.
 *
 * <p>Each level has the columns {@code visitor}, the person, and {@code y}. Most queries are of few levels, some of
 * many.
 */
@org.jspecify.annotations.NullUnmarked
final class NestedSql {
    /** The level below stands in place of this. */
    private static final String BELOW = "@";

    private static final String INNERMOST = "SELECT visitor, minutes AS y FROM visits";

    /** One number from {@code y}; in place of {@code #} stands another such number. */
    private static final List<String> NUMBERS = List.of(
            "(# + #)",
            "(# - -#)",
            "(# * #)",
            "(# / #)",
            "(# % #)",
            "(# // #)",
            "ABS(# - #)",
            "ROUND(# + #)",
            "POWER(#, #)",
            "GREATEST(#, #, #)",
            "LEAST(#, #)",
            "COALESCE(#, #, #)",
            "NULLIF(#, #)",
            "IF(# > #, #, #)",
            "CASE WHEN # > # THEN # ELSE # END",
            "CASE # WHEN # THEN # WHEN # THEN # END",
            "CASE WHEN # IN (#, 1, #) THEN # END",
            "CASE WHEN # BETWEEN # AND # THEN # ELSE # END",
            "CAST(CAST(# AS VARCHAR) || CAST(# AS VARCHAR) AS INTEGER)",
            "LENGTH(CONCAT(CAST(# AS VARCHAR), CAST(# AS VARCHAR)))",
            "CARDINALITY(ARRAY[#, #])",
            "y");

    /** Each level as it stands around the one below, whose alias is {@code v}; {@code #} is a number of it. */
    private static final List<String> LEVELS = List.of(
            "SELECT visitor, # AS y FROM (@) v",
            "SELECT visitor, # AS y FROM (@) v",
            "SELECT visitor, # AS y FROM (@) v WHERE # > # OR NOT (# < #)",
            "SELECT DISTINCT visitor, # AS y FROM (@) v",
            "SELECT visitor, MAX(#) + MIN(#) AS y FROM (@) v GROUP BY visitor HAVING SUM(y) > MAX(y)",
            "SELECT visitor, SUM(y) AS y FROM (@) v GROUP BY visitor, #",
            "SELECT visitor, SUM(y) OVER (PARTITION BY visitor ORDER BY #) + y AS y FROM (@) v",
            "SELECT visitor, # AS y FROM (@) v QUALIFY ROW_NUMBER() OVER (PARTITION BY visitor ORDER BY # + y) < 3",
            "SELECT visitor, # AS y FROM (@) v UNION ALL SELECT visitor, minutes FROM visits",
            "SELECT visitor, # AS y FROM (@) v EXCEPT SELECT visitor, minutes FROM visits",
            "SELECT v.visitor, v.y + w.minutes + v.y AS y FROM (@) v JOIN visits w ON v.visitor = w.visitor",
            "SELECT visitor, v.y + v.y AS y FROM (@) v FULL JOIN visits w USING (visitor)",
            "SELECT visitor, minutes + minutes AS y FROM visits WHERE visitor IN (SELECT visitor FROM (@) v WHERE # >"
                    + " 0)",
            "SELECT visitor, minutes AS y FROM visits WHERE visitor NOT IN (SELECT visitor FROM (@) v WHERE # > #)",
            "SELECT visitor, minutes AS y FROM visits w WHERE EXISTS (SELECT 1 FROM (@) v WHERE v.visitor = w.visitor"
                    + " AND v.y > w.minutes + w.minutes)",
            "SELECT visitor, minutes + (SELECT MAX(#) FROM (@) v WHERE v.visitor = w.visitor) AS y FROM visits w",
            "SELECT visitor, z + z AS y FROM (@) v CROSS JOIN UNNEST(ARRAY[#, #]) AS u(z)",
            "SELECT v.visitor, v.y + w.m + w.m AS y FROM (@) v LEFT JOIN LATERAL (SELECT MAX(#) AS m FROM visits x"
                    + " WHERE x.visitor = v.visitor) w ON TRUE");

    /** Levels of which each stands twice in the next, so that the text itself doubles. */
    private static final List<String> TWICE = List.of(
            "SELECT visitor, y FROM (@) v UNION ALL SELECT visitor, y + y FROM (@) w",
            "SELECT visitor, y FROM (@) v INTERSECT SELECT visitor, y FROM (@) w",
            "SELECT v.visitor, v.y + w.y AS y FROM (@) v JOIN (@) w ON v.visitor = w.visitor",
            "SELECT visitor, y FROM (@) v WHERE visitor IN (SELECT visitor FROM (@) w)");

    /** Tables of WITH, each of which reads the one before, {@code $}, twice. */
    private static final List<String> NAMED = List.of(
            "SELECT a.visitor, a.y + b.y AS y FROM $ a JOIN $ b ON a.visitor = b.visitor",
            "SELECT visitor, y FROM $ UNION ALL SELECT visitor, y + y FROM $",
            "SELECT visitor, y FROM $ WHERE visitor IN (SELECT visitor FROM $)",
            "SELECT visitor, y FROM $ a WHERE EXISTS (SELECT 1 FROM $ b WHERE a.visitor = b.visitor AND a.y > b.y)",
            "SELECT visitor, y + (SELECT MAX(y) FROM $ b WHERE a.visitor = b.visitor) AS y FROM $ a",
            "SELECT visitor, y + y AS y FROM $");

    private static final List<String> RELEASES = List.of(
            "SELECT SUM(y) AS s FROM (@) z",
            "SELECT y, COUNT(*) AS n FROM (@) z GROUP BY y",
            "SELECT COUNT(*) FILTER (WHERE y > 1) AS n, AVG(y + y) AS a FROM (@) z",
            "SELECT MAX(y) AS m FROM (@) z GROUP BY CUBE(y, y + y, y * y)",
            "SELECT SUM(y) AS s FROM (@) z GROUP BY GROUPING SETS ((y, y + y), (y + y), (y * y), ())",
            "SELECT COUNT(*) AS n FROM (@) z WHERE y > (SELECT AVG(y) FROM (@) a) GROUP BY ROLLUP(y, y + y)",
            "SELECT s + s AS s FROM (SELECT s + s AS s FROM (SELECT SUM(y) AS s FROM (@) z) a) b");

    private static final Pattern NUMBER = Pattern.compile("#");
    private static final int MOST_CHARACTERS = 20_000;
    private static final int FEW_LEVELS = 6;
    private static final int MANY_LEVELS = 30;
    private static final int MOST_DOUBLINGS = 4;
    private static final int MOST_NAMED = 24;

    private final SplittableRandom random;

    NestedSql(SplittableRandom random) {
        this.random = random;
    }

    /** One query. */
    String next() {
        return switch (random.nextInt(4)) {
            case 0 -> named();
            case 1 -> pick(RELEASES).replace(BELOW, levels(pick(LEVELS), levels()));
            default -> pick(RELEASES).replace(BELOW, levels("", levels()));
        };
    }

    /** Three in four of few levels. */
    private int levels() {
        return 1 + random.nextInt(random.nextInt(4) == 0 ? MANY_LEVELS : FEW_LEVELS);
    }

    /** So many levels of one form, or of any for an empty one, while the text is not too long. */
    private String levels(String form, int count) {
        String sql = INNERMOST;
        int doublings = 0;
        for (int i = 0; i < count; i++) {
            boolean twice = form.isEmpty() && doublings < MOST_DOUBLINGS && random.nextInt(6) == 0;
            doublings += twice ? 1 : 0;
            String any = form.isEmpty() ? pick(LEVELS) : form;
            String next = numbers(twice ? pick(TWICE) : any).replace(BELOW, sql);
            if (next.length() > MOST_CHARACTERS) {
                return sql;
            }
            sql = next;
        }
        return sql;
    }

    private String named() {
        String form = pick(NAMED);
        boolean mixed = random.nextBoolean();
        StringBuilder with = new StringBuilder("WITH w0 AS (" + INNERMOST + ")");
        int count = 1 + random.nextInt(random.nextInt(4) == 0 ? MOST_NAMED : FEW_LEVELS);
        for (int i = 1; i <= count; i++) {
            String table = (mixed ? pick(NAMED) : form).replace("$", "w" + (i - 1));
            with.append(", w").append(i).append(" AS (").append(table).append(")");
        }
        return with + " " + pick(RELEASES).replace("(" + BELOW + ")", "w" + count);
    }

    private String numbers(String text) {
        return NUMBER.matcher(text).replaceAll(place -> number(random.nextInt(3)));
    }

    private String number(int depth) {
        return depth == 0
                ? "y"
                : NUMBER.matcher(pick(NUMBERS)).replaceAll(place -> number(random.nextInt(4) == 0 ? depth - 1 : 0));
    }

    private String pick(List<String> list) {
        return list.get(random.nextInt(list.size()));
    }
}
