package io.tacit.engine.catalog;

/**
 * The type of a column as analysts see it. Every type of a source is cast, totally, to one of these when it is read.
 *
 * @param kind which type
 * @param precision digits of a DECIMAL (1 to 38), otherwise 0
 * @param scale digits after the point of a DECIMAL (0 to precision), otherwise 0
 */
public record ColumnType(Kind kind, int precision, int scale) {
    public static final ColumnType BOOLEAN = new ColumnType(Kind.BOOLEAN, 0, 0);
    public static final ColumnType INTEGER = new ColumnType(Kind.INTEGER, 0, 0);
    public static final ColumnType BIGINT = new ColumnType(Kind.BIGINT, 0, 0);
    public static final ColumnType DOUBLE = new ColumnType(Kind.DOUBLE, 0, 0);
    public static final ColumnType VARCHAR = new ColumnType(Kind.VARCHAR, 0, 0);
    public static final ColumnType DATE = new ColumnType(Kind.DATE, 0, 0);
    public static final ColumnType TIME = new ColumnType(Kind.TIME, 0, 0);
    public static final ColumnType TIMESTAMP = new ColumnType(Kind.TIMESTAMP, 0, 0);

    /** The types there are. TIME and TIMESTAMP have microseconds and no time zone. */
    public enum Kind {
        BOOLEAN,
        INTEGER,
        BIGINT,
        DECIMAL,
        DOUBLE,
        VARCHAR,
        DATE,
        TIME,
        TIMESTAMP
    }

    public ColumnType {
        boolean decimal = kind == Kind.DECIMAL;
        if (decimal
                ? precision < 1 || precision > 38 || scale < 0 || scale > precision
                : precision != 0 || scale != 0) {
            throw new IllegalArgumentException("no such type: " + kind + "(" + precision + "," + scale + ")");
        }
    }

    /** DECIMAL(precision, scale). */
    public static ColumnType decimal(int precision, int scale) {
        return new ColumnType(Kind.DECIMAL, precision, scale);
    }

    /** The type's name in SQL; DuckDB and PostgreSQL both understand it. */
    public String sql() {
        return kind == Kind.DECIMAL ? "DECIMAL(" + precision + "," + scale + ")" : kind.name();
    }

    /**
     * Whether values of both types are compared as they are: none is rounded, cut or read from a text first, which could make
     * two different ones equal.
     */
    public boolean comparesWith(ColumnType other) {
        return kind == other.kind || isExact() && other.isExact();
    }

    private boolean isExact() {
        return kind == Kind.INTEGER || kind == Kind.BIGINT || kind == Kind.DECIMAL;
    }

    /** The type of the ends of intervals of released values of this type: that of dates and timestamps, else DOUBLE. */
    public ColumnType ofEnds() {
        return kind == Kind.DATE || kind == Kind.TIMESTAMP ? this : DOUBLE;
    }

    @Override
    public String toString() {
        return sql();
    }
}
