package io.tacit.engine.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether two paths lead to one file: by their names, through links of both kinds, and where there is no file yet. */
public final class SameFile {
    private static final int MOST_LINKS = 40;

    private SameFile() {}

    /** Whether what is written to one would be in the other. In doubt it would. */
    public static boolean same(Path one, Path other) {
        try {
            return Files.exists(one) && Files.exists(other)
                    ? Files.isSameFile(one, other)
                    : place(one).equals(place(other));
        } catch (IOException unknown) {
            return true;
        }
    }

    /** The place where a file is, or would be made. */
    private static Path place(Path file) throws IOException {
        Path at = file.toAbsolutePath();
        for (int links = 0; links < MOST_LINKS && Files.isSymbolicLink(at); links++) {
            at = at.resolveSibling(Files.readSymbolicLink(at));
        }
        Path folder = at.getParent();
        return folder == null || !Files.isDirectory(folder)
                ? at.normalize()
                : folder.toRealPath().resolve(at.getFileName()).normalize();
    }
}
