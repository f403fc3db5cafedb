package io.tacit.engine.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file is taken for, by how it begins, how its name ends, and whether it is compressed: every case of each. */
@NullUnmarked
class FormatsOfFilesTest {
    private static final String REFUSED = "refused";

    /** Names, and what a text of that name is; empty where its beginning decides. */
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("a.csv", "CSV"),
            Map.entry("a.TSV", "CSV"),
            Map.entry("a.tab", "CSV"),
            Map.entry("a.txt", "CSV"),
            Map.entry("a.psv", "CSV"),
            Map.entry("a.json", "JSON"),
            Map.entry("a.JSONL", "JSON"),
            Map.entry("a.ndjson", "JSON"),
            Map.entry("a.csv.gz", "CSV"),
            Map.entry("a.jsonl.gz", "JSON"),
            Map.entry("a.json.csv", "CSV"),
            Map.entry("a.parquet", ""),
            Map.entry("a", ""),
            Map.entry("csv", ""),
            Map.entry("a.gz", ""));

    @TempDir
    private Path folder;

    /** The first bytes of a file, and its format; none where its name decides. */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares beginnings.
    private record Beginning(byte[] bytes, String format) {}

    /** Beginnings, and what a file of them is whatever its name; empty for text, of which the first sign is given. */
    private static List<Beginning> beginnings() {
        List<Beginning> all = new ArrayList<>();
        for (String text :
                List.of("a,b\n1,2\n", "{\"a\": 1}\n", "[1]\n", "  {\"a\": 1}\n", "PAR,x\n", "a\n\0", "12345678DUC\n")) {
            all.add(new Beginning(text.getBytes(StandardCharsets.UTF_8), ""));
        }
        all.add(new Beginning("PAR1 and more".getBytes(StandardCharsets.UTF_8), "PARQUET"));
        all.add(new Beginning("12345678DUCK and more".getBytes(StandardCharsets.UTF_8), "DUCKDB"));
        all.add(new Beginning("PK\3\4 and more".getBytes(StandardCharsets.UTF_8), REFUSED));
        all.add(new Beginning(new byte[] {(byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0, 1}, REFUSED));
        all.add(new Beginning(new byte[] {(byte) 0xFF, (byte) 0xFE, 'a', 0}, REFUSED));
        all.add(new Beginning(new byte[] {(byte) 0xFE, (byte) 0xFF, 0, 'a'}, REFUSED));
        all.add(new Beginning(new byte[] {(byte) 0xFF, (byte) 0xFE, 0x2D, 0x4E}, REFUSED));
        all.add(new Beginning(new byte[] {(byte) 0xFE, (byte) 0xFF, 0x4E, 0x2D}, REFUSED));
        all.add(new Beginning("a\0b\n".getBytes(StandardCharsets.UTF_8), REFUSED));
        all.add(new Beginning(new byte[0], REFUSED));
        return all;
    }

    @Test
    void aFileIsWhatItsBeginningAndItsNameSay() throws IOException {
        for (Beginning beginning : beginnings()) {
            for (Map.Entry<String, String> name : NAMES.entrySet()) {
                for (boolean packed : new boolean[] {false, true}) {
                    byte[] bytes = packed ? packed(beginning.bytes()) : beginning.bytes();
                    Path file = Files.write(folder.resolve(name.getKey()), bytes);
                    String text = new String(beginning.bytes(), StandardCharsets.UTF_8);
                    String format = beginning.format();
                    if (format.isEmpty()) {
                        boolean objects = text.strip().startsWith("{") || text.startsWith("[");
                        format = name.getValue().isEmpty() ? objects ? "JSON" : "CSV" : name.getValue();
                    } else if (packed) {
                        format = REFUSED;
                    }
                    assertThat(detected(file))
                            .as("%s beginning with %s%s", name.getKey(), text, packed ? ", packed" : "")
                            .isEqualTo(format);
                }
            }
        }
    }

    private static String detected(Path file) {
        try {
            return SourceFormat.detect(file).name();
        } catch (Refusal refusal) {
            assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_UNREADABLE);
            return REFUSED;
        }
    }

    private static byte[] packed(byte[] bytes) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(all)) {
            out.write(bytes);
        }
        return all.toByteArray();
    }
}
