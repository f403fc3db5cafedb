package io.tacit.engine.backend.duckdb;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes Thrift's compact protocol, as far as heads of Parquet files need it. */
final class ThriftBytes {
    private static final int INT32 = 5;
    private static final int INT64 = 6;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int STRUCT = 12;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int last;

    ThriftBytes number(int field, long value) {
        return head(field, INT32).varint(value << 1 ^ value >> 63);
    }

    ThriftBytes longNumber(int field, long value) {
        return head(field, INT64).varint(value << 1 ^ value >> 63);
    }

    /** A number of one byte. */
    ThriftBytes octet(int field, int value) {
        head(field, 3).bytes.write(value);
        return this;
    }

    ThriftBytes flag(int field, boolean value) {
        return head(field, value ? 1 : 2);
    }

    ThriftBytes binary(int field, byte[] value) {
        return head(field, BINARY).sized(value);
    }

    ThriftBytes text(int field, String value) {
        return binary(field, value.getBytes(StandardCharsets.UTF_8));
    }

    ThriftBytes struct(int field, ThriftBytes value) {
        head(field, STRUCT).bytes.writeBytes(value.ended());
        return this;
    }

    ThriftBytes structs(int field, List<ThriftBytes> values) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (ThriftBytes value : values) {
            all.writeBytes(value.ended());
        }
        head(field, LIST).list(values.size(), STRUCT).bytes.writeBytes(all.toByteArray());
        return this;
    }

    ThriftBytes numbers(int field, int... values) {
        head(field, LIST).list(values.length, INT32);
        for (int value : values) {
            varint((long) value << 1 ^ value >> 31);
        }
        return this;
    }

    ThriftBytes texts(int field, List<String> values) {
        head(field, LIST).list(values.size(), BINARY);
        for (String value : values) {
            sized(value.getBytes(StandardCharsets.UTF_8));
        }
        return this;
    }

    /** The bytes of a struct, with its end. */
    byte[] ended() {
        byte[] written = bytes.toByteArray();
        byte[] ended = new byte[written.length + 1];
        System.arraycopy(written, 0, ended, 0, written.length);
        return ended;
    }

    private ThriftBytes head(int field, int type) {
        int step = field - last;
        if (step < 1 || step > 15) {
            throw new IllegalArgumentException("fields stand in order");
        }
        bytes.write(step << 4 | type);
        last = field;
        return this;
    }

    private ThriftBytes list(int count, int type) {
        if (count < 15) {
            bytes.write(count << 4 | type);
            return this;
        }
        bytes.write(0xF0 | type);
        return varint(count);
    }

    private ThriftBytes sized(byte[] value) {
        varint(value.length);
        bytes.writeBytes(value);
        return this;
    }

    private ThriftBytes varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes.write((int) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
        return this;
    }
}
