package io.tacit.bench;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.selection.GaussianThreshold;
import io.tacit.privacy.selection.JointThreshold;
import io.tacit.privacy.selection.LaplaceThreshold;
import io.tacit.privacy.selection.TruncatedGeometric;
import java.math.BigInteger;

/** Measures how large a group must be to appear. */
public final class Selection {
    private static final Epsilon ONE = Epsilon.of("1");
    private static final Delta DELTA = Delta.of("0.000001");

    private Selection() {}

    /** Prints Markdown tables. */
    public static void main(String[] words) {
        sizes();
    }

    private static void sizes() {
        System.out.println(
                "People in a group that appears with probability one half; selection has all of ε = 1, δ = 1e-6.");
        System.out.println();
        System.out.println(
                "| C_u | Laplace threshold | Gaussian threshold, δ in halves | the same, one δ | truncated geometric"
                        + " |");
        System.out.println("|---:|---:|---:|---:|---:|");
        Delta half = Delta.of("0.0000005");
        Rho split = Rho.largestWithin(ONE, half);
        Rho joint = Rho.largestWithin(ONE, DELTA);
        for (long groups : new long[] {1, 2, 3, 10, 50}) {
            DiscreteLaplace noise = DiscreteLaplace.calibrated(BigInteger.valueOf(groups), ONE);
            BigInteger squared = BigInteger.valueOf(groups);
            row(
                    groups,
                    LaplaceThreshold.fiftyPercentSize(noise, DELTA, groups),
                    GaussianThreshold.threshold(DiscreteGaussian.calibrated(squared, split), half, groups),
                    JointThreshold.of(ONE, DELTA, joint, groups)
                            .map(one -> one.fiftyPercentSize(DiscreteGaussian.calibrated(squared, joint))
                                    .toString())
                            .orElse("–"),
                    new TruncatedGeometric(ONE, DELTA, groups).fiftyPercentSize());
        }
    }

    private static void row(Object... cells) {
        StringBuilder row = new StringBuilder("|");
        for (Object cell : cells) {
            row.append(' ').append(cell).append(" |");
        }
        System.out.println(row);
    }
}
