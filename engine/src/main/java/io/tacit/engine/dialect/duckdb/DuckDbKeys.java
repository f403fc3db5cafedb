package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.KeySql;
import java.util.ArrayList;
import java.util.List;

/** Keys in DuckDB. It takes -0.0 for 0.0 and one NaN for another, but shows either; a column may have a collation. */
final class DuckDbKeys implements KeySql {
    @Override
    public String canonical(String column, ColumnType type) {
        return switch (type.kind()) {
            case DOUBLE -> withoutNan("(" + column + " + CAST(0 AS DOUBLE))");
            case VARCHAR -> "(" + column + ") COLLATE \"binary\"";
            case TIME -> "NULLIF(" + column + ", TIME '24:00:00')";
            case BOOLEAN, INTEGER, BIGINT, DECIMAL, DATE, TIMESTAMP -> column;
        };
    }

    @Override
    public String finite(String column, ColumnType type) {
        return switch (type.kind()) {
            case DOUBLE -> withoutNan(column);
            case DATE, TIMESTAMP -> "CASE WHEN isfinite(" + column + ") THEN " + column + " END";
            case BOOLEAN, INTEGER, BIGINT, DECIMAL, VARCHAR, TIME -> column;
        };
    }

    private static String withoutNan(String column) {
        return "CASE WHEN isnan(" + column + ") THEN NULL ELSE " + column + " END";
    }

    /**
     * A key as text, where a cast is not good enough: it omits a zero that stands alone before the point, and prints
     * another number for 2^81, 2^91 and 2^807.
     */
    @Override
    public String text(String key, ColumnType type) {
        String text = "CAST(" + key + " AS VARCHAR)";
        return switch (type.kind()) {
            case DOUBLE -> "format('{:.17g}', " + key + ")";
            case DECIMAL -> type.precision() == type.scale() ? "replace(" + text + ", '.', '0.')" : text;
            case BOOLEAN, INTEGER, BIGINT, VARCHAR, DATE, TIME, TIMESTAMP -> text;
        };
    }

    @Override
    public String hash(String salt, List<String> values) {
        // DuckDB joins the hashes of several values by XOR, which would give nearly everybody the same order of groups.
        // The hash of that hash mixes its digits.
        return "hash(hash(" + SqlText.text(salt) + ", " + String.join(", ", values) + "))";
    }

    @Override
    public String together(List<String> columns) {
        List<String> parts = new ArrayList<>();
        for (String column : columns) {
            parts.add(column + " := " + column);
        }
        return "struct_pack(" + String.join(", ", parts) + ")";
    }
}
