package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The log is not written into what the policy needs. */
@NullUnmarked
class LogPlaceTest {
    private static final String POLICY = Shop.GOOD.replace("/srv/shop/ledger.sqlite", "shop.sqlite");

    @TempDir
    Path folder;

    private Shop shop;

    @BeforeEach
    void makeFiles() throws IOException, SQLException {
        shop = Shop.in(folder);
    }

    private List<String> found(String log) throws IOException {
        return shop.check(POLICY.replace("audit_log: audit.jsonl", "audit_log: " + log)).errors().stream()
                .map(Finding::text)
                .toList();
    }

    /** A ledger that is a file of data, or the policy, however it is named. */
    @ParameterizedTest
    @ValueSource(strings = {"tacit.yaml", "shop.duckdb", "countries.csv", "./countries.csv", "linked/countries.csv"})
    void aLedgerIsAFileOfItsOwn(String name) throws IOException {
        Files.createSymbolicLink(folder.resolve("linked"), folder);
        assertThat(shop.check(POLICY.replace("ledger: shop.sqlite", "ledger: " + name)).errors().stream()
                        .map(Finding::text))
                .anyMatch(text -> text.contains("The ledger would be written into"));
    }

    /** All that a policy is made of; most need not be there yet. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "tacit.yaml",
                "shop.duckdb",
                "countries.csv",
                "countries.csv.tacit.yaml",
                "shop.duckdb.wal",
                "shop.sqlite",
                "shop.sqlite-wal",
                "shop.sqlite-shm",
                "shop.sqlite-journal"
            })
    void byAnyName(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createSymbolicLink(folder.resolve("link.jsonl"), Path.of(name));
        Files.createSymbolicLink(folder.resolve("linked"), folder);
        Files.createDirectory(folder.resolve("inner"));
        Files.createSymbolicLink(folder.resolve("inner").resolve("far.jsonl"), Path.of("../linked/link.jsonl"));
        for (String log : List.of(
                name,
                "./" + name,
                "inner/../" + name,
                "linked/" + name,
                "link.jsonl",
                "inner/far.jsonl",
                file.toString())) {
            assertThat(found(log))
                    .as(log)
                    .singleElement()
                    .asString()
                    .endsWith("audit_log: The log would be written into " + name
                            + ", which the policy needs. Choose a file of its own for the log.");
        }
        if (Files.exists(file)) {
            Files.createLink(folder.resolve("hard.jsonl"), file);
            assertThat(found("hard.jsonl")).hasSize(1);
        }
        assertThat(found("audit.jsonl")).isEmpty();
    }

    @Test
    void theLedgerOfALinkAndWhatSqliteKeepsBesideItsTarget() throws IOException {
        Files.writeString(folder.resolve("real.sqlite"), "");
        Files.createSymbolicLink(folder.resolve("shop.sqlite"), Path.of("real.sqlite"));
        for (String log : List.of("real.sqlite", "real.sqlite-wal", "shop.sqlite-wal")) {
            assertThat(found(log)).as(log).hasSize(1);
        }
    }

    @Test
    void aFolder() throws IOException {
        Files.createDirectory(folder.resolve("logs"));
        assertThat(found("logs")).singleElement().asString().contains("This is a folder.");
        assertThat(found("nowhere/log.jsonl")).singleElement().asString().contains("does not exist");
    }

    /** Nothing was opened, so nothing is written. */
    @Test
    void suchAPolicyIsNotRead() throws IOException {
        assertThatThrownBy(() -> shop.read(POLICY.replace("audit_log: audit.jsonl", "audit_log: shop.sqlite")))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("The log would be written into shop.sqlite");
        assertThat(folder.resolve("shop.sqlite")).doesNotExist();
    }

    /** A ledger in PostgreSQL is no file. */
    @Test
    void aLedgerInPostgresIsInNobodysWay() throws IOException {
        String postgres = POLICY.replace(
                "ledger: shop.sqlite",
                "ledger: {postgres: \"jdbc:postgresql://db/ledger\", user: tacit, password_variable: LEDGER}");
        assertThat(shop.check(postgres).errors()).isEmpty();
    }
}
