package io.tacit.engine.plantedbugs;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * {@code bench/run mutate WHAT [MUTATIONS] [SEED] [TESTS]}: changes the classes of a package, or the class of that name,
 * mechanically, one place at a time, or makes the changes of a file; compiled in memory as planted bugs are, each is
 * shown to the tests that {@linkplain ReachedLines reach its line}, of its own module and of those that depend on it, until
 * one notices. A change that none notices is a survivor: it does no harm, or a test is missing. Where no test reaches the
 * line that is said instead: nothing was tried.
 *
 * <p>The work is done in two processes, or {@code -Dtacit.mutate.processes=N}, each begun anew where a change makes a test
 * run for ever; such a change counts as noticed.
 */
@NullUnmarked
public final class Mutate {
    private static final int PROCESSES = Integer.getInteger("tacit.mutate.processes", 2);

    /** So few that both processes end about together, so many that a new one is not begun for each. */
    private static final int AT_ONCE = 4;

    private static final long LONGEST_SECONDS = Long.getLong("tacit.mutate.seconds", 300);

    private final List<String> arguments;
    private final List<Mutation> mutations;
    private final ShownVerdicts verdicts = new ShownVerdicts();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private Mutate(List<String> arguments, List<Mutation> mutations) {
        this.arguments = arguments;
        this.mutations = mutations;
    }

    /** Arguments: what; how many changes, 40 by default; a seed; the most tests for each change. */
    public static void main(String[] given) throws IOException {
        List<String> defaults = List.of("", "40", "1", "1000");
        List<String> arguments = IntStream.range(0, defaults.size())
                .mapToObj(i -> i < given.length ? given[i] : defaults.get(i))
                .toList();
        Mutate mutate = new Mutate(
                arguments,
                Mutations.of(arguments.get(0), Integer.parseInt(arguments.get(1)), Long.parseLong(arguments.get(2))));
        String missing = mutate.mutations.isEmpty()
                ? "There is no package, class or file of changes " + arguments.get(0) + "."
                : Files.isDirectory(ReachedLines.FOLDER)
                        ? ""
                        : "Which tests reach which line is not known: bench/run reach finds out.";
        if (!missing.isEmpty()) {
            System.err.println(missing);
            System.exit(2);
        }
        Mutations.MODULES.forEach(mutate::show);
        mutate.sum();
        mutate.threads.shutdown();
    }

    /** Shows a module's tests all changes that nobody noticed so far. */
    private void show(String module) {
        Deque<Integer> left = new ArrayDeque<>(IntStream.range(0, mutations.size())
                .filter(verdicts::isOpen)
                .boxed()
                .toList());
        List<CompletableFuture<Void>> working = IntStream.range(0, PROCESSES)
                .mapToObj(process -> CompletableFuture.runAsync(() -> work(module, left), threads))
                .toList();
        working.forEach(CompletableFuture::join);
    }

    /** Takes changes until none is left: some at once, since a new process has to load the engine anew. */
    private void work(String module, Deque<Integer> left) {
        Deque<Integer> taken = new ArrayDeque<>();
        while (true) {
            synchronized (left) {
                while (taken.size() < AT_ONCE && !left.isEmpty()) {
                    taken.add(left.poll());
                }
            }
            if (taken.isEmpty()) {
                return;
            }
            try {
                ask(module, taken);
            } catch (IOException | InterruptedException failure) {
                throw new IllegalStateException(failure);
            }
        }
    }

    private void ask(String module, Deque<Integer> taken) throws IOException, InterruptedException {
        Process worker = worker(module, taken);
        try (BufferedReader says = worker.inputReader(StandardCharsets.UTF_8)) {
            String line = said(says);
            while (line != null && !line.isEmpty()) {
                int bar = line.indexOf('|');
                if (bar > 0) {
                    tell(module, taken.remove(), line.substring(bar + 1));
                }
                line = said(says);
            }
            // Where a line is late, somebody still waits for it, and the reader cannot be closed before that ends.
            worker.destroyForcibly().waitFor();
            if (!taken.isEmpty()) {
                tell(module, taken.remove(), line == null ? "ended the process" : "ran for ever");
            }
        }
    }

    private void tell(String module, int number, String verdict) {
        synchronized (verdicts) {
            verdicts.add(number, verdict);
            System.out.println(
                    module + ": " + verdict + ": " + mutations.get(number).row());
        }
    }

    private void sum() {
        System.out.println(arguments.get(0) + ": " + verdicts.sum());
        verdicts.left(number -> mutations.get(number).row()).forEach(System.out::println);
    }

    /** The next line of a worker; null when it has ended, and an empty one when it says nothing for long. */
    private @Nullable String said(BufferedReader says) throws InterruptedException {
        CompletableFuture<@Nullable String> line = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return says.readLine();
                    } catch (IOException closed) {
                        return null;
                    }
                },
                threads);
        try {
            return line.get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            return "";
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private Process worker(String module, Deque<Integer> numbers) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:ReservedCodeCacheSize=256m",
                "-Xmx3g",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("tacit.mutate.classes." + module, System.getProperty("java.class.path")),
                ShowMutations.class.getName()));
        command.addAll(arguments);
        command.add(module);
        command.add(numbers.stream().map(String::valueOf).collect(Collectors.joining(",")));
        return new ProcessBuilder(command)
                .directory(new File("../" + module))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
