package io.tacit.engine.remainder;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.tacit.engine.sql.RedrawnFunction;
import io.tacit.privacy.mechanism.RedrawnInterval;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Windows and scalar subqueries over released values, computed once for each drawing. Neither can stand in an
 * expression that is computed for each element of an array, so that it becomes a field of its own below it.
 *
 * <p>Before: {@code Project($1 / SUM($1) OVER (), R)} with n_redrawn at 2. After: {@code Project($1 / $3, P₂)} with
 * {@code P₂ = Project(*, SUM_OF($4), P₁)} and {@code P₁ = Project(*, SUM($1) OVER (), GATHER($2) OVER (), R)}: the
 * window is the third field, and its redrawn values stand beside it. Which rows a window holds, and their order, are
 * those of the released values. A scalar subquery becomes two: its value, and the array of its redrawn values.
 */
final class RedrawnFields {
    /** Window functions that return one row's value, and so return that row's array in the same way. */
    private static final Set<SqlKind> MOVES =
            EnumSet.of(SqlKind.LAG, SqlKind.LEAD, SqlKind.FIRST_VALUE, SqlKind.LAST_VALUE);

    /** A subquery is written twice, and so is each in it: below more levels there are no intervals. */
    private static final int MOST_LEVELS = 3;

    private final RexBuilder rex;
    private final WithIntervals input;
    private final RedrawnValues values;
    private final Function<RelNode, WithIntervals> carry;
    private final Predicate<RelNode> noisy;
    private final RexShuttle ends;
    private final List<RexNode> lowered = new ArrayList<>();

    private RedrawnFields(
            Project project,
            WithIntervals input,
            RedrawnInterval interval,
            Function<RelNode, WithIntervals> carry,
            Predicate<RelNode> noisy,
            RexShuttle ends) {
        this.carry = carry;
        this.noisy = noisy;
        this.ends = ends;
        this.rex = project.getCluster().getRexBuilder();
        this.input = input;
        this.values = new RedrawnValues(rex, input, interval);
        project.getProjects()
                .forEach(expression -> expression.accept(new RexShuttle() {
                    @Override
                    public RexNode visitOver(RexOver over) {
                        return add(over);
                    }

                    @Override
                    public RexNode visitSubQuery(RexSubQuery subquery) {
                        boolean alone = subquery.getKind() == SqlKind.SCALAR_QUERY
                                && RelOptUtil.getVariablesUsed(subquery.rel).isEmpty()
                                && SubqueryLevels.below(subquery.rel) <= MOST_LEVELS;
                        return alone ? add(subquery) : subquery;
                    }

                    private RexNode add(RexNode found) {
                        if (!lowered.contains(found) && SqlTypeUtil.isNumeric(found.getType())) {
                            lowered.add(found);
                        }
                        return found;
                    }
                }));
    }

    /**
     * A projection whose windows have become fields of its input.
     *
     * @param projects its expressions
     * @param input what they read; what was lowered follows after its first fields
     */
    record Lowered(List<RexNode> projects, WithIntervals input) {}

    /**
     * Lowers the windows and scalar subqueries of a projection.
     *
     * @param carry carries intervals in the relation of a subquery
     * @param noisy whether a relation reads released values
     * @param ends puts ends of intervals into what stands over the input
     */
    static Lowered lower(
            Project project,
            WithIntervals input,
            RedrawnInterval interval,
            Function<RelNode, WithIntervals> carry,
            Predicate<RelNode> noisy,
            RexShuttle ends) {
        RedrawnFields lowering = new RedrawnFields(project, input, interval, carry, noisy, ends);
        return lowering.lowered.isEmpty() ? new Lowered(project.getProjects(), input) : lowering.lower(project);
    }

    /**
     * Lowers a projection: the analyst's fields stay first, lowered windows and subqueries follow, then all that is
     * carried.
     */
    private Lowered lower(Project project) {
        int width = input.width();
        Fields first = new Fields(input.relation());
        first.keep(0, width);
        List<Optional<RexNode>> arrays = lowered.stream().map(this::gather).toList();
        lowered.forEach(field -> first.add(field.accept(ends)));
        first.keep(width, input.relation().getRowType().getFieldCount());
        List<Optional<Gathered>> gathered = new ArrayList<>();
        for (int i = 0; i < lowered.size(); i++) {
            RexNode field = lowered.get(i);
            gathered.add(arrays.get(i).map(array -> new Gathered(first.add(array), reduce(field))));
        }
        Fields second = new Fields(first.project());
        second.keep(0, first.size());
        List<WithIntervals.Column> columns = new ArrayList<>();
        input.columns().forEach(column -> columns.add(CarryIntervals.shift(column, lowered.size())));
        for (int i = 0; i < lowered.size(); i++) {
            Optional<RexNode> redrawn = gathered.get(i).map(found -> found.redrawn(rex, second.relation));
            RexNode field = lowered.get(i);
            columns.add(redrawn.map(found -> ends(found, second)).orElseGet(() -> without(field)));
        }
        List<RexNode> projects = project.getProjects().stream()
                .map(expression -> replaced(expression, width))
                .toList();
        return new Lowered(projects, new WithIntervals(second.project(), columns));
    }

    private WithIntervals.Column ends(RexNode redrawn, Fields fields) {
        int array = fields.add(redrawn);
        List<RexNode> ends = values.ends(redrawn);
        int low = fields.add(ends.get(0));
        int high = fields.add(ends.get(1));
        return new WithIntervals.Ends(low, high, true, false, OptionalInt.empty(), OptionalInt.of(array));
    }

    private WithIntervals.Column without(RexNode field) {
        boolean computed = field instanceof RexSubQuery subquery
                ? noisy.test(subquery.rel)
                : RedrawnValues.readsNoise(field, input);
        return computed ? WithIntervals.Without.COMPUTED : WithIntervals.Without.PLAIN;
    }

    private RexNode replaced(RexNode expression, int width) {
        return expression.accept(new RexShuttle() {
            @Override
            public RexNode visitOver(RexOver over) {
                return replace(over);
            }

            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                return replace(subquery);
            }

            private RexNode replace(RexNode found) {
                int place = lowered.indexOf(found);
                return place < 0 ? found : new RexInputRef(width + place, found.getType());
            }
        });
    }

    /**
     * The arrays that a window or subquery reads.
     *
     * @param field where it stands
     * @param reduce what computes the aggregate from it; empty where it is the array already
     */
    private record Gathered(int field, Optional<RedrawnFunction> reduce) {
        RexNode redrawn(RexBuilder rex, RelNode relation) {
            RexNode reference = RexInputRef.of(field, relation.getRowType());
            return reduce.map(function -> function.call(rex, RedrawnFunction.type(rex.getTypeFactory()), reference))
                    .orElse(reference);
        }
    }

    private static Optional<RedrawnFunction> reduce(RexNode field) {
        return field instanceof RexOver window
                ? RedrawnFunction.reduce(window.getAggOperator().getKind())
                : Optional.empty();
    }

    /** The window or subquery over arrays; empty where the values that it reads are not redrawn. */
    private Optional<RexNode> gather(RexNode field) {
        return field instanceof RexOver window ? gather(window) : gather((RexSubQuery) field);
    }

    private Optional<RexNode> gather(RexSubQuery subquery) {
        WithIntervals carried = carry.apply(subquery.rel);
        return carried.columns()
                .get(0)
                .ends()
                .flatMap(ends -> ends.redrawn().stream().boxed().findFirst())
                .map(place -> RexSubQuery.scalar(only(carried.relation(), place)));
    }

    private static RelNode only(RelNode relation, int field) {
        return LogicalProject.create(
                relation,
                List.of(),
                List.of(RexInputRef.of(field, relation.getRowType())),
                List.of("redrawn"),
                ImmutableSet.of());
    }

    private Optional<RexNode> gather(RexOver window) {
        SqlKind kind = window.getAggOperator().getKind();
        boolean moves = MOVES.contains(kind) && window.getOperands().size() <= 2;
        boolean reduces = reduce(window).isPresent() && !window.isDistinct();
        if (!moves && !reduces || window.ignoreNulls()) {
            return Optional.empty();
        }
        Optional<RexNode> array = values.each(window.getOperands().get(0));
        RelDataTypeFactory types = rex.getTypeFactory();
        RelDataType one = RedrawnFunction.type(types);
        RelDataType all = types.createArrayType(one, -1);
        return array.map(found -> {
            List<RexNode> operands = new ArrayList<>(window.getOperands());
            operands.set(0, found);
            return over(moves ? one : all, moves ? window.getAggOperator() : RedrawnFunction.GATHER, operands, window)
                    .accept(ends);
        });
    }

    private RexNode over(RelDataType type, SqlAggFunction function, List<RexNode> operands, RexOver like) {
        RexWindow window = like.getWindow();
        return rex.makeOver(
                type,
                function,
                operands,
                window.partitionKeys,
                ImmutableList.copyOf(window.orderKeys),
                window.getLowerBound(),
                window.getUpperBound(),
                window.isRows(),
                true,
                false,
                false,
                false);
    }

    /** A projection in the making. */
    private static final class Fields {
        private final RelNode relation;
        private final List<RexNode> expressions = new ArrayList<>();

        Fields(RelNode relation) {
            this.relation = relation;
        }

        void keep(int from, int to) {
            for (int i = from; i < to; i++) {
                expressions.add(RexInputRef.of(i, relation.getRowType()));
            }
        }

        /** Adds an expression and returns its place. */
        int add(RexNode expression) {
            expressions.add(expression);
            return expressions.size() - 1;
        }

        int size() {
            return expressions.size();
        }

        RelNode project() {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < expressions.size(); i++) {
                names.add("f" + i);
            }
            return LogicalProject.create(relation, List.of(), expressions, names, ImmutableSet.of());
        }
    }
}
