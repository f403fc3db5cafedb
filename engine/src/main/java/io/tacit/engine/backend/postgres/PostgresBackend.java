package io.tacit.engine.backend.postgres;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.backend.server.ServerTables;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.dialect.postgres.PostgresText;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tables of a PostgreSQL database. Rows are fetched some at a time; nothing is written on the server. */
final class PostgresBackend implements Backend {
    private static final int ROWS_AT_A_TIME = 2_000;

    private final Server server;
    private final ServerTables tables;
    private final TypesNow types;
    private final Map<String, WorkTable> workTables = new LinkedHashMap<>();

    PostgresBackend(Server server, ServerTables tables, TypesNow types) {
        this.server = server;
        this.tables = tables;
        this.types = types;
    }

    @Override
    public Dialect dialect() {
        return PostgresDialect.DIALECT;
    }

    /** Each query is a transaction of its own, and reads the rows of its beginning. */
    @Override
    public void takeSnapshot() {}

    /** Plans the query, too: what the server cannot plan, such as some FULL JOINs, is refused before the charge. */
    @Override
    public void check(String sql, int keyCount, int integerCount) {
        server.step(connection -> {
            types.check(connection, tables, sql);
            try (PreparedStatement statement = prepared(connection, "", sql)) {
                expect(statement.getMetaData(), keyCount, integerCount);
            }
            try (PreparedStatement plan = prepared(connection, "EXPLAIN ", sql)) {
                return plan.execute();
            }
        });
    }

    private static void expect(@Nullable ResultSetMetaData columns, int keyCount, int integerCount)
            throws SQLException {
        boolean expected = columns != null && columns.getColumnCount() == keyCount + integerCount;
        for (int i = 0; expected && i < keyCount + integerCount; i++) {
            expected = columns != null && columns.getColumnTypeName(i + 1).equals(i < keyCount ? "text" : "numeric");
        }
        if (!expected) {
            throw ServerRefusals.inexact();
        }
    }

    /** Runs again, once, where a query of somebody else took the server down before a row of this one was read. */
    @Override
    public void run(String sql, int keyCount, int integerCount, RowSink sink) {
        Attempt attempt = new Attempt(sql, keyCount, integerCount, sink);
        try {
            server.step(attempt);
        } catch (Refusal refusal) {
            if (refusal.code() != ErrorCode.ENGINE || !attempt.diedWithOthers) {
                throw refusal;
            }
            server.awaitRecovery(refusal);
            server.step(attempt);
        }
    }

    /** One query, and how it ended. */
    private final class Attempt implements Server.Step<Boolean> {
        private final String sql;
        private final int keyCount;
        private final int integerCount;
        private final RowSink sink;
        private boolean diedWithOthers;

        Attempt(String sql, int keyCount, int integerCount, RowSink sink) {
            this.sql = sql;
            this.keyCount = keyCount;
            this.integerCount = integerCount;
            this.sink = sink;
        }

        @Override
        public Boolean run(Connection connection) throws SQLException {
            types.check(connection, tables, sql);
            try (PreparedStatement statement = prepared(connection, "", sql)) {
                server.running().begin(statement);
                statement.setFetchSize(ROWS_AT_A_TIME);
                try (ResultSet rows = executed(statement)) {
                    expect(rows.getMetaData(), keyCount, integerCount);
                    while (rows.next()) {
                        server.running().stopIfCancelled();
                        read(rows, keyCount, integerCount, sink);
                    }
                }
                return true;
            } finally {
                server.running().end();
            }
        }

        /** Rows that were read once would count twice: only what fails before the first of them is said to have died. */
        private ResultSet executed(PreparedStatement statement) throws SQLException {
            try {
                return statement.executeQuery();
            } catch (SQLException cause) {
                diedWithOthers = Server.diedWithOthers(statement);
                throw cause;
            }
        }
    }

    private static void read(ResultSet row, int keyCount, int integerCount, RowSink sink) throws SQLException {
        @Nullable String[] keys = new @Nullable String[keyCount];
        for (int i = 0; i < keyCount; i++) {
            keys[i] = row.getString(i + 1);
        }
        BigInteger[] integers = new BigInteger[integerCount];
        for (int i = 0; i < integerCount; i++) {
            BigDecimal integer = row.getBigDecimal(keyCount + i + 1);
            if (integer == null) {
                throw new IllegalStateException("a state is NULL");
            }
            integers[i] = integer.toBigIntegerExact();
        }
        sink.row(keys, integers);
    }

    /** The query behind the expressions of what it reads, after a word of the server's that says what to do with it. */
    private PreparedStatement prepared(Connection connection, String word, String sql) throws SQLException {
        List<String> expressions = new ArrayList<>();
        List<Array> parameters = new ArrayList<>();
        for (Map.Entry<String, WorkTable> each : workTables.entrySet()) {
            if (dialect().literals().mayName(sql, each.getKey())) {
                expressions.add(each.getValue().expression());
                parameters.addAll(each.getValue().arrays(connection));
            }
        }
        PreparedStatement statement = connection.prepareStatement(word
                + tables.with(expressions, "SELECT * FROM (\n" + sql + "\n) AS " + PostgresText.name("tacit$result")));
        for (int i = 0; i < parameters.size(); i++) {
            statement.setArray(i + 1, parameters.get(i));
        }
        return statement;
    }

    @Override
    public void createWorkTable(String name, List<Column> columns) {
        workTables.put(name, new WorkTable(name, columns));
    }

    @Override
    public void fillWorkTable(String name, List<@Nullable Object[]> rows) {
        WorkTable table = workTables.get(name);
        if (table == null) {
            throw new IllegalArgumentException("there is no such work table");
        }
        table.add(rows);
    }

    @Override
    public void dropWorkTable(String name) {
        workTables.remove(name);
    }

    @Override
    public void cancel() {
        server.running().cancel();
    }

    @Override
    public void close() {
        server.close();
    }
}
