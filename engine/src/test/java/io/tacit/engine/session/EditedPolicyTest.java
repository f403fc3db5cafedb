package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.SeededNoise;
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an owner edits while a session is open: the list of {@link #edits}, every key of a policy that decides on money,
 * rights or answers, and every way for a policy to be unusable. Each is tried on an open session: what the next new question
 * gets, that a kept answer goes on, and that the session asks again when the edit is taken back.
 */
@org.jspecify.annotations.NullUnmarked
class EditedPolicyTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});
    private static final String KEPT = "SELECT COUNT(*, contribution_bounds_per_group => (0, 4)) AS n FROM visits";
    private static final String POLICY = """
            dataset: visits
            tables:
              visits: {file: visits.csv, person: visitor, columns: {visitor: VARCHAR, day: INTEGER, spent: {type: INTEGER, bounds: [0, 50]}}}
              days: {file: days.csv, public: true, columns: {day: INTEGER}}
            defaults: {epsilon: 0.1, delta: 1e-9, max_groups: 1}
            limits: {epsilon: 2}
            analysts: {ada: [student], bob: []}
            accounts:
              students: {members: [ada], each: true, budget: {epsilon: 50, delta: 1e-4}}
              others: {members: [bob], budget: {epsilon: 5, delta: 1e-6}}
            audit_log: audit.jsonl
            version: first
            """;

    @TempDir
    private Path folder;

    private int questions;

    @BeforeEach
    void files() throws IOException {
        StringBuilder rows = new StringBuilder("visitor,day,spent\n");
        for (int i = 0; i < 600; i++) {
            rows.append("v" + i % 300 + ',' + (i % 5 + 1) + ',' + i % 40 + '\n');
        }
        Files.writeString(folder.resolve("visits.csv"), rows);
        Files.writeString(folder.resolve("days.csv"), "day\n1\n2\n3\n");
    }

    /**
     * An edit.
     *
     * @param name what the owner does
     * @param text the policy afterwards; null for none
     * @param told the code that the next new question meets; empty where it is answered
     */
    private record Edit(String name, String text, Optional<ErrorCode> told) {}

    private static Edit edit(String name, String before, String after, ErrorCode... told) {
        assertThat(POLICY).contains(before);
        return new Edit(name, POLICY.replace(before, after), Arrays.stream(told).findFirst());
    }

    private static List<Edit> edits() {
        List<Edit> edits = new ArrayList<>(List.of(
                // Money: holds at once, and the session goes on with it.
                edit("a budget is lowered below what is spent", "epsilon: 50", "epsilon: 0.05", ErrorCode.BUDGET),
                edit("a budget is lowered", "epsilon: 50", "epsilon: 49"),
                edit("a budget is raised", "epsilon: 50", "epsilon: 60"),
                edit(
                        "one query may cost less",
                        "delta: 1e-4}}",
                        "delta: 1e-4}, per_query: {epsilon: 0.05, delta: 1e-9}}",
                        ErrorCode.BUDGET),
                edit(
                        "a total is added",
                        "audit_log:",
                        "total: {budget: {epsilon: 0.05, delta: 1e-6}}\naudit_log:",
                        ErrorCode.BUDGET),
                edit(
                        "a larger total is added",
                        "audit_log:",
                        "total: {budget: {epsilon: 90, delta: 1e-4}}\naudit_log:"),
                edit("another begins anew", "delta: 1e-4}}", "delta: 1e-4}, refresh: monthly}", ErrorCode.ACCOUNT),
                edit("another accountant", "epsilon: 50", "rho: 5", ErrorCode.ACCOUNT),
                // Rights and answers: the session ends.
                edit("the analyst is taken out", "ada: [student], ", "", ErrorCode.POLICY),
                edit("the analyst is taken out everywhere", "", "", ErrorCode.ACCOUNT),
                edit("the analyst has no account", "members: [ada], each", "members: [bob], each", ErrorCode.POLICY),
                edit("the account is renamed", "students:", "pupils:", ErrorCode.POLICY),
                edit("each is taken out", "each: true, ", "", ErrorCode.POLICY),
                edit("a column is hidden", "spent: {type", "spent: {hidden: true, type", ErrorCode.POLICY),
                edit("a column is for others", "spent: {type", "spent: {roles: [other], type", ErrorCode.POLICY),
                edit("a column is taken out", ", spent: {type: INTEGER, bounds: [0, 50]}", "", ErrorCode.POLICY),
                edit("another type", "day: INTEGER, spent", "day: BIGINT, spent", ErrorCode.POLICY),
                edit("other bounds", "[0, 50]", "[0, 40]", ErrorCode.POLICY),
                edit("another person", "person: visitor", "person: day", ErrorCode.POLICY),
                edit(
                        "a table is for others",
                        "file: visits.csv,",
                        "file: visits.csv, roles: [other],",
                        ErrorCode.POLICY),
                edit(
                        "a table is taken out",
                        "  days: {file: days.csv, public: true, columns: {day: INTEGER}}\n",
                        "",
                        ErrorCode.POLICY),
                edit("another table", "  days:", "  weekdays:", ErrorCode.POLICY),
                edit("a smaller default", "epsilon: 0.1", "epsilon: 0.01", ErrorCode.POLICY),
                edit("a smaller limit", "limits: {epsilon: 2}", "limits: {epsilon: 0.2}", ErrorCode.POLICY),
                edit(
                        "a limit of people",
                        "limits: {epsilon: 2}",
                        "limits: {epsilon: 2, min_people: 9}",
                        ErrorCode.POLICY),
                edit("a limit of time", "limits: {epsilon: 2}", "limits: {epsilon: 2, seconds: 9}", ErrorCode.POLICY),
                edit("another version", "version: first", "version: second", ErrorCode.POLICY),
                edit("no version", "version: first\n", "", ErrorCode.POLICY),
                edit("another ledger", "audit_log:", "ledger: other.sqlite\naudit_log:", ErrorCode.POLICY),
                edit("another log", "audit.jsonl", "other.jsonl", ErrorCode.POLICY),
                edit("another data set", "dataset: visits", "dataset: town", ErrorCode.POLICY),
                // Nothing that concerns the analyst.
                edit("a comment", "limits:", "# nothing more\nlimits:"),
                edit("the order of keys", "limits: {epsilon: 2}\n", ""),
                edit("another analyst", "bob: []}", "bob: [], eve: []}\n#", ErrorCode.POLICY),
                edit("another's budget", "epsilon: 5,", "epsilon: 4,"),
                // Policies that cannot be used.
                edit("no YAML", "accounts:", "accounts: [", ErrorCode.POLICY),
                edit("an unknown key", "limits:", "limitz:", ErrorCode.POLICY),
                edit("a column that is not there", "person: visitor", "person: somebody", ErrorCode.POLICY),
                new Edit("an empty file", "", Optional.of(ErrorCode.POLICY)),
                new Edit("no file", null, Optional.of(ErrorCode.POLICY)),
                new Edit("a file of zeros", "\0\0\0", Optional.of(ErrorCode.POLICY))));
        edits.replaceAll(EditedPolicyTest::finished);
        return edits;
    }

    /** Edits of two places at once. */
    private static Edit finished(Edit edit) {
        return switch (edit.name()) {
            case "the analyst is taken out everywhere" ->
                new Edit(
                        edit.name(),
                        POLICY.replace("ada: [student], ", "")
                                .replace(
                                        "  students: {members: [ada], each: true, budget: {epsilon: 50, delta: 1e-4}}\n",
                                        ""),
                        edit.told());
            case "a column is for others", "a table is for others" ->
                new Edit(edit.name(), edit.text().replace("bob: []", "bob: [other]"), edit.told());
            case "the order of keys" -> new Edit(edit.name(), edit.text() + "limits: {epsilon: 2}\n", edit.told());
            default -> edit;
        };
    }

    @Test
    @Tag("walk")
    void everyEditHoldsForAnOpenSession() throws IOException {
        SoftAssertions all = new SoftAssertions();
        List<String> told = new ArrayList<>();
        try (TacitSession session = open()) {
            Answer kept = session.query(KEPT);
            for (Edit edit : Walk.share("edited policies", 12, edits())) {
                write(edit.text());
                long before = charges();
                Optional<Refusal> refusal = refusal(session, another());
                all.assertThat(refusal.map(Refusal::code)).as(edit.name()).isEqualTo(edit.told());
                all.assertThat(charges() - before)
                        .as("charges: " + edit.name())
                        .isEqualTo(edit.told().isEmpty() ? 1 : 0);
                refusal.ifPresent(words -> told.add(words.getMessage()));
                Answer again = session.query(KEPT);
                all.assertThat(again.rows()).as("kept: " + edit.name()).isEqualTo(kept.rows());
                all.assertThat(again.epsilon()).as("kept: " + edit.name()).isEqualTo("0");

                write(POLICY);
                all.assertThat(refusal(session, another()))
                        .as("taken back: " + edit.name())
                        .isEmpty();
            }
        }
        // An analyst hears nothing of what the owner wrote.
        all.assertThat(told).noneMatch(words -> words.contains("somebody") || words.contains("tacit.yaml"));
        all.assertAll();
    }

    /** What a new session may no longer know is not explained by an old one; what is kept costs nothing, and is. */
    @Test
    void explanationsAreOfThePolicyAsItIs() throws IOException {
        try (TacitSession session = open()) {
            session.query(KEPT);
            write(POLICY.replace("spent: {type", "spent: {hidden: true, type"));
            Refusal refusal = catchThrowableOfType(Refusal.class, () -> session.explain(another()));
            assertThat(refusal.isOfChangedPolicy()).isTrue();
            assertThat(refusal.advice()).contains("Open a session anew");
            assertThat(session.explain(KEPT).kept()).isTrue();
        }
    }

    /**
     * What others of the same account release is not given to a session whose rights an edit took, neither what came later nor
     * what the session never asked about: the walk is over edits of each kind. What the session had goes on, also in another
     * form.
     */
    @Test
    @Tag("walk")
    void whatOthersReleaseIsNotForWhoAsksNoMore() throws IOException {
        String shared = POLICY.replace("members: [ada], each: true", "members: [ada, bob]")
                .replace("  others: {members: [bob], budget: {epsilon: 5, delta: 1e-6}}\n", "");
        Map<String, String> edits = new LinkedHashMap<>();
        edits.put("taken out", shared.replace(", bob: []", "").replace("[ada, bob]", "[ada]"));
        edits.put(
                "moved",
                shared.replace("[ada, bob]", "[ada]")
                        .replace(
                                "accounts:", "accounts:\n  poor: {members: [bob], budget: {epsilon: 1, delta: 1e-6}}"));
        edits.put(
                "a column is for others",
                shared.replace("day: INTEGER, spent", "day: {type: INTEGER, roles: [student]}, spent"));
        edits.put("a table is for others", shared.replace("file: visits.csv,", "file: visits.csv, roles: [student],"));
        edits.put("no YAML", shared.replace("accounts:", "accounts: ["));
        SoftAssertions all = new SoftAssertions();
        for (Map.Entry<String, String> edit : Walk.share("later releases", 2, List.copyOf(edits.entrySet()))) {
            write(shared);
            String earlier = byDay(" WHERE day < " + (40 + questions++));
            String renewed = byDay(" WHERE day < " + (40 + questions++));
            String later = byDay(" WHERE day < " + (40 + questions++));
            try (TacitSession ada = open("ada");
                    TacitSession bob = open("bob")) {
                ada.query(earlier);
                String before = byDay(" WHERE day < " + (40 + questions++));
                bob.query(before);
                Answer had = bob.query(renewed);
                write(edit.getValue());
                if (!edit.getKey().equals("no YAML")) {
                    try (TacitSession again = open("ada")) {
                        again.query(later);
                        again.query("FRESH " + renewed);
                    }
                }
                for (String asked : List.of(earlier, later)) {
                    for (String form : List.of(asked, asked + " ORDER BY n", asked.replace(", SUM(spent) AS s", ""))) {
                        all.assertThat(refusal(bob, form))
                                .as(edit.getKey() + ": " + form)
                                .isPresent();
                    }
                }
                if (refusal(bob, renewed).isEmpty()) {
                    all.assertThat(bob.query(renewed).rows()).as(edit.getKey()).isEqualTo(had.rows());
                }
                // Public tables have roles, too.
                all.assertThat(refusal(bob, "SELECT COUNT(*) FROM days"))
                        .as(edit.getKey() + ": public")
                        .isPresent();
                all.assertThat(refusal(bob, before)).as(edit.getKey()).isEmpty();
                all.assertThat(refusal(bob, before + " LIMIT 1"))
                        .as(edit.getKey())
                        .isEmpty();
                write(shared);
                for (String again : List.of(later, "SELECT COUNT(*) FROM days")) {
                    all.assertThat(refusal(bob, again))
                            .as("taken back: " + edit.getKey())
                            .isEmpty();
                }
            }
        }
        all.assertAll();
    }

    private static String byDay(String where) {
        return "SELECT day, COUNT(*) AS n, SUM(spent) AS s FROM visits" + where + " GROUP BY day";
    }

    /** The owner finds in the log what keeps an open session from asking. */
    @Test
    void theOwnersLogSaysWhatIsWrong() throws IOException {
        try (TacitSession session = open()) {
            session.query(KEPT);
            write(POLICY.replace("person: visitor", "person: somebody"));
            assertThat(refusal(session, another())).isPresent();
        }
        assertThat(Files.readString(folder.resolve("audit.jsonl"))).contains("somebody");
    }

    private String another() {
        // Bounds are part of a question, so that each is another one.
        return "SELECT SUM(spent, contribution_bounds_per_group => (0, " + ++questions + ")) AS s FROM visits";
    }

    private long charges() {
        LedgerPlace place = new LedgerPlace.Sqlite(folder.resolve("visits.ledger.sqlite"));
        try (LedgerBook book = LedgerBook.open(place, Optional.empty(), Clock.systemUTC())) {
            return book.ledger().history(Optional.of("visits/students/ada"), 10_000).stream()
                    .filter(entry -> entry.kind() == LedgerEntry.Kind.CHARGE)
                    .count();
        }
    }

    private static Optional<Refusal> refusal(TacitSession session, String sql) {
        try {
            session.query(sql);
            return Optional.empty();
        } catch (Refusal refusal) {
            return Optional.of(refusal);
        }
    }

    private TacitSession open() throws IOException {
        write(POLICY);
        return open("ada");
    }

    private TacitSession open(String analyst) {
        Policy policy = PolicyFile.read(folder.resolve("tacit.yaml"), new DuckDbEngine(SETTINGS));
        return TacitSession.open(policy, analyst, SETTINGS, Clock.systemUTC(), SeededNoise.of(3));
    }

    private void write(String text) throws IOException {
        Path file = folder.resolve("tacit.yaml");
        if (text == null) {
            Files.delete(file);
        } else {
            Files.writeString(file, text);
        }
    }
}
