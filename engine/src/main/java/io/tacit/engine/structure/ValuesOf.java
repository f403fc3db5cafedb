package io.tacit.engine.structure;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * At most how many different values a field takes when some values are fixed; one rule for each operator. What the
 * number of rows says of it is added by {@link Facts}.
 */
final class ValuesOf implements RelationCase<ValuesOf.Question, Values> {
    /**
     * The question: a field, and what is fixed.
     *
     * @param field of the relation
     * @param fixed what is fixed in its rows
     */
    record Question(int field, Fixed fixed) {}

    private static final Set<SqlKind> ONE_OF_ITS_VALUES =
            Set.of(SqlKind.MIN, SqlKind.MAX, SqlKind.ANY_VALUE, SqlKind.SINGLE_VALUE);

    private final Facts facts;

    ValuesOf(Facts facts) {
        this.facts = facts;
    }

    /** The values of a declared domain or range; a DOUBLE that is no number becomes NULL. */
    @Override
    public Values scan(TableScan scan, Question question) {
        RelDataType type =
                scan.getRowType().getFieldList().get(question.field()).getType();
        Optional<Column> column = facts.table(scan)
                .flatMap(table -> table.column(scan.getRowType().getFieldNames().get(question.field())));
        Values known = column.flatMap(Column::domain)
                .map(domain -> Values.orNull(Most.of(new HashSet<>(domain.values()).size())))
                .orElse(ofType(type))
                .and(inRange(scan, question.field()));
        boolean present = column.filter(
                        found -> !found.nullable() && found.type().kind() != ColumnType.Kind.DOUBLE)
                .isPresent();
        return present ? known.withoutNull() : known;
    }

    private Values inRange(RelNode relation, int field) {
        RelDataType type = relation.getRowType().getFieldList().get(field).getType();
        return facts.range(relation, field)
                .map(range -> ExpressionValues.within(range, type))
                .orElse(Values.ANY);
    }

    static Values ofType(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.BOOLEAN ? Values.orNull(Most.of(2)) : Values.ANY;
    }

    @Override
    public Values filter(Filter filter, Question question) {
        Conditions conditions = Below.conditions(filter);
        Fixed below = Below.filtered(facts, filter, conditions, question.fixed());
        return left(
                facts,
                filter,
                conditions,
                below,
                RexInputRef.of(question.field(), filter.getInput().getRowType()));
    }

    /** The values of a field that a condition leaves. */
    static Values left(Facts facts, Filter filter, Conditions conditions, Fixed below, RexInputRef field) {
        Values known = facts.values(filter.getInput(), below, field.getIndex());
        known = facts.range(filter, field.getIndex())
                .map(range -> ExpressionValues.within(range, field.getType()))
                .orElse(Values.ANY)
                .and(known);
        Most chosen = conditions.choices().getOrDefault(field, Most.ANY);
        known = known.and(Values.orNull(chosen));
        return conditions.present().contains(field) ? known.withoutNull() : known;
    }

    @Override
    public Values project(Project project, Question question) {
        RelNode input = project.getInput();
        RexNode expression = project.getProjects().get(question.field());
        return facts.values(input, Below.projected(facts, project, question.fixed()), expression);
    }

    @Override
    public Values join(Join join, Question question) {
        JoinSides sides = JoinSides.of(facts, join, question.fixed());
        int width = join.getLeft().getRowType().getFieldCount();
        boolean ofLeft = question.field() < width;
        int field = ofLeft ? question.field() : question.field() - width;
        RelNode own = ofLeft ? join.getLeft() : join.getRight();
        Values known = facts.values(own, ofLeft ? sides.left() : sides.right(), field);
        boolean shownMatched = ofLeft
                ? !join.getJoinType().generatesNullsOnRight()
                : !join.getJoinType().generatesNullsOnLeft();
        if (shownMatched
                && join.getJoinType() != JoinRelType.ANTI
                && !sides.pairs().isEmpty()) {
            known = known.and(throughTheOther(join, sides, ofLeft, field));
        }
        boolean padded = ofLeft
                ? join.getJoinType().generatesNullsOnLeft()
                : join.getJoinType().generatesNullsOnRight();
        return padded ? known.withNull() : known;
    }

    /** The values of a field of one side, counted for each combination of compared values of the other side. */
    private Values throughTheOther(Join join, JoinSides sides, boolean ofLeft, int field) {
        List<RexNode> compared = sides.pairs().stream()
                .map(pair -> ofLeft ? pair.other() : pair.one())
                .toList();
        Most combinations = ofLeft
                ? facts.together(join.getRight(), sides.right(), compared)
                : facts.together(join.getLeft(), sides.left(), compared);
        Most each = ofLeft
                ? facts.values(join.getLeft(), sides.leftOfOneRow(), field).all()
                : facts.values(join.getRight(), sides.rightOfOneRow(), field).all();
        return Values.of(combinations.times(each));
    }

    /** A key takes the values that it has in rows; MIN and MAX take one of them. */
    @Override
    public Values aggregate(Aggregate aggregate, Question question) {
        RelNode input = aggregate.getInput();
        Fixed below = Below.grouped(aggregate, question.fixed());
        if (question.field() < aggregate.getGroupCount()) {
            Values known = facts.values(input, below, aggregate.getGroupSet().nth(question.field()));
            return aggregate.getGroupType() == Aggregate.Group.SIMPLE ? known : known.withNull();
        }
        AggregateCall call = aggregate.getAggCallList().get(question.field() - aggregate.getGroupCount());
        Values known = ofType(call.getType());
        if (ONE_OF_ITS_VALUES.contains(call.getAggregation().getKind())
                && call.getArgList().size() == 1) {
            known = known.and(
                    facts.values(input, below, call.getArgList().get(0)).withNull());
        }
        return call.getAggregation().getKind() == SqlKind.COUNT
                ? known.withoutNull()
                : known.and(inRange(aggregate, question.field()));
    }

    /** The values of a set operation: those of a UNION's branches are added up. */
    @Override
    public Values setOperation(SetOp setOperation, Question question) {
        Values known = facts.values(setOperation.getInput(0), question.fixed(), question.field());
        for (RelNode input :
                setOperation.getInputs().subList(1, setOperation.getInputs().size())) {
            Values ofBranch = facts.values(input, question.fixed(), question.field());
            if (setOperation instanceof Union) {
                known = known.or(ofBranch);
            } else if (setOperation.kind == SqlKind.INTERSECT) {
                known = known.and(ofBranch);
            }
        }
        RelDataType type =
                setOperation.getRowType().getFieldList().get(question.field()).getType();
        return known.and(inRange(setOperation, question.field())).and(ofType(type));
    }

    @Override
    public Values sort(Sort sort, Question question) {
        return facts.values(sort.getInput(), question.fixed(), question.field());
    }

    @Override
    public Values values(org.apache.calcite.rel.core.Values values, Question question) {
        Set<RexLiteral> present = new HashSet<>();
        boolean none = false;
        for (List<RexLiteral> tuple : values.getTuples()) {
            RexLiteral value = tuple.get(question.field());
            none |= value.isNull();
            if (!value.isNull()) {
                present.add(value);
            }
        }
        Values known = Values.orNull(Most.of(present.size()));
        return none ? known : known.withoutNull();
    }

    @Override
    public Values correlate(Correlate correlate, Question question) {
        int width = correlate.getLeft().getRowType().getFieldCount();
        Fixed left = Below.left(question.fixed(), width);
        if (question.field() < width) {
            return facts.values(correlate.getLeft(), left, question.field());
        }
        Fixed right = Below.right(question.fixed(), width);
        int field = question.field() - width;
        Values ofEach = facts.values(correlate.getRight(), right.with(correlate.getCorrelationId()), field);
        Values known = Values.of(facts.rows(correlate.getLeft(), left).times(ofEach.all()))
                .and(ofType(correlate
                        .getRowType()
                        .getFieldList()
                        .get(question.field())
                        .getType()))
                .and(inRange(correlate, question.field()));
        if (!RelOptUtil.getVariablesUsed(correlate.getRight()).contains(correlate.getCorrelationId())) {
            // Otherwise the rows of the right side are those of one row of the left side.
            known = known.and(facts.values(correlate.getRight(), right, field));
        }
        return correlate.getJoinType().generatesNullsOnRight() ? known.withNull() : known;
    }

    @Override
    public Values other() {
        return Values.ANY;
    }
}
