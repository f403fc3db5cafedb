package io.tacit.engine.dialect.spark;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.server.ColumnNotation;
import io.tacit.engine.dialect.server.ServerTypes;
import io.tacit.engine.dialect.server.StoredColumn;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How columns of a Spark cluster are read. A timestamp that knows its time zone is that of UTC, which is the session's; a
 * CHAR has no blanks at its end.
 */
public final class SparkColumns implements ColumnNotation {
    private static final ColumnNotation NOTATION = new SparkColumns();
    private static final Pattern SIZED = Pattern.compile("(char|varchar)\\(\\d+\\)");

    private SparkColumns() {}

    /** A column with its type as Spark writes it, such as {@code decimal(12,2)}. */
    public static StoredColumn stored(String name, String type) {
        return new StoredColumn(name, type, NOTATION);
    }

    /** The type of a column that is read as a type, as Spark writes it. */
    public static String shown(ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN -> "boolean";
            case INTEGER -> "int";
            case BIGINT -> "bigint";
            case DOUBLE -> "double";
            case VARCHAR -> "string";
            case DATE -> "date";
            case TIMESTAMP -> "timestamp_ntz";
            case DECIMAL -> "decimal(" + type.precision() + "," + type.scale() + ")";
            case TIME -> throw new IllegalStateException("Spark has no column of this type");
        };
    }

    @Override
    public ServerTypes types() {
        return SparkSql.TYPES;
    }

    @Override
    public String decimal() {
        return "decimal";
    }

    @Override
    public Optional<ColumnType> natural(String type) {
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
     * The type may be another one since the catalogue was asked: a value that does not fit then is NULL, and no error. A
     * text may hold bytes that are no UTF-8: Spark cuts such a text behind its end, where other rows' bytes are, and two of
     * them would print one key.
     */
    @Override
    public String read(String name, String type, ColumnType own) {
        String column = SparkText.name(name);
        return switch (own.kind()) {
            case BOOLEAN, INTEGER, BIGINT, DECIMAL, DATE ->
                "try_cast(" + column + " AS " + SparkSql.TYPES.name(StoredColumn.calcite(own)) + ")";
            case DOUBLE ->
                "NULLIF(try_cast(" + column + " AS DOUBLE) + CAST(0 AS DOUBLE), " + SparkConversions.real("NaN") + ")";
            case VARCHAR -> {
                String text = "make_valid_utf8(collate(CAST(" + column + " AS STRING), 'UTF8_BINARY'))";
                yield type.startsWith("char(") ? "trim(TRAILING ' ' FROM " + text + ")" : text;
            }
            case TIMESTAMP -> "try_cast(" + column + " AS TIMESTAMP_NTZ)";
            case TIME -> throw new IllegalStateException("Spark has no column of this type");
        };
    }

    /** Bytes that are no UTF-8 become the same sign. */
    @Override
    public Optional<String> oneToOne(String name, String type) {
        return natural(type).filter(ColumnType.VARCHAR::equals).isPresent()
                ? Optional.of("is_valid_utf8(CAST(" + SparkText.name(name) + " AS STRING))")
                : Optional.empty();
    }
}
