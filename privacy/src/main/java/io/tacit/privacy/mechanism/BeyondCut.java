package io.tacit.privacy.mechanism;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Says what lies beyond a place in a tail, from noisy counts and from the shapes that fit them. */
final class BeyondCut {
    /** Standard deviations at which a shape's excess is looked at: people come by chance, whatever the shape. */
    private static final double[] DEVIATIONS = {-2.25, -1.25, -0.5, 0, 0.5, 1.25, 2.25};

    private static final double[] WEIGHTS = {0.04, 0.14, 0.2, 0.24, 0.2, 0.14, 0.04};

    /** The belief beyond the upper end of an excess: less than its confidence needs, as no shape of the family is right. */
    private static final double UNBELIEVED = 0.003;

    /** A possible excess, and how much it is believed. */
    private record Possible(double excess, double belief) {}

    private final double[] counts;
    private final double scale;
    private final int start;
    private final double[] places;
    private final List<TailFit.Shape> shapes;

    /**
     * Takes what was found.
     *
     * @param counts of all bins, noisy
     * @param scale of their noise
     * @param start the first bin of the fit
     * @param places edges of bins from there on, and a place inside of each
     * @param shapes that were held against the counts
     */
    BeyondCut(double[] counts, double scale, int start, double[] places, List<TailFit.Shape> shapes) {
        this.counts = counts;
        this.scale = scale;
        this.start = start;
        this.places = places;
        this.shapes = shapes;
    }

    /** What lies beyond the last place that is not above the bound. */
    Outside of(double bound) {
        int place = 0;
        while (place + 1 < places.length && places[place + 1] <= bound) {
            place++;
        }
        boolean inside = bound > places[place];
        return new Outside(
                people(place, start + (inside ? place / 2 + 1 : (place + 1) / 2)),
                beyond(place, 1),
                beyond(place, 2),
                Outside.Far.NOBODY);
    }

    /** How many more people than the shapes have are counted in each bin; from the begin of the fit on. */
    double[] unexpected() {
        double[] more = counts.clone();
        double belief = shapes.stream().mapToDouble(TailFit.Shape::belief).sum();
        for (TailFit.Shape shape : shapes) {
            for (int place = 0; place + 2 < places.length; place += 2) {
                more[start + place / 2] -= shape.belief() / belief * (shape.above(place) - shape.above(place + 2));
            }
        }
        return more;
    }

    /**
     * The noisy counts of the bins beyond; a bound inside of a bin leaves open where its people are. The bound was chosen
     * with a look at the same noise: the interval is one for all places together.
     *
     * @param whole the first bin that is beyond with all its values
     */
    private Estimate people(int place, int whole) {
        int end = start + (places.length - 1) / 2;
        int touched = start + place / 2;
        double least = 0;
        double most = 0;
        for (int bin = touched; bin < end; bin++) {
            most += counts[bin];
            least += bin >= whole ? counts[bin] : 0;
        }
        double confidence = 1 - (1 - Outside.CONFIDENCE) / (end - start);
        double low = Math.max(0, least - LaplaceSums.reach(scale, Math.max(0, end - whole), confidence));
        double high = Math.max(low, most + LaplaceSums.reach(scale, end - touched, confidence));
        double about = Math.min(high, Math.max(low, (least + most) / 2));
        return new Estimate(about, low, high);
    }

    /** What people have beyond a place, each to a power, all added. */
    private Estimate beyond(int place, int power) {
        Possible[] all = new Possible[shapes.size() * DEVIATIONS.length];
        double belief = 0;
        double about = 0;
        for (int i = 0; i < shapes.size(); i++) {
            TailFit.Shape shape = shapes.get(i);
            double mean = power == 1 ? shape.excess(place) : powers(shape, place, power);
            double spread = mean > 0 ? Math.sqrt(Math.log1p(powers(shape, place, 2 * power) / (mean * mean))) : 0;
            for (int j = 0; j < DEVIATIONS.length; j++) {
                double possible = mean * Math.exp(spread * (DEVIATIONS[j] - spread / 2));
                double believed = shape.belief() * WEIGHTS[j];
                all[i * DEVIATIONS.length + j] = new Possible(possible, believed);
                belief += believed;
                about += believed * possible;
            }
        }
        Arrays.sort(all, Comparator.comparingDouble(Possible::excess));
        double tail = (1 - Outside.CONFIDENCE) / 2;
        double low = quantile(all, belief * tail);
        double high = quantile(all, belief * (1 - UNBELIEVED));
        return new Estimate(Math.min(high, Math.max(low, about / belief)), low, high);
    }

    /**
     * What each has beyond, to a power, and added: that of twice the power is the variance where people come independently.
     */
    private double powers(TailFit.Shape shape, int place, int power) {
        double sum = 0;
        int last = places.length - 1;
        for (int i = place; i < last; i++) {
            double beyond = (places[i] + places[i + 1]) / 2 - places[place];
            sum += (shape.above(i) - shape.above(i + 1)) * Math.pow(beyond, power);
        }
        double farthest = places[last] - places[place];
        return sum + shape.above(last) * Math.pow(farthest, power);
    }

    private static double quantile(Possible[] ascending, double belief) {
        double sum = 0;
        for (Possible possible : ascending) {
            sum += possible.belief;
            if (sum >= belief) {
                return possible.excess;
            }
        }
        return ascending[ascending.length - 1].excess;
    }
}
