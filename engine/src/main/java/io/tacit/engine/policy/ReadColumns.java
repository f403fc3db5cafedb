package io.tacit.engine.policy;

import io.tacit.engine.catalog.AmbiguousNames;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.refusal.NearestName;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.source.ColumnDeclaration;
import io.tacit.engine.source.FileColumns;
import io.tacit.engine.source.TypeName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what a policy says of a table's columns. Those that it does not list are hidden, unless it lists none. */
final class ReadColumns {
    private final Section table;
    private final FileColumns file;
    private final Findings findings;
    private final Map<String, Column> listed = new HashMap<>();
    private final Map<String, List<String>> roles = new HashMap<>();

    ReadColumns(Section table, FileColumns file, Findings findings) {
        this.table = table;
        this.file = file;
        this.findings = findings;
    }

    /** For each restricted column, the roles one of which its readers need. */
    Map<String, List<String>> roles() {
        return roles;
    }

    /** All columns of the file, in its order. */
    List<Column> read() {
        Optional<Section> columns = table.section("columns");
        if (columns.isEmpty()) {
            if (!file.typed() && !table.has("columns")) {
                findings.error(
                        table.place(),
                        table.path(),
                        "The columns of a text file need types.",
                        "List them under columns; tacit policy init proposes them.");
            }
            return file.columns();
        }
        List<String> names = file.columns().stream().map(Column::name).toList();
        for (YamlValue.Field field : columns.get().all()) {
            Optional<Column> found = file.columns().stream()
                    .filter(column -> column.name().equalsIgnoreCase(field.key()))
                    .findFirst();
            if (found.isPresent()) {
                listed.put(found.get().name(), column(columns.get(), field, found.get()));
            } else {
                Optional<String> why = file.ambiguous().why(field.key());
                findings.error(
                        field.place(),
                        columns.get().path(field.key()),
                        why.orElse("The file has no such column."),
                        why.isPresent()
                                ? AmbiguousNames.advice()
                                : NearestName.of(field.key(), names)
                                        .map(near -> "Did you mean " + near + "?")
                                        .orElse("Its columns are: " + String.join(", ", names) + "."));
            }
        }
        List<Column> all = new ArrayList<>();
        for (Column column : file.columns()) {
            all.add(Optional.ofNullable(listed.get(column.name())).orElseGet(column::hiddenFromAnalysts));
        }
        return all;
    }

    private Column column(Section columns, YamlValue.Field field, Column found) {
        if (field.value() instanceof YamlValue.Scalar) {
            return columns.text(field.key())
                    .map(type -> typed(columns, field.key(), found, type))
                    .orElse(found);
        }
        Optional<Section> section = columns.section(field.key());
        return section.map(says -> column(says, found)).orElse(found);
    }

    private Column column(Section says, Column found) {
        Column column = found;
        Optional<String> type = says.text("type");
        if (type.isPresent()) {
            column = typed(says, "type", column, type.get());
        } else if (!file.typed() && !says.has("type")) {
            findings.error(
                    says.place(), says.path(), "A column of a text file needs a type.", "For example type: VARCHAR.");
        }
        Optional<List<String>> bounds = says.texts("bounds").filter(ends -> ends.size() == 2);
        if (bounds.isPresent()) {
            ColumnDeclaration.Ends ends =
                    new ColumnDeclaration.Ends(bounds.get().get(0), bounds.get().get(1));
            column = applied(
                    says,
                    "bounds",
                    column,
                    new ColumnDeclaration(Optional.empty(), Optional.of(ends), Optional.empty()));
        }
        Optional<List<String>> values = says.texts("values");
        if (values.isPresent()) {
            column = applied(says, "values", column, ColumnDeclaration.NOTHING.among(values.get()));
        }
        Optional<String> nullable = says.text("nullable");
        // Of a stored DOUBLE no database says that it has no NaN: rows without a value are left out where they are
        // read.
        boolean leftOut =
                found.type().equals(ColumnType.DOUBLE) && column.type().equals(ColumnType.DOUBLE);
        boolean unenforced = nullable.filter("false"::equals).isPresent()
                && column.nullable()
                && !leftOut
                && file.source().enforcesNotNull();
        if (unenforced) {
            findings.error(
                    says.place("nullable"),
                    says.path("nullable"),
                    "The database does not enforce that " + column.name() + " of this type has no NULL.",
                    "Remove this, or ALTER TABLE … ALTER COLUMN … SET NOT NULL.");
        } else if (nullable.isPresent()) {
            column = new Column(
                    column.name(),
                    column.type(),
                    nullable.get().equals("true"),
                    column.bounds(),
                    column.domain(),
                    column.hidden());
        }
        String name = column.name();
        says.texts("roles").ifPresent(wanted -> roles.put(name, wanted));
        boolean hidden = says.isTrue("hidden");
        if (hidden && says.has("roles")) {
            findings.error(
                    says.place("roles"),
                    says.path("roles"),
                    "A hidden column is for no role.",
                    "Remove roles or hidden.");
        }
        says.unread("");
        return hidden ? column.hiddenFromAnalysts() : column;
    }

    private Column typed(Section section, String key, Column column, String text) {
        try {
            ColumnType type = TypeName.parse(text);
            return new Column(
                    column.name(),
                    type,
                    column.nullable() || !type.equals(column.type()),
                    type.equals(column.type()) ? column.bounds() : Optional.empty(),
                    type.equals(column.type()) ? column.domain() : Optional.empty(),
                    column.hidden());
        } catch (Refusal refusal) {
            findings.error(section.valuePlace(key), section.path(key), refusal);
            return column;
        }
    }

    private Column applied(Section section, String key, Column column, ColumnDeclaration declaration) {
        try {
            return declaration.applied(column);
        } catch (Refusal refusal) {
            findings.error(section.valuePlace(key), section.path(key), refusal);
            return column;
        }
    }
}
