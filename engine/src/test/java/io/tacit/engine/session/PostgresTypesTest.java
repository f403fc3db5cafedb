package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.policy.DraftPolicy;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.source.DeclareSource;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every type that a column of a PostgreSQL table can have is read, as key, value and person, or left out by its name: the
 * list is the server's own.
 */
@Tag("process")
class PostgresTypesTest {
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 100, 0.95);
    private static final int PEOPLE = 30;

    /** What a user makes beside the types that there are. */
    private static final List<String> MADE = List.of(
            "CREATE TYPE colour AS ENUM ('red', 'green')",
            "CREATE TYPE pair AS (a integer, b text)",
            "CREATE TYPE \"Odd Type\" AS ENUM ('a')",
            "CREATE DOMAIN amount AS numeric(12,2) CHECK (VALUE > 0)",
            "CREATE DOMAIN whole AS integer",
            "CREATE DOMAIN wholes AS whole",
            "CREATE DOMAIN colours AS colour",
            "CREATE DOMAIN list AS integer[]",
            "CREATE TYPE span AS RANGE (subtype = date)");

    /** Values of each type that is read, and how many of them are no value here. */
    private static final Map<String, Values> READ = Map.ofEntries(
            Map.entry("boolean", new Values(0, "true", "false")),
            Map.entry("smallint", new Values(0, "-32768", "0")),
            Map.entry("integer", new Values(0, "-2147483648", "7")),
            Map.entry("bigint", new Values(0, "-9223372036854775808", "7")),
            Map.entry("numeric(38,0)", new Values(1, "9".repeat(38), "NaN", "-7")),
            Map.entry("numeric(12,2)", new Values(1, "NaN", "1.50")),
            Map.entry("real", new Values(1, "NaN", "Infinity", "-0", "1e-45")),
            Map.entry("double precision", new Values(1, "NaN", "Infinity", "-0", "5e-324")),
            Map.entry("text", new Values(0, "", "é", "'''")),
            Map.entry("character varying", new Values(0, "", "x")),
            Map.entry("character varying(3)", new Values(0, "", "x ")),
            Map.entry("character(3)", new Values(0, "", "x")),
            Map.entry("character", new Values(0, "", "x")),
            Map.entry("name", new Values(0, "", "x")),
            Map.entry("uuid", new Values(0, "00000000-0000-0000-0000-000000000000")),
            Map.entry("json", new Values(0, "{}", " { }", "1e99999")),
            Map.entry("date", new Values(2, "infinity", "-infinity", "4714-11-24 BC", "5874897-12-31")),
            Map.entry("time without time zone", new Values(1, "24:00", "00:00")),
            Map.entry("time(0) without time zone", new Values(1, "23:59:59.9", "00:00")),
            Map.entry("time with time zone", new Values(1, "24:00+15", "00:00-15")),
            Map.entry(
                    "timestamp without time zone",
                    new Values(
                            3,
                            "infinity",
                            "-infinity",
                            "4714-11-24 00:00:00 BC",
                            "294276-12-31 23:59:59",
                            "2024-01-01")),
            Map.entry(
                    "timestamp with time zone",
                    new Values(
                            3,
                            "infinity",
                            "-infinity",
                            "4714-11-24 00:00:00+00 BC",
                            "294276-12-31 23:59:59+00",
                            "2024-01-01")),
            Map.entry("public.colour", new Values(0, "red", "green")),
            Map.entry("public.\"Odd Type\"", new Values(0, "a")),
            Map.entry("public.amount", new Values(1, "NaN", "1.50")),
            Map.entry("public.whole", new Values(0, "7")),
            Map.entry("public.colours", new Values(0, "green")));

    private record Values(int missing, List<String> all) {
        Values(int missing, String... all) {
            this(missing, List.of(all));
        }
    }

    private final String url = TestServer.database();

    private static DuckDbSettings settings() {
        return new DuckDbSettings(256, 1, log -> {});
    }

    /** All types of columns by the server's list, and forms with digits of those that have them. */
    private List<String> types() {
        TestServer.run(url, MADE);
        List<String> types = new ArrayList<>(TestServer.texts(
                url,
                "SELECT format_type(t.oid, NULL) FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace"
                        + " LEFT JOIN pg_class c ON c.oid = t.typrelid WHERE n.nspname IN ('pg_catalog', 'public')"
                        + " AND t.typtype <> 'p' AND t.typisdefined AND (t.typrelid = 0 OR c.relkind = 'c') AND"
                        + " NOT EXISTS (SELECT FROM pg_type e WHERE e.oid = t.typelem AND e.typtype IN ('p', 'c'))"
                        + " ORDER BY 1"));
        types.addAll(
                List.of("numeric(38,0)", "numeric(12,2)", "numeric(39,0)", "character varying(3)", "character(3)"));
        types.add("time(0) without time zone");
        return types;
    }

    @Test
    void eachTypeIsReadOrLeftOutByItsName() {
        Map<String, String> tables = new TreeMap<>();
        List<String> statements = new ArrayList<>();
        for (String written : types()) {
            String type = written.matches("(colour|amount|whole|colours|\"Odd Type\")") ? "public." + written : written;
            String table = "t" + tables.size();
            tables.put(table, type);
            statements.add("CREATE TABLE " + table + " (person integer, v " + type + ")");
            for (String value : READ.getOrDefault(type, new Values(0)).all()) {
                statements.add("INSERT INTO " + table + " SELECT i, CAST('" + value.replace("'", "''") + "' AS " + type
                        + ") FROM generate_series(1, " + PEOPLE + ") AS i");
            }
        }
        TestServer.run(url, statements);
        DatabaseSchema schema = EngineOfSources.with(settings()).server(url, name -> true);
        assertThat(schema.tables()).hasSizeGreaterThan(READ.size() * 3);
        Map<String, String> read = new TreeMap<>();
        for (DatabaseSchema.Relation relation : schema.tables()) {
            String type = String.valueOf(tables.get(relation.name()));
            boolean left = relation.declared().unread().stream()
                    .anyMatch(column ->
                            column.name().equals("v") && !column.type().isBlank());
            assertThat(left).as(type).isNotEqualTo(relation.columns().size() == 2);
            if (!left) {
                read.put(relation.name(), type);
            }
        }
        assertThat(read.values()).containsExactlyInAnyOrderElementsOf(READ.keySet());
        try (TacitSession session = open(read.keySet(), "person")) {
            read.forEach((table, type) -> isRight(session, table, type));
        }
        String draft =
                DraftPolicy.ofServer(url, Path.of("tacit.yaml").toAbsolutePath(), EngineOfSources.with(settings()));
        assertThat(draft.lines().filter(line -> line.contains("# Left out")))
                .hasSize(schema.tables().size() - read.size())
                .allMatch(line -> line.contains("v ("));
    }

    private void isRight(TacitSession session, String table, String type) {
        Values values = READ.getOrDefault(type, new Values(0));
        int known = PEOPLE * (values.all().size() - values.missing());
        String bounds = ", contribution_bounds_per_group => (0, 99)";
        assertThat(number(session, "SELECT COUNT(v" + bounds + ") AS n FROM " + table))
                .as("values of " + type)
                .isEqualTo(known);
        assertThat(number(
                        session,
                        "SELECT COUNT(v) AS n FROM (SELECT v, COUNT(*" + bounds + ") AS c FROM " + table
                                + " WHERE v IS NOT NULL GROUP BY v) AS q"))
                .as("keys of " + type)
                .isEqualTo(known / PEOPLE);
        try (TacitSession byValue = open(List.of(table), "v")) {
            assertThat(number(byValue, "SELECT COUNT(*" + bounds + ") AS n FROM " + table))
                    .as("people of " + type)
                    // Without its zone a time of day could be several people's.
                    .isEqualTo(type.equals("time with time zone") ? 0 : known);
        }
    }

    private TacitSession open(Collection<String> names, String person) {
        List<SourceTable> tables = names.stream()
                .map(name -> DeclareSource.onServer(
                                name,
                                url,
                                name,
                                new Protection.UnitColumn(person),
                                Map.of(),
                                EngineOfSources.with(settings()))
                        .table())
                .toList();
        return TacitSession.open(tables, DEFAULTS, settings(), ZeroNoise::new);
    }

    private static long number(TacitSession session, String sql) {
        return Long.parseLong(
                AnswerText.of(session.query(sql)).lines().toList().get(1).strip());
    }
}
