package io.tacit.engine.sql;

import io.tacit.engine.refusal.Position;
import java.util.function.Predicate;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.jspecify.annotations.Nullable;

/**
 * Functions of a released value's interval and report, rather than of the value itself.
 *
 * <p>They stand in the algebra until the ends are carried to them ({@code CarryIntervals}), and are never run. A value
 * without an interval is refused there.
 */
public final class ReleasedFunctions {
    /** {@code DP_INTERVAL_LOW(n)}: the lower end of the interval of a released aggregate. */
    public static final SqlFunction LOW = end("DP_INTERVAL_LOW");

    /** {@code DP_INTERVAL_HIGH(n)}: the upper end. */
    public static final SqlFunction HIGH = end("DP_INTERVAL_HIGH");

    /** {@code SUM(x WITH REPORT(FORMAT=JSON))}: the value and what is known of it, as JSON. */
    public static final SqlFunction REPORT = SqlBasicFunction.create(
            "WITH REPORT", ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE), OperandTypes.ANY);

    private ReleasedFunctions() {}

    private static SqlFunction end(String name) {
        return SqlBasicFunction.create(name, OfEnd.TYPE.andThen(SqlTypeTransforms.FORCE_NULLABLE), OperandTypes.ANY);
    }

    /** The type of an end: that of dates and timestamps, DOUBLE of all else. In a class of its own, to be there first. */
    private static final class OfEnd {
        static final SqlReturnTypeInference TYPE = binding -> {
            SqlTypeName type = binding.getOperandType(0).getSqlTypeName();
            return type == SqlTypeName.DATE || type == SqlTypeName.TIMESTAMP
                    ? binding.getOperandType(0)
                    : binding.getTypeFactory().createSqlType(SqlTypeName.DOUBLE);
        };

        private OfEnd() {}
    }

    /** Whether an operator is one of these. */
    public static boolean contains(SqlOperator operator) {
        return operator.equals(LOW) || operator.equals(HIGH) || operator.equals(REPORT);
    }

    /** Where a call stands in the text; null where that is not known. */
    public static @Nullable Position placeOf(RexCall call) {
        return Positions.of(call.getParserPosition());
    }

    /** The first of these calls that a relation, its inputs and their subqueries hold; null if there is none. */
    public static @Nullable RexCall firstIn(RelNode relation) {
        return first(relation, ReleasedFunctions::contains);
    }

    /** Whether a relation asks for a report. */
    public static boolean asksForReports(RelNode relation) {
        return first(relation, REPORT::equals) != null;
    }

    /** Whether a relation has an interval that is read off redrawn values. */
    public static boolean readsRedrawnValues(RelNode relation) {
        return first(
                        relation,
                        operator -> RedrawnFunction.of(operator)
                                .filter(function -> function == RedrawnFunction.LOW || function == RedrawnFunction.HIGH)
                                .isPresent())
                != null;
    }

    /** Whether redrawn values are gathered in a window. */
    public static boolean gathersInWindows(RelNode relation) {
        return first(relation, RedrawnFunction.GATHER::equals) != null;
    }

    private static @Nullable RexCall first(RelNode relation, Predicate<SqlOperator> wanted) {
        for (RelNode input : relation.getInputs()) {
            RexCall found = first(input, wanted);
            if (found != null) {
                return found;
            }
        }
        Search search = new Search(wanted);
        relation.accept(search);
        return search.found;
    }

    private static final class Search extends RexShuttle {
        private final Predicate<SqlOperator> wanted;
        private @Nullable RexCall found;

        Search(Predicate<SqlOperator> wanted) {
            this.wanted = wanted;
        }

        @Override
        public RexNode visitCall(RexCall call) {
            if (found == null && wanted.test(call.getOperator())) {
                found = call;
            }
            return super.visitCall(call);
        }

        @Override
        public RexNode visitOver(RexOver over) {
            if (found == null && wanted.test(over.getAggOperator())) {
                found = over;
            }
            return super.visitOver(over);
        }

        @Override
        public RexNode visitSubQuery(RexSubQuery subquery) {
            if (found == null) {
                found = first(subquery.rel, wanted);
            }
            return super.visitSubQuery(subquery);
        }
    }
}
