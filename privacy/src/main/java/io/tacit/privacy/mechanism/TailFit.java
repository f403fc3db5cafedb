package io.tacit.privacy.mechanism;

import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/**
 * Where to cut a tail, from noisy counts alone: floating-point arithmetic on numbers that may be shown.
 *
 * <p>The counts are of bins in rising order, each with discrete Laplace noise of one scale. The highest stretch of bins
 * that noise alone would not fill is where people are. A family of shapes, from tails that thin out like a power to
 * tails that end at once, is held against the counts around its end; each shape is believed as much as it makes the
 * counts likely. What is chosen is the place where the error, divided by the least that the shape allows, has the
 * smallest expected sixth power: noise grows with the bound, what is cut off shrinks. {@code TailBounds.md} says what
 * is proven and what is measured.
 */
final class TailFit {
    /**
     * How many noise scales are subtracted from each noisy count before counts are added up, so that empty bins add up
     * to less. The first value finds people who are spread over many bins, the second a crowd in few.
     */
    private static final double[] DRIFTS = {1, 2};

    /**
     * Rates of the bound: noise alone adds up to more than (ln B + 7) scales, divided by this, with a chance below
     * e^−7.
     */
    private static final double[] RATES = {0.71, 0.91};

    private static final double LOG_CHANCE = 7;

    /** The scales that are subtracted in the search for the end; what noise adds there may raise a bound. */
    private static final double DRIFT_OF_END = 2;

    /** The number of noise scales of people that lie above the place where the fit begins, about. */
    private static final double WINDOW = 50;

    /** How many bins a bound may be above the last bin that seems occupied: three doublings of a magnitude. */
    static final int FURTHEST = 6;

    /** How many more bins are counted in what a bound cuts off. */
    private static final int BEYOND = 1;

    /** The share of the noise's scale that is weighed against what is cut off; the median of |noise| is 0.69 of it. */
    private static final double NOISE = 0.5;

    /**
     * What a bound costs.
     *
     * @param noise the scale of the answer's noise for each unit of the bound
     * @param error how much of what is cut off is missing in the answer: all of a total; what a lower weight of some
     *     people does to a mean or a quantile is only a part of that
     * @param divided whether the answer is divided by what is left, so that noise counts the more the less that is
     */
    record Price(double noise, double error, boolean divided) {
        /** Of a bound beyond which everything is missing. */
        static Price ofTotal(double noise) {
            return new Price(noise, 1, false);
        }
    }

    private final double[] edges;
    private final double[] counts;
    private final double scale;

    private TailFit(double[] edges, double[] counts, double scale) {
        this.edges = edges;
        this.counts = counts;
        this.scale = scale;
    }

    /**
     * A cut.
     *
     * @param at the bound, above the lowest edge
     * @param beyond what seems to lie beyond it, or beyond a higher place
     * @param people about how many there are in all
     * @param mass about how much they have up to the bound, all added, counted from 0
     */
    record Cut(double at, BeyondCut beyond, double people, double mass) {}

    /** One shape: how much it is believed beside others, and by half bins the people above and what they have beyond. */
    static final class Shape {
        private final double belief;
        private final double[] above;
        private final double[] excess;

        Shape(double belief, double[] above, double[] excess) {
            this.belief = belief;
            this.above = above;
            this.excess = excess;
        }

        double belief() {
            return belief;
        }

        /** The people that are expected above a place. */
        double above(int place) {
            return above[place];
        }

        /** How much they have beyond it, all added. */
        double excess(int place) {
            return excess[place];
        }
    }

    /** The first and the last bin that seem occupied. */
    private record Stretch(int first, int last) {}

    /**
     * A cut, or none where there seem to be too few people.
     *
     * @param edges of bins, ascending; one more than counts
     * @param counts noisy numbers of people
     * @param scale of the counts' noise
     * @param fromZero whether the noise of the answer grows with the bound itself, not with its distance from the least
     *     value
     */
    static Optional<Cut> of(double[] edges, double[] counts, double scale, boolean fromZero, Price price) {
        TailFit fit = new TailFit(edges, counts, scale);
        return fit.occupied().map(stretch -> fit.cut(stretch, fromZero ? 0 : edges[stretch.first], price));
    }

    /** The bins between the lowest and the highest place where counts add up to more than noise alone does. */
    private Optional<Stretch> occupied() {
        int bins = counts.length;
        Optional<Stretch> fromAbove = sure(bin -> counts[bins - 1 - bin]);
        return fromAbove.map(stretch -> new Stretch(
                sure(bin -> counts[bin]).orElse(stretch).first,
                end(bins - 1 - stretch.last, bins - 1 - stretch.first)));
    }

    /** The first bins whose sum grows beyond what noise alone reaches. */
    private Optional<Stretch> sure(IntToDoubleFunction count) {
        Optional<Stretch> first = Optional.empty();
        for (int i = 0; i < DRIFTS.length; i++) {
            Optional<Stretch> found = sure(count, DRIFTS[i], RATES[i]);
            boolean isEarlier = found.isPresent() && (first.isEmpty() || found.get().last < first.get().last);
            first = isEarlier ? found : first;
        }
        return first;
    }

    private Optional<Stretch> sure(IntToDoubleFunction count, double drift, double rate) {
        double sure = scale / rate * (StrictMath.log(counts.length) + LOG_CHANCE);
        double sum = 0;
        int first = 0;
        for (int bin = 0; bin < counts.length; bin++) {
            if (sum <= 0) {
                sum = 0;
                first = bin;
            }
            sum += count.applyAsDouble(bin) - drift * scale;
            if (sum >= sure) {
                return Optional.of(new Stretch(first, bin));
            }
        }
        return Optional.empty();
    }

    /**
     * The bin at which the sum from some bin on is largest: the end of a tail is less certain than that somebody is
     * there.
     */
    private int end(int from, int to) {
        int end = from;
        double sum = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int bin = from; bin <= to; bin++) {
            sum += counts[bin] - DRIFT_OF_END * scale;
            if (sum > most) {
                most = sum;
                end = bin;
            }
        }
        return end;
    }

    private Cut cut(Stretch stretch, double origin, Price price) {
        int start = stretch.last + 1;
        double counted = 0;
        while (start > stretch.first && counted < WINDOW * scale) {
            start--;
            counted += counts[start];
        }
        int end = Math.min(counts.length, stretch.last + 1 + FURTHEST);
        // A bound of a total leaves few people beyond; a weight may be far less than what many have.
        int from = price.divided ? stretch.first : start;
        double[] places = places(from, Math.min(counts.length, end + BEYOND));
        TailShapes tail = new TailShapes(counts, scale, start, end);
        List<Shape> shapes = tail.fitted(Math.max(counted, scale), from, places);
        double[] regrets = new double[2 * (end - from) + 1];
        for (Shape shape : shapes) {
            regret(shape, places, origin, price, regrets);
        }
        int best = 1;
        for (int i = 2; i < regrets.length; i++) {
            best = regrets[i] < regrets[best] ? i : best;
        }
        double at = places[best];
        double people = 0;
        double mass = 0;
        for (int bin = stretch.first; bin < end; bin++) {
            people += counts[bin];
            mass += counts[bin] * Math.min(Math.abs(at), Math.abs(edges[bin] + edges[bin + 1]) / 2);
        }
        BeyondCut beyond = new BeyondCut(counts, scale, from, places, shapes);
        return new Cut(at, beyond, Math.max(1, people), Math.max(Math.abs(at), mass));
    }

    /** Edges of bins, and a place inside of each bin. */
    private double[] places(int start, int end) {
        double[] places = new double[2 * (end - start) + 1];
        for (int bin = start; bin < end; bin++) {
            places[2 * (bin - start)] = edges[bin];
            double product = edges[bin] * edges[bin + 1];
            places[2 * (bin - start) + 1] = product > 0
                    ? Math.copySign(StrictMath.sqrt(product), edges[bin + 1])
                    : (edges[bin] + edges[bin + 1]) / 2;
        }
        places[2 * (end - start)] = edges[end];
        return places;
    }

    /** How far a bound is from where noise begins: limits of rows are whole. */
    private static double bound(double place, double origin, Price price) {
        return price.divided ? Math.ceil(place) : place - origin;
    }

    private static void regret(Shape shape, double[] places, double origin, Price price, double[] regrets) {
        double[] errors = new double[regrets.length];
        double least = Double.POSITIVE_INFINITY;
        double all = shape.excess(0) + shape.above(0) * Math.abs(places[0]);
        for (int i = 0; i < errors.length; i++) {
            double left = price.divided ? Math.max(1e-9, (all - shape.excess(i)) / all) : 1;
            double noise = NOISE * price.noise * bound(places[i], origin, price) / left;
            double error = price.error * shape.excess(i);
            errors[i] = noise * noise + error * error;
            least = i > 0 ? Math.min(least, errors[i]) : least;
        }
        for (int i = 0; i < errors.length; i++) {
            // Cubed, so that a choice that might be far off is left for one that is nearly right in any case.
            double ratio = errors[i] / least;
            regrets[i] += shape.belief() * ratio * ratio * ratio;
        }
    }
}
