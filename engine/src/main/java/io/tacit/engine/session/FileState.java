package io.tacit.engine.session;

import io.tacit.engine.backend.ParquetFiles;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Whether files are as they were: by what everybody sees who lists their folder. Contents are not read; that they were
 * equal would be an answer about them without noise.
 */
final class FileState {
    /** Two changes within one step of the file system's clock look like one. */
    private static final Duration FINE = Duration.ofMillis(50);

    private static final Duration COARSE = Duration.ofSeconds(3);

    private final Instant now;
    private final StringBuilder text = new StringBuilder();
    private boolean certain = true;

    private FileState(Instant now) {
        this.now = now;
    }

    /**
     * The state of all tables' files as a text that changes when one of them does; empty where that is not certain, as
     * for a file that was written just now.
     */
    static Optional<String> of(List<SourceTable> tables, Instant now) {
        FileState state = new FileState(now);
        TreeSet<Path> paths = new TreeSet<>();
        for (SourceTable table : tables) {
            Optional<Path> file =
                    table.source().match(each -> Optional.of(each.path()), server -> Optional.<Path>empty());
            // A server does not say whether its rows are as they were.
            state.certain &= file.isPresent();
            file.ifPresent(paths::add);
        }
        paths.forEach(state::add);
        return state.certain ? Optional.of(state.text.toString()) : Optional.empty();
    }

    /**
     * What is seen of all tables' files, be it certain or not, to tell whether one changed between two looks. Of a server nothing is
     * seen.
     */
    static String seen(List<SourceTable> tables) {
        FileState state = new FileState(Instant.MAX);
        for (SourceTable table : tables) {
            table.source()
                    .match(file -> Optional.of(file.path()), server -> Optional.<Path>empty())
                    .ifPresent(state::look);
        }
        return state.text.toString();
    }

    private void look(Path path) {
        try {
            add(path);
        } catch (Refusal gone) {
            text.append(path).append(" gone\n");
        }
    }

    /**
     * The state of what an engine opens once for a whole session, databases and the list of files that are one table: it
     * goes on reading these as they were.
     */
    static String ofHeldOpen(List<SourceTable> tables) {
        FileState state = new FileState(Instant.MAX);
        for (SourceTable table : tables) {
            table.source()
                    .match(
                            file -> file.tableInFile().isPresent() || ParquetFiles.isSeveral(file.path())
                                    ? Optional.of(file.path())
                                    : Optional.<Path>empty(),
                            server -> Optional.<Path>empty())
                    .ifPresent(state::add);
        }
        return state.text.toString();
    }

    private void add(Path path) {
        if (ParquetFiles.isSeveral(path)) {
            ParquetFiles.of(path).forEach(this::addFile);
            return;
        }
        addFile(path);
        // A database's changes lie beside it until they are moved into it.
        Path log = path.resolveSibling(path.getFileName() + ".wal");
        if (Files.exists(log)) {
            addFile(log);
        }
    }

    private void addFile(Path path) {
        try {
            BasicFileAttributes seen = Files.readAttributes(path, BasicFileAttributes.class);
            Instant changed = seen.lastModifiedTime().toInstant();
            boolean fine = !changed.equals(changed.truncatedTo(ChronoUnit.MILLIS));
            Duration step = fine ? FINE : COARSE;
            certain &= changed.plus(step).isBefore(now);
            text.append(path.toAbsolutePath().normalize())
                    .append(' ')
                    .append(seen.size())
                    .append(' ')
                    .append(changed)
                    .append(' ')
                    .append(seen.fileKey())
                    .append('\n');
        } catch (IOException unreadable) {
            certain = false;
        }
    }
}
