package io.tacit.engine.structure;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** At most how many rows a relation has when some values are fixed; one rule for each operator. */
final class RowsOf implements RelationCase<Fixed, Most> {
    private final Facts facts;

    RowsOf(Facts facts) {
        this.facts = facts;
    }

    /** One row, where a unique key is fixed and not NULL. */
    @Override
    public Most scan(TableScan scan, Fixed fixed) {
        return facts.table(scan).stream()
                        .flatMap(table -> facts.uniqueKeys(table).stream())
                        .anyMatch(key -> isFixed(scan, key, fixed))
                ? Most.ONE
                : Most.ANY;
    }

    /** Whether all columns of a key are fixed; a column that the scan does not show is not. */
    private boolean isFixed(TableScan scan, List<String> key, Fixed fixed) {
        List<String> names = scan.getRowType().getFieldNames();
        return key.stream()
                .allMatch(column -> IntStream.range(0, names.size())
                        .filter(i -> names.get(i).equalsIgnoreCase(column))
                        .anyMatch(i -> isPresent(scan, i, fixed)));
    }

    /** Whether a column is fixed and not NULL, as something says here or the source enforces. */
    private boolean isPresent(TableScan scan, int column, Fixed fixed) {
        RexInputRef reference = RexInputRef.of(column, scan.getRowType());
        return fixed.isPresent(reference)
                || fixed.holds(reference)
                        && !facts.values(scan, Fixed.NOTHING, column).nullable();
    }

    /** The rows of the input, and at most so many for each value that the condition leaves. */
    @Override
    public Most filter(Filter filter, Fixed fixed) {
        RelNode input = filter.getInput();
        Conditions conditions = Below.conditions(filter);
        Fixed below = Below.filtered(facts, filter, conditions, fixed);
        Most rows = facts.rows(input, below);
        for (RexNode field : compared(filter)) {
            if (rows.isAtMostOne()) {
                return rows;
            }
            if (!below.holds(field)) {
                Values left = ValuesOf.left(facts, filter, conditions, below, (RexInputRef) field);
                Fixed one = below.with(field, conditions.present().contains(field));
                rows = rows.and(left.all().isKnown() ? left.all().times(facts.rows(input, one)) : Most.ANY);
            }
        }
        return rows;
    }

    /** The fields that the condition reads, up to a limit. */
    private static List<RexNode> compared(Filter filter) {
        List<RexNode> fields = new ArrayList<>();
        for (int field : RelOptUtil.InputFinder.bits(filter.getCondition())) {
            if (fields.size() < 4) {
                fields.add(RexInputRef.of(field, filter.getInput().getRowType()));
            }
        }
        return fields;
    }

    /** The rows of the input; where a row's number in its partition is fixed, one for each partition. */
    @Override
    public Most project(Project project, Fixed fixed) {
        Fixed below = Below.projected(facts, project, fixed);
        Most rows = facts.rows(project.getInput(), below);
        for (int i = 0; i < project.getProjects().size() && !rows.isAtMostOne() && project.containsOver(); i++) {
            if (project.getProjects().get(i) instanceof RexOver over
                    && over.getAggOperator().getKind() == SqlKind.ROW_NUMBER
                    && fixed.holds(RexInputRef.of(i, project.getRowType()))) {
                rows = rows.and(facts.together(project.getInput(), below, over.getWindow().partitionKeys));
            }
        }
        return rows;
    }

    @Override
    public Most join(Join join, Fixed fixed) {
        JoinSides sides = JoinSides.of(facts, join, fixed);
        Most ofLeft = facts.rows(join.getLeft(), sides.left());
        Most ofRight = facts.rows(join.getRight(), sides.right());
        Most rightOfEach = facts.rows(join.getRight(), sides.rightOfOneRow());
        Most leftOfEach = facts.rows(join.getLeft(), sides.leftOfOneRow());
        return switch (join.getJoinType()) {
            case INNER -> ofLeft.times(rightOfEach).and(ofRight.times(leftOfEach));
            case LEFT -> ofLeft.times(rightOfEach.or(Most.ONE));
            case RIGHT -> ofRight.times(leftOfEach.or(Most.ONE));
            case FULL -> FullJoin.rows(facts, join, fixed, sides);
            case SEMI, ANTI -> ofLeft;
            default -> Most.ANY;
        };
    }

    /** One row for each combination of keys; one row without keys. */
    @Override
    public Most aggregate(Aggregate aggregate, Fixed fixed) {
        if (aggregate.getGroupType() != Aggregate.Group.SIMPLE) {
            return Most.ANY;
        }
        if (aggregate.getGroupSet().isEmpty()) {
            return Most.ONE;
        }
        RelNode input = aggregate.getInput();
        List<RexNode> keys = new ArrayList<>();
        aggregate.getGroupSet().forEachInt(key -> keys.add(RexInputRef.of(key, input.getRowType())));
        return facts.together(input, Below.grouped(aggregate, fixed), keys);
    }

    /** UNION ALL adds up the rows of its branches; different rows are no more than their combinations of values. */
    @Override
    public Most setOperation(SetOp setOperation, Fixed fixed) {
        Most rows = setOperation instanceof Union ? Most.NONE : facts.rows(setOperation.getInput(0), fixed);
        for (RelNode input : setOperation.getInputs()) {
            if (setOperation instanceof Union) {
                rows = rows.plus(facts.rows(input, fixed));
            } else if (setOperation.kind == SqlKind.INTERSECT) {
                rows = rows.and(facts.rows(input, fixed));
            }
        }
        if (setOperation.all || rows.isAtMostOne()) {
            return rows;
        }
        Most combinations = Most.ONE;
        for (int i = 0; i < setOperation.getRowType().getFieldCount() && combinations.isKnown(); i++) {
            combinations =
                    combinations.times(facts.fieldAlone(setOperation, fixed, i).all());
        }
        return rows.and(combinations);
    }

    @Override
    public Most sort(Sort sort, Fixed fixed) {
        Most rows = facts.rows(sort.getInput(), fixed);
        Optional<BigDecimal> most = sort.fetch instanceof RexLiteral literal
                ? Optional.ofNullable(literal.getValueAs(BigDecimal.class))
                : Optional.empty();
        return most.map(fetch -> rows.and(
                        Most.of(fetch.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue())))
                .orElse(rows);
    }

    /** The most rows of a list that agree in everything fixed. */
    @Override
    public Most values(org.apache.calcite.rel.core.Values values, Fixed fixed) {
        Map<List<Object>, Integer> alike = new HashMap<>();
        int most = 0;
        for (List<RexLiteral> tuple : values.getTuples()) {
            List<Object> seen = new ArrayList<>();
            for (int i = 0; i < tuple.size(); i++) {
                if (fixed.holds(RexInputRef.of(i, values.getRowType()))) {
                    seen.add(asCompared(
                            tuple.get(i),
                            values.getRowType().getFieldList().get(i).getType()));
                }
            }
            most = Math.max(most, alike.merge(seen, 1, Integer::sum));
        }
        return Most.of(most);
    }

    /**
     * What is different for different values of a column. One value has several literals where fractions and blanks at
     * the end are written or left out: those of all other types are taken for equal.
     */
    private static Object asCompared(RexLiteral literal, RelDataType column) {
        Optional<Object> value = Optional.empty();
        if (literal.isNull()) {
            value = Optional.of("NULL");
        } else if (SqlTypeUtil.isIntType(column) && SqlTypeUtil.isExactNumeric(literal.getType())) {
            value = Optional.ofNullable(literal.getValueAs(BigDecimal.class)).map(BigDecimal::stripTrailingZeros);
        } else if (SqlTypeUtil.inCharFamily(column) && SqlTypeUtil.inCharFamily(literal.getType())) {
            value = Optional.ofNullable(literal.getValueAs(String.class)).map(text -> "'" + text.stripTrailing());
        }
        return value.orElse("any");
    }

    @Override
    public Most correlate(Correlate correlate, Fixed fixed) {
        int width = correlate.getLeft().getRowType().getFieldCount();
        Most left = facts.rows(correlate.getLeft(), Below.left(fixed, width));
        Most right = facts.rows(correlate.getRight(), Below.right(fixed, width).with(correlate.getCorrelationId()));
        return switch (correlate.getJoinType()) {
            case INNER -> left.times(right);
            case LEFT -> left.times(right.or(Most.ONE));
            case SEMI, ANTI -> left;
            default -> Most.ANY;
        };
    }

    @Override
    public Most other() {
        return Most.ANY;
    }
}
