package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Which texts ask for a new release, which is paid once more, and what is then asked. */
@NullUnmarked
class QuestionTest {
    @Test
    void oneWordBeforeAQueryAsksForANewRelease() {
        for (String query : List.of("SELECT 1", "select 1", "WITH a AS (SELECT 1) SELECT * FROM a", "with\na as (x)")) {
            for (String before : List.of("FRESH ", "fresh ", "Fresh\n", " \n\tfResh \t ")) {
                for (boolean fresh : List.of(true, false)) {
                    Question question = new Question(before + query, fresh);
                    assertThat(question.fresh()).as(before + query).isTrue();
                    // Each sign of the query keeps its place, which refusals name.
                    assertThat(question.sql()).isEqualTo(before.replaceAll("\\S", " ") + query);
                }
            }
        }
    }

    @Test
    void everyOtherTextIsAskedAsItStands() {
        for (String text : List.of(
                "SELECT 1",
                "FRESH",
                "FRESHSELECT 1",
                "FRESH SELECTED",
                "FRESH WITHOUT",
                "FRESH EXPLAIN SELECT 1",
                "FROM t SELECT 1",
                "SELECT fresh SELECT",
                "\"FRESH\" SELECT 1",
                "-- FRESH SELECT 1",
                "SELECT 1 -- \nFRESH SELECT 1",
                "")) {
            assertThat(Question.of(text)).as(text).isEqualTo(new Question(text, false));
            assertThat(Question.of(text).fresh()).as(text).isFalse();
            assertThat(Question.of(text).sql()).as(text).isEqualTo(text);
            assertThat(Question.of(text).afresh()).as(text).isEqualTo(new Question(text, true));
            assertThat(Question.of(text).afresh().fresh()).as(text).isTrue();
        }
    }
}
