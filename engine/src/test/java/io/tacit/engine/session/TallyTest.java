package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Noise;
import io.tacit.engine.source.ColumnDeclaration;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SourceArgument;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SystemRandomBits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What questions about a file have spent is added up beside it, and their answers are kept. */
class TallyTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});
    private static final Instant WRITTEN = Instant.parse("2026-11-21T11:00:00.123456Z");
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private Instant now = NOON;
    private static final String PEOPLE = "SELECT COUNT(DISTINCT person) AS n FROM visits";

    @TempDir
    private Path folder = Path.of("");

    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void files() throws IOException {
        write("visits", 500);
        write("orders", 500);
    }

    private void write(String table, int people) throws IOException {
        StringBuilder rows = new StringBuilder("person,day\n");
        for (int i = 0; i < people; i++) {
            rows.append('p').append(i).append(',').append(i % 3).append('\n');
        }
        Files.writeString(file(table), rows);
        written(table, WRITTEN);
    }

    private void written(String table, Instant at) throws IOException {
        Files.setLastModifiedTime(file(table), FileTime.from(at));
    }

    private Path file(String table) {
        return folder.resolve(table + ".csv");
    }

    private Path tally(String table) {
        return Tally.beside(file(table));
    }

    private Answer ask(String sql) {
        return ask(Question.of(sql), "");
    }

    private Answer ask(Question question, String budget) {
        return ask(question, budget, Map.of());
    }

    private Answer ask(Question question, String budget, Map<String, ColumnDeclaration> said) {
        List<SourceTable> tables = new ArrayList<>();
        for (String table : List.of("visits", "orders")) {
            tables.add(DeclareSource.declare(
                            SourceArgument.parse(table + "=" + file(table)),
                            new Protection.UnitColumn(List.of("person")),
                            said,
                            new DuckDbEngine(SETTINGS))
                    .table());
        }
        Tally tally = new Tally(budget.isEmpty() ? Optional.empty() : Optional.of(new BigDecimal(budget)), told::add);
        try (TacitSession session = TacitSession.open(
                tables,
                Defaults.STANDARD,
                QueryCeiling.NONE,
                tally,
                SETTINGS,
                Clock.fixed(now, ZoneOffset.UTC),
                () -> Noise.of(new SystemRandomBits()))) {
            return session.query(question);
        }
    }

    /** A tally has no windows that could begin anew: a clock that was far ahead bars nothing. */
    @Test
    void aClockThatWasAheadBarsNothing() {
        now = Instant.parse("2999-01-01T00:00:00Z");
        assertThat(ask(PEOPLE).origin().tallied()).containsExactly(visits("1", "0", 1));
        now = NOON;
        assertThat(ask("SELECT COUNT(*) AS n FROM visits").origin().tallied()).containsExactly(visits("2", "0", 2));
        assertThat(ask(PEOPLE).origin().releasedAt()).isPresent();
    }

    /** What is said of a column that the question does not read: the rows that count may be others all the same. */
    @Test
    void theSameQuestionOverOtherDeclarationsIsAnotherOne() throws IOException {
        List<Map<String, ColumnDeclaration>> said = List.of(
                Map.of(),
                Map.of("day", ColumnDeclaration.of(ColumnType.VARCHAR)),
                Map.of("day", ColumnDeclaration.NOTHING.among(List.of("0", "1"))));
        for (int asked = 0; asked < said.size(); asked++) {
            Answer answer = ask(Question.of(PEOPLE), "", said.get(asked));
            assertThat(answer.origin().releasedAt()).as("%s", asked).isEmpty();
            assertThat(ask(Question.of(PEOPLE), "", said.get(asked)).origin().releasedAt())
                    .as("%s, again", asked)
                    .isPresent();
        }
    }

    /** What is made of a release costs nothing for as long as its file stands still. */
    @Test
    void aReleaseThatIsKeptIsAskedAnewForNothing() throws IOException {
        Answer both = ask("SELECT day, COUNT(DISTINCT person) AS people, COUNT(*) AS n FROM visits GROUP BY day");
        for (String sql : List.of(
                "SELECT day, COUNT(*) AS n FROM visits GROUP BY day ORDER BY n DESC",
                "SELECT COUNT(*) * 2, COUNT(DISTINCT person), day FROM visits GROUP BY day LIMIT 1")) {
            Answer again = ask(sql);
            assertThat(again.epsilon()).as(sql).isEqualTo("0");
            assertThat(again.origin().tallied()).as(sql).isEqualTo(both.origin().tallied());
        }
        Files.setLastModifiedTime(file("visits"), FileTime.from(NOON.minusSeconds(7200)));
        assertThat(ask("SELECT day, COUNT(*) AS n FROM visits GROUP BY day ORDER BY n DESC")
                        .epsilon())
                .isEqualTo("1");
    }

    @Test
    void questionsAddUpAndTheSameOneIsFree() throws IOException {
        Answer first = ask(PEOPLE);
        assertThat(first.origin().tallied()).containsExactly(visits("1", "0", 1));
        Answer again = ask("select count(distinct PERSON) as people from VISITS");
        assertThat(again.epsilon()).isEqualTo("0");
        assertThat(again.origin().releasedAt()).contains(NOON);
        assertThat(again.rows()).isEqualTo(first.rows());
        assertThat(again.origin().tallied()).containsExactly(visits("1", "0", 1));
        Answer fresh = ask(Question.of(PEOPLE).afresh(), "");
        assertThat(fresh.origin().tallied()).containsExactly(visits("2", "0", 2));
        assertThat(ask("SELECT day, COUNT(DISTINCT person) AS n FROM visits GROUP BY day")
                        .origin()
                        .tallied())
                .containsExactly(visits("3", "1e-8", 3));
        assertThat(tally("orders")).as("a file that nobody asked about").doesNotExist();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tally("visits"))))
                .isEqualTo("rw-------");
    }

    private static FileTally visits(String epsilon, String delta, long questions) {
        return new FileTally("visits.csv", epsilon, delta, questions, Optional.empty());
    }

    /** New people must not be answered with old numbers; the sum goes on, for most people are the same. */
    @Test
    void aChangedFileIsAskedAnewAndItsSumGoesOn() throws IOException {
        ask(PEOPLE);
        write("visits", 400);
        written("visits", WRITTEN);
        Answer smaller = ask(PEOPLE);
        assertThat(smaller.origin().releasedAt()).as("another size").isEmpty();
        assertThat(smaller.origin().tallied()).containsExactly(visits("2", "0", 2));
        written("visits", WRITTEN.plusSeconds(1));
        assertThat(ask(PEOPLE).origin().releasedAt()).as("another time").isEmpty();
        written("orders", WRITTEN.plusSeconds(1));
        assertThat(ask(PEOPLE).origin().releasedAt()).as("another file").isEmpty();
        assertThat(ask(PEOPLE).origin().releasedAt()).contains(NOON);
    }

    /** The file might be written once more within the same step of the clock. */
    @Test
    void nothingIsKeptOfAFileThatWasWrittenJustNow() throws IOException {
        written("visits", NOON);
        ask(PEOPLE);
        assertThat(ask(PEOPLE).origin().releasedAt()).isEmpty();
        written("visits", NOON.minusSeconds(2));
        ask(PEOPLE);
        assertThat(ask(PEOPLE).origin().releasedAt())
                .as("a file system that knows whole seconds only")
                .isEmpty();
    }

    /** A session goes on reading the files that it opened: what it answers then is no answer about the new ones. */
    @Test
    void nothingIsKeptOfWhatASessionHoldsOpenAndHasChanged() throws IOException, SQLException {
        for (String kind : List.of("parts", "parts.duckdb")) {
            people(kind, "a", 500);
            try (TacitSession whole = session(kind)) {
                assertThat(whole.query("SELECT COUNT(DISTINCT person) AS n FROM t")
                                .epsilon())
                        .isEqualTo("1");
                people(kind, "b", 900);
                if (kind.endsWith(".duckdb")) {
                    // What a database declares of itself is another: nothing is asked of it any more.
                    assertThatThrownBy(() -> whole.query("SELECT COUNT(DISTINCT person) AS n FROM t"))
                            .isInstanceOfSatisfying(
                                    Refusal.class,
                                    refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_SCHEMA));
                } else {
                    assertThat(whole.query("SELECT COUNT(DISTINCT person) AS n FROM t")
                                    .epsilon())
                            .isEqualTo("1");
                }
            }
            try (TacitSession next = session(kind)) {
                assertThat(next.query("SELECT COUNT(DISTINCT person) AS n FROM t")
                                .origin()
                                .releasedAt())
                        .as(kind)
                        .isEmpty();
            }
            try (TacitSession next = session(kind)) {
                assertThat(next.query("SELECT COUNT(DISTINCT person) AS n FROM t")
                                .origin()
                                .releasedAt())
                        .as(kind)
                        .isPresent();
            }
        }
    }

    private TacitSession session(String place) {
        return session(place, () -> Noise.of(new SystemRandomBits()));
    }

    private TacitSession session(String place, Supplier<Noise> noise) {
        SourceTable table = DeclareSource.declare(
                        SourceArgument.parse("t=" + folder.resolve(place)),
                        new Protection.UnitColumn(List.of("person")),
                        Map.of(),
                        new DuckDbEngine(SETTINGS))
                .table();
        return TacitSession.open(
                List.of(table),
                Defaults.STANDARD,
                QueryCeiling.NONE,
                new Tally(Optional.empty(), told::add),
                SETTINGS,
                Clock.fixed(NOON, ZoneOffset.UTC),
                noise);
    }

    /** One more file in a folder, or another database in the place of one. */
    private void people(String place, String name, int count) throws IOException, SQLException {
        boolean database = place.endsWith(".duckdb");
        Path made = folder.resolve(name + "-made");
        String rows = "SELECT '" + name + "' || i AS person FROM range(" + count + ") AS r(i)";
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + (database ? made : ""));
                Statement statement = connection.createStatement()) {
            statement.execute(
                    database ? "CREATE TABLE t AS " + rows : "COPY (" + rows + ") TO '" + made + "' (FORMAT parquet)");
        }
        Files.setLastModifiedTime(made, FileTime.from(WRITTEN));
        if (database) {
            Files.move(made, folder.resolve(place), StandardCopyOption.REPLACE_EXISTING);
        } else {
            Files.move(made, Files.createDirectories(folder.resolve(place)).resolve(name + ".parquet"));
        }
    }

    /** It may have given rows of both states: what it answered must not be given again once it is as it was. */
    @Test
    void nothingIsKeptOfAFileThatChangesWhileItIsRead() throws IOException {
        String people = "SELECT COUNT(DISTINCT person) AS n FROM t";
        for (boolean changes : List.of(true, false)) {
            Instant meanwhile = changes ? WRITTEN.plusSeconds(1) : WRITTEN;
            try (TacitSession session = session("visits.csv", meanwhile)) {
                assertThat(session.query(people).epsilon()).isEqualTo("1");
            }
            assertThat(told.stream().filter(words -> words.contains("changed while it was read")))
                    .as("told once, of the one")
                    .hasSize(1);
            written("visits", WRITTEN);
            try (TacitSession session = session("visits.csv", WRITTEN)) {
                assertThat(session.query(people).epsilon()).isEqualTo(changes ? "1" : "0");
            }
            write("visits", 600);
        }
    }

    /** Whose file of visits gets another time while a query runs. */
    private TacitSession session(String place, Instant meanwhile) {
        return session(place, () -> {
            try {
                written("visits", meanwhile);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            return Noise.of(new SystemRandomBits());
        });
    }

    @Test
    void eachFileThatAQueryReadsPays() {
        Answer both = ask("SELECT COUNT(DISTINCT v.person) AS n FROM visits v JOIN orders o ON v.person = o.person");
        assertThat(both.origin().tallied())
                .containsExactly(visits("1", "0", 1), new FileTally("orders.csv", "1", "0", 1, Optional.empty()));
    }

    @Test
    void aBudgetRefusesWhatIsBeyondIt() {
        ask(PEOPLE);
        Answer second = ask(Question.of(PEOPLE).afresh(), "2.5");
        assertThat(second.origin().tallied())
                .containsExactly(new FileTally("visits.csv", "2", "0", 2, Optional.of("2.5")));
        assertThatThrownBy(() -> ask(Question.of(PEOPLE).afresh(), "2.5"))
                .isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.BUDGET);
                    assertThat(refusal.advice()).contains("It costs ε 1; left is ε 0.5.");
                });
        assertThat(ask(Question.of(PEOPLE), "2.5").origin().tallied())
                .as("what was refused cost nothing, and the kept answer is free")
                .containsExactly(new FileTally("visits.csv", "2", "0", 2, Optional.of("2.5")));
        assertThat(ask(Question.of(PEOPLE).afresh(), "").origin().tallied())
                .as("the next command sets no budget")
                .containsExactly(visits("3", "0", 3));
    }

    /** Another word than ε is said where ε is enough: each of less, as much and more than is left, beside δ or none. */
    @Test
    void theRefusalNamesTheNumberThatIsShort() {
        String groups = "SELECT day, COUNT(DISTINCT person) AS n FROM visits GROUP BY day";
        ask(Question.of(with("delta = 0.5", groups)), "4");
        for (String epsilon : List.of("2.5", "3", "3.5")) {
            boolean enough = !epsilon.equals("3.5");
            String question = with("epsilon = " + epsilon + ", delta = 0.5", groups);
            assertThatThrownBy(() -> ask(Question.of(question), "4"))
                    .as(epsilon)
                    .isInstanceOfSatisfying(Refusal.class, refusal -> {
                        assertThat(refusal.rule())
                                .isEqualTo(
                                        enough
                                                ? "With this question the δ of all questions about visits.csv would"
                                                        + " come to 1."
                                                : "All questions about visits.csv together may cost ε 4, and this one"
                                                        + " is too much.");
                        assertThat(refusal.advice())
                                .startsWith(
                                        enough ? "That promises nothing." : "It costs ε 3.5; left is ε 3. Ask with");
                    });
        }
    }

    private static String with(String options, String select) {
        return select.replaceFirst("SELECT", "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + options + ")");
    }

    /** What was spent under a larger budget is not less than nothing under a smaller one. */
    @Test
    void aBudgetBelowWhatWasSpentHasNothingLeft() {
        ask(PEOPLE);
        for (String budget : List.of("0.5", "1")) {
            assertThatThrownBy(() -> ask(Question.of(PEOPLE).afresh(), budget))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.advice())
                                    .startsWith("It costs ε 1; left is ε 0. Allow more with --budget;"));
        }
    }

    @Test
    void theBudgetOfOneCommandIsNotThatOfTheNext() {
        ask(Question.of(PEOPLE), "1");
        assertThat(ask(Question.of(PEOPLE).afresh(), "").origin().tallied()).containsExactly(visits("2", "0", 2));
    }

    @Test
    void refusedQueriesLeaveNothing() {
        assertThatThrownBy(() -> ask("SELECT person FROM visits")).isInstanceOf(Refusal.class);
        assertThat(tally("visits")).doesNotExist();
    }

    /** Where no tally can be made, it is said once; a budget that nobody adds up is refused. */
    @Test
    void aFolderThatCannotBeWrittenIsTold() throws IOException {
        // A folder of the tally's name stands in the way, for whoever runs this test, too.
        Files.createSymbolicLink(tally("visits"), folder.resolve("nowhere").resolve("tally"));
        assertThatThrownBy(() -> ask(Question.of(PEOPLE), "5")).isInstanceOf(Refusal.class);
        Answer answer = ask(PEOPLE);
        assertThat(answer.origin().tallied()).isEmpty();
        assertThat(told)
                .singleElement()
                .asString()
                .startsWith("Nothing can be written beside visits.csv: what questions spend is not added up, and"
                        + " no answer is kept. ")
                // Why not.
                .endsWith(" cannot be opened.");
    }

    /** A session asks more than once: each file is told of once, and each answer is an own one. */
    @Test
    void aSessionTellsOfEachFolderThatCannotBeWrittenOnce() throws IOException {
        Files.createSymbolicLink(tally("visits"), folder.resolve("nowhere").resolve("tally"));
        try (TacitSession session = session("visits.csv")) {
            for (int asked = 1; asked <= 3; asked++) {
                assertThat(session.query("SELECT COUNT(DISTINCT person) AS n FROM t")
                                .epsilon())
                        .isEqualTo("1");
                assertThat(told).hasSize(1);
            }
            assertThat(session.spent().epsilon()).isEqualTo(Rational.of(3));
        }
    }

    @Test
    void aDamagedTallyIsNoTally() throws IOException {
        Files.writeString(tally("visits"), "no ledger at all");
        assertThatThrownBy(() -> ask(PEOPLE)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.code()).isEqualTo(ErrorCode.LEDGER);
            assertThat(refusal.advice())
                    .contains("--no-tally", "do not delete it")
                    .doesNotContain("tacit ledger");
        });
    }
}
