package io.tacit.engine.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a file is taken for. What its name says is believed whatever it holds; where the name says nothing, its owner is shown
 * what it looks like: every name with every content, compressed and not.
 */
@NullUnmarked
class FormatsOfFilesTest {
    private static final String REFUSED = "refused";

    /** Names, and what a file of that name is; empty where it says nothing. */
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
            Map.entry("a.jsonl.GZ", "JSON"),
            Map.entry("a.json.csv", "CSV"),
            Map.entry("a.csv.json", "JSON"),
            Map.entry("a.parquet", "PARQUET"),
            Map.entry("a.DuckDB", "DUCKDB"),
            Map.entry("a.parquet.gz", REFUSED),
            Map.entry("a.duckdb.gz", REFUSED),
            Map.entry("a", ""),
            Map.entry("csv", ""),
            Map.entry("a.log", ""),
            Map.entry("a.jsonl.1", ""),
            Map.entry("a.gz", ""));

    @TempDir
    private Path folder;

    /** Contents, and what a file of them looks like. */
    private static Map<String, byte[]> contents(String format) {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        List<String> texts = switch (format) {
            case "CSV" ->
                List.of(
                        "a,b\n1,2\n",
                        "PAR1\n1\n",
                        "PAR1,b\n1,2\n",
                        "PAR1",
                        "12345678DUCK and more\n",
                        "12345678DUCK@\0\0\0\0\0\0\0\n",
                        "PK\3\4\n",
                        "a\0b\n",
                        "\n",
                        "{\n  \"a\": 1,\n  \"b\": 2\n}\n",
                        "# a note\n{\"a\": 1}\nanother\n");
            case "JSON" ->
                List.of(
                        "{\"a\": 1}\n",
                        "\ufeff{\"a\": 1}\n",
                        "[\n{\"a\": 1},\n{\"a\": 2}\n]\n",
                        "  [{\"a\": 1},\r\n {\"a\": 2}]\n",
                        "# a note\n{\"a\": 1}\n{\"a\": 2}\n",
                        "PAR1\n{\"a\": 1}\n",
                        "PAR1\n{\"a\": 1}\n{\"a\": 1}\nPAR1\n",
                        "{\"pid\":\"DUCKWORTH\"}\n",
                        "{\"pid\":\"DUCK@\0\0\0\0\0\0\0\"}\n",
                        "PK\3\4\n{\"a\": 1}\n",
                        "\0\n{\"a\": 1}\n");
            case "PARQUET" -> List.of("PAR1 and more and PAR1");
            default -> List.of("");
        };
        texts.forEach(text -> contents.put(text, text.getBytes(StandardCharsets.UTF_8)));
        if (format.equals("DUCKDB")) {
            byte[] database = new byte[3 * 4096];
            System.arraycopy("12345678DUCK@".getBytes(StandardCharsets.US_ASCII), 0, database, 0, 13);
            contents.clear();
            contents.put("a database", database);
        }
        return contents;
    }

    @Test
    void aFileIsWhatItsNameSaysAndElseWhatItLooksLike() throws IOException {
        for (String looks : List.of("CSV", "JSON", "PARQUET", "DUCKDB", REFUSED)) {
            for (Map.Entry<String, byte[]> content : contents(looks).entrySet()) {
                for (Map.Entry<String, String> name : NAMES.entrySet()) {
                    boolean packed = name.getKey().toLowerCase(Locale.ROOT).endsWith(".gz");
                    Path file = Files.write(
                            folder.resolve(name.getKey()), packed ? packed(content.getValue()) : content.getValue());
                    // What has no end that could be read has no mark there.
                    boolean hidden = packed && (looks.equals("PARQUET") || looks.equals("DUCKDB"));
                    String expected = !name.getValue().isEmpty() ? name.getValue() : hidden ? "CSV" : looks;
                    assertThat(detected(file))
                            .as("%s holding %s", name.getKey(), content.getKey())
                            .isEqualTo(expected);
                }
            }
        }
    }

    /** A schema file is nearer than a name. */
    @Test
    void aFileIsWhatItsSchemaFileSays() throws IOException {
        for (String name : NAMES.keySet()) {
            for (String format : List.of("csv", "json")) {
                Path file = Files.write(folder.resolve(name), "PAR1 and PAR1".getBytes(StandardCharsets.UTF_8));
                Files.writeString(
                        folder.resolve(name + ".tacit.yaml"),
                        "format: " + format + "\ndelimiter: \",\"\ncolumns:\n  - name: a\n    type: DATE\n");
                assertThat(detected(file)).as("%s as %s", name, format).isEqualTo(format.toUpperCase(Locale.ROOT));
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
