package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SourceArgument;
import io.tacit.engine.walk.Walk;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every type that a column of a DuckDB file can have, as person, key and value. 4217 writes a value that others have
 * too, in a spelling of their own wherever the type knows several of one value. What is shown must be the same wherever
 * 4217's rows lie, and its keys without them.
 */
@NullUnmarked
@Tag("walk")
class EveryTypeAttackTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});
    private static final Defaults SLACK = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);
    /** Every eleventh of what each type is asked beside its groups, and of the types of other files; before a release all. */
    private static final int SHARE = Integer.getInteger("tacit.types.share", 11);

    /** Each part of the types has its turn. */
    private static final int PARTS = 3;

    /** So many columns in a table: each query reads the types of all columns of its table. */
    private static final int TOGETHER = 8;

    private static final String COUNT = "COUNT(*, contribution_bounds_per_group => (0, 3)) AS n";

    @TempDir
    static Path folder;

    /**
     * A column.
     *
     * @param type as a file declares it
     * @param own 4217's value
     * @param others other people's
     */
    private record Sample(String type, String own, List<String> others) {}

    private static Sample of(String type, String own, String... others) {
        return new Sample(type, own, List.of(others));
    }

    /** Of every type that is read. */
    private static final List<Sample> READ = List.of(
            of("BOOLEAN", "TRUE", "TRUE", "FALSE"),
            of("TINYINT", "7", "7", "8", "-9"),
            of("SMALLINT", "7", "7", "8", "-9"),
            of("INTEGER", "7", "7", "8", "-9"),
            of("BIGINT", "7", "7", "8", "-9"),
            of("UTINYINT", "7", "7", "8"),
            of("USMALLINT", "7", "7", "8"),
            of("UINTEGER", "7", "7", "8"),
            of("UBIGINT", "7", "7", "18446744073709551615"),
            of("HUGEINT", "7", "7", "170141183460469231731687303715884105727"),
            of("UHUGEINT", "7", "7", "340282366920938463463374607431768211455"),
            of("DECIMAL(4,1)", "1.50", "1.5", "2.5"),
            of("DECIMAL(18,4)", "1.5000", "1.5", "2.25"),
            of("DECIMAL(38,10)", "1.5000000000", "1.5", "2.25"),
            of("FLOAT", "'-0.0'", "'0.0'", "1.5", "'nan'"),
            of("DOUBLE", "'-0.0'", "'0.0'", "1.5", "'nan'"),
            of("DOUBLE", "-CAST('nan' AS DOUBLE)", "'nan'", "1.5", "'inf'"),
            of("VARCHAR", "'a '", "'a'", "'b'"),
            of("VARCHAR", "'a' || chr(0)", "'a'", "'b'"),
            of("VARCHAR COLLATE NOCASE", "'A'", "'a'", "'b'"),
            of("VARCHAR COLLATE NOACCENT", "'á'", "'a'", "'b'"),
            of("VARCHAR COLLATE NOCASE.NOACCENT", "'Á'", "'a'", "'b'"),
            of("VARCHAR COLLATE NFC", "'a' || chr(769)", "'á'", "'b'"),
            of("VARCHAR COLLATE de", "'a' || chr(173)", "'a'", "'b'"),
            of("CHAR(3)", "'a  '", "'a'", "'b'"),
            of("CHAR(3) COLLATE NOCASE", "'A'", "'a'", "'b'"),
            of("BPCHAR", "'a '", "'a'", "'b'"),
            of("TEXT COLLATE NOCASE", "'A'", "'a'", "'b'"),
            of("JSON", "'{\"a\":  1}'", "'{\"a\":1}'", "'[]'"),
            of("ENUM('a', 'A', 'a ')", "'A'", "'a'", "'a '"),
            of(
                    "UUID",
                    "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'",
                    "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'",
                    "'00000000-0000-4000-8000-000000000000'"),
            of("DATE", "'2024-1-1'", "'2024-01-01'", "'infinity'", "'1999-12-31'"),
            of("TIME", "'12:00'", "'12:00:00'", "'24:00:00'", "'13:00'"),
            of("TIME_NS", "'12:00:00.000000001'", "'12:00:00'", "'13:00:00.5'"),
            of("TIME WITH TIME ZONE", "'13:00:00+01'", "'12:00:00+00'", "'12:00:00+02'"),
            of("TIMESTAMP", "'2024-01-01 12:00'", "'2024-01-01 12:00:00'", "'infinity'"),
            of("TIMESTAMP_S", "'2024-01-01 12:00:00.4'", "'2024-01-01 12:00:00'", "'2025-01-01'"),
            of("TIMESTAMP_MS", "'2024-01-01 12:00:00.0001'", "'2024-01-01 12:00:00'", "'2025-01-01'"),
            of("TIMESTAMP_NS", "'2024-01-01 12:00:00.000000001'", "'2024-01-01 12:00:00'", "'2025-01-01'"),
            of(
                    "TIMESTAMP WITH TIME ZONE",
                    "'2024-01-01 13:00:00+01'",
                    "'2024-01-01 12:00:00+00'",
                    "'2024-01-01 12:00:00+02'"));

    /** Of every type that is not: their columns do not exist for a query. */
    private static final List<Sample> LEFT_OUT = List.of(
            of("BIGNUM", "7", "7"),
            of("BIT", "'0101'", "'101'"),
            of("BLOB", "'a'", "'A'"),
            of("INTERVAL", "INTERVAL '1' MONTH", "INTERVAL '30' DAY"),
            of("VARCHAR[]", "['A']", "['a']"),
            of("VARCHAR[2]", "['A', 'a']", "['a', 'A']"),
            of("MAP(VARCHAR, VARCHAR)", "MAP {'A': 'a'}", "MAP {'a': 'A'}"),
            of("STRUCT(a VARCHAR)", "{'a': 'A'}", "{'a': 'a'}"),
            of("UNION(a VARCHAR, b INTEGER)", "'A'", "'a'"),
            of("VARIANT", "'A'", "'a'"),
            of("GEOMETRY", "'POINT (1 2)'", "'POINT(1 2)'"),
            of("TIMESTAMPTZ_NS", "'2024-01-01 13:00:00+01'", "'2024-01-01 12:00:00+00'"));

    /** What the engine calls a type and no column can be declared as. */
    private static final Set<String> NO_COLUMN = Set.of("NULL", "TUPLE", "TYPE");

    private static String name(Sample sample) {
        String bare = sample.type().replaceAll("[ (].*", "");
        if (sample.type().contains("TIME ZONE")) {
            return sample.type();
        }
        return switch (bare) {
            case "CHAR", "BPCHAR", "TEXT", "JSON" -> "VARCHAR";
            default -> bare.replaceAll("^VARCHAR\\[\\]$", "LIST").replaceAll("^VARCHAR\\[2\\]$", "ARRAY");
        };
    }

    /** The list is complete: a version of the engine with another type must say what becomes of it. */
    @Test
    void attack20EveryTypeIsInTheList() {
        Set<String> known = new HashSet<>(NO_COLUMN);
        READ.forEach(sample -> known.add(name(sample)));
        LEFT_OUT.forEach(sample -> known.add(name(sample)));
        List<String> types = new ArrayList<>();
        try (EmbeddedDuckDb engine = EmbeddedDuckDb.open(List.of(), SETTINGS)) {
            engine.rows("SELECT DISTINCT logical_type FROM duckdb_types()", row -> types.add(row.getString(1)));
        }
        assertThat(types).hasSizeGreaterThan(30);
        assertThat(known).containsAll(types);
        for (String type : NO_COLUMN) {
            assertThatThrownBy(() -> DuckDbFiles.make(folder, List.of("CREATE TABLE t (c " + type + ")")))
                    .as(type)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** Where 4217's rows lie. */
    private enum Rows {
        FIRST,
        LAST,
        NOWHERE
    }

    private static Path file(List<Sample> samples, Rows place) {
        return DuckDbFiles.make(folder, statements("t", samples, place));
    }

    private static List<String> statements(String table, List<Sample> samples, Rows place) {
        List<String> columns = new ArrayList<>(List.of("uid INTEGER"));
        List<String> own = new ArrayList<>(List.of("4217"));
        for (int i = 0; i < samples.size(); i++) {
            columns.add("c" + i + " " + samples.get(i).type());
            own.add(samples.get(i).own());
        }
        List<String> rows = new ArrayList<>();
        if (place == Rows.FIRST) {
            rows.addAll(List.of(String.join(", ", own), String.join(", ", own)));
        }
        for (int uid = 1; uid <= 12; uid++) {
            for (int turn = 0; turn < 3; turn++) {
                List<String> row = new ArrayList<>(List.of(String.valueOf(uid)));
                for (Sample sample : samples) {
                    row.add(sample.others().get((uid + turn) % sample.others().size()));
                }
                rows.add(String.join(", ", row));
            }
        }
        if (place == Rows.LAST) {
            rows.addAll(List.of(String.join(", ", own), String.join(", ", own)));
        }
        List<String> statements = new ArrayList<>(
                List.of("SET TimeZone = 'UTC'", "CREATE TABLE " + table + " (" + String.join(", ", columns) + ")"));
        rows.forEach(row -> statements.addAll(DuckDbFiles.insert(table, List.of(row))));
        return statements;
    }

    private static TacitSession session(SourceTable... tables) {
        return TacitSession.open(List.of(tables), SLACK, SETTINGS, ZeroNoise::new);
    }

    private static final List<String> QUERIES = List.of(
            "SELECT {c}, " + COUNT + " FROM {t} GROUP BY {c}",
            "SELECT CAST({c} AS VARCHAR) AS k, " + COUNT + " FROM {t} GROUP BY CAST({c} AS VARCHAR)",
            "SELECT k, " + COUNT
                    + " FROM (SELECT uid, CAST(MAX({c}) AS VARCHAR) AS k FROM {t} GROUP BY uid) q GROUP BY k",
            "SELECT k, " + COUNT
                    + " FROM (SELECT uid, CAST({c} AS VARCHAR) AS k FROM (SELECT uid, {c} FROM {t} UNION SELECT uid,"
                    + " {c} FROM {t}) p) q GROUP BY k",
            "SELECT COUNT(DISTINCT {c}, contribution_bounds_per_group => (0, 9)) AS n FROM {t}");

    @Test
    @Tag("walk")
    void attack20KeysAndValuesOfEveryType() {
        List<TacitSession> sessions = new ArrayList<>();
        try {
            for (Rows place : Rows.values()) {
                sessions.add(session(tables(place)));
            }
            List<Integer> all = IntStream.range(0, READ.size()).boxed().toList();
            for (int i : Walk.part(PARTS, all)) {
                String column = "c" + i % TOGETHER;
                String table = "t" + i / TOGETHER;
                for (int query = 0; query < QUERIES.size(); query++) {
                    if (query == 0 || (query + i) % SHARE == 0) {
                        compare(
                                sessions,
                                QUERIES.get(query).replace("{c}", column).replace("{t}", table));
                    }
                }
            }
        } finally {
            sessions.forEach(TacitSession::close);
        }
    }

    private static SourceTable[] tables(Rows place) {
        List<String> statements = new ArrayList<>();
        for (int from = 0; from < READ.size(); from += TOGETHER) {
            statements.addAll(statements(
                    "t" + from / TOGETHER, READ.subList(from, Math.min(READ.size(), from + TOGETHER)), place));
        }
        Path file = DuckDbFiles.make(folder, statements);
        return IntStream.range(0, (READ.size() + TOGETHER - 1) / TOGETHER)
                .mapToObj(table -> DuckDbFiles.table(file, "t" + table, new Protection.UnitColumn("uid")))
                .toArray(SourceTable[]::new);
    }

    /** What can be told apart without 4217's rows: the keys; and where they lie: nothing. */
    private static void compare(List<TacitSession> sessions, String sql) {
        List<List<List<Object>>> answers = sessions.stream()
                .map(session -> session.query(sql).rows().stream()
                        .map(AnswerRow::values)
                        .toList())
                .toList();
        assertThat(answers.get(0)).as(sql).isNotEmpty().isEqualTo(answers.get(1));
        assertThat(keys(answers.get(0))).as(sql).isEqualTo(keys(answers.get(2))).doesNotHaveDuplicates();
    }

    private static List<List<Object>> keys(List<List<Object>> rows) {
        return rows.stream().map(row -> row.subList(0, row.size() - 1)).toList();
    }

    /** Each person is one person, wherever their rows are read. */
    @Test
    void attack20PeopleOfEveryType() {
        for (Sample sample : READ) {
            List<String> statements = new ArrayList<>(
                    List.of("SET TimeZone = 'UTC'", "CREATE TABLE t (u " + sample.type() + ", g VARCHAR)"));
            List<String> people = new ArrayList<>(sample.others());
            people.add(1, sample.own());
            for (String person : people) {
                statements.addAll(DuckDbFiles.insert("t", List.of(person + ", 'a'", person + ", 'b'")));
            }
            SourceTable table =
                    DuckDbFiles.table(DuckDbFiles.make(folder, statements), "t", new Protection.UnitColumn("u"));
            try (TacitSession session = session(table)) {
                Object number = only(session, "SELECT COUNT(DISTINCT u) AS n FROM t");
                for (String sql : List.of(
                        "SELECT COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM t",
                        "SELECT COUNT(*, contribution_bounds_per_group => (0, 9)) AS n FROM (SELECT u FROM t UNION"
                                + " SELECT u FROM t) q",
                        "SELECT COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM t a WHERE EXISTS (SELECT 1"
                                + " FROM t b WHERE a.u = b.u)",
                        "SELECT COUNT(*, contribution_bounds_per_group => (0, 9)) AS n FROM (SELECT u, ROW_NUMBER()"
                                + " OVER (PARTITION BY u ORDER BY g) AS r FROM t) q WHERE r = 1")) {
                    assertThat(only(session, sql))
                            .as(sample.type() + ": " + sql)
                            .isEqualTo(number);
                }
            }
        }
    }

    private static Object only(TacitSession session, String sql) {
        return session.query(sql).rows().get(0).values().get(0);
    }

    @Test
    void attack20OtherTypesDoNotExist() {
        for (Sample sample : LEFT_OUT) {
            SourceTable table =
                    DuckDbFiles.table(file(List.of(sample), Rows.FIRST), "t", new Protection.UnitColumn("uid"));
            assertThat(table.table().columns())
                    .as(sample.type())
                    .extracting(Column::name)
                    .containsExactly("uid");
        }
    }

    /** Files of other kinds. */
    private enum Kind {
        // Of Parquet, JSON is left out: one text that is none would make the reader fail.
        PARQUET("* REPLACE (CAST(c28 AS VARCHAR) AS c28)", "(FORMAT parquet)", "parquet"),
        JSON("CAST(COLUMNS(*) AS VARCHAR)", "(FORMAT json)", "jsonl"),
        CSV("*", "(FORMAT csv, HEADER)", "csv");

        private final String columns;
        private final String format;
        private final String ending;

        Kind(String columns, String format, String ending) {
            this.columns = columns;
            this.format = format;
            this.ending = ending;
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void attack20TheSameValuesInOtherFiles(Kind kind) {
        List<TacitSession> sessions = new ArrayList<>();
        List<Table> schemas = new ArrayList<>();
        try {
            for (Rows place : Rows.values()) {
                Path database = file(READ, place);
                Path file = database.resolveSibling("data." + kind.ending);
                DuckDbFiles.make(
                        folder,
                        List.of(
                                "SET TimeZone = 'UTC'",
                                "ATTACH '" + database + "' AS f (READ_ONLY)",
                                "COPY (SELECT " + kind.columns + " FROM f.t) TO '" + file + "' " + kind.format));
                SourceTable table = DeclareSource.declare(
                                SourceArgument.parse("t=" + file),
                                new Protection.UnitColumn("uid"),
                                Map.of(),
                                new DuckDbEngine(SETTINGS))
                        .table();
                // What a text file's values suggest is settled once, and kept beside the file.
                schemas.add(table.table());
                sessions.add(session(new SourceTable(schemas.get(0), table.source())));
            }
            assertThat(schemas.get(0).columns()).hasSize(READ.size() + 1);
            for (int i = 0; i < READ.size(); i++) {
                if ((i + List.of(Kind.values()).indexOf(kind)) % SHARE == 0) {
                    compare(sessions, QUERIES.get(0).replace("{c}", "c" + i).replace("{t}", "t"));
                }
            }
        } finally {
            sessions.forEach(TacitSession::close);
        }
    }
}
