package io.tacit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A public type is called after a word of the glossary, or after a plain word of programming and SQL. */
class GlossaryTest {
    private static final Path GLOSSARY = Path.of("../docs/glossary.md");
    private static final Path ENGINE = Path.of("src/main/java/io/tacit/engine");
    private static final Pattern PUBLIC = Pattern.compile(
            "^public (?:sealed |final |abstract |non-sealed )*(?:class|interface|record|enum) ", Pattern.MULTILINE);

    /** Words that every programmer knows and that mean nothing else here. */
    private static final Set<String> PLAIN = Set.of(
            "argument",
            "array",
            "clause",
            "code",
            "column",
            "computation",
            "count",
            "date",
            "db",
            "declaration",
            "default",
            "error",
            "expression",
            "factory",
            "field",
            "file",
            "format",
            "function",
            "key",
            "layout",
            "length",
            "line",
            "list",
            "literal",
            "name",
            "number",
            "option",
            "parameter",
            "path",
            "place",
            "planning",
            "position",
            "printer",
            "real",
            "repeat",
            "replacement",
            "request",
            "row",
            "rule",
            "run",
            "scalar",
            "schema",
            "setting",
            "sink",
            "sql",
            "sum",
            "system",
            "table",
            "text",
            "tuple",
            "type",
            "value");

    @Test
    void publicTypesAreCalledByWordsOfTheGlossary() throws IOException {
        Set<String> known = new HashSet<>(PLAIN);
        known.addAll(glossary());
        List<String> unknown = new ArrayList<>();
        int types = 0;
        for (Path file : sources()) {
            if (PUBLIC.matcher(Files.readString(file)).find()) {
                types++;
                String type = file.getFileName().toString().replace(".java", "");
                if (!known.contains(noun(type)) && !known.contains(singular(noun(type)))) {
                    unknown.add(type);
                }
            }
        }
        assertThat(unknown)
                .as("words that are neither in docs/glossary.md nor plain")
                .isEmpty();
        assertThat(types).isGreaterThan(100);
    }

    /** What nobody needs any more goes. */
    @Test
    void plainWordsAreUsed() throws IOException {
        Set<String> used = new TreeSet<>();
        for (Path file : sources()) {
            used.add(singular(noun(file.getFileName().toString().replace(".java", ""))));
        }
        assertThat(used).containsAll(PLAIN);
    }

    /** The main noun: the last word. */
    private static String noun(String type) {
        String[] words = type.split("(?<=[a-z0-9])(?=[A-Z])", -1);
        return words[words.length - 1].toLowerCase(Locale.ROOT);
    }

    private static String singular(String word) {
        return word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
    }

    /**
     * The words of the first column; of a term of several words the last one, which is its noun, and the term as one
     * word.
     */
    private static Set<String> glossary() throws IOException {
        Set<String> words = new TreeSet<>();
        for (String line : Files.readAllLines(GLOSSARY)) {
            if (line.startsWith("| ") && !line.startsWith("| word ")) {
                Arrays.stream(line.split("\\|", -1)[1].split(",", -1))
                        .map(String::strip)
                        .forEach(term -> {
                            words.add(term.replace(" ", "").toLowerCase(Locale.ROOT));
                            words.add(term.substring(term.lastIndexOf(' ') + 1).toLowerCase(Locale.ROOT));
                        });
            }
        }
        return words;
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ENGINE)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }
}
