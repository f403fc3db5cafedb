package io.tacit.engine.randomqueries;

import java.util.List;
import java.util.Optional;

/** A query whose rows may be shown: a release, and what is done with it. */
sealed interface Answer {
    Release release();

    /** Its columns in order. */
    List<Field> outputs();

    /** Without WITH. */
    String sql(Dialect dialect);

    /**
     * A release, some of its rows.
     *
     * @param having a condition on one of its measures such as {@code > 3}; empty for none
     * @param order what ends it, by names of its columns; empty for nothing
     */
    record Direct(Release release, String having, int measure, String order) implements Answer {
        @Override
        public List<Field> outputs() {
            return release.outputs();
        }

        @Override
        public String sql(Dialect dialect) {
            if (dialect == Dialect.TACIT) {
                String condition = having.isEmpty()
                        ? ""
                        : " HAVING " + release.measures().get(measure).tacit() + having;
                return release.tacit() + condition + order;
            }
            String condition = having.isEmpty()
                    ? ""
                    : " WHERE " + release.measures().get(measure).name() + having;
            return "SELECT * FROM (" + release.plain() + ") AS r_" + condition + order;
        }
    }

    /**
     * A query over a release, called {@code q} in it.
     *
     * @param select what stands before the release
     * @param join what stands after it; empty for nothing
     * @param where absent for all rows
     * @param tail what ends it
     */
    record Over(Answer inner, String select, String join, Optional<Expression> where, String tail, List<Field> outputs)
            implements Answer {
        @Override
        public Release release() {
            return inner.release();
        }

        @Override
        public String sql(Dialect dialect) {
            String condition = where.map(w -> " WHERE " + w.text(dialect)).orElse("");
            return select + "(" + inner.sql(dialect) + ") AS q" + join + condition + tail;
        }
    }

    /**
     * A row of a public table, and what a release says of its value.
     *
     * @param release grouped by what is compared
     * @param inner the same without that key, about the row outside
     * @param open the public table
     * @param shown its column
     */
    record PerRow(Release release, Release inner, Rows open, Block.Item shown) implements Answer {
        @Override
        public List<Field> outputs() {
            return List.of(shown.field(), inner.measures().get(0).field());
        }

        @Override
        public String sql(Dialect dialect) {
            Measure measure = inner.measures().get(0);
            String value = dialect == Dialect.TACIT
                    ? "(" + inner.tacit() + ")"
                    // No row equals NULL, and of no group there is no value; whatever else is outside is a group.
                    : "CASE WHEN " + shown.expression().text(dialect) + " IS NOT NULL THEN (" + inner.plainOfOneGroup()
                            + ") " + measure.ofNoGroup() + "END";
            return "SELECT " + shown.text(dialect) + ", " + value + " AS " + measure.name() + " FROM "
                    + open.from(dialect);
        }
    }
}
