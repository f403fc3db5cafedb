package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.audit.ReplayAudit.Mistakes;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.ForwardingBackend;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.audit.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The tester alone finds planted forms of what readers and engines did to people's rows, whatever the real ones do today:
 * an engine that computes by statistics, a reader that loses records by where its buffers end, another column as the person,
 * people who become one, a record that becomes several people, a first record that decides what a file is, a value that fails
 * every question, and a refusal that shows a record.
 */
@NullUnmarked
@Tag("planted")
class PlantedReadersTest {
    /** Small, so that it ends often within so few records. */
    private static final int BUFFER = 512;

    private static final long SEED = 7;
    private static final ReplayFiles.Trial CSV = new ReplayFiles.Trial(FileFormat.CSV, 0);
    private static final ReplayFiles.Trial TYPED = new ReplayFiles.Trial(FileFormat.PARQUET, 0);

    /** Rows times the largest number, in units of its fourth digit, below which an engine takes a shorter way. */
    private static final BigInteger MOST = BigInteger.ONE.shiftLeft(63);

    @Test
    void anEngineThatFailsByStatisticsIsFound() {
        assertThat(found(TYPED, OpenFile::declared, backend -> new ByStatistics(backend, "fails")))
                .contains("fails for one of the two databases");
    }

    @Test
    void anEngineThatComputesOtherwiseByStatisticsIsFound() {
        assertThat(found(TYPED, OpenFile::declared, backend -> new ByStatistics(backend, "reads other bits")))
                .containsAnyOf("changes more than", "only without the person");
    }

    @Test
    void anEngineThatFailsForAValueIsFound() {
        assertThat(found(CSV, OpenFile::declared, backend -> new ForwardingBackend(backend) {
                    @Override
                    public void run(String sql, int keyCount, int integerCount, RowSink sink) {
                        if (number(backend, "SELECT COUNT(*) FROM t WHERE note LIKE 'xxxx%'")
                                        .signum()
                                > 0) {
                            throw failed();
                        }
                        super.run(sql, keyCount, integerCount, sink);
                    }
                }))
                .contains("fails for one of the two databases");
    }

    /** What never answers shows nothing, and is no pass. */
    @Test
    void anEngineThatAlwaysFailsIsAnAlarm() {
        assertThat(found(CSV, OpenFile::declared, backend -> new ForwardingBackend(backend) {
                    @Override
                    public void run(String sql, int keyCount, int integerCount, RowSink sink) {
                        throw failed();
                    }
                }))
                .contains("no run had an answer");
    }

    @Test
    void recordsThatAreLostWhereABufferEndsAreFound() {
        assertThat(read(CSV, text -> {
                    List<String> kept = new ArrayList<>();
                    int at = 0;
                    for (String line : text.split("\n", -1)) {
                        int end = at + line.length();
                        if (at / BUFFER == end / BUFFER) {
                            kept.add(line);
                        }
                        at = end + 1;
                    }
                    return String.join("\n", kept);
                }))
                .contains("changes more than");
    }

    @Test
    void anotherColumnAsThePersonIsFound() {
        Table other = new Table("t", ReplayFiles.TABLE.columns(), new Protection.UnitColumn(List.of("note")));
        assertThat(found(
                        CSV, (file, table, engine) -> OpenFile.declared(file, other, engine), UnaryOperator.identity()))
                .contains("changes more than");
    }

    @Test
    void peopleWhoBecomeOneAreFound() {
        assertThat(read(CSV, text -> text.replaceAll("(?m)^\"[^\"\n]{0,3}\",", "\"7\",")))
                .containsAnyOf("changes more than", "only without the person");
    }

    @Test
    void aRecordThatBecomesSeveralPeopleIsFound() {
        assertThat(read(CSV, text -> text.replace("\"", ""))).contains("changes more than");
    }

    @Test
    void aFirstRecordThatDecidesIsFound() {
        assertThat(found(
                        CSV,
                        (file, table, engine) -> {
                            if (text(file)
                                    .lines()
                                    .skip(1)
                                    .findFirst()
                                    .orElse("")
                                    .startsWith(HostileRecords.MARKER)) {
                                throw new Refusal(ErrorCode.SOURCE_UNREADABLE, "The file is no text.", "Mend it.");
                            }
                            return OpenFile.declared(file, table, engine);
                        },
                        UnaryOperator.identity()))
                .contains("depends on one person's record");
    }

    @Test
    void aRefusalThatShowsARecordIsFound() {
        for (boolean first : List.of(true, false)) {
            assertThat(found(
                            CSV,
                            (file, table, engine) -> {
                                List<String> lines = text(file).lines().toList();
                                String shown = first ? lines.get(1) : HostileRecords.MARKER;
                                throw new Refusal(
                                        ErrorCode.SOURCE_SCHEMA, "There is no column uid, but " + shown + ".", "Look.");
                            },
                            UnaryOperator.identity()))
                    .contains(first ? "depends on one person's record" : "shows a person's record");
        }
    }

    /** A neighbour is written anew: a statistic of a row that was deleted would hide what it decides. */
    @Test
    void withoutThePersonNoStatisticKnowsThePersonsValues() {
        // That an engine which goes by them is found in a DuckDB file as in others holds only if they differ.
        ReplayFiles.Trial database = new ReplayFiles.Trial(FileFormat.DUCKDB, 0);
        assertThat(found(database, OpenFile::declared, backend -> new ByStatistics(backend, "fails")))
                .contains("fails for one of the two databases");
    }

    private static Refusal failed() {
        return new Refusal(ErrorCode.ENGINE, "The engine could not run this query.", "Try again.");
    }

    private static BigInteger number(Backend backend, String sql) {
        List<BigInteger> found = new ArrayList<>();
        backend.run(
                "SELECT CAST(COALESCE((" + sql + "), 0) AS HUGEINT)",
                0,
                1,
                (keys, integers) -> found.addAll(Arrays.asList(integers)));
        return found.get(0);
    }

    /** Sums in windows go wrong where rows times the largest number are below a bound. */
    private static final class ByStatistics extends ForwardingBackend {
        private final Backend engine;
        private final String how;

        ByStatistics(Backend engine, String how) {
            super(engine);
            this.engine = engine;
            this.how = how;
        }

        @Override
        public void run(String sql, int keyCount, int integerCount, RowSink sink) {
            BigInteger largest = number(engine, "SELECT COUNT(*) * MAX(ABS(CAST(m AS DOUBLE))) * 10000 FROM t");
            boolean wrong = sql.contains("OVER (PARTITION BY") && largest.compareTo(MOST) < 0;
            if (wrong && how.equals("fails")) {
                throw failed();
            }
            String text = wrong ? sql.replaceAll("SUM\\((t\\d+\\.\"m\")\\) OVER", "0 * SUM($1) OVER") : sql;
            super.run(text, keyCount, integerCount, sink);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** What is found where a reader makes another text of a file. */
    private static String read(ReplayFiles.Trial trial, UnaryOperator<String> reader) {
        return found(
                trial,
                (file, table, engine) -> {
                    try {
                        Files.writeString(file, reader.apply(text(file)), StandardCharsets.ISO_8859_1);
                    } catch (IOException failure) {
                        throw new UncheckedIOException(failure);
                    }
                    return OpenFile.declared(file, table, engine);
                },
                UnaryOperator.identity());
    }

    private static String found(ReplayFiles.Trial trial, OpenFile opening, UnaryOperator<Backend> backend) {
        List<Verdict> verdicts = new ArrayList<>();
        new ReplayFiles(opening, new Mistakes(backend, UnaryOperator.identity())).run(trial, SEED, verdicts::add);
        return verdicts.stream()
                .map(verdict -> verdict.violation()
                        .map(violation -> violation.what() + " ")
                        .orElse(verdict.trials() == 0 ? "no run had an answer " : ""))
                .collect(Collectors.joining());
    }
}
