package io.tacit.engine.structure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * What a condition says of the rows for which it is true.
 *
 * @param equalities in which only equal values are equal; no side is NULL
 * @param present fields and expressions that are not NULL
 * @param choices of how many constants each of these is one
 */
record Conditions(List<Equality> equalities, Set<RexNode> present, Map<RexNode, Most> choices) {
    /** An equality of two expressions. */
    record Equality(RexNode one, RexNode other) {}

    /** Of a DECIMAL, in every engine. */
    private static final int MOST_DIGITS = 38;

    /** The number of parts up to which a condition is read. */
    private static final int MOST_PARTS = 200;

    static Conditions of(RexNode condition) {
        List<Equality> equalities = new ArrayList<>();
        Set<RexNode> present = new HashSet<>();
        Map<RexNode, Most> choices = new HashMap<>();
        List<RexNode> parts = RelOptUtil.conjunctions(condition);
        for (RexNode part : parts.subList(0, Math.min(MOST_PARTS, parts.size()))) {
            if (isEquality(part)) {
                RexCall call = (RexCall) part;
                equalities.add(new Equality(
                        call.getOperands().get(0), call.getOperands().get(1)));
            }
            present.addAll(presentIn(part));
            choice(part).ifPresent(found -> {
                present.add(found.field());
                choices.merge(found.field(), found.most(), Most::and);
            });
        }
        return new Conditions(equalities, present, choices);
    }

    private static boolean isEquality(RexNode part) {
        return part instanceof RexCall call
                && call.getKind() == SqlKind.EQUALS
                && isExact(
                        call.getOperands().get(0).getType(),
                        call.getOperands().get(1).getType());
    }

    /** A whole number and a DOUBLE, for one, are compared with 53 bits. */
    private static boolean isExact(RelDataType one, RelDataType other) {
        if (SqlTypeUtil.isExactNumeric(one) && SqlTypeUtil.isExactNumeric(other)) {
            return keepAllDigits(one, other);
        }
        return one.getSqlTypeName() == other.getSqlTypeName()
                || SqlTypeUtil.inCharFamily(one) && SqlTypeUtil.inCharFamily(other);
    }

    /**
     * Whether one DECIMAL holds both, before and after the point. Where none does, an engine may compare what is left after
     * rounding, so that one constant equals many values.
     */
    private static boolean keepAllDigits(RelDataType one, RelDataType other) {
        int whole = Math.max(one.getPrecision() - one.getScale(), other.getPrecision() - other.getScale());
        return whole + Math.max(one.getScale(), other.getScale()) <= MOST_DIGITS;
    }

    /** The expressions that cannot be NULL where a part of the condition is true. */
    private static List<RexNode> presentIn(RexNode part) {
        if (part instanceof RexInputRef) {
            return List.of(part);
        }
        return part instanceof RexCall call && (call.isA(SqlKind.COMPARISON) || call.getKind() == SqlKind.IS_NOT_NULL)
                ? call.getOperands()
                : List.of();
    }

    /** An expression that is one of a number of constants. */
    private record Choice(RexNode field, Most most) {}

    /** Reads {@code x = 1 OR x = 2}; a truth value by itself must be true. */
    private static Optional<Choice> choice(RexNode part) {
        if (part instanceof RexInputRef && part.getType().getSqlTypeName() == SqlTypeName.BOOLEAN) {
            return Optional.of(new Choice(part, Most.ONE));
        }
        if (part instanceof RexCall not
                && not.getKind() == SqlKind.NOT
                && not.getOperands().get(0) instanceof RexInputRef field) {
            return Optional.of(new Choice(field, Most.ONE));
        }
        Set<RexNode> fields = new HashSet<>();
        Set<RexNode> constants = new HashSet<>();
        for (RexNode branch : RelOptUtil.disjunctions(part)) {
            if (!isEquality(branch) || !(((RexCall) branch).getOperands().get(1) instanceof RexLiteral)) {
                return Optional.empty();
            }
            List<RexNode> operands = ((RexCall) branch).getOperands();
            fields.add(operands.get(0));
            constants.add(operands.get(1));
        }
        return fields.size() == 1
                ? Optional.of(new Choice(fields.iterator().next(), Most.of(constants.size())))
                : Optional.empty();
    }

    /** The condition without Calcite's SEARCH. */
    static RexNode expanded(org.apache.calcite.rex.RexBuilder rex, RexNode condition) {
        return RexUtil.expandSearch(rex, null, condition);
    }
}
