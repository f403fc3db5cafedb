package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Everything at once, over one budget: threads and processes that ask, one that is killed, one that is interrupted, one
 * whose disk is full, clocks that are wrong, and a policy that changes meanwhile. Nothing unpaid is released, nothing
 * paid is lost without a trace, and the budget is never passed.
 */
@NullUnmarked
@Tag("process")
class FaultsTest {
    /** How often everything happens; ten times before a release. */
    private static final int ROUNDS = Integer.getInteger("tacit.faults", 1);

    /** Budgets that take turns in the policy; the books go by the least and by what was begun with. */
    private static final List<String> BUDGETS = List.of("1.5", "1.2");

    /** By how many seconds clocks are ahead: right, a little wrong as clocks are, and an hour behind, which gets nothing. */
    private static final List<Integer> CLOCKS = List.of(0, 20, -3_600);

    private static final Duration LONG = Duration.ofMinutes(5);

    /** Begins at a noon to come, whatever the time is: the budget of a day is not spent over two. */
    private static Clock clock;

    @TempDir
    static Path folder;

    private static EmbeddedPostgres server;

    @BeforeAll
    static void setClock() {
        Instant now = Instant.now();
        Instant noon = now.truncatedTo(ChronoUnit.DAYS).plus(Duration.ofHours(36));
        clock = Clock.offset(Clock.systemUTC(), Duration.between(now, noon));
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    /** What happens to a process once it has had an answer. */
    private enum Fault {
        KILLED {
            @Override
            void happens(Process process) {
                process.destroyForcibly();
            }
        },
        INTERRUPTED {
            @Override
            void happens(Process process) throws IOException {
                command("kill", "-INT", String.valueOf(process.pid()));
            }
        },
        /** No file of the process may grow beyond a few bytes: what a disk says that is full. */
        FULL_DISK {
            @Override
            void happens(Process process) throws IOException {
                command("prlimit", "--fsize=8192", "--pid", String.valueOf(process.pid()));
            }
        };

        abstract void happens(Process process) throws IOException;

        private static void command(String... words) throws IOException {
            new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .onExit()
                    .join();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theBooksHoldWhateverHappens(Shopkeeper.Books books) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Path home = folder.resolve(books + "-" + round);
            Path file = shop(books, home, round);
            happens(books, file, home, new Random(20261122 + round));
            checkBooks(file, home);
            theClockJumps(file);
        }
    }

    private static Path shop(Shopkeeper.Books books, Path home, int round) throws IOException, SQLException {
        if (books == Shopkeeper.Books.POSTGRES && server == null) {
            server = TestServer.builder().setServerConfig("fsync", "on").start();
        }
        String ledger = books == Shopkeeper.Books.SQLITE
                ? "ledger: books.sqlite"
                : Shopkeeper.onServer(server, "faults" + round);
        Path file =
                Shopkeeper.of(home, People.ordinary(), BUDGETS.get(0), ledger).file();
        Files.writeString(
                file, Files.readString(file).replace("members: [ada, bob],", "members: [ada, bob], refresh: daily,"));
        return file;
    }

    private static void happens(Shopkeeper.Books books, Path file, Path home, Random random) throws Exception {
        // The disk of a server is full for itself: FullServerDiskTest. prlimit is a command of Linux.
        List<Fault> faults = books == Shopkeeper.Books.SQLITE && OS.LINUX.isCurrentOs()
                ? List.of(Fault.values())
                : List.of(Fault.KILLED, Fault.INTERRUPTED);
        Map<Fault, Process> processes = new EnumMap<>(Fault.class);
        for (Fault fault : faults) {
            int first = 1_000 * (1 + processes.size());
            processes.put(fault, process(file, said(home, fault.name()), first));
        }
        for (Map.Entry<Fault, Process> struck : processes.entrySet()) {
            waitForAnAnswer(said(home, struck.getKey().name()), struck.getValue());
            Thread.sleep(random.nextInt(200));
            struck.getKey().happens(struck.getValue());
        }
        List<Thread> threads = new ArrayList<>();
        for (int ahead : CLOCKS) {
            AskUntilSpent asks = new AskUntilSpent(
                    file, said(home, "clock" + ahead), Clock.offset(clock, Duration.ofSeconds(ahead)));
            threads.add(new Thread(() -> asks.from(100_000 + 10 * ahead)));
        }
        threads.forEach(Thread::start);
        for (int i = 0; threads.stream().anyMatch(Thread::isAlive); i++) {
            changePolicy(file, BUDGETS.get(i % 2), BUDGETS.get((i + 1) % 2));
            Thread.sleep(60);
        }
        for (Process process : processes.values()) {
            assertThat(process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
        assertThat(Files.readAllLines(said(home, "clock" + CLOCKS.get(2))))
                .isNotEmpty()
                .containsOnly("refused " + ErrorCode.LEDGER);
    }

    private static Path said(Path home, String name) {
        return home.resolve("said-" + name);
    }

    private static Process process(Path policy, Path says, int first) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        // A killed process removes no library that it unpacked: it goes with the folder.
                        "-Djava.io.tmpdir=" + folder,
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AskUntilSpent.class.getName(),
                        policy.toString(),
                        says.toString(),
                        String.valueOf(
                                Duration.between(Instant.now(), clock.instant()).toSeconds()),
                        String.valueOf(first))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void waitForAnAnswer(Path says, Process process) throws InterruptedException {
        long end = System.nanoTime() + LONG.toNanos();
        while (process.isAlive() && !Files.exists(says) && System.nanoTime() < end) {
            Thread.sleep(20);
        }
        assertThat(says).exists();
    }

    /** In one step, as an editor does that writes a new file and renames it. */
    private static void changePolicy(Path file, String before, String after) throws IOException {
        Path fresh = file.resolveSibling("fresh.yaml");
        Files.writeString(
                fresh, Files.readString(file).replace("budget: {epsilon: " + before, "budget: {epsilon: " + after));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void checkBooks(Path file, Path home) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(home)) {
            for (Path said : files.filter(each -> each.getFileName().toString().startsWith("said-"))
                    .toList()) {
                lines.addAll(Files.readAllLines(said));
            }
        }
        Policy policy = Shopkeeper.policy(file);
        List<LedgerEntry> charges = new ArrayList<>();
        Map<String, AuditLog.Line> log = new HashMap<>();
        try (LedgerBook book = LedgerBook.open(policy.ledger(), Optional.empty(), clock)) {
            assertThat(book.ledger().verify(Optional.empty()).problems()).isEmpty();
            book.ledger().history(Optional.empty(), Integer.MAX_VALUE).stream()
                    .filter(entry -> entry.kind() == LedgerEntry.Kind.CHARGE)
                    .forEach(charges::add);
            book.auditLog().newest(100_000, Optional.empty()).forEach(line -> log.put(line.id(), line));
        }
        neverMoreThanTheBudget(charges);
        nothingUnpaidIsReleased(lines, charges, log);
        nothingPaidIsLost(lines, charges, log);
        try (TacitSession session = TacitSession.open(policy, "bob", People.SETTINGS, clock, ZeroNoise::new)) {
            for (int number : answered(lines)) {
                assertThat(session.query(AskUntilSpent.question(number))
                                .origin()
                                .releasedAt())
                        .isPresent();
            }
        }
    }

    private static void neverMoreThanTheBudget(List<LedgerEntry> charges) {
        BigDecimal spent = new BigDecimal(AskUntilSpent.COST).multiply(BigDecimal.valueOf(charges.size()));
        assertThat(charges).allSatisfy(charge -> assertThat(charge.epsilon()).isEqualTo(AskUntilSpent.COST));
        assertThat(spent).isBetween(new BigDecimal(BUDGETS.get(1)), new BigDecimal(BUDGETS.get(0)));
    }

    private static List<Integer> answered(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("answered "))
                .map(line -> Integer.valueOf(line.substring("answered ".length())))
                .toList();
    }

    private static void nothingUnpaidIsReleased(
            List<String> lines, List<LedgerEntry> charges, Map<String, AuditLog.Line> log) {
        Set<String> paid = charges.stream().map(LedgerEntry::query).collect(Collectors.toSet());
        Set<String> answered = log.values().stream()
                .filter(line -> line.decision() == AuditLog.Decision.ANSWERED && paid.contains(line.id()))
                .map(AuditLog.Line::sql)
                .collect(Collectors.toSet());
        assertThat(answered(lines)).isNotEmpty().doesNotHaveDuplicates();
        for (int number : answered(lines)) {
            assertThat(answered).contains(AskUntilSpent.question(number));
        }
    }

    /** What is charged stands in the log, unless who asked died, or was told that the books cannot be written. */
    private static void nothingPaidIsLost(
            List<String> lines, List<LedgerEntry> charges, Map<String, AuditLog.Line> log) {
        long dead = 2;
        long told = lines.stream()
                .filter(line -> line.equals("refused " + ErrorCode.LEDGER))
                .count();
        assertThat(charges.stream().filter(charge -> !log.containsKey(charge.query())))
                .hasSizeLessThanOrEqualTo((int) (dead + told));
        assertThat(lines)
                .allMatch(line ->
                        line.matches("answered \\d+|refused (?:" + ErrorCode.LEDGER + "|" + ErrorCode.BUDGET + ")"));
    }

    /** A clock that goes to the next day begins a budget anew, once; going back, it stops everybody. */
    private static void theClockJumps(Path file) {
        Clock tomorrow = Clock.offset(clock, Duration.ofDays(1));
        Policy policy = Shopkeeper.policy(file);
        try (TacitSession session = TacitSession.open(policy, "ada", People.SETTINGS, tomorrow, ZeroNoise::new)) {
            assertThat(session.query(AskUntilSpent.question(1)).origin().releasedAt())
                    .isEmpty();
        }
        try (TacitSession session = TacitSession.open(policy, "ada", People.SETTINGS, clock, ZeroNoise::new)) {
            assertThatThrownBy(() -> session.query(AskUntilSpent.question(2)))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.LEDGER));
        }
    }
}
