package io.tacit.engine.backend.duckdb;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder that only the user of this process may enter, removed when closed. */
final class PrivateFolder implements AutoCloseable {
    private final Path path;

    private PrivateFolder(Path path) {
        this.path = path;
    }

    static PrivateFolder create() throws IOException {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] onlyOwner = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
        return new PrivateFolder(Files.createTempDirectory("tacit-", onlyOwner));
    }

    Path path() {
        return path;
    }

    /** Removes what can be removed. */
    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(path)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
        } catch (IOException alreadyGone) {
            return;
        }
    }
}
