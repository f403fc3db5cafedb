package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.spark.TestCluster;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of a table of Delta or Iceberg all queries of a run read one version, and nothing but its declared columns. */
@NullUnmarked
@Tag("process")
@EnabledIfSystemProperty(named = "tacit.spark.lake", matches = "true")
class SparkSnapshotsTest {
    private static final int PEOPLE = 200;
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 1, 0.95);
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(256, 1, message -> {});
    private static final String SCHEMA = "s" + UUID.randomUUID().toString().replace("-", "");
    private static final String ICEBERG = "lake." + SCHEMA + ".visits";
    private static final String EMPTY = "lake." + SCHEMA + ".none";
    private static final String DELTA = "visits_" + SCHEMA;
    private static final String VIEW = "seen_" + SCHEMA;

    /** Two queries of people's rows: amounts between bounds that are found in the first, and those sums. */
    private static final String SUM = "SELECT SUM(amount) AS total FROM visits";

    @BeforeAll
    static void make() {
        // A log of one part: what is read of it is written by few tasks.
        TestCluster.run("SET spark.databricks.delta.snapshotPartitions=1");
        TestCluster.run("CREATE NAMESPACE lake." + SCHEMA);
        for (String format : List.of("iceberg", "delta")) {
            String name = format.equals("delta") ? DELTA : ICEBERG;
            TestCluster.run("CREATE TABLE " + name + " USING " + format
                    + " AS SELECT CAST(id AS INT) AS id, 10 AS amount" + " FROM range(" + PEOPLE + ")");
        }
        TestCluster.run("CREATE TABLE " + EMPTY + " (id INT, amount INT) USING iceberg");
        TestCluster.run("CREATE VIEW " + VIEW + " AS SELECT * FROM " + DELTA);
    }

    @AfterAll
    static void remove() {
        for (String each : List.of(ICEBERG, EMPTY)) {
            TestCluster.run("DROP TABLE " + each + " PURGE");
        }
        TestCluster.run("DROP NAMESPACE lake." + SCHEMA);
    }

    private static SourceTable visits(String source, String... columns) {
        List<Column> declared = Stream.concat(Stream.of("id", "amount"), Arrays.stream(columns))
                .map(name -> Column.nullable(name, ColumnType.INTEGER))
                .toList();
        return new SourceTable(
                new Table("visits", declared, new Protection.UnitColumn("id")),
                new Source.Server(TestCluster.URL, source));
    }

    /** A session in which somebody runs the next statement whenever a query was checked and paid for, and has read no row. */
    private static TacitSession open(SourceTable table, Deque<String> meanwhile) {
        return TacitSession.open(List.of(table), DEFAULTS, SETTINGS, () -> {
            if (!meanwhile.isEmpty()) {
                TestCluster.run(meanwhile.remove());
            }
            return (Noise) new ZeroNoise();
        });
    }

    private static long count(TacitSession session) {
        return number(session, "SELECT COUNT(DISTINCT id) AS people FROM visits");
    }

    private static long number(TacitSession session, String sql) {
        return ((Number) session.query(sql).rows().get(0).values().get(0)).longValue();
    }

    @Test
    void aRunReadsTheSnapshotOfItsBeginning() {
        try (TacitSession session = open(visits(ICEBERG), without(ICEBERG))) {
            assertThat(number(session, SUM)).isEqualTo(PEOPLE * 10);
            assertThat(number(session, SUM)).isEqualTo(PEOPLE * 10 / 2);
        }
    }

    /** Among the files of its folder are those of rows that are no longer in it; a view has no versions. */
    @Test
    void aRunReadsTheVersionOfItsBeginning() {
        try (TacitSession session = open(visits(DELTA), without(DELTA))) {
            assertThat(count(session)).isEqualTo(PEOPLE);
            assertThat(count(session)).isEqualTo(PEOPLE / 2);
        }
        String folder = TestCluster.owner()
                .sql("DESCRIBE DETAIL " + DELTA)
                .head()
                .getAs("location")
                .toString()
                .replaceFirst("^file:", "");
        for (String name : List.of(folder, VIEW)) {
            try (TacitSession session = open(visits(name), new ArrayDeque<>())) {
                assertThat(count(session)).isEqualTo(PEOPLE / 2);
            }
        }
    }

    private static Deque<String> without(String name) {
        return new ArrayDeque<>(List.of("DELETE FROM " + name + " WHERE id < " + PEOPLE / 2));
    }

    /** Nothing was written into it, so that there is no version to name. */
    @Test
    void aTableWithoutASnapshotStaysEmptyForARun() {
        Deque<String> meanwhile = new ArrayDeque<>(List.of("INSERT INTO " + EMPTY + " VALUES (1, 10)"));
        try (TacitSession session = open(visits(EMPTY), meanwhile)) {
            assertThat(count(session)).isZero();
            assertThat(count(session)).isEqualTo(1);
        }
    }

    /** The newest snapshot has the columns of its time. */
    @Test
    void aColumnThatIsNewerThanTheNewestSnapshotIsRefusedBeforeTheCharge() {
        String name = "lake." + SCHEMA + ".changed";
        TestCluster.run("CREATE TABLE " + name + " USING iceberg AS SELECT 1 AS id, 10 AS amount");
        TestCluster.run("ALTER TABLE " + name + " ADD COLUMN later INT");
        try (TacitSession session = open(visits(name, "later"), new ArrayDeque<>())) {
            assertThatThrownBy(() -> count(session))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_SCHEMA))
                    .hasMessageContaining("The newest version of the table visits has no column later.");
            TestCluster.run("INSERT INTO " + name + " VALUES (2, 10, 5)");
            assertThat(count(session)).isEqualTo(2);
        }
        TestCluster.run("DROP TABLE " + name + " PURGE");
    }

    /** Two tables over one: each has its own columns. */
    @Test
    void everyTableOverOneTableIsComparedWithItsVersion() {
        String name = "lake." + SCHEMA + ".twice";
        String make = "TABLE " + name + " USING iceberg AS SELECT 1 AS id";
        TestCluster.run("CREATE " + make + ", 10 AS amount");
        SourceTable people = new SourceTable(
                new Table(
                        "people", List.of(Column.nullable("id", ColumnType.INTEGER)), new Protection.UnitColumn("id")),
                new Source.Server(TestCluster.URL, name));
        String sql = "SELECT COUNT(DISTINCT id) AS n FROM people JOIN visits USING (id)";
        try (TacitSession session =
                TacitSession.open(List.of(people, visits(name)), DEFAULTS, SETTINGS, ZeroNoise::new)) {
            assertThat(number(session, sql)).isEqualTo(1);
            TestCluster.run("CREATE OR REPLACE " + make);
            assertThatThrownBy(() -> session.query(sql))
                    .hasMessageContaining("The newest version of the table visits has no column amount.");
        }
        TestCluster.run("DROP TABLE " + name + " PURGE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "_file",
                "_pos",
                "_partition",
                "_spec_id",
                "_deleted",
                "_metadata",
                "_commit_version",
                "_change_type"
            })
    void columnsThatAFormatHidesCannotBeDeclared(String hidden) {
        for (String name : List.of(ICEBERG, DELTA)) {
            try (TacitSession session = open(visits(name, hidden), new ArrayDeque<>())) {
                assertThatThrownBy(() -> count(session))
                        .isInstanceOfSatisfying(
                                Refusal.class,
                                refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_SCHEMA));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT _file, COUNT(*) FROM visits GROUP BY _file",
                "SELECT COUNT(_metadata.file_path) FROM visits",
                "SELECT COUNT(*) FROM visits.snapshots",
                "SELECT COUNT(*) FROM visits.history",
                "SELECT COUNT(*) FROM visits.files",
                "SELECT COUNT(*) FROM visits VERSION AS OF 1",
                "SELECT COUNT(*) FROM visits TIMESTAMP AS OF '2024-01-01'",
                "SELECT COUNT(*) FROM visits FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01 00:00:00'",
                "SELECT COUNT(*) FROM \"visits@v1\"",
                "SELECT COUNT(*) FROM table_changes('visits', 0)"
            })
    void analystsReachNoOtherVersionAndNoHiddenColumn(String sql) {
        try (TacitSession session = open(visits(ICEBERG), new ArrayDeque<>())) {
            assertThatThrownBy(() -> session.explain(sql)).isInstanceOf(Refusal.class);
        }
    }

    /** Spark itself shows only catalogues that somebody has used in the session. */
    @Test
    void tablesOfAllCataloguesAreFound() {
        assertThat(TestCluster.engine(new DuckDbEngine(SETTINGS), 60, message -> {})
                        .server(TestCluster.URL, name -> false)
                        .names())
                .contains(ICEBERG, DELTA);
    }
}
