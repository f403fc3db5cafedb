package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.MissingReport;
import io.tacit.engine.session.ReleaseReport;
import io.tacit.engine.session.Share;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * What is told of the rows beyond a person's limit: whether it is measured, and what the measurement of all rows found,
 * whatever other limits leave out beside it.
 */
@NullUnmarked
class RowsLeftOutTest {
    private static final String FEW = " Further rows are missing: few, unless a few people have very many.";
    private static final String UNKNOWN = " Further rows, if there are any, are missing.";

    private static MissingReport missing(MissingReport.Limit limit, String note) {
        Share share = new Share(0.5, 0.4, 0.6);
        return new MissingReport(limit, null, "3", share, share, null, null, true, note);
    }

    @Test
    void onlyTheLimitOfAllRowsSaysHowManyRowsAreMissing() {
        for (boolean measured : new boolean[] {true, false}) {
            for (MissingReport.Limit one : MissingReport.Limit.values()) {
                for (MissingReport.Limit other : MissingReport.Limit.values()) {
                    for (String note : List.of("", "One note.")) {
                        for (String otherNote : List.of("", "Other note.")) {
                            check(measured, List.of(missing(one, note), missing(other, otherNote)));
                            check(measured, List.of(missing(one, note)));
                        }
                    }
                }
            }
            check(measured, List.of());
        }
    }

    private static void check(boolean measured, List<MissingReport> missing) {
        String expected = measured ? UNKNOWN : UNKNOWN.replace(".", ", and how many is not measured.");
        for (int i = missing.size() - 1; measured && i >= 0; i--) {
            if (missing.get(i).limit() == MissingReport.Limit.ALL_ROWS) {
                expected = missing.get(i).note().isEmpty() ? FEW : "";
            }
        }
        List<String> notes = new ArrayList<>(List.of("At most 5 rows of a person count." + expected));
        missing.stream()
                .map(MissingReport::note)
                .filter(note -> !note.isEmpty())
                .forEach(notes::add);
        assertThat(summary(measured, missing)).as("%s %s", measured, missing).isEqualTo(String.join(" ", notes));
    }

    private static String summary(boolean measured, List<MissingReport> missing) {
        ReleaseReport release = new ReleaseReport(
                "1",
                "1e-8",
                5,
                5L,
                "at most 5 rows of a person count",
                false,
                measured ? "0.1" : null,
                false,
                "none",
                "as asked for",
                null,
                null,
                "PLAIN",
                "person",
                List.of("rows of t"),
                List.of(),
                List.of(),
                List.of(),
                missing);
        Answer answer = new Answer(
                List.of(new AnswerColumn("n", ColumnType.BIGINT, true)),
                List.of(Sample.row(List.of(71L), Collections.singletonList(null))),
                List.of(release),
                "1",
                "0",
                0.95);
        return Summary.of(answer, 1).replaceAll("\\s+", " ").strip().replaceFirst("^.* 1\\.0 s ", "");
    }
}
