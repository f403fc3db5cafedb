package io.tacit.engine.source;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.catalog.AmbiguousNames;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.source.DeclaredSource.Origin;
import io.tacit.engine.source.SchemaFile.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Settles the schema of a file: reads the kept one, or proposes one, which {@link #keep} then keeps beside the file.
 */
public final class DeclareSource {
    /** The pattern of numbers, dates and times, which are no names. */
    private static final String VALUE = "[+-]?[0-9][0-9.,:/+\\-eETZAPM ]*";

    private DeclareSource() {}

    /**
     * Settles a schema. Writes nothing.
     *
     * @param argument the table's name and file
     * @param protection whose rows it holds
     * @param overrides what the user says of columns, by name without regard to case
     * @param engine for asking Parquet and DuckDB files for their columns
     * @throws Refusal SOURCE_MISSING, SOURCE_UNREADABLE or SOURCE_SCHEMA; PRIVACY_UNIT when the protecting column is
     *     not there
     */
    public static DeclaredSource declare(
            SourceArgument argument,
            Protection protection,
            Map<String, ColumnDeclaration> overrides,
            DataEngine engine) {
        Map<String, ColumnDeclaration> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        given.putAll(overrides);
        SourceFormat format = SourceFormat.detect(argument.path());
        if (argument.tableInFile().isPresent() && format != SourceFormat.DUCKDB) {
            throw new Refusal(
                    ErrorCode.SOURCE_NAME,
                    "Only a DuckDB file has several tables.",
                    "Write " + argument.name() + "=FILE without a table.");
        }
        DeclaredSource declared = switch (format) {
            case PARQUET -> declaredByFile(argument, protection, given, AskFile.parquet(argument.path(), engine));
            case DUCKDB ->
                declaredByFile(
                        argument,
                        protection,
                        given,
                        AskFile.duckDb(
                                argument.path(),
                                argument.tableInFile().orElse(argument.name()),
                                protection.isPublic(),
                                engine));
            case CSV, JSON -> text(argument, protection, given, format);
        };
        checkProtection(declared.table().table());
        return declared;
    }

    /**
     * Settles the schema of a table of a database server, which declares it itself.
     *
     * @param name the table's name in queries
     * @param url the database's address
     * @param relation the table's name in the database, with its schema before a dot unless that is {@code public}
     * @param protection whose rows it holds
     * @param overrides as for {@link #declare}
     * @throws Refusal SOURCE_UNREADABLE or SOURCE_SCHEMA; PRIVACY_UNIT when the protecting column is not there
     */
    public static DeclaredSource onServer(
            String name,
            String url,
            String relation,
            Protection protection,
            Map<String, ColumnDeclaration> overrides,
            DataEngine engine) {
        Map<String, ColumnDeclaration> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        given.putAll(overrides);
        AskFile.Declared found = AskServer.table(url, relation, engine);
        Table table = table(name, "The table " + relation, found.columns(), found.ambiguous(), given, protection);
        checkProtection(table);
        return new DeclaredSource(
                new SourceTable(table, found.source()), Origin.FILE, Optional.empty(), found.notices());
    }

    /**
     * All tables and views of a database server that its user may read, called as the database calls them. Whose rows they
     * hold is open, which counts as public here. Partitions of a table among them, and tables without a column that can be
     * read, are left out.
     *
     * @param url the database's address
     * @throws Refusal SOURCE_UNREADABLE when it cannot be reached
     */
    public static List<DeclaredSource> allOnServer(String url, DataEngine engine) {
        return engine.server(url, name -> true).tables().stream()
                .filter(relation ->
                        relation.whole().isEmpty() && !relation.columns().isEmpty())
                .map(relation -> {
                    AskFile.Declared found = AskFile.declared(
                            new Source.Server(url, relation.name()), "table " + relation.name(), relation.declared());
                    Table table = new Table(relation.name(), found.columns(), new Protection.Public())
                            .without(found.ambiguous());
                    return new DeclaredSource(
                            new SourceTable(table, found.source()), Origin.FILE, Optional.empty(), found.notices());
                })
                .toList();
    }

    /** Where the schema of a text file is kept, if it is. */
    public static Path schemaFile(Path file) {
        return SchemaFile.beside(file);
    }

    /** Writes a proposed schema beside its file; anything else is returned as it is. */
    public static DeclaredSource keep(DeclaredSource declared) {
        if (declared.origin() != Origin.PROPOSED) {
            return declared;
        }
        // What is proposed is proposed for a file.
        Source.File source = declared.table().source().match(file -> file, DeclareSource::declaredElsewhere);
        Optional<CsvFormat> format = source.matchFormat(
                csv -> Optional.of(csv.format()),
                parquet -> Optional.empty(),
                json -> Optional.empty(),
                duckDb -> Optional.empty());
        List<Entry> entries =
                declared.table().table().columns().stream().map(Entry::of).toList();
        try {
            new SchemaFile(format, entries).write(source.path());
            return new DeclaredSource(declared.table(), Origin.WRITTEN, declared.schemaFile(), declared.notices());
        } catch (IOException cause) {
            List<String> notices = new ArrayList<>(declared.notices());
            notices.add("The schema of " + SourceFormat.nameOf(source.path())
                    + " could not be written beside it, so the next run proposes it anew. Allow writing into its"
                    + " folder, so that the schema is a public fact that no later row can change.");
            return new DeclaredSource(declared.table(), Origin.NOT_KEPT, declared.schemaFile(), notices);
        }
    }

    private static Source.File declaredElsewhere(Source.Server server) {
        throw new IllegalStateException("a database declares its tables itself");
    }

    private static DeclaredSource text(
            SourceArgument argument, Protection protection, Map<String, ColumnDeclaration> given, SourceFormat format) {
        Path file = argument.path();
        Optional<SchemaFile> kept = SchemaFile.read(file);
        List<Entry> entries;
        List<String> notices;
        Source source;
        AmbiguousNames ambiguous;
        if (kept.isPresent()) {
            entries = kept.get().columns();
            kept.get().format().ifPresent(said -> checkSaid(file, said, argument));
            Optional<CsvFormat> divided = kept.get().format();
            TextShape shape = divided.isPresent()
                    ? LookAtCsv.kept(file, divided.get(), kept.get())
                    : LookAtJson.shape(file, entries.stream().map(Entry::name).toList(), List.of());
            ambiguous = shape.ambiguous();
            source = divided.<Source>map(csv -> new Source.Csv(file, csv, shape.names()))
                    .orElseGet(() -> new Source.Json(file));
            notices = NobodysValues.notices(argument.name(), shape, entries, given, protection);
        } else {
            TextShape shape = format == SourceFormat.CSV
                    ? LookAtCsv.shape(file, argument.encoding().orElse(TextEncoding.UTF_8), argument.multiline())
                    : LookAtJson.shape(file);
            List<ColumnType> types = ProposeTypes.propose(shape, protection.ownColumns());
            if (format == SourceFormat.CSV) {
                checkHeaderIsNames(file, shape, types, given);
            }
            entries = new ArrayList<>();
            for (int i = 0; i < types.size(); i++) {
                if (!shape.ambiguous().has(shape.names().get(i))) {
                    entries.add(Entry.of(Column.nullable(shape.names().get(i), types.get(i))));
                }
            }
            source = shape.format()
                    .<Source>map(csv -> new Source.Csv(file, csv, shape.names()))
                    .orElseGet(() -> new Source.Json(file));
            ambiguous = shape.ambiguous();
            notices = Stream.concat(shape.notices().stream(), ambiguous.leftOut().stream())
                    .toList();
        }
        List<Column> columns = entries.stream().map(Entry::column).toList();
        Table table =
                table(argument.name(), "The file " + SourceFormat.nameOf(file), columns, ambiguous, given, protection);
        Origin origin = kept.isPresent() ? Origin.KEPT : Origin.PROPOSED;
        return new DeclaredSource(
                new SourceTable(table, source), origin, Optional.of(SchemaFile.beside(file)), notices);
    }

    /** Refuses an option that a schema file says otherwise: an option that has no effect would be taken for one that has. */
    private static void checkSaid(Path file, CsvFormat kept, SourceArgument argument) {
        argument.encoding().filter(said -> said != kept.encoding()).ifPresent(said -> {
            throw saidOtherwise(file, "encoding: " + kept.encoding().shown(), "encoding: " + said.shown());
        });
        argument.multiline().filter(said -> said != kept.multiline()).ifPresent(said -> {
            throw saidOtherwise(
                    file,
                    "multiline: " + kept.multiline(),
                    "multiline: " + said + (kept.quoted() ? "" : " and quoted: true"));
        });
    }

    private static Refusal saidOtherwise(Path file, String kept, String wanted) {
        String schema = SourceFormat.nameOf(SchemaFile.beside(file));
        return new Refusal(
                ErrorCode.SOURCE_SCHEMA,
                "The schema file " + schema + " says " + kept + ", which holds for " + SourceFormat.nameOf(file) + ".",
                "Write " + wanted + " there, or delete it to have a schema proposed anew; or leave the option out.");
    }

    private static DeclaredSource declaredByFile(
            SourceArgument argument,
            Protection protection,
            Map<String, ColumnDeclaration> given,
            AskFile.Declared found) {
        Table table = table(
                argument.name(),
                "The file " + SourceFormat.nameOf(argument.path()),
                found.columns(),
                found.ambiguous(),
                given,
                protection);
        return new DeclaredSource(
                new SourceTable(table, found.source()), Origin.FILE, Optional.empty(), found.notices());
    }

    /** The table of a source that is called so, with what the user says of its columns. */
    private static Table table(
            String name,
            String what,
            List<Column> columns,
            AmbiguousNames ambiguous,
            Map<String, ColumnDeclaration> given,
            Protection protection) {
        for (String wanted : given.keySet()) {
            if (columns.stream().noneMatch(column -> column.name().equalsIgnoreCase(wanted))) {
                throw unknown(
                        ErrorCode.SOURCE_SCHEMA, ambiguous, wanted, what + " has no column " + wanted + ".", columns);
            }
        }
        return new Table(name, overridden(columns, given), protection).without(ambiguous);
    }

    private static Refusal unknown(
            ErrorCode code, AmbiguousNames ambiguous, String wanted, String rule, List<Column> columns) {
        return ambiguous
                .why(wanted)
                .map(why -> new Refusal(code, why, AmbiguousNames.advice()))
                .orElseGet(() -> new Refusal(code, rule, "Its columns are: " + names(columns) + "."));
    }

    private static List<Column> overridden(List<Column> columns, Map<String, ColumnDeclaration> given) {
        return columns.stream()
                .map(column -> given.getOrDefault(column.name(), ColumnDeclaration.NOTHING)
                        .applied(column))
                .toList();
    }

    /**
     * Refuses a first line that is no header: all its cells look like values, or the cells of all columns that do not
     * hold text do. An owner who declares a type for such a column says that the cell is its name.
     */
    private static void checkHeaderIsNames(
            Path file, TextShape shape, List<ColumnType> types, Map<String, ColumnDeclaration> given) {
        int typed = 0;
        int typedValues = 0;
        int values = 0;
        boolean named = false;
        for (int i = 0; i < types.size(); i++) {
            boolean value = shape.header().get(i).strip().matches(VALUE);
            boolean holdsText = types.get(i).equals(ColumnType.VARCHAR);
            named |= value && given.containsKey(shape.names().get(i));
            values += value ? 1 : 0;
            typed += holdsText ? 0 : 1;
            typedValues += value && !holdsText ? 1 : 0;
        }
        if (!named && (values == types.size() || (typed > 0 && typedValues == typed))) {
            throw LookAtCsv.noHeader(file, "Its first line holds values, not names.");
        }
    }

    private static void checkProtection(Table table) {
        for (String column : table.protection().ownColumns()) {
            if (table.column(column).isEmpty()) {
                throw unknown(
                        ErrorCode.PRIVACY_UNIT,
                        table.ambiguous(),
                        column,
                        "Table " + table.name() + " has no column " + column + ", which should say whose row it is.",
                        table.columns());
            }
        }
    }

    private static String names(List<Column> columns) {
        return columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }
}
