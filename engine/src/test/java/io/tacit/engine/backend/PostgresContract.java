package io.tacit.engine.backend;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.postgres.PostgresEngine;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.postgresql.PGConnection;

/** The contract of back ends, for versions of PostgreSQL. */
@NullUnmarked
@Tag("process")
abstract class PostgresContract extends ServerContract {
    private static final LocalDate FIRST = LocalDate.of(-4711, 1, 1);

    /** The address of a database that is this test's own. */
    abstract String database();

    @Override
    DataEngine servers(Consumer<String> ownerLog) {
        return new PostgresEngine(new DuckDbEngine(new DuckDbSettings(256, 1, message -> {})), 60, ownerLog);
    }

    @Override
    String url() {
        TestServer.run(database(), List.of("CREATE TABLE IF NOT EXISTS anything (id integer)"));
        return database();
    }

    @Override
    String integer(String number) {
        return "CAST(" + number + " AS numeric)";
    }

    @Override
    List<String> failing(String table, String column) {
        return List.of(
                "SELECT 'k', CAST(" + column + " AS numeric) FROM " + table,
                "SELECT CAST(1 / length(left(" + column + ", 0)) AS text), CAST(1 AS numeric) FROM " + table,
                "SELECT 'k', sum(CAST(" + column + " AS numeric)) FROM " + table);
    }

    @Override
    String endless() {
        return "SELECT 'k', CAST(count(*) AS numeric) FROM generate_series(1, 10000000) AS a(i), generate_series(1,"
                + " 10000000) AS b(i)";
    }

    /** PostgreSQL has no day before the year 4714 BC, no timestamp after 294276, and no infinite one of ours. */
    @Override
    List<Object> edges(ColumnType type) {
        return super.edges(type).stream()
                .filter(value -> !(value instanceof LocalDate day) || day.isAfter(FIRST) && day.getYear() < 5_000_000)
                .filter(value -> !(value instanceof LocalDateTime moment)
                        || moment.toLocalDate().isAfter(FIRST) && moment.getYear() < 294_000)
                .toList();
    }

    @Override
    SourceTable table(String csv, boolean texts, Column... columns) throws Exception {
        List<String> declared = new ArrayList<>();
        for (Column column : columns) {
            declared.add(column.name() + " "
                    + (texts || column.type().kind() == ColumnType.Kind.VARCHAR
                            ? "text"
                            : column.type().sql()));
        }
        TestServer.run(
                database(), List.of("DROP TABLE IF EXISTS t", "CREATE TABLE t (" + String.join(", ", declared) + ")"));
        try (Connection connection = DriverManager.getConnection(database())) {
            String names = csv.substring(0, csv.indexOf('\n'));
            String present = String.join(
                    ", ", List.of(columns).stream().map(Column::name).toList());
            String rows = names.equals(present.replace(", ", ",")) ? csv : "";
            if (!rows.isEmpty()) {
                connection
                        .unwrap(PGConnection.class)
                        .getCopyAPI()
                        .copyIn("COPY t FROM STDIN (FORMAT csv, HEADER true)", new StringReader(rows));
            }
        }
        return new SourceTable(
                new Table("t", List.of(columns), new Protection.UnitColumn("id")), new Source.Server(database(), "t"));
    }
}
