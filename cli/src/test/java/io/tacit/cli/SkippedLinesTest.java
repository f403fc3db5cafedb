package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is told how many lines were skipped, and when: the owner, each time; under a policy nobody but the owner's log. */
@NullUnmarked
class SkippedLinesTest {
    private static final String SQL = "SELECT COUNT(*) AS n FROM t";

    @TempDir
    private Path folder = Path.of("");

    private Path csv() throws IOException {
        return Files.writeString(
                folder.resolve("t.csv"), "who,x\n" + "1,2\n2,3\n".repeat(150) + "\n1,2,3\n3,\"open\n4,\"a\"b\n");
    }

    private static Run query(Path file, String... more) {
        List<String> words =
                new ArrayList<>(List.of("query", "--table", "t=" + file, "--privacy-unit", "who", "--no-tally"));
        words.addAll(List.of(more));
        words.add(SQL);
        Run run = Run.of(words.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        return run;
    }

    @Test
    void whoNamesTheFileIsToldEachTime() throws IOException {
        for (int run = 0; run < 3; run++) {
            Run told = query(csv());
            assertThat(told.err().replaceAll("\\s+", " "))
                    .contains("Of 303 lines of t.csv 3 were skipped (0.99 %)", "for the owner of the data alone");
            assertThat(told.out()).doesNotContain("skipped");
        }
        Path clean = Files.writeString(folder.resolve("c.csv"), "who,x\n\n1,2\n\n");
        assertThat(query(clean).err()).doesNotContain("skipped");
        Path json = Files.writeString(
                folder.resolve("t.json"), "[\n{\"who\":1},\n{\"who\":2},\n{\"who\"\n{\"who\":3}\n]\n");
        assertThat(query(json).err().replaceAll("\\s+", " ")).contains("Of 4 lines of t.json 1 were skipped (25.00 %)");
    }

    @Test
    void ofRecordsThatSpanLinesRecordsAreCounted() throws IOException {
        Path file = Files.writeString(
                folder.resolve("m.csv"), "who,x\n1,\"a\nb\"\n2,\"c\n3,\"d\"e\n" + "4,5\n".repeat(200));
        assertThat(query(file).err().replaceAll("\\s+", " "))
                .contains("multiline: true", "Of 203 records of m.csv 2 were skipped (0.99 %)");
        assertThat(Run.of("query", "--table", "t=" + file, "--privacy-unit", "who", "--multiline", "false", SQL)
                        .err())
                .contains("says multiline: true");
        assertThat(Run.of("query", "--table", "t=" + file, "--privacy-unit", "who", "--multiline", "maybe", SQL)
                        .err())
                .contains("--multiline is true or false");
    }

    @Test
    void underAPolicyOnlyTheOwnersLogHasIt() throws IOException {
        csv();
        String policy = Files.writeString(folder.resolve("tacit.yaml"), """
                dataset: t
                tables: {t: {file: t.csv, multiline: false, person: who, columns: {who: INTEGER, x: VARCHAR}}}
                analysts: {ada: []}
                accounts: {all: {members: [ada], budget: {epsilon: 10, delta: 1e-6}}}
                version: "1"
                audit_log: log.jsonl
                """).toString();
        for (String format : List.of("table", "json")) {
            Run run = Run.of("query", "--policy", policy, "--analyst", "ada", "--fresh", "--format", format, SQL);
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out() + run.err()).doesNotContain("skipped", "303");
        }
        assertThat(Files.readAllLines(folder.resolve("log.jsonl")))
                .filteredOn(line -> !line.contains("\"decision\":\"asked\""))
                .hasSize(2)
                .allMatch(line -> line.contains("Of 303 lines of t.csv 3 were skipped"));
    }

    /** The key is asked for where rows are people's, and what cannot be is said. */
    @Test
    void policyCheckAsksForTheKey() throws IOException {
        csv();
        for (String keys :
                List.of("", "multiline: false, ", "multiline: true, ", "quoted: false, ", "public: true, ")) {
            String person = keys.startsWith("public") ? "" : "person: who, ";
            Run run = check(keys + person);
            assertThat(run.out() + run.err()).as(keys).doesNotContain("error");
            if (keys.isEmpty()) {
                assertThat(run.out() + run.err()).contains("hold line breaks?", "Write multiline: false");
            } else {
                assertThat(run.out() + run.err()).as(keys).doesNotContain("hold line breaks?");
            }
        }
        assertThat(check("quoted: false, multiline: true, person: who, ").code())
                .isNotZero();
        assertThat(check("multiline: perhaps, person: who, ").code()).isNotZero();
    }

    private Run check(String keys) throws IOException {
        Path policy = Files.writeString(folder.resolve("check.yaml"), """
                dataset: t
                tables: {t: {file: t.csv, KEYS columns: {who: INTEGER, x: VARCHAR}}}
                analysts: {ada: []}
                accounts: {all: {members: [ada], budget: {epsilon: 10, delta: 1e-6}}}
                """.replace("KEYS ", keys));
        return Run.of("policy", "check", policy.toString());
    }
}
