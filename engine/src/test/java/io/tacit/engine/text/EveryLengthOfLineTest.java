package io.tacit.engine.text;

import static io.tacit.engine.text.TextSamples.concatenated;
import static io.tacit.engine.text.TextSamples.fields;
import static io.tacit.engine.text.TextSamples.lengths;
import static io.tacit.engine.text.TextSamples.places;
import static io.tacit.engine.text.TextSamples.rows;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.walk.Walk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A line is read alike whatever its length, wherever in a buffer it lies and whatever lies around it. Walked: the
 * lengths from one byte to a MiB of {@link TextSamples#lengths}, each at many offsets, for each shape of a line.
 */
@Tag("walk")
class EveryLengthOfLineTest {
    private static final byte[] NEIGHBOUR = "{\"a\": \"other\", \"b\": \"person\"},\"x\n".getBytes(UTF_8);

    @TempDir
    Path folder;

    /** A line of so many bytes, and what it holds. */
    private record Shape(String name, int least, IntFunction<String> line, IntFunction<List<String>> values) {}

    /** The filling is in a text, in a member nobody asks for, in an array, an object, a name, in blanks; in signs of two bytes. */
    private static List<Shape> json() {
        return List.of(
                new Shape("text", 16, n -> "{\"b\":1,\"a\":\"" + x(n - 14) + "\"}", n -> List.of(x(n - 14), "1")),
                new Shape("other", 20, n -> "{\"c\":\"" + x(n - 14) + "\",\"b\":1}", n -> List.of("∅", "1")),
                new Shape("last", 20, n -> "{\"b\":1,\"c\":\"" + x(n - 14) + "\"}", n -> List.of("∅", "1")),
                new Shape("array", 20, n -> "{\"c\":[\"" + x(n - 16) + "\"],\"b\":1}", n -> List.of("∅", "1")),
                new Shape("object", 22, n -> "{\"c\":{\"d\":\"" + x(n - 20) + "\"},\"b\":1}", n -> List.of("∅", "1")),
                new Shape("blanks", 8, n -> "{\"b\":1" + " ".repeat(n - 7) + "}", n -> List.of("∅", "1")),
                new Shape("behind", 8, n -> "{\"b\":1}" + " ".repeat(n - 7), n -> List.of("∅", "1")),
                new Shape("before", 8, n -> " ".repeat(n - 7) + "{\"b\":1}", n -> List.of("∅", "1")),
                new Shape("element", 18, n -> "[{\"b\":1,\"a\":\"" + x(n - 16) + "\"},", n -> List.of(x(n - 16), "1")),
                new Shape(
                        "umlauts",
                        18,
                        n -> "{\"b\":1,\"a\":\"" + x(n % 2) + "ä".repeat(n / 2 - 7) + "\"}",
                        n -> List.of(x(n % 2) + "ä".repeat(n / 2 - 7), "1")),
                new Shape("open", 16, n -> "{\"b\":1,\"a\":\"" + x(n - 12), n -> List.of()));
    }

    private static List<Shape> csv() {
        return List.of(
                new Shape("text", 3, n -> x(n - 2) + ",1", n -> List.of(x(n - 2), "1")),
                new Shape("last", 3, n -> "1," + x(n - 2), n -> List.of("1", x(n - 2))),
                new Shape("quoted", 5, n -> "\"" + x(n - 4) + "\",1", n -> List.of(n == 4 ? "∅" : x(n - 4), "1")),
                new Shape(
                        "quotes",
                        6,
                        n -> "\"" + x(n % 2) + "\"\"".repeat((n - 4) / 2) + "\",1",
                        n -> List.of(x(n % 2) + "\"".repeat((n - 4) / 2), "1")),
                new Shape("open", 4, n -> "1,\"" + x(n - 3), n -> List.of()),
                new Shape("many", 3, n -> ",".repeat(n), n -> List.of()));
    }

    @Test
    void whereverInTheBuffer() {
        Random random = Walk.random("whereverInTheBuffer");
        assertThat(wrong("json", new JsonFields(List.of("a", "b")), json(), random))
                .isEmpty();
        CsvFields quoted = new CsvFields(new CsvFormat(',', true), 2);
        assertThat(wrong("csv", quoted, csv(), random)).isEmpty();
    }

    private static List<String> wrong(String name, LineFields fields, List<Shape> shapes, Random random) {
        List<String> wrong = new ArrayList<>();
        for (Shape shape : shapes) {
            for (int length : Walk.share(name + shape.name(), 12, lengths(shape.least()))) {
                byte[] line = shape.line().apply(length).getBytes(UTF_8);
                assertThat(line).as(shape.name()).hasSize(length);
                List<String> expected = shape.values().apply(length);
                int[] offsets = {0, 1, 2, 3, 8_191, 8_192, 8_193, 1 + random.nextInt(70_000), (1 << 18) - length / 2};
                for (int offset : offsets) {
                    byte[] buffer = buffer(line, Math.max(offset, 0));
                    int end = buffer.length - NEIGHBOUR.length * (offset % 2);
                    if (!fields(fields, 2, buffer, Math.max(offset, 0), Math.max(offset, 0) + length)
                            .equals(expected)) {
                        wrong.add(name + " " + shape.name() + " of " + length + " at " + offset + " of " + end);
                    }
                }
            }
        }
        return wrong;
    }

    /** The line with others before it and behind it. */
    private static byte[] buffer(byte[] line, int offset) {
        byte[] buffer = new byte[offset + line.length + 3 * NEIGHBOUR.length];
        for (int at = 0; at < buffer.length; at++) {
            buffer[at] = NEIGHBOUR[at % NEIGHBOUR.length];
        }
        System.arraycopy(line, 0, buffer, offset, line.length);
        return buffer;
    }

    /** Lines of all lengths in one file, in a random order, packed and not, divided at random places. */
    @Test
    void inFilesHoweverTheyAreDivided() throws IOException {
        Random random = Walk.random("inFilesHoweverTheyAreDivided");
        for (int round = 0; round < Walk.times(40, 2); round++) {
            for (boolean packed : new boolean[] {false, true}) {
                check(json(), "", "{\"x\":0}\n", random, packed, file -> TextSamples.json(file, List.of("a", "b")));
                CsvFormat format = new CsvFormat(',', true);
                check(
                        csv(),
                        "a,b\n",
                        "x\"y\n",
                        random,
                        packed,
                        file -> new TextRows(
                                file, TextEncoding.UTF_8, true, Long.MAX_VALUE, () -> new CsvFields(format, 2)));
            }
        }
    }

    private interface Reading {
        TextRows of(Path file);
    }

    private void check(
            List<Shape> shapes, String header, String between, Random random, boolean packed, Reading reading)
            throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.writeBytes(header.getBytes(UTF_8));
        List<List<String>> expected = new ArrayList<>();
        List<Integer> lengths = TextSamples.shuffled(lengths(22), random).subList(0, 25);
        for (int length : lengths) {
            Shape shape = shapes.get(random.nextInt(shapes.size()));
            text.writeBytes(shape.line().apply(length).getBytes(UTF_8));
            text.writeBytes((random.nextBoolean() ? "\n" : "\r\n").getBytes(UTF_8));
            List<String> values = shape.values().apply(length);
            if (!values.isEmpty()) {
                expected.add(values);
            }
            if (random.nextInt(4) == 0) {
                text.writeBytes(between.getBytes(UTF_8));
                expected.add(between.startsWith("{") ? List.of("∅", "∅") : List.of("x\"y", "∅"));
            }
        }
        Path file = TextSamples.written(folder.resolve("t"), concatenated(text.toByteArray()), packed);
        List<Long> places = packed ? List.of() : places(random, text.size(), 12);
        List<List<String>> read = rows(reading.of(file), 2, places);
        assertThat(read.equals(expected))
                .as("%s, divided at %s", lengths, places)
                .isTrue();
    }

    private static String x(int count) {
        return "x".repeat(count);
    }
}
