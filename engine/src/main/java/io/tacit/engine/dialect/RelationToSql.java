package io.tacit.engine.dialect;

import io.tacit.engine.dialect.duckdb.DuckDbAggregates;
import io.tacit.engine.dialect.duckdb.DuckDbArrays;
import io.tacit.engine.dialect.duckdb.DuckDbLiterals;
import io.tacit.engine.dialect.duckdb.DuckDbTypes;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.refusal.StopPlanning;
import io.tacit.engine.sql.AnalyzedQuery;
import io.tacit.engine.sql.FieldLengths;
import io.tacit.engine.sql.TextLengths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
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
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/**
 * Prints relations as DuckDB's SQL, with aliases t1, t2, … that occur once in a statement and columns c0, c1, … by
 * position. No name of the analyst's survives but those of tables and their columns, every one of them behind an alias,
 * so nothing can be captured.
 *
 * <p>Relations that one SELECT can express share it: a projection of a filter of a join of tables is printed as people
 * write it. What is put in the place of a column is never more than another column, so that a text does not grow by it.
 *
 * <p>An instance prints one statement: whoever puts several texts into one statement prints all of them with the same
 * instance, so that aliases stay different. Not safe for use by several threads.
 */
public final class RelationToSql {
    /** Of a whole statement. */
    private static final int MAX_CHARACTERS = 10_000_000;

    private static final Pattern ALIAS = Pattern.compile("[tT][0-9]+");

    private final DuckDbAggregates aggregates;
    private final Function<RelNode, @Nullable Position> places;
    private final Map<CorrelationId, List<String>> outers = new HashMap<>();
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
     * @throws Refusal for the first of it, with the nearest known place
     */
    public static void check(AnalyzedQuery query) {
        String unused = new RelationToSql(DuckDbAggregates.UNCHECKED, query::positionOf).sql(query.relation());
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
        StopPlanning.check();
        try {
            return text(relation);
        } catch (Refusal refusal) {
            throw refusal.at(places.apply(relation));
        }
    }

    /**
     * The relation with columns of the caller's.
     *
     * @param columns from the text of each of the relation's fields a list of columns with their names
     */
    public String select(RelNode relation, Function<IntFunction<String>, List<String>> columns) {
        if (relation instanceof Project project && !sharesSelect(project) && mayBeInPlace(project, columns)) {
            SelectBody input = body(project.getInput(), project);
            List<String> list = columns.apply(
                    field -> scalar(project.getProjects().get(field), project.getInput(), input.fields()));
            return "SELECT " + String.join(", ", list) + input.text();
        }
        SelectBody body = body(relation);
        return "SELECT " + String.join(", ", columns.apply(body.fields()::get)) + body.text();
    }

    /** An expression is written in the place of a column that is read once, so that nothing is computed twice. */
    private static boolean mayBeInPlace(Project project, Function<IntFunction<String>, List<String>> columns) {
        List<RexNode> expressions = project.getProjects();
        String text = String.join(" ", columns.apply(field -> "<" + field + ">"));
        return IntStream.range(0, expressions.size())
                .allMatch(field -> expressions.get(field) instanceof RexInputRef
                        || text.indexOf("<" + field + ">") == text.lastIndexOf("<" + field + ">"));
    }

    private String text(RelNode relation) {
        if (relation instanceof Values values && values.getTuples().isEmpty()) {
            return noRows(values);
        }
        if (relation instanceof SetOp setOp) {
            return setOperation(setOp);
        }
        if (relation instanceof Project project) {
            return project(project);
        }
        if (relation instanceof Aggregate aggregate) {
            return aggregate(aggregate);
        }
        if (relation instanceof Uncollect uncollect) {
            SelectBody input = body(uncollect.getInput(), uncollect);
            return DuckDbArrays.unnest(uncollect, input.fields().get(0), input.text());
        }
        if (relation instanceof Sort sort) {
            SelectBody input = body(sort.getInput(), sort);
            return input.select() + SortSql.suffix(sort, input.fields()::get);
        }
        if (sharesSelect(relation)) {
            return body(relation).select();
        }
        throw new Refusal(
                ErrorCode.INVALID_QUERY,
                "This kind of relation is not accepted.",
                "Use SELECT, JOIN, GROUP BY and UNION.");
    }

    /** Whether {@link #body} goes on below such a relation. */
    private static boolean sharesSelect(RelNode relation) {
        return relation instanceof TableScan
                || relation instanceof Values values && !values.getTuples().isEmpty()
                || relation instanceof Join
                || relation instanceof Correlate
                || relation instanceof Filter
                || relation instanceof Project project
                        && !project.getProjects().isEmpty()
                        && project.getProjects().stream().allMatch(RexInputRef.class::isInstance);
    }

    /** The relation's rows as what follows the list of a SELECT. Its fields are columns of aliases, never expressions. */
    private SelectBody body(RelNode relation) {
        if (!sharesSelect(relation)) {
            return nested(relation);
        }
        try {
            return sharedBody(relation);
        } catch (Refusal refusal) {
            throw refusal.at(places.apply(relation));
        }
    }

    private SelectBody sharedBody(RelNode relation) {
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
        if (relation instanceof Filter filter) {
            SelectBody input = body(filter.getInput(), filter);
            List<String> conditions = RelOptUtil.conjunctions(filter.getCondition()).stream()
                    .map(condition -> scalar(condition, filter.getInput(), input.fields()))
                    .toList();
            boolean simple = RexUtil.SubQueryFinder.find(filter.getCondition()) == null;
            return input.where(conditions.isEmpty() ? List.of("TRUE") : conditions, simple);
        }
        Project project = (Project) relation;
        SelectBody input = body(project.getInput(), project);
        return input.columns(project.getProjects().stream()
                .map(reference -> input.fields().get(((RexInputRef) reference).getIndex()))
                .toList());
    }

    /** The input of a relation whose expressions may speak of the input's row in their subqueries. */
    private SelectBody body(RelNode input, RelNode reader) {
        SelectBody body = body(input);
        for (CorrelationId variable : reader.getVariablesSet()) {
            outers.put(variable, body.fields());
        }
        return body;
    }

    /** The relation as a SELECT of its own, in brackets. */
    private SelectBody nested(RelNode relation) {
        String alias = alias();
        return SelectBody.nested(sql(relation), alias, relation.getRowType().getFieldCount());
    }

    /** An alias that this statement does not use yet. */
    public String alias() {
        aliases++;
        return "t" + aliases;
    }

    /** An expression over an input's fields; total, and exactly of its type. */
    private String scalar(RexNode expression, RelNode input, List<String> fields) {
        return new ScalarToSql(this, fields::get, field -> lengths.of(input, field)).print(expression);
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
        List<String> outer = outers.get(variable);
        if (outer == null) {
            throw new Refusal(
                    ErrorCode.SUBQUERY,
                    "This subquery uses a column from a place that it cannot see.",
                    "Write it as a join.");
        }
        return outer.get(field);
    }

    /** The relation's single value; NULL where it has no row or several, which would be an error otherwise. */
    String scalar(RelNode relation) {
        if (hasOneRow(relation)) {
            return sql(relation);
        }
        SelectBody body = body(relation);
        return "SELECT CASE WHEN COUNT(*) = 1 THEN ANY_VALUE(" + body.fields().get(0) + ") END" + body.text();
    }

    /** The relation with its columns converted to types of these names. */
    String sqlAs(RelNode relation, List<String> types) {
        List<String> own = types(relation).stream().map(DuckDbTypes::name).toList();
        if (own.equals(types)) {
            return sql(relation);
        }
        SelectBody body = body(relation);
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            RelDataType type = relation.getRowType().getFieldList().get(i).getType();
            columns.add(DuckDbTypes.convert(body.fields().get(i), type, types.get(i)));
        }
        return body.select(columns);
    }

    private static boolean hasOneRow(RelNode relation) {
        if (relation instanceof Project project) {
            return hasOneRow(project.getInput());
        }
        return relation instanceof Aggregate aggregate
                && aggregate.getGroupSet().isEmpty()
                && aggregate.getGroupSets().size() == 1;
    }

    private SelectBody scan(TableScan scan) {
        List<String> path = scan.getTable().getQualifiedName();
        String alias = alias();
        List<String> names = scan.getRowType().getFieldNames();
        SelectBody table = SelectBody.of(DuckDbLiterals.name(path.get(path.size() - 1)), alias, names);
        // In a subquery DuckDB takes t1.c0 for a part of a column t1, before it looks for an outer alias.
        boolean isLikeAlias =
                names.stream().anyMatch(name -> ALIAS.matcher(name).matches());
        return isLikeAlias ? SelectBody.nested(table.select(table.fields()), alias(), names.size()) : table;
    }

    private static String noRows(Values values) {
        List<String> columns = new ArrayList<>();
        for (RelDataType type : types(values)) {
            columns.add("CAST(NULL AS " + DuckDbTypes.name(type) + ") AS c" + columns.size());
        }
        return "SELECT " + String.join(", ", columns) + " WHERE FALSE";
    }

    private SelectBody values(Values values) {
        List<RelDataType> types = types(values);
        List<String> rows = new ArrayList<>();
        for (List<RexLiteral> tuple : values.getTuples()) {
            List<String> row = new ArrayList<>();
            for (int i = 0; i < tuple.size(); i++) {
                row.add(new ScalarToSql(this, field -> "", field -> TextLengths.UNKNOWN)
                        .printAs(tuple.get(i), types.get(i)));
            }
            rows.add("(" + String.join(", ", row) + ")");
        }
        return SelectBody.ofValues(rows, alias(), types.size());
    }

    private SelectBody join(Join join) {
        JoinRelType kind = join.getJoinType();
        SelectBody left = body(join.getLeft());
        SelectBody right = body(join.getRight());
        if (!left.mayWait(kind == JoinRelType.INNER || kind == JoinRelType.LEFT)) {
            left = left.nestedAs(alias());
        }
        if (right.isJoin() || !right.mayWait(kind == JoinRelType.INNER || kind == JoinRelType.RIGHT)) {
            right = right.nestedAs(alias());
        }
        List<String> fields = SelectBody.both(left, right);
        for (CorrelationId variable : join.getVariablesSet()) {
            outers.put(variable, fields);
        }
        String condition =
                new ScalarToSql(this, fields::get, field -> lengths.of(join, field)).print(join.getCondition());
        return left.join(kind(kind) + " JOIN", right, condition);
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

    private SelectBody correlate(Correlate correlate) {
        SelectBody left = body(correlate.getLeft());
        if (!left.mayWait(true)) {
            left = left.nestedAs(alias());
        }
        outers.put(correlate.getCorrelationId(), left.fields());
        return left.join(kind(correlate.getJoinType()) + " JOIN LATERAL", nested(correlate.getRight()), "TRUE");
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
        String order = "";
        SelectBody input;
        if (project.getInput() instanceof Sort sort && !project.containsOver()) {
            input = body(sort.getInput(), project);
            order = SortSql.suffix(sort, input.fields()::get);
        } else {
            input = body(project.getInput(), project);
        }
        List<String> columns = project.getProjects().stream()
                .map(expression -> scalar(expression, project.getInput(), input.fields()))
                .toList();
        return (columns.isEmpty() ? "SELECT 1 AS c0" + input.text() : input.select(columns)) + order;
    }

    private String aggregate(Aggregate aggregate) {
        SelectBody input = body(aggregate.getInput(), aggregate);
        return aggregates.select(aggregate, types(aggregate.getInput()), input.fields()::get, input.text());
    }

    private static List<RelDataType> types(RelNode relation) {
        return relation.getRowType().getFieldList().stream()
                .map(field -> field.getType())
                .toList();
    }
}
