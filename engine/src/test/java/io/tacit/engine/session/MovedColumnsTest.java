package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SourceArgument;
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file whose columns move under an open session is never read in the old places: the next question is refused before it is
 * charged, or answered as by a session that is opened then. Walked are changes of the columns, made in the file's place or by
 * a new file there × formats × a session of one's own and one under a policy.
 */
@Tag("walk")
class MovedColumnsTest {
    private static final int PEOPLE = 40;
    private static final String QUESTION = "SELECT COUNT(DISTINCT pid) AS n FROM u";

    @TempDir
    Path folder = Path.of("");

    private enum Format {
        CSV,
        COMPRESSED_CSV,
        LATIN_CSV,
        JSON,
        PARQUET,
        PARQUET_FOLDER,
        DUCKDB
    }

    /** The file's columns after a change; each value of the first is a person. */
    private enum Change {
        NOTHING("pid", "city", "v"),
        REVERSED("v", "city", "pid"),
        ROTATED("city", "v", "pid"),
        ONE_IN_FRONT("batch", "pid", "city", "v"),
        ONE_BEHIND("pid", "city", "v", "more"),
        ONE_FEWER("pid", "v"),
        THE_PERSON_GONE("city", "v"),
        RENAMED("pid", "town", "v"),
        EXCHANGED("city", "pid", "v"),
        TWICE("PID", "pid", "city", "v"),
        IN_CAPITALS("PID", "city", "v");

        private final List<String> names;

        Change(String... names) {
            this.names = List.of(names);
        }
    }

    /** One way to write the file anew while a session is open. */
    private record Case(Format format, Change change, boolean newFile, boolean underPolicy) {}

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Format format : Format.values()) {
            for (Change change : Change.values()) {
                for (boolean newFile : new boolean[] {false, true}) {
                    for (boolean underPolicy : new boolean[] {false, true}) {
                        boolean twiceInDuckDb = format == Format.DUCKDB && change == Change.TWICE;
                        if (!twiceInDuckDb) {
                            cases.add(new Case(format, change, newFile, underPolicy));
                        }
                    }
                }
            }
        }
        return cases;
    }

    /** The cities are few and the numbers fewer, so that whoever takes them for people is seen. */
    private static String value(String name, int person) {
        return switch (name.toLowerCase(java.util.Locale.ROOT)) {
            case "pid" -> String.valueOf(1000 + person);
            case "v" -> String.valueOf(person % 2);
            case "batch" -> "7";
            default -> String.valueOf(person % 5);
        };
    }

    private static String csv(List<String> names) {
        StringBuilder text = new StringBuilder(String.join(",", names)).append('\n');
        for (int person = 0; person < PEOPLE; person++) {
            int who = person;
            text.append(names.stream().map(name -> value(name, who)).collect(Collectors.joining(",")))
                    .append('\n');
        }
        return text.toString();
    }

    private static String json(List<String> names) {
        StringBuilder text = new StringBuilder();
        for (int person = 0; person < PEOPLE; person++) {
            int who = person;
            text.append(names.stream()
                            .map(name -> "\"" + name + "\":" + value(name, who))
                            .collect(Collectors.joining(",", "{", "}")))
                    .append('\n');
        }
        return text.toString();
    }

    private static String select(List<String> names) {
        return names.stream()
                .map(name -> switch (name.toLowerCase(java.util.Locale.ROOT)) {
                            case "pid" -> "1000 + range";
                            case "v" -> "range % 2";
                            case "batch" -> "7";
                            default -> "range % 5";
                        }
                        + " AS " + name)
                .collect(Collectors.joining(", ", "SELECT ", " FROM range(" + PEOPLE + ")"));
    }

    private String nameOf(Format format) {
        return switch (format) {
            case CSV, LATIN_CSV -> "u.csv";
            case COMPRESSED_CSV -> "u.csv.gz";
            case JSON -> "u.jsonl";
            case PARQUET -> "u.parquet";
            case PARQUET_FOLDER -> "u";
            case DUCKDB -> "u.duckdb";
        };
    }

    private Path write(Path place, Format format, Change change) throws IOException {
        Path file = place.resolve(nameOf(format));
        switch (format) {
            case CSV -> Files.writeString(file, csv(change.names));
            case LATIN_CSV -> Files.writeString(file, csv(change.names), StandardCharsets.ISO_8859_1);
            case COMPRESSED_CSV -> {
                try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
                    out.write(csv(change.names).getBytes(StandardCharsets.UTF_8));
                }
            }
            case JSON -> Files.writeString(file, json(change.names));
            case PARQUET -> parquet(file, change);
            case PARQUET_FOLDER -> {
                Files.createDirectories(file);
                parquet(file.resolve("a.parquet"), change);
                parquet(file.resolve("b.parquet"), change);
            }
            case DUCKDB -> {
                Path made = DuckDbFiles.make(folder, List.of("CREATE TABLE u AS " + select(change.names)));
                Files.copy(made, file, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return file;
    }

    /** Columns that differ in case only are renamed by DuckDB, so the person is written twice under other names. */
    private void parquet(Path file, Change change) throws IOException {
        List<String> names = change.names.stream()
                .map(name -> name.equals("PID") ? "QQQ" : name)
                .toList();
        Path made = Files.createTempDirectory(folder, "p").resolve("made.parquet");
        String columns = select(names).replace("range % 5 AS QQQ", "1000 + range AS QQQ");
        DuckDbFiles.make(folder, List.of("COPY (" + columns + ") TO '" + made + "' (FORMAT parquet)"));
        String bytes = Files.readString(made, StandardCharsets.ISO_8859_1).replace("QQQ", "PID");
        Files.writeString(file, bytes, StandardCharsets.ISO_8859_1);
    }

    private void change(Case walked, Path place) throws IOException {
        if (!walked.newFile()) {
            write(place, walked.format(), walked.change());
            return;
        }
        Path written = write(Files.createTempDirectory(folder, "n"), walked.format(), walked.change());
        if (Files.isDirectory(written)) {
            for (String each : List.of("a.parquet", "b.parquet")) {
                Files.move(
                        written.resolve(each), place.resolve("u").resolve(each), StandardCopyOption.REPLACE_EXISTING);
            }
        } else {
            Files.move(written, place.resolve(written.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private TacitSession open(Case walked, Path place, Path file) throws IOException {
        Defaults slack = Defaults.STANDARD;
        if (!walked.underPolicy()) {
            SourceArgument argument =
                    SourceArgument.parse("u=" + file + (walked.format() == Format.DUCKDB ? ":u" : ""));
            SourceTable table = DeclareSource.keep(DeclareSource.declare(
                            walked.format() == Format.LATIN_CSV
                                    ? argument.in(io.tacit.engine.catalog.TextEncoding.LATIN_1)
                                    : argument,
                            new Protection.UnitColumn("pid"),
                            Map.of(),
                            new DuckDbEngine(People.SETTINGS)))
                    .table();
            return TacitSession.open(List.of(table), slack, People.SETTINGS, ZeroNoise::new);
        }
        String policy =
                "dataset: d\ntables:\n  u:\n    " + (walked.format() == Format.DUCKDB ? "duckdb" : "file") + ": "
                        + file.getFileName() + "\n    person: pid\n"
                        + (walked.format() == Format.LATIN_CSV ? "    encoding: latin1\n" : "")
                        + "    columns: {pid: BIGINT, city: BIGINT}\nanalysts: {ada: []}\n"
                        + "accounts: {all: {members: [ada], budget: {epsilon: 100, delta: 0.1}}}\n";
        Path yaml = Files.writeString(place.resolve("tacit.yaml"), policy);
        return TacitSession.open(
                PolicyFile.read(yaml, new DuckDbEngine(People.SETTINGS)),
                "ada",
                People.SETTINGS,
                Clock.systemUTC(),
                ZeroNoise::new);
    }

    @Test
    void noQuestionIsAnsweredFromTheOldPlaces() throws IOException {
        for (Case walked : Walk.share("noQuestionIsAnsweredFromTheOldPlaces", 16, cases())) {
            Path place = Files.createTempDirectory(folder, "c");
            Path file = write(place, walked.format(), Change.NOTHING);
            try (TacitSession session = open(walked, place, file)) {
                assertThat(people(session)).as("%s", walked).isEqualTo(PEOPLE);
                Charge spent = session.spent();
                change(walked, place);
                boolean same = walked.change() == Change.NOTHING && walked.format() != Format.DUCKDB;
                boolean byName = walked.format() == Format.JSON;
                if (same || byName) {
                    long expected = walked.change().names.contains("pid") ? PEOPLE : 0;
                    assertThat(people(session)).as("%s", walked).isEqualTo(expected);
                } else {
                    assertThatThrownBy(() -> people(session))
                            .as("%s", walked)
                            .isInstanceOf(Refusal.class)
                            .hasMessageContaining("TCT-D03")
                            .hasMessageContaining(walked.underPolicy() ? "cannot be read" : "Open the session anew");
                    assertThat(session.spent()).as("%s", walked).isEqualTo(spent);
                }
            }
        }
    }

    private static long people(TacitSession session) {
        return (Long) java.util.Objects.requireNonNull(session.query(Question.of("FRESH " + QUESTION))
                .rows()
                .get(0)
                .values()
                .get(0));
    }
}
