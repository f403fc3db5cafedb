package io.tacit.engine.dialect.postgres;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.server.ColumnNotation;
import io.tacit.engine.dialect.server.ServerTypes;
import io.tacit.engine.dialect.server.StoredColumn;
import java.util.Optional;

/**
 * How columns of a PostgreSQL server are read. Their types are as it writes them; that below a domain; {@code enum} for an
 * enumeration.
 */
public final class PostgresColumns implements ColumnNotation {
    private static final ColumnNotation NOTATION = new PostgresColumns();

    private PostgresColumns() {}

    /** A column with its type as PostgreSQL writes it, such as {@code numeric(12,2)}. */
    public static StoredColumn stored(String name, String type) {
        return new StoredColumn(name, type, NOTATION);
    }

    @Override
    public ServerTypes types() {
        return PostgresSql.TYPES;
    }

    @Override
    public String decimal() {
        return "numeric";
    }

    /** jsonb has none: numbers in it such as 1e131071 are written out, so that a short value may be too long for a text. */
    @Override
    public Optional<ColumnType> natural(String type) {
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

    /** NaN, infinite dates, those beyond what other engines hold, and 24 o'clock are NULL. */
    @Override
    public String read(String name, String type, ColumnType own) {
        String column = PostgresText.name(name);
        return switch (own.kind()) {
            case BOOLEAN, BIGINT -> column;
            case DECIMAL -> PostgresSql.TYPES.fit(column, StoredColumn.calcite(own));
            case INTEGER -> "CAST(" + column + " AS integer)";
            case DOUBLE ->
                PostgresRounded.withoutNan("(CAST(" + column + " AS double precision) + CAST(0 AS double precision))");
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

    /** Of a time of day with a zone the zone is left out. */
    @Override
    public Optional<String> oneToOne(String name, String type) {
        return type.startsWith("time") && !type.startsWith("timestamp") && type.endsWith("with time zone")
                ? Optional.of("EXTRACT(TIMEZONE FROM " + PostgresText.name(name) + ") = 0")
                : Optional.empty();
    }
}
