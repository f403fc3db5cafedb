package io.tacit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.refusal.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents say what is there, and their links lead somewhere. */
class DocumentationTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]+(?:[A-Z]\\w*)?(?:\\.md)?)`");
    private static final Pattern DESIGN = Pattern.compile("design/([a-z]+\\.md#[\\w-]+)");

    @Test
    void everyErrorCodeIsExplainedWithItsSqlState() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("docs/reference/errors.md"));
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(lines).anyMatch(line -> line.startsWith("| " + code.code() + " | " + code.sqlState() + " |"));
        }
        assertThat(lines.stream().filter(line -> line.startsWith("| TCT-"))).hasSize(ErrorCode.values().length);
    }

    /**
     * What a query can provoke has a case among the scripts; the others are declarations, files, engines, a deadline.
     */
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

    /** A recipe that names a class or a test that is no more would send a newcomer astray. */
    @Test
    void theRecipesNameClassesThatExist() throws IOException {
        Set<String> classes = new TreeSet<>();
        for (String module : List.of("privacy", "engine", "experiments", "cli", "spark")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".java") || name.endsWith(".md"))
                        .map(name -> name.replace(".java", ""))
                        .forEach(classes::add);
            }
        }
        Matcher named = CLASS.matcher(Files.readString(ROOT.resolve("docs/adding.md")));
        Set<String> missing = new TreeSet<>();
        int found = 0;
        while (named.find()) {
            found++;
            if (!classes.contains(named.group(1))) {
                missing.add(named.group(1));
            }
        }
        assertThat(missing).isEmpty();
        assertThat(found).isGreaterThan(60);
    }

    /** What code and documents cite of the design stands there, and each section of it is cited. */
    @Test
    void sectionsOfTheDesignAreCitedAndExist() throws IOException {
        Set<String> sections = new TreeSet<>();
        try (Stream<Path> pages = Files.list(ROOT.resolve("docs/design"))) {
            for (Path page : pages.toList()) {
                anchors(page).forEach(anchor -> sections.add(page.getFileName() + "#" + anchor));
            }
        }
        Set<String> cited = new TreeSet<>();
        for (String module : List.of("privacy/src/main/java", "engine/src/main/java", "cli/src/main/java", "docs")) {
            for (String ending : List.of(".java", ".md")) {
                String text = contents(ROOT.resolve(module), ending);
                assertThat(text).as("a page by its name alone").doesNotContain("page \"");
                Matcher citation = DESIGN.matcher(text);
                while (citation.find()) {
                    cited.add(citation.group(1));
                }
            }
        }
        assertThat(cited).isEqualTo(sections);
    }

    /** The anchors of a page's sections, as a forge makes them. */
    private static Set<String> anchors(Path page) throws IOException {
        return Files.readAllLines(page).stream()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3).toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", ""))
                .map(heading -> heading.replace(' ', '-'))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
        }
        return documents;
    }
}
