package io.tacit.privacy.mechanism;

import java.util.ArrayList;
import java.util.List;

/** Probabilities of the place where a run stops, by summing over the noise of the target. Test code only. */
final class AboveThresholdLaw {
    private static final int WIDEST = 400;

    private AboveThresholdLaw() {}

    /** One for each place, and one for "none". */
    static List<Double> of(List<Long> excesses, double epsilon) {
        LaplaceLaw ofTarget = new LaplaceLaw(10 / (7 * epsilon));
        LaplaceLaw law = new LaplaceLaw(10 / (3 * epsilon));
        double[] places = new double[excesses.size() + 1];
        for (long target = -WIDEST; target <= WIDEST; target++) {
            double reached = ofTarget.at(target);
            for (int i = 0; i < excesses.size(); i++) {
                double goesOn = law.atLeast(target + 1 - excesses.get(i));
                places[i] += reached * law.atLeast(excesses.get(i) - target);
                reached *= goesOn;
            }
            places[excesses.size()] += reached;
        }
        List<Double> probabilities = new ArrayList<>();
        for (double place : places) {
            probabilities.add(place);
        }
        return probabilities;
    }
}
