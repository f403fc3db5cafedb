package io.tacit.engine.dialect.postgres;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.TacitTypeSystem;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/**
 * A column as a server stores it, and how it is read as a type of the catalog.
 *
 * @param name the column
 * @param type as PostgreSQL writes it, such as {@code numeric(12,2)}; that below a domain; {@code enum} for an enumeration
 */
public record StoredColumn(String name, String type) {
    private static final Pattern DECIMAL = Pattern.compile("numeric\\((\\d+),(\\d+)\\)");
    private static final RelDataTypeFactory TYPES = TacitTypeSystem.factory();

    /**
     * The type as which the column is read unless the owner says otherwise; none for what has no type here, nor for jsonb:
     * numbers in it such as 1e131071 are written out, so that a short value may be too long for a text, which is an error.
     */
    public Optional<ColumnType> natural() {
        Matcher decimal = DECIMAL.matcher(type);
        if (decimal.matches()) {
            int digits = Integer.parseInt(decimal.group(1));
            int scale = Integer.parseInt(decimal.group(2));
            return digits <= TacitTypeSystem.MAX_DIGITS && scale <= digits
                    ? Optional.of(ColumnType.decimal(digits, scale))
                    : Optional.empty();
        }
        int bracket = type.indexOf('(');
        return switch (bracket < 0 ? type : type.substring(0, bracket) + type.substring(type.indexOf(')') + 1)) {
            case "boolean" -> Optional.of(ColumnType.BOOLEAN);
            case "smallint", "integer" -> Optional.of(ColumnType.INTEGER);
            case "bigint" -> Optional.of(ColumnType.BIGINT);
            case "real", "double precision" -> Optional.of(ColumnType.DOUBLE);
            case "text", "character varying", "character", "bpchar", "name", "uuid", "json", "enum" ->
                Optional.of(ColumnType.VARCHAR);
            case "date" -> Optional.of(ColumnType.DATE);
            case "time without time zone", "time with time zone" -> Optional.of(ColumnType.TIME);
            case "timestamp without time zone", "timestamp with time zone" -> Optional.of(ColumnType.TIMESTAMP);
            default -> Optional.empty();
        };
    }

    /**
     * The column as a value of a declared type; NULL where that has no such value, and where the value would make later
     * expressions fail: infinite dates, those beyond what other engines hold, and 24 o'clock. Equal values are the same
     * value: a text has no collation of the column's, a DOUBLE has one zero and one NaN.
     *
     * @throws io.tacit.engine.refusal.Refusal for a type as which it cannot be read
     */
    public String as(ColumnType declared) {
        ColumnType own = natural().orElseThrow(() -> Lacking.conversion(type, declared.sql()));
        String natural = natural(own);
        return own.equals(declared)
                ? natural
                : PostgresConversions.convert(
                        natural,
                        ColumnTypes.toCalcite(TYPES, own),
                        PostgresTypes.of(ColumnTypes.toCalcite(TYPES, declared)));
    }

    private String natural(ColumnType own) {
        String column = PostgresText.name(name);
        return switch (own.kind()) {
            case BOOLEAN, BIGINT -> column;
            case DECIMAL -> PostgresConversions.fit(column, own.sql());
            case INTEGER -> "CAST(" + column + " AS integer)";
            case DOUBLE -> "(CAST(" + column + " AS double precision) + CAST(0 AS double precision))";
            case VARCHAR -> "(CAST(" + column + " AS text) COLLATE \"C\")";
            case TIME -> "NULLIF(CAST(" + column + " AS time), TIME '24:00:00')";
            case DATE -> "CASE WHEN isfinite(" + column + ") THEN " + column + " END";
            case TIMESTAMP -> {
                String value = type.contains("with time zone") ? "(" + column + " AT TIME ZONE 'UTC')" : column;
                yield "CASE WHEN isfinite(" + column + ") AND " + value + " < " + PostgresConversions.END_OF_TIME
                        + " THEN " + value + " END";
            }
        };
    }
}
