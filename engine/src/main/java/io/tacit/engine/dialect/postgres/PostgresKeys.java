package io.tacit.engine.dialect.postgres;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.KeySql;
import java.util.ArrayList;
import java.util.List;

/** Keys in PostgreSQL. It takes -0.0 for 0.0, but shows either; a column may have a collation that takes a for A. */
final class PostgresKeys implements KeySql {
    /** How many characters of a value its hash reads. */
    private static final int HASHED = 10_000;

    private static final String INFINITE = "CAST('Infinity' AS double precision)";

    @Override
    public String canonical(String column, ColumnType type) {
        return switch (type.kind()) {
            case DOUBLE -> withoutNan("(" + column + " + CAST(0 AS double precision))");
            case VARCHAR -> "(" + column + ") COLLATE \"C\"";
            case TIME -> "NULLIF(" + column + ", TIME '24:00:00')";
            case BOOLEAN, INTEGER, BIGINT, DECIMAL, DATE, TIMESTAMP -> column;
        };
    }

    @Override
    public String finite(String column, ColumnType type) {
        return switch (type.kind()) {
            case DOUBLE -> withoutNan(column);
            case DATE -> infinite(column, "date");
            case TIMESTAMP -> infinite(column, "timestamp");
            case BOOLEAN, INTEGER, BIGINT, DECIMAL, VARCHAR, TIME -> column;
        };
    }

    private static String infinite(String column, String type) {
        return "NULLIF(NULLIF(" + column + ", CAST('infinity' AS " + type + ")), CAST('-infinity' AS " + type + "))";
    }

    private static String withoutNan(String column) {
        return "NULLIF(" + column + ", CAST('NaN' AS double precision))";
    }

    @Override
    public String text(String key, ColumnType type) {
        String text = "CAST(" + key + " AS text)";
        return switch (type.kind()) {
            case DOUBLE ->
                "CASE WHEN " + key + " = " + INFINITE + " THEN 'inf' WHEN " + key + " = -" + INFINITE
                        + " THEN '-inf' ELSE " + text + " END";
            case DATE, TIMESTAMP -> date(text);
            case BOOLEAN, INTEGER, BIGINT, DECIMAL, VARCHAR, TIME -> text;
        };
    }

    /** The text of a date or timestamp with the years before the first as other engines write them. */
    static String date(String text) {
        return "regexp_replace(" + text + ", '^(\\S+)( \\S+)? BC$', '\\1 (BC)\\2')";
    }

    /**
     * Of the texts of the values as an array's text, which tells them and NULL apart. Of long texts the beginning is
     * enough, since whoever orders by hashes orders by the values after them; all of them might be too long for an array.
     */
    @Override
    public String hash(String salt, List<String> values) {
        List<String> all = new ArrayList<>(List.of(PostgresText.text(salt)));
        values.forEach(value -> all.add("left(CAST(" + value + " AS text), " + HASHED + ")"));
        return "hashtextextended(CAST(ARRAY[" + String.join(", ", all) + "] AS text) COLLATE \"C\", 0)";
    }

    /**
     * PostgreSQL hashes equality, but not IS NOT DISTINCT FROM: NULL is some value here, and whether it is NULL is
     * compared too.
     */
    @Override
    public String same(String left, String right, ColumnType type) {
        String stands = ", " + PostgresText.text(standing(type)) + ")";
        return "(" + left + " IS NULL) = (" + right + " IS NULL) AND COALESCE(" + left + stands + " = COALESCE(" + right
                + stands;
    }

    /** The text of some value, which is read as the type of what stands beside it. */
    private static String standing(ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN -> "false";
            case INTEGER, BIGINT, DECIMAL, DOUBLE -> "0";
            case VARCHAR -> "";
            case DATE, TIMESTAMP -> "1970-01-01";
            case TIME -> "00:00:00";
        };
    }

    @Override
    public String together(List<String> columns) {
        List<String> texts = new ArrayList<>();
        for (String column : columns) {
            texts.add("CAST(" + column + " AS text) COLLATE \"C\"");
        }
        return "ARRAY[" + String.join(", ", texts) + "]";
    }
}
