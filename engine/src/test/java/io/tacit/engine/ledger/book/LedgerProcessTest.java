package io.tacit.engine.ledger.book;

import static io.tacit.engine.ledger.book.Requests.basic;
import static io.tacit.engine.ledger.book.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.ledger.LedgerEntry.Kind;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.LedgerVerdict;
import io.tacit.engine.ledger.Receipt;
import io.tacit.privacy.number.Rational;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ledger in the hands of several processes, some of which die. */
@Tag("process")
class LedgerProcessTest {
    /** Twenty-four before a release. */
    private static final int KILLS = Integer.getInteger("tacit.ledger.kills", 6);

    @TempDir
    private Path folder;

    /** One of several processes that charge until the budget is spent, with what it says in a file. */
    private Process child(Path file, String budget, String cost, int threads, Path says, int processes)
            throws IOException {
        return java(
                        ChargeInLoop.class,
                        List.of(
                                file.toString(),
                                budget,
                                cost,
                                String.valueOf(threads),
                                folder.resolve("start").toString(),
                                String.valueOf(processes)))
                .redirectOutput(says.toFile())
                .start();
    }

    /** Where the system tells it, who waits reads which process holds the ledger, and goes on when that is done. */
    @Test
    void aWaitNamesTheProcessThatHolds() throws Exception {
        Path file = folder.resolve("held.db");
        BlockingQueue<Optional<String>> told = new LinkedBlockingQueue<>();
        AccountTerms shop = basic("shop", "1000", "1e-5");
        try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file))) {
            book.tellWaits(told::add);
            book.ledger().charge(request("0.1", "0", shop));
            Process holder = java(HoldLedger.class, List.of(file.toString())).start();
            try (BufferedReader says = holder.inputReader()) {
                assertThat(says.readLine()).isEqualTo("held");
                CompletableFuture<Receipt> waiting =
                        CompletableFuture.supplyAsync(() -> book.ledger().charge(request("0.1", "0", shop)));
                Optional<String> who = told.take();
                if (Files.exists(Path.of("/proc/locks"))) {
                    assertThat(who).contains("process " + holder.pid() + " (java)");
                }
                assertThat(waiting).isNotDone();
                holder.getOutputStream().close();
                assertThat(waiting.get().balances()).hasSize(1);
            } finally {
                holder.destroyForcibly();
            }
            assertThat(book.ledger().balance(shop).charges()).isEqualTo(2);
        }
    }

    private ProcessBuilder java(Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xlog:disable",
                // One that is killed while it loads leaves a library behind: it goes with the folder.
                "-Djava.io.tmpdir=" + folder,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    /** The receipts that were said in full lines. */
    private static List<Long> said(Path says) throws IOException {
        List<Long> numbers = new ArrayList<>();
        String all = Files.readString(says);
        for (String line : all.substring(0, all.lastIndexOf('\n') + 1).lines().toList()) {
            assertThat(line).containsOnlyDigits();
            numbers.add(Long.valueOf(line));
        }
        return numbers;
    }

    private static void waitForLines(Path says, Process child, int lines) throws IOException, InterruptedException {
        long end = System.nanoTime() + Duration.ofMinutes(5).toNanos();
        while (System.nanoTime() < end) {
            if (!child.isAlive()) {
                return;
            }
            if (Files.exists(says) && Files.size(says) >= 2L * lines) {
                return;
            }
            Thread.sleep(5);
        }
        throw new AssertionError("the process said nothing");
    }

    @Test
    void whatWasReleasedWasChargedWheneverTheProcessDies() throws Exception {
        Path file = folder.resolve("ledger.db");
        AccountTerms account = Requests.basic("shop", "1000000", "0");
        Random random = new Random(20261121);
        Set<Long> released = new HashSet<>();
        long before = 0;
        for (int round = 0; round < KILLS; round++) {
            Path says = folder.resolve("said-" + round);
            Process child = child(file, "1000000", "0.001", 4, says, 1);
            waitForLines(says, child, 1);
            Thread.sleep(random.nextInt(150));
            child.destroyForcibly();
            assertThat(child.waitFor(300, TimeUnit.SECONDS)).isTrue();
            List<Long> numbers = said(says);
            assertThat(numbers).isNotEmpty();
            released.addAll(numbers);
            try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file))) {
                LedgerVerdict verdict = book.ledger().verify(Optional.empty());
                assertThat(verdict.problems()).isEmpty();
                List<LedgerEntry> entries = book.ledger().history(Optional.empty(), Integer.MAX_VALUE);
                Set<Long> charged = new HashSet<>();
                entries.stream()
                        .filter(entry -> entry.kind() == Kind.CHARGE)
                        .forEach(entry -> charged.add(entry.number()));
                assertThat(charged).containsAll(released);
                Balance balance = book.ledger().balance(account);
                assertThat(balance.charges()).isEqualTo(charged.size()).isGreaterThan(before);
                assertThat(balance.spent().epsilon())
                        .isEqualTo(Requests.number("0.001").times(Rational.of(charged.size())));
                before = balance.charges();
            }
        }
    }

    @Test
    void fourProcessesOfEightThreadsNeverPassTheBudget() throws Exception {
        Path file = folder.resolve("ledger.db");
        AccountTerms account = Requests.basic("shop", "20", "0");
        List<Process> children = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            children.add(child(file, "20", "0.01", 8, folder.resolve("said-" + i), 4));
        }
        List<Long> all = new ArrayList<>();
        int paying = 0;
        for (int i = 0; i < 4; i++) {
            assertThat(children.get(i).waitFor(300, TimeUnit.SECONDS)).isTrue();
            List<Long> numbers = said(folder.resolve("said-" + i));
            paying += numbers.isEmpty() ? 0 : 1;
            all.addAll(numbers);
        }
        assertThat(paying).as("processes that raced").isGreaterThan(1);
        assertThat(all).doesNotHaveDuplicates().hasSize(2000);
        try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file))) {
            assertThat(book.ledger().balance(account).spent().epsilon()).isEqualTo(Rational.of(20));
            LedgerVerdict verdict = book.ledger().verify(Optional.empty());
            assertThat(verdict.problems()).isEmpty();
            assertThat(verdict.entries()).isEqualTo(2001);
        }
        // Each unpacked SQLite's library into a folder of its own, and nothing of that is left.
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(path -> path.getFileName().toString())).noneMatch(name -> name.contains("sqlite"));
        }
    }
}
