package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.session.EngineOfSources;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an owner grants, resets and reads is what they named, and nothing else. */
class OwnerCommandsTest {
    private static final String SQL = "SELECT COUNT(DISTINCT who) AS n FROM t";

    @TempDir
    private Path folder = Path.of("");

    private String policy = "";

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("t.csv"), "who,x\n1,2\n2,3\n3,4\n");
        policy = Files.writeString(folder.resolve("tacit.yaml"), """
            dataset: t
            tables: {t: {file: t.csv, person: who, columns: {who: INTEGER, x: INTEGER}}}
            analysts: {ada: [student], bea: [student], cid: []}
            accounts:
              students: {members: ["role:student"], each: true, budget: {epsilon: 5, delta: 1e-6}}
              staff: {members: [cid], budget: {rho: 0.5, delta: 1e-7}}
            total: {budget: {epsilon: 30, delta: 1e-4}}
            version: first
            """).toString();
    }

    private Run run(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(all.get(0).equals("refresh") ? 1 : 2, List.of("--policy", policy));
        return Run.of(all.toArray(String[]::new));
    }

    private Run query(String analyst, String epsilon, String sql) {
        Run run = Run.of("query", "--policy", policy, "--analyst", analyst, "--epsilon", epsilon, sql);
        assertThat(run.code()).as(run.err()).isZero();
        return run;
    }

    private static List<List<String>> fields(Run run) {
        assertThat(run.code()).as(run.err()).isZero();
        return run.out()
                .lines()
                .skip(1)
                .map(line -> Arrays.asList(line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)))
                .toList();
    }

    /** Each account, what it may spend, and what is left of it. */
    private Map<String, List<String>> accounts(String... more) {
        Map<String, List<String>> accounts = new LinkedHashMap<>();
        List<String> words = new ArrayList<>(List.of("budget", "show", "--format", "csv"));
        words.addAll(List.of(more));
        for (List<String> row : fields(run(words.toArray(String[]::new)))) {
            accounts.put(row.get(0), row.subList(2, row.size()));
        }
        return accounts;
    }

    /** The whole book, but for times and hashes. */
    private List<String> book() {
        return fields(run("budget", "history", "--format", "csv", "--last", "1000")).stream()
                .map(row -> String.join(" ", row.subList(2, 10)))
                .toList();
    }

    @Test
    void everyAccountIsShownOnceWithWhatIsLeftAndTheTotalLast() {
        query("ada", "0.5", SQL);
        query("ada", "0.25", SQL);
        query("bea", "2", SQL);
        assertThat(accounts())
                .containsExactly(
                        Map.entry("t/students/ada", List.of("\"ε 5, δ 1e-6\"", "\"ε 4.25, δ 1e-6\"", "2", "0")),
                        Map.entry("t/students/bea", List.of("\"ε 5, δ 1e-6\"", "\"ε 3, δ 1e-6\"", "1", "0")),
                        Map.entry("t/staff", List.of("\"ρ 0.5, δ 1e-7\"", "\"ρ 0.5, δ 1e-7\"", "0", "0")),
                        Map.entry("t/total", List.of("\"ε 30, δ 0.0001\"", "\"ε 27.25, δ 0.0001\"", "3", "0")));
        // What all spent together tells an analyst about others.
        assertThat(accounts("--analyst", "bea")).containsOnlyKeys("t/students/bea");
        assertThat(accounts("--analyst", "cid")).containsOnlyKeys("t/staff");
        assertThat(run("budget", "show", "--analyst", "eve").code()).isEqualTo(1);
        String page =
                run("budget", "show", "--analyst", "bea", "--format", "html").out();
        assertThat(page).contains("t/students/bea").doesNotContain("ada", "t/total", "t/staff");
    }

    @Test
    void aGrantAddsToTheAccountThatIsNamedAlone() {
        query("ada", "0.5", SQL);
        Map<String, List<String>> before = accounts();
        Run granted = run(
                "budget",
                "grant",
                "--account",
                "t/students/ada",
                "--epsilon",
                "1.5",
                "--delta",
                "2e-7",
                "--reason",
                "a paper");
        assertThat(granted.code()).isZero();
        // Without the data set's name; of rho.
        assertThat(run(
                                "budget",
                                "grant",
                                "--account",
                                "staff",
                                "--rho",
                                "0.25",
                                "--delta",
                                "3e-7",
                                "--reason",
                                "a report")
                        .code())
                .isZero();
        Map<String, List<String>> after = accounts();
        assertThat(after.get("t/students/ada")).containsExactly("\"ε 6.5, δ 1.2e-6\"", "\"ε 6, δ 1.2e-6\"", "1", "0");
        assertThat(after.getOrDefault("t/staff", List.of()).subList(0, 2))
                .containsExactly("\"ρ 0.75, δ 4e-7\"", "\"ρ 0.75, δ 4e-7\"");
        for (String untouched : List.of("t/students/bea", "t/total")) {
            assertThat(after.get(untouched)).isEqualTo(before.get(untouched));
        }
        String owner = System.getProperty("user.name");
        assertThat(book())
                .filteredOn(line -> line.startsWith("grant"))
                .containsExactly(
                        "grant t/students/ada \"\" " + owner + " 1.5 0.0000002 0 a paper",
                        "grant t/staff \"\" " + owner + " 0 0.0000003 0.25 a report");
    }

    /** What policy and ledger say differently is told by both commands, and so is what nobody decided. */
    @Test
    void differencesAreTold() throws IOException {
        query("ada", "0.5", SQL);
        String before = Files.readString(Path.of(policy));
        for (String command : List.of("policy check", "budget show")) {
            assertThat(run(command.split(" ")).out()).as(command).doesNotContain("no longer", "grant", "DECIDE");
        }
        Files.writeString(
                Path.of(policy), before.replace("students:", "pupils:").replace("30,", "90,"));
        for (String command : List.of("policy check", "budget show")) {
            assertThat(run(command.split(" ")).out().replaceAll("\\s+", " "))
                    .as(command)
                    .contains("The policy no longer has the account t/students/ada.")
                    .contains("The policy gives t/total ε 90 and δ 0.0001, the ledger ε 30 and δ 0.0001")
                    .doesNotContain("students/bea");
        }
        assertThat(run("policy", "check").out()).contains("The policy can be used.");
        Files.writeString(Path.of(policy), before.replace("dataset: t", "dataset: u"));
        assertThat(run("policy", "check").out().replaceAll("\\s+", " "))
                .contains("Beside the ledger lies t.ledger.sqlite, in which ada has spent");
        Files.writeString(Path.of(policy), before.replace("dataset: t", "dataset: u\nledger: t.ledger.sqlite"));
        assertThat(run("budget", "show").out())
                .contains("The ledger has the account t/students/ada, of another data set");
        Files.writeString(
                Path.of(policy), before + "# DECIDE: who?\n# decide what is marked DECIDE\n# DECIDE: what?\n");
        assertThat(run("policy", "check").out()).contains("2 lines are still marked DECIDE");
    }

    @Test
    void muchIsGrantedToWhoMeansIt() {
        assertThat(grant(List.of("--account", "students/ada", "--epsilon", "11", "--reason", "r", "--yes"))
                        .code())
                .isZero();
        assertThat(grant(List.of("--account", "students/ada", "--epsilon", "10", "--reason", "r"))
                        .code())
                .isZero();
        assertThat(grant(List.of("--account", "students/ada", "--epsilon", "0", "--delta", "1e-9", "--reason", "r"))
                        .code())
                .isZero();
        assertThat(book()).filteredOn(line -> line.startsWith("grant")).hasSize(3);
    }

    @Test
    void whatIsNoGrantChangesNothing() {
        query("ada", "0.5", SQL);
        List<String> before = book();
        for (List<String> wrong : List.of(
                List.of("--account", "students/ada", "--reason", "r"),
                List.of("--account", "students/ada", "--epsilon", "1", "--rho", "1", "--reason", "r"),
                List.of("--account", "students/ada", "--epsilon", "1"),
                List.of("--account", "students/ada", "--epsilon", "-1", "--reason", "r"),
                List.of("--account", "students/ada", "--epsilon", "1", "--delta", "-1e-9", "--reason", "r"),
                List.of("--account", "students/ada", "--epsilon", "much", "--reason", "r"),
                List.of("--epsilon", "1", "--reason", "r"),
                // A slip is asked about: much, nothing, and without a reason.
                List.of("--account", "students/ada", "--epsilon", "1e9", "--reason", "r"),
                List.of("--account", "students/ada", "--epsilon", "10.01", "--reason", "r"),
                List.of("--account", "staff", "--rho", "11", "--reason", "r"),
                List.of("--account", "students/ada", "--epsilon", "0", "--reason", "r"),
                List.of("--account", "students/ada", "--epsilon", "0", "--delta", "0", "--reason", "r", "--yes"),
                List.of("--account", "students/ada", "--epsilon", "1", "--reason", ""),
                List.of("--account", "students/ada", "--epsilon", "1", "--reason", "  ", "--yes"))) {
            assertThat(grant(wrong).code()).as("%s", wrong).isEqualTo(2);
        }
        for (List<String> refused : List.of(
                List.of("--account", "students", "--epsilon", "1", "--reason", "r"),
                List.of("--account", "ada", "--epsilon", "1", "--reason", "r"),
                List.of("--account", "students/ada", "--rho", "1", "--reason", "r"),
                List.of("--account", "staff", "--epsilon", "1", "--reason", "r"))) {
            assertThat(grant(refused).code()).as("%s", refused).isEqualTo(1);
        }
        assertThat(grant(List.of("--account", "ada", "--epsilon", "1", "--reason", "r"))
                        .err())
                .contains("t/students/ada, t/students/bea, t/staff, t/total");
        assertThat(book()).isEqualTo(before);
    }

    private Run grant(List<String> words) {
        return run(Stream.concat(Stream.of("budget", "grant"), words.stream()).toArray(String[]::new));
    }

    @Test
    void aResetNeedsYesAndBeginsOneAccountAnew() {
        query("ada", "0.5", SQL);
        query("bea", "0.5", SQL);
        List<String> before = book();
        Map<String, List<String>> accounts = accounts();
        Run unsure = run("budget", "reset", "--account", "students/ada", "--reason", "new people");
        assertThat(unsure.code()).isEqualTo(2);
        assertThat(unsure.err()).contains("Nothing was done");
        assertThat(book()).isEqualTo(before);
        assertThat(run("budget", "reset", "--account", "students/ada", "--yes").code())
                .isEqualTo(2);
        assertThat(run("budget", "reset", "--account", "students/ada", "--reason", "new people", "--yes")
                        .code())
                .isZero();
        Map<String, List<String>> after = accounts();
        assertThat(after.getOrDefault("t/students/ada", List.of()).get(1)).isEqualTo("\"ε 5, δ 1e-6\"");
        for (String untouched : List.of("t/students/bea", "t/staff", "t/total")) {
            assertThat(after.get(untouched)).isEqualTo(accounts.get(untouched));
        }
        assertThat(book().get(book().size() - 1))
                .startsWith("reset t/students/ada")
                .endsWith("new people");
    }

    @Test
    void historyAndLogShowWhatIsAskedForNewestOldestFirst() {
        for (int i = 1; i <= 2; i++) {
            query("ada", "0.1", SQL + " WHERE x > " + i);
            query("bea", "0.1", SQL + " WHERE x < " + i);
        }
        Run.of("query", "--policy", policy, "--analyst", "bea", "SELECT who FROM t");
        List<List<String>> ada = fields(run("budget", "history", "--account", "students/ada", "--format", "csv"));
        assertThat(ada).allMatch(row -> row.get(3).equals("t/students/ada"));
        assertThat(ada).extracting(row -> row.get(9)).contains(SQL + " WHERE x > 1", SQL + " WHERE x > 2");
        assertThat(ada).extracting(row -> row.get(9)).noneMatch(text -> text.contains("<"));
        assertThat(ada).extracting(row -> Long.valueOf(row.get(0))).isSorted();
        assertThat(fields(run("budget", "history", "--account", "students/ada", "--format", "csv", "--last", "2")))
                .isEqualTo(ada.subList(ada.size() - 2, ada.size()));
        List<List<String>> log = fields(run("ledger", "log", "--format", "csv"));
        assertThat(log).extracting(row -> row.get(0)).isSorted();
        assertThat(log)
                .extracting(row -> row.get(2))
                .containsExactly("answered", "answered", "answered", "answered", "refused");
        assertThat(log.get(4)).contains("bea", "TCT-R01", "SELECT who FROM t");
        assertThat(fields(run("ledger", "log", "--analyst", "ada", "--format", "csv")))
                .isEqualTo(List.of(log.get(0), log.get(2)));
        assertThat(fields(run("ledger", "log", "--last", "2", "--format", "csv")))
                .isEqualTo(log.subList(3, 5));
        // At least one, whatever is asked.
        assertThat(fields(run("ledger", "log", "--last", "0", "--format", "csv")))
                .isEqualTo(log.subList(4, 5));
        assertThat(run("budget", "history", "--account", "nobody").code()).isEqualTo(1);
    }

    /** Only questions wait for the owner's word: what is read needs no clock. */
    @Test
    void theOwnerLeadsOutOfAClockThatWasAhead() {
        query("ada", "0.5", SQL);
        Policy read = PolicyFile.read(Path.of(policy), EngineOfSources.with(DuckDbSettings.standard()));
        InstantSource ahead = InstantSource.fixed(Instant.parse("2999-01-01T00:00:00Z"));
        try (LedgerBook book = LedgerBook.open(read.ledger(), Optional.empty(), ahead)) {
            assertThat(book.ledger().declareDataVersion("other", "v2", "owner").number())
                    .isPositive();
        }
        String[] question = {"query", "--policy", policy, "--analyst", "ada", "--epsilon", "0.25", "--fresh", SQL};
        Run barred = Run.of(question);
        assertThat(barred.code()).isEqualTo(1);
        assertThat(barred.err()).contains("tacit ledger verify");
        assertThat(run("ledger", "verify").out()).contains("2999-01-01", "tacit ledger clock");
        for (List<String> reading : List.of(
                List.of("budget", "show"),
                List.of("budget", "show", "--format", "html"),
                List.of("budget", "show", "--analyst", "ada"),
                List.of("budget", "history"),
                List.of("ledger", "log"),
                List.of("ledger", "verify"))) {
            assertThat(run(reading.toArray(String[]::new)).code())
                    .as("%s", reading)
                    .isZero();
        }
        assertThat(run("ledger", "clock", "--reason", "battery").code()).isEqualTo(2);
        assertThat(Run.of(question).code()).isEqualTo(1);
        assertThat(run("ledger", "clock", "--reason", "battery", "--yes").out()).contains("goes on from now");
        assertThat(run("ledger", "clock", "--reason", "battery", "--yes").code())
                .isEqualTo(1);
        query("ada", "0.25", SQL);
        assertThat(book()).anyMatch(line -> line.startsWith("clock") && line.contains("battery"));
        assertThat(accounts("--analyst", "ada").get("t/students/ada").get(2)).isEqualTo("2");
        assertThat(run("ledger", "verify").out()).contains("whole").doesNotContain("tacit ledger clock");
    }

    /** Charged and failed are each a line with the query; what an owner did has its reason. */
    @Test
    void whatFailedIsShownWithItsQuery() {
        Policy read = PolicyFile.read(Path.of(policy), EngineOfSources.with(DuckDbSettings.standard()));
        List<AccountTerms> accounts = read.accountsOf("ada");
        ChargeRequest request = new ChargeRequest(
                accounts,
                "ada",
                "an-id",
                new ApproximateDp(Rational.ONE, Rational.ZERO),
                List.of(new PrivacyEvent.LaplaceNoise(new Epsilon(Rational.ONE), 1)));
        try (LedgerBook book = LedgerBook.open(read.ledger())) {
            assertThat(book.ledger().charge(request).balances()).hasSize(2);
            book.ledger().failed(request);
            assertThat(book.ledger()
                            .grant(accounts.get(0), accounts.get(0).budget(), "owner", "why not")
                            .balances())
                    .hasSize(1);
            book.auditLog()
                    .write(new AuditLog.Line(
                            "an-id",
                            Instant.EPOCH,
                            "ada",
                            accounts.get(0).name(),
                            "SELECT what_failed",
                            AuditLog.Decision.FAILED,
                            "TCT-X01",
                            "",
                            "1",
                            "0",
                            3,
                            ""));
        }
        List<String> shown = fields(run("budget", "history", "--format", "csv")).stream()
                .filter(row -> !row.get(2).equals("open"))
                .map(row -> row.get(2) + " " + row.get(3) + ": " + row.get(9))
                .toList();
        assertThat(shown)
                .containsExactly(
                        "charge t/students/ada: SELECT what_failed",
                        "charge t/total: SELECT what_failed",
                        "failure t/students/ada: SELECT what_failed",
                        "failure t/total: SELECT what_failed",
                        "grant t/students/ada: why not");
        // Where the charge is not shown, too.
        assertThat(fields(run("budget", "history", "--format", "csv", "--last", "2"))
                        .get(0)
                        .get(9))
                .isEqualTo("SELECT what_failed");
    }

    @Test
    void theBookIsWholeOnlyWithTheHashThatWasNoted() {
        query("ada", "0.5", SQL);
        Run whole = run("ledger", "verify");
        assertThat(whole.code()).isZero();
        String hash = whole.out().replaceAll("(?s).*last hash is (\\S+)\\.\\s*$", "$1");
        assertThat(hash).matches("[0-9a-f]{32,}");
        query("bea", "0.5", SQL);
        assertThat(run("ledger", "verify", "--hash", hash).code()).isZero();
        Run other = run("ledger", "verify", "--hash", hash.replace(hash.charAt(0), hash.charAt(0) == 'a' ? 'b' : 'a'));
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.out()).contains("Wrong: ").doesNotContain("is whole");
    }

    /** A slip of the pen is not a damaged ledger. */
    @Test
    void whatIsNoHashIsToldAsThat() {
        query("ada", "0.5", SQL);
        for (String slip : List.of("abc", "", "5d41…", "0".repeat(63), "0".repeat(65), "g".repeat(64))) {
            Run run = run("ledger", "verify", "--hash", slip);
            assertThat(run.code()).as(slip).isEqualTo(2);
            assertThat(run.out() + run.err()).as(slip).contains("64 digits").doesNotContain("damaged");
        }
    }

    /** New data are asked anew, and paid. */
    @Test
    void afterARefreshNothingKeptIsGiven() {
        query("ada", "0.5", SQL);
        query("ada", "0.5", SQL);
        assertThat(accounts().getOrDefault("t/students/ada", List.of()).get(2)).isEqualTo("1");
        assertThat(run("refresh", "--name", "second").out()).contains("second");
        query("ada", "0.5", SQL);
        assertThat(accounts().getOrDefault("t/students/ada", List.of()).subList(1, 3))
                .containsExactly("\"ε 4, δ 1e-6\"", "2");
        assertThat(book()).anyMatch(line -> line.startsWith("data version t ") && line.contains("second"));
    }
}
