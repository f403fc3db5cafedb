package io.tacit.engine.sql;

import static io.tacit.engine.sql.ScalarSpecification.specified;
import static io.tacit.engine.sql.Signatures.function;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeFamily;

/** Texts: parts of them, longer ones, and what is counted in them. */
public enum TextFunction implements ScalarFunction {
    CONCATENATION(specified(SqlStdOperatorTable.CONCAT, "s || t", "NULL if one of them is")
            .length(together())),
    CONCAT(specified(
                    function(
                            "CONCAT",
                            ReturnTypes.VARCHAR,
                            OperandTypes.repeat(SqlOperandCountRanges.from(1), OperandTypes.ANY)),
                    "CONCAT(x, …)",
                    "leaves NULL out")
            .length(together().building((call, operands, most) -> TextLengths.sum(operands)))),
    UPPER(specified(SqlStdOperatorTable.UPPER, "UPPER(s)", "").length(TextLength.ofOperand(0))),
    LOWER(specified(SqlStdOperatorTable.LOWER, "LOWER(s)", "").length(TextLength.ofOperand(0))),
    TRIM(specified(
                    SqlStdOperatorTable.TRIM,
                    "TRIM(s); TRIM(LEADING 'a' FROM s)",
                    "also TRAILING and BOTH; blanks if nothing else is said")
            .length(TextLength.ofOperand(2))),
    LTRIM(specified(
                    function("LTRIM", Signatures.TEXT, trimmed()),
                    "LTRIM(s); LTRIM(s, characters)",
                    "without blanks, or any of the characters, in front")
            .length(TextLength.ofOperand(0))),
    RTRIM(specified(
                    function("RTRIM", Signatures.TEXT, trimmed()),
                    "RTRIM(s); RTRIM(s, characters)",
                    "without them behind")
            .length(TextLength.ofOperand(0))),
    SUBSTRING(specified(
                    SqlStdOperatorTable.SUBSTRING,
                    "SUBSTRING(s FROM n FOR m); SUBSTRING(s, n, m)",
                    "the first character has the number 1; without `m` to the end")
            .length(TextLength.of((call, operands) -> part(call, operands, 2)))
            .overflow(OverflowRule.PLACES)),
    LEFT(specified(
                    function("LEFT", Signatures.TEXT, SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER),
                    "LEFT(s, n)",
                    "the first `n` characters; with a negative number all but the last")
            .length(TextLength.of((call, operands) -> part(call, operands, 1)))
            .overflow(OverflowRule.PLACES)),
    RIGHT(specified(
                    function("RIGHT", Signatures.TEXT, SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER),
                    "RIGHT(s, n)",
                    "the last `n` characters; with a negative number all but the first")
            .length(TextLength.of((call, operands) -> part(call, operands, 1)))
            .overflow(OverflowRule.PLACES)),
    SPLIT_PART(specified(
                    function(
                            "SPLIT_PART",
                            Signatures.TEXT,
                            SqlTypeFamily.CHARACTER,
                            SqlTypeFamily.CHARACTER,
                            SqlTypeFamily.INTEGER),
                    "SPLIT_PART(s, separator, n)",
                    "the part with the number `n`, from 1")
            .length(TextLength.ofOperand(0))
            .overflow(OverflowRule.PLACES)),
    REPLACE(specified(SqlStdOperatorTable.REPLACE, "REPLACE(s, t, by)", "has a limit, see below")
            .length(TextLength.of((call, operands) -> Replacement.of(call).most(operands.get(0)))
                    .building((call, operands, most) -> Math.min(
                            TextLengths.MOST_ON_THE_WAY, Replacement.of(call).built(operands.get(0)))))),
    LENGTH(specified(
                    function("LENGTH", Signatures.INTEGER, SqlTypeFamily.CHARACTER),
                    "LENGTH(s); CHAR_LENGTH(s); CHARACTER_LENGTH(s)",
                    "in characters")
            .or(SqlStdOperatorTable.CHAR_LENGTH)
            .or(SqlStdOperatorTable.CHARACTER_LENGTH)),
    POSITION(specified(
            SqlStdOperatorTable.POSITION, "POSITION(t IN s)", "where `t` begins in `s`, from 1; 0 if it is not there")),
    STRPOS(specified(
            function("STRPOS", Signatures.INTEGER, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER),
            "STRPOS(s, t)",
            "the same")),
    STARTS_WITH(specified(
            function("STARTS_WITH", Signatures.TRUTH, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER),
            "STARTS_WITH(s, t)",
            "")),
    ENDS_WITH(specified(
            function("ENDS_WITH", Signatures.TRUTH, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER),
            "ENDS_WITH(s, t)",
            "")),
    /** Values as one text, which {@link DistinctTuples} counts; not to be written in a query. */
    TUPLE(specified(
                    function(
                            "$TUPLE",
                            ReturnTypes.VARCHAR,
                            OperandTypes.repeat(SqlOperandCountRanges.from(2), OperandTypes.ANY)),
                    "",
                    "")
            .length(TextLength.of(TextFunction::tuple).building((call, operands, most) -> most.getAsLong())));

    @SuppressWarnings("ImmutableEnumChecker") // An operator does not change.
    private final ScalarSpecification specification;

    TextFunction(ScalarSpecification specification) {
        this.specification = specification;
    }

    @Override
    public ScalarSpecification specification() {
        return specification;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.text(this);
    }

    private static SqlOperandTypeChecker trimmed() {
        return OperandTypes.CHARACTER.or(OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER));
    }

    private static TextLength together() {
        return TextLength.of((call, operands) -> Math.min(TextLengths.MOST, TextLengths.sum(operands)));
    }

    /** The length of a part: as many characters as an operand says, if that is a constant. */
    private static long part(RexCall call, List<Long> operands, int count) {
        if (call.getOperands().size() > count
                && call.getOperands().get(count) instanceof RexLiteral literal
                && !literal.isNull()) {
            long characters = ConstantValue.of(literal, BigDecimal.class).longValue();
            return characters < 0 ? operands.get(0) : Math.min(operands.get(0), characters);
        }
        return operands.get(0);
    }

    private static long tuple(RexCall call, List<Long> operands) {
        return operands.stream()
                .mapToLong(length -> Math.min(TextLengths.MOST, length) + DistinctTuples.OVERHEAD)
                .sum();
    }
}
