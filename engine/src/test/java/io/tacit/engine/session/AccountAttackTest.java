package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Getting more than one pays for; the books are in SQLite or on a real PostgreSQL server. */
@NullUnmarked
@Tag("process")
class AccountAttackTest {
    private static final String COUNT = "SELECT COUNT(*, contribution_bounds_per_group => (0, 2)) AS n FROM t";
    private static final String HALF =
            COUNT.replaceFirst("SELECT", "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.5)");

    @TempDir
    static Path folder;

    @AutoClose
    private static EmbeddedPostgres server;

    private static int shops;

    private static Shopkeeper shop(Shopkeeper.Books books, String budget) throws IOException, SQLException {
        shops++;
        String ledger = "ledger: books.sqlite";
        if (books == Shopkeeper.Books.POSTGRES) {
            server = server == null
                    ? TestServer.builder().setServerConfig("fsync", "on").start()
                    : server;
            ledger = Shopkeeper.onServer(server, "shop" + shops);
        }
        return Shopkeeper.of(folder.resolve("shop" + shops), People.ordinary().with(Attack.VICTIM), budget, ledger);
    }

    private static void isRefused(TacitSession session, String sql) {
        assertThatThrownBy(() -> session.query(sql))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.BUDGET));
    }

    /** Each SELECT that aggregates people is a release; one that is read twice was released once. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "3 | SELECT COUNT(*) AS n FROM t UNION ALL SELECT COUNT(*) FROM o UNION ALL SELECT COUNT(*) FROM t"
                        + " WHERE uid > 3",
                "3 | SELECT COUNT(*) AS n FROM t UNION SELECT COUNT(*) FROM o UNION SELECT COUNT(*) FROM item",
                "2 | SELECT (SELECT COUNT(*) FROM t) AS a, (SELECT COUNT(*) FROM t WHERE uid <> 4217) AS b",
                "2 | WITH a AS (SELECT COUNT(*) AS n FROM t), b AS (SELECT COUNT(*) AS n FROM o) SELECT a.n AS n, b.n"
                        + " AS m FROM a, b",
                "1 | WITH a AS (SELECT g, COUNT(*) AS n FROM t GROUP BY g) SELECT a.n AS n, b.n AS m FROM a JOIN a AS"
                        + " b ON a.g = b.g",
                "1 | WITH a AS (SELECT COUNT(*) AS n FROM t) SELECT n FROM a UNION ALL SELECT n FROM a",
                "1 | WITH a AS (SELECT COUNT(*) AS n FROM t), b AS (SELECT n FROM a) SELECT a.n AS n, b.n AS m FROM a,"
                        + " b",
            })
    void attack21EveryReleaseIsChargedOnce(int releases, String sql) {
        try (TacitSession session =
                TacitSession.open(Attack.tables(folder, People.ordinary(), true), Defaults.STANDARD, People.SETTINGS)) {
            Answer answer = session.query(sql);
            assertThat(answer.releases()).hasSize(releases);
            assertThat(answer.epsilon()).isEqualTo(String.valueOf(releases));
            assertThat(session.spent().epsilon().toDoubleNearest()).isEqualTo(releases);
        }
    }

    /** What is charged once is drawn once: written down twice or read twice, it shows the same noise. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH a AS (SELECT SUM(x, contribution_bounds_per_group => (0, 9)) AS s FROM t) SELECT a.s - b.s AS"
                        + " nothing FROM a, a AS b",
                "SELECT (SELECT SUM(x, contribution_bounds_per_group => (0, 9)) FROM t) - (SELECT SUM(x,"
                        + " contribution_bounds_per_group => (0, 9)) FROM t) AS nothing",
                "SELECT MAX(s) - MIN(s) AS nothing FROM (SELECT SUM(x, contribution_bounds_per_group => (0, 9)) AS s"
                        + " FROM t UNION ALL SELECT SUM(x, contribution_bounds_per_group => (0, 9)) FROM t) AS u"
            })
    void attack21OneReleaseHasOneNoise(String sql) {
        try (TacitSession session =
                TacitSession.open(Attack.tables(folder, People.ordinary(), true), Defaults.STANDARD, People.SETTINGS)) {
            Answer answer = session.query(sql);
            assertThat(answer.epsilon()).isEqualTo("1");
            assertThat(((Number) answer.rows().get(0).values().get(0)).doubleValue())
                    .isZero();
        }
    }

    /**
     * Values that people share count once; which of them a person is counted for must not pass on from one to the next.
     */
    @ParameterizedTest
    @CsvSource({"0, 1", "1, 2"})
    void attack22SharedValuesMoveADistinctCountNoFurtherThanDeclared(int shift, int most) {
        List<String> lines = new ArrayList<>();
        for (int uid = 1; uid <= 40; uid++) {
            for (int k = 0; k < 3; k++) {
                lines.add(uid + ",a,1,1,1,1,1,v" + (uid + k * shift + 50) % 45);
            }
        }
        List<String> victim = new ArrayList<>();
        for (int value = 0; value < 60; value++) {
            victim.add("4217,a,1,1,1,1,1,v" + value);
        }
        for (String[] rows : List.of(
                victim.toArray(String[]::new), victim.subList(7, 9).toArray(String[]::new), new String[] {victim.get(5)
                })) {
            try (Attack attack = Attack.on(folder, People.of(lines), rows)) {
                List<Answer> both = attack.isAnswered(
                        "SELECT COUNT(DISTINCT s, contribution_bounds_per_group => (0, " + most + ")) AS n FROM t");
                long moved = ((Number) both.get(0).rows().get(0).values().get(0)).longValue()
                        - ((Number) both.get(1).rows().get(0).values().get(0)).longValue();
                assertThat(Math.abs(moved)).isLessThanOrEqualTo(most);
            }
        }
    }

    /** A thousand times the same: paid once, and every time the same answer, from which nothing can be averaged. */
    @Test
    void attack23AThousandRepeatsArePaidOnce() throws IOException, SQLException {
        Shopkeeper shop = shop(Shopkeeper.Books.SQLITE, "1");
        try (TacitSession session = shop.open("ada")) {
            List<AnswerRow> rows = session.query(HALF).rows();
            for (int i = 1; i < 1_000; i++) {
                Answer again = session.query(HALF);
                assertThat(again.epsilon()).isEqualTo("0");
                assertThat(again.rows()).isEqualTo(rows);
            }
        }
        assertThat(shop.charges()).hasSize(1);
    }

    /** Asked anew each time, the budget is spent to its end and not beyond. */
    @ParameterizedTest
    @EnumSource
    void attack23RepeatsThatArePaidEndWithTheBudget(Shopkeeper.Books books) throws IOException, SQLException {
        Shopkeeper shop = shop(books, "10");
        int answered = 0;
        try (TacitSession session = shop.open("ada")) {
            for (int i = 0; i < 60; i++) {
                try {
                    session.query("FRESH " + HALF);
                    answered++;
                } catch (Refusal refusal) {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.BUDGET);
                }
            }
        }
        assertThat(answered).isEqualTo(20);
        assertThat(shop.charges()).hasSize(20);
    }

    /** Two people ask at the same time for what is left; one of them gets it. */
    @ParameterizedTest
    @EnumSource
    void attack23OneOfTwoRacersGetsTheLastOfABudget(Shopkeeper.Books books) throws Exception {
        for (int round = 0; round < 4; round++) {
            Shopkeeper shop = shop(books, "0.5");
            ExecutorService threads = Executors.newFixedThreadPool(2);
            List<Future<Boolean>> answers = new ArrayList<>();
            try {
                for (String analyst : List.of("ada", "bob")) {
                    answers.add(threads.submit(asks(shop, analyst)));
                }
                List<Boolean> answered = new ArrayList<>();
                for (Future<Boolean> answer : answers) {
                    answered.add(answer.get(300, TimeUnit.SECONDS));
                }
                assertThat(answered).containsExactlyInAnyOrder(true, false);
            } finally {
                threads.shutdownNow();
            }
            assertThat(shop.charges()).hasSize(1);
        }
    }

    private static Callable<Boolean> asks(Shopkeeper shop, String analyst) {
        return () -> {
            try (TacitSession session = shop.open(analyst)) {
                session.query("FRESH " + HALF);
                return true;
            } catch (Refusal refusal) {
                assertThat(refusal.code()).isEqualTo(ErrorCode.BUDGET);
                return false;
            }
        };
    }

    /** The charge is on disk when noise is drawn; who is killed then has paid, and asking again pays again. */
    @ParameterizedTest
    @EnumSource
    void attack23WhoIsKilledBetweenChargeAndAnswerHasPaid(Shopkeeper.Books books) throws Exception {
        Shopkeeper shop = shop(books, "1");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        // A killed process removes no library that it unpacked: it goes with the folder.
                        "-Djava.io.tmpdir=" + folder,
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DieBeforeAnswer.class.getName(),
                        shop.file().toString(),
                        "ada",
                        HALF)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        // One that says nothing is a failure, and not a wait without end.
        CompletableFuture.delayedExecutor(5, TimeUnit.MINUTES).execute(child::destroyForcibly);
        try (BufferedReader says = child.inputReader(StandardCharsets.UTF_8)) {
            assertThat(says.readLine()).isEqualTo("charged");
        } finally {
            child.destroyForcibly();
        }
        assertThat(child.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(shop.charges()).hasSize(1);
        try (TacitSession session = shop.open("ada")) {
            assertThat(session.query(HALF).origin().releasedAt()).isEmpty();
            isRefused(session, "FRESH " + HALF);
        }
        assertThat(shop.charges()).hasSize(2);
    }

    /** Two counts that differ by one person are two releases. */
    @ParameterizedTest
    @EnumSource
    void attack36DifferencesArePaidTwiceAndRepeatsOnce(Shopkeeper.Books books) throws IOException, SQLException {
        Shopkeeper shop = shop(books, "1");
        try (TacitSession session = shop.open("ada")) {
            Answer all = session.query(HALF);
            Answer others = session.query(HALF + " WHERE uid <> 4217");
            assertThat(List.of(all.epsilon(), others.epsilon())).containsExactly("0.5", "0.5");
            for (String again : List.of(HALF, HALF.replace("FROM t", "FROM t AS u"), HALF.replace(" AS n", " AS m"))) {
                Answer kept = session.query(again);
                assertThat(kept.epsilon()).isEqualTo("0");
                assertThat(kept.rows()).isEqualTo(all.rows());
            }
            isRefused(session, HALF + " WHERE uid <> 4216");
            isRefused(session, HALF + " WHERE uid <> 4217 OR uid IS NULL");
        }
        assertThat(shop.charges()).hasSize(2);
    }

    /** The owner's file gets 4217's rows, and no new version is declared: all that can be seen is as if it had not. */
    @Test
    void attack41NewRowsWithoutANewVersionAreNotNoticed() throws IOException, SQLException {
        List<List<Object>> seen = new ArrayList<>();
        for (boolean comes : new boolean[] {true, false}) {
            Shopkeeper shop =
                    Shopkeeper.of(folder.resolve("new-rows-" + comes), People.ordinary(), "5", "ledger: books.sqlite");
            List<Object> sees = new ArrayList<>();
            try (TacitSession session = shop.open("ada", ZeroNoise::new)) {
                sees.add(session.query(COUNT).rows());
            }
            if (comes) {
                Path file = shop.file().resolveSibling("t.csv");
                Files.writeString(file, Files.readString(file) + "4217,a,5,Zyxgorod\n");
            }
            try (TacitSession session = shop.open("bob", ZeroNoise::new)) {
                Answer again = session.query(COUNT);
                assertThat(again.origin().releasedAt()).isPresent();
                sees.addAll(List.of(
                        again.rows(),
                        again.columns(),
                        again.releases(),
                        again.epsilon(),
                        again.delta(),
                        again.origin().accounts(),
                        session.explain(COUNT),
                        session.query("EXPLAIN PRIVACY " + COUNT).rows()));
            }
            seen.add(sees);
        }
        assertThat(seen.get(0)).isEqualTo(seen.get(1));
    }
}
