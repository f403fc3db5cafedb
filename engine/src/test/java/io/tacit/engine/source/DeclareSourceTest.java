package io.tacit.engine.source;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.source.DeclaredSource.Origin;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeclareSourceTest {
    private static final DataEngine ENGINE = new DuckDbEngine(new DuckDbSettings(256, 1, message -> {}));

    @TempDir
    Path folder;

    @Test
    void proposesOnceAndKeepsBesideTheFile() throws IOException {
        Path file = write("v.csv", "VisitorId,Money spent (euros)\n1,17\n2,18\n");
        DeclaredSource proposed = declare(file);
        assertThat(proposed.origin()).isEqualTo(Origin.PROPOSED);
        assertThat(types(proposed)).containsExactly("VisitorId INTEGER", "Money spent (euros) INTEGER");
        assertThat(SchemaFile.beside(file)).doesNotExist();
        assertThat(DeclareSource.keep(proposed).origin()).isEqualTo(Origin.WRITTEN);
        assertThat(Files.readString(SchemaFile.beside(file))).isEqualTo("""
            # How Tacit reads v.csv.
            # Proposed once; from now on this file decides. You may change the types, or delete this file to
            # have them proposed anew. It counts as public: analysts see these names and types.
            # Values that do not fit their type are read as NULL. Types: BOOLEAN, INTEGER, BIGINT,
            # DECIMAL(18,2), DOUBLE, VARCHAR, DATE, TIME, TIMESTAMP. Below a type may stand what you know of the
            # values: bounds: [0, 100] or all of them, values: ["a", "b"]; no value is ever compared with it.
            # A TIMESTAMP is in UTC: 23:30+02:00 is read as 21:30, a time without offset as it stands.
            # multiline: true where values in quotes hold line breaks. Then all quotes must be closed, on your word;
            # with false every line is a row, and no record spans lines on your word.
            format: csv
            delimiter: ","
            quoted: true
            multiline: false
            columns:
              - name: "VisitorId"
                type: INTEGER
              - name: "Money spent (euros)"
                type: INTEGER
            """);
        Files.writeString(file, "VisitorId,Money spent (euros)\nabc,xyz\ndef,1.5\n");
        DeclaredSource kept = declare(file);
        assertThat(kept.origin()).isEqualTo(Origin.KEPT);
        assertThat(kept.table()).isEqualTo(proposed.table());
        assertThat(names(folder)).containsExactly("v.csv", "v.csv.tacit.yaml");
    }

    /** A kept schema is read by place: with columns in other places another one would be the person. */
    @Test
    void aHeaderThatIsNotTheKeptOneIsRefused() throws IOException {
        Path file = write("v.csv", "person,paid,day\n1,17,2024-01-01\n");
        DeclareSource.keep(declare(file));
        for (String header : List.of(
                "paid,person,day",
                "person,day,paid",
                "day,paid,person",
                "person,paid",
                "person,paid,day,more",
                "person,paid,date",
                "Person,paid,day")) {
            Files.writeString(file, header + "\n" + "1,".repeat(header.split(",").length - 1) + "1\n");
            assertThatThrownBy(() -> declare(file))
                    .as(header)
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_SCHEMA));
        }
        Files.writeString(file, "person,paid,day\n5,6,2024-01-01\n");
        assertThat(declare(file).origin()).isEqualTo(Origin.KEPT);
    }

    @Test
    void boundsAndDomainsAreKeptToo() throws IOException {
        Path file = write("v.csv", "id,paid,day,kind\n1,17,2024-01-01,a\n2,18,2024-01-02,b\n");
        Map<String, ColumnDeclaration> given = Map.of(
                "PAID", ColumnDeclaration.parse("DECIMAL(12,2)[0 .. 1e3]"),
                "day", ColumnDeclaration.parse("[2020-01-01..2024-12-31]"),
                "kind", ColumnDeclaration.NOTHING.among(List.of("a", "it's, \"b\"")));
        DeclaredSource proposed = DeclareSource.keep(declare(file, given));
        Table table = proposed.table().table();
        assertThat(table.column("paid").orElseThrow().bounds())
                .contains(new RowBounds(BigDecimal.ZERO, new BigDecimal("1000")));
        assertThat(table.column("day").orElseThrow().bounds().orElseThrow().high())
                .isEqualByComparingTo(String.valueOf(LocalDate.of(2024, 12, 31).toEpochDay()));
        assertThat(Files.readString(SchemaFile.beside(file))).endsWith("""
              - name: "paid"
                type: DECIMAL(12,2)
                bounds: [0, 1000]
              - name: "day"
                type: DATE
                bounds: [2020-01-01, 2024-12-31]
              - name: "kind"
                type: VARCHAR
                values: ["a", "it's, \\"b\\""]
            """);
        assertThat(declare(file).table()).isEqualTo(proposed.table());
        assertThat(declare(file, Map.of("paid", ColumnDeclaration.parse("[5..6]")))
                        .table()
                        .table()
                        .column("paid"))
                .contains(new Column("paid", ColumnType.decimal(12, 2), true)
                        .within(new RowBounds(new BigDecimal("5"), new BigDecimal("6"))));
    }

    @Test
    void boundsAndDomainsMustFitTheirType() throws IOException {
        Path file = write("v.csv", "id,x,t\n1,17,a\n2,18,b\n");
        assertThat(saysOf(file, "x", "INTEGER[5..4]")).contains("lower bound of column x is above");
        assertThat(saysOf(file, "x", "INTEGER[0..1.5]")).contains("1.5, is no value of type INTEGER");
        assertThat(saysOf(file, "x", "INTEGER[0..2147483648]")).contains("no value of type INTEGER");
        assertThat(saysOf(file, "x", "DECIMAL(4,2)[0..100]")).contains("no value of type DECIMAL(4,2)");
        assertThat(saysOf(file, "x", "DECIMAL(4,2)[0..0.005]")).contains("at most 2 digits after the point");
        assertThat(saysOf(file, "x", "DOUBLE[0..Infinity]")).contains("Infinity, is no value of type DOUBLE");
        assertThat(saysOf(file, "x", "DOUBLE[NaN..1]")).contains("NaN, is no value of type DOUBLE");
        assertThat(saysOf(file, "x", "DOUBLE[0..1e309]")).contains("no value of type DOUBLE");
        assertThat(saysOf(file, "x", "DATE[2023-02-29..2024-01-01]")).contains("2023-02-29, is no value of type DATE");
        assertThat(saysOf(file, "x", "TIMESTAMP[2023-02-28 12:00..2024-02-30]"))
                .contains("2024-02-30, is no value of type TIMESTAMP");
        assertThat(saysOf(file, "x", "TIMESTAMP[2023-02-28 25:00:00..2024-01-01]"))
                .contains("25:00:00, is no value of type TIMESTAMP");
        assertThat(saysOf(file, "t", "VARCHAR[a..b]")).contains("of type VARCHAR, which has no bounds");
        assertThat(saysOf(file, "t", "[0..1]")).contains("of type VARCHAR, which has no bounds");
        assertThat(domainOf(file, "x", "INTEGER", "1", "2", "1.0")).contains("has the value 1.0 twice");
        assertThat(domainOf(file, "x", "INTEGER", "one")).contains("one, is no value of type INTEGER");
        assertThat(domainOf(file, "x", "BOOLEAN", "yes")).contains("Write true or false");
        assertThat(domainOf(file, "x", "DOUBLE", "1")).contains("of type DOUBLE, which has no domain");
        assertThat(domainOf(file, "x", "INTEGER")).contains("The domain of column x has no values");
        for (String malformed :
                List.of("INTEGER[0..1", "INTEGER[0,1]", "INTEGER[..1]", "INTEGER[0..]", "[]", "FOO[0..1]")) {
            assertThatThrownBy(() -> ColumnDeclaration.parse(malformed))
                    .as(malformed)
                    .isInstanceOf(Refusal.class);
        }
    }

    private String saysOf(Path file, String column, String bounds) {
        return String.valueOf(refusal(() -> declare(file, Map.of(column, ColumnDeclaration.parse(bounds))))
                .getMessage());
    }

    private String domainOf(Path file, String column, String type, String... values) {
        ColumnDeclaration declaration = ColumnDeclaration.parse(type).among(List.of(values));
        return String.valueOf(
                refusal(() -> declare(file, Map.of(column, declaration))).getMessage());
    }

    @Test
    void saysSoWhenTheFolderCannotBeWritten() throws IOException {
        Path file = write("v.csv", "a,b\n1,2\n");
        DeclaredSource proposed = declare(file);
        Files.createDirectory(SchemaFile.beside(file));
        Files.createFile(SchemaFile.beside(file).resolve("in the way"));
        DeclaredSource notKept = DeclareSource.keep(proposed);
        assertThat(notKept.origin()).isEqualTo(Origin.NOT_KEPT);
        assertThat(notKept.notices()).hasSize(1);
        assertThat(notKept.table()).isEqualTo(proposed.table());
    }

    @Test
    void overridesWin() throws IOException {
        Path file = write("v.csv", "Id,x\n1,2\n");
        Map<String, ColumnDeclaration> given = Map.of("ID", ColumnDeclaration.of(ColumnType.VARCHAR));
        assertThat(types(declare(file, given))).containsExactly("Id VARCHAR", "x INTEGER");
        DeclareSource.keep(declare(file));
        assertThat(types(declare(file, given))).containsExactly("Id VARCHAR", "x INTEGER");
        assertThat(refusal(() -> declare(file, Map.of("y", ColumnDeclaration.of(ColumnType.DATE))))
                        .getMessage())
                .contains("no column y", "Id, x");
    }

    @Test
    void readsWhatSpreadsheetsWrite() throws IOException {
        assertThat(types(declare(write("a.csv", "\uFEFF\"a;\"\"b\"\" [x]\";  c ;;c\r\n1;2,5;3;4\r\n5;6;7;8\r\n"))))
                .containsExactly("a; b  [x] INTEGER", "column3 INTEGER");
        assertThat(types(declare(write("b.tsv", "a\tb\n5\" pipe\t1\n\"6\t2\n\"7\t3\n"))))
                .containsExactly("a VARCHAR", "b INTEGER");
        assertThat(types(declare(write("c.txt", "a|b,c\n1|x\n2|y\n")))).containsExactly("a INTEGER", "b,c VARCHAR");
        assertThat(types(declare(write("d.csv", "only\n1\n2\n")))).containsExactly("only INTEGER");
        assertThat(types(declare(write("e.csv", "a,b")))).containsExactly("a VARCHAR", "b VARCHAR");
        assertThat(types(declare(
                        write("f.csv", "year,2019\nx,1\n"), Map.of("2019", ColumnDeclaration.of(ColumnType.DOUBLE)))))
                .containsExactly("year VARCHAR", "2019 DOUBLE");
    }

    /** Lines that end with CR alone would all be one header, and what they hold the names of columns, which are public. */
    @Test
    void rowsAreNoNamesOfColumnsWhereLinesEndWithCrAlone() throws IOException {
        for (String text : List.of("a,b\r1,x\r2,y", "a,b\r1,x\r2,y\r", "a,b\r1,x\n2,y\n", "\"a\",\"b\"\r1,x\r\n")) {
            Path file = write("cr.csv", text);
            assertCode(file, ErrorCode.SOURCE_SCHEMA, "header");
            assertThat(refusal(() -> FileColumns.csv(file, new CsvFormat(',', true), List.of()))
                            .code())
                    .isEqualTo(ErrorCode.SOURCE_SCHEMA);
        }
        assertThat(types(declare(write("crcrlf.csv", "a,b\r\r\n1,2\r\r\n")))).containsExactly("a INTEGER", "b INTEGER");
    }

    /** A row is no header, whatever it is made of and however its cells are spaced; a name among numbers is. */
    @Test
    void aFirstRowOfValuesIsNoHeader() throws IOException {
        String row = "7%1$s8.5%1$s2026-11-23%1$s12:30\n";
        for (String comma : List.of(",", ", ", " ,", " , ", ",\t", ";", "; ", "|", " | ")) {
            String rows = row.formatted(comma) + row.formatted(comma);
            for (String text : List.of(rows, " " + rows, "Ada" + comma + rows + "Bob" + comma + row.formatted(comma))) {
                assertCode(write("rows.csv", text), ErrorCode.SOURCE_SCHEMA, "header");
            }
            assertThat(types(declare(write("named.csv", "a%1$sb%1$sc%1$sd\n".formatted(comma) + rows))))
                    .as(comma)
                    .hasSize(4);
        }
    }

    @Test
    void saysWhenLinesAreSkipped() throws IOException {
        StringBuilder text = new StringBuilder("a,b\n");
        for (int i = 0; i < 50; i++) {
            text.append(i).append(",\"two\nlines\"\n").append(i).append(",x\n");
        }
        assertThat(declare(write("a.csv", text.toString())).notices()).hasSize(1);
        assertThat(declare(write("b.csv", "a,b\n1,x\n2,y\n")).notices()).isEmpty();
    }

    @Test
    void refusesWhatIsNoTable() throws IOException {
        Path image = Files.write(folder.resolve("image.csv"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2});
        Path utf16 = Files.write(folder.resolve("utf16.csv"), "\uFEFFa,b\n1,2\n".getBytes(UTF_16LE));
        Path latin = Files.write(folder.resolve("latin.csv"), "größe,b\n1,2\n".getBytes(ISO_8859_1));
        assertCode(image, ErrorCode.SOURCE_UNREADABLE, "is no text");
        byte[] archive = {'P', 'K', 3, 4, 20, 0, 6, 0, '\n'};
        for (String workbook : List.of("a.xlsx", "A.XLSM", "a.ods")) {
            Path file = Files.write(folder.resolve(workbook), archive);
            assertCode(file, ErrorCode.SOURCE_UNREADABLE, "is a workbook of a spreadsheet.");
            assertCode(file, ErrorCode.SOURCE_UNREADABLE, "Save the sheet as CSV in UTF-8");
        }
        byte[] old = {(byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0, (byte) 0xA1, '\n'};
        assertCode(Files.write(folder.resolve("a.xls"), old), ErrorCode.SOURCE_UNREADABLE, "is a workbook");
        assertCode(Files.write(folder.resolve("a.zip"), archive), ErrorCode.SOURCE_UNREADABLE, "is a ZIP archive");
        assertCode(utf16, ErrorCode.SOURCE_UNREADABLE, "UTF-16");
        assertCode(latin, ErrorCode.SOURCE_SCHEMA, "no UTF-8");
        assertCode(write("empty.csv", ""), ErrorCode.SOURCE_UNREADABLE, "is empty");
        assertCode(write("blank.csv", "\n1,2\n"), ErrorCode.SOURCE_SCHEMA, "blank");
        assertCode(write("head.csv", "580,9:27AM,29,17,1\n1215,9:16AM,45,18,1\n"), ErrorCode.SOURCE_SCHEMA, "values");
        assertCode(write("names.csv", "1,Ann,Rome\n2,Bob,Oslo\n"), ErrorCode.SOURCE_SCHEMA, "values");
        assertCode(write("quote.csv", "\"a,b\n1,2\n"), ErrorCode.SOURCE_SCHEMA, "not closed");
        assertCode(
                write("prose.txt", "Dear all, hi\nthis\nis a\nletter\nno table\n"), ErrorCode.SOURCE_SCHEMA, "divide");
        assertCode(folder, ErrorCode.SOURCE_MISSING, "There is no Parquet file in");
        assertCode(folder.resolve("nothing.csv"), ErrorCode.SOURCE_MISSING, "no file");
        assertCode(write("text.parquet", "PAR1 and then nothing"), ErrorCode.SOURCE_UNREADABLE, "cannot be read");
        assertCode(write("pretty.json", "[\n  {\n    \"a\": 1\n  }\n]\n"), ErrorCode.SOURCE_SCHEMA, "one JSON object");
        assertThat(names(folder)).noneMatch(name -> name.endsWith(".yaml"));
    }

    @Test
    void refusesASchemaFileThatDoesNotFit() throws IOException {
        Path file = write("v.csv", "a,b\n1,2\n");
        DeclareSource.keep(declare(file));
        write("v.csv", "a,c\n1,2\n");
        assertCode(file, ErrorCode.SOURCE_SCHEMA, "is not the one");
        for (String yaml : List.of(
                "",
                "columns: [",
                "format: csv\n",
                "format: csv\ndelimiter: \",\"\ncolumns:\n  - name: a\n",
                "format: csv\ndelimiter: \",\"\ncolumns:\n  - name: a\n    type: BLOB\n",
                "format: csv\ndelimiter: \",,\"\ncolumns:\n  - name: a\n    type: DATE\n",
                "format: xml\ncolumns:\n  - name: a\n    type: DATE\n",
                "format: csv\ndelimiter: \",\"\nsecret: 7\n")) {
            write("v.csv.tacit.yaml", yaml);
            assertCode(file, ErrorCode.SOURCE_SCHEMA, "");
        }
    }

    @Test
    void theProtectingColumnMustBeThere() throws IOException {
        Path file = write("v.csv", "Id,x\n1,2\n");
        SourceArgument argument = new SourceArgument("v", file, Optional.empty());
        Protection there = new Protection.UnitColumn("ID");
        assertThat(DeclareSource.declare(argument, there, Map.of(), ENGINE)
                        .table()
                        .table()
                        .protection())
                .isEqualTo(there);
        Refusal refusal =
                refusal(() -> DeclareSource.declare(argument, new Protection.UnitColumn("uid"), Map.of(), ENGINE));
        assertThat(refusal.code()).isEqualTo(ErrorCode.PRIVACY_UNIT);
        assertThat(refusal.getMessage()).contains("uid", "Id, x");
    }

    @Test
    void proposesJsonMembersThatMostObjectsHave() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            text.append("{\"id\": ")
                    .append(i)
                    .append(", \"when\": \"2020-01-0")
                    .append(i % 9 + 1)
                    .append("\"");
            text.append(i == 7 ? ", \"rare\": 1" : "").append(", \"tags\": [1]}\n");
        }
        Path file = write("v.jsonl", text.toString());
        DeclaredSource proposed = DeclareSource.keep(declare(file));
        assertThat(types(proposed)).containsExactly("id INTEGER", "when DATE");
        assertThat(proposed.notices()).hasSize(1);
        DeclaredSource kept = declare(file);
        assertThat(kept.origin()).isEqualTo(Origin.KEPT);
        assertThat(kept.table()).isEqualTo(proposed.table());
        assertThat(types(declare(write("array.json", "[{\"a\": 1.5},\n {\"a\": 2}]"))))
                .containsExactly("a DECIMAL(18,1)");
    }

    /** A name would mean either of them, also where it names the person; a spelling that hardly an object has counts not. */
    @Test
    void membersThatDifferByCaseOnlyAreLeftOut() throws IOException {
        DeclaredSource alike = declare(write("a.jsonl", "{\"uid\": 1, \"x\": 2, \"UID\": 3}\n".repeat(3)));
        assertThat(types(alike)).containsExactly("x INTEGER");
        assertThat(alike.notices()).hasSize(1);
        String rare = "{\"uid\": 1, \"x\": 2}\n".repeat(150) + "{\"UID\": 1, \"x\": 2}\n";
        assertThat(types(declare(write("b.jsonl", rare)))).containsExactly("uid INTEGER", "x INTEGER");
    }

    @Test
    void asksParquetAndDuckDbFiles() throws SQLException {
        Path parquet = folder.resolve("p.bin");
        Path database = folder.resolve("d.bin");
        String columns = "1::TINYINT AS a, 2::UINTEGER AS b, 3::UBIGINT AS c, 1.5::FLOAT AS d, 1.25::DECIMAL(9,2) AS e,"
                + " TIMESTAMPTZ '2020-01-01 00:00:00+00' AS f, uuid() AS g, DATE '2020-01-01' AS h, [1] AS i,"
                + " {'x': 1} AS j, true AS k";
        duckDb("COPY (SELECT " + columns + ") TO '" + parquet + "' (FORMAT parquet)");
        duckDb("ATTACH '" + database + "' AS x; CREATE SCHEMA x.s; CREATE TABLE x.t (id INTEGER NOT NULL,"
                + " e ENUM('a', 'b')); CREATE VIEW x.s.v AS SELECT 1 AS one");
        DeclaredSource asked = declare(parquet);
        assertThat(asked.origin()).isEqualTo(Origin.FILE);
        assertThat(asked.schemaFile()).isEmpty();
        assertThat(types(asked))
                .containsExactly(
                        "a INTEGER",
                        "b BIGINT",
                        "c DECIMAL(38,0)",
                        "d DOUBLE",
                        "e DECIMAL(9,2)",
                        "f TIMESTAMP",
                        "g VARCHAR",
                        "h DATE",
                        "k BOOLEAN");
        assertThat(asked.notices()).singleElement().asString().startsWith("Left out");
        DeclaredSource table = duckDb(database, "t");
        assertThat(types(table)).containsExactly("id INTEGER", "e VARCHAR");
        assertThat(table.table().table().columns().get(0).nullable()).isFalse();
        assertThat(table.table().table().columns().get(1).nullable()).isTrue();
        assertThat(duckDb(database, "S.V").table().source()).isEqualTo(new Source.DuckDb(database, "s.v"));
        assertThat(refusal(() -> duckDb(database, "u")).getMessage()).contains("no table u", "t, s.v");
    }

    @Test
    void boundsAndDomainsOfFilesThatDeclareTheirTypes() throws SQLException {
        Path parquet = folder.resolve("p.bin");
        Path database = folder.resolve("d.bin");
        duckDb("COPY (SELECT 1.25::DECIMAL(9,2) AS e, 'a' AS k) TO '" + parquet + "' (FORMAT parquet)");
        duckDb("ATTACH '" + database + "' AS x; CREATE TABLE x.t (id INTEGER NOT NULL, k VARCHAR)");
        Map<String, ColumnDeclaration> given = Map.of(
                "e", ColumnDeclaration.parse("[0..9.5]"), "k", ColumnDeclaration.NOTHING.among(List.of("a", "b")));
        assertThat(declare(parquet, given).table().table().columns())
                .containsExactly(
                        Column.nullable("e", ColumnType.decimal(9, 2))
                                .within(new RowBounds(BigDecimal.ZERO, new BigDecimal("9.5"))),
                        Column.nullable("k", ColumnType.VARCHAR).among(new Domain(List.of("a", "b"))));
        SourceArgument table = new SourceArgument("v", database, Optional.of("t"));
        // What only bounds are said of may still be known never to be NULL; another type may not hold every value.
        assertThat(DeclareSource.declare(
                                table, new Protection.Public(), Map.of("ID", ColumnDeclaration.parse("[1..9]")), ENGINE)
                        .table()
                        .table()
                        .columns()
                        .get(0))
                .isEqualTo(new Column("id", ColumnType.INTEGER, false)
                        .within(new RowBounds(BigDecimal.ONE, new BigDecimal("9"))));
        assertThat(DeclareSource.declare(
                                table,
                                new Protection.Public(),
                                Map.of("id", ColumnDeclaration.parse("BIGINT[1..9]")),
                                ENGINE)
                        .table()
                        .table()
                        .columns()
                        .get(0)
                        .nullable())
                .isTrue();
    }

    private DeclaredSource declare(Path file) {
        return declare(file, Map.of());
    }

    private static DeclaredSource declare(Path file, Map<String, ColumnDeclaration> given) {
        return DeclareSource.declare(
                new SourceArgument("v", file, Optional.empty()), new Protection.Public(), given, ENGINE);
    }

    private static DeclaredSource duckDb(Path file, String table) {
        return DeclareSource.declare(
                new SourceArgument("v", file, Optional.of(table)), new Protection.Public(), Map.of(), ENGINE);
    }

    private void assertCode(Path file, ErrorCode code, String part) {
        Refusal refusal = refusal(() -> declare(file));
        assertThat(refusal.code()).as(file.toString()).isEqualTo(code);
        assertThat(refusal.getMessage()).contains(part);
    }

    private static Refusal refusal(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return catchThrowableOfType(Refusal.class, call);
    }

    private Path write(String name, String text) throws IOException {
        return Files.write(folder.resolve(name), text.getBytes(UTF_8));
    }

    private static List<String> types(DeclaredSource declared) {
        return declared.table().table().columns().stream()
                .map(column -> column.name() + " " + column.type())
                .toList();
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private static void duckDb(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
