package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.ledger.LedgerPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One policy has one ledger, whichever links lead to it. Walked are the ways to a policy (its own name, a link beside it, links in
 * another folder, a link to a link, a link to its folder) × what is said of the ledger (nothing, a name, a whole path) × the
 * ledgers that there are.
 */
@NullUnmarked
class LedgerOfLinkedPolicyTest {
    private static final DuckDbEngine ENGINE = new DuckDbEngine(new DuckDbSettings(256, 1, message -> {}));

    /** Ways within the policy's own folder, and ways from another. */
    private static final List<String> WITHIN =
            List.of("own/tacit.yaml", "own/current.yaml", "own/../own/tacit.yaml", "folder/tacit.yaml");

    private static final List<String> FROM_ELSEWHERE =
            List.of("other/tacit.yaml", "other/again.yaml", "folder/../other/tacit.yaml");

    @TempDir
    private Path made;

    private Path folder;

    @BeforeEach
    void links() throws IOException {
        folder = made.toRealPath();
        Files.createDirectory(folder.resolve("own"));
        Files.createDirectory(folder.resolve("other"));
        Files.writeString(folder.resolve("own/people.csv"), "pid\n1\n2\n");
        Files.createSymbolicLink(folder.resolve("own/current.yaml"), Path.of("tacit.yaml"));
        Files.createSymbolicLink(folder.resolve("other/tacit.yaml"), Path.of("../own/tacit.yaml"));
        Files.createSymbolicLink(folder.resolve("other/again.yaml"), Path.of("tacit.yaml"));
        Files.createSymbolicLink(folder.resolve("folder"), folder.resolve("own"));
    }

    private void write(String ledger) throws IOException {
        Files.writeString(folder.resolve("own/tacit.yaml"), """
                dataset: people
                tables: {people: {file: %s, person: pid, columns: {pid: INTEGER}}}
                analysts: {ada: []}
                accounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}
                %s
                """.formatted(folder.resolve("own/people.csv"), ledger));
    }

    /** The ledger that a policy under this name has; a rule where it is an error. */
    private String ledger(String way) throws IOException {
        PolicyFile.Checked checked = PolicyFile.check(folder.resolve(way), ENGINE);
        if (!checked.errors().isEmpty()) {
            assertThat(checked.books()).isEmpty();
            return checked.errors().get(0).text();
        }
        Path file = ((LedgerPlace.Sqlite) checked.policy().orElseThrow().ledger()).file();
        Path parent = file.getParent().toRealPath();
        return folder.relativize(parent.resolve(file.getFileName())).toString();
    }

    private void exist(String... ledgers) throws IOException {
        for (String each : List.of("own/people.ledger.sqlite", "other/people.ledger.sqlite", "own/l", "other/l")) {
            Files.deleteIfExists(folder.resolve(each));
        }
        for (String each : ledgers) {
            Files.createFile(folder.resolve(each));
        }
    }

    @Test
    void theOneThatThereIsHolds() throws IOException {
        for (String said : List.of("", "ledger: l", "ledger: ./l")) {
            write(said);
            String name = said.isEmpty() ? "people.ledger.sqlite" : "l";
            for (String way :
                    Stream.concat(WITHIN.stream(), FROM_ELSEWHERE.stream()).toList()) {
                exist("own/" + name);
                assertThat(ledger(way)).as(way + " " + said).isEqualTo("own/" + name);
            }
            for (String way : FROM_ELSEWHERE) {
                exist("other/" + name);
                assertThat(ledger(way)).as(way + " " + said).isEqualTo("other/" + name);
                exist();
                assertThat(ledger(way)).as(way + " " + said).contains("A link leads to this policy", "no ledger yet");
                exist("own/" + name, "other/" + name);
                assertThat(ledger(way)).as(way + " " + said).contains("beside the link and beside the policy itself");
            }
            for (String way : WITHIN) {
                exist();
                assertThat(ledger(way)).as(way + " " + said).isEqualTo("own/" + name);
            }
        }
    }

    @Test
    void aWholePathHoldsWhateverLeadsToThePolicy() throws IOException {
        write("ledger: " + folder.resolve("other/l"));
        for (String way :
                Stream.concat(WITHIN.stream(), FROM_ELSEWHERE.stream()).toList()) {
            for (String[] there : new String[][] {{}, {"own/l"}, {"other/l"}, {"own/l", "other/l"}}) {
                exist(there);
                assertThat(ledger(way)).as(way).isEqualTo("other/l");
            }
        }
    }

    /** The same ledger under two names is one. */
    @Test
    void aLinkToTheLedgerIsNoOtherLedger() throws IOException {
        write("");
        exist("own/people.ledger.sqlite");
        Files.createSymbolicLink(folder.resolve("other/people.ledger.sqlite"), Path.of("../own/people.ledger.sqlite"));

        for (String way : FROM_ELSEWHERE) {
            assertThat(ledger(way)).as(way).endsWith("people.ledger.sqlite").doesNotContain("A link");
        }
    }
}
