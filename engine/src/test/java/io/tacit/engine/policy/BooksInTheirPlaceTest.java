package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the books of a policy lie, what may stand in their address, and how long the policy itself may be. */
@NullUnmarked
class BooksInTheirPlaceTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void makeFiles() throws IOException {
        Files.writeString(folder.resolve("t.csv"), "who,n\n1,2\n");
    }

    private List<String> rules(String ledger) throws IOException {
        Path file = Files.writeString(folder.resolve("tacit.yaml"), """
            dataset: shop
            version: one
            tables: {t: {file: t.csv, person: who, columns: {who: INTEGER, n: INTEGER}}}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}, stop_after_failures: 3}}
            ledger:\s""" + ledger + "\n");
        return PolicyFile.check(file, Shop.ENGINE).findings().stream()
                .map(Finding::rule)
                .toList();
    }

    /** What is in a folder that is emptied now and then is lost with it, however deep it lies. */
    @Test
    void aLedgerInAFolderThatIsEmptiedIsWarnedOf() throws IOException {
        for (String passing : List.of("/tmp", "/var/tmp", "/dev/shm", System.getProperty("java.io.tmpdir"))) {
            for (String path :
                    List.of(passing + "/l.sqlite", passing + "/a/b/l.sqlite", "/x/.." + passing + "/l.sqlite")) {
                assertThat(rules(path)).as(path).anyMatch(rule -> rule.contains("in a temporary folder"));
            }
        }
        for (String lasting : List.of("/tmpx", "/var/lib", "/dev/shmx", "/home/tmp", "/var", "/tmp/../srv")) {
            assertThat(rules(lasting + "/l.sqlite"))
                    .as(lasting)
                    .noneMatch(rule -> rule.contains("in a temporary folder"));
        }
    }

    @Test
    void aPasswordInTheAddressOfALedgerIsRefusedHoweverItIsWritten() throws IOException {
        String address = "{user: me, password_variable: PG, postgres: 'jdbc:postgresql://localhost/books";
        for (String secret : List.of("?password=x", "?PASSWORD=x", "?Password=", "?ssl=true&passWord=x")) {
            assertThat(rules(address + secret + "'}")).as(secret).contains("A password must not stand in a policy.");
        }
        for (String none : List.of("", "?ssl=true", "?user=password", "?passfile=x")) {
            assertThat(rules(address + none + "'}")).as(none).doesNotContain("A password must not stand in a policy.");
        }
    }

    /** A file of a disk image or a table is no policy, and is not read to find that out. */
    @Test
    void aPolicyHasUpToSixteenMebibytes() throws IOException {
        Path file = folder.resolve("long.yaml");
        for (long length : List.of(1L << 14, (1L << 14) + 1, 1L << 20, 1L << 24)) {
            Files.write(file, "[1, 2]\n...\n".getBytes(StandardCharsets.UTF_8));
            try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
                access.setLength(length);
            }
            assertThat(PolicyFile.check(file, Shop.ENGINE).errors()).isNotEmpty();
        }
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength((1L << 24) + 1);
        }
        assertThatThrownBy(() -> PolicyFile.check(file, Shop.ENGINE))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("is larger than 16 MiB");
    }

    /** The person of a JSON file is one of its listed columns in whatever case both are written. */
    @Test
    void aColumnOfAJsonFileIsThereOnceInWhateverCase() throws IOException {
        Files.writeString(folder.resolve("t.jsonl"), "{\"who\": 1, \"n\": 2}\n");
        for (String person : List.of("who", "WHO", "Who")) {
            Path file = Files.writeString(
                    folder.resolve("json.yaml"),
                    "dataset: shop\ntables: {t: {file: t.jsonl, person: " + person
                            + ", unique: [[N, Who]], columns: {who: INTEGER, n: INTEGER}}}\n"
                            + "analysts: {ada: []}\n"
                            + "accounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}\n");
            PolicyFile.Checked checked = PolicyFile.check(file, Shop.ENGINE);
            assertThat(checked.errors()).extracting(Finding::text).isEmpty();
            assertThat(checked.tables().get(0).table().columns())
                    .as(person)
                    .extracting(column -> column.name())
                    .containsExactly("who", "n");
        }
    }

    /** Whatever else is wrong: only where the analysts are not known is nothing said of their roles. */
    @Test
    void aRoleThatNobodyHasIsToldBesideOtherErrors() throws IOException {
        String good = """
            dataset: shop
            tables: {t: {file: t.csv, person: who, roles: [nobody], columns: {who: INTEGER, n: {type: INTEGER, roles: [no]}}}}
            analysts: {ada: [some]}
            accounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}
            defaults: {epsilon: 1}
            """;
        for (List<String> change : List.of(
                List.of("dataset: shop", "dataset: shop"),
                List.of("dataset: shop", "dataset: a/b"),
                List.of("epsilon: 1}", "epsilon: 0}"),
                List.of("members: [ada]", "members: [bob]"),
                List.of("person: who", "person: whom"),
                List.of("delta: 1e-6", "delta: 2"))) {
            assertThat(good).contains(change.get(0));
            Path file = Files.writeString(
                    folder.resolve("roles.yaml"), good.replaceFirst("\\Q" + change.get(0) + "\\E", change.get(1)));
            assertThat(PolicyFile.check(file, Shop.ENGINE).errors())
                    .as(change.get(1))
                    .extracting(Finding::rule)
                    .contains("No analyst has the role nobody.", "No analyst has the role no.");
        }
        Path file = Files.writeString(folder.resolve("roles.yaml"), good.replace("ada: [some]", "ada: some"));
        assertThat(PolicyFile.check(file, Shop.ENGINE).errors())
                .isNotEmpty()
                .extracting(Finding::rule)
                .noneMatch(rule -> rule.startsWith("No analyst has the role"));
    }

    /** A draft calls its data set after the first file, with no sign that such a name must not have. */
    @Test
    void aDraftOfAnyFileHasAUsableName() throws IOException {
        for (String name : List.of(
                "visits",
                "my visits (1)",
                "größe",
                "訪問",
                "a+b",
                "a_b-c.d",
                "x@y",
                "'q'",
                "_x",
                "- x",
                "x".repeat(64),
                "x".repeat(65),
                "-" + "x".repeat(100))) {
            Path data = Files.writeString(folder.resolve(name + ".csv"), "who,n\n1,2\n");
            Path file = folder.resolve("draft.yaml");
            Files.writeString(file, DraftPolicy.of(List.of(data), file, Shop.ENGINE));
            assertThat(PolicyFile.check(file, Shop.ENGINE).errors())
                    .as(name)
                    .extracting(Finding::path)
                    .isNotEmpty()
                    .doesNotContain("dataset")
                    .doesNotContain("");
            assertThat(Files.readString(file)).contains("dataset: ");
        }
    }
}
