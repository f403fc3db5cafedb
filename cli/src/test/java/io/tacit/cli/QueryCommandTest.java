package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryCommandTest {
    private static final String BY_AREA =
            "SELECT area, COUNT(DISTINCT person) AS people FROM t GROUP BY area ORDER BY area";

    /**
     * So many that both areas appear whatever limit of groups is found: of 1,000 they were missing about once in 50,000
     * queries, of 10,000 never in 500 with noise eight times as large.
     */
    private static final int PEOPLE = 10_000;

    @TempDir
    Path folder = Path.of("");

    private String table = "";

    @BeforeEach
    void writeTable() throws IOException {
        StringBuilder rows = new StringBuilder("person,area,amount\n");
        for (int i = 0; i < PEOPLE; i++) {
            rows.append(i)
                    .append(i % 2 == 0 ? ",north," : ",south,")
                    .append(i % 10)
                    .append('\n');
        }
        Path file = folder.resolve("t.csv");
        Files.writeString(file, rows);
        table = "t=" + file;
    }

    private Run query(String... words) {
        return Run.of(Stream.concat(Stream.of("query", "--table", table), Stream.of(words))
                .toArray(String[]::new));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void answersWithErrorsAndTellsWhatWasSpent() throws IOException {
        Run run = query("--privacy-unit", "person", BY_AREA);
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains(" area  │")
                .containsPattern("north │ +[\\d,]+ \\[[\\d,]+, [\\d,]+\\]")
                .contains("2 rows. (ε 1, δ 1e-8) spent. 95% intervals.")
                .contains("t.csv has given ε 1, δ 1e-8 in 1 question.")
                .containsPattern("At most \\d+ groups? per person; groups with fewer than about");
        assertThat(run.err()).contains("Columns of t: person INTEGER, area VARCHAR, amount INTEGER.");
        assertThat(files()).containsExactly("t.csv", "t.csv.tacit.tally", "t.csv.tacit.yaml");
        assertThat(query("--privacy-unit", "person", BY_AREA).err()).isEmpty();
    }

    /** A disk that fails after the query was paid for: what was paid for is shown. */
    @Test
    void anAnswerThatCannotBeWrittenIsShown() throws IOException {
        // What is written beside the file first cannot be, as by a disk that is full.
        Files.createDirectories(
                folder.resolve(".out.csv." + ProcessHandle.current().pid() + ".part")
                        .resolve("taken"));
        Path output = folder.resolve("out.csv");
        Run run = query("--privacy-unit", "person", "--format", "csv", "--output", output.toString(), BY_AREA);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).startsWith("area,people,people_low,people_high").contains("north,");
        assertThat(run.err()).contains("out.csv cannot be written").contains("paid for");
        assertThat(output).doesNotExist();
    }

    @Test
    void optionsReachTheRelease() {
        Run run = query(
                "--privacy-unit",
                "t.person",
                "--epsilon",
                "2",
                "--delta",
                "1e-9",
                "--max-groups",
                "1",
                "--confidence",
                "0.9",
                BY_AREA);
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("(ε 2, δ 1e-9) spent. 90% intervals.").contains("At most 1 group per");
    }

    @Test
    void limitsThatAreFoundReachTheRelease() {
        String sql = "SELECT area, COUNT(*) AS n FROM t GROUP BY area";
        Run groups = query("--privacy-unit", "person", "--max-groups", "auto", "--no-report-missing", sql);
        assertThat(groups.out()).containsPattern("At most \\d+ groups? per person");
        // With ε 1 so large a limit is found now and then (2 of 3,000 queries) that nothing comes back.
        Run rows = query("--privacy-unit", "person", "--max-rows", "AUTO", "--epsilon", "20", sql);
        assertThat(rows.out())
                .contains("Each row counts for itself")
                .containsPattern("(One row of each person counts|At most \\d+ rows of each person count), in all groups"
                        + " together\\.");
        // Something is said of what that leaves out, whatever the noise lets be known of it.
        assertThat(query("--privacy-unit", "person", "--max-rows", "1", sql).out())
                .containsPattern(
                        "One row of each person counts, in all groups together\\.\\s+(Further rows|.*of the rows)");
        assertThat(query("--privacy-unit", "person", "--max-rows", "1", "--no-report-missing", sql)
                        .out())
                .contains("Further rows, if there are any, are missing, and how many is not measured.");
        // Nothing is advised that the option given excludes.
        assertThat(query("--privacy-unit", "person", "--max-rows", "3", "--epsilon", "0.0001", sql)
                        .out())
                .contains("Nothing came back", "or give a smaller --max-rows")
                .doesNotContain("--max-groups");
    }

    @Test
    void boundsAndDomainsOfColumnsReachTheRelease() throws IOException {
        String sql = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = PUBLIC_GROUPS,"
                + " max_rows_per_group = 1) area, SUM(amount) AS total FROM t GROUP BY area";
        String[] words = {
            "--privacy-unit",
            "person",
            "--column",
            "amount:INTEGER[0..9]",
            "--domain",
            "t.area=north,\"far, away\"",
            sql
        };
        Run run = query(words);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("north", "far, away", "δ 0)", "every public group appears");
        assertThat(run.out()).doesNotContain("south", "chosen privately");
        assertThat(run.err()).contains("area VARCHAR (2 values), amount INTEGER[0..9].");
        assertThat(Files.readString(folder.resolve("t.csv.tacit.yaml")))
                .contains("values: [\"north\", \"far, away\"]", "bounds: [0, 9]");
        // From now on the schema file says so.
        assertThat(query("--fresh", "--privacy-unit", "person", sql).out()).contains("far, away", "δ 0)");
        assertThat(query("--privacy-unit", "person", "--column", "amount:[0..x]", sql)
                        .err())
                .contains("x, is no value of type INTEGER");
        assertThat(query("--privacy-unit", "person", "--domain", "area=a,,b", sql)
                        .err())
                .contains("The list of values a,,b cannot be read");
        assertThat(query("--privacy-unit", "person", "--domain", "nothing=a", sql)
                        .err())
                .contains("has no column nothing");
    }

    @Test
    void programsGetNothingButTheAnswer() {
        Run csv = query("--privacy-unit", "person", "--format", "csv", BY_AREA);
        assertThat(csv.out().lines().toList()).hasSize(3).first().isEqualTo("area,people,people_low,people_high");
        assertThat(csv.err()).contains("2 rows.");
        assertThat(query("--privacy-unit", "person", "--format", "json", BY_AREA)
                        .out())
                .startsWith("{")
                .endsWith("}" + System.lineSeparator());
    }

    @Test
    void refusalsShowThePlace() throws IOException {
        Run run = query("--privacy-unit", "person", "SELECT area,\n  nothing, COUNT(*) FROM t GROUP BY 1, 2");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("TCT-S03 (42703) at 2:3: ")
                .endsWith("    nothing, COUNT(*) FROM t GROUP BY 1, 2\n    ^\n");
        assertThat(files()).containsExactly("t.csv");
    }

    @Test
    void badInputIsOneMessageAndLeavesNothing() throws IOException {
        List<String> before = files();
        for (List<String> words : List.<List<String>>of(
                List.of("--privacy-unit", "person", "--epsilon", "0"),
                List.of("--privacy-unit", "person", "--epsilon", "-1"),
                List.of("--privacy-unit", "person", "--epsilon", "20.01"),
                List.of("--privacy-unit", "person", "--epsilon", "much"),
                List.of("--privacy-unit", "person", "--epsilon", "NaN"),
                List.of("--privacy-unit", "person", "--epsilon", "1e999999999"),
                List.of("--privacy-unit", "person", "--delta", "0"),
                List.of("--privacy-unit", "person", "--delta", "1"),
                List.of("--privacy-unit", "person", "--max-groups", "0"),
                List.of("--privacy-unit", "person", "--max-groups", "1.5"),
                List.of("--privacy-unit", "person", "--max-rows", "0"),
                List.of("--privacy-unit", "person", "--max-rows", "few"),
                List.of("--privacy-unit", "person", "--max-rows", "3", "--max-groups", "AUTO"),
                List.of("--privacy-unit", "person", "--confidence", "1"),
                List.of("--privacy-unit", "person", "--confidence", "0"),
                List.of(),
                List.of("--privacy-unit", "nobody"),
                List.of("--privacy-unit", "u.person"),
                List.of("--privacy-unit", "person", "--privacy-unit", "area"),
                List.of("--privacy-unit", "t.person", "--privacy-unit", "t.area"),
                List.of("--privacy-unit", "t.person", "--privacy-unit", "area"),
                List.of("--privacy-unit", "person", "--foreign-key", "t.area"),
                List.of("--privacy-unit", "person", "--foreign-key", "t.area=u.area"),
                List.of("--privacy-unit", "person", "--column", "amount"),
                List.of("--privacy-unit", "person", "--column", "amount:MONEY"),
                List.of("--privacy-unit", "person", "--column", "amounts:DOUBLE"),
                List.of("--privacy-unit", "person", "--table", table),
                List.of("--privacy-unit", "person", "--public", table),
                List.of("--privacy-unit", "person", "--table", "u"),
                List.of("--privacy-unit", "person", "--table", "u=" + folder),
                List.of("--privacy-unit", "person", "--table", "u=" + folder.resolve("missing.csv")),
                List.of("--privacy-unit", "person", "--output", folder.toString()),
                List.of(
                        "--privacy-unit",
                        "person",
                        "--output",
                        folder.resolve("no/answer.csv").toString()))) {
            Run run = query(Stream.concat(words.stream(), Stream.of(BY_AREA)).toArray(String[]::new));
            assertThat(run.code()).as("%s", words).isEqualTo(1);
            assertThat(run.out()).as("%s", words).isEmpty();
            assertThat(run.err()).as("%s", words).containsOnlyOnce("TCT-").doesNotContain("Exception", "\tat ");
            assertThat(files()).as("%s", words).isEqualTo(before);
        }
    }

    @Test
    void wrongUsageIsTwo() {
        for (List<String> words : List.<List<String>>of(
                List.of("--privacy-unit", "person"),
                List.of("--privacy-unit", "person", "-f", "query.sql", BY_AREA),
                List.of("--privacy-unit", "person", BY_AREA, BY_AREA),
                List.of("--privacy-unit", "person", "--format", "xml", BY_AREA),
                List.of("--privacy-unit", "person", "--epsilom", "1", BY_AREA),
                List.of("--privacy-unit"))) {
            Run run = query(words.toArray(String[]::new));
            assertThat(run.code()).as("%s", words).isEqualTo(2);
            assertThat(run.err())
                    .as("%s", words)
                    .contains("See tacit query --help.")
                    .doesNotContain("\tat ");
        }
        assertThat(query("people.csv", "--privacy-unit", "person", BY_AREA).err())
                .contains("name files by --table FILE");
        assertThat(Run.of("quarry").code()).isEqualTo(2);
    }

    @Test
    void queriesComeFromFilesToo() throws IOException {
        Path sql = folder.resolve("q.sql");
        Files.writeString(sql, "-- people by area\n" + BY_AREA + "\n");
        assertThat(query("--privacy-unit", "person", "-f", sql.toString()).code())
                .isZero();
        Run missing =
                query("--privacy-unit", "person", "-f", folder.resolve("no.sql").toString());
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err()).contains("cannot be read");
    }

    @Test
    void outputIsWrittenOnSuccessOnly() throws IOException {
        Path output = folder.resolve("answer.csv");
        Files.writeString(output, "earlier");
        assertThat(query("--privacy-unit", "person", "--output", output.toString(), "SELECT * FROM t")
                        .code())
                .isEqualTo(1);
        assertThat(output).hasContent("earlier");
        Run run = query("--privacy-unit", "person", "--format", "csv", "--output", output.toString(), BY_AREA);
        assertThat(run.code()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(Files.readAllLines(output)).hasSize(3);
        assertThat(files()).containsExactly("answer.csv", "t.csv", "t.csv.tacit.tally", "t.csv.tacit.yaml");
    }

    @Test
    void aBudgetThatNobodyAddsUpIsRefused() throws IOException {
        Run run = query("--privacy-unit", "person", "--budget", "5", "--no-tally", BY_AREA);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("--budget needs the tally");
        for (String none : List.of("0", "-1", "1000001", "1e400", "five")) {
            Run refused = query("--privacy-unit", "person", "--budget", none, BY_AREA);
            assertThat(refused.code()).as(none).isEqualTo(1);
            assertThat(refused.err()).as(none).contains("--budget");
        }
        assertThat(run.out()).isEmpty();
    }

    /** Of each share that is missing: an interval from its lower end to its upper one, around the share. */
    @Test
    void sharesInJsonLieInTheirIntervals() throws IOException {
        Run run = query("--privacy-unit", "person", "--format", "json", BY_AREA);
        JsonNode missing = new ObjectMapper().readTree(run.out()).at("/releases/0/missing");
        assertThat(missing).isNotEmpty();
        for (JsonNode one : missing) {
            for (String name : List.of("people", "contributions")) {
                double low = one.at("/" + name + "/interval/0").asDouble();
                double high = one.at("/" + name + "/interval/1").asDouble();
                assertThat(one.at("/" + name + "/about").asDouble()).isBetween(low, high);
            }
        }
    }

    @Test
    void outputNeverReplacesWhatIsRead() throws IOException {
        Path file = folder.resolve("t.csv");
        String before = Files.readString(file);
        Run run = query("--privacy-unit", "person", "--output", folder + "/./t.csv", BY_AREA);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("TCT-X03").contains("which the query needs");
        for (String ending : List.of(".tacit.yaml", ".tacit.tally")) {
            assertThat(query("--privacy-unit", "person", "--output", file + ending, BY_AREA)
                            .code())
                    .isEqualTo(1);
        }
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @Test
    void severalTables() throws IOException {
        Path areas = folder.resolve("areas.csv");
        Files.writeString(areas, "code,name\nnorth,The North\nsouth,The South\n");
        Run run = query(
                "--public",
                "a=" + areas,
                "--privacy-unit",
                "person",
                "--column",
                "t.amount:DOUBLE",
                "SELECT a.name, COUNT(DISTINCT t.person) AS n FROM t JOIN a ON t.area = a.code GROUP BY a.name");
        assertThat(run.err()).contains("Columns of t: person INTEGER, area VARCHAR, amount DOUBLE.");
        assertThat(run.out()).contains("The North").contains("The South");
        assertThat(run.code()).isZero();
    }
}
