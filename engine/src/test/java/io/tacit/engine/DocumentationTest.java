package io.tacit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.refusal.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents say what is there, and their links lead somewhere. */
class DocumentationTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

    @Test
    void everyErrorCodeIsExplainedWithItsSqlState() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("docs/reference/errors.md"));
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(lines).anyMatch(line -> line.startsWith("| " + code.code() + " | " + code.sqlState() + " |"));
        }
        assertThat(lines.stream().filter(line -> line.startsWith("| TCT-"))).hasSize(ErrorCode.values().length);
    }

    /** What a query can provoke has a case among the scripts; the others are declarations, files, engines, a deadline. */
    @Test
    void everyErrorCodeHasACase() throws IOException {
        String scripts = contents(Path.of("src/test/resources/iq"), ".iq");
        String tests =
                contents(Path.of("src/test/java"), ".java") + contents(ROOT.resolve("cli/src/test/java"), ".java");
        List<String> missing = new ArrayList<>();
        for (ErrorCode code : ErrorCode.values()) {
            boolean ofQueries = "SORJAWQLUG".indexOf(code.code().charAt(4)) >= 0 && code != ErrorCode.PLANNING_TIME;
            boolean found = ofQueries
                    ? scripts.contains("!refused\n" + code.code() + " (" + code.sqlState() + ")")
                    : tests.contains("ErrorCode." + code.name()) || tests.contains(code.code());
            if (!found) {
                missing.add(code.code());
            }
        }
        assertThat(missing).isEmpty();
    }

    private static String contents(Path folder, String ending) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(ending)).toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }

    @Test
    void linksBetweenDocumentsResolve() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path document : documents()) {
            Matcher matcher = LINK.matcher(Files.readString(document));
            while (matcher.find()) {
                links++;
                Path target = document.toAbsolutePath().getParent().resolve(matcher.group(1));
                if (!Files.exists(target)) {
                    broken.add(document + " → " + matcher.group(1));
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(links).isGreaterThan(15);
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
        }
        return documents;
    }
}
