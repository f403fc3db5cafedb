package io.tacit.engine.range;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.RowBounds;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * The value range of each field of a relation, from what the owner declared of columns and from the expressions in
 * between. Depends on the query and on public declarations alone; a proof that the ends enclose what is computed stands
 * in {@code DeclaredBounds.md}. Where a declaration is wrong, so may the ends be: their users clamp.
 */
public final class DeclaredBounds {
    private final Catalog catalog;
    private final boolean everyValue;
    private final IdentityHashMap<RelNode, Map<Integer, ValueRange>> known = new IdentityHashMap<>();

    /** @param catalog what the owner declared */
    public DeclaredBounds(Catalog catalog) {
        this(catalog, false);
    }

    private DeclaredBounds(Catalog catalog, boolean everyValue) {
        this.catalog = catalog;
        this.everyValue = everyValue;
    }

    /**
     * The declared ranges, with all values of the type where nothing is declared: useless as bounds, but true of every
     * value.
     */
    static DeclaredBounds ofEveryValue(Catalog catalog) {
        return new DeclaredBounds(catalog, true);
    }

    /** The value range of a field; each is computed once. */
    public ValueRange of(RelNode relation, int field) {
        Map<Integer, ValueRange> fields = known.computeIfAbsent(relation, ignored -> new HashMap<>());
        ValueRange found = fields.get(field);
        if (found == null) {
            found = compute(relation, field);
            if (everyValue) {
                found = found.intersection(FitRange.ofType(type(relation, field)));
            }
            fields.put(field, found);
        }
        return found;
    }

    /** The value range of an expression over a relation. */
    public ValueRange of(RelNode input, RexNode expression) {
        return over(input).of(expression);
    }

    private ValueRange compute(RelNode relation, int field) {
        if (relation instanceof TableScan scan) {
            return column(scan, field);
        }
        if (relation instanceof Filter filter) {
            ValueRange kept =
                    RangeFromCondition.of(filter.getCondition(), true).getOrDefault(field, ValueRange.UNKNOWN);
            return of(filter.getInput(), field).intersection(kept);
        }
        if (relation instanceof Project project) {
            return over(project.getInput()).of(project.getProjects().get(field));
        }
        if (relation instanceof Join || relation instanceof Correlate) {
            int left = relation.getInput(0).getRowType().getFieldCount();
            return field < left ? of(relation.getInput(0), field) : of(relation.getInput(1), field - left);
        }
        if (relation instanceof Aggregate aggregate) {
            return aggregated(aggregate, field);
        }
        if (relation instanceof SetOp || relation instanceof Sort) {
            return branches(relation, field);
        }
        return relation instanceof Values values ? listed(values, field) : ValueRange.UNKNOWN;
    }

    /** The ranges of expressions over a relation. */
    ExpressionRange over(RelNode input) {
        ExpressionRange over = new ExpressionRange(field -> of(input, field), this::of);
        return everyValue ? over.ofEveryValue() : over;
    }

    private ValueRange column(TableScan scan, int field) {
        List<String> path = scan.getTable().getQualifiedName();
        String name = scan.getRowType().getFieldNames().get(field);
        return catalog.table(path.get(path.size() - 1))
                .flatMap(table -> table.column(name))
                .map(DeclaredBounds::declared)
                .orElse(ValueRange.UNKNOWN);
    }

    private static ValueRange declared(Column column) {
        ColumnType.Kind kind = column.type().kind();
        if (column.bounds().isPresent()) {
            RowBounds bounds = column.bounds().get();
            ValueRange ends = ValueRange.of(bounds.low(), bounds.high());
            return kind == ColumnType.Kind.DOUBLE
                    ? ends.rising(NeighbouringDoubles::below, NeighbouringDoubles::above)
                    : ends;
        }
        boolean number =
                kind == ColumnType.Kind.INTEGER || kind == ColumnType.Kind.BIGINT || kind == ColumnType.Kind.DECIMAL;
        return column.domain()
                .filter(domain -> number)
                .map(DeclaredBounds::numbers)
                .orElse(ValueRange.UNKNOWN);
    }

    private static ValueRange numbers(Domain domain) {
        ValueRange all = ValueRange.NEVER;
        for (String text : domain.values()) {
            BigDecimal value = new BigDecimal(text);
            all = all.union(ValueRange.of(value, value));
        }
        return all;
    }

    /** The range of a field that shows a value of any of the inputs, in the relation's type. */
    private ValueRange branches(RelNode relation, int field) {
        ValueRange all = ValueRange.NEVER;
        for (RelNode input : relation.getInputs()) {
            all = all.union(FitRange.converted(of(input, field), type(input, field), type(relation, field)));
        }
        return all;
    }

    private static ValueRange listed(Values values, int field) {
        List<RexNode> column = values.getTuples().stream()
                .<RexNode>map(tuple -> tuple.get(field))
                .toList();
        return ExpressionRange.ofConstants().any(column, type(values, field));
    }

    private static RelDataType type(RelNode relation, int field) {
        return relation.getRowType().getFieldList().get(field).getType();
    }

    /** The range of a field of a step that groups by the person. */
    private ValueRange aggregated(Aggregate aggregate, int field) {
        if (field < aggregate.getGroupCount()) {
            return of(aggregate.getInput(), aggregate.getGroupSet().nth(field));
        }
        AggregateCall call = aggregate.getAggCallList().get(field - aggregate.getGroupCount());
        if (call.getAggregation().getKind() == SqlKind.COUNT) {
            return everyValue ? StepRanges.ROWS : ValueRange.atLeast(BigDecimal.ZERO);
        }
        if (call.getArgList().size() != 1) {
            return ValueRange.UNKNOWN;
        }
        int argument = call.getArgList().get(0);
        RelNode input = aggregate.getInput();
        ValueRange values = of(input, argument);
        ValueRange known = StepRanges.of(call, values, type(input, argument));
        return everyValue && call.getAggregation().getKind() == SqlKind.SUM
                ? known.intersection(StepRanges.sum(values, type(input, argument)))
                : known;
    }
}
