package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.OnServer;
import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.release.ZeroNoise;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Public tables of files may be asked about beside people's on a server. */
@NullUnmarked
@Tag("process")
class PublicFilesBesideServerTest {
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 100, 0.95);
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(256, 1, message -> {});

    /** A join below the aggregation, a left side that decides the groups, a step beside what was released, and alone. */
    private static final List<String> QUERIES = List.of(
            "SELECT k.label, COUNT(*) AS n, SUM(k.v, contribution_bounds_per_group => (0, 9)) AS s FROM visits AS p"
                    + " JOIN kinds AS k ON p.kind = k.code GROUP BY k.label ORDER BY 1",
            "SELECT k.code, k.day, COUNT(p.id) AS n FROM kinds AS k LEFT JOIN visits AS p ON p.kind = k.code GROUP BY"
                    + " k.code, k.day ORDER BY 1, 2",
            "SELECT r.n, k.label FROM (SELECT kind, COUNT(*) AS n FROM visits GROUP BY kind) AS r JOIN kinds AS k ON"
                    + " r.kind = k.code ORDER BY 2",
            "SELECT code, v, day FROM kinds ORDER BY 1, 2, 3");

    @TempDir
    Path folder;

    private List<SourceTable> files() throws IOException {
        Files.writeString(
                folder.resolve("visits.json"),
                IntStream.range(0, 300)
                        .mapToObj(i -> "{\"id\":\"" + i % 50 + "\",\"kind\":\"" + "abcA".charAt(i % 4) + "\"}")
                        .collect(Collectors.joining("\n")));
        Files.writeString(folder.resolve("kinds.json"), """
            {"code":"a","label":"it's \\"one\\" $x","v":"1.5","day":"2024-02-29"}
            {"code":"b","label":"two, é","v":"-0.0","day":"0001-01-01"}
            {"code":"A","label":null,"v":"nan","day":"9999-12-31"}
            {"code":"A ","label":"","v":null,"day":null}
            """);
        return List.of(
                new SourceTable(
                        new Table(
                                "visits",
                                List.of(
                                        Column.nullable("id", ColumnType.INTEGER),
                                        Column.nullable("kind", ColumnType.VARCHAR)),
                                new Protection.UnitColumn("id")),
                        new Source.Json(folder.resolve("visits.json"))),
                new SourceTable(
                        new Table(
                                "kinds",
                                List.of(
                                        Column.nullable("code", ColumnType.VARCHAR),
                                        Column.nullable("label", ColumnType.VARCHAR),
                                        Column.nullable("v", ColumnType.DOUBLE),
                                        Column.nullable("day", ColumnType.DATE)),
                                new Protection.Public()),
                        new Source.Json(folder.resolve("kinds.json"))));
    }

    @Test
    void theyAnswerAsIfAllLayInFiles() throws IOException {
        List<SourceTable> files = files();
        List<SourceTable> mixed = new ArrayList<>(OnServer.load(TestServer.database(), files.subList(0, 1)));
        mixed.add(files.get(1));
        try (TacitSession here = TacitSession.open(files, DEFAULTS, SETTINGS, ZeroNoise::new);
                TacitSession there = TacitSession.open(mixed, DEFAULTS, SETTINGS, ZeroNoise::new)) {
            for (String sql : QUERIES) {
                assertThat(AnswerText.of(there.query(sql))).as(sql).isEqualTo(AnswerText.of(here.query(sql)));
            }
            assertThat(there.explain(QUERIES.get(0)).pushedDownSql())
                    .allMatch(
                            sql -> sql.startsWith("-- with it go the rows of the public table kinds, from its file\n"));
            assertThat(here.explain(QUERIES.get(0)).pushedDownSql()).noneMatch(sql -> sql.contains("-- with it"));
        }
    }

    @Test
    void peoplesRowsLieInOnePlace() throws IOException {
        List<SourceTable> files = files();
        SourceTable other = OnServer.load(
                        TestServer.database(),
                        List.of(new SourceTable(
                                new Table("more", files.get(0).table().columns(), new Protection.UnitColumn("id")),
                                files.get(0).source())))
                .get(0);
        try (TacitSession session = TacitSession.open(List.of(other, files.get(0)), DEFAULTS, SETTINGS)) {
            assertThatThrownBy(() -> session.query("SELECT COUNT(*) FROM more")).hasMessageContaining("lies in a file");
        }
    }

    /** What is too large to go with a query is refused before anything is charged. */
    @Test
    void aLargeOneIsRefused() throws IOException {
        List<SourceTable> files = files();
        Files.writeString(
                folder.resolve("kinds.json"),
                IntStream.range(0, 100_001).mapToObj(i -> "{\"code\":\"a\"}").collect(Collectors.joining("\n")));
        List<SourceTable> mixed = new ArrayList<>(OnServer.load(TestServer.database(), files.subList(0, 1)));
        mixed.add(files.get(1));
        try (TacitSession session = TacitSession.open(mixed, DEFAULTS, SETTINGS)) {
            assertThatThrownBy(() -> session.query(QUERIES.get(0))).hasMessageContaining("too many rows");
            // Asked again, it is still too large, and not empty.
            assertThatThrownBy(() -> session.query(QUERIES.get(0))).hasMessageContaining("too many rows");
            assertThat(session.spent().epsilon().toString()).isEqualTo("0");
        }
    }
}
