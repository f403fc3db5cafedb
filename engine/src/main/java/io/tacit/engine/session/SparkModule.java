package io.tacit.engine.session;

import io.tacit.engine.backend.EngineProvider;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the module for Spark: on the class path, or in a folder of jars that the property {@value #FOLDER} names. Jars of
 * the folder see this program's own classes and Java's, and none of the libraries that it uses, whose versions may be
 * others than theirs.
 */
public final class SparkModule {
    /** The folder of the module's jars; it need not exist. */
    private static final String FOLDER = "tacit.spark";

    /** A command that fills the folder; none where nothing can. */
    private static final String FETCH = "tacit.spark.fetch";

    private static @Nullable EngineProvider found;

    private SparkModule() {}

    /**
     * The module's service.
     *
     * @throws Refusal SOURCE_UNREADABLE when it is not installed
     */
    static synchronized EngineProvider provider() {
        EngineProvider provider = found;
        if (provider == null) {
            provider = onClassPath()
                    .or(SparkModule::inFolder)
                    .orElseThrow(() -> new Refusal(
                            ErrorCode.SOURCE_UNREADABLE,
                            "The module for Spark is not installed.",
                            "It is a download of its own: see docs/guide/spark.md."));
            found = provider;
        }
        return provider;
    }

    private static Optional<EngineProvider> onClassPath() {
        return ServiceLoader.load(EngineProvider.class, SparkModule.class.getClassLoader())
                .findFirst();
    }

    private static Optional<EngineProvider> inFolder() {
        String name = System.getProperty(FOLDER);
        if (name == null) {
            return Optional.empty();
        }
        Path folder = Path.of(name);
        fetch(folder, "client");
        try (Stream<Path> jars = Files.list(folder)) {
            List<Path> all = jars.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
            URL[] urls = new URL[all.size()];
            for (int i = 0; i < urls.length; i++) {
                urls[i] = all.get(i).toUri().toURL();
            }
            // Closed when the program ends: its classes are in use until then.
            URLClassLoader loader = new URLClassLoader(urls, new OwnClasses(SparkModule.class.getClassLoader()));
            return ServiceLoader.load(EngineProvider.class, loader).findFirst();
        } catch (IOException notThere) {
            return Optional.empty();
        }
    }

    /**
     * Runs the command that fetches jars, if there is one and they are not there yet.
     *
     * @param folder where they will be
     * @param what {@code client} or {@code server}
     * @throws Refusal SOURCE_UNREADABLE when it fails
     */
    public static void fetch(Path folder, String what) {
        String command = System.getProperty(FETCH);
        if (command == null || Files.isDirectory(folder)) {
            return;
        }
        try {
            Process process = new ProcessBuilder(command, what)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            process.getOutputStream().close();
            if (process.waitFor() == 0) {
                return;
            }
        } catch (IOException notStarted) {
            throw notFetched();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        throw notFetched();
    }

    private static Refusal notFetched() {
        return new Refusal(
                ErrorCode.SOURCE_UNREADABLE,
                "The jars for Spark could not be fetched.",
                "See what is written above, and docs/guide/spark.md.");
    }

    /** Shows classes of this program and of Java only. */
    private static final class OwnClasses extends ClassLoader {
        private static final List<String> SHOWN = List.of("io.tacit.engine.", "io.tacit.privacy.", "org.jspecify.");

        private final ClassLoader program;

        OwnClasses(ClassLoader program) {
            super(ClassLoader.getPlatformClassLoader());
            this.program = program;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (SHOWN.stream().anyMatch(name::startsWith)) {
                return program.loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }
}
