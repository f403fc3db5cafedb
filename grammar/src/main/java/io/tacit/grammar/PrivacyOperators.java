package io.tacit.grammar;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;

/** The operators that the grammar adds to standard SQL. They stand in parsed text only and are never validated. */
public final class PrivacyOperators {
    /** {@code name = value} in OPTIONS. Operands: the name, an identifier; the value, any expression. */
    public static final SqlOperator OPTION = named("OPTION");

    /** {@code x CLAMPED BETWEEN low AND high}. Operands: x or {@code *}; low; high. */
    public static final SqlOperator CLAMPED = named("CLAMPED BETWEEN");

    /** {@code x WITH REPORT(FORMAT = JSON)}. Operands: x or {@code *}; the format, an identifier, a text or NULL. */
    public static final SqlOperator REPORT = named("WITH REPORT");

    /** {@code EXPLAIN PRIVACY (error = 10) query}. Operands: the query; a list of {@link #OPTION}s, perhaps empty. */
    public static final SqlOperator EXPLAIN = named("EXPLAIN PRIVACY");

    /** {@code GROUP BY ALL} and {@code ORDER BY ALL}. No operands. */
    public static final SqlOperator ALL = named("ALL");

    /** {@code * EXCLUDE (a, b) REPLACE (x AS c)}. Operands: the star; names; items with an alias each. */
    public static final SqlOperator STAR = named("* EXCLUDE REPLACE");

    /** {@code LIMIT n WITH TIES}. Operand: the number of rows. */
    public static final SqlOperator TIES = named("WITH TIES");

    private static final int OF_PRODUCTS = 60;
    private static final int ABOVE_PRODUCTS = 70;

    /** {@code x // y}. */
    public static final SqlBinaryOperator WHOLE_DIVIDE = binary("//", OF_PRODUCTS);

    /** {@code x ^ y} and {@code x ** y}: before products, from left to right, after a sign. */
    public static final SqlBinaryOperator POWER = binary("^", ABOVE_PRODUCTS);

    private PrivacyOperators() {}

    private static SqlBinaryOperator binary(String sign, int precedence) {
        return new SqlBinaryOperator(sign, SqlKind.OTHER, precedence, true, null, null, null);
    }

    static SqlOperator named(String name) {
        return new Unvalidated(name);
    }

    private static final class Unvalidated extends SqlSpecialOperator {
        Unvalidated(String name) {
            super(name, SqlKind.OTHER);
        }

        /** For debugging only: {@code {CLAMPED BETWEEN x, 0, 1}} is not SQL. */
        @Override
        public void unparse(SqlWriter writer, SqlCall call, int left, int right) {
            writer.print("{" + getName() + " ");
            String separator = "";
            for (SqlNode operand : call.getOperandList()) {
                writer.print(separator);
                operand.unparse(writer, 0, 0);
                separator = ", ";
            }
            writer.print("}");
        }
    }
}
