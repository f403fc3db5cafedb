package io.tacit.engine.policy;

import io.tacit.engine.catalog.AmbiguousNames;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.refusal.NearestName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds contradictions between the tables of a policy, and declarations that leave it doubtful to whom a row belongs.
 */
final class CheckTables {
    private static final List<String> KEPT_NAMES = List.of("released_", "tacit$");

    private final List<DeclaredTable> tables;
    private final Findings findings;
    private Optional<List<Column>> unit = Optional.empty();

    private CheckTables(List<DeclaredTable> tables, Findings findings) {
        this.tables = tables;
        this.findings = findings;
    }

    static void check(List<DeclaredTable> tables, Findings findings) {
        CheckTables check = new CheckTables(tables, findings);
        tables.forEach(check::check);
        check.checkPublicFiles();
        check.checkOnePlace();
    }

    private void check(DeclaredTable table) {
        String lower = table.name().toLowerCase(Locale.ROOT);
        if (KEPT_NAMES.stream().anyMatch(lower::startsWith)) {
            findings.error(
                    table.section().place(),
                    table.section().path(),
                    "The name " + table.name() + " is kept for what Tacit makes itself.",
                    "Give the table another name and write table: or file: below it.");
        }
        checkUnique(table);
        table.table()
                .protection()
                .<Runnable>match(
                        nobody -> () -> {},
                        unit -> () -> checkUnit(table, unit.columns()),
                        key -> () -> checkKey(table, key))
                .run();
    }

    private void checkUnit(DeclaredTable table, List<String> names) {
        List<Column> columns = new ArrayList<>();
        for (String name : names) {
            column(table, name, "person").ifPresent(columns::add);
        }
        if (columns.size() < names.size()) {
            return;
        }
        if (new HashSet<>(columns).size() < columns.size()) {
            error(table, "person", "A column is named twice as part of the person.", "Name each column once.");
        }
        boolean approximate =
                columns.size() > 1 && columns.stream().anyMatch(c -> c.type().kind() == ColumnType.Kind.DOUBLE);
        if (approximate) {
            error(
                    table,
                    "person",
                    "A person of several columns must not have a DOUBLE among them.",
                    "Declare it as BIGINT, DECIMAL or VARCHAR, whichever the values are.");
        }
        if (unit.isPresent() && !alike(unit.get(), columns)) {
            error(
                    table,
                    "person",
                    "The person's columns have other types here (" + types(columns) + ") than in the tables above ("
                            + types(unit.get()) + ").",
                    "Give them the same types under columns; hidden: true hides them.");
        }
        unit = unit.or(() -> Optional.of(columns));
        List<String> empty =
                columns.stream().filter(Column::nullable).map(Column::name).toList();
        if (!empty.isEmpty()) {
            findings.warning(
                    table.section().place("person"),
                    table.section().path("person"),
                    "Rows of " + table.name() + " without " + String.join(" or ", empty)
                            + " are left out of every answer," + " for nobody knows whose they are.",
                    written(table, columns));
        }
    }

    /** What else is nobody's, where the values of a file are texts. */
    private static String written(DeclaredTable table, List<Column> columns) {
        boolean texts = table.declared()
                .source()
                .match(
                        file -> file.matchFormat(csv -> true, parquet -> false, json -> true, duckDb -> false),
                        server -> false);
        return texts && columns.stream().anyMatch(column -> !column.type().equals(ColumnType.VARCHAR))
                ? "So are values that are not written as their type writes them, such as 007 or 7.0 for a whole number;"
                        + " the type VARCHAR keeps them."
                : "";
    }

    /** Names, repetitions, and values of which there are fewer than the key needs. */
    private void checkUnique(DeclaredTable table) {
        List<Set<String>> seen = new ArrayList<>();
        for (List<String> key : table.table().uniqueKeys()) {
            List<Column> columns = new ArrayList<>();
            for (String name : key) {
                column(table, name, "unique").ifPresent(columns::add);
            }
            Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
            names.addAll(key);
            if (names.size() < key.size()) {
                error(table, "unique", "A key names a column twice.", "Name each column of a key once.");
            } else if (seen.stream().anyMatch(names::containsAll)) {
                warning(
                        table,
                        "The key " + String.join(", ", key) + " says nothing more: a part of it is unique already.",
                        "Remove it.");
            }
            seen.add(names);
            if (columns.size() == key.size()) {
                checkFewValues(table, columns);
            }
        }
    }

    /** A declared list of values and a declared unique key contradict each other in a table of more rows. */
    private void checkFewValues(DeclaredTable table, List<Column> key) {
        if (key.stream().allMatch(column -> column.domain().isPresent())) {
            long rows = 1;
            for (Column column : key) {
                rows = Math.min(
                        Domain.MOST,
                        rows * column.domain().orElseThrow().values().size());
            }
            warning(
                    table,
                    "With the declared values of "
                            + String.join(", ", key.stream().map(Column::name).toList())
                            + " and each of them once, the table has at most "
                            + rows + " rows.",
                    "Remove the key from unique, or the values from the columns, whichever is wrong.");
        }
    }

    private void warning(DeclaredTable table, String rule, String advice) {
        findings.warning(table.section().place("unique"), table.section().path("unique"), rule, advice);
    }

    private static String types(List<Column> columns) {
        return String.join(
                ", ", columns.stream().map(column -> column.type().sql()).toList());
    }

    private static boolean alike(List<Column> a, List<Column> b) {
        List<ColumnType> one = a.stream().map(Column::type).toList();
        List<ColumnType> other = b.stream().map(Column::type).toList();
        if (one.size() == 1 && other.size() == 1) {
            return family(one.get(0)).equals(family(other.get(0)));
        }
        return one.equals(other);
    }

    private static ColumnType.Kind family(ColumnType type) {
        return type.kind() == ColumnType.Kind.INTEGER ? ColumnType.Kind.BIGINT : type.kind();
    }

    private void checkKey(DeclaredTable table, Protection.ForeignKey key) {
        Section person = table.section().section("person").orElse(table.section());
        Optional<Column> from = column(table, key.column(), "person");
        Optional<DeclaredTable> target = find(key.targetTable());
        if (target.isEmpty()) {
            // What is wrong with that table was found there.
            return;
        }
        if (target.get().table().protection().isPublic()) {
            findings.error(
                    person.place("to"),
                    person.path("to"),
                    target.get().name() + " is public, so it leads to nobody.",
                    "Lead to a table whose rows belong to people.");
        }
        if (leadsInCircle(table)) {
            findings.error(
                    person.place("to"),
                    person.path("to"),
                    "The tables lead to each other in a circle.",
                    "One of them must name the person with person: COLUMN.");
        }
        Optional<Column> column = target.get().table().column(key.targetColumn());
        if (column.isEmpty()) {
            findings.error(
                    person.place("to"),
                    person.path("to"),
                    unknown(key.targetColumn(), target.get()),
                    nearest(key.targetColumn(), target.get()));
            return;
        }
        if (from.isPresent() && !from.get().type().comparesWith(column.get().type())) {
            findings.error(
                    person.place("to"),
                    person.path("to"),
                    key.column() + " is " + from.get().type() + " and " + key.targetTable() + "." + key.targetColumn()
                            + " " + column.get().type() + ": different values could lead to one person.",
                    "Give both the same type under columns.");
        }
        boolean enforced = target.get()
                .relation()
                .filter(each -> each.isUnique(key.targetColumn()))
                .isPresent();
        if (!enforced && !table.uniqueChecked()) {
            findings.error(
                    person.place("to"),
                    person.path("to"),
                    "Nothing enforces that " + key.targetTable() + "." + key.targetColumn()
                            + " holds no value twice; if it did, one row would belong to two people.",
                    "Add a PRIMARY KEY or UNIQUE constraint to the database, or make sure yourself (tacit policy check"
                            + " --data counts for you) and write unique: checked.");
        }
        checkRoles(table, target.get(), person);
    }

    /** Checks that whoever may read a table may also read the tables through which its people are found. */
    private void checkRoles(DeclaredTable table, DeclaredTable target, Section person) {
        Optional<List<String>> needed = target.roles();
        boolean covered = needed.isEmpty()
                || findings.hasErrorsIn(table.section().path("roles"))
                || table.roles().isPresent()
                        && needed.get().containsAll(table.roles().get());
        if (!covered) {
            findings.error(
                    person.place("to"),
                    person.path("to"),
                    "Some may read " + table.name() + " but not " + target.name()
                            + ", through which the person of a row is found.",
                    "Give " + target.name() + " all roles of " + table.name()
                            + ", and hide columns of it under columns.");
        }
    }

    private boolean leadsInCircle(DeclaredTable start) {
        Set<String> seen = new HashSet<>();
        Optional<DeclaredTable> at = Optional.of(start);
        while (at.isPresent()) {
            Optional<Protection.ForeignKey> key = at.get().table().protection().foreignKey();
            if (key.isPresent() && !seen.add(at.get().name().toLowerCase(Locale.ROOT))) {
                return true;
            }
            at = key.flatMap(through -> find(through.targetTable()));
        }
        return false;
    }

    /** A query reads one place: what lies on a server cannot be joined with a file, or with another server. */
    private void checkOnePlace() {
        for (DeclaredTable table : tables) {
            if (!place(table).equals(place(tables.get(0)))) {
                error(
                        table,
                        place(table).startsWith("jdbc:") ? "postgres" : "spark",
                        "This table does not lie where " + tables.get(0).name() + " does.",
                        "All tables of a policy lie in files, or all in one database of one server.");
            }
        }
    }

    private static String place(DeclaredTable table) {
        return table.declared().source().match(file -> "files", server -> server.url());
    }

    private void checkPublicFiles() {
        for (DeclaredTable open : tables) {
            for (DeclaredTable other : tables) {
                boolean contradiction = open.table().protection().isPublic()
                        && !other.table().protection().isPublic()
                        && SharedRows.may(open, other);
                if (contradiction) {
                    error(
                            open,
                            "public",
                            "The same rows are people's rows in the table " + other.name() + ".",
                            "Remove this table: everything in it could be read freely.");
                }
            }
        }
    }

    private Optional<Column> column(DeclaredTable table, String name, String key) {
        Optional<Column> found = table.table().column(name);
        if (found.isEmpty()) {
            error(table, key, unknown(name, table), nearest(name, table));
        }
        return found;
    }

    private static String unknown(String name, DeclaredTable table) {
        return table.table().ambiguous().why(name).orElse(table.name() + " has no column " + name + ".");
    }

    private static String nearest(String name, DeclaredTable table) {
        if (table.table().ambiguous().why(name).isPresent()) {
            return AmbiguousNames.advice();
        }
        List<String> names = table.table().columns().stream().map(Column::name).toList();
        return NearestName.of(name, names)
                .map(near -> "Did you mean " + near + "?")
                .orElse("Its columns are: " + String.join(", ", names) + ".");
    }

    private Optional<DeclaredTable> find(String name) {
        return tables.stream()
                .filter(each -> each.name().equalsIgnoreCase(name))
                .findFirst();
    }

    private void error(DeclaredTable table, String key, String rule, String advice) {
        findings.error(table.section().place(key), table.section().path(key), rule, advice);
    }
}
