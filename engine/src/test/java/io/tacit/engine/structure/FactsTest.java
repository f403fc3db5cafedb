package io.tacit.engine.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ownership.AssignOwners;
import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.sql.SqlToRelation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What is known of one person's rows, as scripts: SQL and the numbers. A script is named after the operator whose
 * judgement it shows.
 *
 * <p>Running a right script gives the script itself; with {@code -Dtacit.scripts=write} the numbers are written into
 * the scripts instead, to be read before they are committed.
 */
@NullUnmarked
class FactsTest {
    private static final Path SCRIPTS = Path.of("src/test/resources/structure");
    private static final Path OPERATORS = Path.of("src/main/java/io/tacit/engine/structure/RelationCase.java");
    private static final boolean WRITE = "write".equals(System.getProperty("tacit.scripts"));

    @TestFactory
    Stream<DynamicTest> scripts() throws IOException {
        return names().stream().map(name -> DynamicTest.dynamicTest(name, () -> run(SCRIPTS.resolve(name + ".facts"))));
    }

    @Test
    void everyOperatorHasItsScript() throws IOException {
        Set<String> operators = Pattern.compile("R (\\w+)\\(\\w[\\w.]* \\w+, Q question\\);")
                .matcher(Files.readString(OPERATORS))
                .results()
                .map((MatchResult method) -> method.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(names()).containsExactlyElementsOf(operators).hasSizeGreaterThan(8);
    }

    private static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            return files.map(file -> file.getFileName().toString().replace(".facts", ""))
                    .sorted()
                    .toList();
        }
    }

    private static void run(Path script) throws IOException {
        String expected = Files.readString(script);
        String actual = replay(expected);
        if (WRITE) {
            Files.writeString(script, actual);
        }
        assertThat(actual).isEqualTo(expected);
    }

    /** Comments and statements as they are; after {@code !facts}, up to a blank line, what is known. */
    private static String replay(String script) {
        StringBuilder out = new StringBuilder();
        List<String> statement = new ArrayList<>();
        boolean answer = false;
        for (String line : script.lines().toList()) {
            if (line.startsWith("!")) {
                out.append("!facts\n").append(facts(String.join("\n", statement)));
                statement.clear();
                answer = true;
            } else if (!answer) {
                out.append(line).append('\n');
                if (!line.startsWith("#") && !line.isBlank()) {
                    statement.add(line);
                }
            } else if (line.isBlank()) {
                answer = false;
                out.append('\n');
            }
        }
        assertThat(statement).as("statements without !facts").isEmpty();
        return out.toString();
    }

    private static String facts(String sql) {
        StringBuilder out = new StringBuilder();
        for (PrivateAggregation release : AssignOwners.cut(
                        new SqlToRelation(ShopTables.CATALOG).analyze(sql), ShopTables.CATALOG)
                .releases()) {
            Structure structure = Structure.of(release, ShopTables.CATALOG);
            out.append("a person is in groups: ")
                    .append(words(structure.groups()))
                    .append('\n');
            out.append("and has rows: ").append(words(structure.rows()));
            out.append("; in a group: ").append(words(structure.rowsPerGroup()));
            out.append("; whatever is declared: ")
                    .append(words(structure.provenRows()))
                    .append('\n');
            structure
                    .keys()
                    .forEach(key ->
                            out.append("  ").append(key.name()).append(": ").append(values(key)));
            if (structure.sets() > 1) {
                out.append("  grouping sets: ").append(structure.sets()).append('\n');
            }
            new TreeMap<>(structure.differentValues())
                    .forEach(
                            (field, most) -> out.append("  different values of field " + field + " in a group: " + most)
                                    .append('\n'));
        }
        return out.toString();
    }

    private static String values(Structure.Key key) {
        boolean orNull = key.values().isPresent() && !key.values().equals(key.present());
        return words(key.present()) + (orNull ? " or NULL" : "") + (key.isOwn() ? ", the person's own" : "") + "\n";
    }

    private static String words(OptionalLong most) {
        return most.isPresent() ? "at most " + most.getAsLong() : "any number";
    }
}
