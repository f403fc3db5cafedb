package io.tacit.privacy.audit;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.selection.GaussianThreshold;
import io.tacit.privacy.selection.JointThreshold;
import io.tacit.privacy.selection.LaplaceThreshold;
import io.tacit.privacy.selection.PreThreshold;
import io.tacit.privacy.selection.TruncatedGeometric;
import io.tacit.privacy.selection.WeightedGaussianKeys;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Groups that appear, or do not: δ is so large that a tester sees it. A group without people is never offered. */
final class AuditedSelections {
    private static final Delta SELECTION = Delta.of("0.05");
    private static final int KEYS = 4;

    private AuditedSelections() {}

    /** All of these mechanisms, with the parameters of {@link AuditedAggregates#all}. */
    static List<AuditedMechanism> all(Epsilon epsilon, Rho rho, double converted) {
        DiscreteLaplace laplace = DiscreteLaplace.calibrated(BigInteger.ONE, epsilon);
        DiscreteGaussian gaussian = DiscreteGaussian.calibrated(BigInteger.ONE, rho);
        PreThreshold two = new PreThreshold(BigInteger.TWO);
        BigInteger tau = LaplaceThreshold.threshold(laplace, SELECTION, 1);
        Delta joint = Delta.of("0.1");
        return List.of(
                of("count with Laplace threshold", 0.05, thresholded(laplace, tau, PreThreshold.NONE)),
                of("count with Laplace threshold and least number of people", 0.05, thresholded(laplace, tau, two)),
                of(
                        "count with Gaussian threshold",
                        converted + 0.05,
                        thresholded(gaussian, GaussianThreshold.threshold(gaussian, SELECTION, 1), PreThreshold.NONE)),
                of(
                        "count with joint threshold",
                        0.1,
                        thresholded(
                                gaussian,
                                JointThreshold.of(Epsilon.of("1"), joint, AuditedMechanisms.RHO, 1)
                                        .orElseThrow()
                                        .threshold(gaussian),
                                PreThreshold.NONE)),
                of("two groups with Laplace threshold", 0.05, twoGroups(epsilon)),
                of("truncated geometric selection", 0.05, geometric(epsilon, PreThreshold.NONE)),
                of("truncated geometric selection and least number of people", 0.05, geometric(epsilon, two)),
                of("weighted Gaussian keys", converted + 0.05, keys(rho)));
    }

    private static AuditedMechanism of(String name, double delta, Subject subject) {
        return new AuditedMechanism(name, 1, delta, subject);
    }

    private static Subject thresholded(IntegerNoise noise, BigInteger tau, PreThreshold least) {
        IntegerSampler sampler = noise.sampler();
        return (data, bits) -> {
            Optional<BigInteger> people = least.counted(BigInteger.valueOf(data.size()));
            if (people.isEmpty()) {
                return new Outcome.Absent();
            }
            BigInteger noisy = people.get().add(sampler.draw(bits));
            return noisy.compareTo(tau) < 0
                    ? new Outcome.Absent()
                    : Outcome.of(least.restored(noisy).doubleValue());
        };
    }

    /** Everybody is in both groups; the outcome is how many of them appear, as that tells a lone person best. */
    private static Subject twoGroups(Epsilon epsilon) {
        DiscreteLaplace noise = DiscreteLaplace.calibrated(BigInteger.TWO, epsilon);
        BigInteger tau = LaplaceThreshold.threshold(noise, SELECTION, 2);
        IntegerSampler sampler = noise.sampler();
        return (data, bits) -> {
            int shown = 0;
            for (int group = 0; group < 2 && !data.isEmpty(); group++) {
                BigInteger noisy = BigInteger.valueOf(data.size()).add(sampler.draw(bits));
                shown += noisy.compareTo(tau) >= 0 ? 1 : 0;
            }
            return Outcome.of(shown);
        };
    }

    private static Subject geometric(Epsilon epsilon, PreThreshold least) {
        TruncatedGeometric law = new TruncatedGeometric(epsilon, SELECTION, 1);
        return (data, bits) -> {
            Optional<BigInteger> people = least.counted(BigInteger.valueOf(data.size()));
            boolean kept = people.isPresent() && law.keeps(people.get(), bits);
            return kept ? new Outcome.Label("the group") : new Outcome.Absent();
        };
    }

    /** The selection of keys, for people of 1 to 4 keys, always the first ones; the outcome is which keys appear. */
    private static Subject keys(Rho rho) {
        WeightedGaussianKeys selection = WeightedGaussianKeys.of(rho, SELECTION, KEYS);
        IntegerSampler sampler = selection.noise().sampler();
        return new Release<>(AuditedSelections::weights, (weights, bits) -> {
            StringBuilder shown = new StringBuilder();
            for (int key = 0; key < KEYS && weights[key].signum() > 0; key++) {
                shown.append(selection.keeps(weights[key].add(sampler.draw(bits))) ? key : "-");
            }
            return new Outcome.Label(shown.toString().replaceAll("-+$", ""));
        });
    }

    private static BigInteger[] weights(List<Double> data) {
        BigInteger[] weights = new BigInteger[KEYS];
        Arrays.fill(weights, BigInteger.ZERO);
        for (double record : data) {
            int keys = 1
                    + Person.times(record, KEYS)
                            .abs()
                            .min(BigInteger.valueOf(KEYS - 1L))
                            .intValueExact();
            for (int key = 0; key < keys; key++) {
                weights[key] = weights[key].add(WeightedGaussianKeys.weight(keys));
            }
        }
        return weights;
    }
}
