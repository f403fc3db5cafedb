package io.tacit.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.cli.Tacit;
import io.tacit.cli.text.Progress;
import io.tacit.engine.refusal.Refusal;
import io.tacit.experiments.tpch.TpchDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TpchDatabaseTest {
    private static final double SCALE = 0.001;

    @TempDir
    static Path folder = Path.of("");

    private final StringWriter told = new StringWriter();

    private Path database() {
        return TpchDatabase.generated(folder, SCALE, Progress.on(new PrintWriter(told)));
    }

    @Test
    void abandonedPartsAreRemovedAndOthersKept(@TempDir Path other) throws IOException {
        // No process has so large a number.
        Path abandoned = Files.writeString(other.resolve("tpch-1.duckdb.999999999999.part"), "x");
        Path log = Files.writeString(other.resolve("tpch-1.duckdb.999999999999.part.wal"), "x");
        Path running = Files.writeString(
                other.resolve("tpch-1.duckdb." + ProcessHandle.current().pid() + ".part"), "x");
        Path foreign = Files.writeString(other.resolve("notes.999999999999.part"), "x");
        Path file = TpchDatabase.generated(other, SCALE, Progress.on(new PrintWriter(told)));
        assertThat(abandoned).doesNotExist();
        assertThat(log).doesNotExist();
        assertThat(running).exists();
        assertThat(foreign).exists();
        assertThat(file).exists();
    }

    @Test
    void tooLittleDiskIsSaidBeforeTheWorkBegins() {
        assertThatThrownBy(() -> TpchDatabase.checkRoom(folder.resolve("not/there"), 1e9))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("--cache")
                .hasMessageContaining("MB");
        TpchDatabase.checkRoom(folder, SCALE);
    }

    @Test
    void generatesOnceAndWhole() throws IOException, SQLException {
        Path file = database();
        assertThat(file.getFileName()).hasToString("tpch-0.001.duckdb");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.toList()).containsExactly(file);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
                Statement statement = connection.createStatement()) {
            assertThat(number(statement, "SELECT COUNT(*) FROM customer")).isEqualTo(150);
            assertThat(number(statement, "SELECT COUNT(*) FROM orders")).isEqualTo(1500);
            assertThat(number(statement, "SELECT COUNT(DISTINCT l_orderkey) FROM lineitem"))
                    .isEqualTo(1500);
            assertThat(number(statement, "SELECT COUNT(*) FROM nation JOIN region ON n_regionkey = r_regionkey"))
                    .isEqualTo(25);
            assertThat(number(statement, "SELECT COUNT(*) FROM information_schema.columns WHERE is_nullable = 'YES'"))
                    .isZero();
            assertThat(number(statement, "SELECT COUNT(*) FROM lineitem WHERE l_discount NOT BETWEEN 0 AND 0.1"))
                    .isZero();
        }
        FileTime made = FileTime.fromMillis(1_000_000_000L);
        Files.setLastModifiedTime(file, made);
        told.getBuffer().setLength(0);
        assertThat(database()).isEqualTo(file);
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(made);
        assertThat(told.toString()).isEmpty();
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void theTourAnswersAllButTheRefusedQuery() {
        StringWriter text = new StringWriter();
        assertThat(demo(text, "--scale", "0.001", "--cache", folder.toString())).isZero();
        List<String> lines = text.toString().lines().toList();
        long answers = lines.stream().filter(line -> line.contains(") spent.")).count();
        long refusals = lines.stream().filter(line -> line.startsWith("TCT-")).count();
        assertThat(answers).isEqualTo(Tour.length() - 1);
        assertThat(refusals).isEqualTo(1);
        assertThat(text.toString()).contains("TCT-J01");
        assertThat(amount(total(lines), "ε "))
                .isEqualByComparingTo(told(lines, "ε ").reduce(BigDecimal.ZERO, BigDecimal::add));
        assertThat(amount(total(lines), "δ "))
                .isEqualByComparingTo(told(lines, "δ ").reduce(BigDecimal.ZERO, BigDecimal::add));
    }

    /** {@code tacit demo} with these words; all that it says. */
    private static int demo(StringWriter said, String... words) {
        CommandLine line = Tacit.commandLine();
        line.setOut(new PrintWriter(said));
        line.setErr(new PrintWriter(said));
        List<String> all = new ArrayList<>(List.of("demo"));
        all.addAll(List.of(words));
        return line.execute(all.toArray(String[]::new));
    }

    @Test
    void theDemonstrationsDataAreCopiedWhereNothingIsReplaced(@TempDir Path other) throws IOException {
        Path copy = other.resolve("shop.duckdb");
        String[] words = {"--scale", "0.001", "--cache", folder.toString(), "--database", copy.toString()};
        StringWriter said = new StringWriter();
        assertThat(demo(said, words)).isZero();
        assertThat(said.toString())
                .contains("Wrote " + copy + ". Now: tacit policy init " + copy)
                .doesNotContain("── 1 of");
        assertThat(copy).hasSameBinaryContentAs(database());
        Files.writeString(copy, "somebody's");
        StringWriter again = new StringWriter();
        assertThat(demo(again, words)).isEqualTo(1);
        assertThat(again.toString()).contains("could not be written to " + copy).doesNotContain("Wrote");
        assertThat(copy).hasContent("somebody's");
    }

    @Test
    void theDemonstrationHasAScaleFromAThousandthToAHundred(@TempDir Path other) throws IOException {
        // Where a file stands as the folder, a scale that is taken fails a little later.
        Path file = Files.writeString(other.resolve("file"), "");
        for (String taken : List.of("0.001", "0.1", "1", "100")) {
            StringWriter said = new StringWriter();
            assertThat(demo(said, "--scale", taken, "--cache", file.toString())).isEqualTo(1);
            assertThat(said.toString()).as(taken).contains("--cache").doesNotContain("--scale must");
        }
        for (String refused : List.of("0", "0.00099", "-1", "100.001", "NaN", "Infinity")) {
            StringWriter said = new StringWriter();
            assertThat(demo(said, "--scale", refused, "--cache", file.toString()))
                    .isEqualTo(1);
            assertThat(said.toString()).as(refused).contains("--scale must be from 0.001 to 100.");
        }
    }

    /** What each answer says that it spent. */
    private static Stream<BigDecimal> told(List<String> lines, String name) {
        return lines.stream().filter(line -> line.contains(") spent.")).map(line -> amount(line, name));
    }

    private static String total(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("In all the tour spent"))
                .findFirst()
                .orElseThrow();
    }

    private static BigDecimal amount(String line, String name) {
        int from = line.indexOf(name) + name.length();
        int to = from;
        while (",) ".indexOf(line.charAt(to)) < 0) {
            to++;
        }
        return new BigDecimal(line.substring(from, to));
    }

    @Test
    void folderThatCannotBeMadeIsRefused() throws IOException {
        Path file = folder.resolve("file");
        Files.writeString(file, "");
        assertThatThrownBy(() -> TpchDatabase.generated(file, SCALE, Progress.on(new PrintWriter(told))))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("--cache");
        Files.delete(file);
    }
}
