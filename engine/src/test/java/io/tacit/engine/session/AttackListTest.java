package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * Every attack of the list has tests, whose names begin with its number, and a line in docs/threat-model.md that names
 * their classes. The 44th is about a server, which is not built yet.
 */
@NullUnmarked
class AttackListTest {
    private static final int LAST = 43;
    private static final Pattern METHOD = Pattern.compile("^    void attack([0-9]{2})[A-Z]\\w*\\(", Pattern.MULTILINE);
    private static final Pattern LINE =
            Pattern.compile("^\\| ([0-9]+) \\|[^|]+\\|[^|]+\\|([^|]+)\\|$", Pattern.MULTILINE);
    private static final Pattern CLASS = Pattern.compile("`(\\w+Test)`");

    private static List<Integer> all() {
        return IntStream.rangeClosed(1, LAST).boxed().toList();
    }

    /** By number the classes that hold a test of that attack. */
    private static Map<Integer, Set<String>> tests() throws IOException {
        Map<Integer, Set<String>> tests = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith("Test.java")).toList()) {
                Matcher method = METHOD.matcher(Files.readString(file));
                while (method.find()) {
                    tests.computeIfAbsent(Integer.valueOf(method.group(1)), number -> new TreeSet<>())
                            .add(file.getFileName().toString().replace(".java", ""));
                }
            }
        }
        return tests;
    }

    @Test
    void everyAttackHasATest() throws IOException {
        assertThat(tests().keySet()).containsExactlyElementsOf(all());
    }

    @Test
    void everyAttackHasALineThatNamesItsTests() throws IOException {
        Map<Integer, Set<String>> tests = tests();
        List<Integer> numbers = new ArrayList<>();
        Matcher line = LINE.matcher(Files.readString(Path.of("../docs/threat-model.md")));
        while (line.find()) {
            int number = Integer.parseInt(line.group(1));
            numbers.add(number);
            Set<String> named = new TreeSet<>();
            Matcher name = CLASS.matcher(line.group(2));
            while (name.find()) {
                named.add(name.group(1));
            }
            assertThat(named).as("tests of attack " + number).isEqualTo(tests.get(number));
        }
        assertThat(numbers).isEqualTo(all());
    }
}
