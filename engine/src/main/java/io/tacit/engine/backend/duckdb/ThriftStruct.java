package io.tacit.engine.backend.duckdb;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A struct in Thrift's compact protocol, as footers of Parquet files are. What is read is written again as it was, also
 * fields that nobody here knows.
 *
 * @param fields by number
 */
record ThriftStruct(Map<Integer, Value> fields) {
    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int OCTET = 3;
    private static final int INT64 = 6;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int SET = 10;
    private static final int STRUCT = 12;
    /** Structs within structs: no footer is as deep. */
    private static final int DEEPEST = 100;

    /** A value with its type's number. */
    sealed interface Value {
        int type();
    }

    private record Truth(int type) implements Value {}

    private record Whole(int type, long number) implements Value {}

    /** Bytes that nobody changes. */
    private static final class Bytes implements Value {
        private final int type;
        private final byte[] bytes;

        Bytes(int type, byte[] bytes) {
            this.type = type;
            this.bytes = bytes;
        }

        @Override
        public int type() {
            return type;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    private record Items(int type, int of, List<Value> items) implements Value {}

    private record Inner(int type, ThriftStruct struct) implements Value {}

    /**
     * Reads a struct.
     *
     * @throws IllegalArgumentException when the bytes are none
     */
    static ThriftStruct read(ByteBuffer bytes) {
        try {
            return struct(bytes, 0);
        } catch (java.nio.BufferUnderflowException | NegativeArraySizeException cut) {
            throw new IllegalArgumentException("the struct is cut", cut);
        }
    }

    /** The bytes of the struct. */
    byte[] written() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(this, out);
        return out.toByteArray();
    }

    /** A whole number; none where the field is not there or is of another type. */
    OptionalLong number(int field) {
        return fields.get(field) instanceof Whole whole ? OptionalLong.of(whole.number()) : OptionalLong.empty();
    }

    /** Whether a truth value is there and true. */
    boolean isTrue(int field) {
        return fields.get(field) instanceof Truth truth && truth.type() == TRUE;
    }

    Optional<byte[]> bytes(int field) {
        return fields.get(field) instanceof Bytes bytes && bytes.type() == BINARY
                ? Optional.of(bytes.bytes())
                : Optional.empty();
    }

    Optional<ThriftStruct> struct(int field) {
        return fields.get(field) instanceof Inner inner ? Optional.of(inner.struct()) : Optional.empty();
    }

    /** The structs of a list; none where it is not there. */
    List<ThriftStruct> structs(int field) {
        return fields.get(field) instanceof Items items && items.of() == STRUCT
                ? items.items().stream().map(item -> ((Inner) item).struct()).toList()
                : List.of();
    }

    /** The same struct without some fields. */
    ThriftStruct without(int... numbers) {
        Map<Integer, Value> rest = new TreeMap<>(fields);
        for (int number : numbers) {
            rest.remove(number);
        }
        return new ThriftStruct(rest);
    }

    /** The same struct with another list of structs. */
    ThriftStruct with(int field, List<ThriftStruct> structs) {
        Map<Integer, Value> all = new TreeMap<>(fields);
        all.put(
                field,
                new Items(
                        LIST,
                        STRUCT,
                        structs.stream()
                                .<Value>map(struct -> new Inner(STRUCT, struct))
                                .toList()));
        return new ThriftStruct(all);
    }

    private static ThriftStruct struct(ByteBuffer bytes, int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("the struct is too deep");
        }
        Map<Integer, Value> fields = new TreeMap<>();
        int last = 0;
        for (int head = bytes.get() & 0xFF; head != 0; head = bytes.get() & 0xFF) {
            last = head >> 4 == 0 ? (int) signed(bytes) : last + (head >> 4);
            int type = head & 0xF;
            fields.put(last, type == TRUE || type == FALSE ? new Truth(type) : value(bytes, type, depth));
        }
        return new ThriftStruct(fields);
    }

    private static Value value(ByteBuffer bytes, int type, int depth) {
        if (type >= INT64 - 2 && type <= INT64) {
            return new Whole(type, signed(bytes));
        }
        return switch (type) {
            case OCTET, TRUE, FALSE -> new Bytes(type, taken(bytes, 1));
            case DOUBLE -> new Bytes(type, taken(bytes, Double.BYTES));
            case BINARY -> new Bytes(type, taken(bytes, (int) varint(bytes)));
            case LIST, SET -> items(bytes, type, depth);
            case STRUCT -> new Inner(type, struct(bytes, depth + 1));
            default -> throw new IllegalArgumentException("a type that footers have not: " + type);
        };
    }

    private static Items items(ByteBuffer bytes, int type, int depth) {
        int head = bytes.get() & 0xFF;
        int of = head & 0xF;
        long count = head >> 4 == 0xF ? varint(bytes) : head >> 4;
        List<Value> items = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            items.add(value(bytes, of, depth));
        }
        return new Items(type, of, items);
    }

    private static byte[] taken(ByteBuffer bytes, int count) {
        if (count > bytes.remaining()) {
            throw new IllegalArgumentException("the struct is cut");
        }
        byte[] taken = new byte[count];
        bytes.get(taken);
        return taken;
    }

    private static long varint(ByteBuffer bytes) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = bytes.get();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number is too long");
    }

    private static long signed(ByteBuffer bytes) {
        long folded = varint(bytes);
        return folded >>> 1 ^ -(folded & 1);
    }

    private static void write(ThriftStruct struct, ByteArrayOutputStream out) {
        int last = 0;
        for (Map.Entry<Integer, Value> field : struct.fields().entrySet()) {
            int step = field.getKey() - last;
            last = field.getKey();
            if (step >= 1 && step <= 0xF) {
                out.write(step << 4 | field.getValue().type());
            } else {
                out.write(field.getValue().type());
                signed(last, out);
            }
            write(field.getValue(), out);
        }
        out.write(0);
    }

    private static void write(Value value, ByteArrayOutputStream out) {
        if (value instanceof Whole whole) {
            signed(whole.number(), out);
        } else if (value instanceof Bytes bytes) {
            if (bytes.type() == BINARY) {
                varint(bytes.bytes().length, out);
            }
            out.writeBytes(bytes.bytes());
        } else if (value instanceof Inner inner) {
            write(inner.struct(), out);
        } else if (value instanceof Items items) {
            int count = items.items().size();
            out.write(Math.min(count, 0xF) << 4 | items.of());
            if (count >= 0xF) {
                varint(count, out);
            }
            items.items().forEach(item -> write(item, out));
        }
    }

    private static void signed(long value, ByteArrayOutputStream out) {
        varint(value << 1 ^ value >> 63, out);
    }

    private static void varint(long value, ByteArrayOutputStream out) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
