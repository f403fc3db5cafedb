package io.tacit.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * A launcher of the classes under test that starts as fast as the one of an installation. Java keeps in an archive only
 * classes from jars, so folders of classes become jars; and DuckDB's jar, which unpacks its library at every start, is
 * parted from its libraries.
 */
final class FastStarts {
    private static final String LIBRARY = "libduckdb_java.so_";

    private FastStarts() {}

    /**
     * Makes the launcher.
     *
     * @param folder where it and what it needs may lie
     */
    static Path launcher(Path folder) throws IOException {
        List<String> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path) && !path.endsWith("test-classes")) {
                jars.add(jar(path, folder.resolve(jars.size() + ".jar")).toString());
            } else if (path.getFileName().toString().startsWith("duckdb_jdbc")) {
                jars.add(parted(path, folder).toString());
            } else if (Files.isRegularFile(path)) {
                jars.add(entry);
            }
        }
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xlog:disable",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                String.join(File.pathSeparator, jars)));
        Path archive = folder.resolve("start.jsa");
        Path file = folder.resolve("launcher");
        // The first command makes the archive as it ends.
        Files.writeString(
                file,
                "#!/usr/bin/env bash\nif [ -f '" + archive
                        + "' ]; then archive=-XX:SharedArchiveFile; else archive=-XX:ArchiveClassesAtExit; fi\nexec '"
                        + words.remove(0) + "' $archive='" + archive + "' '" + String.join("' '", words)
                        + "' io.tacit.cli.Tacit \"$@\"\n");
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("not executable: " + file);
        }
        return file;
    }

    private static Path jar(Path classes, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            out.setLevel(0);
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
            }
        }
        return jar;
    }

    private static Path parted(Path duckDb, Path folder) throws IOException {
        Path parted = folder.resolve(duckDb.getFileName());
        try (JarFile whole = new JarFile(duckDb.toFile());
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(parted))) {
            for (JarEntry entry : whole.stream().toList()) {
                try (InputStream in = whole.getInputStream(entry)) {
                    if (!entry.getName().startsWith(LIBRARY)) {
                        out.putNextEntry(new JarEntry(entry.getName()));
                        in.transferTo(out);
                    } else if (entry.getName().equals(library())) {
                        Files.copy(in, folder.resolve(entry.getName()));
                    }
                }
            }
        }
        return parted;
    }

    /** This machine's, as DuckDB calls it. */
    private static String library() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "macos" : "linux";
        String processor = System.getProperty("os.arch");
        return LIBRARY + system + "_"
                + switch (processor) {
                    case "aarch64" -> "arm64";
                    case "x86_64" -> "amd64";
                    default -> processor;
                };
    }
}
