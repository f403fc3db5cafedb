package io.tacit.engine.sql;

import io.tacit.engine.refusal.Position;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.jspecify.annotations.Nullable;

/**
 * Functions of what was released about a value rather than of the value: the ends of its interval, and its report.
 *
 * <p>They stand in the algebra until the ends are carried to them ({@code CarryIntervals}), and are never run. A value
 * without an interval is refused there.
 */
public final class ReleasedFunctions {
    /** {@code DP_INTERVAL_LOW(n)}: the lower end of the interval of a released aggregate. */
    public static final SqlFunction LOW = end("DP_INTERVAL_LOW");

    /** {@code DP_INTERVAL_HIGH(n)}: the upper end. */
    public static final SqlFunction HIGH = end("DP_INTERVAL_HIGH");

    private ReleasedFunctions() {}

    private static SqlFunction end(String name) {
        return SqlBasicFunction.create(
                name, ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE), OperandTypes.ANY);
    }

    /** Whether an operator is one of these. */
    public static boolean contains(SqlOperator operator) {
        return operator.equals(LOW) || operator.equals(HIGH);
    }

    /** Where a call stands in the text; null where that is not known. */
    public static @Nullable Position placeOf(RexCall call) {
        return Positions.of(call.getParserPosition());
    }

    /** The first of these calls that a relation, its inputs and their subqueries hold; null if there is none. */
    public static @Nullable RexCall firstIn(RelNode relation) {
        for (RelNode input : relation.getInputs()) {
            RexCall found = firstIn(input);
            if (found != null) {
                return found;
            }
        }
        Search search = new Search();
        relation.accept(search);
        return search.found;
    }

    private static final class Search extends RexShuttle {
        private @Nullable RexCall found;

        @Override
        public RexNode visitCall(RexCall call) {
            if (found == null && contains(call.getOperator())) {
                found = call;
            }
            return super.visitCall(call);
        }

        @Override
        public RexNode visitSubQuery(RexSubQuery subquery) {
            if (found == null) {
                found = firstIn(subquery.rel);
            }
            return super.visitSubQuery(subquery);
        }
    }
}
