package io.tacit.engine.plantedbugs;

import static io.tacit.engine.plantedbugs.Hunter.fit;
import static io.tacit.engine.plantedbugs.Hunter.replay;
import static io.tacit.engine.plantedbugs.Hunter.test;

import java.util.List;

/** Groups that appear too easily. */
final class ThresholdBugs {
    private static final String LAPLACE_TAU =
            "return Tails.leastWithTailAtMostShare(usersNoise.scale(), delta.value(), maxGroups) .add(BigInteger.ONE);";
    private static final String GAUSSIAN_TAU =
            "return GaussianTails.leastWithTailAtMostShare(usersNoise.variance(), delta.value(), maxGroups)"
                    + " .add(BigInteger.ONE);";

    private ThresholdBugs() {}

    static List<PlantedBug> all() {
        return List.of(
                new PlantedBug(
                        14,
                        "the threshold is for the whole epsilon",
                        List.of(Patch.privacy(
                                "accounting.GroupSelection",
                                "LaplaceThreshold.threshold(laplace, delta, request.maxGroups())",
                                "LaplaceThreshold.threshold(io.tacit.privacy.mechanism.DiscreteLaplace.calibrated(BigInteger.valueOf(request.maxGroups()),"
                                        + " request.epsilon()), delta, request.maxGroups())")),
                        fit("thresholds")),
                new PlantedBug(
                        15,
                        "the threshold comes from p^C_u <= delta",
                        List.of(Patch.privacy(
                                "selection.LaplaceThreshold",
                                LAPLACE_TAU,
                                "return usersNoise.leastWithTailAtMost(Math.pow(delta.value().toDoubleNearest(), 1.0 /"
                                        + " maxGroups)).add(BigInteger.ONE);")),
                        fit("thresholds")),
                new PlantedBug(
                        16,
                        "the threshold is cut off to a whole number",
                        List.of(Patch.privacy(
                                "selection.LaplaceThreshold",
                                LAPLACE_TAU,
                                LAPLACE_TAU.replace(".add(BigInteger.ONE)", ""))),
                        fit("thresholds")),
                new PlantedBug(
                        17,
                        "the noisy number is rounded before it is compared",
                        List.of(Patch.privacy(
                                "accounting.GroupSelection",
                                "return units.compareTo(threshold.multiply(ofPerson)) >= 0;",
                                "return units.divide(ofPerson).add(BigInteger.valueOf(5)).divide(BigInteger.TEN)"
                                        + ".multiply(BigInteger.TEN).compareTo(threshold) >= 0;")),
                        replay("GROUP BY g")),
                new PlantedBug(
                        18,
                        "a Laplace threshold with Gaussian noise",
                        List.of(Patch.privacy(
                                "accounting.GroupSelection",
                                "GaussianThreshold.threshold(gaussian, delta, request.maxGroups())",
                                "LaplaceThreshold.threshold(io.tacit.privacy.mechanism.DiscreteLaplace.calibrated(BigInteger.valueOf(request.maxGroups()),"
                                        + " request.epsilon()), delta, request.maxGroups())")),
                        fit("thresholds")),
                new PlantedBug(
                        19,
                        "the exact number of people is compared",
                        List.of(Patch.engine(
                                "release.SelectGroups",
                                "return threshold.keeps(noisyUsers.subtract(calibration.hidden()));",
                                "return threshold.keeps(atLeast.counted(users).orElseThrow());")),
                        replay("AS q LEFT JOIN p ON")),
                new PlantedBug(
                        67,
                        "a group of one person fewer than were asked for may appear",
                        List.of(Patch.privacy(
                                "selection.PreThreshold",
                                "return users.compareTo(minUsers) < 0 ?",
                                "return users.compareTo(hidden()) < 0 ?")),
                        replay("min_privacy_units_per_group")),
                new PlantedBug(
                        67,
                        "the people that were asked for are not taken off portions before they are compared",
                        List.of(Patch.engine(
                                "release.SelectGroups",
                                "sum.subtract(calibration.hidden().multiply(person)), person",
                                "sum, person")),
                        test("release.ReleaseTest#withALeastNumberOfPeopleTheThresholdIsAsMuchHigher")),
                new PlantedBug(
                        34,
                        "the Gaussian threshold knows one group only",
                        List.of(Patch.privacy(
                                "selection.GaussianThreshold",
                                GAUSSIAN_TAU,
                                "return usersNoise.leastWithTailAtMost(delta.value()).add(BigInteger.ONE);")),
                        fit("thresholds")),
                new PlantedBug(
                        42,
                        "a normal quantile, rounded up, for a discrete Gaussian",
                        List.of(Patch.privacy("selection.GaussianThreshold", GAUSSIAN_TAU, """
                            double p = -Math.expm1(Math.log1p(-delta.value().toDoubleNearest()) / maxGroups);
                            double z = io.tacit.privacy.number.NormalTail.quantile(p);
                            return BigInteger.valueOf((long) Math.ceil(z * Math.sqrt(usersNoise.variance().toDoubleNearest())))
                                    .add(BigInteger.ONE);\
                            """)),
                        fit("thresholds")),
                new PlantedBug(
                        65,
                        "the sum of all portions is compared with the threshold of one",
                        List.of(Patch.privacy(
                                "accounting.NoisePlan",
                                "selectionPart.map(part -> portions(part, divided.get().portions()));",
                                "selectionPart.map(part -> portions(part, 1));")),
                        fit("thresholds")),
                new PlantedBug(
                        50,
                        "two noisy numbers of people are compared with the threshold of one",
                        List.of(Patch.privacy(
                                "accounting.GroupSelection",
                                "SumThreshold.threshold(sum, delta, request.maxGroups())",
                                "sum.first().<BigInteger>match(one -> LaplaceThreshold.threshold(one, delta,"
                                        + " request.maxGroups()), one -> GaussianThreshold.threshold(one, delta,"
                                        + " request.maxGroups()), one -> BigInteger.ONE, one -> BigInteger.ONE)")),
                        fit("thresholds")),
                new PlantedBug(
                        62,
                        "a selection by chance spends the release's epsilon beside Gaussian noise",
                        List.of(Patch.privacy(
                                "accounting.GroupSelection",
                                "return new Geometric(new TruncatedGeometric( geometric.get(),",
                                "return new Geometric(new TruncatedGeometric(plan.noise() == NoiseKind.GAUSSIAN ?"
                                        + " request.epsilon() : geometric.get(),")),
                        fit("thresholds of whole plans")),
                new PlantedBug(
                        69,
                        "rounding adds to the variance of the continuous law instead of taking from it",
                        List.of(Patch.privacy(
                                "measure.JointGaussian",
                                "Rational.ONE.minus(largestRatio.times(rounding.variance()))",
                                "Rational.ONE.plus(largestRatio.times(rounding.variance()))")),
                        fit("delta of Gaussian noise on several integers")),
                new PlantedBug(
                        69,
                        "the continuous law has the variance of the discrete one",
                        List.of(Patch.privacy(
                                "measure.JointGaussian",
                                "Rational.ONE.minus(largestRatio.times(rounding.variance()))",
                                "Rational.ONE")),
                        fit("delta of Gaussian noise on several integers")),
                new PlantedBug(
                        106,
                        "a person alone in some of several groups counts as alone in the fewest of them",
                        List.of(Patch.privacy(
                                "selection.JointThreshold",
                                "margin.times(Rational.of(most, maxGroups))",
                                "margin.times(Rational.of(least, maxGroups))")),
                        fit("joint thresholds: what noise and a given threshold spend")));
    }
}
