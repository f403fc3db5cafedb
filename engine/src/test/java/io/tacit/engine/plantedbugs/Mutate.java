package io.tacit.engine.plantedbugs;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * {@code bench/run mutate PACKAGE [MUTATIONS] [SEED]}: changes the classes of a package, or the class of that name, mechanically, one place at a
 * time, compiled in memory as planted bugs are, and runs the {@link NearestTests} over each. A change that no test
 * notices is a survivor: it does no harm, or a test is missing.
 *
 * <p>The work is done in a process of its own, which is begun anew where a change makes a test run for ever; such a
 * change counts as noticed.
 */
@NullUnmarked
public final class Mutate {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final int MOST_TESTS = 8;
    private static final long LONGEST_SECONDS = Long.getLong("tacit.mutate.seconds", 300);

    /** Tests that are run last, by package: what is noticed far from its class. */
    private static final Map<String, List<String>> FAR = Map.of(
            "session",
                    sessions("PolicySession", "QueryLog", "InternalWords", "StaleAnswers", "EpsilonForError", "Script"),
            "policy", sessions("PolicySession", "AccountAttack"),
            "ledger", sessions("PolicySession", "AccountAttack"),
            "release", sessions("Charges", "Noise", "GroupsAttack", "Script"),
            "rewrite", sessions("Charges", "Limits", "Script"),
            "structure", sessions("Charges", "ManyRowsAttack", "Script"),
            "ownership",
                    Stream.concat(
                                    Stream.of("io.tacit.engine.ownership.RuleTest"),
                                    sessions("OwnershipAttack", "KeysToPeople", "Script").stream())
                            .toList());

    private static List<String> sessions(String... tests) {
        return Stream.of(tests)
                .map(test -> "io.tacit.engine.session." + test + "Test")
                .toList();
    }

    private final String part;
    private final List<Mutation> mutations;
    private final Set<String> failing = new HashSet<>();
    private final Set<String> sound = new HashSet<>();

    private Mutate(String part, int most, long seed) throws IOException {
        this.part = part;
        List<Mutation> all = new ArrayList<>();
        try (Stream<Path> walked = Files.walk(SOURCES)) {
            for (Path file : walked.filter(this::isMeant).sorted().toList()) {
                String name =
                        SOURCES.relativize(file).toString().replace(".java", "").replace('/', '.');
                all.addAll(FindMutations.of(name, Files.readString(file)));
            }
        }
        Collections.shuffle(all, new Random(seed));
        mutations = all.subList(0, Math.min(most, all.size()));
    }

    private boolean isMeant(Path file) {
        String name = file.toString();
        boolean meant = name.contains("/" + part + "/") || name.endsWith("/" + part + ".java");
        return meant && name.endsWith(".java") && !name.endsWith("-info.java");
    }

    /** Arguments: the package's last name, or a class's; how many changes, 40 by default; a seed; where to begin, for processes. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        String part = arguments[0];
        int most = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 40;
        long seed = arguments.length > 2 ? Long.parseLong(arguments[2]) : 1;
        Mutate mutate = new Mutate(part, most, seed);
        if (arguments.length > 3) {
            mutate.work(Integer.parseInt(arguments[3]));
            // What a test left running must not keep this process.
            System.exit(0);
        }
        mutate.lead(List.of(part, String.valueOf(most), String.valueOf(seed)));
    }

    /** Has the work done by processes, and says what came of it. */
    private void lead(List<String> arguments) throws IOException, InterruptedException {
        List<String> survivors = new ArrayList<>();
        int tried = 0;
        int caught = 0;
        int next = 0;
        while (next < mutations.size()) {
            Process worker = worker(arguments, next);
            try (BufferedReader says = worker.inputReader(StandardCharsets.UTF_8)) {
                String line = said(says);
                while (line != null && line.indexOf('|') > 0) {
                    String[] parts = line.split("\\|", 2);
                    next = Integer.parseInt(parts[0]) + 1;
                    Mutation mutation = mutations.get(next - 1);
                    if (!parts[1].equals("does not compile")) {
                        tried++;
                        caught += parts[1].equals("survived") ? 0 : 1;
                        if (parts[1].equals("survived")) {
                            survivors.add(mutation.row());
                        }
                        System.out.println(parts[1] + ": " + mutation.row());
                    }
                    line = said(says);
                }
                // Where a line is late, somebody still waits for it, and the reader cannot be closed before that ends.
                worker.destroyForcibly().waitFor();
                if (line != null && next < mutations.size()) {
                    tried++;
                    caught++;
                    System.out.println("ran for ever: " + mutations.get(next).row());
                    next++;
                } else if (line == null && next < mutations.size()) {
                    System.out.println(
                            "ended the process: " + mutations.get(next).row());
                    tried++;
                    caught++;
                    next++;
                }
            }
        }
        System.out.println(part + ": " + caught + " of " + tried + " changes were noticed");
        survivors.forEach(row -> System.out.println("- " + row));
    }

    /** The next line of the worker; null when it has ended, and a line without a bar when it says nothing for long. */
    private static @Nullable String said(BufferedReader says) throws InterruptedException {
        CompletableFuture<@Nullable String> line = CompletableFuture.supplyAsync(() -> {
            try {
                return says.readLine();
            } catch (IOException closed) {
                return null;
            }
        });
        try {
            return line.get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            return "late";
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Process worker(List<String> arguments, int from) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx2g",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Mutate.class.getName()));
        command.addAll(arguments);
        command.add(String.valueOf(from));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.to(new File("/dev/null")))
                .start();
    }

    private void work(int from) throws IOException {
        PrintStream out = System.out;
        // Tests may say something, too.
        System.setOut(System.err);
        NearestTests nearest = new NearestTests();
        for (int i = from; i < mutations.size(); i++) {
            Mutation mutation = mutations.get(i);
            out.println(i + "|" + verdict(mutation, nearest));
            out.flush();
        }
    }

    private String verdict(Mutation mutation, NearestTests nearest) throws IOException {
        String text = Files.readString(SOURCES.resolve(mutation.className().replace('.', '/') + ".java"));
        EngineWith engine;
        try {
            engine = EngineWith.text(mutation.className(), mutation.applied(text));
        } catch (IllegalStateException doesNotCompile) {
            return "does not compile";
        }
        List<String> tests = new ArrayList<>(nearest.of(mutation.className(), MOST_TESTS));
        FAR.getOrDefault(part, List.of()).stream()
                .filter(test -> !tests.contains(test))
                .forEach(tests::add);
        for (String test : tests) {
            if (!failing.contains(test) && isNoticed(engine, test) && isSound(test)) {
                return "noticed by " + test.substring(test.lastIndexOf('.') + 1);
            }
        }
        return "survived";
    }

    /** Whether a test passes over the engine as it is; asked only where one fails, because it takes as long. */
    private boolean isSound(String test) {
        if (!sound.contains(test) && !failing.contains(test)) {
            (isNoticed(new EngineWith(List.of()), test) ? failing : sound).add(test);
        }
        return sound.contains(test);
    }

    private static boolean isNoticed(EngineWith engine, String test) {
        try {
            String found = engine.hunted(Hunter.test(test));
            return found.indexOf('|') + 1 < found.length();
        } catch (RuntimeException | Error broken) {
            return true;
        }
    }
}
