package io.tacit.engine.ownership;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * An equality that holds only for equal values, and so can say that two rows belong to one person.
 *
 * @param one an operand
 * @param other the other one
 * @param ofNulls whether NULL is equal to NULL, as in {@code a.uid IS NOT DISTINCT FROM b.uid}
 */
record KeyEquality(RexNode one, RexNode other, boolean ofNulls) {
    /** The equality that a condition is; empty for another condition. */
    static Optional<KeyEquality> of(RexNode condition) {
        if (condition.getKind() == SqlKind.EQUALS || condition.getKind() == SqlKind.IS_NOT_DISTINCT_FROM) {
            RexCall call = (RexCall) condition;
            KeyEquality equality = new KeyEquality(
                    call.getOperands().get(0), call.getOperands().get(1), condition.getKind() != SqlKind.EQUALS);
            return isExact(equality.one.getType(), equality.other.getType()) ? Optional.of(equality) : Optional.empty();
        }
        return condition.getKind() == SqlKind.OR ? ofNulls((RexCall) condition) : Optional.empty();
    }

    /**
     * {@code (a IS NULL AND b IS NULL) OR (a = b) IS TRUE}, into which Calcite makes {@code a IS NOT DISTINCT FROM b}.
     */
    private static Optional<KeyEquality> ofNulls(RexCall or) {
        if (or.getOperands().size() != 2
                || !(or.getOperands().get(0) instanceof RexCall nulls)
                || nulls.getKind() != SqlKind.AND
                || !(or.getOperands().get(1) instanceof RexCall isTrue)
                || isTrue.getKind() != SqlKind.IS_TRUE) {
            return Optional.empty();
        }
        return of(isTrue.getOperands().get(0))
                .filter(equality ->
                        !equality.ofNulls && isNull(nulls.getOperands()).equals(List.of(equality.one, equality.other)))
                .map(equality -> new KeyEquality(equality.one, equality.other, true));
    }

    private static List<RexNode> isNull(List<RexNode> operands) {
        return operands.stream()
                .filter(operand -> operand.getKind() == SqlKind.IS_NULL)
                .map(operand -> ((RexCall) operand).getOperands().get(0))
                .toList();
    }

    /**
     * The domain in which the operands are equal, one over these rows and the other over those; empty where there is
     * none.
     */
    Set<String> shared(UnaryOperator<RexNode> toOne, Lineage ofOne, UnaryOperator<RexNode> toOther, Lineage ofOther) {
        return domain(ofOne, toOne.apply(one))
                .filter(domain -> domain(ofOther, toOther.apply(other)).equals(Optional.of(domain)))
                // Keys that are NULL would be equal for different people.
                .filter(domain -> !ofNulls || PrivateRows.isOfUnit(domain))
                .map(Set::of)
                .orElse(Set.of());
    }

    /** The domain of an operand; NULL is equal to nothing, unless NULL is equal to NULL. */
    private Optional<String> domain(Lineage lineage, RexNode value) {
        return ofNulls ? lineage.domain(value) : lineage.domainWhereNotNull(value);
    }

    /** The same equality with its sides exchanged. */
    KeyEquality turned() {
        return new KeyEquality(/* one= */ other, /* other= */ one, ofNulls);
    }

    /**
     * Whether values of two types are compared exactly; a whole number and a DOUBLE, for example, are compared with 53
     * bits.
     */
    static boolean isExact(RelDataType left, RelDataType right) {
        return LosslessCast.loseNothing(left, right) || LosslessCast.loseNothing(right, left);
    }

    /** The operand without casts that lose nothing. */
    static RexNode uncast(RexNode operand) {
        return operand instanceof RexCall call
                        && call.getKind() == SqlKind.CAST
                        && LosslessCast.loseNothing(call.getOperands().get(0).getType(), call.getType())
                ? uncast(call.getOperands().get(0))
                : operand;
    }
}
