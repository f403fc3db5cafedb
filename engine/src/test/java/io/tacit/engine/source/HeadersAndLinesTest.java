package io.tacit.engine.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.AmbiguousNames;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.text.CsvFields;
import io.tacit.engine.text.TextRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the lines of a text file are those that its schema says, and when it is told that some are none. */
@NullUnmarked
class HeadersAndLinesTest {
    private static final DuckDbEngine ENGINE = new DuckDbEngine(new DuckDbSettings(256, 1, message -> {}));

    @TempDir
    private Path folder;

    /** A column in another place is another column, even if it has its name: the file is read by the order of its fields. */
    @Test
    void onlyTheHeaderThatTheSchemaFileHasIsRead() throws IOException {
        Path file = Files.writeString(folder.resolve("v.csv"), "who,x,y\n1,2,3\n");
        assertThat(DeclareSource.keep(declare(file)).origin()).isEqualTo(DeclaredSource.Origin.WRITTEN);
        for (String header : List.of(
                "who,x,y",
                "who,y,x",
                "x,who,y",
                "y,x,who",
                "who,x",
                "who,x,y,z",
                "who,x,x",
                "who,X,y",
                "who,x,z",
                "who,x,y ",
                " who,x,y",
                "\"who\",x,y",
                "who;x;y",
                "\uFEFFwho,x,y",
                "who,x,y,")) {
            Files.writeString(file, header + "\n1,2,3\n");
            boolean same = header.replace("\uFEFF", "").replace("\"", "").equals("who,x,y")
                    || header.strip().equals("who,x,y");
            assertThat(reads(() -> declare(file))).as(header).isEqualTo(same);
            assertThat(reads(() -> FileColumns.kept(file).orElseThrow()))
                    .as(header)
                    .isEqualTo(same);
        }
        Files.writeString(file, "who,x,y\n1,2,3\n");
        assertThat(FileColumns.kept(file).orElseThrow().columns())
                .isEqualTo(declare(file).table().table().columns())
                .extracting(Column::name)
                .containsExactly("who", "x", "y");
        assertThat(FileColumns.kept(folder.resolve("none.csv"))).isEmpty();
    }

    /** Of a hundred lines one may be unlike the header; whatever is wrong with them, two are told of. */
    @Test
    void moreThanOneLineOfAHundredThatIsLeftOutIsToldOf() throws IOException {
        List<byte[]> wrong =
                List.of("1".getBytes(StandardCharsets.UTF_8), "1,2,3".getBytes(StandardCharsets.UTF_8), new byte[] {
                    'M', (byte) 0xFC, ',', '2'
                });
        for (byte[] line : wrong) {
            for (int bad = 0; bad <= 3; bad++) {
                ByteArrayOutputStream text = new ByteArrayOutputStream();
                text.writeBytes("a,b\n".getBytes(StandardCharsets.UTF_8));
                for (int i = 0; i < 100; i++) {
                    text.writeBytes(i % 30 == 7 && i / 30 < bad ? line : "1,2".getBytes(StandardCharsets.UTF_8));
                    text.write('\n');
                }
                Path file = Files.write(folder.resolve("t.csv"), text.toByteArray());
                assertThat(declare(file).notices())
                        .as("%s of %s", bad, new String(line, StandardCharsets.ISO_8859_1))
                        .hasSize(bad > 1 ? 1 : 0);
            }
        }
    }

    /** So it is in every encoding, of which only UTF-8 has bytes that are no text; and of lines that are too long to be read. */
    @Test
    void linesThatAreLeftOutAreToldOfInEveryEncoding() throws IOException {
        byte[] endless = "1,2".repeat(400_000).getBytes(StandardCharsets.US_ASCII);
        byte[] umlaut = {'M', (byte) 0xFC, ',', '2'};
        for (TextEncoding encoding : TextEncoding.values()) {
            for (byte[] line : List.of(endless, umlaut, "1".getBytes(StandardCharsets.US_ASCII))) {
                for (int bad : List.of(1, 3)) {
                    ByteArrayOutputStream text = new ByteArrayOutputStream();
                    text.writeBytes("a,b\n".getBytes(StandardCharsets.US_ASCII));
                    for (int i = 0; i < 150; i++) {
                        text.writeBytes(i % 40 == 7 && i / 40 < bad ? line : "1,2".getBytes(StandardCharsets.US_ASCII));
                        text.write('\n');
                    }
                    Path file = Files.write(folder.resolve("t.csv"), text.toByteArray());
                    boolean read = line == umlaut && encoding != TextEncoding.UTF_8;
                    SourceArgument argument = new SourceArgument("v", file, Optional.empty()).in(encoding);
                    List<String> notices = DeclareSource.declare(argument, new Protection.Public(), Map.of(), ENGINE)
                            .notices();
                    assertThat(notices)
                            .as("%s of %s bytes in %s", bad, line.length, encoding)
                            .hasSize(bad > 1 && !read ? 1 : 0);
                    // Another encoding helps where bytes are no UTF-8, and where lines are too long it may.
                    assertThat(notices)
                            .allMatch(notice -> notice.contains("--encoding")
                                    == (encoding == TextEncoding.UTF_8 && line.length != 1));
                }
            }
        }
    }

    /** Behind a quote that is not closed nothing divides names, whatever divides those before it. */
    @Test
    void aHeaderIsNotDividedBehindAQuoteThatIsOpen() throws IOException {
        Map<String, Integer> columns = Map.of(
                "a,b",
                2,
                "\"a\",b",
                2,
                "\"a,b\",c",
                2,
                "a\"x,b",
                2,
                "\"a,b",
                0,
                "a,\"b",
                1,
                "a,\"b\"\"",
                1,
                "a,\"b,c",
                1);
        for (String delimiter : List.of(",", ";", "\t", "|")) {
            columns.forEach((header, count) -> {
                String row = header.equals("\"a,b\",c") ? "\"1,2\",3" : header.replaceAll("[^,]+", "1");
                Path file = written("q.csv", (header + "\n" + (row + "\n").repeat(9)).replace(",", delimiter));
                if (count == 0) {
                    assertThat(reads(() -> declare(file)))
                            .as(header + delimiter)
                            .isFalse();
                } else {
                    assertThat(declare(file).table().table().columns())
                            .as(header + delimiter)
                            .hasSize(count);
                }
            });
        }
    }

    private Path written(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A first line of values is a row, and rows would be public; unless somebody calls any one column by such a name. */
    @Test
    void aHeaderOfValuesIsOneWhereAnOptionNamesAnyColumnOfIt() throws IOException {
        Path file = Files.writeString(folder.resolve("h.csv"), "2021,2022,2023\n1,2,3\n4,5,6\n");
        assertThat(reads(() -> declare(file))).isFalse();
        for (String named : List.of("2021", "2022", "2023")) {
            assertThat(DeclareSource.declare(
                                    new SourceArgument("v", file, Optional.empty()),
                                    new Protection.Public(),
                                    Map.of(named, ColumnDeclaration.of(ColumnType.DOUBLE)),
                                    ENGINE)
                            .table()
                            .table()
                            .columns())
                    .as(named)
                    .hasSize(3)
                    .allMatch(column ->
                            column.name().equals(named) == column.type().equals(ColumnType.DOUBLE));
        }
    }

    /** A member is a column if one of a hundred objects has it, and a file holds objects if half of its lines do. */
    @Test
    void aMemberOfOneObjectOfAHundredIsAColumn() throws IOException {
        for (int objects : List.of(99, 100, 101, 200, 201)) {
            for (int having = 1; having <= 3; having++) {
                StringBuilder text = new StringBuilder();
                for (int i = 0; i < objects; i++) {
                    text.append(i < having ? "{\"a\": 1, \"rare\": 2}\n" : "{\"a\": 1}\n");
                }
                Path file = Files.writeString(folder.resolve("o.jsonl"), text);
                boolean common = having * 100 >= objects;
                assertThat(declare(file).table().table().columns())
                        .as("%s of %s", having, objects)
                        .extracting(Column::name)
                        .isEqualTo(common ? List.of("a", "rare") : List.of("a"));
                assertThat(declare(file).notices()).hasSize(common ? 0 : 1);
            }
        }
        for (int lines = 0; lines <= 4; lines++) {
            Path file =
                    Files.writeString(folder.resolve("o.jsonl"), "{\"a\": 1}\n{\"a\": 2}\n" + "{1}\n".repeat(lines));
            assertThat(reads(() -> declare(file))).as("%s others", lines).isEqualTo(lines <= 2);
        }
    }

    /** Of a file that was read in part alone, later numbers may be larger than those that were seen. */
    @Test
    void onlyAFileThatIsReadWholeHasSmallNumbers() throws IOException {
        Path file = Files.writeString(folder.resolve("n.csv"), "a\n1\n2\n3\n");
        CsvFormat format = new CsvFormat(',', true);
        for (long most = 5; most <= 10; most++) {
            TextRows rows = new TextRows(file, TextEncoding.UTF_8, true, most, () -> new CsvFields(format, 1));
            TextShape shape = new TextShape(
                    Optional.of(format), List.of("a"), List.of("a"), AmbiguousNames.NONE, rows, List.of());
            assertThat(ProposeTypes.propose(shape, List.of()))
                    .as("%s of %s bytes", most, Files.size(file))
                    .containsExactly(most >= Files.size(file) ? ColumnType.INTEGER : ColumnType.BIGINT);
        }
    }

    /** Where lines agree with two ways to divide them alike, the one is taken that divides them into more fields. */
    @Test
    void theDelimiterThatDividesIntoMoreFieldsIsTaken() {
        for (int commas = 0; commas <= 30; commas += 3) {
            for (int semicolons = 1; semicolons <= 31; semicolons += 3) {
                String text = ("x,".repeat(commas) + "y;".repeat(semicolons) + "z\n").repeat(3);
                boolean byCommas = commas > semicolons;
                assertThat(LookAtCsv.shape(written("d.csv", text), TextEncoding.UTF_8)
                                .format())
                        .as("%s commas and %s semicolons", commas, semicolons)
                        .contains(new CsvFormat(byCommas ? ',' : ';', true));
            }
        }
    }

    /** Lines count as long as they are among the first ten thousand: half of them must be like the header. */
    @Test
    void aTableIsAFileOfWhichHalfOfTheFirstLinesAreLikeTheHeader() {
        for (int lines : List.of(1, 2, 3, 10, 9_999, 10_000)) {
            for (int like : List.of(0, lines / 2 - 1, lines / 2, lines / 2 + 1, lines)) {
                if (like < 0 || like > lines) {
                    continue;
                }
                String head = "a,b,c\n" + "1,2,3\n".repeat(like) + "1,2\n".repeat(lines - like);
                // What comes behind the first ten thousand is not looked at.
                String text = head + "1,2\n".repeat(lines == 10_000 ? 20_000 : 0);
                assertThat(reads(() -> LookAtCsv.shape(written("l.csv", text), TextEncoding.UTF_8)))
                        .as("%s of %s lines", like, lines)
                        .isEqualTo(2 * like >= lines);
            }
        }
    }

    /**
     * The first line names columns unless all its cells are values, or those of all columns are that hold no text. Then
     * it takes an owner's word on one of these cells; a word on another column says nothing of them.
     */
    @Test
    void aCellThatIsAValueIsANameOnTheOwnersWordAlone() {
        List<String> names = List.of("one", "two", "three");
        List<String> values = List.of("2021", "5.5", "2024-01-02");
        List<Boolean> texts = List.of(true, false, false);
        for (int which = 0; which < 8; which++) {
            List<String> header = new ArrayList<>();
            boolean all = true;
            boolean allTyped = true;
            for (int i = 0; i < 3; i++) {
                boolean value = (which >> i & 1) == 1;
                header.add(value ? values.get(i) : names.get(i));
                all &= value;
                allTyped &= value || texts.get(i);
            }
            Path file = written("w.csv", String.join(",", header) + "\nx,1,2020-01-01\ny,2,2020-01-02\n");
            assertThat(reads(() -> declare(file))).as(header.toString()).isEqualTo(!all && !allTyped);
            for (String said : header) {
                boolean ofAValue = values.contains(said);
                Map<String, ColumnDeclaration> given = Map.of(said, ColumnDeclaration.of(ColumnType.VARCHAR));
                boolean taken = reads(() -> DeclareSource.declare(
                        new SourceArgument("v", file, Optional.empty()), new Protection.Public(), given, ENGINE));
                assertThat(taken).as("%s with %s", header, said).isEqualTo(!all && !allTyped || ofAValue);
            }
        }
    }

    private interface Reading {
        Object read();
    }

    private static boolean reads(Reading reading) {
        try {
            assertThat(reading.read()).isNotNull();
            return true;
        } catch (Refusal refusal) {
            return false;
        }
    }

    private static DeclaredSource declare(Path file) {
        SourceArgument argument = new SourceArgument("v", file, Optional.empty());
        return DeclareSource.declare(argument, new Protection.Public(), Map.of(), ENGINE);
    }
}
