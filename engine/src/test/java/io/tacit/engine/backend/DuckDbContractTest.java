package io.tacit.engine.backend;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import java.util.List;
import java.util.function.Consumer;

/** DuckDB keeps the contract. */
class DuckDbContractTest extends BackendContract {
    @Override
    DataEngine engine(Consumer<String> ownerLog) {
        return new DuckDbEngine(new DuckDbSettings(256, 2, ownerLog));
    }

    @Override
    String integer(String number) {
        return "CAST(" + number + " AS HUGEINT)";
    }

    @Override
    List<String> failing(String table, String column) {
        return List.of(
                "SELECT 'k', CAST(" + column + " AS HUGEINT) FROM " + table,
                "SELECT error(" + column + ")::VARCHAR, 1::HUGEINT FROM " + table,
                "SELECT 'k', sum(CAST(" + column + " AS HUGEINT))::HUGEINT FROM " + table);
    }

    @Override
    String endless() {
        return "SELECT 'k', sum(a.i * b.i)::HUGEINT FROM range(10000000) a(i), range(10000000) b(i)";
    }
}
