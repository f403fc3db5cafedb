package io.tacit.engine.plantedbugs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;

/** The changes of a run: mechanical ones of a package or class, or those that somebody wrote into a file. */
@NullUnmarked
final class Mutations {
    /** The modules whose sources are changed, in the order in which they depend on each other, beside the working folder. */
    static final List<String> MODULES = List.of("privacy", "engine", "cli");

    private static final String SOURCES = "src/main/java/";

    private Mutations() {}

    /**
     * The same list for the same arguments.
     *
     * @param what the last name of a package, the name of a class, or a file of changes
     *     ({@code [{"file": …, "before": …, "after": …}]}, the file from the project's folder, the text before once in it)
     * @param most how many mechanical changes
     */
    static List<Mutation> of(String what, int most, long seed) throws IOException {
        if (what.endsWith(".json")) {
            return written(Path.of(what));
        }
        List<Mutation> all = new ArrayList<>();
        for (String module : MODULES) {
            Path sources = Path.of("..", module, SOURCES);
            try (Stream<Path> walked = Files.walk(sources)) {
                for (Path file :
                        walked.filter(name -> isMeant(name, what)).sorted().toList()) {
                    all.addAll(FindMutations.of(className(sources.relativize(file)), Files.readString(file)));
                }
            }
        }
        Collections.shuffle(all, new Random(seed));
        return all.subList(0, Math.min(most, all.size()));
    }

    private static boolean isMeant(Path file, String what) {
        String name = file.toString();
        boolean meant = name.contains("/" + what + "/") || name.endsWith("/" + what + ".java");
        return meant && name.endsWith(".java") && !name.endsWith("-info.java");
    }

    private static String className(Path file) {
        return file.toString().replace(".java", "").replace('/', '.');
    }

    private static List<Mutation> written(Path file) throws IOException {
        List<Mutation> all = new ArrayList<>();
        for (JsonNode change : new ObjectMapper().readTree(Files.readString(file))) {
            String name = change.get("file").asText();
            String before = change.get("before").asText();
            String text = Files.readString(Path.of("..").resolve(name));
            int start = text.indexOf(before);
            if (start < 0 || text.indexOf(before, start + 1) >= 0) {
                throw new IllegalArgumentException(name + " does not have this text once: " + before);
            }
            String after = change.get("after").asText();
            // Where both begin alike nothing is changed, and other tests may reach those lines.
            int same = 0;
            while (same < Math.min(before.length(), after.length()) && before.charAt(same) == after.charAt(same)) {
                same++;
            }
            all.add(new Mutation(
                    className(Path.of(name.substring(name.indexOf(SOURCES) + SOURCES.length()))),
                    text.substring(0, start + same)
                                    .chars()
                                    .filter(sign -> sign == '\n')
                                    .count()
                            + 1,
                    change.path("id").asText("written"),
                    start,
                    start + before.length(),
                    before,
                    after));
        }
        return all;
    }

    /** The source file of a class. */
    static Path source(String className) {
        return MODULES.stream()
                .map(module -> Path.of("..", module, SOURCES, className.replace('.', '/') + ".java"))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
    }
}
