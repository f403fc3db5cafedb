package io.tacit.engine.dialect;

import org.apache.calcite.rex.RexLiteral;

/**
 * Constants of a query's text, and names of tables and columns. No value of a person's row is ever written as a
 * constant.
 */
public interface LiteralSql {
    /**
     * A constant with exactly its type.
     *
     * @throws io.tacit.engine.refusal.Refusal for one that the engine cannot read
     */
    String print(RexLiteral literal);

    /** A DOUBLE, exactly: neither NaN nor infinite. */
    String real(double value);

    /** A name in quotes. */
    String name(String name);

    /** Whether a query may name a table: never false where it does, however its quotes are written. */
    default boolean mayName(String sql, String table) {
        return sql.contains(table) || sql.contains(name(table));
    }
}
