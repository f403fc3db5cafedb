package io.tacit.engine.session;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Every form in which two or three tables of people can be joined on the person, and every rule that asks who it is.
 */
@org.jspecify.annotations.NullUnmarked
final class JoinForms {
    static final String BOUNDS = ", contribution_bounds_per_group => (0, 99)";

    private static final List<String> KINDS = List.of("INNER JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN");

    /**
     * A join in FROM.
     *
     * @param from the text
     * @param where a condition, or TRUE
     * @param persons what says whose a row is
     * @param others persons' columns that an outer join may have made NULL
     */
    record Form(String from, String where, List<String> persons, List<String> others) {}

    private JoinForms() {}

    /**
     * Joins of two tables.
     *
     * @param a the person's column in {@code a}
     * @param b the person's column in {@code b}
     */
    static List<Form> ofTwo(String a, String b) {
        List<Form> forms = new ArrayList<>();
        for (String kind : KINDS) {
            List<String> persons = persons(kind, "a." + a, "b." + b);
            List<String> others = others(kind, "a." + a, "b." + b);
            forms.add(new Form("a " + kind + " b ON a." + a + " = b." + b, "TRUE", persons, others));
            forms.add(new Form(
                    "a " + kind + " b ON b." + b + " IS NOT DISTINCT FROM a." + a + " AND TRUE",
                    "TRUE",
                    persons,
                    others));
            if (a.equals(b)) {
                List<String> named = new ArrayList<>(List.of(a));
                named.addAll(persons);
                forms.add(new Form("a " + kind + " b USING (" + a + ")", "TRUE", named, others));
                forms.add(new Form("a NATURAL " + kind + " b", "TRUE", named, others));
            }
        }
        List<String> both = persons("INNER JOIN", "a." + a, "b." + b);
        forms.add(new Form("a, b", "a." + a + " = b." + b, both, List.of()));
        forms.add(new Form("a CROSS JOIN b", "b." + b + " = a." + a, both, List.of()));
        return forms;
    }

    /**
     * Joins of three tables by the name of the person's column, from the left, from the right, and with an ON behind.
     */
    static List<Form> ofThree(String name) {
        List<Form> forms = new ArrayList<>();
        List<String> person = List.of(name);
        String using = " USING (" + name + ")";
        for (String first : KINDS) {
            for (String second : KINDS) {
                String ab = "a " + first + " b" + using;
                forms.add(new Form(ab + " " + second + " c" + using, "TRUE", person, List.of()));
                forms.add(new Form("a NATURAL " + first + " b NATURAL " + second + " c", "TRUE", person, List.of()));
                forms.add(new Form("c " + second + " (" + ab + ")" + using, "TRUE", person, List.of()));
                if (!second.equals("FULL JOIN") && !second.equals("RIGHT JOIN")) {
                    String on = ab + " " + second + " c ON c." + name + " = ";
                    merged(first, "a." + name, "b." + name)
                            .forEach(merged -> forms.add(new Form(on + merged, "TRUE", List.of(merged), List.of())));
                }
            }
        }
        return forms;
    }

    private static List<String> merged(String kind, String a, String b) {
        return List.of(persons(kind, a, b).get(0));
    }

    private static List<String> persons(String kind, String a, String b) {
        return switch (kind) {
            case "LEFT JOIN" -> List.of(a, "COALESCE(" + a + ", " + b + ")");
            case "RIGHT JOIN" -> List.of(b, "COALESCE(" + a + ", " + b + ")");
            case "FULL JOIN" -> List.of("COALESCE(" + a + ", " + b + ")", "COALESCE(" + b + ", " + a + ")");
            default -> List.of(a, b, "COALESCE(" + b + ", " + a + ")");
        };
    }

    private static List<String> others(String kind, String a, String b) {
        return switch (kind) {
            case "LEFT JOIN" -> List.of(b, "b.y", "COALESCE(" + a + ", a.x)");
            case "RIGHT JOIN" -> List.of(a, "a.x", "COALESCE(" + b + ", a.x)");
            case "FULL JOIN" -> List.of(a, b, "COALESCE(" + a + ", b.y)");
            default -> List.of("a.x", "b.y", "COALESCE(" + a + ", 0)");
        };
    }

    /**
     * A rule.
     *
     * @param name for messages
     * @param query of a form and what stands for the person; {@code {bounds}} is for Tacit only
     */
    record Rule(String name, Function<Form, Function<String, String>> query) {
        String sql(Form form, String person) {
            return query.apply(form).apply(person);
        }
    }

    private static Rule rule(String name, String text) {
        return new Rule(
                name,
                form -> person -> text.replace("{from}", form.from())
                        .replace("{where}", form.where())
                        .replace("{p}", person));
    }

    /**
     * The rules that ask for the person.
     *
     * @param other a further table of people
     * @param key its column of the person
     */
    static List<Rule> asking(String other, String key) {
        String rows = " FROM {from} WHERE {where}";
        String more = other + " AS o";
        List<Rule> rules = new ArrayList<>(List.of(
                rule(
                        "step",
                        "SELECT n, COUNT(*{bounds}) FROM (SELECT {p} AS p, COUNT(*) AS n" + rows
                                + " GROUP BY {p}) AS q GROUP BY n"),
                rule(
                        "step that hides its key",
                        "SELECT n, COUNT(*{bounds}) FROM (SELECT COUNT(*) AS n" + rows
                                + " GROUP BY {p}) AS q GROUP BY n"),
                rule(
                        "HAVING",
                        "SELECT n, COUNT(*{bounds}) FROM (SELECT {p} AS p, COUNT(*) AS n" + rows
                                + " GROUP BY {p} HAVING {p} <> 1) AS q GROUP BY n"),
                rule(
                        "step of a step",
                        "SELECT n, COUNT(*{bounds}) FROM (SELECT p, MAX(x) AS n FROM (SELECT {p} AS p, a.x,"
                                + " COUNT(*) AS m" + rows + " GROUP BY {p}, a.x) AS q GROUP BY p) AS r GROUP BY n"),
                rule(
                        "window",
                        "SELECT n, COUNT(*{bounds}) FROM (SELECT COUNT(*) OVER (PARTITION BY {p}) AS n" + rows
                                + ") AS q GROUP BY n"),
                rule(
                        "named window",
                        "SELECT n, COUNT(*{bounds}) FROM (SELECT MAX(a.x) OVER w AS n" + rows
                                + " WINDOW w AS (PARTITION BY {p})) AS q GROUP BY n"),
                rule(
                        "QUALIFY",
                        "SELECT COUNT(*{bounds}) FROM (SELECT a.x" + rows
                                + " QUALIFY RANK() OVER (PARTITION BY {p} ORDER BY a.x) = 1) AS q"),
                rule("DISTINCT", "SELECT COUNT(*{bounds}) FROM (SELECT DISTINCT {p} AS p" + rows + ") AS q"),
                rule(
                        "further join",
                        "SELECT COUNT(*{bounds}) FROM (SELECT {p} AS p, a.x" + rows + ") AS q JOIN " + more + " ON o."
                                + key + " = q.p"),
                rule(
                        "further left join",
                        "SELECT COUNT(o." + key + "{bounds}) FROM (SELECT {p} AS p" + rows + ") AS q LEFT JOIN " + more
                                + " ON o." + key + " = q.p"),
                rule(
                        "further join in WHERE",
                        "SELECT COUNT(*{bounds}) FROM " + more + ", (SELECT {p} AS p" + rows + ") AS q WHERE q.p = o."
                                + key),
                rule("IN", "SELECT COUNT(*{bounds})" + rows + " AND {p} IN (SELECT o." + key + " FROM " + more + ")"),
                rule(
                        "NOT IN",
                        "SELECT COUNT(*{bounds})" + rows + " AND {p} NOT IN (SELECT o." + key + " FROM " + more
                                + " WHERE o." + key + " > 2)"),
                rule(
                        "inside of IN",
                        "SELECT COUNT(*{bounds}) FROM " + more + " WHERE o." + key + " IN (SELECT {p}" + rows + ")"),
                rule(
                        "EXISTS",
                        "SELECT COUNT(*{bounds})" + rows + " AND EXISTS (SELECT 1 FROM " + more + " WHERE o." + key
                                + " = {p})"),
                rule(
                        "NOT EXISTS",
                        "SELECT COUNT(*{bounds})" + rows + " AND NOT EXISTS (SELECT 1 FROM " + more + " WHERE {p} = o."
                                + key + ")"),
                rule(
                        "scalar",
                        "SELECT n, COUNT(*{bounds}) FROM (SELECT (SELECT COUNT(*) FROM " + more + " WHERE o." + key
                                + " = {p}) AS n" + rows + ") AS q GROUP BY n"),
                rule(
                        "LATERAL",
                        "SELECT COUNT(*{bounds}) FROM (SELECT {p} AS p, a.x" + rows
                                + ") AS q, LATERAL (SELECT 1 AS i FROM " + more + " WHERE o." + key + " = q.p) AS l"),
                rule(
                        "aggregated LATERAL",
                        "SELECT n, COUNT(*{bounds}) FROM (SELECT l.n FROM (SELECT {p} AS p" + rows
                                + ") AS q LEFT JOIN LATERAL (SELECT COUNT(*) AS n FROM " + more + " WHERE q.p = o."
                                + key
                                + ") AS l ON TRUE) AS z GROUP BY n"),
                rule("people", "SELECT COUNT(DISTINCT {p})" + rows),
                rule("people by group", "SELECT a.x, COUNT(DISTINCT {p})" + rows + " GROUP BY a.x"),
                rule(
                        "public groups",
                        "SELECT pub.k, COUNT(DISTINCT q.p) FROM pub LEFT JOIN (SELECT {p} AS p, a.x AS k" + rows
                                + ") AS q ON pub.k = q.k GROUP BY pub.k"),
                rule(
                        "public groups by name",
                        "SELECT k, COUNT(DISTINCT p) FROM (SELECT {p} AS p, a.x AS k" + rows
                                + ") AS q RIGHT JOIN pub USING (k) GROUP BY k HAVING k > 0 ORDER BY k")));
        for (String operation : List.of("UNION", "INTERSECT", "EXCEPT", "UNION ALL", "INTERSECT ALL", "EXCEPT ALL")) {
            rules.add(rule(
                    operation,
                    "SELECT COUNT(*{bounds}) FROM (SELECT {p} AS p" + rows + " " + operation + " SELECT o." + key
                            + " FROM " + more + ") AS q"));
        }
        return rules;
    }
}
