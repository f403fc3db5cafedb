package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TablesCommandTest {
    @TempDir
    Path folder = Path.of("");

    private String people = "";

    @BeforeEach
    void write() throws IOException {
        Path file = folder.resolve("people.csv");
        Files.writeString(file, "id,area,age\n4711,north,33\n");
        people = file.toString();
        Files.writeString(folder.resolve("items.csv"), "owner,price\n4711,2.50\n");
    }

    @Test
    void filesAreShownBeforeAnybodySaysWhoseRowsTheyAre() throws IOException {
        Run run = Run.of("tables", people);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("people (rows of people; name their column with --privacy-unit COLUMN to ask)")
                .contains("area", "VARCHAR")
                .doesNotContain("4711", "north");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void pathsBoundsAndDomainsAreShown() {
        Run run = Run.of(
                "tables",
                people,
                "--table",
                "items=" + folder.resolve("items.csv"),
                "--public",
                "open=" + folder.resolve("items.csv"),
                "--privacy-unit",
                "people.id",
                "--foreign-key",
                "items.owner=people.id",
                "--unique",
                "people.id",
                "--column",
                "people.age:[0..120]",
                "--domain",
                "people.area=north,south");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("people (rows of people, by id)")
                .contains("items (rows of people, by owner → people.id → id)")
                .contains("open (rows of nobody: public)")
                .contains("the person; unique")
                .contains("0 to 120")
                .contains("north, south")
                .contains("leads to the person through people.id");
    }

    @Test
    void underAPolicyAnAnalystSeesWhatTheyMayName() throws IOException {
        Path policy = folder.resolve("tacit.yaml");
        Files.writeString(policy, """
            dataset: t
            tables:
              items:
                file: items.csv
                person: owner
                columns: {owner: {type: INTEGER, hidden: true}, price: "DECIMAL(9,2)"}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 3, delta: 1e-3}}}
            version: first
            """);
        Run run = Run.of("tables", "--policy", policy.toString(), "--analyst", "ada");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("items (rows of people, by owner)", "price")
                .doesNotContain("the person");
        assertThat(folder.resolve("tacit-ledger.sqlite")).doesNotExist();
        assertThat(Run.of("tables", "--policy", policy.toString(), "--analyst", "eve")
                        .code())
                .isEqualTo(1);
    }

    @Test
    void nothingToShowIsSaid() {
        assertThat(Run.of("tables").err()).contains("No table is given");
        assertThat(Run.of("tables", folder.resolve("none.csv").toString()).code())
                .isEqualTo(1);
    }
}
