package io.tacit.engine.text;

import static io.tacit.engine.text.TextSamples.places;
import static io.tacit.engine.text.TextSamples.rows;
import static io.tacit.engine.text.TextSamples.written;
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
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file of many lines that is read whole, packed or not, from the beginning or divided at random places, gives the
 * rows that its lines give alone, each in a file of its own. Drawn: lines of JSON and of CSV with what may harm in
 * them: open and doubled quotes, brackets, deep and long values, bytes that are no text, lengths around those of buffers.
 */
@Tag("walk")
class LinesAloneTest {
    private static final List<String> JSON = List.of(
            "{\"a\":1,\"b\":2}",
            "{\"a\":\"@\",\"b\":\"\\u00e4\"}",
            "[{\"a\":\"x\"},",
            "{\"@\":0,\"b\":3}",
            "{\"a\":\"@",
            "{\"a\":{\"b\":\"@\"},\"b\":[1,{\"a\":2}]}",
            "{\"a\":1}{\"a\":2}",
            "{\"a\":" + "[".repeat(1_500) + "]".repeat(1_500) + "}",
            "{\"a\":" + "9".repeat(1_200) + "}",
            "{\"a\":\"\\ud83d\"}",
            "{\"a\":\"\\u0000\"}",
            "{\"a\":\"ä€😀@\"}",
            "{\"a\":1,\"a\":2,\"\\u0061\":3}",
            "{\"a\" : true , \"b\" : null } ]",
            "{a:1}",
            "{\"a\":NaN}",
            "{\"a\":1e400,\"b\":-0}",
            "{\"a\":1,}",
            "/* @ */{\"a\":1}",
            "\ufeff{\"a\":1}",
            "\"@\"",
            "null",
            "]",
            "");

    private static final List<String> CSV = List.of(
            "1,2",
            "@,x",
            "\"@\",\"b\"",
            "\"a\"\"@\",",
            "\"@,3",
            "x,\"@",
            "\"a\"b,@",
            ",",
            ",,@",
            "",
            "NA,NULL",
            "a\r@,b",
            "\u0000,@",
            "ä€😀,@",
            "\"\"\"\",\"\"",
            "  \"@\",y",
            "\\\",@");

    @TempDir
    Path folder;

    @Test
    void linesOfJsonAreReadAsIfEachStoodAlone() throws IOException {
        walk("linesOfJson", JSON, "", file -> TextSamples.json(file, List.of("a", "b")));
    }

    @Test
    void linesOfCsvAreReadAsIfEachStoodAlone() throws IOException {
        for (boolean quoted : new boolean[] {true, false}) {
            CsvFormat format = new CsvFormat(',', quoted);
            walk(
                    "linesOfCsv" + quoted,
                    CSV,
                    "a,b\n",
                    file -> new TextRows(
                            file, TextEncoding.UTF_8, true, Long.MAX_VALUE, () -> new CsvFields(format, 2)));
        }
    }

    private void walk(String name, List<String> shapes, String header, Function<Path, TextRows> reading)
            throws IOException {
        Random random = Walk.random(name);
        for (int round = 0; round < Walk.times(150, 6); round++) {
            List<byte[]> lines = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                lines.add(line(shapes.get(random.nextInt(shapes.size())), random));
            }
            List<List<String>> alone = new ArrayList<>();
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            whole.writeBytes(header.getBytes(UTF_8));
            for (byte[] line : lines) {
                Path file =
                        written(folder.resolve("one"), TextSamples.concatenated(header.getBytes(UTF_8), line), false);
                alone.addAll(rows(reading.apply(file), 2, List.of()));
                whole.writeBytes(line);
            }
            for (boolean packed : new boolean[] {false, true}) {
                Path file = written(folder.resolve("all"), whole.toByteArray(), packed);
                List<Long> places = packed ? List.of() : places(random, whole.size(), 20);
                assertThat(rows(reading.apply(file), 2, places).equals(alone))
                        .as("%s, round %s, packed %s, divided at %s", name, round, packed, places)
                        .isTrue();
            }
        }
    }

    /** The shape with a filling that makes it as long as some buffer, and sometimes a byte that is no text. */
    private static byte[] line(String shape, Random random) {
        int[] around = {0, 10, 4_000, 8_000, 8_192, 16_384, 65_536, 262_144, Lines.MAX_BYTES};
        int place = random.nextInt(8) == 0 ? 3 + random.nextInt(6) : random.nextInt(3);
        int length = Math.max(0, around[place] - shape.length() + random.nextInt(9) - 4);
        byte[] line =
                (shape.replace("@", "x".repeat(length)) + (random.nextInt(3) == 0 ? "\r\n" : "\n")).getBytes(UTF_8);
        if (random.nextInt(12) == 0 && line.length > 3) {
            line[random.nextInt(line.length - 2)] = (byte) (0x80 + random.nextInt(0x80));
        }
        return line;
    }
}
