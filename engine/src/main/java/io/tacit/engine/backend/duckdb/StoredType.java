package io.tacit.engine.backend.duckdb;

import io.tacit.engine.catalog.ColumnType;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The types of columns that DuckDB can read, as it writes them. */
final class StoredType {
    private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d+),(\\d+)\\)");

    private StoredType() {}

    /** The type as which a column of DuckDB's type is read; none for what SQL here has no type for. */
    static Optional<ColumnType> read(String type) {
        if (type.endsWith("]")) {
            return Optional.empty();
        }
        Matcher decimal = DECIMAL.matcher(type);
        if (decimal.matches()) {
            return Optional.of(
                    ColumnType.decimal(Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2))));
        }
        return switch (withoutDigits(type)) {
            case "BOOLEAN" -> Optional.of(ColumnType.BOOLEAN);
            case "TINYINT", "SMALLINT", "INTEGER", "UTINYINT", "USMALLINT" -> Optional.of(ColumnType.INTEGER);
            case "BIGINT", "UINTEGER" -> Optional.of(ColumnType.BIGINT);
            case "UBIGINT", "HUGEINT", "UHUGEINT" -> Optional.of(ColumnType.decimal(38, 0));
            case "FLOAT", "DOUBLE" -> Optional.of(ColumnType.DOUBLE);
            case "VARCHAR", "ENUM", "UUID", "JSON" -> Optional.of(ColumnType.VARCHAR);
            case "DATE" -> Optional.of(ColumnType.DATE);
            case "TIME", "TIME_NS", "TIME WITH TIME ZONE" -> Optional.of(ColumnType.TIME);
            case "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS", "TIMESTAMP WITH TIME ZONE" ->
                Optional.of(ColumnType.TIMESTAMP);
            default -> Optional.empty();
        };
    }

    /** Whether each value of a type that is read has a counterpart here: NaN, infinite dates, 24 o'clock and the largest numbers become NULL. */
    static boolean isNeverLost(String type) {
        return switch (withoutDigits(type)) {
            case "FLOAT",
                    "DOUBLE",
                    "HUGEINT",
                    "UHUGEINT",
                    "DATE",
                    "TIME",
                    "TIME_NS",
                    "TIME WITH TIME ZONE",
                    "TIMESTAMP",
                    "TIMESTAMP_S",
                    "TIMESTAMP_MS",
                    "TIMESTAMP_NS",
                    "TIMESTAMP WITH TIME ZONE" -> false;
            default -> true;
        };
    }

    /** Whether different values of a type are different here: of a zone and of less than a microsecond nothing is left. */
    static boolean staysDifferent(String type) {
        return switch (withoutDigits(type)) {
            case "TIME_NS", "TIME WITH TIME ZONE", "TIMESTAMP_NS" -> false;
            default -> true;
        };
    }

    private static String withoutDigits(String type) {
        int bracket = type.indexOf('(');
        return bracket < 0 ? type : type.substring(0, bracket).strip();
    }
}
