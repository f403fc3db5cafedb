package io.tacit.engine.policy;

import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.TextEncoding;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** All keys of a policy, each with what it means. */
final class PolicyShape {
    private static final int MOST = 10_000;

    /**
     * Names of data sets, analysts, roles and accounts. The ledger's account names consist of them, divided by slashes.
     */
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}";

    /** Names of tables and columns. */
    private static final String SQL_NAME = "[^\"\\u0000-\\u001f]{1,128}";

    private static final Shape TEXT = text("[\\s\\S]+", "a text");
    private static final Shape PATH = text("[\\s\\S]+", "a path");
    private static final Shape SERVER =
            text("jdbc:postgresql:[^\\s]+", "an address such as jdbc:postgresql://HOST:PORT/DATABASE?user=NAME");
    private static final Shape CLUSTER = text("(sc://|spark:)[^\\s]+", "an address such as sc://HOST:PORT");
    private static final Shape ROLES = new Shape.ListOf(text(NAME, "the name of a role"), 0, MOST);
    private static final Shape EPSILON = new Shape.Numeric("1e-12", true, Optional.of("20"), true, false);
    private static final Shape DELTA = number("0", Optional.of("1"), false);
    private static final Shape COUNT =
            new Shape.Numeric("1", true, Optional.of(String.valueOf(Integer.MAX_VALUE)), true, true);
    private static final Shape TYPE = text(
            "[A-Za-z]+(?: [A-Za-z]+)?(?:\\s*\\(\\s*\\d{1,2}\\s*,\\s*\\d{1,2}\\s*\\))?",
            "a type such as INTEGER or DECIMAL(18,2)");

    private static final Shape.Keys COLUMN = keys(
            optional(
                    "type",
                    TYPE,
                    "What values are cast to; needed for text files that have no schema file beside them."),
            optional(
                    "bounds",
                    new Shape.ListOf(new Shape.Value(), 2, 2),
                    "The least and the largest value, so that sums and means need no bounds in the query. Public."),
            optional(
                    "values",
                    new Shape.ListOf(new Shape.Value(), 1, Domain.MOST),
                    "All values, so that a query may show a group for each. Public."),
            optional(
                    "nullable",
                    new Shape.Truth(),
                    "false: the column has no NULL. Rows of a file that have one all the same are left out; a database"
                            + " must enforce it, but for DOUBLE, of which rows with NULL or NaN are left out."),
            optional(
                    "hidden",
                    new Shape.Truth(),
                    "true: analysts cannot name the column; it may still name the person."),
            optional("roles", ROLES, "Only analysts with one of these roles may name the column."));

    private static final Shape.Keys THROUGH = keys(
            required("through", text(SQL_NAME, "a column"), "The column of this table that refers to another table."),
            required("to", text("[^\"]+\\.[^\"]+", "TABLE.COLUMN"), "The column that it refers to, as TABLE.COLUMN."),
            optional(
                    "unique",
                    new Shape.OneOf(List.of("checked")),
                    "checked: you have made sure that the column referred to holds no value twice; needed where no"
                            + " PRIMARY KEY or UNIQUE constraint of a database enforces it."));

    private static final Shape.Keys TABLE = keys(
            optional("file", PATH, "A CSV, JSON lines or Parquet file."),
            optional("duckdb", PATH, "A DuckDB database file."),
            optional("table", TEXT, "The table's name in the database, where it is another, such as SCHEMA.TABLE."),
            optional("postgres", SERVER, "The PostgreSQL database of this table. All tables of a policy lie in one."),
            optional("spark", CLUSTER, "The Spark cluster of this table. All tables of a policy lie in one."),
            optional(
                    "format",
                    new Shape.OneOf(List.of("csv", "json", "parquet")),
                    "Of a file whose name ends in none of the known ways, or in another one; by default as its name ends."),
            optional(
                    "delimiter",
                    text("[^\\u0000\"\\n\\r]", "one character"),
                    "What divides the fields of a CSV file; a comma by default."),
            optional(
                    "quoted",
                    new Shape.Truth(),
                    "Whether fields of a CSV file may stand in double quotes; true by default."),
            optional(
                    "multiline",
                    new Shape.Truth(),
                    "Whether values in quotes of a CSV file may hold line breaks; false by default. With true that all"
                            + " quotes are closed is your word, with false that no record spans lines."),
            optional(
                    "encoding",
                    new Shape.OneOf(Arrays.stream(TextEncoding.values())
                            .map(TextEncoding::shown)
                            .toList()),
                    "Of a CSV file; utf-8 by default."),
            optional("public", new Shape.Truth(), "true: nobody's data; all of it may be read freely."),
            optional(
                    "person",
                    either(text(SQL_NAME, "a column"), new Shape.ListOf(text(SQL_NAME, "a column"), 1, 16), THROUGH),
                    "Whose row it is: the column that names the person, the columns that do so together, or a column"
                            + " that leads to another table."),
            optional(
                    "unique",
                    either(
                            text(SQL_NAME, "a column"),
                            new Shape.ListOf(
                                    either(
                                            text(SQL_NAME, "a column"),
                                            new Shape.ListOf(text(SQL_NAME, "a column"), 1, 16)),
                                    1,
                                    100)),
                    "Columns that hold no value twice, each by itself; columns in brackets of their own do so together."
                            + " Answers rest on it, privacy does not. Public."),
            optional("roles", ROLES, "Only analysts with one of these roles may read the table."),
            optional(
                    "columns",
                    new Shape.Named(SQL_NAME, "a column's name", either(TYPE, COLUMN)),
                    "The columns that analysts may name; others are hidden. Left out: all columns of the file."));

    private static final Shape REFRESH = new Shape.OneOf(List.of("daily", "weekly", "monthly", "quarterly", "yearly"));

    private static final Shape.Keys BUDGET = keys(
            optional(
                    "epsilon",
                    number("0", Optional.of("1000"), true),
                    "All that may be spent, added up by basic composition."),
            optional(
                    "rho",
                    number("0", Optional.of("1000"), true),
                    "All that may be spent, added up as zCDP; in place of epsilon."),
            required("delta", DELTA, "All of delta that may be spent."));

    private static final Shape.Keys PER_QUERY = keys(
            required(
                    "epsilon",
                    number("0", Optional.of("1000"), true),
                    "What one query may cost at most, all releases together."),
            required("delta", DELTA, "What one query may cost of delta at most."));

    private static final List<Shape.Key> ACCOUNT_TERMS = List.of(
            required("budget", BUDGET, "What may be spent; epsilon or rho says how it is added up."),
            optional("refresh", REFRESH, "When the budget begins anew, by the calendar in UTC; never by default."),
            optional("per_query", PER_QUERY, "What one query may cost at most."),
            optional(
                    "stop_after_failures",
                    new Shape.Numeric("1", true, Optional.of("1000000"), true, true),
                    "After how many failures of the engine an analyst can ask no more; each analyst's are counted alone. 3 by"
                            + " default, and in total as many as the account allows."));

    private static final Shape.Keys ACCOUNT = keys(
            required(
                    "members",
                    new Shape.ListOf(text("(?:role:)?" + NAME, "an analyst, or role:NAME"), 1, MOST),
                    "Who spends it: analysts, and role:NAME for all who have a role."),
            optional("each", new Shape.Truth(), "true: each member has the whole budget; by default they share it."),
            ACCOUNT_TERMS.get(0),
            ACCOUNT_TERMS.get(1),
            ACCOUNT_TERMS.get(2),
            ACCOUNT_TERMS.get(3));

    private static final Shape.Keys DEFAULTS = keys(
            optional("epsilon", EPSILON, "What a release spends unless the query says otherwise; 1 by default."),
            optional("delta", DELTA, "Of a release; 1e-8 by default. Far below one over the number of people."),
            optional("max_groups", COUNT, "In at most how many groups one person counts; found privately by default."),
            optional("confidence", number("0", Optional.of("1"), false), "Of the intervals; 0.95 by default."),
            optional(
                    "noise",
                    new Shape.OneOf(List.of("auto", "laplace", "gaussian")),
                    "The law of the noise; auto by default: whichever is less."),
            optional(
                    "group_selection",
                    new Shape.OneOf(List.of("auto", "laplace_threshold", "gaussian_threshold", "truncated_geometric")),
                    "How groups are selected; auto by default: whichever keeps most."),
            optional("min_people", COUNT, "Groups of fewer people never appear; 1 by default."),
            optional(
                    "report_missing",
                    new Shape.Truth(),
                    "Whether 3 % of epsilon is spent to say what limits of groups leave out; true by default."));

    private static final Shape.Keys LIMITS = keys(
            optional("epsilon", EPSILON, "The most that one release of a query may spend."),
            optional("delta", DELTA, "The most of delta that one release of a query may spend."),
            optional("max_groups", COUNT, "The most groups in which a query may say that one person is."),
            optional("min_people", COUNT, "The fewest people that a query may set as min_privacy_units_per_group."),
            optional(
                    "seconds",
                    new Shape.Numeric("1", true, Optional.of(String.valueOf(QueryCeiling.MOST_SECONDS)), true, true),
                    "How long a query may run; one that takes longer is stopped, and what it cost stays spent."),
            optional(
                    "memory",
                    text("[1-9][0-9]{0,8}(MiB|GiB)", "an amount such as 4GiB or 512MiB"),
                    "How much memory the embedded engine may take before it spills, at least 64MiB; twice what Java"
                            + " may take by default. A query that needs more fails, and what it cost stays spent."),
            optional(
                    "spill",
                    PATH,
                    "The folder in which the embedded engine makes a private one for rows that memory does not hold;"
                            + " the system's folder for temporary files by default."));

    private static final Shape.Keys SOURCES = keys(
            optional("files", PATH, "The folder of the files, from where the policy lies; its own folder by default."),
            optional("duckdb", PATH, "The DuckDB file of all tables that name no file of their own."),
            optional(
                    "postgres",
                    SERVER,
                    "The PostgreSQL database of all tables; the password is never in it but in PGPASSWORD or"
                            + " ~/.pgpass."),
            optional("spark", CLUSTER, "The Spark Connect server of the cluster that has all tables."));

    private static final Shape.Keys POSTGRES_LEDGER = keys(
            required(
                    "postgres",
                    text("jdbc:postgresql:[\\s\\S]+", "jdbc:postgresql://HOST/DATABASE"),
                    "The database as JDBC writes it."),
            required("user", TEXT, "Who connects."),
            required(
                    "password_variable",
                    text("[A-Za-z_][A-Za-z0-9_]*", "the name of an environment variable"),
                    "The environment variable that holds the password; the password itself never stands in a policy."));

    /** The keys of a whole policy. */
    static final Shape.Keys ROOT = keys(
            required(
                    "dataset",
                    text(NAME, "a name of letters, digits and _ . - @"),
                    "The data set's name; the ledger's accounts begin with it."),
            optional("sources", SOURCES, "Where rows lie."),
            required(
                    "tables",
                    new Shape.Named(SQL_NAME, "a table's name", TABLE),
                    "The tables that analysts may name; others do not exist."),
            optional("defaults", DEFAULTS, "What holds for a release unless the query says otherwise."),
            optional("limits", LIMITS, "What a query may ask for at most."),
            required(
                    "analysts",
                    new Shape.Named(NAME, "an analyst's name", ROLES),
                    "Everybody who may ask, each with their roles."),
            required(
                    "accounts",
                    new Shape.Named(NAME, "an account's name", ACCOUNT),
                    "Who spends what. An analyst is in exactly one."),
            optional(
                    "total",
                    new Shape.Keys(ACCOUNT_TERMS),
                    "An account to which every analyst's queries are charged as well: a bound for all together."),
            optional(
                    "version",
                    either(
                            TEXT,
                            keys(required(
                                    "schedule",
                                    new Shape.OneOf(List.of("daily", "weekly", "monthly")),
                                    "When the data change, by the calendar in UTC."))),
                    "The version of the data: a name that you change with the data, or a schedule. Equal queries over"
                            + " one version have one answer, paid once."),
            optional(
                    "store",
                    keys(required(
                            "window",
                            text("[1-9][0-9]{0,5}(?:s|m|h|d)", "a time such as 30m, 1h or 7d"),
                            "For how long an answer is given again without a version of the data.")),
                    "When answers are given again without a version."),
            optional(
                    "ledger",
                    either(PATH, POSTGRES_LEDGER),
                    "Where it is written down what was spent: an SQLite file, or a PostgreSQL database."
                            + " DATASET.ledger.sqlite beside the policy by default."),
            optional(
                    "audit_log",
                    PATH,
                    "A file that gets a JSON line for each query, and before it one (asked) where the query is paid for."));

    private PolicyShape() {}

    private static Shape text(String pattern, String words) {
        return new Shape.Text(Optional.of(pattern), words);
    }

    private static Shape number(String above, Optional<String> high, boolean includesHigh) {
        return new Shape.Numeric(above, false, high, includesHigh, false);
    }

    private static Shape either(Shape... shapes) {
        return new Shape.Either(List.of(shapes));
    }

    private static Shape.Keys keys(Shape.Key... keys) {
        return new Shape.Keys(Arrays.asList(keys));
    }

    private static Shape.Key required(String name, Shape shape, String meaning) {
        return new Shape.Key(name, shape, true, meaning);
    }

    private static Shape.Key optional(String name, Shape shape, String meaning) {
        return new Shape.Key(name, shape, false, meaning);
    }
}
