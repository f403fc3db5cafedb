package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DataEngine.FileSchema;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.ForwardingBackend;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.source.DeclaredSource.Origin;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.random.RandomBits;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever breaks inside a run, its words stay inside: they might quote people's data. Every part of a run fails here
 * with a word that is found nowhere an analyst reads; the query is paid, and everybody is told that it failed.
 */
@NullUnmarked
class InternalWordsTest {
    private static final String MARKER = "zyxgorod";

    /** Feeds one release with another, has leftovers and a quantile, and reads a public table afterwards. */
    private static final String SQL =
            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 8, leftovers = 'others') t.g, COUNT(*,"
                    + " contribution_bounds_per_group => (0, 1)) AS n, MEDIAN(x) AS m FROM t JOIN (SELECT WITH"
                    + " DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 8) g, COUNT(*, contribution_bounds_per_group => (0, 1))"
                    + " AS k FROM t GROUP BY g) q ON t.g = q.g WHERE q.k > 0 GROUP BY t.g";

    private static final String WITH_PUBLIC =
            "SELECT code, n FROM pub, (SELECT COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM t) q";

    @TempDir
    private Path folder;

    private Policy policy;

    @BeforeEach
    void readPolicy() throws IOException {
        Path file = Shopkeeper.of(folder, People.ordinary(), "1000", "ledger: books.sqlite")
                .file();
        Files.writeString(folder.resolve(MARKER + ".csv"), "code\n1\n");
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "analysts:",
                                "  pub: {file: " + MARKER + ".csv, public: true, columns: {code: INTEGER}}\nanalysts:")
                        // One analyst makes many fail here.
                        .replace("budget: {", "stop_after_failures: 100, budget: {"));
        policy = Shopkeeper.policy(file);
    }

    /** What a mistake of ours, of a library, or a machine that is too small throws. */
    private static List<Supplier<Throwable>> failures() {
        return List.of(
                () -> new IllegalStateException(MARKER, new IOException(MARKER)),
                () -> new ArithmeticException(MARKER),
                () -> new UncheckedIOException(MARKER, new IOException(MARKER)),
                () -> new StackOverflowError(MARKER),
                () -> new OutOfMemoryError(MARKER),
                () -> new AssertionError(MARKER),
                () -> new NoClassDefFoundError(MARKER),
                () -> new ExceptionInInitializerError(MARKER));
    }

    /** One of each kind that is caught apart. */
    private static List<Supplier<Throwable>> kinds() {
        return List.of(() -> new IllegalStateException(MARKER), () -> new AssertionError(MARKER));
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException fail(Throwable failure) throws T {
        throw (T) failure;
    }

    @Test
    void noiseThatFails() {
        for (Supplier<Throwable> failure : failures()) {
            isSilent("noise", SQL, open(() -> new Failing(failure, true)));
        }
        for (Supplier<Throwable> failure : kinds()) {
            isSilent("bits", SQL, open(() -> new Failing(failure, false)));
            isSilent("source of noise", SQL, open(() -> {
                throw fail(failure.get());
            }));
        }
    }

    /** Without noise, which would now and then leave no group to fill a table with. */
    @Test
    void aBackEndThatFails() {
        for (Supplier<Throwable> failure : kinds()) {
            for (Part part : List.of(Part.RUN, Part.ROWS, Part.FILL, Part.DROP)) {
                isSilent(
                        part.toString(),
                        SQL,
                        TacitSession.open(
                                policy,
                                "ada",
                                new FailingEngine(new DuckDbEngine(People.SETTINGS), part, failure),
                                People.SETTINGS,
                                Clock.systemUTC(),
                                ZeroNoise::new));
            }
        }
    }

    /** A mistake of ours that quotes the group it was at, whose key is what one person alone wrote. */
    @Test
    void aFailureThatQuotesAValue() {
        policy = Shopkeeper.policy(Shopkeeper.of(
                        folder.resolve("quoting"),
                        People.ordinary().with("4217," + MARKER + ",1,1,1,1,1,s"),
                        "100",
                        "ledger: books.sqlite")
                .file());
        FailingEngine quoting = new FailingEngine(new DuckDbEngine(People.SETTINGS), Part.VALUES, () -> new Error());
        isSilent(
                "value",
                "SELECT g, COUNT(*, contribution_bounds_per_group => (0, 1)) FROM t GROUP BY g",
                TacitSession.open(policy, "ada", quoting, People.SETTINGS));
        assertThat(quoting.quoted()).contains(MARKER);
    }

    /** Nothing is charged; the analyst reads fixed words, and the owner finds in the log what it was. */
    @Test
    void aMistakeBeforeAnythingIsPaidIsInTheLog() {
        int asked = 0;
        for (Supplier<Throwable> failure : kinds()) {
            FailingEngine failing = new FailingEngine(new DuckDbEngine(People.SETTINGS), Part.CHECK, failure);
            try (TacitSession session = TacitSession.open(policy, "ada", failing, People.SETTINGS)) {
                Throwable thrown = catchThrowable(() -> session.query(SQL));
                assertThat(thrown)
                        .isInstanceOfSatisfying(
                                Refusal.class,
                                refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE));
                assertThat(allOf(thrown)).doesNotContain(MARKER);
            }
            asked++;
            assertThat(log()).hasSize(asked);
            AuditLog.Line line = log().get(asked - 1);
            assertThat(line.decision()).isEqualTo(AuditLog.Decision.REFUSED);
            assertThat(line.epsilon()).isEqualTo("0");
            assertThat(line.reason()).doesNotContain(MARKER);
            assertThat(line.detail()).contains(failure.get().getClass().getName());
        }
    }

    /** The file of a public table goes away, whose name the sandbox's engine would tell. */
    @Test
    void aSandboxThatFails() {
        isSilent("sandbox", WITH_PUBLIC, open(() -> {
            try {
                Files.delete(folder.resolve(MARKER + ".csv"));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            return new ZeroNoise();
        }));
    }

    private TacitSession open(Supplier<Noise> noise) {
        return TacitSession.open(policy, "ada", People.SETTINGS, Clock.systemUTC(), noise);
    }

    private void isSilent(String name, String sql, TacitSession session) {
        int before = log().size();
        try (session) {
            Throwable thrown =
                    catchThrowable(() -> session.query(Question.of(sql).afresh()));
            assertThat(thrown)
                    .as(name)
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE));
            assertThat(allOf(thrown)).doesNotContain(MARKER);
            Throwable kept = catchThrowable(() -> session.query(sql));
            assertThat(kept).isInstanceOf(Refusal.class);
            assertThat(allOf(kept)).doesNotContain(MARKER);
        }
        List<AuditLog.Line> lines = log().subList(before, before + 2);
        assertThat(lines)
                .extracting(AuditLog.Line::decision)
                .containsExactly(AuditLog.Decision.FAILED, AuditLog.Decision.REFUSED);
        assertThat(lines).allSatisfy(line -> assertThat(line.reason()).doesNotContain(MARKER));
        assertThat(lines.get(0).epsilon()).isNotEqualTo("0");
    }

    /** With causes, and what else is printed of a failure. */
    private static String allOf(Throwable failure) {
        StringWriter words = new StringWriter();
        failure.printStackTrace(new PrintWriter(words));
        return words.toString();
    }

    private List<AuditLog.Line> log() {
        try (LedgerBook book = LedgerBook.open(policy.ledger(), Optional.empty(), Clock.systemUTC())) {
            return book.auditLog().newest(1000, Optional.empty());
        }
    }

    /** Noise that fails where it is added, or where bits are drawn. */
    private record Failing(Supplier<Throwable> failure, boolean added) implements Noise {
        @Override
        public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
            if (added) {
                throw fail(failure.get());
            }
            return exact;
        }

        @Override
        public boolean keeps(GroupSelection.Geometric selection, BigInteger exactUsers) {
            throw fail(failure.get());
        }

        @Override
        public RandomBits bits() {
            return () -> {
                throw fail(failure.get());
            };
        }
    }

    /** What of a back end is called: one part before the query is paid, the others afterwards. */
    private enum Part {
        CHECK,
        RUN,
        ROWS,
        VALUES,
        FILL,
        DROP
    }

    private record FailingEngine(DataEngine engine, Part part, Supplier<Throwable> failure, StringBuilder quoted)
            implements DataEngine {
        FailingEngine(DataEngine engine, Part part, Supplier<Throwable> failure) {
            this(engine, part, failure, new StringBuilder());
        }

        @Override
        public Dialect dialect() {
            return engine.dialect();
        }

        @Override
        public Backend open(List<SourceTable> tables) {
            return new ForwardingBackend(engine.open(tables)) {
                @Override
                public void check(String sql, int keyCount, int integerCount) {
                    failing(Part.CHECK);
                    super.check(sql, keyCount, integerCount);
                }

                @Override
                public void run(String sql, int keyCount, int integerCount, RowSink sink) {
                    failing(Part.RUN);
                    if (part == Part.VALUES) {
                        super.run(
                                sql, keyCount, integerCount, (keys, integers) -> quoted.append(String.join(",", keys)));
                        if (quoted.indexOf(MARKER) >= 0) {
                            throw new IllegalStateException(quoted.toString());
                        }
                    }
                    super.run(sql, keyCount, integerCount, part == Part.ROWS ? this::row : sink);
                }

                private void row(@Nullable String[] keys, BigInteger[] integers) {
                    failing(Part.ROWS);
                }

                @Override
                public void fillWorkTable(String name, List<@Nullable Object[]> rows) {
                    failing(Part.FILL);
                    super.fillWorkTable(name, rows);
                }

                @Override
                public void dropWorkTable(String name) {
                    failing(Part.DROP);
                    super.dropWorkTable(name);
                }
            };
        }

        private void failing(Part now) {
            if (now == part) {
                throw fail(failure.get());
            }
        }

        @Override
        public DataEngine alsoTelling(Consumer<String> ownerLog) {
            return new FailingEngine(engine.alsoTelling(ownerLog), part, failure, quoted);
        }

        @Override
        public FileSchema parquet(Path file) {
            return engine.parquet(file);
        }

        @Override
        public DatabaseSchema database(Path file, Predicate<String> wanted) {
            return engine.database(file, wanted);
        }

        @Override
        public Map<Key, Long> repeats(List<SourceTable> tables, List<Key> keys) {
            return engine.repeats(tables, keys);
        }
    }
}
