package io.tacit.engine.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The statements of the {@code .iq} scripts. */
@org.jspecify.annotations.NullUnmarked
final class ScriptStatements {
    private static final Path SCRIPTS = Path.of("src/test/resources/iq");

    private ScriptStatements() {}

    /**
     * One of them.
     *
     * @param refusal what it is refused with, without blank lines at the end; empty for an answer
     */
    record Statement(Path script, String sql, String refusal) {
        boolean isRefused() {
            return !refusal.isEmpty();
        }
    }

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            return files.filter(file -> file.toString().endsWith(".iq"))
                    .sorted()
                    .toList();
        }
    }

    static List<Statement> all() throws IOException {
        List<Statement> all = new ArrayList<>();
        for (Path script : files()) {
            List<String> sql = new ArrayList<>();
            List<String> lines = Files.readAllLines(script);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                if (!line.startsWith("!")) {
                    sql.add(line);
                    continue;
                }
                String answer = lines.subList(i + 1, lines.size()).stream()
                        .takeWhile(next -> !next.isBlank())
                        .collect(Collectors.joining("\n"));
                i += (int) answer.lines().count();
                all.add(new Statement(
                        script, String.join("\n", withoutComments(sql)), line.equals("!refused") ? answer : ""));
                sql.clear();
            }
        }
        return all;
    }

    /** Without the comments and blank lines before a statement. */
    static List<String> withoutComments(List<String> lines) {
        return lines.stream()
                .dropWhile(line -> line.startsWith("#") || line.isBlank())
                .toList();
    }
}
