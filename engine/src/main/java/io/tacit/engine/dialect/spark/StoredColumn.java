package io.tacit.engine.dialect.spark;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.TacitTypeSystem;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/**
 * A column as a cluster's catalogue has it, and how it is read as a type of the catalog.
 *
 * @param name the column
 * @param type as Spark writes it, such as {@code decimal(12,2)}
 */
public record StoredColumn(String name, String type) {
    private static final Pattern DECIMAL = Pattern.compile("decimal\\((\\d+),(\\d+)\\)");
    private static final Pattern SIZED = Pattern.compile("(char|varchar)\\(\\d+\\)");
    private static final RelDataTypeFactory TYPES = TacitTypeSystem.factory();

    /** The type as which the column is read unless the owner says otherwise; none for what has no type here. */
    public Optional<ColumnType> natural() {
        Matcher decimal = DECIMAL.matcher(type);
        if (decimal.matches()) {
            int digits = Integer.parseInt(decimal.group(1));
            int scale = Integer.parseInt(decimal.group(2));
            return digits <= TacitTypeSystem.MAX_DIGITS && scale <= digits
                    ? Optional.of(ColumnType.decimal(digits, scale))
                    : Optional.empty();
        }
        if (SIZED.matcher(type).matches() || type.startsWith("string collate ")) {
            return Optional.of(ColumnType.VARCHAR);
        }
        return switch (type) {
            case "boolean" -> Optional.of(ColumnType.BOOLEAN);
            case "tinyint", "smallint", "int" -> Optional.of(ColumnType.INTEGER);
            case "bigint" -> Optional.of(ColumnType.BIGINT);
            case "float", "double" -> Optional.of(ColumnType.DOUBLE);
            case "string" -> Optional.of(ColumnType.VARCHAR);
            case "date" -> Optional.of(ColumnType.DATE);
            case "timestamp", "timestamp_ntz" -> Optional.of(ColumnType.TIMESTAMP);
            default -> Optional.empty();
        };
    }

    /**
     * The column as a value of a declared type; NULL where that has no such value. Equal values are the same value: a
     * text has no collation of the column's and, in a CHAR, no blanks at its end; a DOUBLE has one zero. A timestamp that
     * knows its time zone is that of UTC, which is the session's.
     *
     * @throws io.tacit.engine.refusal.Refusal for a type as which it cannot be read
     */
    public String as(ColumnType declared) {
        ColumnType own = natural().orElseThrow(() -> Lacking.conversion(type, declared.sql()));
        String natural = natural(own);
        return own.equals(declared)
                ? natural
                : SparkConversions.convert(
                        natural,
                        ColumnTypes.toCalcite(TYPES, own),
                        SparkTypes.of(ColumnTypes.toCalcite(TYPES, declared)));
    }

    /**
     * The type may be another one since the catalogue was asked: a value that does not fit then is NULL, and no error. A
     * text may hold bytes that are no UTF-8: Spark cuts such a text behind its end, where other rows' bytes are, and two of
     * them would print one key.
     */
    private String natural(ColumnType own) {
        String column = SparkText.name(name);
        return switch (own.kind()) {
            case BOOLEAN, INTEGER, BIGINT, DECIMAL, DATE -> "try_cast(" + column + " AS " + type(own) + ")";
            case DOUBLE -> "(try_cast(" + column + " AS DOUBLE) + CAST(0 AS DOUBLE))";
            case VARCHAR -> {
                String text = "make_valid_utf8(collate(CAST(" + column + " AS STRING), 'UTF8_BINARY'))";
                yield type.startsWith("char(") ? "trim(TRAILING ' ' FROM " + text + ")" : text;
            }
            case TIMESTAMP -> "try_cast(" + column + " AS TIMESTAMP_NTZ)";
            case TIME -> throw new IllegalStateException("Spark has no column of this type");
        };
    }

    private static String type(ColumnType own) {
        return SparkTypes.of(ColumnTypes.toCalcite(TYPES, own));
    }
}
