package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.audit.Layer;
import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.audit.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("walk")
class AuditCommandTest {
    private static final String SQL =
            "SELECT area, SUM(age, contribution_bounds_per_group => (0, 90)) AS s FROM t GROUP BY area";

    @TempDir
    Path folder = Path.of("");

    private Path table() throws IOException {
        return Files.writeString(folder.resolve("t.csv"), "person,area,age\n1,north,41\n");
    }

    @Test
    void testsOneMechanismAndSaysHowSureItIs() {
        Run run = Run.of("audit", "--mechanism", "NOISY tree", "--seed", "1");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("passed     L0  noisy tree  (ε 1; ")
                .contains("false alarm 1e-9")
                .contains("No violation was found by 1 check in ")
                .contains("That is no proof");
        assertThat(Run.of("audit", "--mechanism", "noisy tree", "--seed", "1")
                        .out()
                        .lines()
                        .findFirst())
                .isEqualTo(run.out().lines().findFirst());
    }

    @Test
    void listsWhatItWouldTest() {
        Run all = Run.of("audit", "--list");
        assertThat(all.out())
                .contains("L0  noisy tree")
                .contains("L1  SELECT COUNT(*")
                .contains("L3  SUM within (-1, 3), Laplace noise");
        assertThat(Run.of("audit", "--list", "--layer", "l3").out())
                .contains("L3 ")
                .doesNotContain("L0")
                .doesNotContain("L1");
        assertThat(Run.of("audit", "--list", "--layer", "L2").out())
                .contains("thresholds of whole plans")
                .doesNotContain("noisy tree");
        assertThat(Run.of("audit", "--list", "--mechanism", "median").out()).doesNotContain("L1");
    }

    @Test
    void testsAQueryOverPeopleInTheShapeOfATable() throws IOException {
        Run run = Run.of("audit", "--table", "t=" + table(), "--privacy-unit", "person", "--query", SQL);
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("L1  SELECT area, SUM(age")
                .contains("No chance is involved.")
                .doesNotContain("north");
    }

    /** What no run had an answer of was not tested: it is no success. */
    @Test
    void aQueryThatCouldNotBeTestedIsNoSuccess() throws IOException {
        Run run = Run.of("audit", "--table", "t=" + table(), "--privacy-unit", "person", "--query", "SELECT 1 AS one");
        assertThat(run.out()).contains("untested   L1").contains("1 could not be tested");
        assertThat(run.code()).isEqualTo(1);
    }

    /** What an engine answered over one database does not hide that it never answered over another. */
    @Test
    void aCheckOfWhichOnePartHadNoAnswerWasNotTested() {
        Verdict answered = new Verdict(Layer.REPLAY, "query", "claim", 0, 4, Optional.empty());
        Verdict silent = new Verdict(Layer.REPLAY, "query", "claim", 0, 0, Optional.empty());
        assertThat(AuditRun.together(answered, answered).trials()).isEqualTo(8);
        assertThat(AuditRun.together(answered, silent).trials()).isZero();
        assertThat(AuditRun.together(silent, answered).trials()).isZero();
    }

    @Test
    void aRefusedQueryIsRefused() throws IOException {
        Run run =
                Run.of("audit", "--table", "t=" + table(), "--privacy-unit", "person", "--query", "SELECT age FROM t");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("TCT-");
    }

    @Test
    void wrongUseIsToldKindly() throws IOException {
        assertThat(Run.of("audit", "--query", SQL).err()).contains("--table NAME=FILE");
        assertThat(Run.of("audit", "--table", "t=" + table()).err()).contains("--query SQL");
        assertThat(Run.of("audit", "--layer", "L7").err()).contains("There is no layer L7");
        assertThat(Run.of("audit", "--layer", "L7").code()).isEqualTo(2);
        assertThat(Run.of("audit", "--query", SQL, "-f", "q.sql").code()).isEqualTo(2);
        assertThat(Run.of("audit", "--mechanism", "no such thing").err()).contains("--list shows them");
        assertThat(Run.of("audit", "--mechanism", "no such thing").code()).isEqualTo(2);
        assertThat(Run.of("audit", "--mechanism", "Leftovers").err()).contains("--level full");
        assertThat(Run.of("audit", "--layer", "L2", "--report", "a.pdf").code()).isEqualTo(2);
    }

    @Test
    void writesAReport() throws IOException {
        Path page = folder.resolve("audit.html");
        Path text = folder.resolve("audit.md");
        Run.of("audit", "--mechanism", "streams", "--report", page.toString());
        Run.of("audit", "--mechanism", "streams", "--report", text.toString());
        assertThat(Files.readString(page))
                .startsWith("<!DOCTYPE html>")
                .contains("<td>streams of the system")
                .contains("No violation was found");
        assertThat(Files.readString(text))
                .contains("| L2 | streams of the system")
                .contains("| none |");
        assertThat(Run.of("audit", "--mechanism", "streams", "--report", folder + "/no/such.html")
                        .code())
                .isEqualTo(1);
    }

    @Test
    void whatPassedIsNotDoneAgain() throws IOException {
        Path record = folder.resolve("audit.record");
        String[] audit = {"audit", "--layer", "L2", "--mechanism", "streams", "--resume", record.toString()};
        Run first = Run.of(audit);
        assertThat(first.code()).isZero();
        String kept = Files.readString(record);
        assertThat(kept.lines()).hasSize(2);
        // As if the process had been killed while it wrote, and a mark to see that the line is taken as it is.
        Files.writeString(record, kept.replace("8192", "4321") + "[\"FIT draws of");
        Run again = Run.of(audit);
        assertThat(again.out()).contains("4,321 runs").contains("No violation was found by 1 check");
        assertThat(Files.readString(record)).isEqualTo(kept.replace("8192", "4321"));
        Run all = Run.of("audit", "--layer", "L2", "--mechanism", "s", "--seed", "1", "--resume", record.toString());
        assertThat(all.code()).isEqualTo(1);
        assertThat(all.err()).contains("is not the record of this audit").contains("seed 1");
        assertThat(Run.of("audit", "--query", SQL, "--table", "t=" + table(), "--resume", record.toString())
                        .code())
                .isEqualTo(2);
    }

    /** Runs and chances of a false alarm of one check's parts add up: the second part is one more chance to be wrong. */
    @Test
    void severalPartsOfOneCheckAddUp() throws IOException {
        Path file = folder.resolve("parts.record");
        String[] audit = {"audit", "--layer", "L2", "--mechanism", "streams", "--resume", file.toString()};
        assertThat(Run.of(audit).code()).isZero();
        List<String> lines = Files.readAllLines(file);
        String part = lines.get(1).replaceAll("\"[^\"]*\",\"[0-9]+\"]$", "\"3e-4\",\"1000\"]");
        Files.writeString(file, String.join("\n", lines.get(0), part, part, part) + "\n");
        assertThat(Run.of(audit).out())
                .contains("3,000 runs; false alarm 9e-4)", "The chance of any false alarm was at most 9e-4.");
    }

    /** In whatever order the parts come: what one of them found is found, and of two findings the first is told. */
    @Test
    void whatOnePartFoundNoOtherTakesBack() {
        Optional<Violation> one = Optional.of(Violation.certain("too much", "one", "none", "seen"));
        Optional<Violation> other = Optional.of(Violation.certain("too little", "two", "none", "seen"));
        for (Optional<Violation> first : List.of(Optional.<Violation>empty(), one, other)) {
            for (Optional<Violation> second : List.of(Optional.<Violation>empty(), one, other)) {
                for (double mistake : List.of(0.0, 0.25, 0.75, 1.0)) {
                    Verdict together = AuditRun.together(
                            new Verdict(Layer.FIT, "a", "c", mistake, 5, first),
                            new Verdict(Layer.FIT, "a", "c", 0.5, 7, second));
                    assertThat(together)
                            .isEqualTo(new Verdict(
                                    Layer.FIT,
                                    "a",
                                    "c",
                                    Math.min(1, mistake + 0.5),
                                    12,
                                    first.isPresent() ? first : second));
                }
            }
        }
    }

    /** A report is written in a form that its name says; the name is judged before anything is tested. */
    @Test
    void aReportIsAPageOrMarkdown() {
        for (String name : List.of("a.md", "a.html", "a.htm", "folder/a.b.md")) {
            assertThat(Run.of("audit", "--list", "--layer", "L2", "--report", name)
                            .code())
                    .as(name)
                    .isZero();
        }
        for (String name : List.of("a", "a.pdf", "md", "a.md.txt", "a.htmlx", "amd", "a.xhtm")) {
            assertThat(Run.of("audit", "--list", "--layer", "L2", "--report", name)
                            .code())
                    .as(name)
                    .isEqualTo(2);
        }
    }

    /** Options of the tester's own checks have no effect on a query, each by itself, and are refused beside one. */
    @Test
    void noOptionOfTheOwnChecksStandsBesideAQuery() throws IOException {
        for (List<String> option : List.of(
                List.of("--seed", "1"),
                List.of("--list"),
                List.of("--resume", folder.resolve("r").toString()),
                List.of("--mechanism", "mean"),
                List.of("--layer", "L1"))) {
            List<String> words = new ArrayList<>(
                    List.of("audit", "--table", "t=" + table(), "--privacy-unit", "person", "--query", SQL));
            words.addAll(option);
            Run run = Run.of(words.toArray(String[]::new));
            assertThat(run.code()).as(option.get(0)).isEqualTo(2);
            assertThat(run.err()).as(option.get(0)).contains(option.get(0));
            assertThat(run.out()).isEmpty();
        }
        assertThat(folder.resolve("r")).doesNotExist();
    }

    /** A text is looked for as it is: signs that have a meaning in patterns have none here. */
    @Test
    void theTextOfAMechanismIsNoPattern() {
        for (String text :
                List.of("noisy.tree", "noisy *tree", ".*", "noisy|mean", "[n]oisy", "^noisy", "(", "[", "\\E")) {
            Run run = Run.of("audit", "--list", "--layer", "L0,L2", "--mechanism", text);
            assertThat(run.code()).as(text).isZero();
            assertThat(run.out().lines())
                    .as(text)
                    .allMatch(line -> line.toLowerCase(Locale.ROOT).contains(text));
        }
        assertThat(Run.of("audit", "--list", "--layer", "l3", "--mechanism", "WITHIN (-1, 3), laplace")
                        .out())
                .contains("SUM within (-1, 3), Laplace noise");
    }

    /** What was found must be looked for again, and what had no answer is no result. */
    @Test
    void onlyWhatPassedIsRecorded() throws IOException {
        Path file = folder.resolve("some.record");
        AuditRecord record = AuditRecord.of(file, "some audit");
        Verdict passed = new Verdict(Layer.BLACK_BOX, "a", "c", 1e-9, 5, Optional.empty());
        Verdict broken = new Verdict(
                Layer.BLACK_BOX, "b", "c", 1e-9, 5, Optional.of(Violation.certain("too much", "one", "none", "seen")));
        Verdict untested = new Verdict(Layer.REPLAY, "c", "c", 0, 0, Optional.empty());
        record.add(Layer.BLACK_BOX, "one", List.of(passed));
        record.add(Layer.BLACK_BOX, "two", List.of(passed, broken));
        record.add(Layer.REPLAY, "three", List.of(untested));
        AuditRecord read = AuditRecord.of(file, "some audit");
        assertThat(read.of(Layer.BLACK_BOX, "one")).containsExactly(passed);
        assertThat(read.has(Layer.REPLAY, "one")).isFalse();
        assertThat(read.has(Layer.BLACK_BOX, "two")).isFalse();
        assertThat(read.has(Layer.REPLAY, "three")).isFalse();
    }

    /** A long audit does not begin where nothing could be recorded, nor go on as if it had been. */
    @Test
    void aRecordThatCannotBeKeptIsTold() throws IOException {
        assertThatThrownBy(() -> AuditRecord.of(folder.resolve("none").resolve("a.record"), "some audit"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("cannot be read or written");
        assertThatThrownBy(() -> AuditRecord.of(Files.createDirectory(folder.resolve("folder")), "some audit"))
                .isInstanceOf(Refusal.class);
        Path damaged = Files.writeString(folder.resolve("damaged"), "some audit\nno line of ours\n");
        assertThatThrownBy(() -> AuditRecord.of(damaged, "some audit"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("cannot be read or written");
        assertThat(damaged).hasContent("some audit\nno line of ours\n");
        for (String other : List.of("", "another audit\n", "some audit", "some audit, and more\n")) {
            Path file = Files.writeString(folder.resolve("other"), other);
            assertThatThrownBy(() -> AuditRecord.of(file, "some audit"))
                    .as(other)
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("is not the record of this audit");
            assertThat(file).hasContent(other);
        }
        Path file = folder.resolve("taken.record");
        AuditRecord record = AuditRecord.of(file, "some audit");
        Files.delete(file);
        Verdict passed = new Verdict(Layer.FIT, "a", "c", 1e-9, 5, Optional.empty());
        assertThatThrownBy(() -> record.add(Layer.FIT, "one", List.of(passed)))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("cannot be written");
        // What is recorded nowhere cannot fail.
        AuditRecord.none().add(Layer.FIT, "one", List.of(passed));
        assertThat(AuditRecord.none().of(Layer.FIT)).isEmpty();
    }

    /** Everything that a verdict says comes back, of each layer, and each part of a check that has several. */
    @Test
    void aRecordGivesBackWhatWasWritten() {
        Path file = folder.resolve("all.record");
        AuditRecord record = AuditRecord.of(file, "some audit");
        for (Layer layer : Layer.values()) {
            for (int parts = 1; parts <= 3; parts++) {
                record.add(layer, "check " + parts, verdicts(layer, parts));
            }
        }
        AuditRecord read = AuditRecord.of(file, "some audit");
        for (Layer layer : Layer.values()) {
            List<Verdict> all = new ArrayList<>();
            for (int parts = 1; parts <= 3; parts++) {
                assertThat(read.has(layer, "check " + parts)).isTrue();
                assertThat(read.of(layer, "check " + parts)).isEqualTo(verdicts(layer, parts));
                all.addAll(verdicts(layer, parts));
            }
            assertThat(read.of(layer)).isEqualTo(all);
            assertThat(read.has(layer, "check 4")).isFalse();
            assertThat(read.of(layer, "check 4")).isEmpty();
        }
    }

    private static List<Verdict> verdicts(Layer layer, int parts) {
        List<Verdict> verdicts = new ArrayList<>();
        for (int part = 1; part <= parts; part++) {
            String own = layer + " \"" + parts + "\"\n" + part;
            verdicts.add(new Verdict(
                    layer,
                    "subject " + own,
                    "claim " + own,
                    1.0 / (3 + part),
                    1_000_000_007L * part,
                    Optional.empty()));
        }
        return verdicts;
    }
}
