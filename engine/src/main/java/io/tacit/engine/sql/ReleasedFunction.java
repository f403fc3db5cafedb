package io.tacit.engine.sql;

/**
 * Functions of a released value's interval and report, rather than of the value itself. They stand in the algebra until
 * what was released takes their place ({@link ReleasedFunctions}), and are never run.
 */
public enum ReleasedFunction implements ScalarFunction {
    /** The lower end of the interval of a released aggregate. */
    LOW(ScalarSpecification.specified(
            ReleasedFunctions.LOW,
            "DP_INTERVAL_LOW(n)",
            "the lower end of the interval of an aggregate of people's rows, or of what is computed from some;"
                    + " see [sql.md](sql.md)")),
    /** The upper end. */
    HIGH(ScalarSpecification.specified(ReleasedFunctions.HIGH, "DP_INTERVAL_HIGH(n)", "the upper end")),
    /** The value and what is known of it, as JSON; a clause of an aggregate. */
    REPORT(ScalarSpecification.specified(ReleasedFunctions.REPORT, "", "")
            .length(TextLength.of((call, operands) -> TextLengths.UNKNOWN)));

    @SuppressWarnings("ImmutableEnumChecker") // An operator does not change.
    private final ScalarSpecification specification;

    ReleasedFunction(ScalarSpecification specification) {
        this.specification = specification;
    }

    @Override
    public ScalarSpecification specification() {
        return specification;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.released(this);
    }
}
