package io.tacit.engine.backend.duckdb;

import io.tacit.engine.catalog.AmbiguousNames;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.text.HeaderNames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The file of an open table, and what it declares of itself: the header of a CSV file, the stored schema of Parquet files, the
 * first blocks of a database. Of JSON nothing is compared, whose members are people's; nor is a value of any file.
 */
final class OpenedFile {
    /** What DuckDB writes anew with each checkpoint: the header of the file and two of the database. */
    private static final int DATABASE_HEADERS = 3 * 4096;

    private final SourceTable table;
    private final List<Path> paths;
    private final Facts facts;
    private final Object atOpening;
    private List<String> identities = List.of();

    /** Reads what a file declares of itself now: equal as long as it declares the same. */
    @FunctionalInterface
    interface Facts {
        Object read() throws IOException;
    }

    private OpenedFile(SourceTable table, List<Path> paths, Facts facts, Object atOpening) throws IOException {
        this.table = table;
        this.paths = paths;
        this.facts = facts;
        this.atOpening = atOpening;
        takeIdentity();
    }

    /**
     * A table that was just opened.
     *
     * @param paths its files
     * @param database in which it is open
     * @throws Refusal SOURCE_SCHEMA when it is not as it was declared, or a declared name means several of its columns
     */
    static OpenedFile of(SourceTable table, List<Path> paths, EmbeddedDuckDb database) throws IOException {
        Source.File file = table.source().match(local -> local, server -> {
            throw new IllegalArgumentException("no file");
        });
        Optional<List<String>> declared = file.matchFormat(
                csv -> Optional.of(csv.header()).filter(header -> !header.isEmpty()),
                parquet -> Optional.empty(),
                json -> Optional.empty(),
                duckDb -> Optional.empty());
        Facts facts = file.<Facts>matchFormat(
                csv -> () -> header(csv, declared),
                parquet -> new ParquetColumns(database, paths),
                json -> () -> "",
                duckDb -> () -> firstBlocks(duckDb.path()));
        Object found = declared.isPresent() ? declared : facts.read();
        if (found instanceof ParquetColumns.Found parquet) {
            check(table, parquet.names());
        }
        return new OpenedFile(table, paths, facts, found);
    }

    /** The names of the header; of a file that holds nothing, not even a header, what is declared holds. */
    private static Optional<List<String>> header(Source.Csv csv, Optional<List<String>> declared) throws IOException {
        Optional<List<String>> names = HeaderNames.read(csv.path(), csv.format());
        return names.filter(List::isEmpty).isPresent() && declared.isPresent() ? declared : names;
    }

    /** The engine takes names for equal that are not: whose rows these are would then be in doubt. */
    private static void check(SourceTable table, List<String> names) {
        AmbiguousNames ambiguous = AmbiguousNames.of(names);
        for (Column column : table.table().columns()) {
            if (ambiguous.why(column.name()).isPresent()) {
                throw new Refusal(
                        ErrorCode.SOURCE_SCHEMA,
                        "The column " + column.name() + " of the table "
                                + table.table().name() + " could be any of several columns of its file.",
                        AmbiguousNames.advice());
            }
        }
    }

    private static String firstBlocks(Path database) throws IOException {
        try (InputStream in = Files.newInputStream(database)) {
            return identity(database) + HexFormat.of().formatHex(in.readNBytes(DATABASE_HEADERS));
        }
    }

    /** What tells a file from one that is put in its place; not what changes when somebody's row is added to it. */
    private static String identity(Path path) throws IOException {
        return Objects.toString(
                Files.readAttributes(path, BasicFileAttributes.class).fileKey(), "");
    }

    private void takeIdentity() throws IOException {
        List<String> now = new ArrayList<>();
        for (Path path : paths) {
            now.add(identity(path));
        }
        identities = now;
    }

    String table() {
        return table.table().name();
    }

    /**
     * Compares what the file declares with what it declared when it was opened, before anything is charged.
     *
     * @throws Refusal SOURCE_SCHEMA when it declares something else, SOURCE_UNREADABLE when it cannot be read
     */
    void checkBefore() {
        try {
            if (!facts.read().equals(atOpening)) {
                throw new Refusal(
                        ErrorCode.SOURCE_SCHEMA,
                        "The file of the table " + table() + " has other columns than when this session was opened.",
                        "Nothing was charged. Open the session anew: that looks its columns up.");
            }
            takeIdentity();
        } catch (IOException gone) {
            throw unreadable();
        }
    }

    /**
     * Compares once more after it was read.
     *
     * @throws Refusal SOURCE_SCHEMA when it declares something else, or another file is in its place
     */
    void checkAfter() {
        List<String> before = identities;
        try {
            takeIdentity();
            if (!identities.equals(before) || !facts.read().equals(atOpening)) {
                throw new Refusal(
                        ErrorCode.SOURCE_SCHEMA,
                        "The file of the table " + table() + " was replaced while it was read.",
                        "What was read of it is no whole answer, and what the question cost stays spent. Ask again, and"
                                + " open the session anew if its columns changed.");
            }
        } catch (IOException gone) {
            throw unreadable();
        }
    }

    private Refusal unreadable() {
        return new Refusal(
                ErrorCode.SOURCE_UNREADABLE,
                "The file of the table " + table() + " is not there any more.",
                "Put it back, or open the session anew.");
    }
}
