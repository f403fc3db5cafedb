package io.tacit.engine.sql;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Scalar functions and operators whose meaning differs from Calcite's, or that standard SQL does not have. */
public final class ScalarFunctions {
    private static final SqlReturnTypeInference TEXT = ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE);
    private static final SqlReturnTypeInference WHOLE = ReturnTypes.INTEGER.andThen(SqlTypeTransforms.FORCE_NULLABLE);
    private static final SqlReturnTypeInference TRUTH = ReturnTypes.BOOLEAN.andThen(SqlTypeTransforms.FORCE_NULLABLE);
    private static final SqlReturnTypeInference SAME = ReturnTypes.ARG0.andThen(SqlTypeTransforms.FORCE_NULLABLE);

    private static final int MULTIPLICATIVE = 60;

    /** {@code /}: DOUBLE on every engine, NULL where the divisor is 0. */
    public static final SqlOperator DIVIDE = new SqlBinaryOperator(
            "/",
            SqlKind.DIVIDE,
            MULTIPLICATIVE,
            true,
            ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE),
            InferTypes.FIRST_KNOWN,
            OperandTypes.NUMERIC_NUMERIC);

    /**
     * {@code //}: of whole numbers the whole quotient, toward zero and of the wider type; of others the quotient itself, as in
     * DuckDB. NULL where the divisor is 0.
     */
    public static final SqlOperator WHOLE_DIVIDE = new SqlBinaryOperator(
            "//",
            SqlKind.OTHER,
            MULTIPLICATIVE,
            true,
            opBinding -> {
                boolean whole = isWhole(opBinding.getOperandType(0)) && isWhole(opBinding.getOperandType(1));
                RelDataType wider =
                        whole ? opBinding.getTypeFactory().leastRestrictive(opBinding.collectOperandTypes()) : null;
                RelDataType type = wider == null ? opBinding.getTypeFactory().createSqlType(SqlTypeName.DOUBLE) : wider;
                return opBinding.getTypeFactory().createTypeWithNullability(type, true);
            },
            InferTypes.FIRST_KNOWN,
            OperandTypes.NUMERIC_NUMERIC);

    public static final SqlFunction LENGTH = function("LENGTH", WHOLE, SqlTypeFamily.CHARACTER);
    public static final SqlFunction STRPOS =
            function("STRPOS", WHOLE, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER);
    public static final SqlFunction LEFT = function("LEFT", TEXT, SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER);
    public static final SqlFunction RIGHT = function("RIGHT", TEXT, SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER);
    public static final SqlFunction LTRIM = trim("LTRIM");
    public static final SqlFunction RTRIM = trim("RTRIM");
    public static final SqlFunction STARTS_WITH =
            function("STARTS_WITH", TRUTH, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER);
    public static final SqlFunction SPLIT_PART =
            function("SPLIT_PART", TEXT, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER, SqlTypeFamily.INTEGER);

    /** Whether some part of the text matches; the pattern is a constant. */
    public static final SqlFunction REGEXP_LIKE =
            function("REGEXP_LIKE", TRUTH, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER);

    public static final SqlFunction REGEXP_MATCHES =
            function("REGEXP_MATCHES", TRUTH, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER);

    /** The first match replaced, or with option {@code g} each; all but the text are constants. */
    public static final SqlFunction REGEXP_REPLACE = SqlBasicFunction.create(
            "REGEXP_REPLACE",
            TEXT,
            OperandTypes.or(
                    OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER),
                    OperandTypes.family(
                            SqlTypeFamily.CHARACTER,
                            SqlTypeFamily.CHARACTER,
                            SqlTypeFamily.CHARACTER,
                            SqlTypeFamily.CHARACTER)));

    /** What lies at a path of a JSON text, if it is no object or array; the path is a constant. */
    public static final SqlFunction JSON_VALUE =
            function("JSON_VALUE", TEXT, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER);

    /** What lies at a path of a JSON text, an object or array as its text. */
    public static final SqlFunction JSON_EXTRACT_STRING =
            function("JSON_EXTRACT_STRING", TEXT, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER);

    /** Of all arguments that are not NULL. */
    public static final SqlFunction CONCAT = SqlBasicFunction.create(
            "CONCAT",
            ReturnTypes.VARCHAR,
            OperandTypes.repeat(org.apache.calcite.sql.type.SqlOperandCountRanges.from(1), OperandTypes.ANY));

    public static final SqlFunction GREATEST = extreme("GREATEST");
    public static final SqlFunction LEAST = extreme("LEAST");

    /** Toward zero, at a whole number of decimal places if given. */
    public static final SqlFunction TRUNC =
            SqlBasicFunction.create("TRUNC", SAME, OperandTypes.NUMERIC.or(OperandTypes.NUMERIC_INTEGER));

    public static final SqlFunction POW = SqlBasicFunction.create(
            "POW", ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE), OperandTypes.NUMERIC_NUMERIC);

    /** {@code DATE_TRUNC('month', d)}: the beginning of the unit, of the argument's type. */
    public static final SqlFunction DATE_TRUNC = SqlBasicFunction.create(
            "DATE_TRUNC",
            ReturnTypes.ARG1.andThen(SqlTypeTransforms.FORCE_NULLABLE),
            OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.DATETIME));

    /** The parts of a text between separators, as an array; also the empty ones. */
    public static final SqlFunction SPLIT = SqlBasicFunction.create(
            "SPLIT",
            ReturnTypes.VARCHAR
                    .andThen(SqlTypeTransforms.FORCE_NULLABLE)
                    .andThen(SqlTypeTransforms.TO_ARRAY)
                    .andThen(SqlTypeTransforms.FORCE_NULLABLE),
            OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER));

    public static final SqlFunction ARRAY_CONTAINS =
            SqlBasicFunction.create("ARRAY_CONTAINS", TRUTH, OperandTypes.ARRAY_ELEMENT);

    private ScalarFunctions() {}

    /** Whole numbers beyond 64 bits, such as sums, are DECIMAL(38,0). */
    static boolean isWhole(RelDataType type) {
        return SqlTypeUtil.isIntType(type)
                || (type.getSqlTypeName() == SqlTypeName.DECIMAL
                        && type.getPrecision() == TacitTypeSystem.MAX_DIGITS
                        && type.getScale() == 0);
    }

    private static SqlFunction function(String name, SqlReturnTypeInference type, SqlTypeFamily... arguments) {
        return SqlBasicFunction.create(name, type, OperandTypes.family(arguments));
    }

    private static SqlFunction trim(String name) {
        return SqlBasicFunction.create(
                name,
                TEXT,
                OperandTypes.CHARACTER.or(OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER)));
    }

    /** NULL arguments are left out, as in PostgreSQL and DuckDB. */
    private static SqlFunction extreme(String name) {
        return SqlBasicFunction.create(
                name,
                ReturnTypes.LEAST_RESTRICTIVE.andThen(SqlTypeTransforms.FORCE_NULLABLE),
                OperandTypes.SAME_VARIADIC);
    }
}
