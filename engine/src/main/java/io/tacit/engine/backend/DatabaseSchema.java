package io.tacit.engine.backend;

import io.tacit.engine.catalog.Column;
import java.util.List;
import java.util.Locale;
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
     */
    public record Relation(
            String name,
            DataEngine.FileSchema declared,
            List<List<String>> unique,
            List<Reference> references,
            Optional<String> whole) {
        public Relation {
            unique = List.copyOf(unique);
            references = List.copyOf(references);
        }

        /** One that is no partition. */
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

    /** The table of that name, compared without regard to case. */
    public Optional<Relation> table(String name) {
        return tables.stream().filter(each -> isCalled(each.name(), name)).findFirst();
    }

    /**
     * Whether a written name means this table; the written name may begin with {@code main.} as well.
     *
     * @param name as {@link #names} has it
     */
    public static boolean isCalled(String name, String written) {
        String wanted = written.toLowerCase(Locale.ROOT);
        return name.equalsIgnoreCase(wanted.startsWith(MAIN) ? wanted.substring(MAIN.length()) : wanted);
    }
}
