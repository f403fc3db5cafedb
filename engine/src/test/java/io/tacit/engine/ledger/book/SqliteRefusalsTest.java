package io.tacit.engine.ledger.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Of every error that SQLite knows the owner is told what to do: extended ones as the plain ones that they belong to. */
@NullUnmarked
class SqliteRefusalsTest {
    private static final Path FILE = Path.of("folder", "books.sqlite");

    /** What is told of an error, by the beginning of its name. */
    private static final Map<String, String> TOLD = Map.of(
            "SQLITE_PERM", "cannot be written",
            "SQLITE_READONLY", "cannot be written",
            "SQLITE_AUTH", "cannot be written",
            "SQLITE_BUSY", "Another process has held",
            "SQLITE_LOCKED", "Another process has held",
            "SQLITE_IOERR", "failed (",
            "SQLITE_CORRUPT", "is damaged",
            "SQLITE_FULL", "is full",
            "SQLITE_CANTOPEN", "cannot be opened",
            "SQLITE_NOTADB", "is no SQLite database");

    @Test
    void everyErrorIsToldByItsKind() {
        for (SQLiteErrorCode code : SQLiteErrorCode.values()) {
            String told = TOLD.entrySet().stream()
                    .filter(each ->
                            code.name().equals(each.getKey()) || code.name().startsWith(each.getKey() + "_"))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse("cannot be used (" + code.name() + ")");
            Refusal refusal = SqliteDatabase.refusal(new SQLiteException("words of the library", code), FILE);
            assertThat(refusal.code()).isEqualTo(ErrorCode.LEDGER);
            assertThat(refusal.rule())
                    .as(code.name())
                    .contains(told)
                    .contains("books.sqlite")
                    .doesNotContain("words of the library");
            assertThat(refusal.advice()).endsWith("Nothing is released without a ledger.");
            assertThat(SqliteDatabase.of(FILE, List.of()).isBusy(new SQLiteException("", code)))
                    .as(code.name())
                    .isEqualTo(code.name().matches("SQLITE_BUSY(_.*)?"));
        }
        assertThat(SqliteDatabase.refusal(new SQLException("words"), FILE).rule())
                .contains("cannot be used (UNKNOWN_ERROR)")
                .doesNotContain("words");
    }
}
