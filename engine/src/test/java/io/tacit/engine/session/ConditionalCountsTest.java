package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.release.SeededNoise;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** COUNTs of chosen rows beside COUNT(*): each of 1,000 people has 30 rows, of which one is negative. */
@NullUnmarked
class ConditionalCountsTest {
    private static final int PEOPLE = 1000;
    private static final int ROWS = 30;

    @TempDir
    Path folder;

    /** Ways to write a number of rows; one row of each person is negative, and {@code flag} is 1 there. */
    private static final List<String> SPELLINGS = List.of(
            "COUNT(*) FILTER (WHERE v < 0)",
            "COUNT(v) FILTER (WHERE v < 0)",
            "COUNT(CASE WHEN v < 0 THEN 1 END)",
            "COUNT(CASE WHEN v < 0 THEN v END)",
            "COUNT(CASE WHEN v < 0 THEN 'x' ELSE NULL END)",
            "COUNT(IF(v < 0, 1, NULL))",
            "COUNT(NULLIF(v < 0, FALSE))",
            "COUNT_IF(v < 0)",
            "COUNTIF(v < 0)",
            "SUM(CASE WHEN v < 0 THEN 1 ELSE 0 END)",
            "SUM(CASE WHEN v < 0 THEN 1 END)",
            "SUM(CASE WHEN v >= 0 THEN 0 ELSE 1 END)",
            "SUM(CASE v WHEN -1 THEN 1 ELSE 0 END)",
            "SUM(CASE WHEN v < -5 THEN 0 WHEN v < 0 THEN 1 ELSE 0 END)",
            "SUM(CASE WHEN v < 0 THEN 1.0 ELSE 0.0 END)",
            "SUM(CASE WHEN v < 0 THEN CAST(1 AS DECIMAL(5, 2)) ELSE 0 END)",
            "SUM(COALESCE(CASE WHEN v < 0 THEN 1 END, 0))",
            "SUM(IF(v < 0, 1, 0))",
            "SUM(IIF(v < 0, 1, 0))",
            "SUM(CAST(v < 0 AS INTEGER))",
            "SUM((v < 0)::INT)",
            "SUM((v < 0)::BIGINT)",
            "SUM(TRY_CAST(v < 0 AS INTEGER))",
            "SUM(1) FILTER (WHERE v < 0)",
            "SUM(GREATEST(0, LEAST(1, -v)))",
            "SUM(flag)",
            "SUM(flag) FILTER (WHERE v < 5)");

    private AnswerRow answer(String columns) throws IOException {
        return answers(List.of(columns)).get(0);
    }

    private List<AnswerRow> answers(List<String> questions) throws IOException {
        return whole(questions).stream().map(answer -> answer.rows().get(0)).toList();
    }

    private List<Answer> whole(List<String> questions) throws IOException {
        List<String> lines = new ArrayList<>(List.of("uid,v,flag"));
        for (int person = 0; person < PEOPLE; person++) {
            for (int row = 0; row < ROWS; row++) {
                lines.add(person + "," + (row == 0 ? -1 : row) + "," + (row == 0 ? 1 : 0));
            }
        }
        Path file = folder.resolve("people.csv");
        Files.write(file, lines);
        SourceTable table = new SourceTable(
                new Table(
                        "t",
                        List.of(
                                new Column("uid", ColumnType.BIGINT, false),
                                new Column("v", ColumnType.BIGINT, false),
                                new Column("flag", ColumnType.INTEGER, false)
                                        .within(new RowBounds(BigDecimal.ZERO, BigDecimal.ONE))),
                        new Protection.UnitColumn("uid")),
                new Source.Csv(file, new CsvFormat(',', true)));
        Defaults defaults = new Defaults(new BigDecimal("2"), new BigDecimal("1e-6"), 1, 0.95);
        try (TacitSession session = TacitSession.open(List.of(table), defaults, People.IN_ORDER, SeededNoise.of(100))) {
            List<Answer> answers = new ArrayList<>();
            for (String columns : questions) {
                answers.add(session.query("SELECT " + columns + " FROM t"));
            }
            return answers;
        }
    }

    private static double width(AnswerRow row, int column) {
        return row.intervals().get(column).high() - row.intervals().get(column).low();
    }

    @Test
    void haveLimitsOfTheirOwnHoweverTheyAreWritten() throws IOException {
        List<AnswerRow> rows = answers(SPELLINGS.stream()
                .map(chosen -> "COUNT(*) AS n, " + chosen + " AS k")
                .toList());
        for (int i = 0; i < rows.size(); i++) {
            AnswerRow row = rows.get(i);
            assertThat(width(row, 1)).as(SPELLINGS.get(i)).isLessThan(width(row, 0) / 4);
            assertThat(((Number) row.values().get(1)).doubleValue())
                    .as(SPELLINGS.get(i))
                    .isBetween(PEOPLE * 0.8, PEOPLE * 1.2);
        }
    }

    /** All rows, however they are counted, are one state. */
    @Test
    void aSumOfOnesIsANumberOfRows() throws IOException {
        AnswerRow row = answer("COUNT(*) AS n, SUM(1) AS k");
        assertThat(((Number) row.values().get(1)).longValue())
                .isEqualTo(((Number) row.values().get(0)).longValue());
    }

    /** The choices are one negative row of each person, two, three, four, and one: at most four in any. */
    @Test
    void manyShareALimitThatIsFoundOnTheLargest() throws IOException {
        List<String> chosen = new ArrayList<>(List.of("COUNT(*) AS n", "SUM(flag) AS f"));
        for (int most = 1; most <= 4; most++) {
            chosen.add("SUM(CASE WHEN v BETWEEN 1 AND " + most + " THEN 1 ELSE 0 END) AS k" + most);
        }
        AnswerRow row = answer(String.join(", ", chosen));
        for (int i = 1; i < chosen.size(); i++) {
            assertThat(width(row, i)).as(chosen.get(i)).isLessThan(width(row, 0) / 2);
            assertThat(((Number) row.values().get(i)).doubleValue() / PEOPLE)
                    .as(chosen.get(i))
                    .isBetween(Math.max(1, i - 1) - 0.3, Math.max(1, i - 1) + 0.3);
        }
    }

    /** Nobody has such rows, so that their own limit cannot be found. */
    @Test
    void rareOnesHaveTheLimitOfAllRows() throws IOException {
        AnswerRow row = answer("COUNT(*) AS n, SUM(CASE WHEN v < -5 THEN 1 ELSE 0 END) AS k");
        assertThat(((Number) row.values().get(1)).doubleValue()).isBetween(-PEOPLE * 2.0, PEOPLE * 2.0);
        assertThat(width(row, 1)).isEqualTo(width(row, 0));
    }

    /** Without COUNT(*) the people who have no such rows, which is everybody, tell how many there may be of all rows. */
    @Test
    void rareOnesAloneHaveALimitOfAllRowsOfTheOthers() throws IOException {
        String rare = "SUM(CASE WHEN v < -5 THEN 1 ELSE 0 END)";
        for (Answer answer : whole(List.of(
                rare + " AS k",
                rare + " AS k, COUNT(*) FILTER (WHERE v < 0) AS often",
                rare + " AS k, COUNT_IF(v < -6) AS a, COUNT_IF(v < -7) AS b, COUNT_IF(v < -8) AS c"))) {
            assertThat(width(answer.rows().get(0), 0)).isBetween(ROWS * 2.0, ROWS * 50.0);
            assertThat(((Number) answer.rows().get(0).values().get(0)).doubleValue())
                    .isBetween(-PEOPLE * 2.0, PEOPLE * 2.0);
            assertThat(answer.releases().get(0).missing()).anySatisfy(missing -> {
                assertThat(missing.note())
                        .startsWith("Too few people have such rows")
                        .endsWith("What people have beyond that is missing; intervals do not hold that.");
                // Those who have such rows may have far more than the others have: of them nothing is known.
                assertThat(missing.people().high()).isOne();
                assertThat(missing.contributions().high()).isOne();
                assertThat(missing.material()).isTrue();
            });
        }
    }

    /** Of 30 rows one has a value above 0, which is at most 1,000 by declaration. */
    @Test
    void aSumOfChosenValuesHasTheLimitOfThese() throws IOException {
        String chosen = "SUM(CASE WHEN v < 0 THEN GREATEST(0, LEAST(1000, v + 2)) ELSE 0 END)";
        List<AnswerRow> rows = answers(List.of(chosen + " AS k", chosen + " AS k, COUNT(*) AS n"));
        assertThat(width(rows.get(0), 0)).isLessThan(width(rows.get(1), 0) / 4);
    }

    /** What the limit of all rows leaves out of all rows is no share of rare ones: there is one report, on both. */
    @Test
    void nothingIsSaidOfRareOnesAlone() throws IOException {
        String rare = "SUM(CASE WHEN v < -5 THEN 1 ELSE 0 END)";
        Answer answer = whole(List.of("COUNT(*) AS n, " + rare + " AS k")).get(0);
        assertThat(answer.releases().get(0).missing())
                .extracting(missing -> missing.limit() + " " + missing.column())
                .containsExactly("ROWS COUNT(*), " + rare, "UNSEEN COUNT(*), " + rare);
    }

    /** Two that read alike in a report have each their own limit in it. */
    @Test
    void aReportIsAboutItsOwnLimit() throws IOException {
        AnswerRow row = answer("COUNT(* WITH REPORT(FORMAT = JSON)) FILTER (WHERE v < 0) AS one,"
                + " COUNT(* WITH REPORT(FORMAT = JSON)) FILTER (WHERE v > 0) AS many");
        assertThat(row.values())
                .allSatisfy(report -> assertThat((String) report).containsOnlyOnce("\"limit\": \"rows\""));
        assertThat(row.values().get(0)).isNotEqualTo(row.values().get(1));
    }

    /** Neither fractions nor other numbers are counted. */
    @Test
    void otherSumsStaySums() throws IOException {
        List<String> sums = List.of(
                "SUM(CASE WHEN v < 0 THEN 0.5 ELSE 0 END)",
                "SUM(CASE WHEN v < 0 THEN -1 ELSE 0 END)",
                "SUM(CASE WHEN v < 0 THEN 2 ELSE 0 END)");
        List<AnswerRow> rows = answers(sums.stream().map(sum -> sum + " AS k").toList());
        List<Double> each = List.of(0.5, -1.0, 2.0);
        for (int i = 0; i < rows.size(); i++) {
            assertThat(((Number) rows.get(i).values().get(0)).doubleValue())
                    .as(sums.get(i))
                    .isBetween(each.get(i) * PEOPLE - PEOPLE * 0.5, each.get(i) * PEOPLE + PEOPLE * 0.5);
        }
    }

    /** A column as it is usually has a value in most rows. */
    @Test
    void countsOfColumnsShareTheLimitOfRows() throws IOException {
        AnswerRow row = answer("COUNT(*) AS n, COUNT(v + 0) AS k");
        assertThat(width(row, 1)).isGreaterThan(width(row, 0) / 2);
    }
}
