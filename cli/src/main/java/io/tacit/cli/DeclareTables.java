package io.tacit.cli;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.source.ColumnDeclaration;
import io.tacit.engine.source.DeclaredSource;
import io.tacit.engine.source.ValueList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Turns the options of the command line into declared tables. */
final class DeclareTables {
    private final SourceOptions options;
    private final DataEngine engine;
    private final Map<String, TableArgument> privateTables = new LinkedHashMap<>();
    private final Map<String, TableArgument> publicTables = new LinkedHashMap<>();
    private final Map<String, Protection> protections = new HashMap<>();
    private final Map<String, List<List<String>>> unique = new HashMap<>();
    private final List<Said> columns = new ArrayList<>();
    private final List<Said> domains = new ArrayList<>();

    /** Whether only columns are asked for, and nothing will be read. */
    private boolean looking;

    private DeclareTables(SourceOptions options, DataEngine engine) {
        this.options = options;
        this.engine = engine;
    }

    /**
     * Settles what each table is.
     *
     * @throws Refusal when the options contradict each other or a file cannot be read
     */
    static List<DeclaredSource> declare(SourceOptions options, DataEngine engine) {
        return new DeclareTables(options, engine).declare();
    }

    /**
     * Settles only what the tables look like: whose rows a table holds may still be open, which counts as public here.
     *
     * @return each table, and whether it is said whose rows it holds
     * @throws Refusal when the options contradict each other or a file cannot be read
     */
    static Map<DeclaredSource, Boolean> look(SourceOptions options, DataEngine engine) {
        DeclareTables tables = new DeclareTables(options, engine);
        tables.looking = true;
        Map<DeclaredSource, Boolean> said = new LinkedHashMap<>();
        tables.declare()
                .forEach(source -> said.put(
                        source,
                        !tables.privateTables.containsKey(
                                        key(source.table().table().name()))
                                || tables.protections.containsKey(
                                        key(source.table().table().name()))));
        return said;
    }

    private List<DeclaredSource> declare() {
        options.tables().forEach(text -> put(privateTables, text));
        options.publicTables().forEach(text -> put(publicTables, text));
        options.source().ifPresent(address -> namedByColumns());
        if (privateTables.isEmpty() && publicTables.isEmpty()) {
            throw new Refusal(
                    ErrorCode.SOURCE_NAME,
                    "No table is given.",
                    options.source().isPresent()
                            ? "Name one by its people's column, as in --privacy-unit orders.customer_id."
                            : "Name one, as in --table visits=visits.csv --privacy-unit VisitorId.");
        }
        options.foreignKeys().forEach(this::foreignKey);
        units();
        options.unique().forEach(this::unique);
        options.columns().forEach(text -> columns.add(Said.column(text)));
        options.domains().forEach(text -> domains.add(Said.domain(text)));
        List<DeclaredSource> declared = new ArrayList<>();
        privateTables.forEach((name, argument) ->
                declared.add(withKeys(name, argument.declare(protection(argument), said(name), engine))));
        publicTables.forEach((name, argument) ->
                declared.add(withKeys(name, argument.declare(new Protection.Public(), said(name), engine))));
        options.checkDivided(declared);
        return declared;
    }

    private void put(Map<String, TableArgument> tables, String text) {
        TableArgument argument = TableArgument.parse(text, options);
        String name = key(argument.name());
        if (privateTables.containsKey(name) || publicTables.containsKey(name)) {
            throw new Refusal(
                    ErrorCode.SOURCE_NAME,
                    "Two tables are called " + argument.name() + ".",
                    "Give each table a name of its own.");
        }
        tables.put(name, argument);
    }

    /** In a database TABLE.COLUMN names the table, too: its rows are people's. */
    private void namedByColumns() {
        List<String> columns = new ArrayList<>(options.units());
        options.foreignKeys().forEach(key -> columns.add(sides(key).get(0)));
        for (String column : columns) {
            if (named(column).isEmpty()) {
                WrittenName.of(column, any -> true).table().ifPresent(table -> put(privateTables, table));
            }
        }
    }

    /**
     * Finds each table's person: TABLE.COLUMN names that of one table, a bare COLUMN that of every private table
     * without one.
     */
    private void units() {
        List<String> bare = new ArrayList<>();
        for (String text : options.units()) {
            Optional<WrittenName> named = named(text);
            named.ifPresent(name -> protect(table(name), unit(name, text), text));
            if (named.isEmpty() && !bare.contains(text)) {
                bare.add(text);
            }
        }
        if (privateTables.isEmpty() && !bare.isEmpty()) {
            throw new Refusal(
                    ErrorCode.PRIVACY_UNIT,
                    "There is no private table for --privacy-unit " + bare.get(0) + ".",
                    "Declare people's tables with --table NAME=FILE; --public is for nobody's data.");
        }
        boolean useless = privateTables.keySet().stream().allMatch(protections::containsKey);
        if (bare.size() > 1 || !bare.isEmpty() && useless) {
            throw conflict(String.join(" and ", options.units()));
        }
        for (String column : bare) {
            Protection unit = unit(new WrittenName(Optional.empty(), column), column);
            privateTables.keySet().forEach(name -> protections.putIfAbsent(name, unit));
        }
    }

    /** The protection by the columns that name a person together; commas divide them. */
    private static Protection unit(WrittenName columns, String text) {
        List<String> names = columns.each();
        if (names.contains("")) {
            throw new Refusal(
                    ErrorCode.PRIVACY_UNIT,
                    "The option --privacy-unit " + text + " names an empty column.",
                    "Write COLUMN, or COLUMN,COLUMN where several columns together are the person.");
        }
        return new Protection.UnitColumn(names);
    }

    private void protect(String table, Protection protection, String text) {
        if (!privateTables.containsKey(key(table))) {
            throw new Refusal(
                    ErrorCode.PRIVACY_UNIT,
                    "There is no private table " + table + " for the option " + text + ".",
                    "Declare it with --table " + table + "=FILE.");
        }
        Protection earlier = protections.putIfAbsent(key(table), protection);
        if (earlier != null && !earlier.equals(protection)) {
            throw conflict(text);
        }
    }

    private static Refusal conflict(String text) {
        return new Refusal(
                ErrorCode.PRIVACY_UNIT,
                "A table's rows belong to one kind of person, but the options name several: " + text + ".",
                "Give --privacy-unit once, or once for each table as TABLE.COLUMN.");
    }

    private void foreignKey(String text) {
        List<WrittenName> sides = sides(text).stream()
                .map(side -> named(side).orElseGet(() -> WrittenName.of(side, any -> true)))
                .toList();
        if (sides.size() != 2 || sides.stream().anyMatch(side -> side.table().isEmpty())) {
            throw new Refusal(
                    ErrorCode.PRIVACY_UNIT,
                    "The foreign key " + text + " cannot be read.",
                    "Write it as in --foreign-key items.order_id=orders.order_id.");
        }
        WrittenName from = sides.get(0);
        WrittenName to = sides.get(1);
        protect(table(from), new Protection.ForeignKey(from.only(), table(to), to.only()), text);
    }

    /** What stands before and behind the equals sign of a foreign key. */
    private static List<String> sides(String text) {
        int equals = text.indexOf('=', WrittenName.quotedEnd(text));
        return equals < 0 ? List.of(text) : List.of(text.substring(0, equals), text.substring(equals + 1));
    }

    private void unique(String text) {
        WrittenName named = named(text).orElse(null);
        if (named == null) {
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    "Of which table is the unique column " + text + "?",
                    "Write it as in --unique customers.customer_id.");
        }
        unique.computeIfAbsent(key(table(named)), none -> new ArrayList<>()).add(named.each());
    }

    private DeclaredSource withKeys(String name, DeclaredSource declared) {
        List<List<String>> keys = unique.getOrDefault(name, List.of());
        Table table = declared.table().table();
        for (String column : keys.stream().flatMap(List::stream).toList()) {
            if (table.column(column).isEmpty()) {
                throw new Refusal(
                        ErrorCode.SOURCE_SCHEMA,
                        table.ambiguous()
                                .why(column)
                                .orElse("Table " + table.name() + " has no column " + column
                                        + ", which should be unique."),
                        "Its columns are: "
                                + String.join(
                                        ", ",
                                        table.columns().stream()
                                                .map(Column::name)
                                                .toList())
                                + ".");
            }
        }
        return keys.isEmpty()
                ? declared
                : new DeclaredSource(
                        new SourceTable(table.unique(keys), declared.table().source()),
                        declared.origin(),
                        declared.schemaFile(),
                        declared.notices());
    }

    private Protection protection(TableArgument argument) {
        Protection protection = protections.get(key(argument.name()));
        if (protection == null && looking) {
            return new Protection.Public();
        }
        if (protection == null) {
            throw new Refusal(
                    ErrorCode.PRIVACY_UNIT,
                    "Whose rows does the table " + argument.name() + " hold?",
                    "Name the person's column with --privacy-unit COLUMN, or declare the table with --public if it"
                            + " holds nobody's data.");
        }
        return protection;
    }

    /** An option that declares something of a column. */
    private record Said(String option, String column, String value) {
        /** {@code NAME:TYPE[LOW..HIGH]}: the last colon before a bracket, for a name may hold colons. */
        static Said column(String text) {
            int bracket = text.endsWith("]") ? text.lastIndexOf('[') : text.length();
            int colon = text.lastIndexOf(':', bracket);
            if (colon <= 0 || colon < WrittenName.quotedEnd(text) || colon == text.length() - 1) {
                throw new Refusal(
                        ErrorCode.SOURCE_SCHEMA,
                        "The column " + text + " has no type.",
                        "Write it as in --column amount:DECIMAL(12,2).");
            }
            return new Said("--column", text.substring(0, colon), text.substring(colon + 1));
        }

        /** {@code NAME=V1,V2,…}. */
        static Said domain(String text) {
            int equal = text.indexOf('=', WrittenName.quotedEnd(text));
            if (equal <= 0 || equal == text.length() - 1) {
                throw new Refusal(
                        ErrorCode.SOURCE_SCHEMA,
                        "The domain " + text + " has no values.",
                        "Write it as in --domain color=red,green,blue.");
            }
            return new Said("--domain", text.substring(0, equal), text.substring(equal + 1));
        }
    }

    /**
     * The declarations of a table's columns: options with the table's name before the column's, or without any table's
     * name.
     */
    private Map<String, ColumnDeclaration> said(String table) {
        Map<String, ColumnDeclaration> declarations = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Said said : columns) {
            ColumnDeclaration declaration = ColumnDeclaration.parse(said.value());
            nameIn(table, said).ifPresent(column -> declarations.merge(column, declaration, ColumnDeclaration::with));
        }
        for (Said said : domains) {
            List<String> values = ValueList.parse(said.value());
            nameIn(table, said)
                    .ifPresent(column -> declarations.merge(
                            column, ColumnDeclaration.NOTHING.among(values), (known, more) -> known.among(values)));
        }
        return declarations;
    }

    /** The column's name, if it is this table's. */
    private Optional<String> nameIn(String table, Said said) {
        Optional<WrittenName> named = named(said.column());
        if (named.isPresent()) {
            return named.filter(name -> key(table(name)).equals(table)).map(WrittenName::only);
        }
        if (privateTables.size() + publicTables.size() > 1) {
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    "Of which table is the column " + said.column() + "?",
                    "Write the table's name before it: " + said.option() + " TABLE." + said.column() + "….");
        }
        return Optional.of(new WrittenName(Optional.empty(), said.column()).only());
    }

    private boolean known(String table) {
        return privateTables.containsKey(key(table)) || publicTables.containsKey(key(table));
    }

    /** A column of a declared table, where the text begins with the name of one. */
    private Optional<WrittenName> named(String text) {
        WrittenName name = WrittenName.of(text, this::known);
        return name.table().filter(this::known).map(table -> name);
    }

    private static String table(WrittenName name) {
        return name.table().orElseThrow();
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** The columns that were just proposed, for people to check once. */
    static String shown(DeclaredSource declared) {
        SourceTable table = declared.table();
        StringBuilder text = new StringBuilder("Columns of " + table.table().name() + ": ");
        List<String> columns = new ArrayList<>();
        for (Column column : table.table().columns()) {
            columns.add(shown(column));
        }
        return text.append(String.join(", ", columns)).append('.').toString();
    }

    private static String shown(Column column) {
        String bounds = column.bounds()
                .map(known -> "[" + known.lowText(column.type()) + ".." + known.highText(column.type()) + "]")
                .orElse("");
        String domain = column.domain()
                .map(known -> " (" + known.values().size() + " values)")
                .orElse("");
        return column.name() + " " + column.type().sql() + bounds + domain;
    }
}
