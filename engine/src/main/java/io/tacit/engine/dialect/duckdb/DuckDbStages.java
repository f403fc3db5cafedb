package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.StageSql;
import java.util.List;

/** Stages in DuckDB, which has semi and anti joins of its own. */
final class DuckDbStages implements StageSql {
    @Override
    public String stage(String name, String query, boolean inPlace) {
        return name + (inPlace ? " AS NOT MATERIALIZED (" : " AS (") + query + ")";
    }

    @Override
    public String among(String left, String right, String column) {
        return left + " SEMI JOIN " + right + " USING (" + column + ")";
    }

    @Override
    public String notAmong(String left, String right, String column) {
        return left + " ANTI JOIN " + right + " USING (" + column + ")";
    }

    @Override
    public String where(String left, String right, String condition) {
        return left + " SEMI JOIN " + right + " ON " + condition;
    }

    @Override
    public String whereNot(String left, String right, String condition) {
        return left + " ANTI JOIN " + right + " ON " + condition;
    }

    @Override
    public String allBut(List<String> kept, List<String> dropped) {
        return "* EXCLUDE (" + String.join(", ", dropped) + ")";
    }
}
