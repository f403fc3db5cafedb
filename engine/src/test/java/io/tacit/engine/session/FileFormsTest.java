package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.DeclaredSource;
import io.tacit.engine.source.SourceArgument;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as people have them: compressed, in old encodings, in several parts, and called as they are. */
class FileFormsTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 4, message -> {});

    /** More than the stretches that threads share. */
    private static final int MANY = 300_000;

    @TempDir
    Path folder = Path.of("");

    private static String rows(int people) {
        StringBuilder rows = new StringBuilder("person,café\n");
        for (int i = 0; i < people; i++) {
            rows.append("somebody-number-").append(i).append(i % 3 == 0 ? ",Zürich\n" : ",Malmö\n");
        }
        return rows.toString();
    }

    private DeclaredSource declare(String text, TextEncoding encoding) {
        return declare(SourceArgument.parse(text).in(encoding));
    }

    private static DeclaredSource declare(SourceArgument argument) {
        return DeclareSource.declare(
                argument, new Protection.UnitColumn(List.of("person")), Map.of(), new DuckDbEngine(SETTINGS));
    }

    private static List<AnswerRow> ask(SourceTable table, String sql) {
        try (TacitSession session = TacitSession.open(
                List.of(table), Defaults.STANDARD, SETTINGS, io.tacit.engine.release.ZeroNoise::new)) {
            return session.query(sql).rows();
        }
    }

    private static void checkCities(DeclaredSource declared, int people) {
        List<AnswerRow> rows = ask(
                declared.table(),
                "SELECT \"café\", COUNT(DISTINCT person) AS n FROM "
                        + declared.table().table().name() + " GROUP BY ALL ORDER BY n");
        assertThat(rows.stream().map(AnswerRow::values))
                .containsExactly(List.of("Zürich", people / 3L), List.of("Malmö", people - people / 3L));
    }

    @Test
    void compressedTextIsReadInOnePiece() throws IOException {
        Path file = folder.resolve("cities.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(rows(MANY).getBytes(StandardCharsets.UTF_8));
        }
        DeclaredSource declared = declare(file.toString(), TextEncoding.UTF_8);
        assertThat(declared.table().table().name()).isEqualTo("cities");
        checkCities(declared, MANY);
    }

    @Test
    void otherEncodingsAreReadAndKept() throws IOException {
        for (String encoding : List.of("latin1", "iso-8859-15", "windows-1252")) {
            Path file = folder.resolve(encoding + ".csv");
            Files.write(
                    file, rows(3_000).getBytes(Charset.forName(encoding.equals("latin1") ? "ISO-8859-1" : encoding)));
            DeclaredSource declared =
                    declare("t=" + file, TextEncoding.of(encoding).orElseThrow());
            checkCities(declared, 3_000);
            DeclareSource.keep(declared);
            assertThat(Files.readString(folder.resolve(encoding + ".csv.tacit.yaml")))
                    .contains("encoding: " + encoding);
            checkCities(declare(SourceArgument.parse("t=" + file)), 3_000);
            assertThatThrownBy(() -> declare("t=" + file, TextEncoding.UTF_8))
                    .hasMessageContaining("says encoding: " + encoding);
        }
    }

    /** The header is public: the byte and its place may be told, and the command that converts the file. */
    @Test
    void aHeaderThatIsNoUtf8IsToldWithItsByte() throws IOException {
        Path file = folder.resolve("t.csv");
        Files.write(file, rows(10).getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> declare("t=" + file, TextEncoding.UTF_8))
                .isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_SCHEMA);
                    assertThat(refusal.rule()).isEqualTo("The first line of t.csv is no UTF-8: byte 0xE9 at place 11.");
                    assertThat(refusal.advice())
                            .contains("--encoding latin1", "iconv -f LATIN1 -t UTF-8 't.csv' > 'utf8-t.csv'");
                });
        Files.write(file, ("person,city\n" + rows(3_000)).getBytes(StandardCharsets.ISO_8859_1));
        assertThat(declare("t=" + file, TextEncoding.UTF_8).notices())
                .as("lines that are skipped are told without their bytes")
                .anyMatch(notice -> notice.contains("--encoding latin1"))
                .noneMatch(notice -> notice.contains("0x"));
    }

    @Test
    void aFolderOrPatternOfParquetFilesIsOneTable() throws SQLException, IOException {
        Files.createDirectories(folder.resolve("cities/more"));
        parquet("cities/a.parquet", "i, CASE WHEN i % 3 = 0 THEN 'Zürich' ELSE 'Malmö' END AS \"café\"", 0, 1_500);
        parquet(
                "cities/more/b.PARQUET",
                "i, CASE WHEN i % 3 = 0 THEN 'Zürich' ELSE 'Malmö' END AS \"café\"",
                1_500,
                3_000);
        checkCities(declare(folder.resolve("cities").toString(), TextEncoding.UTF_8), 3_000);
        checkCities(declare("cities=" + folder.resolve("cities/*.parquet"), TextEncoding.UTF_8), 1_500);
        assertThat(Tally.beside(folder.resolve("cities/*.parquet"))).isEqualTo(folder.resolve("cities.tacit.tally"));
        Files.createDirectories(folder.resolve("empty"));
        assertThatThrownBy(() -> declare("t=" + folder.resolve("empty"), TextEncoding.UTF_8))
                .hasMessageContaining("There is no Parquet file in");
    }

    private void parquet(String name, String columns, int from, int to) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT 'p' || " + columns.replaceFirst(",", " AS person,") + " FROM range(" + from
                    + ", " + to + ") AS r(i)) TO '" + folder.resolve(name) + "' (FORMAT parquet)");
        }
    }

    @Test
    void aTableMayBeCalledAsItsFile() {
        assertThat(SourceArgument.parse("data/my visits.csv").name()).isEqualTo("my visits");
        assertThat(SourceArgument.parse("data/visits.csv.gz").name()).isEqualTo("visits");
        assertThat(SourceArgument.parse("sales/*.parquet").name()).isEqualTo("sales");
        assertThat(SourceArgument.parse("a=b.csv").name()).isEqualTo("a");
        assertThatThrownBy(() -> SourceArgument.parse("visits")).hasMessageContaining("NAME=FILE");
    }
}
