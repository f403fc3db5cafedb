package io.tacit.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Which files are read as which tables, and whose rows they hold. */
final class SourceOptions {
    @Option(
            names = "--table",
            paramLabel = "NAME=FILE",
            description = "A table with people's rows: CSV, Parquet, JSON lines, or a DuckDB file"
                    + " (NAME=FILE:TABLE for a table of another name). May be repeated.")
    private List<String> tables = new ArrayList<>();

    @Option(
            names = "--public",
            paramLabel = "NAME=FILE",
            description = "A table that holds nobody's data and may be read freely. May be repeated.")
    private List<String> publicTables = new ArrayList<>();

    @Option(
            names = "--privacy-unit",
            paramLabel = "[TABLE.]COLUMN",
            description =
                    "The column that names the person a row belongs to; COLUMN,COLUMN if several together do. With"
                            + " several tables that call it differently: TABLE.COLUMN, repeated.")
    private List<String> units = new ArrayList<>();

    @Option(
            names = "--foreign-key",
            paramLabel = "TABLE.COLUMN=TABLE.COLUMN",
            description = "A table without a person's column: its rows belong to whoever owns the row that they refer"
                    + " to. You vouch that the column referred to is unique. May be repeated.")
    private List<String> foreignKeys = new ArrayList<>();

    @Option(
            names = "--column",
            paramLabel = "[TABLE.]NAME:TYPE",
            description = "The type of a column of a text file, instead of the proposed one: BOOLEAN, INTEGER, BIGINT,"
                    + " DECIMAL(p,s), DOUBLE, VARCHAR, DATE, TIME, TIMESTAMP. May be repeated.")
    private List<String> columns = new ArrayList<>();

    List<String> tables() {
        return tables;
    }

    List<String> publicTables() {
        return publicTables;
    }

    List<String> units() {
        return units;
    }

    List<String> foreignKeys() {
        return foreignKeys;
    }

    List<String> columns() {
        return columns;
    }
}
