package io.tacit.engine.sql;

import static io.tacit.engine.sql.ScalarSpecification.specified;

import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/** Comparisons of two values. */
public enum ComparisonFunction implements ScalarFunction {
    EQUALS(specified(SqlStdOperatorTable.EQUALS, "x = y; x == y", "").overflow(OverflowRule.COMPARED)),
    NOT_EQUALS(specified(SqlStdOperatorTable.NOT_EQUALS, "x <> y", "").overflow(OverflowRule.COMPARED)),
    LESS_THAN(specified(SqlStdOperatorTable.LESS_THAN, "x < y", "").overflow(OverflowRule.COMPARED)),
    LESS_THAN_OR_EQUAL(
            specified(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, "x <= y", "").overflow(OverflowRule.COMPARED)),
    GREATER_THAN(specified(SqlStdOperatorTable.GREATER_THAN, "x > y", "").overflow(OverflowRule.COMPARED)),
    GREATER_THAN_OR_EQUAL(
            specified(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, "x >= y", "").overflow(OverflowRule.COMPARED)),
    IS_DISTINCT_FROM(specified(SqlStdOperatorTable.IS_DISTINCT_FROM, "x IS DISTINCT FROM y", "NULL is a value here")
            .overflow(OverflowRule.COMPARED)),
    IS_NOT_DISTINCT_FROM(
            specified(SqlStdOperatorTable.IS_NOT_DISTINCT_FROM, "x IS NOT DISTINCT FROM y", "NULL is a value here")
                    .overflow(OverflowRule.COMPARED));

    @SuppressWarnings("ImmutableEnumChecker") // An operator does not change.
    private final ScalarSpecification specification;

    ComparisonFunction(ScalarSpecification specification) {
        this.specification = specification;
    }

    @Override
    public ScalarSpecification specification() {
        return specification;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.comparison(this);
    }
}
