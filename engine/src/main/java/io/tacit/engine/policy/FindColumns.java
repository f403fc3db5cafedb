package io.tacit.engine.policy;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.refusal.NearestName;
import io.tacit.engine.source.AskServer;
import io.tacit.engine.source.FileColumns;
import io.tacit.engine.source.SourceFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the file or the database of a table and the columns that it declares. */
final class FindColumns {
    private final Places places;
    private final DataEngine engine;
    private final Findings findings;
    private final Map<Path, DatabaseSchema> databases = new HashMap<>();
    private final Map<String, DatabaseSchema> servers = new HashMap<>();

    FindColumns(Places places, DataEngine engine, Findings findings) {
        this.places = places;
        this.engine = engine;
        this.findings = findings;
    }

    /**
     * A source.
     *
     * @param columns its columns
     * @param relation what a database says of it
     */
    record Found(FileColumns columns, Optional<DatabaseSchema.Relation> relation) {}

    /**
     * Finds the source of a table, and reports what is wrong with it as findings.
     *
     * @param needed columns that are read whether they are listed or not
     * @throws io.tacit.engine.refusal.Refusal when it cannot be read
     */
    Optional<Found> find(String name, Section section, List<String> needed) {
        List<String> said = Stream.concat(Stream.of("file"), Places.KEYS.stream())
                .filter(section::has)
                .toList();
        if (said.size() > 1 || section.has("file") && section.has("table")) {
            String other = said.size() > 1 ? said.get(1) : "table";
            findings.error(
                    section.place(other),
                    section.path(other),
                    "A table lies in a file or in a database.",
                    "Remove one.");
            return Optional.empty();
        }
        if (section.has("file")) {
            return section.text("file")
                    .flatMap(Places::path)
                    .flatMap(path -> file(places.files().resolve(path), section, needed));
        }
        String table = section.text("table").orElse(name);
        Optional<Path> database = section.has("duckdb")
                ? section.text("duckdb").flatMap(Places::path).map(places.files()::resolve)
                : section.has("postgres") || section.has("spark") ? Optional.empty() : places.database();
        if (database.isPresent()) {
            return relation(database.get(), table, section);
        }
        Optional<String> server =
                section.text("postgres").or(() -> section.text("spark")).or(places::server);
        if (server.isPresent()) {
            return Optional.of(relation(server.get(), table));
        }
        if (findings.hasErrorsIn("sources")) {
            return Optional.empty();
        }
        findings.error(
                section.place(),
                section.path(),
                "Where do the rows of " + name + " lie?",
                "Write file: PATH, duckdb: PATH, postgres: ADDRESS or spark: ADDRESS.");
        return Optional.empty();
    }

    private Found relation(String address, String table) {
        DatabaseSchema.Relation relation = AskServer.isPath(address, table)
                ? engine.serverFiles(address, table)
                : AskServer.relation(
                        address, table, servers.computeIfAbsent(address, url -> engine.server(url, name -> true)));
        Source source = new Source.Server(address, relation.name());
        return new Found(
                new FileColumns(
                        source, relation.columns(), true, relation.declared().ambiguous()),
                Optional.of(relation));
    }

    private Optional<Found> relation(Path file, String table, Section section) {
        if (SourceFormat.declared(file)
                .filter(format -> format != SourceFormat.DUCKDB)
                .isPresent()) {
            findings.error(
                    section.place("duckdb"), section.path(), "This is no DuckDB file.", "Write file: PATH instead.");
            return Optional.empty();
        }
        DatabaseSchema schema = databases.computeIfAbsent(file, path -> engine.database(path, name -> true));
        Optional<DatabaseSchema.Relation> relation = schema.tableOfFile(table);
        if (relation.isEmpty()) {
            List<String> names =
                    schema.tables().stream().map(DatabaseSchema.Relation::name).toList();
            findings.error(
                    section.place("table"),
                    section.has("table") ? section.path("table") : section.path(),
                    "The database " + file.getFileName() + " has no table " + table + ".",
                    NearestName.of(table, names)
                            .map(near -> "Did you mean " + near + "?")
                            .orElse("It has: " + String.join(", ", names) + "."));
            return Optional.empty();
        }
        Source source = new Source.DuckDb(file, relation.get().name());
        return Optional.of(new Found(
                new FileColumns(
                        source,
                        relation.get().columns(),
                        true,
                        relation.get().declared().ambiguous()),
                relation));
    }

    private Optional<Found> file(Path file, Section section, List<String> needed) {
        Optional<SourceFormat> format = declaredFormat(file, section);
        if (format.isEmpty()) {
            findings.error(
                    section.place("file"),
                    section.path("file"),
                    "Nothing says what kind of file this is: its name ends in none of the known ways.",
                    "Write format: csv, format: json or format: parquet, or duckdb: PATH in place of file. Tacit does not"
                            + " guess it from what people's rows look like.");
            return Optional.empty();
        }
        return switch (format.get()) {
            case DUCKDB -> {
                findings.error(
                        section.place("file"),
                        section.path("file"),
                        "This is a DuckDB file.",
                        "Write duckdb: PATH, and table: NAME where the table is called otherwise.");
                yield Optional.empty();
            }
            case PARQUET -> Optional.of(new Found(FileColumns.parquet(file, engine), Optional.empty()));
            case CSV, JSON -> Optional.of(new Found(text(file, format.get(), section, needed), Optional.empty()));
        };
    }

    /** What the policy says of a file's format, and where it says nothing what the schema file or the name's end says. */
    private static Optional<SourceFormat> declaredFormat(Path file, Section section) {
        Optional<SourceFormat> otherwise = SourceFormat.declared(file);
        return section.text("format")
                .map(format -> SourceFormat.valueOf(format.toUpperCase(Locale.ROOT)))
                .or(() -> otherwise);
    }

    /**
     * The columns of a text file. The policy or the schema file says how its lines are divided; that is never guessed.
     */
    private FileColumns text(Path file, SourceFormat format, Section section, List<String> needed) {
        boolean divided = List.of("format", "delimiter", "quoted", "multiline", "encoding").stream()
                .anyMatch(section::has);
        Optional<FileColumns> kept = divided || typesAll(section) ? Optional.empty() : FileColumns.kept(file);
        if (kept.isPresent()) {
            return kept.get();
        }
        if (format == SourceFormat.JSON) {
            return FileColumns.json(file, wanted(section, needed));
        }
        char delimiter = section.text("delimiter").orElse(",").charAt(0);
        boolean quoted = section.text("quoted").map("true"::equals).orElse(true);
        TextEncoding encoding =
                section.text("encoding").flatMap(TextEncoding::of).orElse(TextEncoding.UTF_8);
        return FileColumns.csv(
                file,
                new CsvFormat(delimiter, quoted, encoding, multiline(file, quoted, section)),
                wanted(section, needed));
    }

    /** Whether records span lines: never guessed, and asked for where rows are people's. */
    private boolean multiline(Path file, boolean quoted, Section section) {
        boolean multiline = section.isTrue("multiline");
        if (multiline && !quoted) {
            findings.error(
                    section.place("multiline"),
                    section.path("multiline"),
                    "Without quotes no record spans lines.",
                    "Remove multiline, or write quoted: true.");
            return false;
        }
        if (quoted && !section.has("multiline") && !section.isTrue("public")) {
            findings.warning(
                    section.place("file"),
                    section.path("file"),
                    "Do values in quotes of " + file.getFileName()
                            + " hold line breaks? Each line counts as a row, so that"
                            + " a person whose record spans lines would be protected less.",
                    "Write multiline: false where none does, multiline: true where some do and all quotes are closed.");
        }
        return multiline;
    }

    /** Whether the policy gives a type to each column that it lists, so that it is the schema. */
    private static boolean typesAll(Section section) {
        return section.section("columns")
                .filter(columns -> columns.all().stream().allMatch(FindColumns::hasType))
                .isPresent();
    }

    private static boolean hasType(YamlValue.Field column) {
        return column.value() instanceof YamlValue.Scalar
                || column.value() instanceof YamlValue.Fields fields
                        && fields.field("type").isPresent();
    }

    private static List<String> wanted(Section section, List<String> needed) {
        Set<String> names = new LinkedHashSet<>();
        section.section("columns").ifPresent(columns -> columns.all().forEach(column -> names.add(column.key())));
        needed.stream()
                .filter(name -> names.stream().noneMatch(name::equalsIgnoreCase))
                .forEach(names::add);
        return new ArrayList<>(names);
    }
}
