package io.tacit.bench;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.LedgerVerdict;
import io.tacit.engine.ledger.ReleaseStore.Stored;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a ledger in a SQLite file costs: opening, charging from one and from eight threads, a stored answer, and the
 * wait for the disk alone, measured on the same disk in the same run.
 */
public final class LedgerCharges {
    private static final int THREADS = 8;
    private static final int CHARGES = 5_000;
    private static final int WARM_UP = 3_000;
    private static final int ANSWERS = 1_000;

    private static final PrintWriter OUT = new PrintWriter(System.out, true, StandardCharsets.UTF_8);

    private LedgerCharges() {}

    /** Prints a Markdown table; the word is the folder to write into, else the current one. */
    public static void main(String[] words) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(Path.of(words.length == 0 ? "." : words[0]), "ledger-bench-");
        Path file = folder.resolve("ledger.db");
        try {
            OUT.println(String.format(
                    Locale.ROOT,
                    "Java %s, %d processors, load %.1f at the start.",
                    System.getProperty("java.version"),
                    Runtime.getRuntime().availableProcessors(),
                    ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
            OUT.println();
            OUT.println("| what | median ms | p99 ms | slowest ms | a second |");
            OUT.println("|---|---:|---:|---:|---:|");
            open(file, "first opening in a process, new file");
            open(file, "opening again");
            disk(folder.resolve("disk"));
            try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file))) {
                charge(book, 1, WARM_UP);
                report("one charge at a time", charge(book, 1, CHARGES));
                charge(book, THREADS, WARM_UP);
                report(THREADS + " threads charging", charge(book, THREADS, CHARGES));
                lookUp(book);
                verify(book);
            }
            disk(folder.resolve("disk"));
        } finally {
            for (String name : List.of("ledger.db", "ledger.db-wal", "ledger.db-shm", "disk")) {
                Files.deleteIfExists(folder.resolve(name));
            }
            Files.delete(folder);
        }
    }

    /** Times of single calls in milliseconds, and of all together in seconds. */
    private static final class Times {
        private final double[] millis;
        private final double seconds;

        Times(double[] millis, double seconds) {
            this.millis = millis;
            this.seconds = seconds;
        }
    }

    private static void report(String what, Times times) {
        double[] sorted = times.millis.clone();
        Arrays.sort(sorted);
        OUT.println(String.format(
                Locale.ROOT,
                "| %s | %.3f | %.3f | %.3f | %.0f |",
                what,
                Median.of(sorted),
                sorted[Math.min(sorted.length - 1, sorted.length * 99 / 100)],
                sorted[sorted.length - 1],
                sorted.length / times.seconds));
    }

    private static void open(Path file, String what) {
        long start = System.nanoTime();
        LedgerBook.open(new LedgerPlace.Sqlite(file)).close();
        double millis = (System.nanoTime() - start) / 1e6;
        report(what, new Times(new double[] {millis}, millis / 1e3));
    }

    /** One page of a write-ahead log at the end of a file, and the wait until the disk has it. */
    private static void disk(Path file) throws IOException {
        int rounds = 2_000;
        double[] millis = new double[rounds];
        long begin = System.nanoTime();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (int i = 0; i < rounds; i++) {
                ByteBuffer page = ByteBuffer.allocate(4096 + 24);
                long start = System.nanoTime();
                while (page.hasRemaining()) {
                    channel.write(page);
                }
                channel.force(false);
                millis[i] = (System.nanoTime() - start) / 1e6;
            }
        }
        report("the disk alone: write a page and fsync", new Times(millis, (System.nanoTime() - begin) / 1e9));
    }

    private static Times charge(LedgerBook book, int threads, int each) throws InterruptedException {
        AccountTerms account = new AccountTerms(
                "shop/students",
                new Budget.Basic(new ApproximateDp(Rational.of(1_000_000), Rational.of(1, 2))),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty());
        ApproximateDp loss =
                new ApproximateDp(Rational.of(new BigDecimal("0.01")), Rational.of(new BigDecimal("1e-9")));
        List<PrivacyEvent> events = List.of(
                new PrivacyEvent.LaplaceNoise(Epsilon.of("0.005"), 1),
                new PrivacyEvent.LaplaceNoise(Epsilon.of("0.005"), 1),
                new PrivacyEvent.Threshold(Delta.of("1e-9")));
        double[] millis = new double[threads * each];
        Thread[] all = new Thread[threads];
        long begin = System.nanoTime();
        for (int t = 0; t < threads; t++) {
            int first = t * each;
            all[t] = new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    long start = System.nanoTime();
                    book.ledger().charge(new ChargeRequest(List.of(account), "ada", "q" + i, loss, events));
                    millis[first + i] = (System.nanoTime() - start) / 1e6;
                }
            });
            all[t].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        return new Times(millis, (System.nanoTime() - begin) / 1e9);
    }

    private static void lookUp(LedgerBook book) {
        String content = "0123456789abcdef".repeat(256);
        for (int i = 0; i < ANSWERS; i++) {
            book.releaseStore().keep("key " + i, new Stored(Instant.EPOCH, false, content));
        }
        Times times = new Times(new double[0], 0);
        for (int round = 0; round < 2; round++) {
            double[] millis = new double[20 * ANSWERS];
            long begin = System.nanoTime();
            for (int i = 0; i < millis.length; i++) {
                long start = System.nanoTime();
                if (book.releaseStore().find("key " + i * 7919L % ANSWERS).isEmpty()) {
                    throw new IllegalStateException("an answer is gone");
                }
                millis[i] = (System.nanoTime() - start) / 1e6;
            }
            times = new Times(millis, (System.nanoTime() - begin) / 1e9);
        }
        report("a stored answer of 4 kB", times);
    }

    private static void verify(LedgerBook book) {
        long start = System.nanoTime();
        LedgerVerdict verdict = book.ledger().verify(Optional.empty());
        double seconds = (System.nanoTime() - start) / 1e9;
        report(
                "verifying " + verdict.entries() + " entries, "
                        + verdict.problems().size() + " problems",
                new Times(new double[] {seconds * 1e3}, seconds));
    }
}
