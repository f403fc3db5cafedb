package io.tacit.engine.backend.duckdb;

import static io.tacit.engine.backend.duckdb.ParquetBytes.little;

import io.tacit.engine.backend.duckdb.ParquetBytes.Kind;
import io.tacit.engine.backend.duckdb.ParquetBytes.Physical;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;

/**
 * All types of Parquet, the older annotations and the newer ones, each with ordinary values and with the bits at the ends of
 * its range and of what engines make of it.
 */
@NullUnmarked
public final class ParquetKinds {
    private ParquetKinds() {}

    /**
     * A type and values of it.
     *
     * @param usual what ordinary people have
     * @param hostile what one person may have
     */
    public record Case(Kind kind, List<byte[]> usual, List<byte[]> hostile) {
        @Override
        public String toString() {
            return kind.name();
        }
    }

    private static final long DAY = 86_400_000;

    /** Every type. */
    public static List<Case> all() {
        List<Case> cases = new ArrayList<>();
        bare(cases);
        wholeNumbers(cases);
        times(cases);
        decimals(cases);
        texts(cases);
        return cases;
    }

    private static void bare(List<Case> cases) {
        cases.add(new Case(
                Kind.plain("BOOLEAN", Physical.BOOLEAN, 0),
                List.of(new byte[] {0}, new byte[] {1}),
                List.of(new byte[] {1})));
        cases.add(whole("INT32", Kind.plain("INT32", Physical.INT32, 0), 7, 8));
        cases.add(whole("INT64", Kind.plain("INT64", Physical.INT64, 0), 7, 8));
        cases.add(new Case(
                Kind.plain("INT96", Physical.INT96, 0),
                List.of(int96(0, 2_459_000), int96(43_200_000_000_000L, 2_459_001)),
                Stream.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, 86_400_000_000_000L)
                        .flatMap(nanos -> Stream.of(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 2_459_000, 109_191_990)
                                .map(day -> int96(nanos, day)))
                        .toList()));
        cases.add(new Case(
                Kind.plain("FLOAT", Physical.FLOAT, 0),
                List.of(little(Float.floatToIntBits(1.5f)), little(Float.floatToIntBits(2))),
                IntStream.of(
                                0x80000000,
                                1,
                                0x7F7FFFFF,
                                0xFF7FFFFF,
                                0x7F800000,
                                0xFF800000,
                                0x7FC00000,
                                0xFFC00001,
                                0x7F800001,
                                -1)
                        .mapToObj(ParquetBytes::little)
                        .toList()));
        cases.add(new Case(
                Kind.plain("DOUBLE", Physical.DOUBLE, 0),
                List.of(little(Double.doubleToLongBits(1.5)), little(Double.doubleToLongBits(2))),
                LongStream.of(
                                Long.MIN_VALUE,
                                1,
                                0x7FEFFFFFFFFFFFFFL,
                                0xFFEFFFFFFFFFFFFFL,
                                0x7FF0000000000000L,
                                0xFFF0000000000000L,
                                0x7FF8000000000000L,
                                0xFFF8000000000001L,
                                0x7FF0000000000001L,
                                -1)
                        .mapToObj(ParquetBytes::little)
                        .toList()));
        cases.add(new Case(
                Kind.plain("FLOAT16", Physical.FIXED_LEN_BYTE_ARRAY, 2).as(15, new ThriftBytes()),
                List.of(new byte[] {0, 0x3C}, new byte[] {0, 0x40}),
                bytes(2)));
        cases.add(new Case(Kind.plain("BYTE_ARRAY", Physical.BYTE_ARRAY, 0), usualTexts(), hostileTexts()));
        cases.add(new Case(
                Kind.plain("FIXED", Physical.FIXED_LEN_BYTE_ARRAY, 3), List.of(text("abc"), text("abd")), bytes(3)));
        cases.add(new Case(
                Kind.plain("UUID", Physical.FIXED_LEN_BYTE_ARRAY, 16).as(14, new ThriftBytes()),
                List.of(text("0123456789abcdef"), text("1123456789abcdef")),
                bytes(16)));
        cases.add(new Case(
                Kind.plain("INTERVAL", Physical.FIXED_LEN_BYTE_ARRAY, 12).as(21), List.of(new byte[12]), bytes(12)));
        cases.add(new Case(
                Kind.plain("UNKNOWN", Physical.INT32, 0).as(11, new ThriftBytes()),
                Arrays.asList((byte[]) null),
                Arrays.asList((byte[]) null)));
    }

    private static void wholeNumbers(List<Case> cases) {
        for (int number = 11; number <= 18; number++) {
            int bits = 8 << (number - 11) % 4;
            boolean signed = number >= 15;
            String name = (signed ? "INT_" : "UINT_") + bits;
            Kind kind = Kind.plain(name, bits == 64 ? Physical.INT64 : Physical.INT32, 0)
                    .as(number);
            cases.add(whole(name, kind, 7, 8));
            cases.add(whole(
                    name + " logical",
                    kind.as(10, new ThriftBytes().octet(1, bits).flag(2, signed)),
                    7,
                    8));
        }
        cases.add(whole("DATE", Kind.plain("DATE", Physical.INT32, 0).as(6), 19_000, 19_001));
        cases.add(whole(
                "DATE logical", Kind.plain("DATE", Physical.INT32, 0).as(6).as(6, new ThriftBytes()), 19_000, 19_001));
    }

    private static Kind named(Kind kind, String name) {
        return new Kind(
                name, kind.physical(), kind.length(), kind.converted(), kind.logical(), kind.digits(), kind.scale());
    }

    private static Case whole(String name, Kind kind, long... usual) {
        boolean wide = kind.physical() == Physical.INT64;
        return new Case(
                named(kind, name),
                LongStream.of(usual).mapToObj(value -> number(wide, value)).toList(),
                LongStream.of(ends(wide)).mapToObj(value -> number(wide, value)).toList());
    }

    private static byte[] number(boolean wide, long value) {
        return wide ? little(value) : little((int) value);
    }

    /** The ends of each width, of days, and of dates and timestamps as engines count them. */
    private static long[] ends(boolean wide) {
        List<Long> ends = new ArrayList<>();
        for (int bits : wide ? new int[] {7, 8, 15, 16, 31, 32, 62, 63} : new int[] {7, 8, 15, 16, 30, 31}) {
            for (long delta = -2; delta <= 1; delta++) {
                long end = (bits == 63 ? Long.MIN_VALUE : 1L << bits) + delta;
                ends.add(end);
                ends.add(-end);
            }
        }
        long[] units = {1, 1_000, 1_000_000};
        for (long unit : wide ? units : new long[] {1}) {
            for (long delta = -1; delta <= 1; delta++) {
                ends.add(DAY * unit + delta);
                ends.add(-DAY * unit + delta);
            }
        }
        // The years 10000, 294247, 290309 (BC), 5881580, and the ends of 64 bits, in the units of the type.
        for (long end : new long[] {
            253_402_300_800_000L,
            9_224_318_015_999_999L,
            9_223_372_036_854_775L,
            9_223_372_022_400_000L,
            185_542_587_187_200_000L,
            2_932_896,
            106_751_991,
            5_373_484
        }) {
            for (long unit : wide ? units : new long[] {1}) {
                long high = Math.multiplyHigh(end, unit) == 0 ? end * unit : end;
                for (long delta = -1; delta <= 1; delta++) {
                    ends.add(high + delta);
                    ends.add(-high + delta);
                }
            }
        }
        return ends.stream()
                .mapToLong(Long::longValue)
                .filter(end -> wide || end == (int) end)
                .distinct()
                .toArray();
    }

    private static void times(List<Case> cases) {
        String[] units = {"MILLIS", "MICROS", "NANOS"};
        long[] inDay = {DAY, DAY * 1_000, DAY * 1_000_000};
        for (int unit = 0; unit < 3; unit++) {
            boolean wide = unit > 0;
            Kind time = Kind.plain("", wide ? Physical.INT64 : Physical.INT32, 0);
            Kind timestamp = Kind.plain("", Physical.INT64, 0);
            if (unit < 2) {
                cases.add(whole("TIME_" + units[unit], time.as(7 + unit), inDay[unit] / 2, inDay[unit] / 4));
                cases.add(whole(
                        "TIMESTAMP_" + units[unit],
                        timestamp.as(9 + unit),
                        19_000 * inDay[unit],
                        19_001 * inDay[unit]));
            }
            for (boolean utc : new boolean[] {false, true}) {
                ThriftBytes logical =
                        new ThriftBytes().flag(1, utc).struct(2, new ThriftBytes().struct(unit + 1, new ThriftBytes()));
                String suffix = "(" + units[unit] + ", " + utc + ")";
                cases.add(whole("TIME" + suffix, time.as(7, logical), inDay[unit] / 2, inDay[unit] / 4));
                cases.add(whole(
                        "TIMESTAMP" + suffix, timestamp.as(8, logical), 19_000 * inDay[unit], 19_001 * inDay[unit]));
            }
        }
    }

    private static void decimals(List<Case> cases) {
        for (int[] type :
                new int[][] {{1, 0}, {4, 2}, {9, 2}, {9, 9}, {18, 2}, {18, 18}, {38, 0}, {38, 2}, {38, 38}, {40, 2}}) {
            int digits = type[0];
            String name = "DECIMAL(" + digits + "," + type[1] + ") in ";
            if (digits <= 9) {
                cases.add(
                        whole(name + "INT32", Kind.plain("", Physical.INT32, 0).decimal(digits, type[1]), 7, 8));
            }
            if (digits <= 18) {
                cases.add(
                        whole(name + "INT64", Kind.plain("", Physical.INT64, 0).decimal(digits, type[1]), 7, 8));
            }
            for (int length : new int[] {2, 4, 5, 8, 9, 15, 16, 17, 20}) {
                cases.add(decimal(
                        name + "FIXED(" + length + ")",
                        Kind.plain("", Physical.FIXED_LEN_BYTE_ARRAY, length).decimal(digits, type[1])));
            }
            cases.add(decimal(
                    name + "BYTE_ARRAY", Kind.plain("", Physical.BYTE_ARRAY, 0).decimal(digits, type[1])));
        }
    }

    private static Case decimal(String name, Kind kind) {
        int length = kind.length();
        List<byte[]> hostile = new ArrayList<>();
        for (int size : length > 0 ? new int[] {length} : new int[] {0, 1, 2, 8, 9, 16, 17, 32}) {
            if (size == 0) {
                hostile.add(new byte[0]);
                continue;
            }
            for (int bits : new int[] {7, 15, 31, 63, 64, 127, 128, 8 * size - 1}) {
                for (int delta = -1; delta <= 1; delta++) {
                    BigInteger end = BigInteger.ONE.shiftLeft(bits).add(BigInteger.valueOf(delta));
                    Stream.of(end, end.negate())
                            .filter(each -> each.bitLength() < 8 * size)
                            .map(each -> twos(each, size))
                            .forEach(hostile::add);
                }
            }
            for (int digits : new int[] {kind.digits(), 18, 38}) {
                BigInteger end = BigInteger.TEN.pow(digits);
                Stream.of(end, end.negate(), end.subtract(BigInteger.ONE))
                        .filter(each -> each.bitLength() < 8 * size)
                        .map(each -> twos(each, size))
                        .forEach(hostile::add);
            }
        }
        int size = length > 0 ? length : 2;
        return new Case(
                named(kind, name),
                List.of(twos(BigInteger.valueOf(7), size), twos(BigInteger.valueOf(8), size)),
                distinct(hostile));
    }

    private static List<byte[]> distinct(List<byte[]> values) {
        return values.stream()
                .map(ByteBuffer::wrap)
                .distinct()
                .map(ByteBuffer::array)
                .toList();
    }

    private static byte[] twos(BigInteger value, int size) {
        byte[] least = value.toByteArray();
        byte[] all = new byte[size];
        Arrays.fill(all, (byte) (value.signum() < 0 ? -1 : 0));
        System.arraycopy(least, 0, all, size - least.length, least.length);
        return all;
    }

    private static void texts(List<Case> cases) {
        for (int number : new int[] {0, 4}) {
            String name = number == 0 ? "UTF8" : "ENUM";
            cases.add(new Case(Kind.plain(name, Physical.BYTE_ARRAY, 0).as(number), usualTexts(), hostileTexts()));
            cases.add(new Case(
                    Kind.plain(name + " logical", Physical.BYTE_ARRAY, 0)
                            .as(number)
                            .as(number == 0 ? 1 : 4, new ThriftBytes()),
                    usualTexts(),
                    hostileTexts()));
            cases.add(new Case(
                    Kind.plain(name + " FIXED", Physical.FIXED_LEN_BYTE_ARRAY, 3)
                            .as(number),
                    List.of(text("abc"), text("abd")),
                    bytes(3)));
        }
        cases.add(new Case(
                Kind.plain("JSON", Physical.BYTE_ARRAY, 0).as(19), List.of(text("{}"), text("[1]")), hostileTexts()));
        cases.add(new Case(
                Kind.plain("JSON logical", Physical.BYTE_ARRAY, 0).as(19).as(12, new ThriftBytes()),
                List.of(text("{}"), text("[1]")),
                hostileTexts()));
        cases.add(new Case(Kind.plain("BSON", Physical.BYTE_ARRAY, 0).as(20), List.of(text("ab")), hostileTexts()));
    }

    private static List<byte[]> usualTexts() {
        return List.of(text("A"), text("B"));
    }

    /** No UTF-8: single bytes, overlong forms, halves of pairs, signs beyond the last, cut ones; and odd UTF-8. */
    private static List<byte[]> hostileTexts() {
        List<byte[]> texts = new ArrayList<>();
        for (String hex : List.of(
                "",
                "00",
                "410041",
                "ff",
                "41ff",
                "ff41",
                "80",
                "c0",
                "c080",
                "c1bf",
                "e0",
                "e08080",
                "eda080",
                "edbfbf",
                "f08080",
                "f4908080",
                "f8888080",
                "c3",
                "e282",
                "f09f98",
                "41c3",
                "efbfbd",
                "efbbbf41",
                "7b",
                "7b2261223a",
                "225c756438303022",
                "3f",
                "413f")) {
            texts.add(HexFormat.of().parseHex(hex));
        }
        texts.add(HexFormat.of().parseHex("ff".repeat(300)));
        texts.add(HexFormat.of().parseHex("41".repeat(300) + "c3"));
        return texts;
    }

    /** Of so many bytes each: all equal, the first or the last different. */
    private static List<byte[]> bytes(int length) {
        List<byte[]> all = new ArrayList<>();
        for (int each : new int[] {0, 1, 0x41, 0x7F, 0x80, 0xC3, 0xFE, 0xFF}) {
            for (int other : new int[] {0, 0x41, 0x7C, 0x7F, 0x80, 0xFC, 0xFF}) {
                byte[] bytes = new byte[length];
                Arrays.fill(bytes, (byte) each);
                bytes[length - 1] = (byte) other;
                all.add(bytes);
            }
        }
        return distinct(all);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] int96(long nanos, int day) {
        return ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(nanos)
                .putInt(day)
                .array();
    }
}
