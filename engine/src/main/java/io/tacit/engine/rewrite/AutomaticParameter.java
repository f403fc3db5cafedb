package io.tacit.engine.rewrite;

import java.util.List;

/** A limit that neither the query nor the owner gives, found privately from a histogram of magnitudes. */
public sealed interface AutomaticParameter {
    /** What is bounded. */
    Kind kind();

    /** Whether it is a limit of chosen rows, and not of all that a person has in a group. */
    default boolean isOfSomeRows() {
        return false;
    }

    /** Whether it is the limit of all rows that a person has in a group. */
    default boolean isOfAllRows() {
        return kind() == Kind.ROWS_PER_GROUP && !isOfSomeRows();
    }

    /** Asks a visitor about this parameter. */
    <R> R accept(Visitor<R> visitor);

    /**
     * How many rows a person has in a group.
     *
     * @param counted which rows
     */
    record RowsPerGroup(RowCount counted) implements AutomaticParameter {
        @Override
        public boolean isOfSomeRows() {
            return !counted.equals(RowCount.EVERY_ROW);
        }

        @Override
        public Kind kind() {
            return Kind.ROWS_PER_GROUP;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.rowsPerGroup(this);
        }
    }

    /**
     * How many rows of any one choice a person has in a group: the most of several numbers.
     *
     * @param counted the choices, at least one
     */
    record MostRowsPerGroup(List<RowCount> counted) implements AutomaticParameter {
        public MostRowsPerGroup {
            counted = List.copyOf(counted);
        }

        @Override
        public boolean isOfSomeRows() {
            return true;
        }

        @Override
        public Kind kind() {
            return Kind.ROWS_PER_GROUP;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.mostRowsPerGroup(this);
        }
    }

    /**
     * How many different values a person has in a group.
     *
     * @param offered which values
     */
    record DistinctPerGroup(DistinctColumn offered) implements AutomaticParameter {
        @Override
        public Kind kind() {
            return Kind.DISTINCT_PER_GROUP;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.distinctPerGroup(this);
        }
    }

    /**
     * How large the sum of a person is in a group.
     *
     * @param summed which values
     */
    record SumPerGroup(ValueColumn summed) implements AutomaticParameter {
        @Override
        public Kind kind() {
            return Kind.SUM_PER_GROUP;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.sumPerGroup(this);
        }
    }

    /**
     * Between which ends the mean of a person lies in a group.
     *
     * @param summed which values
     */
    record MeanPerGroup(ValueColumn summed) implements AutomaticParameter {
        @Override
        public Kind kind() {
            return Kind.MEAN_PER_GROUP;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.meanPerGroup(this);
        }
    }

    /**
     * Between which ends the value of a row lies.
     *
     * @param summed which values
     */
    record ValuePerRow(ValueColumn summed) implements AutomaticParameter {
        @Override
        public Kind kind() {
            return Kind.VALUE_PER_ROW;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.valuePerRow(this);
        }
    }

    /** What is bounded. */
    enum Kind {
        /** Rows of one person in one group: one entry for each person and group. */
        ROWS_PER_GROUP(1, "rows per person and group"),
        /** Different values of one person in one group: one entry for each person and group. */
        DISTINCT_PER_GROUP(1, "different values per person and group"),
        /** The sum of one person in one group: one entry for each person and group. */
        SUM_PER_GROUP(1, "per person and group"),
        /** The mean of one person in one group: one entry for each person and group. */
        MEAN_PER_GROUP(1, "for a person's mean"),
        /**
         * The value of one row: the least and the largest of a person in a group, two entries for each person and
         * group.
         */
        VALUE_PER_ROW(2, "per row");

        private final int entries;
        private final String words;

        Kind(int entries, String words) {
            this.entries = entries;
            this.words = words;
        }

        /** How many entries one person adds to the paper's histogram for each group. */
        public int entries() {
            return entries;
        }

        /** Whether what is bounded is a number of rows or values, never negative. */
        public boolean isCount() {
            return this == ROWS_PER_GROUP || this == DISTINCT_PER_GROUP;
        }

        /** Whether both ends are searched for, rather than one magnitude. */
        public boolean isRange() {
            return this == MEAN_PER_GROUP || this == VALUE_PER_ROW;
        }

        /** What the limits are for, as people read it. */
        public String words() {
            return words;
        }
    }

    /**
     * An answer for each parameter; none has a default.
     *
     * @param <R> the answer
     */
    interface Visitor<R> {
        /** For a number of rows. */
        R rowsPerGroup(RowsPerGroup counted);

        /** For the most of several numbers of rows. */
        R mostRowsPerGroup(MostRowsPerGroup counted);

        /** For a number of different values. */
        R distinctPerGroup(DistinctPerGroup offered);

        /** For a sum. */
        R sumPerGroup(SumPerGroup summed);

        /** For a mean. */
        R meanPerGroup(MeanPerGroup summed);

        /** For a value. */
        R valuePerRow(ValuePerRow summed);
    }
}
