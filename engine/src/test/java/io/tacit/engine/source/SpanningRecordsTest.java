package io.tacit.engine.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.refusal.Refusal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether records span lines: what is proposed, what the owner says, what is kept. */
@NullUnmarked
class SpanningRecordsTest {
    private static final DuckDbEngine ENGINE = new DuckDbEngine(new DuckDbSettings(256, 1, message -> {}));

    @TempDir
    private Path folder;

    /** Wherever a record that spans lines stands, and however few or many do, with every delimiter, encoding and break. */
    @Test
    void oneRecordThatSpansLinesIsEnough() throws IOException {
        for (char delimiter : new char[] {',', ';', '\t', '|'}) {
            for (String lineBreak : List.of("\n", "\r\n")) {
                for (int column = 0; column < 3; column++) {
                    for (int every : new int[] {1, 2, 3, 199}) {
                        TextEncoding encoding = TextEncoding.values()[(column + every) % TextEncoding.values().length];
                        String text = text(delimiter, lineBreak, column, every, 200);
                        Path file = Files.write(folder.resolve("t.csv"), text.getBytes(encoding.charset()));
                        DeclaredSource found = declare(file, encoding, Optional.empty());
                        assertThat(format(found))
                                .as("%s in column %s of one in %s", delimiter, column, every)
                                .isEqualTo(new CsvFormat(delimiter, true, encoding, true));
                        assertThat(found.notices()).singleElement().asString().contains("multiline: true");
                        DeclaredSource said = declare(file, encoding, Optional.of(true));
                        assertThat(format(said)).isEqualTo(format(found));
                        assertThat(said.notices()).isEmpty();
                    }
                }
            }
        }
    }

    private static String text(char delimiter, String lineBreak, int column, int every, int records) {
        StringBuilder text = new StringBuilder("pid,note,x" + lineBreak);
        for (int i = 0; i < records; i++) {
            String note = i % every == every - 1 ? "\"ä" + lineBreak + lineBreak + ", b\"" : "\"c\"";
            text.append(column == 0 ? note : i).append(',');
            text.append(column == 1 ? note : "d").append(',');
            text.append(column == 2 ? note : 7).append(lineBreak);
        }
        return text.toString().replace(',', delimiter);
    }

    /** Damaged quotes, quotes within plain fields, and records unlike the header are no records that span lines. */
    @Test
    void nothingElseIsProposedToSpanLines() throws IOException {
        for (String odd : List.of(
                "1,\"open,2",
                "1,5\" wide,2",
                "1,\"a\"b,2",
                "\"1",
                "1,\"\"\"\",2",
                "1,\"two\nlines\"",
                "1,\"two\nlines\",2,3",
                "1,\"two\nlines\"x,2")) {
            String text = "pid,note,x\n" + "1,\"a\",2\n".repeat(150) + odd + "\n" + "1,\"a\",2\n".repeat(150);
            DeclaredSource found = declare(Files.writeString(folder.resolve("o.csv"), text), Optional.empty());
            assertThat(format(found)).as(odd).isEqualTo(new CsvFormat(',', true));
            assertThat(found.notices()).as(odd).isEmpty();
        }
    }

    /** All of the first 16 MiB are looked at, not only the lines by which the delimiter is found. */
    @Test
    void aRecordFarDownIsFoundPackedOrNot() throws IOException {
        String line = "17," + "n".repeat(90) + ",3\n";
        String most = "pid,note,x\n" + line.repeat(150_000);
        String spanning = "18,\"a\nb\",3\n";
        for (boolean packed : new boolean[] {false, true}) {
            String text = packed ? most : most + line.repeat(30_000);
            assertThat(format(declare(written(text + spanning, packed), Optional.empty()))
                            .multiline())
                    .isEqualTo(packed);
        }
    }

    private Path written(String text, boolean packed) throws IOException {
        Path file = folder.resolve("far.csv");
        if (!packed) {
            return Files.writeString(file, text);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(TextEncoding.UTF_8.charset()));
        }
        return Files.write(folder.resolve("far.csv.gz"), bytes.toByteArray());
    }

    /** The owner's word decides; what it does to a person with such a record is said. */
    @Test
    void falseReadsLineByLineAndSaysSo() throws IOException {
        Path file = Files.writeString(folder.resolve("f.csv"), text(',', "\n", 1, 199, 200));
        DeclaredSource found = declare(file, Optional.of(false));
        assertThat(format(found).multiline()).isFalse();
        assertThat(found.notices()).anyMatch(notice -> notice.contains("protected less"));
        Path without = Files.writeString(folder.resolve("w.csv"), "a,b\n1,\"x\"\n");
        assertThat(declare(without, Optional.of(false)).notices()).isEmpty();
        assertThat(format(declare(without, Optional.of(true))).multiline()).isTrue();
    }

    /** Names of columns may hold a line break, which is a blank in queries. */
    @Test
    void aHeaderMaySpanLines() throws IOException {
        for (String lineBreak : List.of("\n", "\r\n")) {
            String text =
                    "\"two" + lineBreak + "lines\",pid,\"x\"" + lineBreak + "a,1,2" + lineBreak + "b,2,3" + lineBreak;
            Path file = Files.writeString(folder.resolve("h.csv"), text);
            DeclaredSource found = declare(file, Optional.empty());
            assertThat(format(found).multiline()).isTrue();
            assertThat(found.table().table().columns())
                    .extracting(Column::name)
                    .containsExactly("two lines", "pid", "x");
            DeclareSource.keep(found);
            assertThat(declare(file, Optional.empty()).table()).isEqualTo(found.table());
            assertThat(FileColumns.kept(file).orElseThrow().source())
                    .isEqualTo(found.table().source());
            Files.delete(DeclareSource.schemaFile(file));
            assertThatThrownBy(() -> declare(file, Optional.of(false))).isInstanceOf(Refusal.class);
        }
    }

    /** What a schema file says holds; an option that says otherwise is refused rather than passed over. */
    @Test
    void theSchemaFileDecides() throws IOException {
        Path file = Files.writeString(folder.resolve("s.csv"), "a,b\n1,\"x\"\n");
        for (boolean kept : new boolean[] {true, false}) {
            DeclareSource.keep(declare(file, Optional.of(kept)));
            assertThat(format(declare(file, Optional.empty())).multiline()).isEqualTo(kept);
            assertThat(format(declare(file, Optional.of(kept))).multiline()).isEqualTo(kept);
            assertThatThrownBy(() -> declare(file, Optional.of(!kept)))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("multiline: " + kept);
            Files.delete(DeclareSource.schemaFile(file));
        }
        // A schema file from before there was such a key: each line was a row, and is.
        Files.writeString(
                DeclareSource.schemaFile(file),
                "format: csv\ndelimiter: \",\"\ncolumns:\n  - name: a\n    type: INTEGER\n  - name: b\n    type: VARCHAR\n");
        assertThat(format(declare(file, Optional.empty()))).isEqualTo(new CsvFormat(',', true));
        Files.writeString(
                DeclareSource.schemaFile(file),
                "format: csv\ndelimiter: \",\"\nquoted: false\nmultiline: true\ncolumns:\n  - name: a\n    type: INTEGER\n");
        assertThatThrownBy(() -> declare(file, Optional.empty()))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("needs quoted: true");
    }

    private static CsvFormat format(DeclaredSource found) {
        return ((Source.Csv) found.table().source()).format();
    }

    private static DeclaredSource declare(Path file, Optional<Boolean> said) {
        return declare(file, TextEncoding.UTF_8, said);
    }

    private static DeclaredSource declare(Path file, TextEncoding encoding, Optional<Boolean> said) {
        SourceArgument argument =
                new SourceArgument("v", file, Optional.empty()).in(encoding).withMultiline(said);
        return DeclareSource.declare(argument, new Protection.Public(), Map.of(), ENGINE);
    }
}
