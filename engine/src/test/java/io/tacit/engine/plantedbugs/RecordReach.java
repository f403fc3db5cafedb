package io.tacit.engine.plantedbugs;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jacoco.agent.rt.RT;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataReader;
import org.jacoco.core.data.ExecutionDataStore;
import org.jspecify.annotations.NullUnmarked;

/**
 * Runs the tests of a module one class after the other, each over Tacit's classes loaded anew, and writes which
 * lines each reaches. It runs under JaCoCo's agent and in the module's folder.
 */
@NullUnmarked
public final class RecordReach {
    private static final Path TESTS = Path.of("src/test/java");

    private RecordReach() {}

    /**
     * Arguments: the file to write; which share of the classes is meant, from 0; of how many shares; and names of classes
     * where only those are meant. It ends with 1 where a test was left out, because it fails without any change: no change
     * would ever be shown to it.
     */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = System.out;
        // Tests may say something, too.
        System.setOut(System.err);
        int share = Integer.parseInt(arguments[1]);
        int shares = Integer.parseInt(arguments[2]);
        List<String> meant = List.of(arguments).subList(3, arguments.length);
        List<String> tests = tests().stream()
                .filter(test -> meant.isEmpty()
                        || meant.contains(test)
                        || meant.contains(test.substring(test.lastIndexOf('.') + 1)))
                .toList();
        ReachedLines reached = new ReachedLines();
        boolean all = true;
        for (int i = share; i < tests.size(); i += shares) {
            all &= record(tests.get(i), reached, out);
        }
        reached.write(Path.of(arguments[0]));
        // What a test left running must not keep this process.
        System.exit(all ? 0 : 1);
    }

    private static List<String> tests() throws IOException {
        try (Stream<Path> walked = Files.walk(TESTS)) {
            return walked.filter(file -> file.toString().endsWith("Test.java"))
                    .map(file -> TESTS.relativize(file)
                            .toString()
                            .replace(".java", "")
                            .replace('/', '.'))
                    .sorted()
                    .toList();
        }
    }

    /** Whether the test passes, so that it can notice a change. */
    private static boolean record(String test, ReachedLines reached, PrintStream out) throws IOException {
        RT.getAgent().reset();
        long begin = System.nanoTime();
        String found = found(test);
        long millis = (System.nanoTime() - begin) / 1_000_000;
        if (found.equals("0|")) {
            return true;
        }
        if (!found.endsWith("|")) {
            // It says nothing of a change that it fails without one.
            out.println("left out: " + test + ": " + found);
            return false;
        }
        List<IClassCoverage> classes = coverage(RT.getAgent().getExecutionData(true));
        reached.add(test, millis, lines(classes, true), lines(classes, false));
        return true;
    }

    private static String found(String test) {
        try {
            return new EngineWith(List.of()).hunted(Hunter.verifiedTests(test));
        } catch (RuntimeException | LinkageError broken) {
            // Its class cannot even be loaded: the others are still recorded.
            return "0|" + broken;
        }
    }

    private static List<IClassCoverage> coverage(byte[] data) throws IOException {
        ExecutionDataStore store = new ExecutionDataStore();
        ExecutionDataReader reader = new ExecutionDataReader(new ByteArrayInputStream(data));
        reader.setExecutionDataVisitor(store);
        reader.setSessionInfoVisitor(session -> {});
        reader.read();
        List<IClassCoverage> classes = new ArrayList<>();
        Analyzer analyzer = new Analyzer(store, classes::add);
        for (ExecutionData executed : store.getContents()) {
            URL file = RecordReach.class.getClassLoader().getResource(executed.getName() + ".class");
            if (executed.hasHits() && file != null && !file.getPath().contains("/test-classes/")) {
                try (InputStream in = file.openStream()) {
                    analyzer.analyzeClass(in.readAllBytes(), executed.getName());
                }
            }
        }
        return classes;
    }

    /** Lines of source files that were reached or, on request, those with code that were not. */
    private static Map<String, BitSet> lines(List<IClassCoverage> classes, boolean reached) {
        Map<String, BitSet> lines = new HashMap<>();
        for (IClassCoverage found : classes) {
            String file = found.getPackageName().replace('/', '.')
                    + "."
                    + found.getSourceFileName().replace(".java", "");
            BitSet numbers = lines.computeIfAbsent(file, first -> new BitSet());
            for (int line = found.getFirstLine(); line <= found.getLastLine(); line++) {
                int status = found.getLine(line).getStatus();
                if (status != ICounter.EMPTY && reached == (status != ICounter.NOT_COVERED)) {
                    numbers.set(line);
                }
            }
        }
        return lines;
    }
}
