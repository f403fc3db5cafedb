package io.tacit.engine.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.pushdown.PushedDownSql;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.session.AuditedRun;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which questions a release asks of the engine, in which order, and which columns come back. */
@NullUnmarked
class ReleaseStepsTest {
    private static final List<Column> COLUMNS = List.of(
            new Column("uid", ColumnType.BIGINT, false),
            Column.nullable("g", ColumnType.VARCHAR),
            Column.nullable("h", ColumnType.VARCHAR),
            Column.nullable("x", ColumnType.INTEGER));

    @AutoClose
    private static final AuditedRun RUN = AuditedRun.open(
            List.of(new SourceTable(
                    new Table("t", COLUMNS, new Protection.UnitColumn("uid")),
                    new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)))),
            new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 4, 0.95),
            new DuckDbSettings(512, 1, message -> {}));

    private static String words(ReleaseStep step) {
        return step.accept(new ReleaseStep.Visitor<String>() {
            @Override
            public String groupsPerPerson(ReleaseStep.GroupsPerPerson groups) {
                return "groups";
            }

            @Override
            public String histograms(ReleaseStep.Histograms histograms) {
                return histograms.countsGroups() ? "histograms+groups" : "histograms";
            }

            @Override
            public String states(ReleaseStep.States states) {
                return "states " + states.of();
            }

            @Override
            public String leaves(ReleaseStep.Leaves leaves) {
                return "leaves " + leaves.of();
            }
        });
    }

    private static final String OPTIONS = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(";

    /** After each step the number of its keys and of its integers. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        max_rows_per_group = 1) g, COUNT(*)                  | states GROUPS 1 2
        max_rows_per_group = 1) g, h, COUNT(*)               | states GROUPS 2 2
        max_groups_contributed = 2) g, SUM(x)                | histograms 2 1, states GROUPS 1 2
        max_groups_contributed = AUTO) g, COUNT(DISTINCT uid) | groups 1 1, states GROUPS 1 2
        max_groups_contributed = AUTO) g, SUM(x)             | histograms+groups 2 1, states GROUPS 1 2
        report_missing = TRUE) g, COUNT(DISTINCT uid)        | groups 1 1, states GROUPS 1 2
        report_missing = TRUE) g, SUM(x)                     | histograms+groups 2 1, states GROUPS 1 2
        max_rows_contributed = AUTO) g, COUNT(*)             | groups 1 1, states GROUPS 1 2
        max_groups_contributed = 2) g, MEDIAN(x, contribution_bounds_per_row => (0, 9)) | states GROUPS 1 1, leaves GROUPS 1 2
        max_groups_contributed = 2) g, MEDIAN(x), SUM(x)     | histograms 2 1, states GROUPS 1 2, leaves GROUPS 1 2
        leftovers = 'rest') g, MEDIAN(x), SUM(x)             | histograms 2 1, states GROUPS 1 2, leaves GROUPS 1 2, states LEFTOVERS 0 2, leaves LEFTOVERS 0 2
        """)
    void theQuestionsOfARelease(String query, String expected) {
        AuditedRun.Query prepared =
                RUN.prepare(OPTIONS + query + " FROM t GROUP BY " + (query.contains("g, h,") ? "g, h" : "g"));
        Calibration calibration = prepared.releases().get(0);
        PushedDownSql sql = prepared.partial().get(0);
        List<ReleaseStep> steps = ReleaseSteps.of(calibration);
        List<ReleaseStep.Query> queries = ReleaseSteps.queries(calibration, sql);
        ResolvedLimits limits = ResolvedLimits.placeholders(calibration.plan().automatic());
        StringBuilder found = new StringBuilder();
        for (int i = 0; i < steps.size(); i++) {
            ReleaseStep.Query one = queries.get(i);
            assertThat(one).isEqualTo(steps.get(i).query(calibration, sql, limits));
            found.append(i == 0 ? "" : ", ")
                    .append(words(steps.get(i)) + " " + one.keyCount() + " " + one.integerCount());
            boolean ofLeftovers = words(steps.get(i)).contains("LEFTOVERS");
            assertThat(steps.get(i).calibration(calibration))
                    .isSameAs(ofLeftovers ? calibration.leftovers().orElseThrow() : calibration);
        }
        assertThat(queries).hasSameSizeAs(steps);
        assertThat(found).hasToString(expected);
    }

    /** The paper counts a person in each of at most C_u groups, so that C_u is found first. */
    @Test
    void thePapersHistogramsComeAfterTheNumberOfGroups() {
        AuditedRun.Query prepared = RUN.prepare(
                "SELECT WITH ANONYMIZATION OPTIONS(report_missing = TRUE) g, ANON_SUM(x) FROM t GROUP BY g");
        assertThat(ReleaseSteps.of(prepared.releases().get(0)).stream().map(ReleaseStepsTest::words))
                .containsExactly("groups", "histograms", "states GROUPS");
    }

    /** Values between limits that nobody found are not read. */
    @Test
    void leavesAreReadWhereTheirLimitsAreKnown() {
        AuditedRun.Query prepared = RUN.prepare("SELECT g, MEDIAN(x), COUNT(DISTINCT uid) FROM t GROUP BY g");
        Calibration calibration = prepared.releases().get(0);
        List<ReleaseStep> steps = ReleaseSteps.of(calibration);
        for (ReleaseStep step : steps) {
            assertThat(step.isAsked(calibration, ResolvedLimits.NONE))
                    .isEqualTo(!words(step).startsWith("leaves"));
            assertThat(step.isAsked(calibration, InventedPerson.limits(calibration.plan())))
                    .isTrue();
        }
        assertThat(steps).hasSize(3);
    }

    /** What is drawn again is kept where it is small enough, as a whole. */
    @Test
    void noiseIsDrawnAgainForReleasesThatAreSmallEnough() {
        assertThat(new RedrawnRows(500, 300).fits(300, 13)).isTrue();
        assertThat(new RedrawnRows(500, 300).fits(301, 1)).isFalse();
        assertThat(new RedrawnRows(500, 300).fits(300, 14)).isFalse();
        assertThat(new RedrawnRows(500, 4_000).fits(4_000, 1)).isTrue();
        assertThat(new RedrawnRows(500, 4_001).fits(4_001, 1)).isFalse();
        assertThat(new RedrawnRows(20_000, Integer.MAX_VALUE).fits(Integer.MAX_VALUE, 2))
                .isFalse();
        assertThat(RedrawnRows.NONE.fits(0, 0)).isFalse();
        assertThat(new RedrawnRows(1, 0).fits(0, 0)).isTrue();
    }
}
