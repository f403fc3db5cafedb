package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Private results that rows outside look up, and public rows beside people's: what they are does not depend on how either is written. */
@NullUnmarked
class OuterValuesTest {
    private static final Defaults SLACK = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 9, 0.95);

    @TempDir
    Path folder;

    private SourceTable table(String name, String header, List<String> lines, Protection protection, Column... columns)
            throws IOException {
        Path file = folder.resolve(name + ".csv");
        Files.writeString(file, header + "\n" + String.join("\n", lines) + "\n");
        return new SourceTable(
                new Table(name, List.of(columns), protection), new Source.Csv(file, new CsvFormat(',', true)));
    }

    private TacitSession session(List<String> places) throws IOException {
        List<String> people = new ArrayList<>();
        for (int uid = 1; uid <= 60; uid++) {
            people.add(uid + "," + uid % 3);
        }
        return TacitSession.open(
                List.of(
                        table(
                                "t",
                                "uid,g",
                                people,
                                new Protection.UnitColumn("uid"),
                                Column.nullable("uid", ColumnType.BIGINT),
                                Column.nullable("g", ColumnType.INTEGER)),
                        table(
                                "places",
                                "g,kind,r",
                                places,
                                new Protection.Public(),
                                Column.nullable("g", ColumnType.INTEGER),
                                Column.nullable("kind", ColumnType.VARCHAR),
                                Column.nullable("r", ColumnType.DOUBLE))),
                SLACK,
                People.SETTINGS,
                ZeroNoise::new);
    }

    private static final List<String> PLACES = List.of("0,x,0", "1,x,1", "2,x,2");

    private static String counted(String from) {
        return "SELECT a.g, (SELECT COUNT(*, contribution_bounds_per_group => (0, 1)) FROM t WHERE t.g = a.g) AS n"
                + " FROM "
                + from;
    }

    /** Each kind of join outside, with what it compares: every row that it keeps finds its twenty people. */
    @Test
    void whatAJoinOutsideComparesNarrowsOnlyWhatItDrops() throws IOException {
        try (TacitSession session = session(PLACES)) {
            for (String kind : List.of("INNER", "LEFT", "RIGHT", "FULL")) {
                for (String only : List.of("a.g = 1", "b.g = 1", "a.g = 1 AND b.g = 1")) {
                    String sql = counted("places a " + kind + " JOIN places b ON a.g = b.g AND " + only);
                    assertThat(session.query(sql).rows())
                            .as(sql)
                            .isNotEmpty()
                            .allSatisfy(row -> assertThat(row.values().get(1))
                                    .isEqualTo(row.values().get(0) == null ? 0L : 20L));
                }
            }
        }
    }

    /** Engines differ in which real numbers are equal: none of them looks up a group. */
    @Test
    void realNumbersOutsideLookNothingUp() throws IOException {
        try (TacitSession session = session(PLACES)) {
            for (String compared : List.of("t.g = a.r", "a.r = t.g", "t.g * 1e0 = a.g", "t.g * 1e0 = a.r")) {
                String sql = "SELECT a.g, (SELECT COUNT(*) FROM t WHERE " + compared + ") AS n FROM places a";
                assertThatThrownBy(() -> session.explain(sql)).as(sql).isInstanceOf(Refusal.class);
            }
        }
    }

    /** Public rows of one kind, in whatever order the file has them: LIMIT and OFFSET choose the same ones. */
    @Test
    void publicRowsAreChosenByAllTheirColumns() throws IOException {
        List<String> reversed = new ArrayList<>(PLACES);
        Collections.reverse(reversed);
        for (String part : List.of("LIMIT 1", "OFFSET 2", "LIMIT 1 OFFSET 1", "LIMIT 2 OFFSET 2")) {
            List<List<Object>> answers = new ArrayList<>();
            for (List<String> places : List.of(PLACES, reversed)) {
                try (TacitSession session = session(places)) {
                    answers.add(session
                            .query("SELECT t.g, COUNT(*, contribution_bounds_per_group => (0, 1)) FROM t JOIN (SELECT"
                                    + " g, kind FROM places ORDER BY kind " + part
                                    + ") AS p ON t.g = p.g GROUP BY t.g")
                            .rows()
                            .stream()
                            .<Object>map(AnswerRow::values)
                            .toList());
                }
            }
            assertThat(answers.get(1)).as(part).isNotEmpty().isEqualTo(answers.get(0));
        }
    }
}
