package io.tacit.engine.backend.duckdb;

import static io.tacit.engine.backend.duckdb.BackendFixture.rows;
import static io.tacit.engine.backend.duckdb.BackendFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.DeclaredSource;
import io.tacit.engine.source.SourceArgument;
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
 * Every record counts once, however long it is: files whose records are all of one length, for the lengths around those
 * of buffers, in each text format, packed or not, with the schema that is proposed, on one to four threads.
 */
@Tag("walk")
@NullUnmarked
class RecordsOfEveryLengthTest {
    private static final DuckDbEngine ENGINE = new DuckDbEngine(settings(1));
    private static final int PEOPLE = 60;
    private static final List<Integer> LENGTHS = IntStream.of(
                    100, 4_000, 4_096, 8_000, 8_191, 8_192, 8_193, 8_194, 9_000, 16_384, 65_536, 131_072, 262_143,
                    262_144)
            .boxed()
            .toList();

    @TempDir
    private Path folder;

    /** A format, and a record of a person that is so long. */
    private record Form(String ending, String header, Writing record) {}

    private interface Writing {
        String of(int person, int length);
    }

    private static List<Form> forms() {
        return List.of(
                new Form("jsonl", "", (p, n) -> "{\"id\":" + p + ",\"note\":\"" + x(n - 30) + "\",\"x\":2}\n"),
                new Form("json", "[", (p, n) -> "{\"id\":" + p + ",\"deep\":[\"" + x(n - 30) + "\"],\"x\":2},\n"),
                new Form("csv", "id,note,x\n", (p, n) -> p + "," + x(n - 10) + ",2\n"),
                new Form("tsv", "id\tnote\tx\r\n", (p, n) -> p + "\t\"" + x(n - 14) + "\"\t2\r\n"),
                new Form(
                        "csv",
                        "id,\"a\nnote\",x\n",
                        (p, n) -> p + ",\"" + x(n / 2) + "\n9,9,9\n" + x(n / 2 - 20) + "\",2\n"));
    }

    @Test
    void countsOnce() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (int which = 0; which < forms().size(); which++) {
            Form form = forms().get(which);
            for (int length : Walk.share("countsOnce" + which, 2, LENGTHS)) {
                for (boolean packed : new boolean[] {false, true}) {
                    Path file = written(form, length, packed);
                    List<String> read = read(file, 1 + length % 4);
                    if (!read.equals(List.of("[][60, 60, 1830, 120]"))) {
                        wrong.add(form.ending() + " " + which + " of " + length + ", packed " + packed + ": " + read);
                    }
                    Files.delete(file);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private Path written(Form form, int length, boolean packed) throws IOException {
        Path file = folder.resolve("t." + form.ending() + (packed ? ".gz" : ""));
        try (OutputStream plain = Files.newOutputStream(file);
                OutputStream out = packed ? new GZIPOutputStream(plain) : plain) {
            out.write(form.header().getBytes(StandardCharsets.UTF_8));
            for (int person = 1; person <= PEOPLE; person++) {
                out.write(form.record().of(person, length).getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    private static List<String> read(Path file, int threads) {
        DeclaredSource found = DeclareSource.declare(
                new SourceArgument("t", file, Optional.empty()), new Protection.Public(), Map.of(), ENGINE);
        try (DuckDbBackend backend = DuckDbBackend.open(List.of(found.table()), settings(threads))) {
            return rows(
                    backend,
                    "SELECT CAST(count(*) AS HUGEINT), CAST(count(DISTINCT id) AS HUGEINT), CAST(sum(id) AS HUGEINT),"
                            + " CAST(sum(x) AS HUGEINT) FROM t",
                    0,
                    4);
        }
    }

    /** A person whose note holds lines that look like rows is one person, on any number of threads. */
    @Test
    void aRecordOfFiveHundredLinesIsOnePerson() throws IOException {
        StringBuilder text = new StringBuilder("id,note,x\n");
        for (int person = 1; person <= 4_000; person++) {
            text.append(person).append(",\"");
            for (int line = 0; line < (person % 5 == 0 ? 500 : 3); line++) {
                text.append("z\n")
                        .append(10_000 + line)
                        .append(",injected,")
                        .append(line)
                        .append('\n');
            }
            text.append("\",2\n");
        }
        Path file = Files.writeString(folder.resolve("inject.csv"), text.append(",,\n".repeat(200_000)));
        assertThat(Files.size(file)).isGreaterThan(1 << 22);
        for (int threads = 1; threads <= 4; threads++) {
            assertThat(read(file, threads)).containsExactly("[][204000, 4000, 8002000, 8000]");
        }
        assertThat(((Source.Csv) DeclareSource.declare(
                                        new SourceArgument("t", file, Optional.empty()),
                                        new Protection.Public(),
                                        Map.of(),
                                        ENGINE)
                                .table()
                                .source())
                        .format()
                        .multiline())
                .isTrue();
    }

    private static String x(int count) {
        return "x".repeat(Math.max(count, 0));
    }
}
