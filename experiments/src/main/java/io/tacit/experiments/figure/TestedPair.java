package io.tacit.experiments.figure;

import io.tacit.privacy.audit.Outcome;
import io.tacit.privacy.audit.StochasticTester;
import io.tacit.privacy.audit.Subject;
import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.random.RandomBits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Two data sets that differ in one person, with a histogram of a mechanism's answers over each, as in the paper's
 * pictures, and what the tester makes of them.
 *
 * @param mechanism what is tested
 * @param epsilon ε as claimed
 * @param first the data set whose shares are held against the bound
 * @param second its neighbour, whose shares times e^ε are the bound
 */
record TestedPair(ClampedSum mechanism, double epsilon, List<Double> first, List<Double> second) {
    /**
     * A bucket of both histograms.
     *
     * @param low where it begins
     * @param high where it ends
     * @param share of the answers over the first data set
     * @param allowed e^ε times the share of the answers over the second
     * @param exactShare the first share by the law of the noise
     * @param exactAllowed the bound by the law of the noise
     */
    record Bucket(double low, double high, double share, double allowed, double exactShare, double exactAllowed) {
        /** Whether the claim is broken here whatever was drawn. */
        boolean violates() {
            return exactShare > exactAllowed;
        }
    }

    /**
     * Both histograms, over the range that holds all answers but some thousandths at either end.
     *
     * @param runs over each data set
     * @param count how many buckets
     */
    List<Bucket> histogram(int runs, int count, RandomBits bits) {
        double[] ofFirst = answers(first, runs, bits);
        double[] ofSecond = answers(second, runs, bits);
        double low = Math.min(ofFirst[runs / 200], ofSecond[runs / 200]);
        double high = Math.max(ofFirst[runs - 1 - runs / 200], ofSecond[runs - 1 - runs / 200]);
        List<Bucket> buckets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double from = low + (high - low) * i / count;
            double to = low + (high - low) * (i + 1) / count;
            buckets.add(new Bucket(
                    from,
                    to,
                    share(ofFirst, from, to),
                    Math.exp(epsilon) * share(ofSecond, from, to),
                    mechanism.between(first, from, to),
                    Math.exp(epsilon) * mechanism.between(second, from, to)));
        }
        return buckets;
    }

    /** What the tester says of the pair, both ways. */
    Verdict verdict(int runs, RandomBits bits) {
        boolean firstIsLarger = first.size() > second.size();
        return StochasticTester.of(epsilon, 0)
                .samples(runs)
                .compare(
                        "clamped sum",
                        mechanism.subject(),
                        firstIsLarger ? first : second,
                        firstIsLarger ? second : first,
                        bits);
    }

    private double[] answers(List<Double> data, int runs, RandomBits bits) {
        Subject subject = mechanism.subject();
        double[] answers = new double[runs];
        for (int i = 0; i < runs; i++) {
            answers[i] = one(subject, data, bits);
        }
        Arrays.sort(answers);
        return answers;
    }

    private static double one(Subject subject, List<Double> data, RandomBits bits) {
        try {
            return ((Outcome.Value) subject.run(data, bits)).value();
        } catch (Exception failure) {
            throw new IllegalStateException("a clamped sum always answers", failure);
        }
    }

    private static double share(double[] sorted, double low, double high) {
        return (double) (place(sorted, high) - place(sorted, low)) / sorted.length;
    }

    private static int place(double[] sorted, double cut) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < cut) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
