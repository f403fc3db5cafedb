package io.tacit.privacy.mechanism;

import java.util.ArrayList;
import java.util.List;

/**
 * The shapes of tails that are held against noisy counts, each with how much it is believed then.
 */
final class TailShapes {
    /**
     * The expected number of people below which a tail counts as ended: the largest person is where a quarter of one is
     * expected beyond.
     */
    private static final double ENDED = 0.25;

    /**
     * By which factor a tail's number of people falls with the first half of a bin: to nothing, where it ends; or by a
     * factor of e in 0.04 doublings of the value, and 1.5 times as many each.
     */
    private static final double[] FIRST_RATIOS = firstRatios();

    /**
     * The factors by which a tail falls faster with each half of a bin; {@link #BELIEFS} is how much each is believed
     * beforehand.
     */
    private static final double[] BENDS = {1, 0.99, 0.97, 0.92, 0.8, 0.6};

    private static final double[] BELIEFS = {3, 1, 1, 1, 1, 1};

    /**
     * Factors between the people above the begin of the fit and those counted up to the last bin that seems occupied.
     */
    private static final double[] FACTORS = {0.9, 1, 1.15, 1.4};

    private final double[] counts;
    private final double scale;
    private final int start;
    private final int end;

    /**
     * Takes what was counted.
     *
     * @param counts of all bins, noisy
     * @param scale of their noise
     * @param start the first bin of the fit
     * @param end the first bin after those that are looked at
     */
    TailShapes(double[] counts, double scale, int start, int end) {
        this.counts = counts;
        this.scale = scale;
        this.start = start;
        this.end = end;
    }

    /** A shape before its misfit is weighed. */
    private static final class Candidate {
        private final double[] above;
        private final double log;

        Candidate(double[] above, double log) {
            this.above = above;
            this.log = log;
        }

        double log() {
            return log;
        }
    }

    /**
     * The shapes that may be believed.
     *
     * @param counted about how many people are above the begin of the fit
     * @param from the first bin of the places, at most that of the fit
     * @param places edges of bins, and a place inside of each
     */
    List<TailFit.Shape> fitted(double counted, int from, double[] places) {
        int begin = 2 * (start - from);
        List<Candidate> all = new ArrayList<>();
        for (double ratio : FIRST_RATIOS) {
            for (int bend = 0; bend < BENDS.length; bend++) {
                for (double factor : FACTORS) {
                    double[] above = above(counted * factor, ratio, BENDS[bend], begin, places.length);
                    all.add(new Candidate(above, StrictMath.log(BELIEFS[bend]) - misfit(begin, above)));
                }
            }
        }
        double largest = all.stream().mapToDouble(Candidate::log).max().orElseThrow();
        List<TailFit.Shape> shapes = new ArrayList<>();
        for (Candidate one : all) {
            double belief = StrictMath.exp(one.log - largest);
            if (belief > 1e-6) {
                before(one.above, begin);
                shapes.add(new TailFit.Shape(belief, one.above, excess(one.above, places)));
            }
        }
        return shapes;
    }

    private static double[] above(double first, double ratio, double bend, int begin, int places) {
        double[] above = new double[places];
        above[begin] = first;
        double step = ratio;
        for (int i = begin + 1; i < places; i++) {
            above[i] = above[i - 1] * step;
            step *= bend;
        }
        return above;
    }

    /** Puts the people of the bins before the fit in: of so many the noise tells little. */
    private void before(double[] above, int begin) {
        for (int place = begin - 2; place >= 0; place -= 2) {
            double inside = Math.max(0, counts[start - (begin - place) / 2]);
            above[place] = above[place + 2] + inside;
            above[place + 1] = above[place + 2] + inside / 2;
        }
    }

    /** −log of how likely Laplace noise makes the counts, up to a constant. */
    private double misfit(int begin, double[] above) {
        double misfit = 0;
        for (int bin = start; bin < end; bin++) {
            int place = begin + 2 * (bin - start);
            misfit += Math.abs(counts[bin] - (above[place] - above[place + 2])) / scale;
        }
        return misfit;
    }

    /** ∫ of the people above, from each place on. */
    private static double[] excess(double[] above, double[] places) {
        double[] excess = new double[places.length];
        for (int i = places.length - 2; i >= 0; i--) {
            double between = Math.max(0, (above[i] + above[i + 1]) / 2 - ENDED);
            excess[i] = excess[i + 1] + between * (places[i + 1] - places[i]);
        }
        return excess;
    }

    private static double[] firstRatios() {
        double[] ratios = new double[13];
        double doublings = 0.04;
        for (int i = 1; i < ratios.length; i++) {
            // Half a bin is a quarter of a doubling.
            ratios[i] = StrictMath.exp(-0.25 / doublings);
            doublings *= 1.5;
        }
        return ratios;
    }
}
