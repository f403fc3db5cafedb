package io.tacit.engine.randomqueries;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What stands in FROM. */
sealed interface Rows {
    /** The columns that a query over it may name. */
    List<Field> fields();

    /** The text in FROM. */
    String from(Dialect dialect);

    /** The person of a row in the plain text; empty for public rows. */
    Optional<String> unit();

    /** Adds what must stand in WITH, by name. */
    void collect(Map<String, Block> named);

    /** A condition that belongs into WHERE because the join was written with a comma; empty otherwise. */
    Optional<String> where(Dialect dialect);

    default Optional<Field> identified(Field.Identity identity) {
        return fields().stream().filter(f -> f.identity() == identity).findFirst();
    }

    /** The same by a name that means it whatever else is in FROM. */
    default Optional<Field> identifiedByTable(Field.Identity identity) {
        return fields().stream()
                .filter(f -> f.identity() == identity && !f.qualifier().isEmpty())
                .findFirst();
    }

    /** A declared table. */
    record OfTable(RandomTable table, String alias) implements Rows {
        @Override
        public List<Field> fields() {
            return table.fields().stream().map(f -> f.of(alias)).toList();
        }

        @Override
        public String from(Dialect dialect) {
            return (dialect == Dialect.TACIT ? table.name() : table.rows()) + " AS " + alias;
        }

        @Override
        public Optional<String> unit() {
            return table.isPublic() ? Optional.empty() : Optional.of(alias + ".unit_");
        }

        @Override
        public void collect(Map<String, Block> named) {}

        @Override
        public Optional<String> where(Dialect dialect) {
            return Optional.empty();
        }
    }

    /**
     * A query in parentheses, or by its name in WITH.
     *
     * @param name in WITH; empty for parentheses
     */
    record OfBlock(Block block, String alias, String name) implements Rows {
        @Override
        public List<Field> fields() {
            return block.outputs().stream().map(f -> f.of(alias)).toList();
        }

        @Override
        public String from(Dialect dialect) {
            return (name.isEmpty() ? "(" + block.sql(dialect) + ")" : name) + " AS " + alias;
        }

        @Override
        public Optional<String> unit() {
            return block.unit().map(unit -> alias + ".unit_");
        }

        @Override
        public void collect(Map<String, Block> named) {
            block.collect(named);
            if (!name.isEmpty()) {
                named.put(name, block);
            }
        }

        @Override
        public Optional<String> where(Dialect dialect) {
            return Optional.empty();
        }
    }

    /**
     * Two joined.
     *
     * @param kind such as LEFT JOIN, or a comma
     * @param condition what the analyst writes
     * @param fields what may be named, those of a side that may be missing without identity
     */
    record Joined(Rows left, Rows right, String kind, Expression condition, List<Field> fields) implements Rows {
        static final String COMMA = ",";

        @Override
        public String from(Dialect dialect) {
            String second = right instanceof Joined || right instanceof ByName
                    ? "(" + right.from(dialect) + ")"
                    : right.from(dialect);
            String both = left.from(dialect) + (kind.equals(COMMA) ? ", " : " " + kind + " ") + second;
            return kind.equals(COMMA) ? both : both + " ON " + condition(dialect);
        }

        @Override
        public Optional<String> where(Dialect dialect) {
            String all = java.util.stream.Stream.of(
                            left.where(dialect),
                            right.where(dialect),
                            kind.equals(COMMA) ? Optional.of(condition(dialect)) : Optional.<String>empty())
                    .flatMap(Optional::stream)
                    .collect(java.util.stream.Collectors.joining(" AND "));
            return all.isEmpty() ? Optional.empty() : Optional.of(all);
        }

        /** Rows of two people never meet, also where an order is of both. */
        private String condition(Dialect dialect) {
            String written = condition.text(dialect);
            return dialect == Dialect.PLAIN
                            && left.unit().isPresent()
                            && right.unit().isPresent()
                    ? "(" + written + " AND " + left.unit().get() + " = "
                            + right.unit().get() + ")"
                    : written;
        }

        @Override
        public Optional<String> unit() {
            if (left.unit().isPresent() && right.unit().isPresent()) {
                return Optional.of(
                        "COALESCE(" + left.unit().get() + ", " + right.unit().get() + ")");
            }
            return left.unit().or(right::unit);
        }

        @Override
        public void collect(Map<String, Block> named) {
            left.collect(named);
            right.collect(named);
        }
    }

    /**
     * Two tables joined by the name of the person's column. Rows of two people never meet in it.
     *
     * @param kind such as LEFT JOIN
     * @param fields the merged column by its name alone, then those of both sides
     */
    record ByName(OfTable left, OfTable right, String kind, String name, List<Field> fields) implements Rows {
        @Override
        public String from(Dialect dialect) {
            return left.from(dialect) + " " + kind + " " + right.from(dialect) + " USING (" + name + ")";
        }

        @Override
        public Optional<String> unit() {
            return Optional.of("COALESCE(" + left.unit().orElseThrow() + ", "
                    + right.unit().orElseThrow() + ")");
        }

        @Override
        public void collect(Map<String, Block> named) {}

        @Override
        public Optional<String> where(Dialect dialect) {
            return Optional.empty();
        }
    }
}
