package io.tacit.engine.rewrite;

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
 * Between which values a field of a relation lies, by what the owner declared of columns and by what expressions make of
 * it. Depends on the query and on public declarations alone; a proof that the ends enclose what is computed stands in
 * {@code DeclaredBounds.md}. Where a declaration is wrong, so may the ends be: whoever uses them clamps.
 */
final class DeclaredBounds {
    private final Catalog catalog;
    private final IdentityHashMap<RelNode, Map<Integer, ValueInterval>> known = new IdentityHashMap<>();

    /** @param catalog what the owner declared */
    DeclaredBounds(Catalog catalog) {
        this.catalog = catalog;
    }

    /** The interval of a field; each is computed once. */
    ValueInterval of(RelNode relation, int field) {
        Map<Integer, ValueInterval> fields = known.computeIfAbsent(relation, ignored -> new HashMap<>());
        ValueInterval found = fields.get(field);
        if (found == null) {
            found = compute(relation, field);
            fields.put(field, found);
        }
        return found;
    }

    private ValueInterval compute(RelNode relation, int field) {
        if (relation instanceof TableScan scan) {
            return column(scan, field);
        }
        if (relation instanceof Filter filter) {
            ValueInterval kept = Narrowing.of(filter.getCondition(), true).getOrDefault(field, ValueInterval.UNKNOWN);
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
        return relation instanceof Values values ? listed(values, field) : ValueInterval.UNKNOWN;
    }

    private ExpressionInterval over(RelNode input) {
        return new ExpressionInterval(field -> of(input, field), this::of);
    }

    private ValueInterval column(TableScan scan, int field) {
        List<String> path = scan.getTable().getQualifiedName();
        String name = scan.getRowType().getFieldNames().get(field);
        return catalog.table(path.get(path.size() - 1))
                .flatMap(table -> table.column(name))
                .map(DeclaredBounds::declared)
                .orElse(ValueInterval.UNKNOWN);
    }

    private static ValueInterval declared(Column column) {
        ColumnType.Kind kind = column.type().kind();
        if (column.bounds().isPresent()) {
            RowBounds bounds = column.bounds().get();
            ValueInterval ends = ValueInterval.of(bounds.low(), bounds.high());
            return kind == ColumnType.Kind.DOUBLE ? ends.rising(Doubles::below, Doubles::above) : ends;
        }
        boolean number =
                kind == ColumnType.Kind.INTEGER || kind == ColumnType.Kind.BIGINT || kind == ColumnType.Kind.DECIMAL;
        return column.domain()
                .filter(domain -> number)
                .map(DeclaredBounds::numbers)
                .orElse(ValueInterval.UNKNOWN);
    }

    private static ValueInterval numbers(Domain domain) {
        ValueInterval all = ValueInterval.NEVER;
        for (String text : domain.values()) {
            BigDecimal value = new BigDecimal(text);
            all = all.union(ValueInterval.of(value, value));
        }
        return all;
    }

    /** A value of the first input, or of any other, in the relation's type. */
    private ValueInterval branches(RelNode relation, int field) {
        ValueInterval all = ValueInterval.NEVER;
        for (RelNode input : relation.getInputs()) {
            all = all.union(FitInterval.converted(of(input, field), type(input, field), type(relation, field)));
        }
        return all;
    }

    private static ValueInterval listed(Values values, int field) {
        List<RexNode> column = values.getTuples().stream()
                .<RexNode>map(tuple -> tuple.get(field))
                .toList();
        return ExpressionInterval.ofConstants().any(column, type(values, field));
    }

    private static RelDataType type(RelNode relation, int field) {
        return relation.getRowType().getFieldList().get(field).getType();
    }

    /** Of a step that groups by the person. */
    private ValueInterval aggregated(Aggregate aggregate, int field) {
        if (field < aggregate.getGroupCount()) {
            return of(aggregate.getInput(), aggregate.getGroupSet().nth(field));
        }
        AggregateCall call = aggregate.getAggCallList().get(field - aggregate.getGroupCount());
        if (call.getAggregation().getKind() == SqlKind.COUNT) {
            return ValueInterval.atLeast(BigDecimal.ZERO);
        }
        if (call.getArgList().size() != 1) {
            return ValueInterval.UNKNOWN;
        }
        int argument = call.getArgList().get(0);
        RelNode input = aggregate.getInput();
        return StepIntervals.of(call, of(input, argument), type(input, argument));
    }
}
