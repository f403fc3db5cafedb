package io.tacit.engine.ledger.book;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.sqlite.SQLiteJDBCLoader;

/**
 * Loads SQLite's library from a folder of this process alone. The driver unpacks it into one folder for all processes
 * and removes there what seems left over, so that of two that start in the same moment one could lose its library.
 */
final class LoadSqlite {
    private static final String FOLDER = "org.sqlite.tmpdir";
    private static boolean tried;

    private LoadSqlite() {}

    /** Loads it unless it is loaded. What fails here is tried again, and told, by the first connection. */
    static synchronized void once() {
        if (tried) {
            return;
        }
        tried = true;
        if (System.getProperty(FOLDER) != null) {
            return;
        }
        try {
            Path folder = Files.createTempDirectory("tacit-sqlite-");
            // Where a loaded library cannot be removed, the driver does so at the end; the folder comes after it.
            folder.toFile().deleteOnExit();
            System.setProperty(FOLDER, folder.toString());
            try {
                SQLiteJDBCLoader.initialize();
            } finally {
                System.clearProperty(FOLDER);
                remove(folder);
            }
        } catch (Exception notHere) {
            // The driver's own way is left.
            return;
        }
    }

    private static void remove(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(folder);
    }
}
