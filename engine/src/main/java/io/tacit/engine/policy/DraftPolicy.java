package io.tacit.engine.policy;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.Likeness;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.ServerKind;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.DeclaredSource;
import io.tacit.engine.source.SourceArgument;
import io.tacit.engine.source.SourceFormat;
import io.tacit.engine.source.YamlText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Drafts a policy from names, types, constraints, and what values look like. Of values no more comes into it than that a
 * column seems to identify people. What only the owner can know stands in comments.
 */
public final class DraftPolicy {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_./-]*");
    private static final int LONGEST_NAME = 64;
    private static final String SCHEMA = "# yaml-language-server: $schema=tacit.schema.json\n";

    private final Path folder;
    private final DataEngine engine;
    private final List<Drafted> tables = new ArrayList<>();
    private String sources = "";

    private DraftPolicy(Path folder, DataEngine engine) {
        this.folder = folder;
        this.engine = engine;
    }

    /**
     * A table of the draft.
     *
     * @param place the lines that say where its rows lie
     * @param table its name and columns
     * @param references foreign keys that the database declares
     * @param unique sets of columns that a constraint of the database keeps unique
     * @param unread columns of the database whose type there is none for
     * @param source where its rows lie
     */
    record Drafted(
            List<String> place,
            Table table,
            List<DatabaseSchema.Reference> references,
            List<List<String>> unique,
            List<DataEngine.Unread> unread,
            Source source) {}

    private static final String VIEW_OF_FILE =
            "# DECIDE: a view may mix people or fail for one person's value, so it may"
                    + " be public only. Remove it, or store its rows with CREATE TABLE … AS FROM the view.";

    private static final String VIEW_OF_SERVER = "# DECIDE: a view; each of its rows must depend on rows of one person"
            + " alone, and no row may make it fail (a cast does).";

    /**
     * Drafts a policy.
     *
     * @param files data files and DuckDB databases
     * @param output where the policy will lie; paths in it are relative to its folder
     * @throws Refusal when there is no file or one cannot be read
     */
    public static String of(List<Path> files, Path output, DataEngine engine) {
        if (files.isEmpty()) {
            throw new Refusal(
                    ErrorCode.SOURCE_NAME, "No file is given.", "For example: tacit policy init orders.parquet");
        }
        Path folder = Optional.ofNullable(output.toAbsolutePath().normalize().getParent())
                .orElse(Path.of("").toAbsolutePath());
        DraftPolicy draft = new DraftPolicy(folder, engine);
        files.forEach(draft::look);
        return draft.text(stem(files.get(0)));
    }

    /**
     * Drafts a policy for a database server.
     *
     * @param address of the database, without a password
     * @param output where the policy will lie
     * @throws Refusal when it cannot be reached, or its user may read no table
     */
    public static String ofServer(String address, Path output, DataEngine engine) {
        DraftPolicy draft = new DraftPolicy(output.toAbsolutePath().getRoot(), engine);
        List<DatabaseSchema.Relation> relations =
                engine.server(address, name -> true).tables();
        relations.stream()
                .filter(relation -> relation.whole().isEmpty())
                .forEach(relation -> draft.relation(
                        relation,
                        relation.view()
                                ? with(partitions(relation, relations), VIEW_OF_SERVER)
                                : partitions(relation, relations),
                        new Source.Server(address, relation.name())));
        if (draft.tables.isEmpty()) {
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    "The database has no table that its user may read.",
                    "GRANT SELECT on tables or views to the user.");
        }
        draft.sources =
                "sources:\n  " + (ServerKind.of(address).equals(Optional.of(ServerKind.SPARK)) ? "spark" : "postgres")
                        + ": " + quoted(address) + "\n\n";
        String database = address.replaceFirst("[?].*$", "").replaceFirst("^.*[/:]", "");
        return draft.text(database.isEmpty() ? "database" : database);
    }

    private static List<String> with(List<String> lines, String last) {
        return Stream.concat(lines.stream(), Stream.of(last)).toList();
    }

    private static List<String> partitions(DatabaseSchema.Relation whole, List<DatabaseSchema.Relation> relations) {
        long parts = relations.stream()
                .filter(each -> each.whole().equals(Optional.of(whole.name())))
                .count();
        return parts == 0
                ? List.of()
                : List.of("# All rows of its partitions are in it, which are left out as tables of their own: " + parts
                        + ".");
    }

    /** A table of a database, with the lines that say which database it is. */
    private void relation(DatabaseSchema.Relation relation, List<String> database, Source source) {
        List<String> place = new ArrayList<>(database);
        String free = free(relation.name().substring(relation.name().indexOf('.') + 1));
        if (!free.equals(relation.name())) {
            place.add("table: " + quoted(relation.name()));
        }
        relation.declared().ambiguous().leftOut().ifPresent(left -> place.add("# " + left));
        if (!relation.columns().isEmpty()) {
            Table table = new Table(free, relation.columns(), new Protection.Public())
                    .without(relation.declared().ambiguous());
            tables.add(new Drafted(
                    place,
                    table,
                    relation.references(),
                    readable(relation),
                    relation.declared().unread(),
                    source));
        }
    }

    private void look(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        SourceFormat format = SourceFormat.detect(absolute);
        String path = quoted(relative(absolute));
        if (format == SourceFormat.DUCKDB) {
            for (DatabaseSchema.Relation relation :
                    engine.database(absolute, name -> true).tables()) {
                List<String> lines = List.of("duckdb: " + path);
                relation(
                        relation,
                        relation.view() ? with(lines, VIEW_OF_FILE) : lines,
                        new Source.DuckDb(absolute, relation.name()));
            }
            return;
        }
        SourceArgument argument = new SourceArgument(free(stem(file)), absolute, Optional.empty());
        DeclaredSource found = DeclareSource.declare(argument, new Protection.Public(), Map.of(), engine);
        SourceTable declared = found.table();
        Table table = declared.table();
        List<String> place = new ArrayList<>(List.of("file: " + path));
        place.addAll(declared.source().match(DraftPolicy::format, server -> List.of()));
        boolean typed = format == SourceFormat.PARQUET;
        if (!typed) {
            // A name of a file may hold what ends a line.
            found.notices().forEach(told -> place.add("# " + told.replaceAll("[\\p{Cc}\\u2028\\u2029]", " ")));
        }
        if (typed) {
            table.ambiguous().leftOut().ifPresent(left -> place.add("# " + left));
        }
        List<DataEngine.Unread> unread = typed ? engine.parquet(absolute).unread() : List.of();
        tables.add(new Drafted(place, table, List.of(), List.of(), unread, declared.source()));
    }

    /** The policy's lines on a file's format; none for one that describes itself and is called so. */
    private static List<String> format(Source.File file) {
        return file.matchFormat(
                csv -> Stream.of(
                                "format: csv",
                                "delimiter: "
                                        + quoted(String.valueOf(csv.format().delimiter())),
                                "quoted: " + csv.format().quoted(),
                                csv.format().quoted()
                                        ? "multiline: " + csv.format().multiline()
                                        : "",
                                csv.format().encoding() == TextEncoding.UTF_8
                                        ? ""
                                        : "encoding: " + csv.format().encoding().shown())
                        .filter(line -> !line.isEmpty())
                        .toList(),
                // What a name does not say is never looked for under a policy.
                parquet -> SourceFormat.declared(parquet.path()).isPresent() ? List.of() : List.of("format: parquet"),
                json -> List.of("format: json"),
                duckDb -> List.of());
    }

    /** Keys of columns that can be read. */
    private static List<List<String>> readable(DatabaseSchema.Relation relation) {
        List<String> names = relation.columns().stream().map(Column::name).toList();
        return relation.unique().stream().filter(names::containsAll).toList();
    }

    /** A name that no table has yet. */
    private String free(String name) {
        String free = name;
        for (int n = 2; has(free); n++) {
            free = name + "_" + n;
        }
        return free;
    }

    private boolean has(String name) {
        return tables.stream().anyMatch(each -> each.table().name().equalsIgnoreCase(name));
    }

    private String text(String dataset) {
        StringBuilder text = new StringBuilder(SCHEMA);
        text.append("""
            # Who may learn what from these data. Drafted from names, types and constraints; values were looked at only
            # to propose types for text files and to see which columns seem to identify people. Only you can know
            # what it must say: read it line by line, decide what is marked DECIDE, then run: tacit policy check
            # Analysts see all names, types, bounds and values in here. All keys: docs/reference/policy.md
            """);
        text.append("dataset: ")
                .append(quoted(usable(dataset)))
                .append("\n\n")
                .append(sources)
                .append("tables:\n");
        GuessPeople people = new GuessPeople(tables);
        for (Drafted table : tables) {
            table(text, table, people);
        }
        text.append(Terms.TEXT);
        return text.toString();
    }

    /** What is left of a name by the signs and the length that the name of a data set may have. */
    private static String usable(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9_.-]", "-").replaceFirst("^[^A-Za-z0-9]+", "");
        return plain.isEmpty() ? "data" : plain.substring(0, Math.min(plain.length(), LONGEST_NAME));
    }

    private void table(StringBuilder text, Drafted drafted, GuessPeople people) {
        text.append("  ").append(quoted(drafted.table().name())).append(":\n");
        drafted.place().forEach(line -> text.append("    ").append(line).append('\n'));
        people.lines(drafted).forEach(line -> text.append("    ").append(line).append('\n'));
        if (!drafted.unique().isEmpty()) {
            text.append(
                    "    # Keys that the database keeps unique: fewer groups and rows per person follow from them.\n");
            text.append("    unique: ").append(keys(drafted.unique())).append('\n');
        }
        text.append("    # What analysts may name. Remove what they do not need; what seems to identify people is"
                + " hidden.\n");
        text.append("    columns:\n");
        Optional<GuessPeople.Guess> guess = people.guess(drafted);
        Map<String, Likeness> looks = LookForPeople.at(
                new SourceTable(drafted.table(), drafted.source()), guess.map(GuessPeople.Guess::protection), engine);
        for (Column column : drafted.table().columns()) {
            Optional<String> identifies = guess.flatMap(known -> IdentifyingColumns.of(
                            new Table(drafted.table().name(), drafted.table().columns(), known.protection()),
                            column,
                            known.keys()))
                    .or(() -> Optional.ofNullable(looks.get(column.name()))
                            .filter(kind -> kind.written() || guess.isPresent())
                            .map(Likeness::words));
            if (identifies.isPresent()) {
                people.hiding(drafted, column)
                        .forEach(line -> text.append("      # ").append(line).append('\n'));
            }
            text.append("      ")
                    .append(quoted(column.name()))
                    .append(": ")
                    .append(says(column, identifies.isPresent()))
                    .append(identifies
                            .map(what -> "   # DECIDE: seems to be " + what + "; who needs it?")
                            .orElse(""))
                    .append('\n');
        }
        if (!drafted.unread().isEmpty()) {
            text.append("      # Left out, since columns of these types cannot be queried; a table made with a"
                            + " cast, or on a server a view, has one that can: ")
                    .append(drafted.unread().stream()
                            .map(column -> quoted(column.name()) + " (" + quoted(column.type()) + ")")
                            .collect(Collectors.joining(", ")))
                    .append('\n');
        }
    }

    private static String keys(List<List<String>> unique) {
        List<String> keys = new ArrayList<>();
        for (List<String> key : unique) {
            String columns =
                    String.join(", ", key.stream().map(DraftPolicy::quoted).toList());
            keys.add(key.size() == 1 ? columns : "[" + columns + "]");
        }
        return "[" + String.join(", ", keys) + "]";
    }

    /** The policy's text on a column; it repeats what a schema file holds, for the policy then takes its place. */
    private static String says(Column column, boolean hidden) {
        List<String> parts =
                new ArrayList<>(List.of("type: " + quoted(column.type().sql())));
        column.bounds()
                .ifPresent(bounds -> parts.add("bounds: [" + quoted(bounds.lowText(column.type())) + ", "
                        + quoted(bounds.highText(column.type())) + "]"));
        column.domain()
                .ifPresent(domain -> parts.add("values: ["
                        + String.join(
                                ", ",
                                domain.values().stream()
                                        .map(DraftPolicy::quoted)
                                        .toList()) + "]"));
        if (hidden) {
            parts.add("hidden: true");
        }
        return parts.size() == 1 ? quoted(column.type().sql()) : "{" + String.join(", ", parts) + "}";
    }

    private String relative(Path file) {
        boolean sameDisk = String.valueOf(folder.getRoot()).equals(String.valueOf(file.getRoot()));
        return (sameDisk ? folder.relativize(file) : file).toString().replace('\\', '/');
    }

    private static String stem(Path file) {
        String name = String.valueOf(file.getFileName());
        int dot = name.indexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    /** A text, in quotes unless every reader of YAML takes it for the same text without them. */
    static String quoted(String text) {
        boolean plain = PLAIN.matcher(text).matches()
                && !List.of("true", "false", "null", "yes", "no", "on", "off", "y", "n")
                        .contains(text.toLowerCase(Locale.ROOT));
        return plain ? text : YamlText.quoted(text);
    }

    /** The part of the policy after the tables: the same for all data. */
    private static final class Terms {
        private static final String TEXT = """

            # What one SELECT spends unless it says otherwise. delta: far below one over the number of people.
            defaults:
              epsilon: 0.5
              delta: 1e-8
            # The most that a query may ask for.
            limits:
              epsilon: 1
              delta: 1e-6
              max_groups: 100
              # How long it may run. That one took longer is seen: it is stopped, paid for and kept as failed.
              seconds: 600

            # Who may ask, and in which roles.
            analysts:
              analyst: []
            # Who spends what. epsilon adds up over all queries; refresh: monthly would allow as much again each month.
            accounts:
              everybody:
                members: [analyst]
                budget: {epsilon: 2, delta: 1e-6}
                per_query: {epsilon: 1, delta: 1e-6}
                stop_after_failures: 3
            # total: a bound for all accounts together. Needed as soon as there are several.
            #   budget: {epsilon: 4, delta: 1e-6}

            # Change this name whenever the data change: the same question over the same version is paid once.
            version: "1"
            # Where it is written down what was spent. Keep it; without it nobody knows what is left.
            ledger: tacit-ledger.sqlite
            audit_log: tacit-audit.jsonl
            """;

        private Terms() {}
    }
}
