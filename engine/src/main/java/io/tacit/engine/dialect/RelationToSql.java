package io.tacit.engine.dialect;

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
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Prints relations as a statement in a dialect, with aliases t1, t2, … that occur once in a statement and columns c0,
 * c1, … by position. No name of the analyst's survives but those of tables and their columns, every one of them behind
 * an alias, so nothing can be captured.
 *
 * <p>Relations that one SELECT can express share it: a projection of a filter of a join of tables is printed as people
 * write it. What is put in the place of a column is never more than another column, so that a text does not grow by it.
 *
 * <p>An instance prints one statement: whoever puts several texts into one statement prints all of them with the same
 * instance, so that aliases stay different. Not safe for use by several threads.
 */
public final class RelationToSql {
    /** The most characters of a whole statement. */
    private static final int MAX_CHARACTERS = 10_000_000;

    private final Dialect dialect;
    private final FloatingSums sums;
    private final boolean checkOnly;
    private final Function<RelNode, @Nullable Position> places;
    private final RelationBodies bodies = new RelationBodies(this);
    private final Map<CorrelationId, List<String>> outers = new HashMap<>();
    private final FieldLengths lengths = new FieldLengths();
    private int aliases;
    private long built;

    private RelationToSql(
            Dialect dialect, FloatingSums sums, boolean checkOnly, Function<RelNode, @Nullable Position> places) {
        this.dialect = dialect;
        this.sums = sums;
        this.checkOnly = checkOnly;
        this.places = places;
    }

    /** Prints relations over people's rows, in the dialect of the engine that holds them. Floating sums are exact. */
    public static RelationToSql overPeople(Dialect dialect) {
        return new RelationToSql(dialect, FloatingSums.EXACT, false, relation -> null);
    }

    /** Prints relations over released and public rows, with the engine's own sums of floating numbers. */
    public static RelationToSql overReleased(Dialect dialect) {
        return new RelationToSql(dialect, FloatingSums.NATIVE, false, relation -> null);
    }

    /**
     * Refuses what cannot be printed, while its place in the text is still known.
     *
     * @throws Refusal for the first of it, with the nearest known place
     */
    public static void check(Dialect dialect, AnalyzedQuery query) {
        String unused = new RelationToSql(dialect, FloatingSums.NATIVE, true, query::positionOf).sql(query.relation());
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
            throw placed(refusal, relation);
        }
    }

    /**
     * The relation as a SELECT with columns that the caller chooses.
     *
     * @param columns from the text of each of the relation's fields a list of columns with their names
     */
    public String select(RelNode relation, Function<IntFunction<String>, List<String>> columns) {
        if (relation instanceof Project project
                && !RelationBodies.sharesSelect(project)
                && mayBeInPlace(project, columns)) {
            SelectBody input = bodies.body(project.getInput(), project);
            List<String> list = columns.apply(
                    field -> scalar(project.getProjects().get(field), project.getInput(), input.fields()));
            return "SELECT " + String.join(", ", list) + input.text();
        }
        SelectBody body = bodies.body(relation);
        return "SELECT " + String.join(", ", columns.apply(body.fields()::get)) + body.text();
    }

    /**
     * Whether expressions may be written in the place of columns: only if each is read once, so that nothing is
     * computed twice.
     */
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
            SelectBody input = bodies.body(uncollect.getInput(), uncollect);
            return dialect.arrays().unnest(uncollect, input.fields().get(0), input.text());
        }
        if (relation instanceof Sort sort) {
            SelectBody input = bodies.body(sort.getInput(), sort);
            return input.select() + SortSql.suffix(sort, input.fields()::get);
        }
        if (RelationBodies.sharesSelect(relation)) {
            return bodies.body(relation).select();
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

    /** An expression over an input's fields; total, and exactly of its type. */
    String scalar(RexNode expression, RelNode input, List<String> fields) {
        return new ScalarToSql(this, fields::get, field -> lengths.of(input, field)).print(expression);
    }

    /** A part of a filter over an input's fields: what holds for a row keeps it, and NULL drops it as FALSE does. */
    String condition(RexNode expression, RelNode input, List<String> fields) {
        return new ScalarToSql(this, fields::get, field -> lengths.of(input, field)).printCondition(expression);
    }

    /** A constant as a value of a type. */
    String constant(RexLiteral literal, RelDataType type) {
        return new ScalarToSql(this, field -> "", field -> TextLengths.UNKNOWN).printAs(literal, type);
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

    /** The dialect of this statement. */
    public Dialect dialect() {
        return dialect;
    }

    /** The aggregates of this statement. */
    AggregateSql aggregates() {
        return dialect.aggregates(sums);
    }

    /** A refusal with the place of a relation, if it has no place yet. */
    Refusal placed(Refusal refusal, RelNode relation) {
        return refusal.at(places.apply(relation));
    }

    /** Lets subqueries refer to a row with these fields from here on. */
    void outer(CorrelationId variable, List<String> fields) {
        outers.put(variable, fields);
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
        SelectBody body = bodies.body(relation);
        String value = aggregates().any(body.fields().get(0), types(relation).get(0));
        return "SELECT CASE WHEN COUNT(*) = 1 THEN " + value + " END" + body.text();
    }

    /** The relation with its columns converted to types of these names. */
    String sqlAs(RelNode relation, List<String> types) {
        List<String> own = types(relation).stream().map(dialect.types()::name).toList();
        if (own.equals(types)) {
            return sql(relation);
        }
        SelectBody body = bodies.body(relation);
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            RelDataType type = relation.getRowType().getFieldList().get(i).getType();
            columns.add(dialect.types().convert(body.fields().get(i), type, types.get(i)));
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

    private String noRows(Values values) {
        List<String> columns = new ArrayList<>();
        for (RelDataType type : types(values)) {
            columns.add("CAST(NULL AS " + dialect.types().name(type) + ") AS c" + columns.size());
        }
        return "SELECT " + String.join(", ", columns) + " WHERE FALSE";
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
        List<String> types = types(setOp).stream().map(dialect.types()::name).toList();
        List<String> branches = new ArrayList<>();
        for (RelNode input : setOp.getInputs()) {
            branches.add("(" + sqlAs(input, types) + ")");
        }
        return String.join(" " + word + (setOp.all ? " ALL " : " "), branches);
    }

    /**
     * Prints a projection over a sort as one SELECT, which keeps the sort's order; but windows must see only the rows
     * that the sort's LIMIT leaves.
     */
    private String project(Project project) {
        String order = "";
        SelectBody input;
        if (project.getInput() instanceof Sort sort && !project.containsOver()) {
            input = bodies.body(sort.getInput(), project);
            order = SortSql.suffix(sort, input.fields()::get);
        } else {
            input = bodies.body(project.getInput(), project);
        }
        List<String> columns = project.getProjects().stream()
                .map(expression -> scalar(expression, project.getInput(), input.fields()))
                .toList();
        return (columns.isEmpty() ? "SELECT 1 AS c0" + input.text() : input.select(columns)) + order;
    }

    private String aggregate(Aggregate aggregate) {
        SelectBody input = bodies.body(aggregate.getInput(), aggregate);
        return new GroupBySql(aggregates(), types(aggregate.getInput()), input.fields()::get)
                .select(aggregate, input.text(), checkOnly);
    }

    static List<RelDataType> types(RelNode relation) {
        return relation.getRowType().getFieldList().stream()
                .map(field -> field.getType())
                .toList();
    }
}
