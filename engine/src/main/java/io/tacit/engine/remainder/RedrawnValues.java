package io.tacit.engine.remainder;

import io.tacit.engine.sql.RedrawnFunction;
import io.tacit.engine.sql.ReleasedFunctions;
import io.tacit.privacy.mechanism.RedrawnInterval;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Intervals of expressions that compute with several released values. Each of these carries an array of what it would
 * be had its noise been drawn again; the expression is computed once for each element, and the interval is the middle
 * share of the results ({@link RedrawnInterval}).
 *
 * <p>Before: {@code $1 / $2} over (dept, total, n). After: {@code EACH(AT($3) / AT($4), 500, $3, $4)} beside it over (dept, total,
 * n, total_redrawn, n_redrawn), with {@code LOW} and {@code HIGH} of that.
 */
final class RedrawnValues {
    private final RexBuilder rex;
    private final WithIntervals input;
    private final RedrawnInterval interval;

    RedrawnValues(RexBuilder rex, WithIntervals input, RedrawnInterval interval) {
        this.rex = rex;
        this.input = input;
        this.interval = interval;
    }

    /** Whether an expression is a number that is computed from released values, keys and constants only. */
    static boolean computes(RexNode expression, WithIntervals input) {
        if (!SqlTypeUtil.isNumeric(expression.getType())) {
            return false;
        }
        Inputs inputs = new Inputs(input);
        expression.accept(inputs);
        return inputs.noisy && !inputs.open;
    }

    /** Whether anything in an expression, windows included, has noise, or may have. */
    static boolean readsNoise(RexNode expression, WithIntervals input) {
        boolean[] noisy = new boolean[1];
        expression.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
                noisy[0] |= input.columns().get(reference.getIndex()) != WithIntervals.Without.KEY
                        && input.columns().get(reference.getIndex()) != WithIntervals.Without.PLAIN;
                return reference;
            }

            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                noisy[0] = true;
                return subquery;
            }
        });
        return noisy[0];
    }

    /** The expression computed once for each drawing; empty unless {@link #computes} holds. */
    Optional<RexNode> each(RexNode expression) {
        if (!computes(expression, input)) {
            return Optional.empty();
        }
        if (expression instanceof RexInputRef reference) {
            return array(reference.getIndex());
        }
        List<RexNode> arrays = new ArrayList<>();
        RexNode element = expression.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
                Optional<RexNode> array = array(reference.getIndex());
                array.ifPresent(arrays::add);
                return array.map(found -> RedrawnFunction.AT.call(rex, reference.getType(), found))
                        .orElse(reference);
            }
        });
        if (arrays.isEmpty()) {
            return Optional.empty();
        }
        List<RexNode> operands = new ArrayList<>(List.of(element, number(interval.draws())));
        arrays.stream().distinct().forEach(operands::add);
        return Optional.of(RedrawnFunction.EACH.call(rex, type(), operands.toArray(RexNode[]::new)));
    }

    /** The lower and the upper end of the interval of what {@link #each} made. */
    List<RexNode> ends(RexNode redrawn) {
        RelDataTypeFactory types = rex.getTypeFactory();
        RelDataType real = types.createTypeWithNullability(types.createSqlType(SqlTypeName.DOUBLE), true);
        return List.of(
                known(redrawn, RedrawnFunction.LOW.call(rex, real, redrawn, number(interval.low()))),
                known(redrawn, RedrawnFunction.HIGH.call(rex, real, redrawn, number(interval.high()))));
    }

    /** What stands in for values that are all missing, as zero for a hidden group, has no interval. */
    private RexNode known(RexNode redrawn, RexNode end) {
        if (!(redrawn instanceof RexCall call)
                || !RedrawnFunction.of(call.getOperator())
                        .filter(RedrawnFunction.EACH::equals)
                        .isPresent()) {
            return end;
        }
        List<RexNode> missing = new ArrayList<>();
        for (RexNode array : call.getOperands().subList(2, call.getOperands().size())) {
            missing.add(rex.makeCall(SqlStdOperatorTable.IS_NULL, array));
        }
        return rex.makeCall(
                end.getType(),
                SqlStdOperatorTable.CASE,
                List.of(RexUtil.composeConjunction(rex, missing), rex.makeNullLiteral(end.getType()), end));
    }

    private RexNode number(int value) {
        return rex.makeExactLiteral(BigDecimal.valueOf(value));
    }

    private RelDataType type() {
        return RedrawnFunction.type(rex.getTypeFactory());
    }

    private Optional<RexNode> array(int field) {
        return input.columns()
                .get(field)
                .ends()
                .flatMap(ends -> ends.redrawn().stream().boxed().findFirst())
                .map(place -> RexInputRef.of(place, input.relation().getRowType()));
    }

    /** What an expression reads. */
    private static final class Inputs extends RexShuttle {
        private final WithIntervals input;
        private boolean noisy;
        private boolean open;

        Inputs(WithIntervals input) {
            this.input = input;
        }

        @Override
        public RexNode visitInputRef(RexInputRef reference) {
            WithIntervals.Column column = input.columns().get(reference.getIndex());
            boolean known = column.ends().map(WithIntervals.Ends::known).orElse(false);
            noisy |= known;
            // What was computed in another way has noise that is not known here.
            open |= column.match(
                    ends -> !ends.known() || ends.drawn(),
                    without -> without == WithIntervals.Without.COMPUTED || without == WithIntervals.Without.ABOVE);
            return reference;
        }

        @Override
        public RexNode visitCall(RexCall call) {
            open |= !call.getOperator().isDeterministic() || ReleasedFunctions.contains(call.getOperator());
            return super.visitCall(call);
        }

        @Override
        public RexNode visitOver(RexOver over) {
            open = true;
            return over;
        }

        @Override
        public RexNode visitSubQuery(RexSubQuery subquery) {
            open = true;
            return subquery;
        }
    }
}
