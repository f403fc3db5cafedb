package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Under which policies a kept answer may go out again: every key of the policy either changes the fingerprint or is
 * said here not to change an answer, and every component of what is declared changes it.
 */
class FingerprintTest {
    /** A policy in which each key can be changed. */
    private static final String BASE = """
        dataset: shop
        sources: {files: data, duckdb: shop.duckdb}
        tables:
          customer:
            table: customer
            person: id
            unique: id
            columns:
              id: INTEGER
              country: {type: VARCHAR, values: [DE, FR, NO]}
              age: {type: INTEGER, bounds: [0, 120]}
          orders:
            person: {through: customer_id, to: customer.id, unique: checked}
            columns: {id: INTEGER, total: "DECIMAL(12,2)"}
          visits:
            file: visits.csv
            format: csv
            person: visitor
            columns:
              visitor: INTEGER
              guest: INTEGER
              day: DATE
              spent: {type: "DECIMAL(6,2)", nullable: true, hidden: false}
          codes:
            file: codes.csv
            delimiter: ","
            quoted: true
            multiline: false
            encoding: latin1
            public: true
            columns: {code: INTEGER}
        defaults:
          epsilon: 0.5
          delta: 1e-8
          max_groups: 5
          confidence: 0.95
          noise: auto
          group_selection: auto
          report_missing: true
          min_people: 5
        limits: {epsilon: 1, delta: 1e-6, max_groups: 10, min_people: 5, seconds: 600}
        analysts:
          ada: [student]
          bob: [student, staff]
        accounts:
          students:
            members: [role:student]
            each: true
            budget: {epsilon: 5, delta: 1e-6}
            refresh: yearly
            per_query: {epsilon: 2, delta: 1e-7}
            stop_after_failures: 10
        total:
          budget: {rho: 0.2, delta: 1e-6}
          refresh: monthly
          per_query: {epsilon: 3, delta: 1e-7}
          stop_after_failures: 20
        version: "2026-11"
        ledger: books.sqlite
        audit_log: audit.jsonl
        """;

    /** Keys by path: what is written in the place of what. Kept answers are not those of the changed policy. */
    private static final String ANSWERS_OTHERWISE = """
        dataset | dataset: shop | dataset: shop2
        sources | files: data, duckdb: shop.duckdb | files: other, duckdb: other.duckdb
        sources.files | files: data | files: other
        sources.duckdb | duckdb: shop.duckdb | duckdb: other.duckdb
        tables | codes: | codes2:
        tables.NAME.file | file: visits.csv | file: visits2.csv
        tables.NAME.duckdb | table: customer | duckdb: other.duckdb
        tables.NAME.table | table: customer | table: customer2
        tables.NAME.format | format: csv | format: json
        tables.NAME.delimiter | delimiter: "," | delimiter: ";"
        tables.NAME.quoted | quoted: true | quoted: false
        tables.NAME.multiline | multiline: false | multiline: true
        tables.NAME.encoding | encoding: latin1 | encoding: utf-8
        tables.NAME.public | public: true | person: code
        tables.NAME.person | person: visitor | person: guest
        tables.NAME.person.through | through: customer_id | through: id
        tables.NAME.person.to | to: customer.id | to: customer.age
        tables.NAME.unique | unique: id | unique: age
        tables.NAME.columns | {id: INTEGER, total | {total
        tables.NAME.columns.NAME.type | type: "DECIMAL(6,2)" | type: "DECIMAL(7,2)"
        tables.NAME.columns.NAME.bounds | [0, 120] | [0, 121]
        tables.NAME.columns.NAME.values | [DE, FR, NO] | [DE, FR]
        tables.NAME.columns.NAME.nullable | nullable: true | nullable: false
        tables.NAME.columns.NAME.hidden | hidden: false | hidden: true
        defaults | confidence: 0.95 | confidence: 0.9
        defaults.epsilon | epsilon: 0.5 | epsilon: 0.6
        defaults.delta | delta: 1e-8 | delta: 2e-8
        defaults.max_groups | max_groups: 5\\n | max_groups: 6\\n
        defaults.confidence | confidence: 0.95 | confidence: 0.9
        defaults.noise | noise: auto | noise: laplace
        defaults.group_selection | group_selection: auto | group_selection: truncated_geometric
        defaults.report_missing | report_missing: true | report_missing: false
        defaults.min_people | min_people: 5\\nlimits | min_people: 6\\nlimits
        limits | max_groups: 10 | max_groups: 11
        limits.epsilon | limits: {epsilon: 1 | limits: {epsilon: 2
        limits.delta | delta: 1e-6, max | delta: 1e-5, max
        limits.max_groups | max_groups: 10 | max_groups: 11
        limits.min_people | min_people: 5, | min_people: 4,
        limits.seconds | seconds: 600 | seconds: 601
        """;

    /** Keys that change who may ask, what is left or where it is written down, and no answer. */
    private static final String ANSWERS_ALIKE = """
        tables.NAME.roles | public: true | public: true\\n    roles: [staff]
        tables.NAME.columns.NAME.roles | bounds: [0, 120]} | bounds: [0, 120], roles: [staff]}
        tables.NAME.person.unique | , unique: checked} | }
        limits.memory | seconds: 600} | seconds: 600, memory: 2GiB}
        limits.spill | seconds: 600} | seconds: 600, spill: data}
        analysts | ada: [student] | ada: [student, staff]
        accounts | students: | pupils:
        accounts.NAME.members | [role:student] | [ada, bob]
        accounts.NAME.each | each: true | each: false
        accounts.NAME.budget | epsilon: 5, | epsilon: 4,
        accounts.NAME.budget.epsilon | epsilon: 5, | epsilon: 4,
        accounts.NAME.budget.rho | epsilon: 5, | rho: 1,
        accounts.NAME.budget.delta | {epsilon: 5, delta: 1e-6} | {epsilon: 5, delta: 2e-6}
        accounts.NAME.refresh | refresh: yearly | refresh: daily
        accounts.NAME.per_query | {epsilon: 2, delta: 1e-7} | {epsilon: 2.5, delta: 1e-7}
        accounts.NAME.per_query.epsilon | {epsilon: 2, delta: 1e-7} | {epsilon: 2.5, delta: 1e-7}
        accounts.NAME.per_query.delta | {epsilon: 2, delta: 1e-7} | {epsilon: 2, delta: 2e-7}
        accounts.NAME.stop_after_failures | stop_after_failures: 10 | stop_after_failures: 11
        total | rho: 0.2 | rho: 0.3
        total.budget | rho: 0.2 | rho: 0.3
        total.budget.epsilon | rho: 0.2 | epsilon: 3
        total.budget.rho | rho: 0.2 | rho: 0.3
        total.budget.delta | {rho: 0.2, delta: 1e-6} | {rho: 0.2, delta: 2e-6}
        total.refresh | refresh: monthly | refresh: daily
        total.per_query | {epsilon: 3, | {epsilon: 2,
        total.per_query.epsilon | {epsilon: 3, | {epsilon: 2,
        total.per_query.delta | {epsilon: 3, delta: 1e-7} | {epsilon: 3, delta: 2e-7}
        total.stop_after_failures | stop_after_failures: 20 | stop_after_failures: 21
        version | version: "2026-11" | version: {schedule: daily}
        version.schedule | version: "2026-11" | version: {schedule: weekly}
        store | version: "2026-11" | store: {window: 1h}
        store.window | version: "2026-11" | store: {window: 2h}
        ledger | ledger: books.sqlite | ledger: other.sqlite
        ledger.postgres | books.sqlite | {postgres: "jdbc:postgresql:a", user: b, password_variable: C}
        ledger.user | books.sqlite | {postgres: "jdbc:postgresql:a", user: d, password_variable: C}
        ledger.password_variable | books.sqlite | {postgres: "jdbc:postgresql:a", user: b, password_variable: D}
        audit_log | audit.jsonl | other.jsonl
        """;

    /** They need a server to be read; see {@link #theServerCounts}. */
    private static final List<String> ON_A_SERVER =
            List.of("sources.postgres", "tables.NAME.postgres", "sources.spark", "tables.NAME.spark");

    @TempDir
    private Path folder;

    @Test
    void everyKeyIsSaidToChangeAnswersOrNot() {
        TreeSet<String> known = new TreeSet<>(ON_A_SERVER);
        known.addAll(changes(ANSWERS_OTHERWISE).keySet());
        known.addAll(changes(ANSWERS_ALIKE).keySet());
        TreeSet<String> keys = new TreeSet<>();
        JsonSchemaTest.everyKey(PolicyShape.ROOT, "", (path, key) -> keys.add(path));
        assertThat(known).isEqualTo(keys);
    }

    @Test
    @Tag("walk")
    void keysThatChangeAnswersChangeTheFingerprint() throws IOException, SQLException {
        files();
        String print = read(BASE);
        assertThat(print).matches("[0-9a-f]{64}");
        for (Map.Entry<String, String> change : changes(ANSWERS_OTHERWISE).entrySet()) {
            assertThat(read(change.getValue())).as(change.getKey()).isNotEqualTo(print);
        }
    }

    /** As many as go together in one policy at a time, because reading one takes a while. */
    @Test
    void otherKeysDoNot() throws IOException, SQLException {
        files();
        String print = read(BASE);
        String policy = BASE;
        List<String> changed = new ArrayList<>();
        for (String[] change : lines(ANSWERS_ALIKE)) {
            if (!policy.contains(change[1])) {
                assertThat(read(policy)).as(changed.toString()).isEqualTo(print);
                policy = BASE;
                changed.clear();
            }
            policy = policy.replace(change[1], change[2]);
            changed.add(change[0]);
        }
        assertThat(read(policy)).as(changed.toString()).isEqualTo(print);
    }

    /** The address of a database, and the table in it. */
    @Test
    void theServerCounts() {
        Table table =
                new Table("t", List.of(Column.nullable("id", ColumnType.INTEGER)), new Protection.UnitColumn("id"));
        assertThat(Stream.of(
                                new Source.Server("jdbc:postgresql://h/d", "t"),
                                new Source.Server("jdbc:postgresql://h/e", "t"),
                                new Source.Server("jdbc:postgresql://h/d", "u"))
                        .map(source ->
                                print(List.of(new SourceTable(table, source)), Defaults.STANDARD, QueryCeiling.NONE)))
                .doesNotHaveDuplicates();
    }

    /** Defaults that differ in one thing each: a component more does not compile before it is varied here. */
    @Test
    void everyComponentOfTheDefaultsCounts() {
        List<Defaults> all = new ArrayList<>();
        BigDecimal one = BigDecimal.ONE;
        BigDecimal delta = new BigDecimal("1e-8");
        Optional<Defaults.Noise> noise = Optional.empty();
        Optional<Defaults.Selection> selection = Optional.empty();
        all.add(new Defaults(one, delta, 5, 0.95, noise, selection, 2));
        all.add(new Defaults(BigDecimal.TEN, delta, 5, 0.95, noise, selection, 2));
        all.add(new Defaults(one, new BigDecimal("2e-8"), 5, 0.95, noise, selection, 2));
        all.add(new Defaults(one, delta, 6, 0.95, noise, selection, 2));
        all.add(new Defaults(one, delta, 5, 0.9500000000000001, noise, selection, 2));
        for (Defaults.Noise each : Defaults.Noise.values()) {
            all.add(new Defaults(one, delta, 5, 0.95, Optional.of(each), selection, 2));
        }
        for (Defaults.Selection each : Defaults.Selection.values()) {
            all.add(new Defaults(one, delta, 5, 0.95, noise, Optional.of(each), 2));
        }
        all.add(new Defaults(one, delta, 5, 0.95, noise, selection, 3));
        assertThat(all.stream().map(each -> print(List.of(), each, QueryCeiling.NONE)))
                .doesNotHaveDuplicates();
    }

    /** As for the defaults. */
    @Test
    void everyComponentOfTheCeilingCounts() {
        Optional<BigDecimal> some = Optional.of(new BigDecimal("0.5"));
        OptionalLong ten = OptionalLong.of(10);
        List<QueryCeiling> all = List.of(
                QueryCeiling.NONE,
                new QueryCeiling(some, some, ten, 2),
                new QueryCeiling(Optional.of(BigDecimal.ONE), some, ten, 2),
                new QueryCeiling(Optional.empty(), some, ten, 2),
                new QueryCeiling(some, Optional.of(new BigDecimal("0.25")), ten, 2),
                new QueryCeiling(some, Optional.empty(), ten, 2),
                new QueryCeiling(some, some, OptionalLong.of(11), 2),
                new QueryCeiling(some, some, OptionalLong.empty(), 2),
                new QueryCeiling(some, some, ten, 3),
                new QueryCeiling(some, some, ten, 2, OptionalLong.of(60)),
                new QueryCeiling(some, some, ten, 2, OptionalLong.of(61)));
        assertThat(all.stream().map(each -> print(List.of(), Defaults.STANDARD, each)))
                .doesNotHaveDuplicates();
    }

    /** As for the defaults: sources of every format, protections of every kind, and all of a column. */
    @Test
    void everyComponentOfATableCounts() {
        Path a = folder.resolve("a");
        Path b = folder.resolve("b");
        CsvFormat commas = new CsvFormat(',', true);
        List<Source> sources = List.of(
                new Source.Csv(a, commas),
                new Source.Csv(b, commas),
                new Source.Csv(a, new CsvFormat(';', true)),
                new Source.Csv(a, new CsvFormat(',', false)),
                new Source.Parquet(a),
                new Source.Parquet(b),
                new Source.Json(a),
                new Source.Json(b),
                new Source.DuckDb(a, "t"),
                new Source.DuckDb(b, "t"),
                new Source.DuckDb(a, "s.t"));
        List<Protection> protections = List.of(
                new Protection.Public(),
                new Protection.UnitColumn("u"),
                new Protection.UnitColumn("v"),
                new Protection.UnitColumn(List.of("u", "v")),
                new Protection.UnitColumn(List.of("v", "u")),
                new Protection.ForeignKey("u", "t", "k"),
                new Protection.ForeignKey("v", "t", "k"),
                new Protection.ForeignKey("u", "s", "k"),
                new Protection.ForeignKey("u", "t", "l"));
        Column column = columns().get(0);
        List<SourceTable> tables = new ArrayList<>();
        sources.forEach(source -> tables.add(new SourceTable(table(column, protections.get(0)), source)));
        protections.stream()
                .skip(1)
                .forEach(protection -> tables.add(new SourceTable(table(column, protection), sources.get(0))));
        columns().stream()
                .skip(1)
                .forEach(other -> tables.add(new SourceTable(table(other, protections.get(0)), sources.get(0))));
        Protection open = protections.get(0);
        for (Table other : List.of(
                new Table("t2", List.of(column), open, List.of()),
                new Table("t", List.of(column, columns().get(1)), open, List.of()),
                new Table("t", List.of(columns().get(1), column), open, List.of()),
                new Table("t", List.of(column), open, List.of(List.of("c"))),
                new Table("t", List.of(column), open, List.of(List.of("c", "d"))),
                new Table("t", List.of(column), open, List.of(List.of("c"), List.of("d"))))) {
            tables.add(new SourceTable(other, sources.get(0)));
        }
        assertThat(tables.stream().map(each -> print(List.of(each), Defaults.STANDARD, QueryCeiling.NONE)))
                .doesNotHaveDuplicates();
    }

    private static Table table(Column column, Protection protection) {
        return new Table("t", List.of(column), protection, List.of());
    }

    /** The first, and others that differ from it in one thing each. */
    private static List<Column> columns() {
        ColumnType type = ColumnType.INTEGER;
        Optional<RowBounds> bounds = Optional.of(new RowBounds(BigDecimal.ZERO, BigDecimal.TEN));
        Optional<Domain> domain = Optional.of(new Domain(List.of("1", "2")));
        List<Column> all = new ArrayList<>(List.of(
                new Column("c", type, true, bounds, domain, false),
                new Column("d", type, true, bounds, domain, false),
                new Column("c", type, false, bounds, domain, false),
                new Column("c", type, true, Optional.empty(), domain, false),
                new Column("c", type, true, Optional.of(new RowBounds(BigDecimal.ONE, BigDecimal.TEN)), domain, false),
                new Column("c", type, true, Optional.of(new RowBounds(BigDecimal.ZERO, BigDecimal.ONE)), domain, false),
                new Column("c", type, true, bounds, Optional.empty(), false),
                new Column("c", type, true, bounds, Optional.of(new Domain(List.of("1"))), false),
                new Column("c", type, true, bounds, Optional.of(new Domain(List.of("2", "1"))), false),
                new Column("c", type, true, bounds, domain, true)));
        for (ColumnType.Kind kind : ColumnType.Kind.values()) {
            if (kind == ColumnType.Kind.DECIMAL) {
                all.add(new Column("c", ColumnType.decimal(18, 2), true, bounds, domain, false));
                all.add(new Column("c", ColumnType.decimal(17, 2), true, bounds, domain, false));
                all.add(new Column("c", ColumnType.decimal(18, 3), true, bounds, domain, false));
            } else if (kind != type.kind()) {
                all.add(new Column("c", new ColumnType(kind, 0, 0), true, bounds, domain, false));
            }
        }
        return all;
    }

    private String print(List<SourceTable> tables, Defaults defaults, QueryCeiling ceiling) {
        return Fingerprint.of(folder, "shop", tables, defaults, ceiling);
    }

    /** Policies by the key that differs. */
    private static Map<String, String> changes(String lines) {
        Map<String, String> changes = new LinkedHashMap<>();
        lines(lines).forEach(change -> changes.put(change[0], BASE.replace(change[1], change[2])));
        return changes;
    }

    /** The key, what stands in the base once, and what takes its place. */
    private static List<String[]> lines(String lines) {
        List<String[]> changes = new ArrayList<>();
        lines.lines().forEach(line -> {
            String[] parts = Arrays.stream(line.split(" \\| ", -1))
                    .map(part -> part.replace("\\n", "\n"))
                    .toArray(String[]::new);
            assertThat(BASE).as(parts[0]).containsOnlyOnce(parts[1]);
            changes.add(parts);
        });
        return changes;
    }

    private String read(String policy) throws IOException {
        Path file = Files.writeString(folder.resolve("tacit.yaml"), policy);
        return PolicyFile.read(file, Shop.ENGINE).fingerprint();
    }

    /** The shop's files in one folder, and the same once more. */
    private void files() throws IOException, SQLException {
        for (String part : List.of("data", "other")) {
            Path files = Files.createDirectory(folder.resolve(part));
            Shop.in(files);
            try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + files.resolve("shop.duckdb"));
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE customer2 AS FROM customer");
            }
            Files.copy(files.resolve("shop.duckdb"), files.resolve("other.duckdb"));
            Files.writeString(files.resolve("codes.csv"), "code\n1\n");
            for (String name : List.of("visits.csv", "visits2.csv")) {
                Files.writeString(files.resolve(name), "visitor,guest,day,spent\n1,2,2024-01-01,3.50\n");
            }
        }
    }
}
