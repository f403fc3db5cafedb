package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        Run.of("audit", "--mechanism", "whole plans", "--report", page.toString());
        Run.of("audit", "--mechanism", "whole plans", "--report", text.toString());
        assertThat(Files.readString(page))
                .startsWith("<!DOCTYPE html>")
                .contains("<td>thresholds of whole plans</td>")
                .contains("No violation was found");
        assertThat(Files.readString(text))
                .contains("| L2 | thresholds of whole plans |")
                .contains("| none |");
        assertThat(Run.of("audit", "--mechanism", "whole plans", "--report", folder + "/no/such.html")
                        .code())
                .isEqualTo(1);
    }
}
