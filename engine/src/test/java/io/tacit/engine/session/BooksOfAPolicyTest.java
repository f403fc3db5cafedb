package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.AuditLog.Decision;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.ledger.LedgerEntry.Kind;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.RefreshWindow;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.Access;
import io.tacit.engine.policy.Account;
import io.tacit.engine.policy.Analyst;
import io.tacit.engine.policy.DataVersion;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.Resources;
import io.tacit.engine.policy.StoreRules;
import io.tacit.engine.refusal.AnalystWords;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.walk.Walk;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.number.Rational;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hundreds of questions of several analysts under several policies over one set of books, with every end that a question
 * can have, against a model that says what is given again, what is paid by whom, and what the owner reads.
 */
@NullUnmarked
class BooksOfAPolicyTest {
    private static final List<String> ANALYSTS = List.of("ada", "bob", "eve", "zoe");

    /** The second asks what the first does, in other words; the last reads nobody's data. */
    private static final List<String> TEXTS = List.of(
            "SELECT COUNT(*) AS n FROM t",
            "select count(*) as m\nfrom T",
            "SELECT COUNT(*) AS n FROM t WHERE g = 1",
            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.5) COUNT(*) AS n FROM t",
            "SELECT g, COUNT(*) AS n FROM t GROUP BY g",
            "SELECT 1 AS one");

    private static final int PUBLIC = 5;

    @TempDir
    private Path folder;

    private final List<PreparedQuery> queries = new ArrayList<>();
    private final Map<String, PolicyAccounting> open = new LinkedHashMap<>();
    private final List<OwnerWords> words = new ArrayList<>();
    private final Map<Key, Kept> kept = new HashMap<>();
    private final Map<String, String> declared = new HashMap<>();
    private final List<Line> lines = new ArrayList<>();
    private final List<Payment> payments = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-21T12:00:00Z");
    private LedgerBook owner;
    private int answers;

    /** Under what an answer is given again. */
    private record Key(String dataset, String account, String fingerprint, String version, boolean live, int meaning) {}

    private record Kept(Instant at, Optional<Long> answer) {}

    /** What the owner reads of a question. */
    private record Line(
            Instant at,
            String analyst,
            String account,
            String sql,
            Decision decision,
            String code,
            String reason,
            String epsilon,
            String delta,
            String detail) {
        static Line of(AuditLog.Line line) {
            return new Line(
                    line.at(),
                    line.analyst(),
                    line.account(),
                    line.sql(),
                    line.decision(),
                    line.code(),
                    line.reason(),
                    line.epsilon(),
                    line.delta(),
                    line.detail());
        }
    }

    /** What the ledger holds of a question. */
    private record Payment(
            Kind kind, String account, String analyst, String sql, String epsilon, String delta, Rational rho) {}

    @BeforeEach
    void open() {
        PrepareQuery prepare = new PrepareQuery(
                CheckDeclarations.check(tables()), Defaults.STANDARD, QueryCeiling.NONE, DuckDbDialect.DIALECT);
        TEXTS.forEach(text -> queries.add(prepare.prepare(text)));
        owner = LedgerBook.open(place(), Optional.empty(), clock());
    }

    @AfterEach
    void close() {
        open.values().forEach(PolicyAccounting::close);
        owner.close();
    }

    private LedgerPlace place() {
        return new LedgerPlace.Sqlite(folder.resolve("books.sqlite"));
    }

    private List<SourceTable> tables() {
        return List.of(new SourceTable(
                new Table(
                        "t",
                        List.of(Column.nullable("u", ColumnType.BIGINT), Column.nullable("g", ColumnType.BIGINT)),
                        new Protection.UnitColumn("u")),
                new Source.Csv(folder.resolve("t.csv"), new CsvFormat(',', true))));
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

    private static Account account(String name, boolean each, String... members) {
        return new Account(
                name,
                List.of(members),
                each,
                new Budget.Basic(new ApproximateDp(Rational.of(10_000), Rational.of(1, 2))),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty());
    }

    private Policy policy(String dataset, DataVersion version, Optional<Duration> window, String fingerprint) {
        List<Account> accounts = List.of(account("each", true, "ada", "zoe"), account("shared", false, "bob", "eve"));
        AccountTerms total = new AccountTerms(
                dataset, account("all", false).budget(), Optional.empty(), Optional.empty(), OptionalInt.empty());
        return new Policy(
                dataset,
                tables(),
                new Access(Map.of(), Map.of()),
                Defaults.STANDARD,
                QueryCeiling.NONE,
                Resources.USUAL,
                ANALYSTS.stream().map(name -> new Analyst(name, List.of())).toList(),
                accounts,
                Optional.of(total),
                version,
                new StoreRules(window),
                place(),
                Optional.of(folder.resolve("log.jsonl")),
                fingerprint);
    }

    /** Each differs from others in one thing that decides what is given again. */
    private List<Policy> policies() {
        Optional<Duration> hour = Optional.of(Duration.ofHours(1));
        return List.of(
                policy("shop", new DataVersion.Stated("first"), Optional.empty(), "alike"),
                policy("shop", new DataVersion.Stated("second"), Optional.empty(), "alike"),
                policy("shop", new DataVersion.Stated("first"), hour, "alike"),
                policy("shop", new DataVersion.Stated("first"), Optional.empty(), "otherwise"),
                policy("shop", new DataVersion.Scheduled(RefreshWindow.DAILY), Optional.empty(), "alike"),
                policy("shop", new DataVersion.Unstated(), Optional.empty(), "alike"),
                policy("shop", new DataVersion.Unstated(), hour, "alike"),
                policy("fair", new DataVersion.Unstated(), hour, "alike"),
                policy("fair", new DataVersion.Unstated(), Optional.empty(), "alike"),
                // Of this nobody ever declares a version.
                policy("live", new DataVersion.Unstated(), hour, "alike"),
                policy("live", new DataVersion.Unstated(), Optional.of(Duration.ofHours(2)), "alike"),
                policy("live", new DataVersion.Unstated(), Optional.empty(), "alike"));
    }

    private static String accountOf(Policy policy, String analyst) {
        return policy.dataset() + (List.of("ada", "zoe").contains(analyst) ? "/each/" + analyst : "/shared");
    }

    /** Where the answer to a question is kept now; empty where nothing is. */
    private Optional<Key> key(Policy policy, String analyst, int meaning) {
        String refreshed = declared.get(policy.dataset());
        String stated = policy.version() instanceof DataVersion.Stated named ? "named " + named.name() : "";
        if (policy.version() instanceof DataVersion.Scheduled) {
            stated = "on " + now.atZone(ZoneOffset.UTC).toLocalDate();
        }
        boolean live = stated.isEmpty();
        return live && policy.store().window().isEmpty()
                ? Optional.empty()
                : Optional.of(new Key(
                        policy.dataset(),
                        accountOf(policy, analyst),
                        policy.fingerprint(),
                        stated + "/" + refreshed,
                        live,
                        meaning));
    }

    private Optional<Kept> given(Policy policy, Optional<Key> key) {
        return key.flatMap(place -> Optional.ofNullable(kept.get(place))
                .filter(one -> !place.live()
                        || !one.at().isAfter(now)
                                && now.isBefore(
                                        one.at().plus(policy.store().window().orElseThrow()))));
    }

    private PolicyAccounting accounting(int policy, String analyst) {
        return open.computeIfAbsent(policy + analyst, each -> {
            OwnerWords own = new OwnerWords();
            words.add(own);
            return PolicyAccounting.open(policies().get(policy), analyst, DuckDbEngine.standard(), own, clock());
        });
    }

    private static Answer answer(PreparedQuery query, long value) {
        return new Answer(
                query.columns(),
                List.of(new AnswerRow(
                        Collections.nCopies(query.columns().size(), value),
                        Collections.nCopies(query.columns().size(), null))),
                List.of(),
                Decimals.text(query.charge().epsilon()),
                Decimals.text(query.charge().delta()),
                0.95);
    }

    private int declarations;

    private void declareNow(Random random) {
        String dataset = List.of("shop", "fair").get(random.nextInt(2));
        // A name is used once.
        String version = "v" + declarations++;
        owner.ledger().declareDataVersion(dataset, version, "owner");
        declared.put(dataset, version);
    }

    private void ask(Random random) {
        int which = random.nextInt(policies().size());
        Policy policy = policies().get(which);
        String analyst = ANALYSTS.get(random.nextInt(ANALYSTS.size()));
        int text = random.nextInt(TEXTS.size());
        PreparedQuery query = queries.get(text);
        boolean paid = text != PUBLIC;
        Question question = new Question(TEXTS.get(text), random.nextInt(6) == 0);
        PolicyAccounting accounting = accounting(which, analyst);
        OwnerWords own = words.get(new ArrayList<>(open.values()).indexOf(accounting));
        Instant asked = now;
        // The second text means what the first does.
        Optional<Key> key = key(policy, analyst, text == 1 ? 0 : text).filter(any -> paid);
        Optional<Kept> expected = given(policy, key).filter(any -> !question.fresh());
        String sql = (question.fresh() ? "FRESH " : "") + TEXTS.get(text);
        String epsilon = Decimals.text(query.charge().epsilon());
        String delta = Decimals.text(query.charge().delta());

        QueryInProgress progress = accounting.begin(question);
        List<String> said = new ArrayList<>();
        if (random.nextInt(3) == 0) {
            said.add("words " + lines.size());
            own.accept(said.get(0));
        }
        String detail = String.join("", said);
        Optional<Answer> known = Optional.empty();
        try {
            known = progress.known();
            if (known.isEmpty()) {
                known = progress.known(query);
            }
            assertThat(known.isPresent()).as(sql).isEqualTo(expected.isPresent());
        } catch (Refusal refusal) {
            assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE);
            assertThat(expected.orElseThrow().answer()).as(sql).isEmpty();
            progress.refused(refusal);
            lines.add(new Line(
                    asked,
                    analyst,
                    accountOf(policy, analyst),
                    sql,
                    Decision.REFUSED,
                    refusal.code().code(),
                    refusal.rule(),
                    "0",
                    "0",
                    detail));
            return;
        }
        if (known.isPresent()) {
            assertThat(known.get().rows().get(0).values())
                    .containsOnly(expected.orElseThrow().answer().orElseThrow());
            assertThat(known.get().origin().releasedAt())
                    .contains(expected.get().at());
            assertThat(known.get().columns()).isEqualTo(query.columns());
            assertThat(known.get().epsilon() + known.get().delta()).isEqualTo("00");
            assertThat(known.get().origin().accounts())
                    .extracting(AccountReport::account)
                    .containsExactly(accountOf(policy, analyst));
            progress.served();
            lines.add(new Line(
                    asked,
                    analyst,
                    accountOf(policy, analyst),
                    sql,
                    Decision.SERVED_FROM_STORE,
                    "",
                    "",
                    "0",
                    "0",
                    detail));
            return;
        }
        finish(
                random,
                policy,
                analyst,
                query,
                paid,
                key,
                new Line(
                        asked,
                        analyst,
                        accountOf(policy, analyst),
                        sql,
                        Decision.ANSWERED,
                        "",
                        "",
                        epsilon,
                        delta,
                        detail),
                progress,
                accounting);
    }

    /** One of the ends of a question that is not given again. */
    private void finish(
            Random random,
            Policy policy,
            String analyst,
            PreparedQuery query,
            boolean paid,
            Optional<Key> key,
            Line line,
            QueryInProgress progress,
            PolicyAccounting accounting) {
        int end = random.nextInt(8);
        if (end < 2) {
            Refusal refusal = new Refusal(ErrorCode.BAD_OPTION, "Rule " + lines.size(), "Advice.");
            if (end == 0) {
                assertThat(progress.preview(query))
                        .extracting(AccountReport::account)
                        .containsExactly(line.account());
                progress.explained();
            } else {
                progress.refused(refusal);
            }
            lines.add(
                    end == 0
                            ? with(line, Decision.EXPLAINED, "", "", "0", "0", line.detail())
                            : with(
                                    line,
                                    Decision.REFUSED,
                                    refusal.code().code(),
                                    refusal.rule(),
                                    "0",
                                    "0",
                                    line.detail()));
            return;
        }
        Rational before = accounting.spent().epsilon();
        AnswerOrigin origin = progress.charge(query);
        assertThat(accounting.spent().epsilon().minus(before))
                .isEqualTo(query.charge().epsilon());
        assertThat(origin.releasedAt()).isEmpty();
        assertThat(origin.accounts())
                .extracting(AccountReport::account)
                .containsExactlyElementsOf(paid ? List.of(line.account()) : List.of());
        if (paid) {
            for (String account : List.of(line.account(), policy.dataset())) {
                payments.add(new Payment(
                        Kind.CHARGE,
                        account,
                        analyst,
                        line.sql(),
                        line.epsilon(),
                        line.delta(),
                        PrivacyEvent.concentrated(query.charge().events()).rho()));
            }
        }
        // While a query runs, time passes and the owner may declare new data.
        if (random.nextInt(3) == 0) {
            declareNow(random);
        }
        now = now.plusSeconds(List.of(0, 0, 300, 900).get(random.nextInt(4)));
        if (end > 3) {
            answers++;
            progress.answered(query, answer(query, answers));
            key.ifPresent(place -> kept.put(place, new Kept(line.at(), Optional.of((long) answers))));
            lines.add(line);
            return;
        }
        ErrorCode code = end == 2 ? ErrorCode.CANCELLED : ErrorCode.ENGINE;
        Refusal refusal = new Refusal(code, "Rule " + lines.size(), "Advice.");
        progress.failed(query, refusal);
        if (end == 3 && paid) {
            key.ifPresent(place -> kept.put(place, new Kept(line.at(), Optional.empty())));
            for (String account : List.of(line.account(), policy.dataset())) {
                payments.add(new Payment(Kind.FAILURE, account, analyst, line.sql(), "0", "0", Rational.ZERO));
            }
        }
        // The analyst reads words of the code alone; the owner has the whole.
        String whole = String.valueOf(refusal.getMessage());
        lines.add(with(
                line,
                end == 2 ? Decision.CANCELLED : Decision.FAILED,
                code.code(),
                end == 2 ? refusal.rule() : AnalystWords.ENGINE.rule(),
                line.epsilon(),
                line.delta(),
                end == 2 ? line.detail() : line.detail().isEmpty() ? whole : whole + "\n" + line.detail()));
    }

    private static Line with(
            Line line, Decision decision, String code, String reason, String epsilon, String delta, String detail) {
        return new Line(
                line.at(), line.analyst(), line.account(), line.sql(), decision, code, reason, epsilon, delta, detail);
    }

    @Test
    @Tag("walk")
    void whatIsGivenAgainPaidAndLoggedIsWhatTheModelSays() throws IOException {
        Random random = new Random(145);
        // Each time an account is opened the whole book is read: three times as many questions take nine times as long.
        int steps = Walk.times(1500, 500);
        for (int step = 0; step < steps; step++) {
            // Clocks are set right now and then.
            now = now.plusSeconds(List.of(-20, 60, 1_500, 1_800, 3_600, 36_000).get(random.nextInt(6)));
            if (random.nextInt(50) == 0) {
                declareNow(random);
            }
            if (random.nextInt(40) == 0) {
                // Another process: what it knows it has from the books.
                open.values().forEach(PolicyAccounting::close);
                open.clear();
                words.clear();
            }
            ask(random);
        }
        List<AuditLog.Line> log = owner.auditLog().newest(10_000, Optional.empty());
        assertThat(log.stream().map(Line::of)).containsExactlyElementsOf(lines);
        for (Decision decision : EnumSet.complementOf(EnumSet.of(Decision.ASKED))) {
            assertThat(lines).filteredOn(line -> line.decision() == decision).hasSizeGreaterThan(steps / 160);
        }
        assertThat(log).extracting(AuditLog.Line::id).doesNotHaveDuplicates();
        List<String> all = Files.readAllLines(folder.resolve("log.jsonl"));
        List<String> file = all.stream().filter(line -> !isAsked(line)).toList();
        assertThat(all.stream().filter(BooksOfAPolicyTest::isAsked)).hasSizeGreaterThan(9);
        assertThat(file).hasSameSizeAs(log);
        for (int i = 0; i < file.size(); i++) {
            assertThat(file.get(i)).contains(log.get(i).id());
        }
        Map<String, String> texts = new HashMap<>();
        log.forEach(line -> texts.put(line.id(), line.sql()));
        assertThat(owner.ledger().history(Optional.empty(), Integer.MAX_VALUE).stream()
                        .filter(entry -> entry.kind() == Kind.CHARGE || entry.kind() == Kind.FAILURE)
                        .map(entry -> payment(entry, texts)))
                .containsExactlyElementsOf(payments);
        assertThat(owner.ledger().verify(Optional.empty()).problems()).isEmpty();
    }

    /** Whether a line of the file says what is about to be paid for; the one behind it, what became of it. */
    private static boolean isAsked(String line) {
        return line.contains("\"decision\":\"asked\"");
    }

    private static Payment payment(LedgerEntry entry, Map<String, String> texts) {
        return new Payment(
                entry.kind(),
                entry.account(),
                entry.who(),
                texts.get(entry.query()),
                Decimals.text(Rational.of(new BigDecimal(entry.epsilon()))),
                Decimals.text(Rational.of(new BigDecimal(entry.delta()))),
                Rational.of(new BigDecimal(entry.rho())));
    }

    /** Each release of it promises something, and all together nothing: whatever the accounts have left. */
    @Test
    void aQueryThatPromisesNothingAsAWholeIsRefused() {
        String groups = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(delta = 0.6) g, COUNT(*) AS n FROM t GROUP BY g";
        PreparedQuery both = new PrepareQuery(
                        CheckDeclarations.check(tables()), Defaults.STANDARD, QueryCeiling.NONE, DuckDbDialect.DIALECT)
                .prepare(groups + " UNION ALL " + groups.replace("0.6", "0.7"));
        assertThat(both.charge().delta()).isEqualTo(Rational.of(13, 10));
        QueryInProgress asked = accounting(0, "ada").begin(Question.of(groups));
        assertThat(catchThrowableOfType(Refusal.class, () -> asked.charge(both)).code())
                .isEqualTo(ErrorCode.BUDGET);
        assertThat(owner.ledger().history(Optional.empty(), 9)).isEmpty();
    }

    /** Whom the policy does not name has no books, whoever opens them. */
    @Test
    void nobodyElseHasAnAccount() {
        for (String stranger : List.of("", "Ada", "ada ", "mallory", "shared", "role:ada")) {
            assertThat(catchThrowableOfType(
                                    Refusal.class,
                                    () -> PolicyAccounting.open(
                                            policies().get(0),
                                            stranger,
                                            DuckDbEngine.standard(),
                                            new OwnerWords(),
                                            clock()))
                            .code())
                    .as(stranger)
                    .isEqualTo(ErrorCode.ACCOUNT);
        }
        assertThat(owner.auditLog().newest(9, Optional.empty())).isEmpty();
    }
}
