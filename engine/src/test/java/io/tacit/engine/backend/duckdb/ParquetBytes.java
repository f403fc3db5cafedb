package io.tacit.engine.backend.duckdb;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.NullUnmarked;

/**
 * Writes whole Parquet files whose values may be any bits: each column of any physical and logical type, plain or with a
 * dictionary, with statistics or without, flat or nested. One data page for each column of a group of rows, uncompressed.
 */
@NullUnmarked
public final class ParquetBytes {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int PLAIN = 0;
    private static final int RLE = 3;
    private static final int DICTIONARY = 8;

    private ParquetBytes() {}

    /** The physical types, in the order of their numbers in a file. */
    public enum Physical {
        BOOLEAN,
        INT32,
        INT64,
        INT96,
        FLOAT,
        DOUBLE,
        BYTE_ARRAY,
        FIXED_LEN_BYTE_ARRAY
    }

    /** Where a value stands in its column. */
    public enum Place {
        FLAT,
        IN_STRUCT,
        IN_LIST
    }

    /** How a file is written. */
    public record Form(boolean dictionary, boolean statistics, int rowsInGroup) {}

    /**
     * A type.
     *
     * @param name for people
     * @param physical how its bits are stored
     * @param length of each value, for the physical type of fixed length
     * @param converted the older annotation, by its number
     * @param logical the annotation: the field's number in Thrift's union and its struct
     * @param digits of a decimal
     * @param scale of a decimal
     */
    public record Kind(
            String name,
            Physical physical,
            int length,
            OptionalInt converted,
            Optional<Map.Entry<Integer, ThriftBytes>> logical,
            int digits,
            int scale) {
        /** A type without annotation. */
        public static Kind plain(String name, Physical physical, int length) {
            return new Kind(name, physical, length, OptionalInt.empty(), Optional.empty(), 0, 0);
        }

        /** The same bits with an annotation. */
        Kind as(int number) {
            return new Kind(name, physical, length, OptionalInt.of(number), logical, digits, scale);
        }

        Kind as(int field, ThriftBytes struct) {
            return new Kind(name, physical, length, converted, Optional.of(Map.entry(field, struct)), digits, scale);
        }

        Kind decimal(int ofDigits, int ofScale) {
            return new Kind(name, physical, length, OptionalInt.of(5), logical, ofDigits, ofScale);
        }
    }

    /** A column: values as their physical type stores them, without the length before it; null for NULL. */
    public record Values(String name, Kind kind, Place place, List<byte[]> values) {}

    /** Writes a file; all columns have equally many values. */
    public static Path write(Path file, Form form, List<Values> columns) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(MAGIC);
        int rows = columns.get(0).values().size();
        List<ThriftBytes> groups = new ArrayList<>();
        for (int from = 0; from < rows; from += form.rowsInGroup()) {
            int to = Math.min(rows, from + form.rowsInGroup());
            List<ThriftBytes> chunks = new ArrayList<>();
            long begin = out.size();
            for (Values column : columns) {
                chunks.add(chunk(out, form, column, column.values().subList(from, to)));
            }
            groups.add(new ThriftBytes()
                    .structs(1, chunks)
                    .longNumber(2, out.size() - begin)
                    .longNumber(3, to - from));
        }
        List<ThriftBytes> schema = new ArrayList<>();
        schema.add(new ThriftBytes().text(4, "schema").number(5, columns.size()));
        columns.forEach(column -> schema.addAll(elements(column)));
        byte[] footer = new ThriftBytes()
                .number(1, 1)
                .structs(2, schema)
                .longNumber(3, rows)
                .structs(4, groups)
                .text(6, "parquet-mr version 1.13.1")
                .structs(
                        7,
                        columns.stream()
                                .map(column -> new ThriftBytes().struct(1, new ThriftBytes()))
                                .toList())
                .ended();
        out.writeBytes(footer);
        out.writeBytes(little(footer.length));
        out.writeBytes(MAGIC);
        try {
            return Files.write(file, out.toByteArray());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<ThriftBytes> elements(Values column) {
        ThriftBytes leaf = new ThriftBytes().number(1, column.kind().physical().ordinal());
        if (column.kind().length() > 0) {
            leaf.number(2, column.kind().length());
        }
        String name = column.place() == Place.FLAT ? column.name() : "element";
        leaf.number(3, 1).text(4, name);
        column.kind().converted().ifPresent(number -> leaf.number(6, number));
        if (column.kind().digits() > 0) {
            leaf.number(7, column.kind().scale()).number(8, column.kind().digits());
        }
        column.kind()
                .logical()
                .ifPresent(logical -> leaf.struct(10, new ThriftBytes().struct(logical.getKey(), logical.getValue())));
        return switch (column.place()) {
            case FLAT -> List.of(leaf);
            case IN_STRUCT ->
                List.of(new ThriftBytes().number(3, 1).text(4, column.name()).number(5, 1), leaf);
            case IN_LIST ->
                List.of(
                        new ThriftBytes()
                                .number(3, 1)
                                .text(4, column.name())
                                .number(5, 1)
                                .number(6, 3),
                        new ThriftBytes().number(3, 2).text(4, "list").number(5, 1),
                        leaf);
        };
    }

    private static List<String> path(Values column) {
        return switch (column.place()) {
            case FLAT -> List.of(column.name());
            case IN_STRUCT -> List.of(column.name(), "element");
            case IN_LIST -> List.of(column.name(), "list", "element");
        };
    }

    private static ThriftBytes chunk(ByteArrayOutputStream out, Form form, Values column, List<byte[]> values) {
        long begin = out.size();
        Map<String, Integer> places = new LinkedHashMap<>();
        List<byte[]> words = new ArrayList<>();
        boolean dictionary = form.dictionary() && column.kind().physical() != Physical.BOOLEAN;
        if (dictionary) {
            for (byte[] value : values) {
                if (value != null && places.putIfAbsent(Arrays.toString(value), words.size()) == null) {
                    words.add(value);
                }
            }
            byte[] page = plain(column.kind(), words);
            out.writeBytes(new ThriftBytes()
                    .number(1, 2)
                    .number(2, page.length)
                    .number(3, page.length)
                    .struct(7, new ThriftBytes().number(1, words.size()).number(2, PLAIN))
                    .ended());
            out.writeBytes(page);
        }
        long data = out.size();
        byte[] page = page(column, values, dictionary ? places : null);
        out.writeBytes(new ThriftBytes()
                .number(1, 0)
                .number(2, page.length)
                .number(3, page.length)
                .struct(
                        5,
                        new ThriftBytes()
                                .number(1, values.size())
                                .number(2, dictionary ? DICTIONARY : PLAIN)
                                .number(3, RLE)
                                .number(4, RLE))
                .ended());
        out.writeBytes(page);
        ThriftBytes metadata = new ThriftBytes()
                .number(1, column.kind().physical().ordinal())
                .numbers(2, dictionary ? new int[] {PLAIN, RLE, DICTIONARY} : new int[] {PLAIN, RLE})
                .texts(3, path(column))
                .number(4, 0)
                .longNumber(5, values.size())
                .longNumber(6, out.size() - begin)
                .longNumber(7, out.size() - begin)
                .longNumber(9, data);
        if (dictionary) {
            metadata.longNumber(11, begin);
        }
        statistics(form, column.kind(), values).ifPresent(found -> metadata.struct(12, found));
        return new ThriftBytes().longNumber(2, begin).struct(3, metadata);
    }

    private static Optional<ThriftBytes> statistics(Form form, Kind kind, List<byte[]> values) {
        List<byte[]> sorted =
                values.stream().filter(Objects::nonNull).sorted(order(kind)).toList();
        if (!form.statistics() || sorted.isEmpty() || kind.physical() == Physical.INT96) {
            return Optional.empty();
        }
        long missing = values.stream().filter(Objects::isNull).count();
        return Optional.of(new ThriftBytes()
                .longNumber(3, missing)
                .binary(5, sorted.get(sorted.size() - 1))
                .binary(6, sorted.get(0)));
    }

    private static Comparator<byte[]> order(Kind kind) {
        boolean without = kind.converted().isPresent()
                && kind.converted().getAsInt() >= 11
                && kind.converted().getAsInt() <= 14;
        return switch (kind.physical()) {
            case INT32 ->
                without
                        ? (a, b) -> Integer.compareUnsigned(
                                buffer(a).getInt(0), buffer(b).getInt(0))
                        : Comparator.comparingInt(value -> buffer(value).getInt(0));
            case INT64 ->
                without
                        ? (a, b) -> Long.compareUnsigned(
                                buffer(a).getLong(0), buffer(b).getLong(0))
                        : Comparator.comparingLong(value -> buffer(value).getLong(0));
            case FLOAT -> Comparator.comparing(value -> buffer(value).getFloat(0));
            case DOUBLE -> Comparator.comparing(value -> buffer(value).getDouble(0));
            case BOOLEAN, INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                kind.digits() > 0
                        ? Comparator.comparing(value -> value.length == 0 ? BigInteger.ZERO : new BigInteger(value))
                        : Arrays::compareUnsigned;
        };
    }

    private static ByteBuffer buffer(byte[] value) {
        return ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Levels, each in a run of its own, and values. */
    private static byte[] page(Values column, List<byte[]> values, Map<String, Integer> places) {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        int present = column.place().ordinal() + 1;
        if (column.place() == Place.IN_LIST) {
            levels(page, values.stream().map(value -> 0).toList());
        }
        levels(page, values.stream().map(value -> value == null ? 0 : present).toList());
        List<byte[]> known = values.stream().filter(Objects::nonNull).toList();
        if (places == null) {
            page.writeBytes(plain(column.kind(), known));
        } else {
            page.write(8 * 2);
            known.forEach(value -> {
                int place = places.get(Arrays.toString(value));
                page.write(2);
                page.write(place & 0xFF);
                page.write(place >> 8);
            });
        }
        return page.toByteArray();
    }

    private static void levels(ByteArrayOutputStream page, List<Integer> levels) {
        page.writeBytes(little(levels.size() * 2));
        levels.forEach(level -> {
            page.write(2);
            page.write(level);
        });
    }

    private static byte[] plain(Kind kind, List<byte[]> values) {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        if (kind.physical() == Physical.BOOLEAN) {
            byte[] bits = new byte[(values.size() + 7) / 8];
            for (int i = 0; i < values.size(); i++) {
                bits[i / 8] |= (byte) ((values.get(i)[0] & 1) << i % 8);
            }
            return bits;
        }
        for (byte[] value : values) {
            if (kind.physical() == Physical.BYTE_ARRAY) {
                page.writeBytes(little(value.length));
            }
            page.writeBytes(value);
        }
        return page.toByteArray();
    }

    /** Four bytes, the least first. */
    public static byte[] little(int value) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }

    /** Eight bytes, the least first. */
    public static byte[] little(long value) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
    }
}
