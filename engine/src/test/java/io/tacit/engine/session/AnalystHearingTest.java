package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.refusal.AnalystWords;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever fails under an analyst's question, they hear words that are the same for all data, and the owner reads the rest.
 * The walk: every moment at which an engine is asked, times every code whose text is the owner's and every kind of mistake,
 * each with a row of a person in its text; asked, explained and asked again.
 */
@NullUnmarked
@Tag("walk")
class AnalystHearingTest {
    private static final String ROW = "83,Rome,zqx,0,2026-11-02";
    private static final String SQL = "SELECT COUNT(*) AS n FROM t";

    @TempDir
    private Path folder;

    private static List<Supplier<Throwable>> failures() {
        Stream<Supplier<Throwable>> refusals = Stream.of(ErrorCode.values())
                .filter(code -> code.analystWords() != AnalystWords.AS_IT_IS)
                .map(code ->
                        () -> new Refusal(code, new Position(3, 7), "It reads " + ROW + ".", "Look at " + ROW + ".")
                                .because("behind it " + ROW));
        Stream<Supplier<Throwable>> mistakes = Stream.of(
                () -> new IllegalStateException(ROW),
                () -> new IllegalArgumentException("a", new RuntimeException(ROW)),
                () -> new UncheckedIOException(ROW, new IOException(ROW)),
                () -> new NullPointerException(ROW),
                () -> new StackOverflowError(ROW),
                () -> new AssertionError(ROW));
        return Stream.concat(refusals, mistakes).toList();
    }

    /** What fails when. */
    private record Broken(BrokenEngine.Moment moment, Supplier<Throwable> failure) {}

    private static List<Broken> all() {
        return Stream.of(BrokenEngine.Moment.values())
                .flatMap(moment -> failures().stream().map(failure -> new Broken(moment, failure)))
                .toList();
    }

    private static String heard(Throwable thrown) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        return thrown + " " + trace
                + (thrown instanceof Refusal refusal ? refusal.forOwner() + refusal.position() : "");
    }

    private List<String> asked(Policy policy, BrokenEngine engine) {
        List<String> heard = new ArrayList<>();
        try (TacitSession session =
                TacitSession.open(policy, "ada", engine, People.SETTINGS, Clock.systemUTC(), ZeroNoise::new)) {
            for (Supplier<Object> question : List.<Supplier<Object>>of(
                    () -> session.query(Question.of(SQL).afresh()),
                    () -> session.explain(SQL),
                    () -> session.query(SQL),
                    () -> session.query(Question.of(SQL).afresh()))) {
                try {
                    heard.add(question.get().toString());
                } catch (Refusal refusal) {
                    heard.add(heard(refusal));
                }
            }
        } catch (Refusal refusal) {
            heard.add(heard(refusal));
        }
        return heard;
    }

    private Policy policy() throws IOException {
        Files.writeString(folder.resolve("t.csv"), "uid,x\n1,2\n2,3\n3,4\n");
        return Shopkeeper.policy(Files.writeString(folder.resolve("tacit.yaml"), """
                dataset: town
                tables: {t: {file: t.csv, person: uid, columns: {uid: BIGINT, x: INTEGER}}}
                analysts: {ada: []}
                accounts:
                  all: {members: [ada], budget: {epsilon: 1000, delta: 1e-2}, stop_after_failures: 1000000}
                version: first
                """));
    }

    private static List<AuditLog.Line> log(Policy policy, int newest) {
        try (LedgerBook book = LedgerBook.open(policy.ledger(), Optional.empty(), Clock.systemUTC())) {
            return book.auditLog().newest(newest, Optional.empty());
        }
    }

    @Test
    void whateverFailsIsHeardInWordsThatHoldNothing() throws IOException {
        Policy policy = policy();
        for (Broken broken : Walk.share("hearing", 8, all())) {
            BrokenEngine engine =
                    new BrokenEngine(new DuckDbEngine(People.SETTINGS), broken.moment, broken.failure, message -> {});
            List<String> heard = asked(policy, engine);
            String as = broken.moment + " " + broken.failure.get();
            assertThat(heard)
                    .as(as)
                    .noneMatch(text -> text.contains("zqx"))
                    .anyMatch(text -> text.contains("Refusal: TCT-"));
            assertThat(log(policy, heard.size()))
                    .as(as)
                    .noneMatch(line -> line.reason().contains("zqx"))
                    .anyMatch(line ->
                            line.detail().contains(ROW) && line.detail().contains("broken at " + broken.moment));
        }
    }
}
