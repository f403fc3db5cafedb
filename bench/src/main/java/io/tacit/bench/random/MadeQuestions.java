package io.tacit.bench.random;

import io.tacit.bench.random.MadeColumn.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Draws questions about a data set. */
final class MadeQuestions {
    private static final int FEW_DAYS = 400;
    private static final int FEW_PEOPLE = 1_000;
    private static final int MANY_PEOPLE = 10_000;

    private final MadeData data;

    MadeQuestions(MadeData data) {
        this.data = data;
    }

    /** What is asked about: tables that are joined by their keys. */
    private record From(String sql, Optional<String> person, List<MadeColumn> columns, boolean joins) {}

    MadeQuestion next(Draw draw) {
        From from = from(draw);
        List<String> shapes = new ArrayList<>(List.of(people()));
        if (from.joins()) {
            shapes.add("joins");
        }
        MadeConditions conditions = new MadeConditions(draw, from.columns());
        List<String> keys = keys(draw, from.columns(), shapes);
        MadeTerm.Drawn drawn = new MadeTerm.Drawn(draw, from.person(), from.columns(), conditions);
        List<MadeTerm> terms = new ArrayList<>();
        for (int i = draw.of(List.of(1, 1, 2, 2, 3)); i > 0; i--) {
            terms.add(drawn.next());
        }
        String where = "";
        if (draw.chance(0.25)) {
            shapes.add("WHERE");
            where = " WHERE " + conditions.next();
            where += draw.chance(0.3) ? " AND " + conditions.next() : "";
        }
        String end = keys.isEmpty() ? "" : end(draw, shapes);
        // What was thought of later is drawn last, so that other questions of a seed stay what they were.
        if (keys.size() == 1 && draw.chance(0.12)) {
            shapes.removeIf(shape -> shape.startsWith("GROUP BY"));
            shapes.add("GROUP BY an expression");
            keys.set(0, "CASE WHEN " + conditions.next() + " THEN 'yes' ELSE 'no' END");
        }
        boolean totals = keys.size() == 2
                && from.columns().stream().noneMatch(column -> isNullIn(keys, column))
                && draw.chance(0.4);
        if (totals) {
            shapes.add("ROLLUP");
            end = "";
        }
        String ofAllGroups = select(from, keys, terms, where, totals);
        return new MadeQuestion(
                ofAllGroups + end,
                ofAllGroups,
                keys.size(),
                terms.stream().map(MadeTerm::kind).toList(),
                shapes);
    }

    /** Whether a key may be NULL, as it is in totals, for this column. */
    private static boolean isNullIn(List<String> keys, MadeColumn column) {
        return column.hasNulls() && keys.stream().anyMatch(key -> key.contains(column.name()));
    }

    private static String select(From from, List<String> keys, List<MadeTerm> terms, String where, boolean totals) {
        StringBuilder sql = new StringBuilder("SELECT ");
        for (int i = 0; i < keys.size(); i++) {
            sql.append(keys.get(i)).append(" AS k").append(i + 1).append(", ");
        }
        for (int i = 0; i < terms.size(); i++) {
            sql.append(i == 0 ? "" : ", ")
                    .append(terms.get(i).sql())
                    .append(" AS a")
                    .append(i + 1);
        }
        sql.append(" FROM ").append(from.sql()).append(where);
        if (!keys.isEmpty()) {
            String groups = String.join(", ", keys);
            sql.append(" GROUP BY ").append(totals ? "ROLLUP (" + groups + ")" : groups);
        }
        return sql.toString();
    }

    private String people() {
        if (data.people() < FEW_PEOPLE) {
            return "fewer than 1,000 people";
        }
        return data.people() < MANY_PEOPLE ? "1,000 to 10,000 people" : "10,000 people or more";
    }

    /** What chooses rows of the answer; empty for all. */
    private static String end(Draw draw, List<String> shapes) {
        String end = "";
        if (draw.chance(0.12)) {
            shapes.add("HAVING");
            end = " HAVING COUNT(*) > " + draw.of(List.of(20, 100, 500));
        }
        if (draw.chance(0.18)) {
            shapes.add("ORDER BY … LIMIT");
            end += " ORDER BY a1 DESC LIMIT " + draw.of(List.of(3, 5, 10, 20));
        }
        return end;
    }

    private From from(Draw draw) {
        MadeTable events = data.tables().get(0);
        List<From> all = new ArrayList<>();
        From alone = new From("events e", Optional.of("e.person"), events.columns(), false);
        all.addAll(List.of(alone, alone, alone));
        for (MadeTable other : data.tables().subList(1, data.tables().size())) {
            List<MadeColumn> both = new ArrayList<>(events.columns());
            both.addAll(other.columns());
            String key = switch (other.name()) {
                case MadeData.PEOPLE -> MadeData.PERSON;
                case MadeData.ITEMS -> MadeData.EVENT;
                default -> MadeData.PLACE;
            };
            all.add(new From(
                    "events e JOIN " + other.name() + " o ON e." + key + " = o." + key,
                    Optional.of("e.person"),
                    both,
                    true));
            if (other.name().equals(MadeData.PEOPLE)) {
                all.add(new From("people p", Optional.of("p.person"), other.columns(), false));
            }
        }
        From chosen = draw.of(all);
        // Keys stand in two tables and are ambiguous; columns without a value cannot be asked about.
        List<MadeColumn> columns = chosen.columns().stream()
                .filter(column -> column.role() != Role.KEY)
                .filter(column -> !chosen.joins() || !column.name().equals(MadeData.PLACE))
                .collect(Collectors.toList());
        return new From(chosen.sql(), chosen.person(), columns, chosen.joins());
    }

    private static List<String> keys(Draw draw, List<MadeColumn> columns, List<String> shapes) {
        int many = draw.of(List.of(0, 0, 1, 1, 1, 1, 2));
        List<MadeColumn> usable =
                columns.stream().filter(column -> column.role() != Role.AMOUNT).toList();
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            MadeColumn column = draw.of(usable);
            boolean time = column.role() == Role.DAY || column.role() == Role.TIME;
            String key = time ? ofTime(draw, column) : column.name();
            if (!keys.contains(key)) {
                keys.add(key);
                shapes.add(time ? "GROUP BY a time" : "GROUP BY a code");
            }
        }
        if (keys.isEmpty()) {
            shapes.add("one row");
        }
        return keys;
    }

    private static String ofTime(Draw draw, MadeColumn column) {
        String name = column.name();
        List<String> forms = new ArrayList<>(List.of(
                "DATE_TRUNC('month', " + name + ")",
                "DATE_TRUNC('month', " + name + ")",
                "DATE_TRUNC('week', " + name + ")",
                "DATE_TRUNC('year', " + name + ")",
                "EXTRACT(YEAR FROM " + name + ")",
                "EXTRACT(MONTH FROM " + name + ")"));
        if (column.role() == Role.TIME) {
            forms.add("EXTRACT(HOUR FROM " + name + ")");
            forms.add("DATE_TRUNC('day', " + name + ")");
        } else if (column.samples().stream().distinct().count() < FEW_DAYS / 2) {
            forms.add(name);
        }
        return draw.of(forms);
    }
}
