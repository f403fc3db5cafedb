package io.tacit.engine.plantedbugs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;

/**
 * The tests that a change of a class is shown to: those that are named after it first, then those of its package that
 * name it, then the others of its package if they are few, then those of other packages that name it. Tests of processes and servers,
 * the planted bugs, and what draws at random and is judged by a rate are left out.
 */
@NullUnmarked
final class NearestTests {
    private static final Path TESTS = Path.of("src/test/java");
    private static final Pattern LEFT_OUT = Pattern.compile(
            "@Tag\\(\"(?:process|planted|fuzz|statistical)\"\\)\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*(?:abstract |final )*class ");

    private static final int FEW = 12;

    private final List<Path> files;

    NearestTests() throws IOException {
        try (Stream<Path> walked = Files.walk(TESTS)) {
            files = walked.filter(file -> file.toString().endsWith("Test.java"))
                    .sorted()
                    .toList();
        }
    }

    /** Names of test classes, at most so many. */
    List<String> of(String className, int most) throws IOException {
        String simple = className.substring(className.lastIndexOf('.') + 1);
        Path home = Path.of(className.replace('.', '/')).getParent();
        Pattern named = Pattern.compile("\\b" + simple + "\\b");
        List<Ranked> ranked = new ArrayList<>();
        for (Path file : files) {
            Path relative = TESTS.relativize(file);
            String text = Files.readString(file);
            if (LEFT_OUT.matcher(text).find()) {
                continue;
            }
            boolean names = named.matcher(text).find();
            boolean near = relative.getParent().equals(home);
            boolean own = relative.getFileName().toString().equals(simple + "Test.java");
            if (own || names || near && isSmall(home)) {
                int rank = own ? 0 : names && near ? 1 : near ? 2 : 3;
                ranked.add(new Ranked(
                        rank, relative.toString().replace(".java", "").replace('/', '.')));
            }
        }
        return ranked.stream()
                .sorted(Comparator.comparingInt(Ranked::rank))
                .map(Ranked::name)
                .limit(most)
                .toList();
    }

    /** Whether a package has so few tests that all may be run. */
    private boolean isSmall(Path home) {
        return files.stream()
                        .filter(file -> TESTS.relativize(file).getParent().equals(home))
                        .count()
                <= FEW;
    }

    private record Ranked(int rank, String name) {}
}
