package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.TableDescription;
import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.AuditLog.Decision;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.SeededNoise;
import io.tacit.engine.release.ZeroNoise;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What changes for an analyst when there is a policy: accounts, kept answers, the owner's log. */
@org.jspecify.annotations.NullUnmarked
class PolicySessionTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final String BY_DAY = "SELECT day, COUNT(DISTINCT visitor) AS n FROM visits GROUP BY day";

    @TempDir
    private Path folder;

    private Instant now = NOON;
    private String version = "version: first";
    private String bounds = "[0, 50]";

    @BeforeEach
    void visits() throws IOException {
        StringBuilder rows = new StringBuilder("visitor,day,spent\n");
        for (int i = 0; i < 2_000; i++) {
            rows.append("v")
                    .append(i % 500)
                    .append(',')
                    .append(i % 5 + 1)
                    .append(',')
                    .append(i % 40)
                    .append('\n');
        }
        Files.writeString(folder.resolve("visits.csv"), rows);
    }

    @Test
    void askingAgainIsFreeAndGivesTheSameAnswer() {
        try (TacitSession session = open("ada")) {
            Answer first = session.query(BY_DAY);
            assertThat(first.epsilon()).isEqualTo("1");
            assertThat(first.origin().releasedAt()).isEmpty();
            assertThat(left(first)).isEqualTo("ε 4, δ 9.9e-7");

            now = now.plusSeconds(60);
            Answer again = session.query(BY_DAY);
            assertThat(again.rows()).isEqualTo(first.rows());
            assertThat(again.epsilon()).isEqualTo("0");
            assertThat(again.origin().releasedAt()).contains(NOON);
            assertThat(left(again)).isEqualTo("ε 4, δ 9.9e-7");
            assertThat(again.releases()).isEqualTo(first.releases());
        }
    }

    /** Whatever keeps the owner's log from being written, nothing is paid for while it does. */
    @Test
    void aLogThatCannotBeWrittenCostsNothing() throws IOException {
        version = "";
        Path log = folder.resolve("audit.jsonl");
        try (TacitSession session = open("ada")) {
            session.query(BY_DAY);
            Files.delete(log);
            Files.createDirectory(log);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> session.query(BY_DAY))
                        .isInstanceOfSatisfying(
                                Refusal.class,
                                refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.LEDGER));
            }
            Files.delete(log);
            assertThat(left(session.query(BY_DAY))).isEqualTo("ε 3, δ 9.8e-7");
            // What is asked, and what became of it.
            assertThat(Files.readAllLines(log)).hasSize(2);
        }
    }

    /** A disk that was full left half a line. */
    @Test
    void aLineOfTheLogStandsAloneAlsoBehindATornOne() throws IOException {
        Path log = folder.resolve("audit.jsonl");
        Files.writeString(log, "{\"id\":\"torn");
        try (TacitSession session = open("ada")) {
            session.query(BY_DAY);
            session.query(BY_DAY);
        }
        List<String> lines = Files.readAllLines(log);
        assertThat(lines).hasSize(4);
        assertThat(lines.subList(1, 4)).allMatch(line -> line.startsWith("{") && line.endsWith("}"));
    }

    @Test
    void theSameQueryWrittenOtherwiseIsTheSame() {
        try (TacitSession session = open("ada")) {
            Answer first = session.query(BY_DAY);
            Answer again = session.query("select V.Day as \"The day\", count(distinct v.VISITOR) as people\n"
                    + " from Visits as v group by V.DAY");
            assertThat(again.rows()).isEqualTo(first.rows());
            assertThat(again.columns()).extracting(AnswerColumn::name).containsExactly("The day", "people");
            assertThat(again.epsilon()).isEqualTo("0");
        }
    }

    /** Each of these means something else, and so pays. */
    @Test
    void anotherQueryIsNotTheSame() {
        List<String> others = List.of(
                BY_DAY.replace("GROUP", "WHERE spent > 2 GROUP"),
                BY_DAY.replace("GROUP", "WHERE spent > 1 GROUP"),
                BY_DAY.replace("SELECT", "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.5)"));
        try (TacitSession session = open("ada")) {
            session.query(BY_DAY);
            for (String other : others) {
                assertThat(session.query(other).origin().releasedAt()).isEmpty();
            }
            assertThat(left(session.query(BY_DAY))).startsWith("ε 1.5,");
        }
    }

    @Test
    void afreshPaysAgainAndReplacesWhatWasKept() {
        try (TacitSession session = open("ada")) {
            session.query(BY_DAY);
            Answer fresh = session.query(Question.of(BY_DAY).afresh());
            assertThat(fresh.epsilon()).isEqualTo("1");
            Answer again = session.query(BY_DAY);
            assertThat(again.rows()).isEqualTo(fresh.rows());
            assertThat(left(again)).startsWith("ε 3,");
            assertThat(left(session.query("\n fresh " + BY_DAY))).startsWith("ε 2,");
            assertThat(log()).extracting(AuditLog.Line::sql).contains(BY_DAY, "FRESH " + BY_DAY);
        }
    }

    /** New rows without a new version are not noticed: the store depends on what the owner says, never on the data. */
    @Test
    void onlyTheOwnerSaysThatTheDataAreNew() throws IOException {
        try (TacitSession session = open("ada")) {
            session.query(BY_DAY);
        }
        Files.writeString(folder.resolve("visits.csv"), Files.readString(folder.resolve("visits.csv")) + "v4217,9,1\n");
        try (TacitSession session = open("ada")) {
            assertThat(session.query(BY_DAY).origin().releasedAt()).contains(NOON);
        }
        try (LedgerBook book = book()) {
            book.ledger().declareDataVersion("visits", "november", "owner");
        }
        try (TacitSession session = open("ada")) {
            assertThat(session.query(BY_DAY).origin().releasedAt()).isEmpty();
        }
        version = "version: second";
        try (TacitSession session = open("ada")) {
            assertThat(session.query(BY_DAY).origin().releasedAt()).isEmpty();
        }
    }

    /**
     * The owner declares new data while a query runs, which may have read the old ones: its answer is none over the
     * new.
     */
    @Test
    void anAnswerIsKeptUnderTheVersionThatWasAsked() {
        Supplier<Noise> refreshing = () -> {
            try (LedgerBook book = book()) {
                book.ledger().declareDataVersion("visits", "next", "owner");
            }
            return new ZeroNoise();
        };
        try (TacitSession session = TacitSession.open(policy(), "ada", SETTINGS, clock(), refreshing)) {
            session.query(BY_DAY);
        }
        try (TacitSession session = open("ada")) {
            assertThat(session.query(BY_DAY).origin().releasedAt()).isEmpty();
        }
    }

    @Test
    void withoutAVersionNothingIsGivenAgain() {
        version = "";
        try (TacitSession session = open("ada")) {
            session.query(BY_DAY);
            assertThat(left(session.query(BY_DAY))).startsWith("ε 3,");
        }
    }

    @Test
    void liveDataAreAsOldAsTheOwnerAllows() {
        version = "store: {window: 1h}";
        try (TacitSession session = open("ada")) {
            session.query(BY_DAY);
            now = NOON.plus(Duration.ofMinutes(59));
            assertThat(session.query(BY_DAY).origin().releasedAt()).contains(NOON);
            now = NOON.plus(Duration.ofMinutes(60));
            assertThat(session.query(BY_DAY).origin().releasedAt()).isEmpty();
        }
    }

    /** A clock that went back must not make an answer young for longer than the owner allows. */
    @Test
    void anAnswerFromTheFutureIsNotServed() {
        version = "store: {window: 1h}";
        try (TacitSession session = open("ada")) {
            session.query(BY_DAY);
            now = NOON.minusSeconds(5);
            assertThat(session.query(BY_DAY).epsilon()).isEqualTo("1");
        }
    }

    @Test
    void aScheduleMakesANewVersion() {
        version = "version: {schedule: daily}";
        try (TacitSession session = open("ada")) {
            session.query(BY_DAY);
            now = NOON.plus(Duration.ofHours(11));
            assertThat(session.query(BY_DAY).epsilon()).isEqualTo("0");
            now = NOON.plus(Duration.ofHours(13));
            assertThat(session.query(BY_DAY).epsilon()).isEqualTo("1");
        }
    }

    @Test
    void aPolicyThatAnswersOtherwiseKeepsOtherAnswers() {
        String mean = "SELECT AVG(spent) AS mean FROM visits";
        try (TacitSession session = open("ada")) {
            session.query(mean);
        }
        bounds = "[0, 60]";
        try (TacitSession session = open("ada")) {
            assertThat(session.query(mean).origin().releasedAt()).isEmpty();
        }
    }

    /** What one account paid for, another does not see, nor that it was asked. */
    @Test
    void keptAnswersBelongToTheirAccount() {
        try (TacitSession ada = open("ada");
                TacitSession bob = open("bob");
                TacitSession eve = open("eve")) {
            Answer first = bob.query(BY_DAY);
            assertThat(ada.query(BY_DAY).origin().releasedAt()).isEmpty();
            Answer shared = eve.query(BY_DAY);
            assertThat(shared.rows()).isEqualTo(first.rows());
            assertThat(shared.epsilon()).isEqualTo("0");
        }
    }

    @Test
    void aQueryBeyondTheBudgetIsRefusedAndSaysWhatIsLeft() {
        try (TacitSession session = open("ada")) {
            session.query(with("epsilon = 3", BY_DAY));
            assertThatThrownBy(() -> session.query(with("epsilon = 2.5", BY_DAY)))
                    .isInstanceOfSatisfying(Refusal.class, refusal -> {
                        assertThat(refusal.code()).isEqualTo(ErrorCode.BUDGET);
                        assertThat(refusal.getMessage()).contains("2");
                    });
            assertThat(left(session.query(with("epsilon = 2", BY_DAY)))).startsWith("ε 0,");
        }
        assertThat(log())
                .extracting(AuditLog.Line::decision)
                .containsExactly(Decision.ANSWERED, Decision.REFUSED, Decision.ANSWERED);
    }

    /** The account has enough for each of the two releases, and not for both: nothing is charged. */
    @Test
    void releasesOfOneStatementAreChargedAllOrNone() {
        String both = "SELECT (" + with("epsilon = 3", "SELECT COUNT(*) FROM visits") + ") AS a, ("
                + with("epsilon = 3", "SELECT SUM(spent) FROM visits") + ") AS b";
        try (TacitSession session = open("ada")) {
            assertThatThrownBy(() -> session.query(both)).isInstanceOf(Refusal.class);
            assertThat(left(session.query(with("epsilon = 5", BY_DAY)))).startsWith("ε 0,");
        }
    }

    @Test
    void explainingSaysWhatWouldBeLeftAndCostsNothing() {
        try (TacitSession session = open("ada")) {
            Explanation explanation = session.explain(BY_DAY);
            assertThat(explanation.accounts().get(0))
                    .isEqualTo(new AccountReport(
                            "visits/each/ada", "", "ε 5, δ 1e-6", "ε 5, δ 1e-6", "ε 4, δ 9.9e-7 left"));
            Explanation tooMuch = session.explain(with("epsilon = 6", BY_DAY));
            assertThat(tooMuch.accounts().get(0).afterwards()).startsWith("refused: ");
            Answer table = session.query("EXPLAIN PRIVACY " + BY_DAY);
            assertThat(table.columns()).extracting(AnswerColumn::name).contains("account");
            assertThat(left(session.query(BY_DAY))).startsWith("ε 4,");
        }
    }

    /** Its figures would tell bob what ada has spent; they are in the owner's log alone. */
    @Test
    void lookingAtTablesCostsNothingAndIsLogged() {
        try (TacitSession session = open("ada")) {
            for (String look : List.of("SHOW TABLES", "DESCRIBE visits", "SELECT * FROM information_schema.tables")) {
                Answer answer = session.query(look);
                assertThat(answer.epsilon()).as(look).isEqualTo("0");
                assertThat(answer.rows().toString()).as(look).contains("visitor");
            }
            assertThat(session.tables()).extracting(TableDescription::name).contains("visits");
            assertThat(log()).extracting(AuditLog.Line::sql).contains("SHOW TABLES", "DESCRIBE visits");
            assertThat(log()).extracting(AuditLog.Line::epsilon).containsOnly("0");
            assertThat(session.spent().epsilon().signum()).isZero();
        }
    }

    /** Whoever asks, explains or looks, and however it ends: the owner reads one line of it, with what it was refused for. */
    @Test
    void everythingThatIsAskedIsOneLineOfTheLog() {
        try (TacitSession session = open("ada")) {
            for (String wrong : List.of("SELECT nothing FROM visits", "no query", "FRESH SELECT nothing FROM visits")) {
                for (ThrowingCallable call : List.<ThrowingCallable>of(
                        () -> session.query(wrong),
                        () -> session.query(Question.of("EXPLAIN PRIVACY " + wrong)),
                        () -> session.explain(wrong),
                        () -> session.explain(wrong, BigDecimal.ONE))) {
                    int before = log().size();
                    Refusal refusal = catchThrowableOfType(Refusal.class, call);
                    assertThat(log()).as(wrong).hasSize(before + 1);
                    AuditLog.Line line = log().get(before);
                    assertThat(line.decision()).isEqualTo(Decision.REFUSED);
                    assertThat(line.code()).isEqualTo(refusal.code().code());
                }
            }
            int before = log().size();
            assertThat(session.explain("FRESH " + BY_DAY).kept()).isFalse();
            assertThat(log().get(before).decision()).isEqualTo(Decision.EXPLAINED);
            assertThat(log()).hasSize(before + 1);
        }
    }

    @Test
    void everyQueryPaysTheTotalTooAndNobodyLearnsWhatOthersSpent() {
        version = "version: first\ntotal: {budget: {epsilon: 1.53, delta: 1e-6}}";
        try (TacitSession ada = open("ada");
                TacitSession bob = open("bob")) {
            assertThat(accounts(ada.query(BY_DAY))).containsExactly("visits/each/ada");
            assertThat(accounts(ada.query(BY_DAY))).containsExactly("visits/each/ada");
            assertThat(refusal(bob, BY_DAY, ErrorCode.BUDGET))
                    .contains("together")
                    .doesNotContain("0.53", "1.53");
            assertThat(bob.explain(BY_DAY).accounts())
                    .extracting(AccountReport::account)
                    .containsExactly("visits/shared");
            assertThat(bob.explain(BY_DAY).accounts().get(0).afterwards()).isEqualTo("ε 4, δ 9.9e-7 left");
            assertThat(left(bob.query(with("epsilon = 0.5", BY_DAY)))).startsWith("ε 4.5,");
            assertThat(refusal(ada, with("epsilon = 4.5", BY_DAY), ErrorCode.BUDGET))
                    .contains("visits/each/ada", "4");
        }
        assertThat(log().get(2).detail()).contains("0.53");
        assertThat(log().get(2).reason()).doesNotContain("0.53");
        // What the owner should know of one query stands beside no later one.
        assertThat(log().subList(3, log().size()))
                .hasSizeGreaterThan(2)
                .allSatisfy(line -> assertThat(line.detail()).isEmpty());
    }

    /** What one query may cost at most is in the policy, so it may be told. */
    @Test
    void whatOneQueryMayCostOfTheTotalIsNoSecret() {
        version = "version: first\ntotal: {budget: {epsilon: 4, delta: 1e-6}, per_query: {epsilon: 0.9, delta: 1e-7}}";
        try (TacitSession ada = open("ada")) {
            assertThat(ada.explain(BY_DAY).accounts().get(0).afterwards()).startsWith("refused: ");
            assertThat(refusal(ada, BY_DAY, ErrorCode.BUDGET)).contains("at most ε 0.9");
        }
    }

    private static List<String> accounts(Answer answer) {
        return answer.origin().accounts().stream().map(AccountReport::account).toList();
    }

    @Test
    void anAccountOfRhoPaysForEvents() {
        try (TacitSession session = open("zoe")) {
            Answer answer = session.query(
                    "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(noise = LAPLACE, max_groups_contributed = 5, epsilon = 1,"
                            + " report_missing = FALSE)"
                            + " day, COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM visits GROUP BY day");
            // One state, the number of people, in five groups: 5 times (1/5)²/2.
            assertThat(left(answer)).startsWith("ρ 0.4,");
        }
    }

    /** What a refused query prepared in the engine is in nobody's way. */
    @Test
    void afterARefusalTheSameCanBeAskedForLess() {
        String others = "SELECT CAST(day AS VARCHAR) AS d, COUNT(*, contribution_bounds_per_group => (0, 1)) AS n"
                + " FROM visits GROUP BY CAST(day AS VARCHAR)";
        try (TacitSession session = open("ada")) {
            refusal(session, with("leftovers = 'others', epsilon = 6", others), ErrorCode.BUDGET);
            assertThat(session.query(with("leftovers = 'others', epsilon = 2", others))
                            .rows())
                    .hasSize(6);
        }
    }

    /** Its plan is chosen while it runs, so all that it may spend is written down at once. */
    @Test
    void aLimitThatIsFoundIsPaidForAsAWhole() {
        String sql = with("max_groups_contributed = AUTO", BY_DAY);
        try (TacitSession ada = open("ada");
                TacitSession zoe = open("zoe")) {
            assertThat(left(ada.query(sql))).isEqualTo("ε 4, δ 9.9e-7");
            assertThat(left(zoe.query(sql))).isEqualTo("ρ 0.0291, δ 9.9e-7");
        }
        try (LedgerBook book = book()) {
            assertThat(book.ledger().verify(Optional.empty()).problems()).isEmpty();
        }
    }

    @Test
    void aStrangerIsNobody() {
        assertThatThrownBy(() -> open("mallory"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.ACCOUNT));
    }

    /** It binds, is charged, and fails on a damaged page; asked again it fails again, at no cost and without trying. */
    @Test
    void attack23AFailureIsChargedKeptAndToldToTheOwnerAlone() throws Exception {
        parquetWithDamagedPages();
        String broken = "SELECT COUNT(*) AS n, SUM(spent) AS s FROM broken";
        try (TacitSession session = open("ada")) {
            String first = refusal(session, broken, ErrorCode.ENGINE);
            assertThat(session.spent().epsilon().toDoubleNearest()).isEqualTo(1.0);
            String second = refusal(session, broken, ErrorCode.ENGINE);
            assertThat(second).contains("asked before").doesNotContain("parquet");
            assertThat(first).doesNotContain("broken.parquet");
            assertThat(session.spent().epsilon().toDoubleNearest()).isEqualTo(1.0);
        }
        List<AuditLog.Line> lines = log();
        assertThat(lines).extracting(AuditLog.Line::decision).containsExactly(Decision.FAILED, Decision.REFUSED);
        assertThat(lines.get(0).detail()).isNotEmpty();
        assertThat(lines.get(0).reason()).doesNotContain(lines.get(0).detail());
        assertThat(Files.readAllLines(folder.resolve("audit.jsonl")))
                .hasSize(3)
                .first()
                .asString()
                .contains("\"decision\":\"asked\"", "FROM broken", "\"epsilon\":\"1\"");
    }

    @Test
    void theLogSaysWhoAskedWhatAndNeverAValue() {
        try (TacitSession session = open("ada")) {
            session.query(BY_DAY);
            session.query(BY_DAY);
            session.explain(BY_DAY);
            refusal(session, "SELECT visitor FROM visits", ErrorCode.PRIVATE_ROWS);
        }
        List<AuditLog.Line> lines = log();
        assertThat(lines)
                .extracting(AuditLog.Line::decision)
                .containsExactly(Decision.ANSWERED, Decision.SERVED_FROM_STORE, Decision.EXPLAINED, Decision.REFUSED);
        assertThat(lines).extracting(AuditLog.Line::analyst).containsOnly("ada");
        assertThat(lines).extracting(AuditLog.Line::epsilon).containsExactly("1", "0", "0", "0");
        assertThat(lines.get(3).code()).isEqualTo("TCT-R01");
        try (LedgerBook book = book()) {
            assertThat(book.ledger().history(Optional.of("visits/each/ada"), 10))
                    .anySatisfy(entry ->
                            assertThat(entry.query()).isEqualTo(lines.get(0).id()));
        }
    }

    @Test
    void valuesComeBackFromTheStoreAsTheyWere() {
        String all = "SELECT n, n * 1.5 AS d, CAST(n AS DOUBLE) / 7 AS x, n > 3 AS b, CAST(NULL AS INTEGER) AS nothing,"
                + " 'é\"' AS t, DATE '2024-02-29' AS day, TIME '08:30:00.000001' AS tm,"
                + " TIMESTAMP '2024-02-29 08:30:00' AS ts, CAST(n AS DECIMAL(38, 10)) AS wide"
                + " FROM (SELECT COUNT(*) AS n FROM visits) AS t";
        try (TacitSession session = open("ada")) {
            Answer first = session.query(all);
            Answer again = session.query(all);
            assertThat(again.epsilon()).isEqualTo("0");
            assertThat(again.rows()).isEqualTo(first.rows());
            assertThat(again.columns()).isEqualTo(first.columns());
        }
    }

    @Test
    void publicTablesCostNothingAndAreNotKept() {
        try (TacitSession session = open("ada")) {
            Answer answer = session.query("SELECT 1 AS one");
            assertThat(answer.origin().accounts()).isEmpty();
            assertThat(session.query("SELECT 1 AS one").origin().releasedAt()).isEmpty();
        }
    }

    private static String with(String option, String sql) {
        return sql.replaceFirst("SELECT", "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + option + ")");
    }

    private static String left(Answer answer) {
        return answer.origin().accounts().get(0).left();
    }

    private static String refusal(TacitSession session, String sql, ErrorCode code) {
        try {
            session.query(sql);
        } catch (Refusal refusal) {
            assertThat(refusal.code()).isEqualTo(code);
            return refusal.getMessage();
        }
        throw new AssertionError("not refused: " + sql);
    }

    private List<AuditLog.Line> log() {
        try (LedgerBook book = book()) {
            return book.auditLog().newest(100, Optional.empty());
        }
    }

    private LedgerBook book() {
        return LedgerBook.open(policy().ledger(), Optional.empty(), clock());
    }

    private TacitSession open(String analyst) {
        return TacitSession.open(policy(), analyst, SETTINGS, clock(), SeededNoise.of(7));
    }

    private Policy policy() {
        String broken = Files.exists(folder.resolve("broken.parquet"))
                ? "  broken: {file: broken.parquet, person: visitor, columns: {visitor: {}, spent: {bounds: [0,"
                        + " 50]}}}\n"
                : "";
        String text = "dataset: visits\ntables:\n"
                + "  visits: {file: visits.csv, person: visitor, columns: {visitor: VARCHAR, day: INTEGER,"
                + " spent: {type: INTEGER, bounds: " + bounds + "}}}\n" + broken
                + "analysts: {ada: [], bob: [], eve: [], zoe: []}\n"
                + "accounts:\n"
                + "  each: {members: [ada], each: true, budget: {epsilon: 5, delta: 1e-6}}\n"
                + "  shared: {members: [bob, eve], budget: {epsilon: 5, delta: 1e-6}}\n"
                + "  rho: {members: [zoe], budget: {rho: 0.5, delta: 1e-6}}\n"
                + "audit_log: audit.jsonl\n" + version + "\n";
        try {
            return PolicyFile.read(Files.writeString(folder.resolve("tacit.yaml"), text), new DuckDbEngine(SETTINGS));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
    }

    private void parquetWithDamagedPages() throws SQLException, IOException {
        Path file = folder.resolve("broken.parquet");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT 'v' || (i % 900) AS visitor, CAST(hash(i) % 50 AS INTEGER) AS spent FROM"
                    + " range(50000) t(i)) TO '" + file + "' (FORMAT parquet)");
        }
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            long from = 100;
            byte[] noise = new byte[(int) (bytes.length() - 3_000)];
            java.util.Arrays.fill(noise, (byte) 0xAB);
            bytes.seek(from);
            bytes.write(noise, 0, noise.length - 200);
        }
    }
}
