package io.tacit.engine.policy;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads the tables of a policy. */
final class ReadTables {
    private final FindColumns sources;
    private final Findings findings;
    private final Map<String, List<String>> referredTo = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private ReadTables(FindColumns sources, Findings findings) {
        this.sources = sources;
        this.findings = findings;
    }

    /** Reads all tables that can be read, and reports what is wrong with the others. */
    static List<DeclaredTable> read(Section tables, Places places, DataEngine engine, Findings findings) {
        ReadTables reading = new ReadTables(new FindColumns(places, engine, findings), findings);
        Map<String, Section> sections = new LinkedHashMap<>();
        tables.all()
                .forEach(field -> tables.section(field.key()).ifPresent(section -> sections.put(field.key(), section)));
        Map<String, Protection> protections = new LinkedHashMap<>();
        sections.forEach((name, section) -> reading.protection(name, section, sections.keySet())
                .ifPresent(protection -> protections.put(name, protection)));
        List<DeclaredTable> read = new ArrayList<>();
        sections.forEach((name, section) -> Optional.ofNullable(protections.get(name))
                .flatMap(protection -> reading.table(name, section, protection))
                .ifPresent(read::add));
        return read;
    }

    private Optional<Protection> protection(String name, Section section, Collection<String> tables) {
        boolean open = section.isTrue("public");
        if (open && section.has("person")) {
            findings.error(
                    section.place("person"),
                    section.path("person"),
                    "A public table holds nobody's rows, but this says whose they are.",
                    "Remove public: true if they are people's rows, else remove person.");
            return Optional.empty();
        }
        if (open) {
            return Optional.of(new Protection.Public());
        }
        if (!section.has("person")) {
            if (findings.hasErrorsIn(section.path("public"))) {
                return Optional.empty();
            }
            findings.error(
                    section.place(),
                    section.path(),
                    "Whose rows does the table " + name + " hold?",
                    "Write person: COLUMN, or public: true if it holds nobody's data.");
            return Optional.empty();
        }
        Optional<YamlValue> person = section.value("person");
        if (person.isPresent() && person.get() instanceof YamlValue.Scalar column) {
            return Optional.of(new Protection.UnitColumn(column.text()));
        }
        if (person.isPresent() && person.get() instanceof YamlValue.Items columns) {
            return Optional.of(new Protection.UnitColumn(Section.texts(columns)));
        }
        return section.section("person").flatMap(path -> through(path, tables));
    }

    private Optional<Protection> through(Section path, Collection<String> tables) {
        Optional<String> column = path.text("through");
        Optional<String> to = path.text("to");
        path.text("unique");
        if (column.isEmpty() || to.isEmpty()) {
            return Optional.empty();
        }
        List<String> meant = tables.stream()
                .filter(table -> to.get().regionMatches(true, 0, table + ".", 0, table.length() + 1))
                .toList();
        if (meant.size() == 1) {
            String table = meant.get(0);
            String target = to.get().substring(table.length() + 1);
            referredTo.computeIfAbsent(table, none -> new ArrayList<>()).add(target);
            return Optional.of(new Protection.ForeignKey(column.get(), table, target));
        }
        if (meant.size() > 1) {
            findings.error(
                    path.valuePlace("to"),
                    path.path("to"),
                    to.get() + " could be a column of any of these tables: " + String.join(", ", meant) + ".",
                    "Call one of them otherwise, without a dot; table: or file: below it says where its rows are.");
            return Optional.empty();
        }
        findings.error(
                path.valuePlace("to"),
                path.path("to"),
                "There is no table of this policy in " + to.get() + ".",
                "Write TABLE.COLUMN; the tables are: " + String.join(", ", tables) + ".");
        return Optional.empty();
    }

    /** Each item is a column, or a list of columns that are unique together. */
    private static List<List<String>> uniqueKeys(Section section) {
        Optional<YamlValue> keys = section.value("unique");
        if (keys.isPresent() && keys.get() instanceof YamlValue.Scalar column) {
            return List.of(List.of(column.text()));
        }
        List<List<String>> read = new ArrayList<>();
        if (keys.isPresent() && keys.get() instanceof YamlValue.Items items) {
            for (YamlValue item : items.items()) {
                if (item instanceof YamlValue.Scalar column) {
                    read.add(List.of(column.text()));
                } else if (item instanceof YamlValue.Items columns) {
                    read.add(Section.texts(columns));
                }
            }
        }
        return read;
    }

    private Optional<DeclaredTable> table(String name, Section section, Protection protection) {
        Optional<FindColumns.Found> found = source(name, section, protection);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        if (!protection.isPublic()
                && found.get().relation().filter(DatabaseSchema.Relation::view).isPresent()) {
            checkView(name, section, found.get().columns().source());
        }
        ReadColumns columns = new ReadColumns(section, found.get().columns(), findings);
        List<Column> read = columns.read();
        Optional<List<String>> roles = section.texts("roles");
        boolean checked =
                section.section("person").flatMap(path -> path.text("unique")).isPresent();
        Table table = new Table(
                name,
                read,
                protection,
                uniqueKeys(section),
                found.get().columns().ambiguous());
        section.unread("");
        return Optional.of(new DeclaredTable(
                new SourceTable(table, found.get().columns().source()),
                roles,
                columns.roles(),
                checked,
                found.get().relation(),
                section));
    }

    /** A file's owner can store what a view computes; on a server views are how rows are granted. */
    private void checkView(String name, Section section, Source source) {
        String key = section.has("table") ? "table" : "person";
        source.<Runnable>match(
                        file -> () -> findings.error(
                                section.place(key),
                                section.path(key),
                                name + " is a view of the DuckDB file.",
                                "A view may mix people, or fail for one person's value: name the table below it, or store"
                                        + " the view's rows with CREATE TABLE … AS FROM the view."),
                        server -> () -> findings.warning(
                                section.place(key),
                                section.path(key),
                                name + " is a view: Tacit sees its columns, not how it computes them.",
                                "Make sure that each of its rows depends on rows of one person alone, and that no row makes"
                                        + " it fail (a cast does)."))
                .run();
    }

    private Optional<FindColumns.Found> source(String name, Section section, Protection protection) {
        List<String> needed = new ArrayList<>(referredTo.getOrDefault(name, List.of()));
        needed.addAll(protection.ownColumns());
        uniqueKeys(section).forEach(needed::addAll);
        try {
            return sources.find(name, section, needed);
        } catch (Refusal refusal) {
            String key = Stream.concat(Stream.of("file"), Places.KEYS.stream())
                    .filter(section::has)
                    .findFirst()
                    .orElse("table");
            findings.error(section.place(key), section.has(key) ? section.path(key) : section.path(), refusal);
            return Optional.empty();
        }
    }
}
