package io.tacit.engine.audit;

import io.tacit.engine.session.AnswerRow;

/** What is read from a row of an answer: the noisy state, as far as it can be told from the values. NaN for none. */
@FunctionalInterface
interface BlackBoxReading {
    double of(AnswerRow row);

    /** The number in a column. */
    static BlackBoxReading column(int index) {
        return row -> number(row, index);
    }

    /**
     * Tells on which side of a place the number in a column is: {@code contribution} if it lies beyond the place in the
     * direction of the contribution, else 0.
     */
    static BlackBoxReading side(int index, double place, double contribution) {
        return row -> (number(row, index) - place) * contribution > 0 ? contribution : 0;
    }

    /** The sum of differences from a middle, computed from a mean and the number it was divided by. */
    static BlackBoxReading centred(int mean, int count, double middle) {
        return row -> (number(row, mean) - middle) * Math.max(1, number(row, count));
    }

    /** The sum of centred squares, computed from a variance, the number it was divided by, and a mean. */
    static BlackBoxReading squares(int variance, int count, int mean, double middle, double half) {
        return row -> {
            double distance = number(row, mean) - middle;
            return (number(row, variance) + distance * distance - half * half / 2) * Math.max(1, number(row, count));
        };
    }

    /**
     * The sum of centred products of a column with itself, computed from that covariance, the number it was divided by,
     * and a mean.
     */
    static BlackBoxReading products(int covariance, int count, int mean, double middle) {
        return row -> {
            double distance = number(row, mean) - middle;
            return (number(row, covariance) + distance * distance) * Math.max(1, number(row, count));
        };
    }

    /** NaN for NULL. */
    static double number(AnswerRow row, int index) {
        return row.values().get(index) instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
