package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SourceArgument;
import io.tacit.engine.walk.Walk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * There is no answer over a part of a file. Walked are CSV and JSON lines whose end is missing, or damaged, behind what is looked
 * at when they are declared (16 MiB), so that it is seen only while a query runs; and Parquet files cut at every 20th byte.
 */
@Tag("walk")
@NullUnmarked
class CutOffWhileReadTest {
    private static final int ROWS = 19_000;

    @TempDir
    private Path folder;

    /**
     * A packed file.
     *
     * @param name of the file
     * @param missing how many bytes are missing at its end
     * @param turned how far from its end a byte is another one; 0 for none
     */
    private record Damage(String name, int missing, int turned) {}

    private static List<Damage> all() {
        List<Damage> all = new ArrayList<>();
        for (String name : List.of("t.csv.gz", "t.jsonl.gz")) {
            for (int missing : List.of(1, 2, 4, 7, 8, 9, 20, 200, 1_000)) {
                all.add(new Damage(name, missing, 0));
            }
            for (int turned : List.of(1, 4, 5, 8)) {
                all.add(new Damage(name, 0, turned));
            }
        }
        return all;
    }

    private static byte[] packed(String name) throws IOException {
        String text = "x".repeat(1_000);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            if (name.contains("csv")) {
                gzip.write("who,x\n".getBytes(StandardCharsets.UTF_8));
            }
            for (int row = 0; row < ROWS; row++) {
                String line = name.contains("csv")
                        ? row + "," + text + "\n"
                        : "{\"who\":" + row + ",\"x\":\"" + text + "\"}\n";
                gzip.write(line.getBytes(StandardCharsets.UTF_8));
            }
        }
        return packed.toByteArray();
    }

    private static SourceTable declare(Path file) {
        return DeclareSource.declare(
                        new SourceArgument("t", file, Optional.empty()),
                        new Protection.UnitColumn("who"),
                        Map.of(),
                        DuckDbEngine.standard())
                .table();
    }

    private static Answer ask(SourceTable table) {
        try (TacitSession session =
                TacitSession.open(List.of(table), Defaults.STANDARD, People.SETTINGS, ZeroNoise::new)) {
            return session.query("SELECT COUNT(*) AS n FROM t");
        }
    }

    @Test
    void whatEndsInTheMiddleGivesNoAnswerAndSaysWhy() throws IOException {
        String before = "";
        byte[] whole = {};
        for (Damage damage : Walk.share("cut off while read", 2, all())) {
            if (!damage.name().equals(before)) {
                before = damage.name();
                whole = packed(before);
            }
            byte[] bytes = Arrays.copyOf(whole, whole.length - damage.missing());
            if (damage.turned() > 0) {
                bytes[bytes.length - damage.turned()] ^= 64;
            }
            SourceTable table = declare(Files.write(folder.resolve(damage.name()), bytes));
            assertThatThrownBy(() -> ask(table)).as("%s", damage).isInstanceOfSatisfying(Refusal.class, refusal -> {
                assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE);
                assertThat(refusal.rule()).contains(damage.name(), "ends in the middle");
                assertThat(refusal.advice()).contains("gzip -t", "no answer over a part");
            });
        }
        Path file = Files.write(folder.resolve("t.jsonl.gz"), packed("t.jsonl.gz"));
        assertThat(ask(declare(file)).rows()).hasSize(1);
    }

    @Test
    void aParquetFileThatIsCutIsRefusedBeforeAnythingIsAsked() throws IOException, SQLException {
        Path file = folder.resolve("t.parquet");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "COPY (SELECT range AS who, 'x' || range AS x FROM range(200)) TO '" + file + "' (FORMAT parquet)");
        }
        byte[] whole = Files.readAllBytes(file);
        List<Integer> lengths = IntStream.range(0, whole.length)
                .filter(length -> length % 20 == 0 || length > whole.length - 20)
                .boxed()
                .toList();
        for (int length : Walk.share("cut Parquet", 4, lengths)) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> declare(file))
                    .as("%d of %d bytes", length, whole.length)
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.code().code()).startsWith("TCT-D"));
        }
        Files.write(file, whole);
        assertThat(ask(declare(file)).rows()).hasSize(1);
    }
}
