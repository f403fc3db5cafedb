package io.tacit.engine.rewrite;

import com.google.common.collect.ImmutableSet;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.ownership.ReleasedTable;
import io.tacit.engine.sql.ColumnTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Lets the interval of each released aggregate travel beside it through the remainder of a query.
 *
 * <p>Before: {@code Sort(Project(dept, n, Scan(released_0)))}. After: {@code Sort(Project(dept, n, n_low, n_high,
 * Scan(released_0)))}, where the scan has two more columns for each aggregate. An expression that only moves or scales
 * one aggregate ({@code SUM(x) / 100}, {@code ROUND(AVG(x), 1)}) moves the interval's ends the same way. Above other
 * operators there is no interval.
 */
public final class CarryIntervals {
    /** Where a field's interval stands. */
    private record Ends(int low, int high) {}

    /** A relation whose first {@code width} fields are the analyst's; the others are ends of intervals. */
    private record Carried(RelNode relation, int width, Map<Integer, Ends> intervals) {}

    private final Map<String, PrivateAggregation> releases;

    private CarryIntervals(List<PrivateAggregation> releases) {
        this.releases = releases.stream().collect(Collectors.toMap(PrivateAggregation::name, Function.identity()));
    }

    /**
     * The result of carrying.
     *
     * @param relation the remainder; its first fields are the query's, the others ends of intervals
     * @param low for each of the query's fields the place of its interval's lower end, or -1
     * @param high for each of the query's fields the place of its interval's upper end, or -1
     */
    public record Result(RelNode relation, List<Integer> low, List<Integer> high) {
        /** The types of all its columns. */
        public List<ColumnType> types() {
            return relation.getRowType().getFieldList().stream()
                    .map(field -> ColumnTypes.fromCalcite(field.getType()))
                    .toList();
        }
    }

    /** Carries intervals up to the top of a remainder. */
    public static Result carry(RelNode remainder, List<PrivateAggregation> releases) {
        Carried top = new CarryIntervals(releases).carry(remainder);
        List<Integer> low = new ArrayList<>();
        List<Integer> high = new ArrayList<>();
        for (int i = 0; i < top.width(); i++) {
            Optional<Ends> ends = Optional.ofNullable(top.intervals().get(i));
            low.add(ends.map(Ends::low).orElse(-1));
            high.add(ends.map(Ends::high).orElse(-1));
        }
        return new Result(top.relation(), low, high);
    }

    private Carried carry(RelNode node) {
        if (node instanceof TableScan scan) {
            return carryScan(scan);
        }
        if (node instanceof Filter filter) {
            Carried input = carry(filter.getInput());
            return new Carried(
                    LogicalFilter.create(
                            input.relation(), filter.getCondition(), ImmutableSet.copyOf(filter.getVariablesSet())),
                    input.width(),
                    input.intervals());
        }
        if (node instanceof Sort sort) {
            Carried input = carry(sort.getInput());
            return new Carried(
                    sort.copy(sort.getTraitSet(), List.of(input.relation())), input.width(), input.intervals());
        }
        if (node instanceof Project project) {
            return carryProject(project);
        }
        if (node instanceof Join join) {
            return carryJoin(join);
        }
        return new Carried(node, node.getRowType().getFieldCount(), Map.of());
    }

    private Carried carryScan(TableScan scan) {
        int width = scan.getRowType().getFieldCount();
        PrivateAggregation release =
                releases.get(scan.getTable().getQualifiedName().get(0));
        if (release == null) {
            return new Carried(scan, width, Map.of());
        }
        RelDataTypeFactory types = scan.getCluster().getTypeFactory();
        RelDataType real = types.createTypeWithNullability(types.createSqlType(SqlTypeName.DOUBLE), true);
        RelDataTypeFactory.Builder columns = types.builder();
        columns.addAll(scan.getRowType().getFieldList());
        Map<Integer, Ends> intervals = new HashMap<>();
        int next = width;
        for (int field = release.keys().cardinality(); field < width; field++) {
            columns.add("low" + field, real);
            columns.add("high" + field, real);
            intervals.put(field, new Ends(next, next + 1));
            next += 2;
        }
        LogicalTableScan wider = ReleasedTable.scan(scan.getCluster(), release.name(), columns.build());
        return new Carried(wider, width, intervals);
    }

    private Carried carryProject(Project project) {
        Carried input = carry(project.getInput());
        List<RexNode> expressions = new ArrayList<>(project.getProjects());
        List<String> names = new ArrayList<>(project.getRowType().getFieldNames());
        int width = expressions.size();
        Map<Integer, Ends> intervals = new HashMap<>();
        for (int i = 0; i < width; i++) {
            int field = i;
            moved(project.getCluster().getRexBuilder(), project.getProjects().get(i), input)
                    .ifPresent(ends -> {
                        intervals.put(field, new Ends(expressions.size(), expressions.size() + 1));
                        names.add("low" + field);
                        names.add("high" + field);
                        expressions.addAll(ends);
                    });
        }
        RelNode relation = LogicalProject.create(
                input.relation(), project.getHints(), expressions, names, project.getVariablesSet());
        return new Carried(relation, width, intervals);
    }

    /** The lower and upper end of a moved or scaled aggregate. */
    private static Optional<List<RexNode>> moved(RexBuilder rex, RexNode expression, Carried input) {
        Optional<Integer> field = Monotone.only(expression);
        Ends ends = field.map(input.intervals()::get).orElse(null);
        if (ends == null) {
            return Optional.empty();
        }
        RexNode low = replace(rex, expression, field.get(), ends.low(), input);
        RexNode high = replace(rex, expression, field.get(), ends.high(), input);
        return Optional.of(Monotone.falls(expression) ? List.of(high, low) : List.of(low, high));
    }

    private static RexNode replace(RexBuilder rex, RexNode expression, int field, int end, Carried input) {
        RelDataTypeField column = input.relation().getRowType().getFieldList().get(end);
        RexNode moved = new RexInputRef(end, column.getType());
        if (expression instanceof RexInputRef) {
            return moved;
        }
        RexNode replaced = expression.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
                return reference.getIndex() == field
                        ? rex.makeAbstractCast(reference.getType(), moved, false)
                        : reference;
            }
        });
        return rex.makeAbstractCast(column.getType(), replaced, false);
    }

    private Carried carryJoin(Join join) {
        Carried left = carry(join.getLeft());
        Carried right = carry(join.getRight());
        int leftAll = left.relation().getRowType().getFieldCount();
        int width = left.width() + right.width();
        RexNode condition = join.getCondition().accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
                int index = reference.getIndex();
                return index < left.width()
                        ? reference
                        : new RexInputRef(index + leftAll - left.width(), reference.getType());
            }
        });
        RelNode joined = LogicalJoin.create(
                left.relation(),
                right.relation(),
                join.getHints(),
                condition,
                ImmutableSet.copyOf(join.getVariablesSet()),
                join.getJoinType());
        List<Integer> order = new ArrayList<>();
        addRange(order, 0, left.width());
        addRange(order, leftAll, leftAll + right.width());
        addRange(order, left.width(), leftAll);
        addRange(order, leftAll + right.width(), joined.getRowType().getFieldCount());
        List<RexNode> expressions = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int index : order) {
            expressions.add(RexInputRef.of(index, joined.getRowType()));
            names.add("f" + names.size());
        }
        Map<Integer, Ends> intervals = new HashMap<>();
        left.intervals().forEach((field, ends) -> intervals.put(field, shift(ends, right.width())));
        right.intervals().forEach((field, ends) -> intervals.put(field + left.width(), shift(ends, leftAll)));
        return new Carried(
                LogicalProject.create(joined, List.of(), expressions, names, ImmutableSet.of()), width, intervals);
    }

    private static void addRange(List<Integer> order, int from, int to) {
        for (int i = from; i < to; i++) {
            order.add(i);
        }
    }

    private static Ends shift(Ends ends, int by) {
        return new Ends(ends.low() + by, ends.high() + by);
    }
}
