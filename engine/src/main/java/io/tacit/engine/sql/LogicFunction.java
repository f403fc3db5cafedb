package io.tacit.engine.sql;

import static io.tacit.engine.sql.ScalarSpecification.specified;

import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/** Truth values in three-valued logic. */
public enum LogicFunction implements ScalarFunction {
    AND(specified(SqlStdOperatorTable.AND, "a AND b", "")),
    OR(specified(SqlStdOperatorTable.OR, "a OR b", "")),
    NOT(specified(SqlStdOperatorTable.NOT, "NOT a", "")),
    IS_NULL(specified(SqlStdOperatorTable.IS_NULL, "x IS NULL", "")),
    IS_NOT_NULL(specified(SqlStdOperatorTable.IS_NOT_NULL, "x IS NOT NULL", "")),
    IS_TRUE(specified(SqlStdOperatorTable.IS_TRUE, "a IS TRUE", "never NULL")),
    IS_NOT_TRUE(specified(SqlStdOperatorTable.IS_NOT_TRUE, "a IS NOT TRUE", "true of NULL, too")),
    IS_FALSE(specified(SqlStdOperatorTable.IS_FALSE, "a IS FALSE", "never NULL")),
    IS_NOT_FALSE(specified(SqlStdOperatorTable.IS_NOT_FALSE, "a IS NOT FALSE", "true of NULL, too")),
    IS_UNKNOWN(specified(SqlStdOperatorTable.IS_UNKNOWN, "a IS UNKNOWN", "whether a truth value is NULL")),
    IS_NOT_UNKNOWN(specified(SqlStdOperatorTable.IS_NOT_UNKNOWN, "a IS NOT UNKNOWN", ""));

    @SuppressWarnings("ImmutableEnumChecker") // An operator does not change.
    private final ScalarSpecification specification;

    LogicFunction(ScalarSpecification specification) {
        this.specification = specification;
    }

    @Override
    public ScalarSpecification specification() {
        return specification;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.logic(this);
    }
}
