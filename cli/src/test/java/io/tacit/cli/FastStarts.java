package io.tacit.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * An installation as an unpacked archive has it, with the classes under test: the launcher in {@code bin}, jars and
 * libraries in {@code lib}. Java keeps in an archive only classes from jars, so folders of classes become jars; and
 * DuckDB's jar, which unpacks its library at every start, is parted from its libraries.
 */
final class FastStarts {
    private static final String LIBRARY = "libduckdb_java.so_";
    private static final Path LAUNCHER = Path.of("src", "main", "dist", "bin", "tacit");

    private FastStarts() {}

    /**
     * Makes the installation.
     *
     * @param app where it may lie
     * @return its launcher
     */
    static Path launcher(Path app) throws IOException {
        Path lib = Files.createDirectories(app.resolve("lib"));
        List<String> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path) && !path.endsWith("test-classes")) {
                jars.add(relative(lib, jar(path, lib.resolve(jars.size() + ".jar"))));
            } else if (path.getFileName().toString().startsWith("duckdb_jdbc")) {
                jars.add(relative(lib, parted(path, lib)));
            } else if (Files.isRegularFile(path)) {
                jars.add(relative(lib, path));
            }
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "io.tacit.cli.Tacit");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, String.join(" ", jars));
        new JarOutputStream(Files.newOutputStream(lib.resolve("tacit-cli.jar")), manifest).close();
        Path launcher = Files.createDirectories(app.resolve("bin")).resolve("tacit");
        Files.copy(LAUNCHER, launcher, StandardCopyOption.COPY_ATTRIBUTES);
        return launcher;
    }

    /** Java's archives of classes leave out jars that a manifest names by a whole URL. */
    private static String relative(Path lib, Path jar) {
        return lib.toAbsolutePath()
                .relativize(jar.toAbsolutePath())
                .toString()
                .replace(File.separatorChar, '/')
                .replace(" ", "%20");
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
