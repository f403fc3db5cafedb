package io.tacit.engine.plantedbugs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;

/**
 * Which test classes reach which lines of the sources, and how long each takes. Its file has one row for each test
 * ({@code test NAME MILLISECONDS}) and one for each run of lines that the same tests reach
 * ({@code CLASS FIRST LAST NUMBERS}, where a number is the row of a test, from 0).
 */
@NullUnmarked
final class ReachedLines {
    /** Where the files of all modules are, seen from the folder of one. */
    static final Path FOLDER = Path.of("..", "target", "reached");

    private record Test(String name, long millis) {}

    private final List<Test> tests = new ArrayList<>();

    /** By the source file's class and the line. */
    private final Map<String, TreeMap<Integer, BitSet>> lines = new TreeMap<>();

    /**
     * Adds a test, the lines that it reaches, by class, and those that it does not reach of the same classes.
     */
    void add(String test, long millis, Map<String, BitSet> reached, Map<String, BitSet> others) {
        int number = tests.size();
        tests.add(new Test(test, millis));
        reached.forEach((className, numbers) ->
                numbers.stream().forEach(line -> line(className, line).set(number)));
        others.forEach((className, numbers) -> numbers.stream().forEach(line -> line(className, line)));
    }

    private BitSet line(String className, int line) {
        return lines.computeIfAbsent(className, first -> new TreeMap<>()).computeIfAbsent(line, first -> new BitSet());
    }

    /**
     * The tests that reach a line: those that are named after its class first, then those of its package, then all others,
     * of each the quickest first. Of a line without code of its own, such as a constant, those that reach its class.
     */
    List<String> of(String className, int line) {
        TreeMap<Integer, BitSet> reached = lines.getOrDefault(className, new TreeMap<>());
        BitSet numbers = new BitSet();
        if (reached.containsKey(line)) {
            numbers.or(reached.get(line));
        } else {
            reached.values().forEach(numbers::or);
        }
        return numbers.stream()
                .mapToObj(tests::get)
                .sorted(Comparator.comparingInt((Test test) -> distance(className, test.name()))
                        .thenComparingLong(Test::millis))
                .map(Test::name)
                .toList();
    }

    private static int distance(String className, String test) {
        boolean near =
                test.substring(0, test.lastIndexOf('.')).equals(className.substring(0, className.lastIndexOf('.')));
        return test.startsWith(className) ? 0 : near ? 1 : 2;
    }

    void write(Path file) throws IOException {
        List<String> rows = new ArrayList<>();
        tests.forEach(test -> rows.add("test " + test.name() + " " + test.millis()));
        lines.forEach((className, reached) -> {
            int first = -1;
            int last = -1;
            BitSet same = null;
            for (Map.Entry<Integer, BitSet> line : reached.entrySet()) {
                if (same != null && !(line.getValue().equals(same) && line.getKey() == last + 1)) {
                    rows.add(row(className, first, last, same));
                    same = null;
                }
                first = same == null ? line.getKey() : first;
                last = line.getKey();
                same = line.getValue();
            }
            rows.add(row(className, first, last, same));
        });
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, rows);
    }

    private static String row(String className, int first, int last, BitSet numbers) {
        return className + " " + first + " " + last + " " + numbers.toString().replaceAll("[{} ]", "");
    }

    /** What the files of a module say together, whose names begin with its name. */
    static ReachedLines read(Path folder, String module) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.getFileName().toString().startsWith(module + "-"))
                    .sorted()
                    .toList();
        }
        ReachedLines all = new ReachedLines();
        for (Path file : files) {
            int before = all.tests.size();
            Map<String, BitSet> numbers = new HashMap<>();
            for (String row : Files.readAllLines(file)) {
                String[] words = row.split(" ", -1);
                if (words.length == 3) {
                    all.tests.add(new Test(words[1], Long.parseLong(words[2])));
                } else {
                    BitSet moved = numbers.computeIfAbsent(words[3], text -> moved(text, before));
                    for (int line = Integer.parseInt(words[1]); line <= Integer.parseInt(words[2]); line++) {
                        all.line(words[0], line).or(moved);
                    }
                }
            }
        }
        return all;
    }

    private static BitSet moved(String numbers, int by) {
        BitSet moved = new BitSet();
        Arrays.stream(numbers.split(","))
                .filter(number -> !number.isEmpty())
                .forEach(number -> moved.set(Integer.parseInt(number) + by));
        return moved;
    }
}
