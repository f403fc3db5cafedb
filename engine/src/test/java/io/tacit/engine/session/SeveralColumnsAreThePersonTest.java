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
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A patient is a person within a hospital: the two columns together are the privacy unit. */
@NullUnmarked
class SeveralColumnsAreThePersonTest {
    private static final Column HOSPITAL = Column.nullable("hospital", ColumnType.VARCHAR);
    private static final Column PATIENT = Column.nullable("patient", ColumnType.VARCHAR);
    private static final Column DAYS = Column.nullable("days", ColumnType.INTEGER);

    @TempDir
    Path folder;

    private TacitSession session() throws IOException {
        Defaults slack = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);
        List<SourceTable> tables = List.of(
                // 1 and 12 at one, 11 and 2 at another: written one after the other they would all be alike.
                table("stays", "1,12,3", "1,12,4", "11,2,5", ",7,1", "1,,1"),
                table("bills", "1,12,10", "11,2,20", "11,2,30"));
        return TacitSession.open(tables, slack, People.SETTINGS, ZeroNoise::new);
    }

    private SourceTable table(String name, String... lines) throws IOException {
        Path file = folder.resolve(name + ".csv");
        Files.writeString(file, "hospital,patient,days\n" + String.join("\n", lines) + "\n");
        Protection protection = new Protection.UnitColumn(List.of("hospital", "patient"));
        return new SourceTable(
                new Table(name, List.of(HOSPITAL, PATIENT, DAYS), protection),
                new Source.Csv(file, new CsvFormat(',', true)));
    }

    private List<Object> row(String sql) throws IOException {
        try (TacitSession session = session()) {
            return session.query(sql).rows().get(0).values();
        }
    }

    @Test
    void peopleAreToldApartAndHalfAPersonIsNone() throws IOException {
        assertThat(row("SELECT COUNT(*, contribution_bounds_per_group => (0, 1)) FROM stays"))
                .containsExactly(2L);
    }

    /** Whatever stands in the parts: points, the lengths of others, nothing at all. Each pair is a person. */
    @Test
    void noTwoPairsAreOnePerson() throws IOException {
        List<String> parts =
                List.of("a", "a:b", "b", "b:c", ":", "::", "1", "1:", "1:1", ":1:", "2:1", "1:1:1", "0", "0:");
        List<String> lines = new ArrayList<>();
        for (String hospital : parts) {
            for (String patient : parts) {
                lines.add(hospital + "," + patient + ",1");
            }
        }
        Defaults slack = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);
        List<SourceTable> tables = List.of(table("stays", lines.toArray(String[]::new)));
        try (TacitSession session = TacitSession.open(tables, slack, People.SETTINGS, ZeroNoise::new)) {
            String sql = "SELECT COUNT(*, contribution_bounds_per_group => (0, 1)) FROM stays";
            assertThat(session.query(sql).rows().get(0).values()).containsExactly((long) parts.size() * parts.size());
        }
    }

    /** Texts that expressions make are cut at 10,000 characters: after that these two would be one. */
    @Test
    void peopleWithTheLongestNamesAreNobodyRatherThanOne() throws IOException {
        String half = "x".repeat(6_000);
        List<SourceTable> tables =
                List.of(table("stays", half + "," + half + "1,1", half + "," + half + "2,1", "1,1,1"));
        Defaults slack = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);
        try (TacitSession session = TacitSession.open(tables, slack, People.SETTINGS, ZeroNoise::new)) {
            Answer answer = session.query("SELECT COUNT(*, contribution_bounds_per_group => (0, 9)) FROM stays");
            assertThat(answer.rows().get(0).values()).containsExactly(1L);
        }
    }

    @Test
    void groupingByAllOfThemIsAStepOfOnePerson() throws IOException {
        assertThat(row("SELECT SUM(n, contribution_bounds_per_group => (0, 9)) FROM"
                        + " (SELECT hospital, patient, COUNT(*) AS n FROM stays GROUP BY hospital, patient) AS t"))
                .hasToString("[3]");
    }

    @Test
    void groupingByOneOfThemIsARelease() throws IOException {
        // Neither hospital has two people, so that none appears.
        try (TacitSession session = session()) {
            assertThat(session.query("SELECT hospital, COUNT(*, contribution_bounds_per_group => (0, 1)) FROM stays"
                                    + " GROUP BY hospital")
                            .rows())
                    .isEmpty();
        }
    }

    @Test
    void joinsAndSubqueriesCompareAllOfThem() throws IOException {
        assertThat(row("SELECT SUM(b.days, contribution_bounds_per_group => (0, 100)) FROM stays s JOIN bills b"
                        + " ON s.hospital = b.hospital AND s.patient = b.patient"))
                .hasToString("[70]");
        assertThat(row("SELECT COUNT(*, contribution_bounds_per_group => (0, 9)) FROM stays s WHERE EXISTS (SELECT *"
                        + " FROM bills b WHERE b.patient = s.patient AND b.hospital = s.hospital AND b.days > 15)"))
                .containsExactly(1L);
        assertThat(row("SELECT COUNT(*, contribution_bounds_per_group => (0, 9)) FROM stays WHERE (hospital, patient)"
                        + " IN (SELECT hospital, patient FROM bills WHERE days = 10)"))
                .containsExactly(2L);
        assertThat(row("SELECT COUNT(*, contribution_bounds_per_group => (0, 9)) FROM (SELECT hospital, patient FROM"
                        + " stays INTERSECT SELECT hospital, patient FROM bills) AS t"))
                .containsExactly(2L);
    }

    @Test
    void halfOfThemIsNotEnough() throws IOException {
        try (TacitSession session = session()) {
            for (String sql : List.of(
                    "SELECT COUNT(*) FROM stays s JOIN bills b ON s.patient = b.patient",
                    "SELECT COUNT(*) FROM stays s WHERE EXISTS (SELECT * FROM bills b WHERE b.patient = s.patient)",
                    "SELECT COUNT(*) FROM stays WHERE patient IN (SELECT patient FROM bills)",
                    "SELECT COUNT(*) FROM (SELECT patient FROM stays EXCEPT SELECT patient FROM bills) AS t",
                    "SELECT COUNT(*) FROM (SELECT SUM(days) OVER (PARTITION BY patient) AS n FROM stays) AS t WHERE n"
                            + " > 1",
                    // Equal, but crosswise.
                    "SELECT COUNT(*) FROM stays s JOIN bills b ON s.patient = b.hospital AND s.hospital = b.patient")) {
                assertThatThrownBy(() -> session.query(sql)).as(sql).isInstanceOf(Refusal.class);
            }
        }
    }

    @Test
    void partsOfOtherTypesAreRefused() throws IOException {
        Table stays = new Table(
                "stays", List.of(HOSPITAL, PATIENT), new Protection.UnitColumn(List.of("hospital", "patient")));
        Table bills = new Table(
                "bills",
                List.of(HOSPITAL, Column.nullable("patient", ColumnType.BIGINT)),
                new Protection.UnitColumn(List.of("hospital", "patient")));
        Source nowhere = new Source.Csv(folder.resolve("none.csv"), new CsvFormat(',', true));
        assertThatThrownBy(() -> TacitSession.open(
                        List.of(new SourceTable(stays, nowhere), new SourceTable(bills, nowhere)), Defaults.STANDARD))
                .hasMessageContaining("different types");
    }
}
