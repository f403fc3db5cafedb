package io.tacit.engine.randomqueries;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The private aggregation of a query.
 *
 * @param rows what it reads
 * @param keys empty for one row of everything
 * @param clause whether it is written with SELECT WITH DIFFERENTIAL_PRIVACY
 */
record Release(Rows rows, Optional<Expression> where, List<Block.Item> keys, List<Measure> measures, boolean clause) {
    /** Stands for how many groups a person may be in, which is known once the tables are. */
    static final String GROUPS = "{groups}";

    /** Stands for how many people a group needs, which is known once the release is planned. */
    static final String THRESHOLD = "{threshold}";

    private static final String OPTIONS = "WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = " + GROUPS
            + ", max_rows_per_group = 100000, group_selection_strategy = LAPLACE_THRESHOLD) ";

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
        return "SELECT " + (clause ? OPTIONS : "") + String.join(", ", columns)
                + Block.fromWhere(rows, where, Dialect.TACIT) + (keys.isEmpty() ? "" : " GROUP BY " + group);
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
