package io.tacit.engine.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tacit.engine.catalog.TextEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.NullUnmarked;

/** Lines of every length at which something may change, and how they are read. */
@NullUnmarked
final class TextSamples {
    private TextSamples() {}

    /** Each power of two up to the longest line, three less to three more; and around 8,192 each. */
    static List<Integer> lengths(int least) {
        TreeSet<Integer> lengths = new TreeSet<>();
        for (int power = 1; power <= Lines.MAX_BYTES; power *= 2) {
            IntStream.rangeClosed(power - 3, power + 3).forEach(lengths::add);
        }
        IntStream.rangeClosed(8_100, 8_300).forEach(lengths::add);
        return lengths.stream()
                .filter(length -> length >= least && length <= Lines.MAX_BYTES)
                .toList();
    }

    /** The fields of one line, NULL as ∅; empty where it is skipped. */
    static List<String> fields(LineFields fields, int count, byte[] bytes, int start, int end) {
        if (!fields.read(bytes, start, end)) {
            return List.of();
        }
        List<String> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] value = fields.field(i);
            values.add(value == null ? "∅" : new String(value, UTF_8));
        }
        return values;
    }

    /** All rows of a file as its threads read them, divided at these places; in the order of the places. */
    static List<List<String>> rows(TextRows rows, int count, List<Long> places) throws IOException {
        List<List<String>> all = new ArrayList<>();
        try (TextBytes file = rows.open()) {
            long first = rows.firstRow(file);
            List<Long> ends = new ArrayList<>(places.stream()
                    .filter(place -> place > first)
                    .sorted()
                    .distinct()
                    .toList());
            ends.add(file.size());
            LineFields fields = rows.fields().get();
            long start = first;
            for (long end : ends) {
                Lines lines = start == first ? Lines.from(file, start, end) : Lines.between(file, start, end);
                while (lines.next()) {
                    List<String> values = fields(fields, count, lines.bytes(), lines.lineStart(), lines.lineEnd());
                    if (!values.isEmpty()) {
                        all.add(values);
                    }
                }
                start = end;
            }
        }
        return all;
    }

    /** Places at which to divide a file. */
    static List<Long> places(Random random, long size, int most) {
        return random.longs(random.nextInt(most + 1), 1, Math.max(2, size))
                .boxed()
                .toList();
    }

    /** Packed in three members, as parallel programs and those that append do, the last of one byte. */
    static Path written(Path file, byte[] bytes, boolean packed) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (packed) {
            int[] ends = {0, bytes.length / 3, Math.max(0, bytes.length - 1), bytes.length};
            for (int i = 1; i < ends.length; i++) {
                try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
                    gzip.write(bytes, ends[i - 1], ends[i] - ends[i - 1]);
                }
            }
        }
        // A file is packed where its name says so.
        return packed
                ? Files.write(file.resolveSibling(file.getFileName() + ".gz"), out.toByteArray())
                : Files.write(file, bytes);
    }

    static TextRows json(Path file, List<String> names) {
        return new TextRows(file, TextEncoding.UTF_8, false, Long.MAX_VALUE, () -> new JsonFields(names));
    }

    /** A list in another order. */
    static <T> List<T> shuffled(List<T> all, Random random) {
        List<T> other = new ArrayList<>(all);
        Collections.shuffle(other, random);
        return other;
    }

    static byte[] concatenated(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }
}
