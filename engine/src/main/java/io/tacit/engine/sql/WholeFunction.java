package io.tacit.engine.sql;

import static io.tacit.engine.sql.ScalarSpecification.specified;

import org.apache.calcite.sql.type.OperandTypes;

/** Functions of whole numbers. */
public enum WholeFunction implements ScalarFunction {
    GCD(specified(
                    Signatures.function("GCD", Signatures.BIGINT, OperandTypes.INTEGER_INTEGER),
                    "GCD(n, m); GREATEST_COMMON_DIVISOR(n, m)",
                    "")
            .alias("GREATEST_COMMON_DIVISOR")
            .overflow(OverflowRule.DIVISOR)),
    LCM(specified(
                    Signatures.function("LCM", Signatures.WIDEST, OperandTypes.INTEGER_INTEGER),
                    "LCM(n, m); LEAST_COMMON_MULTIPLE(n, m)",
                    "")
            .alias("LEAST_COMMON_MULTIPLE")),
    BIT_COUNT(specified(
                    Signatures.function("BIT_COUNT", Signatures.INTEGER, OperandTypes.INTEGER),
                    "BIT_COUNT(n)",
                    "how many of the 64 binary digits of a BIGINT are 1")
            .range(ResultRange.between(0, 64))),
    FACTORIAL(specified(
                    Signatures.function("FACTORIAL", Signatures.WIDEST, OperandTypes.INTEGER),
                    "FACTORIAL(n)",
                    "NULL below 0 and above 33")
            .overflow(OverflowRule.FACTORIAL));

    /** The factorial of a larger number has more than 38 digits. */
    public static final int MAX_FACTORIAL = 33;

    @SuppressWarnings("ImmutableEnumChecker") // An operator does not change.
    private final ScalarSpecification specification;

    WholeFunction(ScalarSpecification specification) {
        this.specification = specification;
    }

    @Override
    public ScalarSpecification specification() {
        return specification;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.whole(this);
    }
}
