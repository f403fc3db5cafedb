package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A covariance, correlation or regression of y on x from noisy sums over the rows that have both. With n = max(1,
 * weight), the means ȳ and x̄ of the deviations from the middles, and P, Q the sums of products and of squares of them:
 *
 * <ul>
 *   <li>COVAR_POP = P/n − ȳ·x̄, within ± h_y·h_x; COVAR_SAMP is n/(n−1) times that, and nothing if n ≤ 1;
 *   <li>REGR_SLOPE = COVAR_POP / VAR_POP(x) with VAR_POP(x) = Q/n + h²/2 − x̄², and nothing where that is not more than
 *   0;
 *   <li>REGR_INTERCEPT = the mean of y − REGR_SLOPE · the mean of x;
 *   <li>CORR = COVAR_POP / √(VAR_POP(y)·VAR_POP(x)), within [−1, 1], and nothing where either is not more than 0.
 * </ul>
 *
 * <p>Never NaN and never infinite. An interval misses the value before noise with no more than the probability
 * that its confidence leaves, however few the people; its ends may be infinite. The
 * proof is in {@code NoisyCovariance.md} beside this class.
 *
 * @param kind which of the five functions
 * @param y the first column, the one that depends
 * @param x the second column
 */
public record NoisyCovariance(Kind kind, Column y, Column x) {
    /** A sum over the people of a group, in real units. */
    public enum Moment {
        /** How many rows with both columns, as a {@link State.Count}. */
        WEIGHT,
        /** Deviations of y, as a {@link State.Centred}. */
        Y,
        /** Deviations of x. */
        X,
        /** {@link CentredProducts} of y and x. */
        PRODUCTS,
        /** Squares of y, as {@link State.Squares}. */
        SQUARES_OF_Y,
        /** Squares of x. */
        SQUARES_OF_X
    }

    /** What is asked for. */
    public enum Kind {
        /** The mean product of the distances to the means. */
        COVAR_POP,
        /** The same, times n/(n−1). */
        COVAR_SAMP,
        /** Pearson's correlation. */
        CORR,
        /** The slope of the line of least squares. */
        REGR_SLOPE,
        /** Where that line meets x = 0. */
        REGR_INTERCEPT;

        /** The sums from which it is computed. */
        public List<Moment> moments() {
            return switch (this) {
                case COVAR_POP, COVAR_SAMP -> List.of(Moment.WEIGHT, Moment.Y, Moment.X, Moment.PRODUCTS);
                case REGR_SLOPE, REGR_INTERCEPT ->
                    List.of(Moment.WEIGHT, Moment.Y, Moment.X, Moment.PRODUCTS, Moment.SQUARES_OF_X);
                case CORR ->
                    List.of(
                            Moment.WEIGHT,
                            Moment.Y,
                            Moment.X,
                            Moment.PRODUCTS,
                            Moment.SQUARES_OF_Y,
                            Moment.SQUARES_OF_X);
            };
        }
    }

    /**
     * One of the two columns.
     *
     * @param middle of its bounds; finite
     * @param halfRange half the distance of its bounds, between 0 and 2^480: products of two are doubles then
     */
    public record Column(double middle, double halfRange) {
        private static final double LARGEST_HALF_RANGE = 0x1p480;

        /** Refuses what is negative, NaN or too wide for a product. */
        public Column {
            if (!Double.isFinite(middle)) {
                throw new IllegalArgumentException("middle must be a finite number");
            }
            if (!(halfRange >= 0 && halfRange <= LARGEST_HALF_RANGE)) {
                throw new IllegalArgumentException("halfRange must be at least 0 and at most 2^480 (about 3e144)");
            }
        }

        double square() {
            return halfRange * halfRange;
        }
    }

    /**
     * Half the width within which one of the sums lies; the widths of all sums hold at once with the given confidence.
     *
     * @param law its noise; empty for a constant
     * @param unit the real value of one
     * @param confidence of the whole interval, more than 0 and less than 1
     * @throws IllegalArgumentException for a confidence out of range
     */
    public double halfWidth(Optional<? extends IntegerNoise> law, Rational unit, double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
        Rational missed = Rational.ONE
                .minus(Rational.ofExact(confidence))
                .dividedBy(Rational.of(kind.moments().size()));
        return law.map(noise -> Rational.of(noise.halfWidth(Rational.ONE.minus(missed)))
                        .times(unit)
                        .toDoubleUp())
                .orElse(0.0);
    }

    /**
     * The value; empty where the sums give none. Infinite sums, which noise of a tiny ε can make, count as the largest
     * doubles.
     *
     * @param noisy each moment of the kind, in real units
     * @throws IllegalArgumentException for NaN
     */
    public Optional<Double> value(Map<Moment, Double> noisy) {
        double n = Math.max(1, finite(noisy, Moment.WEIGHT));
        double ofY = clamp(finite(noisy, Moment.Y) / n, y.halfRange);
        double ofX = clamp(finite(noisy, Moment.X) / n, x.halfRange);
        double largest = y.halfRange * x.halfRange;
        double covariance = clamp(clamp(finite(noisy, Moment.PRODUCTS) / n, largest) - ofY * ofX, largest);
        return switch (kind) {
            case COVAR_POP -> number(covariance);
            case COVAR_SAMP -> n > 1 ? number(covariance * (n / (n - 1))) : Optional.empty();
            case CORR -> {
                double spread = Math.sqrt(variance(y, noisy, Moment.SQUARES_OF_Y, n, ofY))
                        * Math.sqrt(variance(x, noisy, Moment.SQUARES_OF_X, n, ofX));
                yield spread > 0 ? number(clamp(covariance / spread, 1)) : Optional.empty();
            }
            case REGR_SLOPE -> slope(covariance, noisy, n, ofX).flatMap(NoisyCovariance::number);
            case REGR_INTERCEPT ->
                slope(covariance, noisy, n, ofX)
                        .flatMap(slope -> number(y.middle
                                + ofY
                                - clamp(slope * clamp(x.middle + ofX, Double.MAX_VALUE), Double.MAX_VALUE)));
        };
    }

    private Optional<Double> slope(double covariance, Map<Moment, Double> noisy, double n, double mean) {
        double variance = variance(x, noisy, Moment.SQUARES_OF_X, n, mean);
        return variance > 0 ? Optional.of(clamp(covariance / variance, Double.MAX_VALUE)) : Optional.empty();
    }

    private static double variance(Column column, Map<Moment, Double> noisy, Moment squares, double n, double mean) {
        double half = column.square() / 2;
        double spread = clamp(finite(noisy, squares) / n, half) + half - mean * mean;
        return Math.max(0, Math.min(column.square(), spread));
    }

    private static double finite(Map<Moment, Double> sums, Moment moment) {
        Double sum = sums.get(moment);
        if (sum == null || sum.isNaN()) {
            throw new IllegalArgumentException("each moment of the kind must be given, and be a number");
        }
        return clamp(sum, Double.MAX_VALUE);
    }

    private static double clamp(double value, double most) {
        return Math.max(-most, Math.min(most, value));
    }

    /** A finite number; its zero has no sign. */
    private static Optional<Double> number(double value) {
        return Optional.of(clamp(value, Double.MAX_VALUE) + 0.0);
    }

    /**
     * The value and an interval, by interval arithmetic over what the sums may have been.
     *
     * @param noisy each moment of the kind, in real units
     * @param halfWidths of each of them, see {@link #halfWidth}
     * @return empty where there is no value; an end is infinite where the noise leaves the variance of x open
     * @throws IllegalArgumentException for NaN
     */
    public Optional<Estimate> estimate(Map<Moment, Double> noisy, Map<Moment, Double> halfWidths) {
        return value(noisy).map(value -> {
            Span span = new Box(this, noisy, halfWidths).span();
            return new Estimate(value, Math.min(value, span.low()) + 0.0, Math.max(value, span.high()) + 0.0);
        });
    }

    /** The formulas of the values, over all sums that lie within their half widths. */
    private record Box(NoisyCovariance of, Map<Moment, Double> noisy, Map<Moment, Double> halfWidths) {
        Span span() {
            Span y = mean(Moment.Y, of.y.halfRange);
            Span x = mean(Moment.X, of.x.halfRange);
            double largest = largest(of.y, of.x);
            Span covariance = mean(Moment.PRODUCTS, largest).minus(y.times(x)).clamped(-largest, largest);
            return switch (of.kind) {
                case COVAR_POP -> covariance;
                case COVAR_SAMP -> covariance.times(sample(people()));
                case CORR ->
                    covariance
                            .dividedBy(variance(of.y, Moment.SQUARES_OF_Y, y)
                                    .root()
                                    .times(variance(of.x, Moment.SQUARES_OF_X, x)
                                            .root()))
                            .clamped(-1, 1);
                case REGR_SLOPE -> slope(covariance, x);
                case REGR_INTERCEPT ->
                    Span.of(of.y.middle)
                            .plus(y)
                            .minus(slope(covariance, x)
                                    .times(Span.of(of.x.middle).plus(x)));
            };
        }

        private Span slope(Span covariance, Span x) {
            return covariance.dividedBy(variance(of.x, Moment.SQUARES_OF_X, x));
        }

        private Span variance(Column column, Moment squares, Span mean) {
            double most = largest(column, column);
            return mean(squares, most / 2)
                    .plus(Span.of(column.square() / 2))
                    .minus(mean.square())
                    .clamped(0, most);
        }

        /** The largest product of two deviations. A column of one value has none at all. */
        private static double largest(Column one, Column other) {
            return one.halfRange == 0 || other.halfRange == 0 ? 0 : Math.nextUp(one.halfRange * other.halfRange);
        }

        /** n, a whole number: a sample keeps at least 2 people. */
        private Span people() {
            return sum(Moment.WEIGHT).clamped(of.kind == Kind.COVAR_SAMP ? 2 : 1, Double.MAX_VALUE);
        }

        private Span mean(Moment moment, double largest) {
            return sum(moment).dividedBy(people()).clamped(-largest, largest);
        }

        private Span sum(Moment moment) {
            return Span.around(finite(noisy, moment), Math.abs(finite(halfWidths, moment)));
        }

        /** n/(n−1) falls with n. */
        private static Span sample(Span n) {
            return new Span(
                    Math.max(1, Math.nextDown(n.high() / (n.high() - 1))), Math.nextUp(n.low() / (n.low() - 1)));
        }
    }
}
