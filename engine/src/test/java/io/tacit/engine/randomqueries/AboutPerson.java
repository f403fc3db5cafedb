package io.tacit.engine.randomqueries;

import java.util.Optional;

/**
 * A subquery about the person of the row outside.
 *
 * @param form what is asked
 * @param outer the person, or the order, of the row outside
 * @param outerUnit the person of the row outside in the plain text
 * @param inner other rows of people
 * @param same the person, or the order, in them
 * @param where what else they must meet; absent for nothing
 */
record AboutPerson(Form form, Field outer, String outerUnit, Rows inner, Field same, Optional<Expression> where)
        implements Expression {
    /** What is asked about the person's other rows. */
    enum Form {
        EXISTS,
        NOT_EXISTS,
        IN,
        NOT_IN,

        /** How many there are. */
        COUNT
    }

    @Override
    public Kind kind() {
        return form == Form.COUNT ? Kind.WHOLE : Kind.TRUTH;
    }

    @Override
    public boolean exact() {
        return true;
    }

    @Override
    public String text(Dialect dialect) {
        return switch (form) {
            case EXISTS -> "EXISTS (SELECT 1" + correlated(dialect) + ")";
            case NOT_EXISTS -> "NOT EXISTS (SELECT 1" + correlated(dialect) + ")";
            case IN -> "(" + outer.text() + " IN (SELECT " + same.text() + uncorrelated(dialect) + "))";
            case NOT_IN -> "(" + outer.text() + " NOT IN (SELECT " + same.text() + uncorrelated(dialect) + "))";
            case COUNT -> "(SELECT COUNT(*)" + correlated(dialect) + ")";
        };
    }

    private String correlated(Dialect dialect) {
        return from(dialect, Optional.of(same.text() + " = " + outer.text()));
    }

    private String uncorrelated(Dialect dialect) {
        return from(dialect, Optional.empty());
    }

    /** An order of two people is one of each: rows of different people never meet. */
    private String from(Dialect dialect, Optional<String> equality) {
        Optional<String> unit = dialect == Dialect.PLAIN
                ? Optional.of(inner.unit().orElseThrow() + " = " + outerUnit)
                : Optional.empty();
        String conditions = java.util.stream.Stream.of(
                        inner.where(dialect), equality, unit, where.map(w -> w.text(dialect)))
                .flatMap(Optional::stream)
                .collect(java.util.stream.Collectors.joining(" AND "));
        return " FROM " + inner.from(dialect) + (conditions.isEmpty() ? "" : " WHERE " + conditions);
    }
}
