package io.tacit.experiments.result;

/** One cell of a table. All numbers are finite. */
public sealed interface Cell {
    /**
     * A number that somebody published.
     *
     * @param note what must be known to compare it; may be empty
     */
    record Published(double value, String note) implements Cell {
        public Published {
            finite(value);
        }
    }

    /**
     * A number that was computed from the law of the noise and exact data, without drawing.
     *
     * @param note what the formula leaves out; may be empty
     */
    record ClosedForm(double value, String note) implements Cell {
        public ClosedForm {
            finite(value);
        }
    }

    /**
     * A number that was measured.
     *
     * @param value the statistic that the table says, such as a median
     * @param low a quarter of the runs were below it
     * @param high a quarter of the runs were above it
     * @param runs how many releases there were
     * @param note what must be known of it; may be empty
     */
    record Measured(double value, double low, double high, long runs, String note) implements Cell {
        public Measured {
            finite(value);
            finite(low);
            finite(high);
        }
    }

    /**
     * No number.
     *
     * @param why the reason, as the end of a sentence
     */
    record Missing(String why) implements Cell {}

    private static void finite(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a cell's number must be finite; say why it is missing instead");
        }
    }
}
