package io.tacit.engine.sql;

import static io.tacit.engine.sql.ScalarSpecification.specified;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Choices among values, and one value in another type. */
public enum ChoiceFunction implements ScalarFunction {
    CASE(specified(
                    SqlStdOperatorTable.CASE,
                    "CASE WHEN a THEN x ELSE y END; CASE v WHEN w THEN x ELSE y END",
                    "NULL without ELSE")
            .length(TextLength.handsOn(ChoiceFunction::chosen))
            .range(ResultRange.Rule.CASE)
            .overflow(OverflowRule.CASE)),
    COALESCE(specified(
                    SqlStdOperatorTable.COALESCE,
                    "COALESCE(x, …); IFNULL(x, y); NVL(x, y)",
                    "the first argument that is not NULL")
            .alias("IFNULL")
            .alias("NVL")
            .length(TextLength.handsOn(ChoiceFunction::longest))
            .range(ResultRange.Rule.ANY)
            .overflow(OverflowRule.EACH)),
    NULLIF(specified(SqlStdOperatorTable.NULLIF, "NULLIF(x, y)", "NULL where both are equal, else `x`")
            .length(TextLength.handsOn((call, operands) -> operands.get(0)))
            .range(ResultRange.Rule.FIRST)
            .overflow(OverflowRule.COMPARED_FIRST)),
    GREATEST(specified(
                    Signatures.function("GREATEST", Signatures.COMMON, OperandTypes.SAME_VARIADIC),
                    "GREATEST(x, …)",
                    "leaves NULL arguments out, as PostgreSQL and DuckDB do")
            .length(TextLength.of(ChoiceFunction::longest))
            .range(ResultRange.Rule.GREATEST)
            .overflow(OverflowRule.EACH)),
    LEAST(specified(
                    Signatures.function("LEAST", Signatures.COMMON, OperandTypes.SAME_VARIADIC),
                    "LEAST(x, …)",
                    "leaves NULL arguments out")
            .length(TextLength.of(ChoiceFunction::longest))
            .range(ResultRange.Rule.LEAST)
            .overflow(OverflowRule.EACH)),
    CAST(specified(
                    SqlStdOperatorTable.CAST,
                    "CAST(x AS type); x::type; TRY_CAST(x AS type)",
                    "NULL where it fails; halves round away from zero; a constant that no engine reads as the type is refused by"
                            + " CAST, NULL by TRY_CAST; a text with an offset or zone becomes a TIMESTAMP in UTC")
            .or(SqlLibraryOperators.INFIX_CAST)
            .or(SqlLibraryOperators.TRY_CAST)
            .planned(SqlLibraryOperators.SAFE_CAST)
            .length(TextLength.of((call, operands) -> Math.min(operands.get(0), declared(call.getType()))))
            .range(ResultRange.Rule.FIRST)
            .overflow(OverflowRule.FIRST));

    @SuppressWarnings("ImmutableEnumChecker") // An operator does not change.
    private final ScalarSpecification specification;

    ChoiceFunction(ScalarSpecification specification) {
        this.specification = specification;
    }

    @Override
    public ScalarSpecification specification() {
        return specification;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.choice(this);
    }

    private static long longest(RexCall call, List<Long> lengths) {
        return lengths.stream().mapToLong(length -> length).max().orElse(0);
    }

    /** The longest result of CASE: results stand at the odd places, and ELSE is the last operand. */
    private static long chosen(RexCall call, List<Long> operands) {
        long most = 0;
        for (int i = 0; i < operands.size(); i++) {
            most = i % 2 == 1 || i == operands.size() - 1 ? Math.max(most, operands.get(i)) : most;
        }
        return most;
    }

    private static long declared(RelDataType type) {
        int length = type.getPrecision();
        return SqlTypeUtil.isCharacter(type) && length != RelDataType.PRECISION_NOT_SPECIFIED
                ? length
                : TextLengths.UNKNOWN;
    }
}
