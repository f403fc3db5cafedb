package io.tacit.engine.dialect.server;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlKind;

/** Aggregates of a server where it differs from others. */
public interface AggregateNotation {
    /** The name of the function that is MIN or MAX of truth values. */
    String extremeOfTruth(SqlKind extreme);

    /** A column of exact numbers, so that a sum of many neither overflows nor rounds. */
    String addend(String column, RelDataType type);
}
