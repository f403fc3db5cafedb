package io.tacit.engine.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.source.ColumnDeclaration.Ends;
import io.tacit.engine.source.SchemaFile.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept beside a file is what is read from there the next time. */
@NullUnmarked
class SchemaFileTest {
    private static final List<ColumnType> TYPES = List.of(
            ColumnType.BOOLEAN,
            ColumnType.INTEGER,
            ColumnType.BIGINT,
            ColumnType.decimal(38, 0),
            ColumnType.decimal(5, 5),
            ColumnType.DOUBLE,
            ColumnType.VARCHAR,
            ColumnType.DATE,
            ColumnType.TIME,
            ColumnType.TIMESTAMP);

    @TempDir
    Path folder;

    @Test
    void everyFormatOfLinesIsKept() throws IOException {
        Entry column = Entry.of(Column.nullable("x", ColumnType.INTEGER));
        for (TextEncoding encoding : TextEncoding.values()) {
            for (boolean quoted : new boolean[] {true, false}) {
                for (char delimiter : delimiters()) {
                    CsvFormat format = new CsvFormat(delimiter, quoted, encoding);
                    isKept(new SchemaFile(Optional.of(format), List.of(column)));
                    if (quoted) {
                        isKept(new SchemaFile(Optional.of(format.withMultiline(true)), List.of(column)));
                    }
                }
            }
        }
        isKept(new SchemaFile(Optional.empty(), List.of(column)));
    }

    @Test
    void everyTypeBoundDomainAndNameIsKept() throws IOException {
        List<Entry> columns = new ArrayList<>();
        for (ColumnType type : TYPES) {
            columns.add(new Entry("of " + type.sql(), ColumnDeclaration.of(type)));
        }
        columns.add(new Entry(
                "bounds",
                new ColumnDeclaration(
                        Optional.of(ColumnType.DOUBLE), Optional.of(new Ends("-1.5", "1e300")), Optional.empty())));
        columns.add(new Entry(
                "domain",
                new ColumnDeclaration(
                        Optional.of(ColumnType.VARCHAR),
                        Optional.empty(),
                        Optional.of(List.of("", "a, b", "\"", "\\", "NULL", "no", "1", "ü\u2028\n", "[x]", "# x")))));
        for (String name : List.of(
                "a b",
                "\"",
                "yes",
                "null",
                "- x",
                "x: y",
                "#",
                "\t",
                "é",
                "\\n",
                "1",
                "type",
                "\u007f\u0085\u009f\u00a0\ufeff\ufffe\uffff\u2029",
                "\ud83d\ude00")) {
            columns.add(new Entry(name, ColumnDeclaration.of(ColumnType.VARCHAR)));
        }
        isKept(new SchemaFile(Optional.empty(), columns));
    }

    /** Whoever writes a schema file by hand puts what they know of a column in any order. */
    @Test
    void theMembersOfAColumnStandInAnyOrder() throws IOException {
        List<String> members = List.of("name: x", "type: INTEGER", "bounds: [0, 9]", "values: [1, 2]");
        Entry expected = new Entry(
                "x",
                new ColumnDeclaration(
                        Optional.of(ColumnType.INTEGER),
                        Optional.of(new Ends("0", "9")),
                        Optional.of(List.of("1", "2"))));
        Path file = folder.resolve("t.jsonl");
        int orders = 0;
        for (String first : members) {
            for (String second : members) {
                for (String third : members) {
                    List<String> order = new ArrayList<>(new LinkedHashSet<>(List.of(first, second, third)));
                    if (order.size() == 3) {
                        members.stream().filter(each -> !order.contains(each)).forEach(order::add);
                        Files.writeString(
                                SchemaFile.beside(file),
                                "columns:\n  - " + String.join("\n    ", order) + "\nformat: json\n");
                        assertThat(SchemaFile.read(file).orElseThrow().columns())
                                .as(order.toString())
                                .containsExactly(expected);
                        orders++;
                    }
                }
            }
        }
        assertThat(orders).isEqualTo(24);
    }

    /** Which of two columns a name means would decide whose a row is. */
    @Test
    void aNameThatStandsTwiceInAnyCaseIsRefused() throws IOException {
        for (String other : List.of("Person", "person", "PERSON")) {
            Files.writeString(
                    SchemaFile.beside(folder.resolve("t.jsonl")),
                    "format: json\ncolumns:\n  - {name: person, type: BIGINT}\n  - {name: x, type: BIGINT}\n  - {name: "
                            + other + ", type: BIGINT}\n");
            assertThatThrownBy(() -> SchemaFile.read(folder.resolve("t.jsonl")))
                    .as(other)
                    .isInstanceOf(Refusal.class);
        }
    }

    private void isKept(SchemaFile schema) throws IOException {
        Path file = folder.resolve("t.csv");
        schema.write(file);
        assertThat(SchemaFile.read(file)).contains(schema);
    }

    /** Each sign that may stand between columns. */
    private static List<Character> delimiters() {
        return IntStream.rangeClosed(1, 127)
                .filter(sign -> "\"\n\r".indexOf(sign) < 0)
                .mapToObj(sign -> (char) sign)
                .toList();
    }
}
