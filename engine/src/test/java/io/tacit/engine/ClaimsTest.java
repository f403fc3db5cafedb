package io.tacit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the documents claim of protection and accuracy names the test, the script, the proof or the command that shows
 * it, and what they name exists.
 */
class ClaimsTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> PAGES = List.of(
            "README.md",
            "docs/threat-model.md",
            "docs/privacy-promise.md",
            "docs/known-weaknesses.md",
            "docs/performance.md",
            "docs/scale.md",
            "docs/reference/sql.md");

    /** Sections that say what is not promised. */
    private static final List<String> NO_CLAIMS = List.of("**Outside the promise", "**What is public by definition");

    private static final Pattern GOES_ON = Pattern.compile("^(?:\\||- |```)");

    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*(?:Test|Contract|Guide))(?:\\.(\\w+))?`");
    private static final Pattern BENCH = Pattern.compile("`bench/run (\\w+)[^`]*`");
    private static final Pattern SCRIPT = Pattern.compile("`([\\w-]+\\.iq)`");
    private static final Pattern PROOF = Pattern.compile("[`\\[/]([A-Z][a-z]\\w+\\.md)");
    private static final Pattern COMMAND = Pattern.compile("`?(?:\\./)?tacit ([a-z]+)\\b[^`\\n]*`");

    /** A weakness that is admitted needs no evidence; a number, or a word that leaves no room, does. */
    private static final Pattern CLAIM =
            Pattern.compile("\\d|\\b(?:never|always|exactly|exact|nobody|nothing|proof)\\b");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "docs/threat-model.md",
                "docs/privacy-promise.md",
                "docs/known-weaknesses.md",
                "docs/performance.md",
                "docs/scale.md",
                "docs/reference/sql.md"
            })
    void whatIsNamedExists(String page) throws IOException {
        String text = Files.readString(ROOT.resolve(page));
        List<String> missing = new ArrayList<>();
        int named = 0;
        for (Map.Entry<Pattern, Predicate<Matcher>> kind : kinds().entrySet()) {
            Matcher matcher = kind.getKey().matcher(text);
            while (matcher.find()) {
                named++;
                if (!kind.getValue().test(matcher)) {
                    missing.add(matcher.group());
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named)
                .as("so that nothing found is not taken for nothing missing")
                .isGreaterThan(3);
    }

    @Test
    void everyClaimNamesWhatShowsIt() throws IOException {
        List<String> bare = new ArrayList<>();
        for (String page : List.of("docs/privacy-promise.md", "docs/known-weaknesses.md", "docs/performance.md")) {
            boolean isAdmission = page.contains("weaknesses");
            sections(page).values().stream()
                    .flatMap(List::stream)
                    .filter(paragraph -> NO_CLAIMS.stream().noneMatch(paragraph::startsWith))
                    .filter(paragraph -> !isAdmission
                            || CLAIM.matcher(paragraph.replaceAll("`[^`]*`", ""))
                                    .find())
                    .filter(paragraph -> !isShown(paragraph))
                    .forEach(paragraph -> bare.add(page + ": " + paragraph));
        }
        assertThat(bare).isEmpty();
    }

    @Test
    void everySectionOfTheReferenceNamesItsScripts() throws IOException {
        List<String> bare = new ArrayList<>();
        sections("docs/reference/sql.md").forEach((section, paragraphs) -> {
            if (paragraphs.stream().noneMatch(ClaimsTest::isShown)) {
                bare.add(section);
            }
        });
        assertThat(bare).isEmpty();
    }

    @Test
    void everyRowOfTheThreatModelNamesItsTests() throws IOException {
        List<String> rows = Files.readAllLines(ROOT.resolve("docs/threat-model.md")).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| way") && !line.startsWith("| # |"))
                .toList();
        assertThat(rows).hasSizeGreaterThan(55).allMatch(ClaimsTest::isShown);
    }

    @Test
    void theListOfPagesIsWhole() {
        assertThat(PAGES).allMatch(page -> Files.exists(ROOT.resolve(page)));
    }

    private static boolean isShown(String paragraph) {
        return Stream.of(TEST, BENCH, SCRIPT, PROOF, COMMAND)
                .anyMatch(kind -> kind.matcher(paragraph).find());
    }

    private static Map<Pattern, Predicate<Matcher>> kinds() throws IOException {
        String bench = Files.readString(ROOT.resolve("bench/run"));
        Set<String> proofs = files(".md");
        Set<String> scripts = files(".iq");
        Set<String> commands = commands();
        Map<Pattern, Predicate<Matcher>> kinds = new LinkedHashMap<>();
        kinds.put(TEST, found -> isTest(found.group(1), found.group(2)));
        kinds.put(
                BENCH,
                found -> Pattern.compile("(?m)^  (?:\\w+ \\| )*" + found.group(1) + "(?: \\| \\w+)*\\)")
                        .matcher(bench)
                        .find());
        kinds.put(SCRIPT, found -> scripts.contains(found.group(1)));
        kinds.put(PROOF, found -> proofs.contains(found.group(1)));
        kinds.put(COMMAND, found -> commands.contains(found.group(1)));
        return kinds;
    }

    private static boolean isTest(String name, String method) {
        for (String module : List.of("privacy", "engine", "experiments", "cli", "spark")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
                for (Path file :
                        files.filter(path -> path.endsWith(name + ".java")).toList()) {
                    return method == null || Files.readString(file).contains("void " + method + "(");
                }
            } catch (IOException failure) {
                throw new java.io.UncheckedIOException(failure);
            }
        }
        return false;
    }

    private static Set<String> commands() throws IOException {
        Set<String> commands = new java.util.HashSet<>();
        try (Stream<Path> files = Files.walk(ROOT.resolve("cli/src/main/java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                Matcher name = Pattern.compile("name = \"([a-z]+)\"").matcher(Files.readString(file));
                while (name.find()) {
                    commands.add(name.group(1));
                }
            }
        }
        return commands;
    }

    private static Set<String> files(String ending) throws IOException {
        Set<String> names = new java.util.HashSet<>();
        for (String folder : List.of("privacy/src/main", "engine/src", "docs")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                names.addAll(files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(ending))
                        .collect(Collectors.toSet()));
            }
        }
        return names;
    }

    /**
     * By heading of the first two levels the paragraphs; a table or a list of points is part of the paragraph before
     * it.
     */
    private static Map<String, List<String>> sections(String page) throws IOException {
        Map<String, List<String>> sections = new LinkedHashMap<>();
        String heading = "";
        for (String paragraph : Files.readString(ROOT.resolve(page)).split("\n\n+", -1)) {
            if (paragraph.startsWith("#")) {
                heading = paragraph.startsWith("###") ? heading : paragraph;
                continue;
            }
            List<String> all = sections.computeIfAbsent(heading, key -> new ArrayList<>());
            if (!all.isEmpty() && GOES_ON.matcher(paragraph).find()) {
                all.set(all.size() - 1, all.get(all.size() - 1) + "\n\n" + paragraph);
            } else {
                all.add(paragraph);
            }
        }
        return sections;
    }
}
