package io.tacit.engine.randomqueries;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A SELECT over people's rows that releases nothing: its rows still belong to people. */
sealed interface Block permits Block.Projection, Block.Step, BlocksTogether, Windowed {
    /** The person of a row in the plain text. */
    Optional<String> unit();

    /** Adds what must stand in WITH, by name. */
    void collect(Map<String, Block> named);

    /** Its columns, without alias. */
    List<Field> outputs();

    String sql(Dialect dialect);

    /** An expression under a name. */
    record Item(Expression expression, String name) {
        String text(Dialect dialect) {
            return expression.text(dialect) + " AS " + name;
        }

        Field field() {
            Field.Identity identity = expression instanceof Expression.Reference reference
                    ? reference.field().identity()
                    : Field.Identity.NONE;
            return new Field("", name, expression.kind(), expression.exact(), identity);
        }
    }

    /** FROM and WHERE, with a blank before. */
    static String fromWhere(Rows rows, Optional<Expression> where, Dialect dialect) {
        List<String> conditions = new ArrayList<>();
        rows.where(dialect).ifPresent(conditions::add);
        where.ifPresent(w -> conditions.add(w.text(dialect)));
        return " FROM " + rows.from(dialect)
                + (conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions));
    }

    static String unitColumn(Rows rows, Dialect dialect) {
        return dialect == Dialect.PLAIN && rows.unit().isPresent() ? rows.unit().get() + " AS unit_, " : "";
    }

    static String list(List<Item> items, Dialect dialect) {
        return String.join(", ", items.stream().map(i -> i.text(dialect)).toList());
    }

    /** A projection, perhaps of different rows only: then the person is among the items. */
    record Projection(Rows rows, Optional<Expression> where, List<Item> items, boolean distinct) implements Block {
        @Override
        public Optional<String> unit() {
            return rows.unit();
        }

        @Override
        public void collect(Map<String, Block> named) {
            rows.collect(named);
        }

        @Override
        public List<Field> outputs() {
            return items.stream().map(Item::field).toList();
        }

        @Override
        public String sql(Dialect dialect) {
            return "SELECT " + (distinct ? "DISTINCT " : "") + unitColumn(rows, dialect) + list(items, dialect)
                    + fromWhere(rows, where, dialect);
        }
    }

    /** A step of one person: keys that hold the person, and aggregates. */
    record Step(Rows rows, Optional<Expression> where, List<Item> keys, List<Own> aggregates, Optional<String> having)
            implements Block {
        @Override
        public Optional<String> unit() {
            return rows.unit();
        }

        @Override
        public void collect(Map<String, Block> named) {
            rows.collect(named);
        }

        @Override
        public List<Field> outputs() {
            List<Field> outputs = new ArrayList<>();
            keys.forEach(key -> outputs.add(key.field()));
            aggregates.forEach(own -> outputs.add(own.field()));
            return outputs;
        }

        @Override
        public String sql(Dialect dialect) {
            String keysText = String.join(
                    ", ", keys.stream().map(k -> k.expression().text(dialect)).toList());
            String own = String.join(
                    ", ", aggregates.stream().map(a -> a.text(dialect)).toList());
            String group = dialect == Dialect.PLAIN ? rows.unit().orElseThrow() + ", " + keysText : keysText;
            return "SELECT " + unitColumn(rows, dialect) + list(keys, dialect) + (own.isEmpty() ? "" : ", " + own)
                    + fromWhere(rows, where, dialect) + " GROUP BY " + group
                    + having.map(h -> " HAVING " + h).orElse("");
        }
    }

    /** An aggregate in a step of one person. */
    record Own(String function, Expression argument, String name) {
        private static final String LIMIT = "562949953421312e0";

        String text(Dialect dialect) {
            String value = argument.text(dialect);
            boolean sums = function.equals("SUM") || function.equals("AVG");
            if (dialect == Dialect.PLAIN && argument.kind() == Kind.REAL && sums) {
                value = "CASE WHEN isnan(" + value + ") THEN NULL ELSE greatest(least(" + value + ", " + LIMIT + "), -"
                        + LIMIT + ") END";
            }
            return function + "(" + value + ") AS " + name;
        }

        Field field() {
            boolean exact = argument.exact() && !function.equals("AVG") && !function.equals("MEDIAN");
            Kind kind = switch (function) {
                case "COUNT" -> Kind.WHOLE;
                case "SUM" -> argument.kind() == Kind.WHOLE ? Kind.DECIMAL : argument.kind();
                case "AVG", "MEDIAN" -> Kind.REAL;
                default -> argument.kind();
            };
            return new Field("", name, kind, exact, Field.Identity.NONE);
        }
    }
}
