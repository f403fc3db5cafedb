package io.tacit.engine.backend;

import io.tacit.engine.catalog.Column;
import java.util.List;
import java.util.Optional;

/**
 * What a database declares of its tables.
 *
 * @param names of all its tables and views, sorted; with the schema before a dot, unless that is {@code main}
 * @param tables those that were looked at, in the same order
 */
public record DatabaseSchema(List<String> names, List<Relation> tables) {
    private static final String MAIN = "main.";

    /**
     * A table or view.
     *
     * @param name as {@link DatabaseSchema#names} has it
     * @param declared its columns
     * @param unique sets of columns that an enforced constraint keeps unique
     * @param references its foreign keys of one column
     * @param whole the table of which this is a partition, as {@link DatabaseSchema#names} has it; none for others
     * @param view whether its rows are computed when they are read, which may mix people or fail for one person's value
     */
    public record Relation(
            String name,
            DataEngine.FileSchema declared,
            List<List<String>> unique,
            List<Reference> references,
            Optional<String> whole,
            boolean view) {
        public Relation {
            unique = unique.stream()
                    .filter(key -> key.stream().noneMatch(declared.ambiguous()::has))
                    .toList();
            references = references.stream()
                    .filter(key -> !declared.ambiguous().has(key.column()))
                    .toList();
        }

        /** A table that may be a partition. */
        public Relation(
                String name,
                DataEngine.FileSchema declared,
                List<List<String>> unique,
                List<Reference> references,
                Optional<String> whole) {
            this(name, declared, unique, references, whole, false);
        }

        /** A table that is no partition. */
        public Relation(
                String name, DataEngine.FileSchema declared, List<List<String>> unique, List<Reference> references) {
            this(name, declared, unique, references, Optional.empty());
        }

        /** The columns that can be read. */
        public List<Column> columns() {
            return declared.columns();
        }

        /** Whether an enforced constraint keeps the values of a column unique. */
        public boolean isUnique(String column) {
            return unique.stream().anyMatch(set -> set.size() == 1 && set.get(0).equalsIgnoreCase(column));
        }
    }

    /**
     * A foreign key.
     *
     * @param column the referring column
     * @param table the table referred to, in the same schema
     * @param target the column referred to
     */
    public record Reference(String column, String table, String target) {}

    public DatabaseSchema {
        names = List.copyOf(names);
        tables = List.copyOf(tables);
    }

    /** The table of that name; of another case where only one is so called. */
    public Optional<Relation> table(String name) {
        List<Relation> alike = tables.stream()
                .filter(each -> each.name().equalsIgnoreCase(name))
                .toList();
        return alike.stream()
                .filter(each -> each.name().equals(name) || alike.size() == 1)
                .findFirst();
    }

    /** The table of that name in a DuckDB file. */
    public Optional<Relation> tableOfFile(String written) {
        return table(nameInFile(written));
    }

    /** The written name of a table in a DuckDB file as {@link #names} has it, but for its case: {@code main.} is left out. */
    public static String nameInFile(String written) {
        return written.regionMatches(true, 0, MAIN, 0, MAIN.length()) ? written.substring(MAIN.length()) : written;
    }
}
