package io.tacit.engine.backend.duckdb;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A column of bits in a Parquet file, at any depth, and what may go wrong with it: of some types DuckDB's reader cannot make
 * every value and fails, while it reads values or while it plans with the statistics of a group of rows.
 *
 * @param name of the column of the table that it is or is part of
 * @param flat whether it is that whole column
 * @param element where it stands in the file's schema
 * @param number which of the columns of a group of rows it is
 * @param declared its element of the schema
 */
record ParquetLeaf(String name, boolean flat, int element, int number, ThriftStruct declared) {
    private static final int INT32 = 1;
    private static final int BYTE_ARRAY = 6;
    private static final int FIXED = 7;
    private static final int CONVERTED = 6;
    private static final int LOGICAL = 10;
    private static final int SCALE = 7;
    private static final int PRECISION = 8;

    /** How the reader may fail, by the declared type alone. */
    enum Danger {
        /** It makes a value of all bits. */
        NONE,
        /** Beyond the years that it knows. */
        TIMESTAMP_MILLIS,
        /** Beyond a day. */
        TIME_MILLIS,
        TIME_MICROS,
        TIME_NANOS,
        /** A text that is no JSON. */
        JSON,
        /** Bytes for more digits than are declared. */
        LONG_DECIMAL
    }

    /** The danger of this type. */
    Danger danger() {
        Optional<ThriftStruct> logical = declared.struct(LOGICAL);
        Optional<ThriftStruct> timestamp = logical.flatMap(union -> union.struct(8));
        Optional<ThriftStruct> time = logical.flatMap(union -> union.struct(7));
        long converted = declared.number(CONVERTED).orElse(-1);
        if (timestamp.isPresent()) {
            return unit(timestamp.get()) == 0 ? Danger.TIMESTAMP_MILLIS : Danger.NONE;
        }
        if (time.isPresent()) {
            // A time of UTC is taken from its day, however many days it counts.
            return time.get().isTrue(1)
                    ? Danger.NONE
                    : List.of(Danger.TIME_MILLIS, Danger.TIME_MICROS, Danger.TIME_NANOS)
                            .get(unit(time.get()));
        }
        if (converted == 9) {
            return Danger.TIMESTAMP_MILLIS;
        }
        if (converted == 7 || converted == 8) {
            return converted == 7 ? Danger.TIME_MILLIS : Danger.TIME_MICROS;
        }
        if (converted == 19 || logical.flatMap(union -> union.struct(12)).isPresent()) {
            return Danger.JSON;
        }
        boolean decimal =
                converted == 5 || logical.flatMap(union -> union.struct(5)).isPresent();
        return decimal && isLong() ? Danger.LONG_DECIMAL : Danger.NONE;
    }

    /** Milliseconds, microseconds, nanoseconds. */
    private static int unit(ThriftStruct annotation) {
        return annotation
                .struct(2)
                .flatMap(union -> IntStream.range(0, 3)
                        .filter(unit -> union.struct(unit + 1).isPresent())
                        .boxed()
                        .findFirst())
                .orElse(0);
    }

    private boolean isLong() {
        long physical = declared.number(1).orElse(-1);
        return physical == BYTE_ARRAY || physical == FIXED && declared.number(2).orElse(0) > width();
    }

    /** The bytes in which the reader keeps a decimal of so many digits. */
    private int width() {
        long digits = declared.number(PRECISION)
                .orElseGet(() -> declared.struct(LOGICAL)
                        .flatMap(union -> union.struct(5))
                        .map(decimal -> decimal.number(2).orElse(0))
                        .orElse(0L));
        return digits <= 4 ? 2 : digits <= 9 ? 4 : digits <= 18 ? 8 : digits <= 38 ? 16 : Integer.MAX_VALUE;
    }

    /** The words for a type that is never read, because one value could make the reader fail. */
    Optional<String> neverRead() {
        return switch (danger()) {
            case JSON -> Optional.of("JSON in Parquet");
            case LONG_DECIMAL -> Optional.of("DECIMAL in bytes for more digits");
            case NONE, TIMESTAMP_MILLIS, TIME_MILLIS, TIME_MICROS, TIME_NANOS -> Optional.empty();
        };
    }

    /**
     * Whether the statistics of a group of rows say that the reader does not fail.
     *
     * @param chunk the group's metadata of this column
     * @param read whether its values are read, and not its statistics alone
     */
    boolean isSafe(ThriftStruct chunk, boolean read) {
        Optional<ThriftStruct> statistics = chunk.struct(12);
        List<byte[]> ends = IntStream.of(1, 2, 5, 6)
                .boxed()
                .flatMap(field -> statistics.flatMap(found -> found.bytes(field)).stream())
                .toList();
        if (!ends.stream().allMatch(this::isSafe)) {
            return false;
        }
        boolean known = Stream.of(5, 1)
                .anyMatch(field -> statistics
                        .filter(found -> found.bytes(field).isPresent()
                                && found.bytes(field + 1).isPresent())
                        .isPresent());
        boolean allMissing = statistics
                .filter(found -> found.number(3).isPresent() && found.number(3).equals(chunk.number(5)))
                .isPresent();
        return !read || known || allMissing;
    }

    private boolean isSafe(byte[] value) {
        return switch (danger()) {
            case NONE, JSON -> true;
            case TIMESTAMP_MILLIS -> SafeColumns.isTimestamp(whole(value));
            case TIME_MILLIS, TIME_MICROS, TIME_NANOS -> SafeColumns.isTime(whole(value), danger());
            case LONG_DECIMAL ->
                value.length == 0 || (new BigInteger(value).bitLength() + Byte.SIZE) / Byte.SIZE <= width();
        };
    }

    /** A number as the file writes it; one that is nothing's where its bytes are not as many. */
    private long whole(byte[] value) {
        ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        int expected = declared.number(1).orElse(-1) == INT32 ? Integer.BYTES : Long.BYTES;
        return value.length != expected ? Long.MIN_VALUE : expected == Integer.BYTES ? bytes.getInt() : bytes.getLong();
    }

    /** The element of the schema without what it says of its bits. */
    ThriftStruct bare() {
        return declared.without(CONVERTED, SCALE, PRECISION, LOGICAL);
    }

    /** The name that an element of a schema has. */
    static String name(ThriftStruct element) {
        return new String(element.bytes(4).orElse(new byte[0]), StandardCharsets.UTF_8);
    }
}
