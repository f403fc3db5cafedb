package io.tacit.engine.randomqueries;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * The private aggregation of a query.
 *
 * @param rows what it reads
 * @param keys empty for one row of everything
 * @param clause whether it is written with SELECT WITH DIFFERENTIAL_PRIVACY
 * @param limits of one person's contribution
 * @param options further ones of the clause, each with a comma before it
 */
record Release(
        Rows rows,
        Optional<Expression> where,
        List<Block.Item> keys,
        List<Measure> measures,
        boolean clause,
        Limits limits,
        String options) {
    /** With groups selected by Laplace noise, and nothing else asked for. */
    Release(
            Rows rows,
            Optional<Expression> where,
            List<Block.Item> keys,
            List<Measure> measures,
            boolean clause,
            Limits limits) {
        this(rows, where, keys, measures, clause, limits, ", group_selection_strategy = LAPLACE_THRESHOLD");
    }

    /** Stands for how many groups a person may be in, which is known once the tables are. */
    static final String GROUPS = "{groups}";

    /** Stands for how many people a group needs, which is known once the release is planned. */
    static final String THRESHOLD = "{threshold}";

    /** The same with other options. */
    Release with(String more) {
        return new Release(rows, where, keys, measures, clause, limits, more);
    }

    private String clauseText() {
        return "WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = " + GROUPS + ", max_rows_per_group = "
                + limits.weight() + options + ") ";
    }

    /** The same for each person: with the person among the keys, a group is one person's. Only a clause may say so. */
    Optional<Release> perPerson() {
        Optional<Field> person = rows.identified(Field.Identity.PERSON);
        if (!clause || person.isEmpty()) {
            return Optional.empty();
        }
        List<Block.Item> more = new ArrayList<>(keys);
        more.removeIf(key -> key.expression().equals(new Expression.Reference(person.get())));
        more.add(new Block.Item(new Expression.Reference(person.get()), "whose"));
        return options.contains("leftovers")
                ? Optional.empty()
                : Optional.of(new Release(rows, where, more, measures, true, limits, options));
    }

    List<Field> outputs() {
        List<Field> outputs = new ArrayList<>();
        keys.forEach(key -> outputs.add(key.field()));
        measures.forEach(measure -> outputs.add(measure.field()));
        return outputs;
    }

    /** As the analyst writes it, up to GROUP BY. */
    String tacit() {
        List<String> columns = new ArrayList<>();
        keys.forEach(key -> columns.add(key.text(Dialect.TACIT)));
        measures.forEach(measure -> columns.add(measure.tacit() + " AS " + measure.name()));
        String group = String.join(
                ", ", keys.stream().map(k -> k.expression().text(Dialect.TACIT)).toList());
        return "SELECT " + (clause ? clauseText() : "") + String.join(", ", columns)
                + Block.fromWhere(rows, where, Dialect.TACIT) + (keys.isEmpty() ? "" : " GROUP BY " + group);
    }

    /** The one measure of a release without keys that is about a row outside; with a clause, groups are selected. */
    String plainOfOneGroup() {
        if (!clause) {
            return plain();
        }
        Measure only = measures.get(0);
        return plain().replaceFirst(
                        "^SELECT (.*?) AS " + only.name() + " FROM",
                        "SELECT CASE WHEN COUNT(DISTINCT unit_) >= " + Matcher.quoteReplacement(THRESHOLD) + " THEN $1 "
                                + only.ofNoGroup() + "END AS " + only.name() + " FROM");
    }

    /** The same without privacy, but for groups of few people. */
    String plain() {
        List<String> columns = new ArrayList<>(keyNames());
        for (int i = 0; i < measures.size(); i++) {
            columns.add(measures.get(i).plain("a" + i + "_", "p" + i + "_") + " AS "
                    + measures.get(i).name());
        }
        List<String> ofPeople = new ArrayList<>(List.of("*"));
        for (int i = 0; i < measures.size(); i++) {
            int index = i;
            String column = "a" + i + "_";
            String partition = "PARTITION BY " + String.join(", ", personAndKeys());
            measures.get(i).perPerson(column, partition).ifPresent(p -> ofPeople.add(p + " AS p" + index + "_"));
        }
        return "SELECT " + String.join(", ", columns) + " FROM (SELECT " + String.join(", ", ofPeople) + " FROM ("
                + values()
                + ") AS v_) AS w_"
                + (keys.isEmpty()
                        ? ""
                        : " GROUP BY " + String.join(", ", keyNames()) + " HAVING COUNT(DISTINCT unit_) >= "
                                + THRESHOLD);
    }

    /** How many groups the person in most groups is in. */
    String mostGroups() {
        String columns = String.join(", ", personAndKeys());
        return "SELECT COALESCE(MAX(n_), 1) FROM (SELECT COUNT(*) AS n_ FROM (SELECT DISTINCT " + columns + " FROM ("
                + values() + ") AS v_) AS d_ GROUP BY unit_) AS g_";
    }

    /** A row's person, keys and values. NaN and the second zero are no keys. */
    private String values() {
        List<String> columns = new ArrayList<>(List.of(rows.unit().orElseThrow() + " AS unit_"));
        for (Block.Item key : keys) {
            String text = key.expression().text(Dialect.PLAIN);
            columns.add((key.expression().kind() == Kind.REAL
                            ? "CASE WHEN NOT isnan(" + text + ") THEN " + text + " + 0.0 END"
                            : text)
                    + " AS " + key.name());
        }
        for (int i = 0; i < measures.size(); i++) {
            columns.add(measures.get(i).value() + " AS a" + i + "_");
        }
        return "SELECT " + String.join(", ", columns) + Block.fromWhere(rows, where, Dialect.PLAIN);
    }

    private List<String> keyNames() {
        return keys.stream().map(Block.Item::name).toList();
    }

    private List<String> personAndKeys() {
        List<String> columns = new ArrayList<>(List.of("unit_"));
        columns.addAll(keyNames());
        return columns;
    }
}
