package io.tacit.engine.remainder;

import com.google.common.collect.ImmutableSet;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.ownership.ReleasedTable;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.RedrawnFunction;
import io.tacit.engine.sql.ReleasedFunctions;
import io.tacit.privacy.mechanism.RedrawnInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Lets the interval of each released aggregate travel beside it through the remainder of a query.
 *
 * <p>Before: {@code Sort(Project(dept, n, Scan(released_0)))}. After: {@code Sort(Project(dept, n, n_low, n_high,
 * Scan(released_0)))}, where the scan has two more columns for each aggregate. An expression that only moves or scales
 * one aggregate ({@code SUM(x) / 100}, {@code ROUND(AVG(x), 1)}) moves the interval's ends the same way. Above other
 * operators there is no interval. {@code DP_INTERVAL_LOW(n)} and {@code DP_INTERVAL_HIGH(n)} become the ends that are
 * carried to where they stand.
 */
public final class CarryIntervals {
    /** The most rows of a window whose arrays are gathered, for each row may hold the arrays of all others. */
    private static final int MOST_IN_WINDOWS = 300;

    private final Map<String, PrivateAggregation> releases;

    /** Whether the query asks for ends of intervals; if not, relations without intervals stay as they are. */
    private final boolean asked;

    private final boolean reports;

    /** Computes the intervals of computed values; empty unless released tables have columns of redrawn values. */
    private final Optional<RedrawnInterval> redraws;

    private CarryIntervals(List<PrivateAggregation> releases, RelNode remainder, Optional<RedrawnInterval> redraws) {
        this.releases = releases.stream().collect(Collectors.toMap(PrivateAggregation::name, Function.identity()));
        this.asked = ReleasedFunctions.firstIn(remainder) != null;
        this.reports = ReleasedFunctions.asksForReports(remainder);
        this.redraws = redraws;
    }

    /**
     * The places of an interval's ends among the columns of a remainder.
     *
     * @param low of its lower end
     * @param high of its upper end
     */
    public record Interval(int low, int high) {}

    /**
     * The result of carrying.
     *
     * @param relation the remainder; its first fields are the query's, the others ends of intervals
     * @param intervals for each of the query's fields where its interval stands, if it has one
     * @param reports whether released tables have a column more for each aggregate, a text: its report
     * @param redraws how often noise is drawn again: 0, or else released tables have a column more for each aggregate
     *     that is not drawn, an array
     * @param mostRows of how many released rows noise is drawn again at most
     */
    public record Result(
            RelNode relation, List<Optional<Interval>> intervals, boolean reports, int redraws, int mostRows) {
        /** The types of all its columns. */
        public List<ResultType> types() {
            return relation.getRowType().getFieldList().stream()
                    .map(field -> ColumnTypes.result(field.getType()))
                    .toList();
        }
    }

    /**
     * Carries intervals up to the top of a remainder.
     *
     * @param confidence of intervals of computed values
     * @throws io.tacit.engine.refusal.Refusal when the query asks for an end of a confidence interval that a column
     *     does not have
     */
    public static Result carry(RelNode remainder, List<PrivateAggregation> releases, double confidence) {
        for (PrivateAggregation release : releases) {
            RexCall early = ReleasedFunctions.firstIn(release.input());
            if (early != null) {
                throw NoInterval.ofPerson(early);
            }
            RexCall ofGroups =
                    release.publicKeys().map(ReleasedFunctions::firstIn).orElse(null);
            if (ofGroups != null) {
                throw NoInterval.because(ofGroups, WithIntervals.Without.PLAIN);
            }
        }
        CarryIntervals carrying = new CarryIntervals(releases, remainder, Optional.of(new RedrawnInterval(confidence)));
        WithIntervals top = carrying.carry(remainder);
        boolean joined = ReleasedFunctions.gathersInWindows(top.relation()) && joins(remainder);
        if (joined || !ReleasedFunctions.readsRedrawnValues(top.relation())) {
            // Nothing reads what would be drawn again, or a window over a join could hold too many arrays.
            carrying = new CarryIntervals(releases, remainder, Optional.empty());
            top = carrying.carry(remainder);
        }
        return carrying.result(top);
    }

    /** The answer has the ends; the arrays that they were read off stay behind. */
    private static boolean joins(RelNode relation) {
        return relation instanceof Join || relation.getInputs().stream().anyMatch(CarryIntervals::joins);
    }

    private Result result(WithIntervals top) {
        List<Integer> kept = new ArrayList<>();
        addRange(kept, 0, top.width());
        List<Optional<Interval>> intervals = new ArrayList<>();
        for (WithIntervals.Column column : top.columns()) {
            int place = kept.size();
            intervals.add(column.ends().map(ends -> new Interval(place, place + 1)));
            column.ends().ifPresent(ends -> kept.addAll(List.of(ends.low(), ends.high())));
        }
        return new Result(
                WithIntervals.only(top.relation(), kept),
                intervals,
                reports,
                redraws.map(RedrawnInterval::draws).orElse(0),
                ReleasedFunctions.gathersInWindows(top.relation()) ? MOST_IN_WINDOWS : Integer.MAX_VALUE);
    }

    /**
     * Carries intervals of released values only, for answers that redrawn values would make too large.
     *
     * @throws io.tacit.engine.refusal.Refusal when the query asks for an end of the interval of a computed value
     */
    public static Result carryReleased(RelNode remainder, List<PrivateAggregation> releases) {
        CarryIntervals carrying = new CarryIntervals(releases, remainder, Optional.empty());
        return carrying.result(carrying.carry(remainder));
    }

    private WithIntervals carry(RelNode node) {
        if (node instanceof TableScan scan) {
            return carryScan(scan);
        }
        if (node instanceof Filter filter) {
            WithIntervals input = carry(filter.getInput());
            return new WithIntervals(
                    LogicalFilter.create(
                            input.relation(),
                            filter.getCondition().accept(ends(node, input)),
                            ImmutableSet.copyOf(filter.getVariablesSet())),
                    input.columns());
        }
        if (node instanceof Sort sort) {
            WithIntervals input = carry(sort.getInput());
            return new WithIntervals(sort.copy(sort.getTraitSet(), List.of(input.relation())), input.columns());
        }
        if (node instanceof Project project) {
            return carryProject(project);
        }
        if (node instanceof Join join) {
            return carryJoin(join);
        }
        if (node instanceof Aggregate aggregate && redraws.isPresent()) {
            return new RedrawnAggregates(aggregate, carry(aggregate.getInput()), redraws.get())
                    .carry()
                    .orElseGet(() -> carryOther(aggregate));
        }
        return carryOther(node);
    }

    private ResolveEnds ends(RelNode node, WithIntervals input) {
        return new ResolveEnds(
                node.getCluster().getRexBuilder(),
                input,
                IntUnaryOperator.identity(),
                this::carrySubquery,
                redrawn(node, input));
    }

    private Optional<RedrawnValues> redrawn(RelNode node, WithIntervals input) {
        return redraws.map(interval -> new RedrawnValues(node.getCluster().getRexBuilder(), input, interval));
    }

    private RelNode carrySubquery(RelNode subquery) {
        return asked ? carry(subquery).own() : subquery;
    }

    /** Carries intervals below an operator that passes none on, such as an aggregation or a set operation. */
    private WithIntervals carryOther(RelNode node) {
        RelNode relation = node;
        if (asked && !node.getInputs().isEmpty()) {
            relation = node.copy(
                    node.getTraitSet(),
                    node.getInputs().stream().map(input -> carry(input).own()).toList());
        }
        // What reads no released table is exact, whatever is computed: constants, and totals of public rows.
        WithIntervals.Without reason = readsReleases(node) ? WithIntervals.Without.ABOVE : WithIntervals.Without.PLAIN;
        return new WithIntervals(relation, WithIntervals.all(reason, node));
    }

    private boolean readsReleases(RelNode node) {
        return ReadsReleases.in(node, releases.keySet());
    }

    private WithIntervals carryScan(TableScan scan) {
        int width = scan.getRowType().getFieldCount();
        PrivateAggregation release =
                releases.get(scan.getTable().getQualifiedName().get(0));
        if (release == null) {
            return new WithIntervals(scan, WithIntervals.all(WithIntervals.Without.PLAIN, scan));
        }
        RelDataTypeFactory types = scan.getCluster().getTypeFactory();
        RelDataType real = types.createTypeWithNullability(types.createSqlType(SqlTypeName.DOUBLE), true);
        RelDataTypeFactory.Builder fields = types.builder();
        fields.addAll(scan.getRowType().getFieldList());
        List<WithIntervals.Column> columns = new ArrayList<>();
        int next = width;
        int firstReport = width + 2 * release.calls().size();
        int redrawn = firstReport + (reports ? release.calls().size() : 0);
        for (int field = 0; field < width; field++) {
            int call = field - release.keys().cardinality();
            if (call < 0) {
                columns.add(WithIntervals.Without.KEY);
                continue;
            }
            RelDataType end = ends(scan.getRowType().getFieldList().get(field).getType(), real);
            fields.add("low" + field, end);
            fields.add("high" + field, end);
            Optional<AggregateFunction> function =
                    AggregateFunction.of(release.calls().get(call));
            boolean drawn = function.filter(AggregateFunction::isDrawn).isPresent();
            boolean redraws = this.redraws.isPresent() && !drawn;
            columns.add(new WithIntervals.Ends(
                    next,
                    next + 1,
                    function.filter(AggregateFunction::isMostFrequent).isEmpty(),
                    drawn,
                    reports ? OptionalInt.of(firstReport + call) : OptionalInt.empty(),
                    redraws ? OptionalInt.of(redrawn++) : OptionalInt.empty()));
            next += 2;
        }
        for (int call = 0; reports && call < release.calls().size(); call++) {
            fields.add("report" + call, ColumnTypes.toCalcite(types, Column.nullable("report", ColumnType.VARCHAR)));
        }
        for (WithIntervals.Column column : columns) {
            column.ends()
                    .map(WithIntervals.Ends::redrawn)
                    .filter(OptionalInt::isPresent)
                    .ifPresent(place -> fields.add("redrawn" + place.getAsInt(), RedrawnFunction.type(types)));
        }
        return new WithIntervals(ReleasedTable.scan(scan.getCluster(), release.name(), fields.build()), columns);
    }

    /** The type of an interval's ends: dates and timestamps have such ends, all else has numbers. */
    private static RelDataType ends(RelDataType type, RelDataType real) {
        boolean time = type.getSqlTypeName() == SqlTypeName.DATE || type.getSqlTypeName() == SqlTypeName.TIMESTAMP;
        return time ? type : real;
    }

    private WithIntervals carryProject(Project project) {
        WithIntervals below = carry(project.getInput());
        RedrawnFields.Lowered lowered = redraws.map(interval -> RedrawnFields.lower(
                        project, below, interval, this::carry, this::readsReleases, ends(project, below)))
                .orElseGet(() -> new RedrawnFields.Lowered(project.getProjects(), below));
        WithIntervals input = lowered.input();
        ResolveEnds ends = ends(project, input);
        List<RexNode> expressions = new ArrayList<>();
        for (RexNode expression : lowered.projects()) {
            expressions.add(expression.accept(ends));
        }
        List<String> names = new ArrayList<>(project.getRowType().getFieldNames());
        List<WithIntervals.Column> columns = new ArrayList<>();
        Optional<RedrawnValues> redrawn = redrawn(project, input);
        for (RexNode expression : lowered.projects()) {
            Optional<List<RexNode>> moved = ends.moved(expression);
            Optional<RexNode> drawn = redrawn.flatMap(values -> values.each(expression));
            Optional<List<RexNode>> both =
                    moved.or(() -> drawn.map(values -> redrawn.orElseThrow().ends(values)));
            if (both.isEmpty()) {
                columns.add(ends.reason(expression));
                continue;
            }
            int low = expressions.size();
            names.add("low" + columns.size());
            names.add("high" + columns.size());
            expressions.addAll(both.get());
            Optional<RexNode> report = ends.report(expression);
            report.ifPresent(text -> {
                names.add("report" + columns.size());
                expressions.add(text);
            });
            int array = expressions.size();
            drawn.ifPresent(values -> {
                names.add("redrawn" + columns.size());
                expressions.add(values);
            });
            columns.add(new WithIntervals.Ends(
                    low,
                    low + 1,
                    moved.isEmpty() || ends.known(expression),
                    moved.isPresent() && ends.drawn(expression),
                    report.isPresent() ? OptionalInt.of(low + 2) : OptionalInt.empty(),
                    drawn.isPresent() ? OptionalInt.of(array) : OptionalInt.empty()));
        }
        RelNode relation = LogicalProject.create(
                input.relation(), project.getHints(), expressions, names, project.getVariablesSet());
        return new WithIntervals(relation, columns);
    }

    private WithIntervals carryJoin(Join join) {
        WithIntervals left = carry(join.getLeft());
        WithIntervals right = carry(join.getRight());
        int leftAll = left.relation().getRowType().getFieldCount();
        List<WithIntervals.Column> sides = new ArrayList<>(left.columns());
        right.columns().forEach(column -> sides.add(shift(column, leftAll)));
        RelNode side = LogicalJoin.create(
                left.relation(),
                right.relation(),
                join.getHints(),
                join.getCluster().getRexBuilder().makeLiteral(true),
                ImmutableSet.of(),
                JoinRelType.INNER);
        ResolveEnds ends = new ResolveEnds(
                join.getCluster().getRexBuilder(),
                new WithIntervals(side, sides),
                index -> index < left.width() ? index : index + leftAll - left.width(),
                this::carrySubquery,
                Optional.empty());
        RelNode joined = LogicalJoin.create(
                left.relation(),
                right.relation(),
                join.getHints(),
                join.getCondition().accept(ends),
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
        List<WithIntervals.Column> columns = new ArrayList<>();
        left.columns().forEach(column -> columns.add(shift(column, right.width())));
        right.columns().forEach(column -> columns.add(shift(column, leftAll)));
        return new WithIntervals(
                LogicalProject.create(joined, List.of(), expressions, names, ImmutableSet.of()), columns);
    }

    private static void addRange(List<Integer> order, int from, int to) {
        for (int i = from; i < to; i++) {
            order.add(i);
        }
    }

    /** A column whose interval has moved to the right. */
    static WithIntervals.Column shift(WithIntervals.Column column, int by) {
        return column.match(ends -> ends.shifted(by), without -> without);
    }
}
