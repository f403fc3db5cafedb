package io.tacit.engine.rewrite;

/**
 * Limits that neither the query nor the owner gives, found privately from a histogram of magnitudes.
 *
 * @param kind what the histogram counts
 * @param column for {@code ROWS_PER_GROUP} an index among the plan's counted rows, for {@code
 *     DISTINCT_PER_GROUP} among the offered values, else among its summed values
 */
public record AutomaticParameter(Kind kind, int column) {
    /** What is bounded. */
    public enum Kind {
        /** Rows of one person in one group: one entry for each person and group. */
        ROWS_PER_GROUP(1, "rows per person and group"),
        /** Different values of one person in one group: one entry for each person and group. */
        DISTINCT_PER_GROUP(1, "different values per person and group"),
        /** The sum of one person in one group: one entry for each person and group. */
        SUM_PER_GROUP(1, "per person and group"),
        /** The mean of one person in one group: one entry for each person and group. */
        MEAN_PER_GROUP(1, "for a person's mean"),
        /** One row's value: a person's least and largest in a group, two entries for each person and group. */
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

        /** Whether both ends are looked for; else one magnitude is. */
        public boolean isRange() {
            return this == MEAN_PER_GROUP || this == VALUE_PER_ROW;
        }

        /** What the limits hold for, for people. */
        public String words() {
            return words;
        }
    }
}
