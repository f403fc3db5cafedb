package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Prints relations as DuckDB's SQL: one SELECT for each relation, aliases t1, t2, … that occur once in a statement,
 * columns c0, c1, … by position. No name of the analyst's survives but those of tables and their columns, so nothing
 * can be captured.
 *
 * <p>An instance prints one statement: whoever puts several texts into one statement prints all of them with the same
 * instance, so that aliases stay different. Not safe for use by several threads.
 */
public final class RelationToSql {
    /** A text that an expression makes is cut after this many characters. */
    public static final int MAX_TEXT = TextLengths.MOST;

    /** Of a whole statement. */
    private static final int MAX_CHARACTERS = 10_000_000;

    /** Where an outer row's fields stand: the first {@code split} under one alias, the others under the second. */
    private record Outer(String alias, int split, String second) {}

    private final DuckDbAggregates aggregates;
    private final Function<RelNode, @Nullable Position> places;
    private final Map<CorrelationId, Outer> outers = new HashMap<>();
    private final Map<String, RelNode> inputs = new HashMap<>();
    private final FieldLengths lengths = new FieldLengths();
    private int aliases;
    private long built;

    private RelationToSql(DuckDbAggregates aggregates, Function<RelNode, @Nullable Position> places) {
        this.aggregates = aggregates;
        this.places = places;
    }

    /**
     * For relations over people's rows. SUM and AVG of DOUBLE in them are computed in whole multiples of 2^-36 (values
     * beyond ±2^49 count as that), so that one person's sum does not depend on the order of rows.
     */
    public static RelationToSql overPeople() {
        return new RelationToSql(DuckDbAggregates.EXACT, relation -> null);
    }

    /** For relations over released and public rows, where floating sums are as the engine makes them. */
    public static RelationToSql overReleased() {
        return new RelationToSql(DuckDbAggregates.NATIVE, relation -> null);
    }

    /**
     * Finds what could not be printed, while it is still known where it stands in the text.
     *
     * @throws Refusal with the nearest place
     */
    static void check(RelNode relation, Function<RelNode, @Nullable Position> places) {
        String unused = new RelationToSql(DuckDbAggregates.UNCHECKED, places).sql(relation);
        if (unused.length() > MAX_CHARACTERS) {
            throw new Refusal(ErrorCode.TOO_COMPLEX, "This query is too large.", "Split it into several queries.");
        }
    }

    /**
     * The relation as a query with columns c0, c1, …
     *
     * @throws Refusal for what has no total form, such as an unknown function
     */
    public String sql(RelNode relation) {
        try {
            return text(relation);
        } catch (Refusal refusal) {
            throw refusal.at(places.apply(relation));
        }
    }

    private String text(RelNode relation) {
        if (relation instanceof TableScan scan) {
            return scan(scan);
        }
        if (relation instanceof Values values) {
            return values(values);
        }
        if (relation instanceof Join join) {
            return join(join);
        }
        if (relation instanceof Correlate correlate) {
            return correlate(correlate);
        }
        if (relation instanceof SetOp setOp) {
            return setOperation(setOp);
        }
        if (relation instanceof Filter filter) {
            String alias = alias();
            String from = from(filter.getInput(), alias, filter);
            return "SELECT *" + from + " WHERE " + scalar(filter.getCondition(), alias);
        }
        if (relation instanceof Project project) {
            return project(project);
        }
        if (relation instanceof Aggregate aggregate) {
            return aggregate(aggregate);
        }
        if (relation instanceof Uncollect uncollect) {
            String alias = alias();
            return DuckDbArrays.unnest(uncollect, alias, from(uncollect.getInput(), alias, uncollect));
        }
        if (relation instanceof Sort sort) {
            String alias = alias();
            return "SELECT *" + from(sort.getInput(), alias, sort)
                    + SortSql.suffix(sort, field -> column(alias, field));
        }
        throw new Refusal(
                ErrorCode.INVALID_QUERY,
                "This kind of relation is not accepted.",
                "Use SELECT, JOIN, GROUP BY and UNION.");
    }

    /** An alias that this statement does not use yet. */
    public String alias() {
        aliases++;
        return "t" + aliases;
    }

    /** An expression over the columns c0, c1, … of an alias; total, and exactly of its type. */
    public String scalar(RexNode expression, String alias) {
        return new ScalarToSql(this, field -> column(alias, field), field -> length(alias, field)).print(expression);
    }

    private long length(String alias, int field) {
        RelNode input = inputs.get(alias);
        return input == null ? TextLengths.UNKNOWN : lengths.of(input, field);
    }

    /**
     * Adds to the texts that the statement makes of a row. An engine holds those of some thousand rows at once, and its
     * limit of memory does not cover them.
     *
     * @throws Refusal when they are too much
     */
    void build(long characters) {
        built += characters;
        if (built > TextLengths.MOST_IN_A_ROW) {
            throw new Refusal(
                    ErrorCode.TOO_COMPLEX,
                    "The texts that this query makes of one row could be too long together.",
                    "Cut what goes into them, as in LEFT(x, 100), or split it into several queries.");
        }
    }

    /** How this statement adds up. */
    DuckDbAggregates aggregates() {
        return aggregates;
    }

    /** A column of an alias. */
    static String column(String alias, int field) {
        return alias + ".c" + field;
    }

    /** A field of an outer row. */
    String outer(CorrelationId variable, int field) {
        Outer outer = outers.get(variable);
        if (outer == null) {
            throw new Refusal(
                    ErrorCode.SUBQUERY,
                    "This subquery uses a column from a place that it cannot see.",
                    "Write it as a join.");
        }
        return field < outer.split() ? column(outer.alias(), field) : column(outer.second(), field - outer.split());
    }

    /** The relation's single value; NULL where it has no row or several, which would be an error otherwise. */
    String scalar(RelNode relation) {
        if (hasOneRow(relation)) {
            return sql(relation);
        }
        String alias = alias();
        return "SELECT CASE WHEN COUNT(*) = 1 THEN ANY_VALUE(" + column(alias, 0) + ") END FROM (" + sql(relation)
                + ") AS " + alias;
    }

    /** The relation with its columns converted to types of these names. */
    String sqlAs(RelNode relation, List<String> types) {
        List<String> columns = new ArrayList<>();
        String alias = alias();
        boolean same = true;
        for (int i = 0; i < types.size(); i++) {
            String own =
                    DuckDbTypes.name(relation.getRowType().getFieldList().get(i).getType());
            same &= own.equals(types.get(i));
            String column = column(alias, i);
            columns.add((own.equals(types.get(i)) ? column : "TRY_CAST(" + column + " AS " + types.get(i) + ")")
                    + " AS c" + i);
        }
        return same
                ? sql(relation)
                : "SELECT " + String.join(", ", columns) + " FROM (" + sql(relation) + ") AS " + alias;
    }

    private static boolean hasOneRow(RelNode relation) {
        if (relation instanceof Project project) {
            return hasOneRow(project.getInput());
        }
        return relation instanceof Aggregate aggregate
                && aggregate.getGroupSet().isEmpty()
                && aggregate.getGroupSets().size() == 1;
    }

    private String from(RelNode input, String alias, RelNode reader) {
        String text = " FROM (" + sql(input) + ") AS " + alias;
        inputs.put(alias, input);
        for (CorrelationId variable : reader.getVariablesSet()) {
            outers.put(variable, new Outer(alias, Integer.MAX_VALUE, alias));
        }
        return text;
    }

    private String scan(TableScan scan) {
        String alias = alias();
        List<String> path = scan.getTable().getQualifiedName();
        List<String> names = scan.getRowType().getFieldNames();
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            columns.add(alias + "." + DuckDbLiterals.name(names.get(i)) + " AS c" + i);
        }
        return "SELECT " + String.join(", ", columns) + " FROM " + DuckDbLiterals.name(path.get(path.size() - 1))
                + " AS " + alias;
    }

    private String values(Values values) {
        List<RelDataType> types = types(values);
        if (values.getTuples().isEmpty()) {
            List<String> columns = new ArrayList<>();
            for (int i = 0; i < types.size(); i++) {
                columns.add("CAST(NULL AS " + DuckDbTypes.name(types.get(i)) + ") AS c" + i);
            }
            return "SELECT " + String.join(", ", columns) + " WHERE FALSE";
        }
        String alias = alias();
        ScalarToSql scalars = new ScalarToSql(this, field -> column(alias, field), field -> TextLengths.UNKNOWN);
        List<String> rows = new ArrayList<>();
        for (List<RexLiteral> tuple : values.getTuples()) {
            List<String> row = new ArrayList<>();
            for (int i = 0; i < tuple.size(); i++) {
                row.add(scalars.printAs(tuple.get(i), types.get(i)));
            }
            rows.add("(" + String.join(", ", row) + ")");
        }
        String names = String.join(
                ", ", IntStream.range(0, types.size()).mapToObj(i -> "c" + i).toList());
        return "SELECT * FROM (VALUES " + String.join(", ", rows) + ") AS " + alias + "(" + names + ")";
    }

    private String join(Join join) {
        String left = alias();
        String right = alias();
        int split = join.getLeft().getRowType().getFieldCount();
        String text = " FROM (" + sql(join.getLeft()) + ") AS " + left + " " + kind(join.getJoinType()) + " JOIN ("
                + sql(join.getRight()) + ") AS " + right;
        for (CorrelationId variable : join.getVariablesSet()) {
            outers.put(variable, new Outer(left, split, right));
        }
        ScalarToSql condition = new ScalarToSql(
                this,
                field -> field < split ? column(left, field) : column(right, field - split),
                field -> lengths.of(join, field));
        return both(join, left, split, right) + text + " ON " + condition.print(join.getCondition());
    }

    /** Semi and anti joins are never printed: their inner names could capture outer ones. */
    private static String kind(JoinRelType kind) {
        return switch (kind) {
            case INNER -> "INNER";
            case LEFT -> "LEFT";
            case RIGHT -> "RIGHT";
            case FULL -> "FULL";
            default ->
                throw new Refusal(
                        ErrorCode.JOIN_KIND,
                        "This kind of join is not accepted.",
                        "Use JOIN, LEFT JOIN, EXISTS or IN.");
        };
    }

    private String correlate(Correlate correlate) {
        String left = alias();
        String right = alias();
        int split = correlate.getLeft().getRowType().getFieldCount();
        String from = " FROM (" + sql(correlate.getLeft()) + ") AS " + left;
        outers.put(correlate.getCorrelationId(), new Outer(left, split, left));
        return both(correlate, left, split, right) + from + " " + kind(correlate.getJoinType()) + " JOIN LATERAL ("
                + sql(correlate.getRight()) + ") AS " + right + " ON TRUE";
    }

    private static String both(RelNode relation, String left, int split, String right) {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < relation.getRowType().getFieldCount(); i++) {
            columns.add((i < split ? column(left, i) : column(right, i - split)) + " AS c" + i);
        }
        return "SELECT " + String.join(", ", columns);
    }

    private String setOperation(SetOp setOp) {
        String word;
        if (setOp instanceof Union) {
            word = "UNION";
        } else if (setOp instanceof Intersect) {
            word = "INTERSECT";
        } else if (setOp instanceof Minus) {
            word = "EXCEPT";
        } else {
            throw new Refusal(
                    ErrorCode.SET_OPERATION, "This set operation is not accepted.", "Use UNION, INTERSECT or EXCEPT.");
        }
        List<String> types = types(setOp).stream().map(DuckDbTypes::name).toList();
        List<String> branches = new ArrayList<>();
        for (RelNode input : setOp.getInputs()) {
            branches.add("(" + sqlAs(input, types) + ")");
        }
        return String.join(" " + word + (setOp.all ? " ALL " : " "), branches);
    }

    /**
     * A projection over a sort is one SELECT, so that the order is that of the result; but windows must see what the
     * sort's LIMIT leaves.
     */
    private String project(Project project) {
        String alias = alias();
        String order = "";
        String from;
        if (project.getInput() instanceof Sort sort && !project.containsOver()) {
            from = from(sort.getInput(), alias, project);
            order = SortSql.suffix(sort, field -> column(alias, field));
        } else {
            from = from(project.getInput(), alias, project);
        }
        List<String> columns = new ArrayList<>();
        for (RexNode expression : project.getProjects()) {
            columns.add(scalar(expression, alias) + " AS c" + columns.size());
        }
        return "SELECT " + (columns.isEmpty() ? "1 AS c0" : String.join(", ", columns)) + from + order;
    }

    private String aggregate(Aggregate aggregate) {
        String alias = alias();
        String from = from(aggregate.getInput(), alias, aggregate);
        return aggregates.select(aggregate, types(aggregate.getInput()), field -> column(alias, field), from);
    }

    private static List<RelDataType> types(RelNode relation) {
        return relation.getRowType().getFieldList().stream()
                .map(field -> field.getType())
                .toList();
    }
}
