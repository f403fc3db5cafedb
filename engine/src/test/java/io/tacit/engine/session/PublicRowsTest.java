package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.answer.Sandbox;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which tables of a server enter the sandbox, and when. In place of the server DuckDB holds them. */
@NullUnmarked
class PublicRowsTest {
    private static final List<ResultType> TEXT_AND_NUMBER =
            List.of(ResultType.of(ColumnType.VARCHAR), ResultType.of(ColumnType.INTEGER));

    @TempDir
    static Path folder;

    @AutoClose
    private static Backend backend;

    @AutoClose
    private final Sandbox sandbox = Sandbox.open(List.of(), People.SETTINGS);

    private static final PublicRows ROWS = PublicRows.of(List.of(
            server(table("codes", new Protection.Public())), server(table("people", new Protection.UnitColumn("n")))));

    private static Table table(String name, Protection protection) {
        return new Table(
                name,
                List.of(Column.nullable("code", ColumnType.VARCHAR), Column.nullable("n", ColumnType.INTEGER)),
                protection);
    }

    private static SourceTable server(Table table) {
        return new SourceTable(table, new Source.Server("postgresql://server/base", table.name()));
    }

    @BeforeAll
    static void open() {
        Path file = DuckDbFiles.make(
                folder,
                List.of(
                        "CREATE TABLE codes (code VARCHAR, n INTEGER)",
                        "INSERT INTO codes VALUES ('a', 1), (NULL, 2), ('', NULL)",
                        "CREATE TABLE many AS SELECT 'a' AS code, CAST(range AS INTEGER) AS n FROM range(1000001)"));
        backend = new DuckDbEngine(People.SETTINGS)
                .open(List.of(
                        DuckDbFiles.table(file, "codes", new Protection.Public()),
                        DuckDbFiles.table(file, "many", new Protection.Public())));
    }

    private static BackgroundStart<Backend> opened() {
        return new BackgroundStart<>(() -> backend);
    }

    private static BackgroundStart<Backend> neverOpened() {
        return new BackgroundStart<>(() -> {
            throw new IllegalStateException("the server was asked");
        });
    }

    private static PublicRows codes() {
        return PublicRows.of(List.of(server(table("codes", new Protection.Public()))));
    }

    @Test
    void whatIsReadIsCopiedOnce() {
        PublicRows rows = codes();
        rows.copy("SELECT 1", neverOpened(), sandbox);
        rows.copy("SELECT * FROM codes", opened(), sandbox);
        assertThat(sandbox.run("SELECT code, n FROM codes ORDER BY n NULLS LAST", TEXT_AND_NUMBER))
                .containsExactly(new Object[] {"a", 1}, new Object[] {null, 2}, new Object[] {"", null});
        rows.copy("SELECT * FROM codes", neverOpened(), sandbox);
    }

    @Test
    void whatFailedIsCopiedNextTime() {
        PublicRows rows = codes();
        assertThatThrownBy(() -> rows.copy("SELECT * FROM codes", neverOpened(), sandbox))
                .hasMessage("the server was asked");
        rows.copy("SELECT * FROM codes", opened(), sandbox);
        assertThat(sandbox.run("SELECT code, n FROM codes", TEXT_AND_NUMBER)).hasSize(3);
    }

    @Test
    void peoplesRowsAndFilesAreNeverCopied() {
        ROWS.copy("SELECT * FROM people", neverOpened(), sandbox);
        PublicRows.of(List.of(new SourceTable(
                        table("codes", new Protection.Public()), new Source.Json(folder.resolve("codes.json")))))
                .copy("SELECT * FROM codes", neverOpened(), sandbox);
    }

    @Test
    void moreThanAMillionRowsAreRefused() {
        PublicRows rows = PublicRows.of(List.of(server(table("many", new Protection.Public()))));
        assertThatThrownBy(() -> rows.copy("SELECT * FROM many", opened(), sandbox))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.TOO_COMPLEX))
                .hasMessageContaining("The public table many has too many rows");
    }
}
