package io.tacit.engine.ownership;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/** Equalities of columns that say that two rows belong to one person. */
final class KeyEquality {
    private KeyEquality() {}

    /** Whether an expression is an equality in which only equal values are equal. */
    static boolean isExact(RexNode expression) {
        return expression instanceof RexCall call
                && call.getKind() == SqlKind.EQUALS
                && isExact(
                        call.getOperands().get(0).getType(),
                        call.getOperands().get(1).getType());
    }

    /** A whole number and a DOUBLE, for one, are compared with 53 bits. */
    static boolean isExact(RelDataType left, RelDataType right) {
        return Widening.loseNothing(left, right) || Widening.loseNothing(right, left);
    }

    /** The column that an operand of an equality is, also under a cast that loses nothing; -1 for anything else. */
    static int field(RexNode operand) {
        return uncast(operand) instanceof RexInputRef reference ? reference.getIndex() : -1;
    }

    /** What is below casts that lose nothing. */
    static RexNode uncast(RexNode operand) {
        return operand instanceof RexCall call
                        && call.getKind() == SqlKind.CAST
                        && Widening.loseNothing(call.getOperands().get(0).getType(), call.getType())
                ? uncast(call.getOperands().get(0))
                : operand;
    }
}
