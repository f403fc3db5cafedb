package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.number.Rational;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hundreds of questions of an owner about files that change, in sessions with budgets and without, against a model that
 * says what each file has given, what is given again, and what is refused.
 */
@NullUnmarked
class BooksBesideFilesTest {
    /** The second asks what the first does, in other words; the last reads nobody's data. */
    private static final List<String> TEXTS = List.of(
            "SELECT COUNT(*) AS n FROM Visits",
            "select count(*) as m\nfrom visits",
            "SELECT COUNT(*) AS n FROM orders",
            "SELECT COUNT(DISTINCT v.u) AS n FROM orders o JOIN visits v ON v.u = o.u",
            "SELECT g, COUNT(*) AS n FROM visits GROUP BY g",
            "SELECT (SELECT COUNT(*) FROM visits) AS v, (SELECT COUNT(*) FROM orders) AS o",
            "SELECT COUNT(*) AS n FROM days");

    /** Whose files pay for each. */
    private static final List<Set<String>> PAYERS = List.of(
            Set.of("visits"),
            Set.of("visits"),
            Set.of("orders"),
            Set.of("visits", "orders"),
            Set.of("visits"),
            Set.of("visits", "orders"),
            Set.of());

    private static final Instant WRITTEN = Instant.parse("2026-11-01T12:00:00.123456Z");

    @TempDir
    private Path folder;

    private final Map<String, TallyAccounting> open = new LinkedHashMap<>();
    private final Map<String, String> states = new HashMap<>();
    private final Map<String, Instant> times = new HashMap<>();
    private final Map<String, Rational> epsilon = new HashMap<>();
    private final Map<String, Rational> delta = new HashMap<>();
    private final Map<String, Long> questions = new HashMap<>();
    private final Set<String> opened = new HashSet<>();
    private final Map<Key, Kept> kept = new HashMap<>();
    private final Map<String, Rational> sessions = new HashMap<>();
    private Instant now = Instant.parse("2026-11-21T12:00:00Z");
    private int answers;
    private int given;
    private int refused;

    /** Under what an answer is given again. */
    private record Key(Map<String, String> states, boolean bounded, int meaning) {}

    private record Kept(Instant at, long answer) {}

    @BeforeEach
    void write() throws IOException {
        for (String name : List.of("visits", "orders", "days")) {
            write(name, 1, WRITTEN);
        }
    }

    @AfterEach
    void close() {
        open.values().forEach(TallyAccounting::close);
    }

    private Path file(String name) {
        return folder.resolve(name + ".csv");
    }

    private void write(String name, int rows, Instant at) throws IOException {
        Files.writeString(file(name), "u,g\n" + "1,1\n".repeat(rows));
        Files.setLastModifiedTime(file(name), FileTime.from(at));
        states.put(name, rows + " " + at);
        times.put(name, at);
    }

    private SourceTable table(String name, String shown, Protection protection, boolean bounded) {
        Column group = bounded
                ? Column.nullable("g", ColumnType.BIGINT).within(new RowBounds(BigDecimal.ZERO, BigDecimal.TEN))
                : Column.nullable("g", ColumnType.BIGINT);
        return new SourceTable(
                new Table(shown, List.of(Column.nullable("u", ColumnType.BIGINT), group), protection),
                new Source.Csv(file(name), new CsvFormat(',', true)));
    }

    private List<SourceTable> tables(boolean bounded) {
        return List.of(
                table("days", "days", new Protection.Public(), false),
                table("visits", "Visits", new Protection.UnitColumn("u"), bounded),
                table("orders", "orders", new Protection.UnitColumn("u"), false));
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
    }

    private TallyAccounting accounting(boolean bounded, Optional<BigDecimal> budget) {
        return open.computeIfAbsent(bounded + " " + budget, each -> {
            sessions.put(each, Rational.ZERO);
            return new TallyAccounting(
                    tables(bounded), Defaults.STANDARD, QueryCeiling.NONE, new Tally(budget, words -> {}), clock());
        });
    }

    /** What all files are, where that is certain. */
    private Optional<Map<String, String>> state() {
        return times.values().stream()
                        .allMatch(at -> at.plus(Duration.ofSeconds(3)).isBefore(now))
                ? Optional.of(Map.copyOf(states))
                : Optional.empty();
    }

    private FileTally tally(String name, Optional<BigDecimal> budget) {
        return new FileTally(
                name + ".csv",
                Decimals.text(epsilon.getOrDefault(name, Rational.ZERO)),
                Decimals.text(delta.getOrDefault(name, Rational.ZERO)),
                questions.getOrDefault(name, 0L),
                budget.map(most -> Decimals.text(Rational.of(most))));
    }

    private void change(Random random) throws IOException {
        String name = List.of("visits", "orders", "days").get(random.nextInt(3));
        boolean justNow = random.nextInt(4) == 0;
        write(name, 1 + random.nextInt(2), justNow ? now : WRITTEN.plusSeconds(random.nextInt(2)));
    }

    private static Answer answer(PreparedQuery query, long value) {
        return new Answer(
                query.columns(),
                List.of(new AnswerRow(
                        Collections.nCopies(query.columns().size(), value),
                        Collections.nCopies(query.columns().size(), null))),
                List.of(),
                "1",
                "0",
                0.95);
    }

    private void ask(Random random, Map<Boolean, List<PreparedQuery>> queries) throws IOException {
        boolean bounded = random.nextInt(4) == 0;
        Optional<BigDecimal> budget = List.of(
                        Optional.<BigDecimal>empty(),
                        Optional.of(new BigDecimal("30")),
                        Optional.of(new BigDecimal("60")))
                .get(random.nextInt(3));
        TallyAccounting accounting = accounting(bounded, budget);
        int text = random.nextInt(TEXTS.size());
        PreparedQuery query = queries.get(bounded).get(text);
        Set<String> payers = PAYERS.get(text);
        Question question = new Question(TEXTS.get(text), random.nextInt(5) == 0);
        Optional<Map<String, String>> before = state();
        Optional<Key> key =
                before.filter(any -> !payers.isEmpty()).map(all -> new Key(all, bounded, text == 1 ? 0 : text));
        Instant asked = now;
        // Answers lie beside the first file of people.
        Optional<Kept> expected =
                key.flatMap(place -> Optional.ofNullable(kept.get(place))).filter(any -> !question.fresh());

        QueryInProgress progress = accounting.begin(question);
        Optional<Answer> known = progress.known();
        if (known.isEmpty()) {
            known = progress.known(query);
        }
        assertThat(known.map(one -> one.rows().get(0).values().get(0))).isEqualTo(expected.map(Kept::answer));
        if (known.isPresent()) {
            given++;
            assertThat(known.get().origin().releasedAt())
                    .contains(expected.orElseThrow().at());
            assertThat(known.get().columns()).isEqualTo(query.columns());
            assertThat(known.get().origin().tallied())
                    .containsExactlyElementsOf(List.of("visits", "orders").stream()
                            .filter(opened::contains)
                            .map(name -> tally(name, budget))
                            .toList());
            return;
        }
        Rational cost = query.charge().epsilon();
        boolean fits = budget.isEmpty()
                || payers.stream()
                        .allMatch(name -> epsilon.getOrDefault(name, Rational.ZERO)
                                        .plus(cost)
                                        .compareTo(Rational.of(budget.get()))
                                <= 0);
        String session = bounded + " " + budget;
        opened.addAll(payers);
        try {
            AnswerOrigin origin = progress.charge(query);
            assertThat(fits).as(question.sql()).isTrue();
            for (String name : payers) {
                epsilon.merge(name, cost, Rational::plus);
                delta.merge(name, query.charge().delta(), Rational::plus);
                questions.merge(name, 1L, Long::sum);
            }
            sessions.merge(session, payers.isEmpty() ? Rational.ZERO : cost, Rational::plus);
            assertThat(origin.tallied())
                    .containsExactlyInAnyOrderElementsOf(
                            payers.stream().map(name -> tally(name, budget)).toList());
        } catch (Refusal refusal) {
            refused++;
            assertThat(refusal.code()).isEqualTo(ErrorCode.BUDGET);
            assertThat(fits).as(question.sql()).isFalse();
            return;
        } finally {
            assertThat(accounting.spent().epsilon()).isEqualTo(sessions.get(session));
        }
        // A file may change while it is read, and change back.
        for (int i = random.nextInt(3); i > 0 && random.nextBoolean(); i--) {
            change(random);
        }
        now = now.plusSeconds(random.nextInt(5));
        if (random.nextInt(6) == 0) {
            progress.failed(query, new Refusal(ErrorCode.ENGINE, "It failed.", "Ask again."));
            return;
        }
        answers++;
        progress.answered(query, answer(query, answers));
        if (before.isPresent() && before.equals(state()) && opened.contains("visits")) {
            key.ifPresent(place -> kept.put(place, new Kept(asked, answers)));
        }
    }

    @Test
    void whatFilesGaveAndWhatIsGivenAgainIsWhatTheModelSays() throws IOException {
        Map<Boolean, List<PreparedQuery>> queries = new HashMap<>();
        for (boolean bounded : List.of(true, false)) {
            PrepareQuery prepare = new PrepareQuery(
                    CheckDeclarations.check(tables(bounded)),
                    Defaults.STANDARD,
                    QueryCeiling.NONE,
                    DuckDbDialect.DIALECT);
            queries.put(bounded, TEXTS.stream().map(prepare::prepare).toList());
        }
        Random random = new Random(148);
        for (int step = 0; step < 160; step++) {
            now = now.plusSeconds(List.of(0, 1, 10, 1_000).get(random.nextInt(4)));
            if (random.nextInt(12) == 0) {
                change(random);
            }
            if (random.nextInt(40) == 0) {
                open.values().forEach(TallyAccounting::close);
                open.clear();
            }
            ask(random, queries);
        }
        assertThat(List.of(given, refused, answers)).allMatch(times -> times > 10);
        for (String name : List.of("visits", "orders")) {
            try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(Tally.beside(file(name))))) {
                assertThat(book.ledger().verify(Optional.empty()).problems()).isEmpty();
                assertThat(book.ledger().history(Optional.empty(), Integer.MAX_VALUE))
                        .hasSize((int) (questions.get(name) + 1));
            }
        }
        assertThat(Tally.beside(file("days"))).doesNotExist();
    }

    private Optional<ErrorCode> charged(TallyAccounting accounting, PrepareQuery prepare, String sql) {
        try {
            AnswerOrigin paid = accounting.begin(Question.of(sql)).charge(prepare.prepare(sql));
            assertThat(paid.tallied()).hasSize(1);
            return Optional.empty();
        } catch (Refusal refusal) {
            return Optional.of(refusal.code());
        }
    }

    private static String groups(String delta) {
        return "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(delta = " + delta
                + ") g, COUNT(*) AS n FROM visits GROUP BY g";
    }

    /** All questions about a file have a δ together, which is less than 1 though nobody set a budget. */
    @Test
    void theDeltasOfAFileStayBelowOne() {
        PrepareQuery prepare = new PrepareQuery(
                CheckDeclarations.check(tables(false)), Defaults.STANDARD, QueryCeiling.NONE, DuckDbDialect.DIALECT);
        TallyAccounting accounting = accounting(false, Optional.empty());
        Optional<ErrorCode> tooMuch = Optional.of(ErrorCode.BUDGET);
        for (List<String> both : List.of(
                List.of("0.6", "0.7"), List.of("0.3", "0.7"), List.of("0.999", "0.001"), List.of("0.4", "0.6"))) {
            assertThat(charged(accounting, prepare, groups(both.get(0)) + " UNION ALL " + groups(both.get(1))))
                    .as(both.toString())
                    .isEqualTo(tooMuch);
        }
        Rational spent = Rational.ZERO;
        for (String part : List.of("0.6", "0.3", "0.05", "0.045")) {
            Rational cost = prepare.prepare(groups(part)).charge().delta();
            assertThat(cost).isEqualTo(Rational.of(new BigDecimal(part)));
            spent = spent.plus(cost);
            assertThat(charged(accounting, prepare, groups(part))).as(part).isEmpty();
        }
        assertThat(spent).isEqualTo(Rational.of(new BigDecimal("0.995")));
        for (String part : List.of("0.6", "0.01", "0.005")) {
            assertThat(charged(accounting, prepare, groups(part))).as(part).isEqualTo(tooMuch);
        }
        assertThat(charged(accounting, prepare, groups("0.0049"))).isEmpty();
        assertThat(charged(accounting, prepare, TEXTS.get(0))).as("without a δ").isEmpty();
    }
}
