package io.tacit.engine.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Queries that somebody wrote: the statements of the scripts, and TPC-H. */
@org.jspecify.annotations.NullUnmarked
final class FuzzSeeds {
    private static final Path RESOURCES = Path.of("src/test/resources");

    private FuzzSeeds() {}

    /** The statements of the {@code .iq} scripts, accepted and refused, without their answers. */
    static List<String> scripts() throws IOException {
        List<String> statements = new ArrayList<>();
        for (Path script : files(RESOURCES.resolve("iq"), ".iq")) {
            StringBuilder statement = new StringBuilder();
            boolean answer = false;
            for (String line :
                    Files.readString(script, StandardCharsets.UTF_8).lines().toList()) {
                if (line.startsWith("!")) {
                    statements.add(statement.toString());
                    statement.setLength(0);
                    answer = true;
                } else if (line.isBlank()) {
                    answer = false;
                } else if (!answer && !line.startsWith("#")) {
                    statement.append(line).append('\n');
                }
            }
        }
        return statements;
    }

    static List<String> tpch() throws IOException {
        List<String> queries = new ArrayList<>();
        for (Path query : files(RESOURCES.resolve("tpch"), ".sql")) {
            queries.add(Files.readString(query, StandardCharsets.UTF_8));
        }
        return queries;
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }
}
