package io.tacit.cli;

import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.source.DeclaredSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Which files are read as which tables, and whose rows they hold. */
final class SourceOptions {
    @Option(
            names = "--source",
            paramLabel = "ADDRESS",
            description =
                    "A PostgreSQL database, jdbc:postgresql://HOST:PORT/DATABASE?user=NAME, that holds all tables; the"
                            + " password comes from PGPASSWORD or ~/.pgpass. Or a Spark cluster, sc://HOST:PORT;"
                            + " spark:local to try it with Parquet files. Its tables are named by --privacy-unit"
                            + " TABLE.COLUMN and --foreign-key, or by --table NAME=TABLE and --public NAME=TABLE.")
    private @Nullable String source;

    @Option(
            names = "--table",
            paramLabel = "[NAME=]FILE",
            description = "A table with people's rows: CSV, JSON lines (.gz too), Parquet (a folder or a pattern"
                    + " 'sales/*.parquet' too), or a DuckDB file (NAME=FILE:TABLE for a table of another name). Without"
                    + " NAME it is called as the file. May be repeated.")
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
            names = "--encoding",
            paramLabel = "NAME",
            description = "The encoding of the CSV files that are no UTF-8: latin1, iso-8859-15 or windows-1252. It is"
                    + " kept in the schema file; where that says another one, it is to be changed there.")
    private @Nullable String encoding;

    @Option(
            names = "--multiline",
            paramLabel = "true|false",
            description = "Whether values in quotes of the CSV files hold line breaks, so that a record spans lines; by"
                    + " default what the files' first 16 MiB show. With true that all quotes are closed is your word, with"
                    + " false that no record spans lines. It is kept in the schema file; where that says otherwise, it is"
                    + " to be changed there.")
    private @Nullable String multiline;

    @Option(
            names = "--unique",
            paramLabel = "TABLE.COLUMN[,COLUMN]",
            description = "A column that holds no value twice, or columns that do so together, as in"
                    + " --unique customers.customer_id: then a query counts each customer in one country and needs no"
                    + " search for a limit of rows. If it is not so, rows are left out; nobody's privacy rests on it."
                    + " May be repeated.")
    private List<String> unique = new ArrayList<>();

    @Option(
            names = "--column",
            paramLabel = "[TABLE.]NAME:TYPE[LOW..HIGH]",
            description = "The type of a column, instead of the proposed one: BOOLEAN, INTEGER, BIGINT, DECIMAL(p,s),"
                    + " DOUBLE, VARCHAR, DATE, TIME, TIMESTAMP. With the range of its values, as in age:INTEGER[0..120]"
                    + " or only age:[0..120], sums and means need no bounds in the query. The range becomes public;"
                    + " say what you know of such values, not what you saw in the file. May be repeated.")
    private List<String> columns = new ArrayList<>();

    @Option(
            names = "--domain",
            paramLabel = "[TABLE.]NAME=V1,V2,...",
            description = "All values that a column can have, so that a query may show a group for each of them"
                    + " (group_selection_strategy = PUBLIC_GROUPS). A value with a comma stands in double quotes. The"
                    + " list becomes public. May be repeated.")
    private List<String> domains = new ArrayList<>();

    /** A table that is named without {@code --table}. */
    void addTable(String table) {
        tables.add(table);
    }

    /** The address of the server that holds all tables; empty where they lie in files. */
    Optional<String> source() {
        return Optional.ofNullable(source);
    }

    /** Whether any table is named. */
    boolean given() {
        return source != null || !tables.isEmpty() || !publicTables.isEmpty();
    }

    /** Whether any table is named, also by a column of it. */
    boolean tablesGiven() {
        return !tables.isEmpty() || !publicTables.isEmpty() || !units.isEmpty() || !foreignKeys.isEmpty();
    }

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

    List<String> unique() {
        return unique;
    }

    List<String> columns() {
        return columns;
    }

    List<String> domains() {
        return domains;
    }

    /**
     * Refuses what is said of a table's contents where no table is named.
     *
     * @throws CommandLine.ParameterException for an option that would have no effect
     */
    void checkNothingDeclared(CommandLine line, String advice) {
        line.getParseResult().matchedOptions().stream()
                .map(CommandLine.Model.OptionSpec::longestName)
                .filter(Set.of("--encoding", "--multiline", "--unique", "--column", "--domain")::contains)
                .findFirst()
                .ifPresent(option -> {
                    throw new CommandLine.ParameterException(
                            line, option + " is said of a table: " + advice + ", or leave the option out.");
                });
    }

    /**
     * Whether records of CSV files span lines, where that is said.
     *
     * @throws Refusal when it is neither true nor false
     */
    Optional<Boolean> multiline() {
        String said = multiline;
        if (said != null && !said.equals("true") && !said.equals("false")) {
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    "The option --multiline is true or false.",
                    "Write --multiline true where values in quotes hold line breaks.");
        }
        return Optional.ofNullable(said).map("true"::equals);
    }

    /**
     * The encoding of text files, where that is said.
     *
     * @throws Refusal when there is none of that name
     */
    Optional<TextEncoding> encoding() {
        return Optional.ofNullable(encoding)
                .map(name -> TextEncoding.of(name)
                        .orElseThrow(() -> new Refusal(
                                ErrorCode.SOURCE_SCHEMA,
                                "There is no encoding " + name + " here.",
                                "Write --encoding latin1, iso-8859-15 or windows-1252; UTF-8 needs no option. Others"
                                        + " can be converted: iconv -f " + name + " -t UTF-8.")));
    }

    /**
     * Refuses options of CSV files where there is none.
     *
     * @throws Refusal when such an option is given, which would have no effect
     */
    void checkDivided(List<DeclaredSource> declared) {
        boolean divided = declared.stream()
                .map(each -> each.table().source())
                .anyMatch(source -> source.match(
                        file -> file.matchFormat(csv -> true, parquet -> false, json -> false, duckDb -> false),
                        server -> false));
        if (!divided && (encoding != null || multiline != null)) {
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    "The option " + (encoding != null ? "--encoding" : "--multiline") + " is for CSV files, and none is"
                            + " given.",
                    encoding != null
                            ? "Leave it out. JSON that is no UTF-8 can be converted: iconv -f " + encoding
                                    + " -t UTF-8."
                            : "Leave it out.");
        }
    }
}
