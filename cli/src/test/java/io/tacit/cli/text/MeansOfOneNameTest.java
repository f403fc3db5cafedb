package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.ConfidenceInterval;
import io.tacit.engine.session.ReleaseReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * A mean is unknown where its interval holds all that it can be. What that is says the one aggregate of its name; of two of
 * a name, in one private result or in two, nobody knows which is shown.
 */
@NullUnmarked
class MeansOfOneNameTest {
    /** What an aggregate says of a column that is shown with the interval from 2 to 9: name and values that are possible. */
    private enum Says {
        ALL_IS_IN("mean", new ConfidenceInterval(2, 9)),
        LESS_IS_IN("mean", new ConfidenceInterval(3, 5)),
        SOME_IS_NOT("mean", new ConfidenceInterval(2, 10)),
        NOTHING("mean", null),
        ONE_VALUE("mean", new ConfidenceInterval(5, 5)),
        OF_ANOTHER("other", new ConfidenceInterval(2, 9));

        private final String column;
        private final ConfidenceInterval possible;

        Says(String column, ConfidenceInterval possible) {
            this.column = column;
            this.possible = possible;
        }

        boolean holdsAll() {
            return this == ALL_IS_IN || this == LESS_IS_IN;
        }

        AggregateReport report() {
            return new AggregateReport(
                    column, "AVG(x)", "", List.of(), "", possible, "", null, null, null, "", List.of(), List.of());
        }
    }

    @Test
    void onlyTheOneAggregateOfItsNameSaysWhatAMeanCanBe() {
        List<Says> all = new ArrayList<>(Arrays.asList(Says.values()));
        all.add(null);
        for (Says first : all) {
            for (Says second : all) {
                for (Says third : all) {
                    List<Says> said = new ArrayList<>();
                    for (Says each : Arrays.asList(first, second, third)) {
                        if (each != null) {
                            said.add(each);
                        }
                    }
                    List<Says> ofMean = said.stream()
                            .filter(each -> each.column.equals("mean"))
                            .toList();
                    boolean unknown = ofMean.size() == 1 && ofMean.get(0).holdsAll();
                    for (int together = 0; together <= said.size(); together++) {
                        List<ReleaseReport> releases = List.of(
                                release(said.subList(0, together)), release(said.subList(together, said.size())));
                        assertThat(TableText.of(answer(releases)).contains("unknown [2.0, 9.0]"))
                                .as("%s, %s of them in the first", said, together)
                                .isEqualTo(unknown);
                    }
                }
            }
        }
    }

    private static ReleaseReport release(List<Says> said) {
        return new ReleaseReport(
                "1",
                "0",
                1,
                null,
                null,
                false,
                null,
                false,
                "none",
                "as asked for",
                null,
                null,
                "PLAIN",
                "person",
                List.of(),
                List.of(),
                said.stream().map(Says::report).toList(),
                List.of(),
                List.of());
    }

    private static Answer answer(List<ReleaseReport> releases) {
        return new Answer(
                List.of(new AnswerColumn("mean", ColumnType.DOUBLE, true)),
                List.of(Sample.row(List.of(4.0), List.of(new ConfidenceInterval(2, 9)))),
                releases,
                "1",
                "0",
                0.95);
    }
}
