package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb;
import io.tacit.engine.backend.duckdb.ParquetBytes;
import io.tacit.engine.backend.duckdb.ParquetBytes.Form;
import io.tacit.engine.backend.duckdb.ParquetBytes.Kind;
import io.tacit.engine.backend.duckdb.ParquetBytes.Physical;
import io.tacit.engine.backend.duckdb.ParquetBytes.Place;
import io.tacit.engine.backend.duckdb.ParquetBytes.Values;
import io.tacit.engine.backend.duckdb.ParquetKinds;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.DeclaredSource;
import io.tacit.engine.source.SourceArgument;
import io.tacit.engine.walk.Walk;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole files in which one person's value once made every question fail. Walked: all types of Parquet, flat and nested, in
 * each form of file, by questions of each kind; both files answer, and people without the value are counted alike.
 */
@NullUnmarked
@Tag("walk")
class HostileFilesTest {
    private static final Defaults SLACK = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);
    private static final int PEOPLE = 20;

    @TempDir
    Path folder;

    private int files;

    /** A type, where its column stands, and how the file is written. */
    private record Walked(ParquetKinds.Case of, Place place, Form form) {}

    private static List<Walked> all() {
        return ParquetKinds.all().stream()
                .flatMap(kind -> Stream.of(Place.values())
                        .flatMap(place -> Stream.of(true, false)
                                .flatMap(dictionary -> Stream.of(true, false)
                                        .map(statistics ->
                                                new Walked(kind, place, new Form(dictionary, statistics, 16))))))
                .toList();
    }

    private static Values ids(int first, int count) {
        List<byte[]> ids = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            ids.add(ParquetBytes.little(i));
        }
        return new Values("id", Kind.plain("id", Physical.INT32, 0), Place.FLAT, ids);
    }

    private Path file(Walked walked, boolean whole) {
        List<byte[]> values = new ArrayList<>();
        for (int i = 0; i < PEOPLE; i++) {
            values.add(walked.of().usual().get(i % walked.of().usual().size()));
        }
        if (whole) {
            values.addAll(walked.of().hostile());
        }
        return ParquetBytes.write(
                folder.resolve("data" + files++ + ".parquet"),
                walked.form(),
                List.of(ids(1, values.size()), new Values("v", walked.of().kind(), walked.place(), values)));
    }

    private static DeclaredSource declared(Path file) {
        return DeclareSource.declare(
                SourceArgument.parse("t=" + file),
                new Protection.UnitColumn("id"),
                Map.of(),
                new DuckDbEngine(People.SETTINGS));
    }

    private static TacitSession session(SourceTable table) {
        return TacitSession.open(List.of(table), SLACK, People.SETTINGS, ZeroNoise::new);
    }

    private static final String BOUND = "contribution_bounds_per_group => (0, 3)";

    private static List<String> questions(boolean named, ColumnType type) {
        List<String> questions = new ArrayList<>(List.of(
                "SELECT COUNT(*, " + BOUND + ") AS n FROM t WHERE id <= " + PEOPLE,
                "SELECT COUNT(*, " + BOUND + ") AS n FROM t a WHERE id <= " + PEOPLE
                        + " AND EXISTS (SELECT 1 FROM t b WHERE a.id = b.id)"));
        if (named) {
            questions.addAll(List.of(
                    "SELECT COUNT(v, " + BOUND + ") AS n FROM t WHERE id <= " + PEOPLE,
                    "SELECT v, COUNT(*, " + BOUND + ") AS n FROM t WHERE id <= " + PEOPLE + " GROUP BY v",
                    "SELECT COUNT(DISTINCT v, contribution_bounds_per_group => (0, 9)) AS n FROM t WHERE id <= "
                            + PEOPLE,
                    "SELECT k, COUNT(*, " + BOUND
                            + ") AS n FROM (SELECT id, CAST(MAX(v) AS VARCHAR) AS k FROM t GROUP BY"
                            + " id) q WHERE id <= " + PEOPLE + " GROUP BY k",
                    "SELECT COUNT(*, " + BOUND + ") AS n FROM (SELECT id, LAG(v) OVER (PARTITION BY id ORDER BY v) AS w"
                            + " FROM t) q WHERE id <= " + PEOPLE));
            if (type.kind() == ColumnType.Kind.DECIMAL || type.kind() == ColumnType.Kind.DOUBLE) {
                questions.add("SELECT SUM(v CLAMPED BETWEEN 0 AND 10) AS n FROM t WHERE id <= " + PEOPLE);
                questions.add("SELECT AVG(-v CLAMPED BETWEEN -10 AND 10) AS n FROM t WHERE id <= " + PEOPLE);
            }
        }
        return questions;
    }

    private static List<List<Object>> answer(TacitSession session, String sql) {
        return session.query(sql).rows().stream().map(AnswerRow::values).toList();
    }

    @Test
    void noValueOfAFileMakesAQuestionFail() {
        int asked = 0;
        for (Walked walked : Walk.share("hostile files", 8, all())) {
            SourceTable with;
            try {
                with = declared(file(walked, true)).table();
            } catch (Refusal refused) {
                // By its declared type, or not at all.
                assertThatThrownBy(() -> declared(file(walked, false)))
                        .as(walked.toString())
                        .isInstanceOfSatisfying(
                                Refusal.class, other -> assertThat(other.code()).isEqualTo(refused.code()));
                continue;
            }
            SourceTable without = declared(file(walked, false)).table();
            assertThat(with.table()).as(walked.toString()).isEqualTo(without.table());
            try (TacitSession evil = session(with);
                    TacitSession ordinary = session(without)) {
                boolean named = with.table().column("v").isPresent();
                for (String sql :
                        questions(named, named ? with.table().column("v").get().type() : ColumnType.BOOLEAN)) {
                    asked += 2;
                    assertThat(answer(evil, sql)).as(walked + ": " + sql).isEqualTo(answer(ordinary, sql));
                }
            }
        }
        assertThat(asked).isPositive();
        System.out.println("hostile files: " + files + " files, " + asked + " questions");
    }

    private static Kind timestamp() {
        return ParquetKinds.all().stream()
                .map(ParquetKinds.Case::kind)
                .filter(kind -> kind.name().equals("TIMESTAMP_MILLIS"))
                .findFirst()
                .orElseThrow();
    }

    private static Values millis(LongStream millis) {
        return new Values(
                "v",
                timestamp(),
                Place.FLAT,
                millis.mapToObj(ParquetBytes::little).toList());
    }

    /** In a folder where one file must be read by its numbers, all files' values are as they are without it. */
    @Test
    void aFolderInWhichOneFileIsHostile() throws Exception {
        long day = 86_400_000;
        List<List<List<Object>>> answers = new ArrayList<>();
        for (boolean hostile : new boolean[] {false, true}) {
            Path files = Files.createDirectories(folder.resolve("days" + hostile));
            for (int part = 0; part < 3; part++) {
                int from = part;
                LongStream usual = LongStream.range(0, 8).map(i -> (i % 3 + from) * day + 1);
                boolean last = hostile && part == 1;
                ParquetBytes.write(
                        files.resolve(part + ".parquet"),
                        new Form(false, part < 2, 16),
                        List.of(
                                ids(part * 8, last ? 9 : 8),
                                millis(last ? LongStream.concat(usual, LongStream.of(Long.MIN_VALUE)) : usual)));
            }
            try (TacitSession session = session(declared(files).table())) {
                answers.add(answer(
                        session,
                        "SELECT CAST(v AS VARCHAR) AS k, COUNT(*, " + BOUND
                                + ") AS n FROM t WHERE v IS NOT NULL GROUP BY" + " CAST(v AS VARCHAR)"));
            }
        }
        assertThat(answers.get(1)).isEqualTo(answers.get(0)).hasSize(5);
        assertThat(answers.get(0).get(0).get(0)).isEqualTo("1970-01-01 00:00:00.001");
    }

    /** What the two ways of reading make of numbers is the same, where both make something. */
    @Test
    void numbersBecomeTheTimesThatTheReaderMakes() {
        for (ParquetKinds.Case each : ParquetKinds.all()) {
            if (!each.kind().name().startsWith("TIME")) {
                continue;
            }
            boolean wide = each.kind().physical() == Physical.INT64;
            String name = each.kind().name();
            long unit = name.contains("MILLIS") ? 1 : name.contains("MICROS") ? 1_000 : 1_000_000;
            List<byte[]> values = LongStream.of(
                            0, 1, 499, 500, 501, 999, 1_500, 86_399_999L * unit, 86_399_999L * unit + unit - 1)
                    .mapToObj(value -> wide ? ParquetBytes.little(value) : ParquetBytes.little((int) value))
                    .toList();
            List<String> shown = null;
            for (boolean statistics : new boolean[] {true, false}) {
                Path file = ParquetBytes.write(
                        folder.resolve("times" + files++ + ".parquet"),
                        new Form(false, statistics, 100),
                        List.of(ids(0, values.size()), new Values("v", each.kind(), Place.FLAT, values)));
                SourceTable table = declared(file).table();
                if (table.table().column("v").isEmpty()) {
                    assertThat(name).isEqualTo("TIMESTAMP(NANOS, true)");
                    continue;
                }
                try (EmbeddedDuckDb database = EmbeddedDuckDb.open(List.of(table), People.SETTINGS)) {
                    List<String> rows = new ArrayList<>();
                    database.rows("SELECT id, CAST(v AS VARCHAR) FROM t ORDER BY 1", row -> rows.add(row.getString(2)));
                    assertThat(rows).as(name).hasSize(values.size());
                    assertThat(shown == null ? rows : shown).as(name).isEqualTo(rows);
                    shown = rows;
                }
            }
        }
    }

    /** Bytes that are no UTF-8 do not make one person of two. */
    @Test
    void peopleWhoseBytesAreNoText() {
        List<byte[]> people = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            people.add(("p" + i).getBytes(StandardCharsets.UTF_8));
        }
        people.addAll(List.of(new byte[] {'a', -1}, new byte[] {'a', -2}, "a?".getBytes(StandardCharsets.UTF_8)));
        Kind text = Kind.plain("UTF8", Physical.BYTE_ARRAY, 0);
        Path file = ParquetBytes.write(
                folder.resolve("people.parquet"),
                new Form(true, true, 100),
                List.of(new Values(
                        "id",
                        ParquetKinds.all().stream()
                                .map(ParquetKinds.Case::kind)
                                .filter(kind -> kind.name().equals(text.name()))
                                .findFirst()
                                .orElseThrow(),
                        Place.FLAT,
                        people)));
        try (TacitSession session = session(declared(file).table())) {
            assertThat(answer(session, "SELECT COUNT(DISTINCT id) AS n FROM t")).isEqualTo(List.of(List.of(10L)));
            assertThat(answer(session, "SELECT COUNT(*, " + BOUND + ") AS n FROM t"))
                    .isEqualTo(List.of(List.of(10L)));
        }
    }

    private Path database(String... statements) {
        return DuckDbFiles.make(folder, Arrays.asList(statements));
    }

    /** Views of people's rows are refused, whatever they compute; of public tables they are not. */
    @Test
    void viewsAndGeneratedColumnsOfPeople() {
        Path file = database(
                "CREATE TABLE raw (id INTEGER, x VARCHAR, y DOUBLE AS (CAST(x AS INTEGER) + random()), z INTEGER DEFAULT 7)",
                "INSERT INTO raw SELECT i, i % 3, 7 FROM range(31) r(i)",
                "CREATE VIEW v AS SELECT id, CAST(x AS INTEGER) AS x FROM raw",
                "CREATE SCHEMA s",
                "CREATE VIEW s.v AS SELECT id, x FROM main.raw");
        SourceTable raw = DuckDbFiles.table(file, "raw", new Protection.UnitColumn("id"));
        assertThat(raw.table().columns()).extracting(Column::name).containsExactly("id", "x", "z");
        try (TacitSession session = session(raw)) {
            assertThat(answer(session, "SELECT COUNT(*, " + BOUND + ") AS n FROM raw"))
                    .isEqualTo(List.of(List.of(31L)));
        }
        for (String view : List.of("v", "V", "main.v", "s.v")) {
            for (String column : List.of("id", "x")) {
                assertThatThrownBy(() -> DeclareSource.declare(
                                SourceArgument.parse("t=" + file + ":" + view),
                                new Protection.UnitColumn(column),
                                Map.of(),
                                new DuckDbEngine(People.SETTINGS)))
                        .as(view)
                        .isInstanceOfSatisfying(
                                Refusal.class,
                                refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_SCHEMA))
                        .hasMessageContaining("is a view");
            }
        }
        // Who declares tables without asking the file meets the same refusals when it is opened.
        for (String[] stale : new String[][] {{"v", "x"}, {"raw", "y"}}) {
            Table table = new Table(
                    "t",
                    List.of(Column.nullable("id", ColumnType.INTEGER), Column.nullable(stale[1], ColumnType.INTEGER)),
                    new Protection.UnitColumn("id"));
            try (TacitSession session = session(new SourceTable(table, new Source.DuckDb(file, stale[0])))) {
                assertThatThrownBy(() -> session.query("SELECT COUNT(*) AS n FROM t"))
                        .hasMessageStartingWith("TCT-D03")
                        .hasMessageContaining(stale[0].equals("v") ? "is a view" : "is generated");
            }
        }
        assertThat(DuckDbFiles.table(file, "v", new Protection.Public()).table().columns())
                .hasSize(2);
    }

    /** The owner, and nobody else, may count what is NULL for that. */
    @Test
    void theOwnerCountsWhatIsLost() {
        Path millis = ParquetBytes.write(
                folder.resolve("millis.parquet"),
                new Form(false, false, 16),
                List.of(
                        ids(1, 5),
                        millis(LongStream.of(0, 1, Long.MIN_VALUE, Long.MAX_VALUE, 9_223_372_036_854_776L))));
        DuckDbEngine engine = new DuckDbEngine(People.SETTINGS);
        assertThat(engine.lost(declared(millis).table())).isEqualTo(Map.of("v", 3L));
        Path database = database(
                "CREATE TABLE t (id INTEGER, d DATE)",
                "INSERT INTO t VALUES (1, 'infinity'), (2, '2024-01-01'), (3, NULL)");
        assertThat(engine.lost(DuckDbFiles.table(database, "t", new Protection.UnitColumn("id"))))
                .isEmpty();
    }
}
