package io.tacit.engine.session;

import io.tacit.engine.catalog.Defaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A process of its own that asks the same query twice and says both outputs. */
@org.jspecify.annotations.NullUnmarked
final class AskOnce {
    private AskOnce() {}

    /** A session over ordinary people in that file. */
    static TacitSession open(Path file) throws IOException {
        return TacitSession.open(
                List.of(People.ordinary().table(Files.createDirectories(file))), Defaults.STANDARD, People.SETTINGS);
    }

    /** Starts one. */
    static Process start(Path folder, String sql) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AskOnce.class.getName(),
                        folder.toString(),
                        sql)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Arguments: the folder of the table, the query. */
    public static void main(String[] arguments) throws IOException {
        try (TacitSession session = open(Path.of(arguments[0]))) {
            for (int i = 0; i < 2; i++) {
                System.out.println(
                        session.query(arguments[1]).rows().get(0).values().get(0));
            }
        }
    }
}
