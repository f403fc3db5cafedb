package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ledger.ReleaseStore.Stored;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Of which questions an answer is kept and given again, and of which never. */
@NullUnmarked
class KeptAnswersTest {
    private static final Defaults DEFAULTS = new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 1, 0.95);

    private static final String COUNT = "SELECT COUNT(DISTINCT uid) AS n FROM visits";

    private final Map<String, Stored> store = new HashMap<>();

    private final KeptAnswers kept = new KeptAnswers(new AnswerPlaces() {
        @Override
        public Optional<String> key(String digest) {
            return Optional.of(digest);
        }

        @Override
        public Optional<Stored> find(String key) {
            return Optional.ofNullable(store.get(key));
        }

        @Override
        public void keep(String key, Stored stored) {
            store.put(key, stored);
        }
    });

    private static SourceTable table(String name, Protection protection) {
        return new SourceTable(
                new Table(
                        name,
                        List.of(Column.nullable("uid", ColumnType.BIGINT), Column.nullable("day", ColumnType.DATE)),
                        protection),
                new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)));
    }

    private static PreparedQuery prepared(String sql) {
        return new PrepareQuery(
                        CheckDeclarations.check(List.of(
                                table("visits", new Protection.UnitColumn("uid")),
                                table("days", new Protection.Public()))),
                        DEFAULTS)
                .prepare(sql);
    }

    private void keep(String sql) {
        PreparedQuery query = prepared(sql);
        Answer answer = new Answer(query.columns(), List.of(), List.of(), "1", "0", 0.95);
        kept.find(Question.of(sql), query).place().ifPresent(place -> kept.keep(place, Instant.EPOCH, answer));
    }

    private boolean isFound(String sql) {
        return kept.find(Question.of(sql), prepared(sql)).answer().isPresent();
    }

    @Test
    void anAnswerAboutPeopleIsFoundByItsTextAndByItsMeaning() {
        keep(COUNT);
        assertThat(kept.find(Question.of(COUNT)).answer()).isPresent();
        assertThat(isFound(COUNT)).isTrue();
        assertThat(isFound("select count(distinct UID) as other from VISITS")).isTrue();
        assertThat(isFound(COUNT + " WHERE uid > 3")).isFalse();
        assertThat(kept.find(Question.of(COUNT).afresh()).answer()).isEmpty();
        assertThat(kept.find(Question.of(COUNT).afresh(), prepared(COUNT)).answer())
                .isEmpty();
    }

    /** Public tables change without anybody's declaring it, and cost nothing. */
    @Test
    void whatReadsPublicTablesAloneIsNeverKept() {
        for (String sql :
                List.of("SELECT COUNT(*) AS n FROM days", "SELECT day FROM days ORDER BY day", "SELECT 1 AS n")) {
            keep(sql);
            assertThat(store).as(sql).isEmpty();
            assertThat(kept.find(Question.of(sql)).place()).as(sql).isEmpty();
        }
    }

    /** By its text alone nothing is found that means something else each time. */
    @Test
    void aQuestionOfTheTimeIsNotFoundByItsText() {
        String today = COUNT + " WHERE day < CURRENT_DATE";
        keep(today);
        assertThat(store).hasSize(1);
        assertThat(kept.find(Question.of(today)).answer()).isEmpty();
    }

    @Test
    void eachTextHasTheColumnsThatItNames() {
        keep(COUNT);
        String other = "SELECT COUNT(DISTINCT uid) AS people FROM visits";
        KeptAnswers.KeptAnswer found =
                kept.find(Question.of(other), prepared(other)).answer().orElseThrow();
        assertThat(found.columns()).extracting(AnswerColumn::name).containsExactly("people");
        assertThat(kept.find(Question.of(COUNT)).answer().orElseThrow().columns())
                .extracting(AnswerColumn::name)
                .containsExactly("n");
    }

    /** What is known of a question on its way; nothing else of it is asked. */
    private record Known(Supplier<Optional<Answer>> answer) implements QueryInProgress {
        @Override
        public Optional<Answer> known() {
            return Optional.empty();
        }

        @Override
        public Optional<Answer> known(PreparedQuery query) {
            return answer.get();
        }

        @Override
        public List<AccountReport> preview(PreparedQuery query) {
            return List.of();
        }

        @Override
        public AnswerOrigin charge(PreparedQuery query) {
            throw new AssertionError("an explanation costs nothing");
        }

        @Override
        public void answered(PreparedQuery query, Answer answer) {}

        @Override
        public void served() {}

        @Override
        public void explained() {}

        @Override
        public void failed(PreparedQuery query, Refusal refusal) {}

        @Override
        public void refused(Refusal refusal) {}
    }

    /** Asking would cost nothing where an answer is kept, and where it is kept that there is none. */
    @Test
    void anExplanationSaysWhetherAskingWouldCost() {
        PreparedQuery query = prepared(COUNT);
        Answer answer = new Answer(query.columns(), List.of(), List.of(), "1", "0", 0.95);
        Map<Supplier<Optional<Answer>>, Boolean> expected = Map.of(
                Optional::empty,
                false,
                () -> Optional.of(answer),
                true,
                () -> {
                    throw StoredAnswer.readFailure(
                            StoredAnswer.write(new Refusal(ErrorCode.ENGINE, "It failed.", "Try again.")));
                },
                true);
        expected.forEach((known, isKept) -> {
            Explanation explanation =
                    new ExplainQuery(PublicRows.of(List.of())).explain(new Known(known), query, Optional.empty(), 0.95);
            assertThat(explanation.kept()).isEqualTo(isKept);
        });
    }
}
