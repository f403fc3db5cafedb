package io.tacit.engine.source;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the names of types that owners write. */
public final class TypeName {
    private static final Pattern DECIMAL =
            Pattern.compile("(?:DECIMAL|NUMERIC)\\s*\\(\\s*(\\d{1,2})\\s*,\\s*(\\d{1,2})\\s*\\)");

    private TypeName() {}

    /**
     * The type of that name, in any case: BOOLEAN, INTEGER, BIGINT, DECIMAL(p,s), DOUBLE, VARCHAR, DATE, TIME,
     * TIMESTAMP, or a usual other name of these.
     *
     * @throws Refusal SOURCE_SCHEMA when there is no such type
     */
    public static ColumnType parse(String name) {
        String upper = name.strip().toUpperCase(Locale.ROOT);
        Optional<ColumnType> decimal = decimal(upper);
        if (decimal.isPresent()) {
            return decimal.get();
        }
        return switch (upper) {
            case "BOOLEAN", "BOOL" -> ColumnType.BOOLEAN;
            case "INTEGER", "INT" -> ColumnType.INTEGER;
            case "BIGINT", "LONG" -> ColumnType.BIGINT;
            case "DOUBLE", "FLOAT", "REAL", "DOUBLE PRECISION" -> ColumnType.DOUBLE;
            case "VARCHAR", "TEXT", "STRING" -> ColumnType.VARCHAR;
            case "DATE" -> ColumnType.DATE;
            case "TIME" -> ColumnType.TIME;
            case "TIMESTAMP", "DATETIME" -> ColumnType.TIMESTAMP;
            default ->
                throw new Refusal(
                        ErrorCode.SOURCE_SCHEMA,
                        "There is no column type " + name.strip() + ".",
                        "Types are BOOLEAN, INTEGER, BIGINT, DECIMAL(18,2), DOUBLE, VARCHAR, DATE, TIME and TIMESTAMP.");
        };
    }

    private static Optional<ColumnType> decimal(String upper) {
        Matcher match = DECIMAL.matcher(upper);
        if (!match.matches()) {
            return Optional.empty();
        }
        int precision = Integer.parseInt(match.group(1));
        int scale = Integer.parseInt(match.group(2));
        if (precision < 1 || precision > 38 || scale > precision) {
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    "There is no column type " + upper + ".",
                    "DECIMAL(p,s) has 1 to 38 digits p, of which 0 to p digits s stand after the point.");
        }
        return Optional.of(ColumnType.decimal(precision, scale));
    }
}
