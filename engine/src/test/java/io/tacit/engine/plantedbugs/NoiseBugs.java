package io.tacit.engine.plantedbugs;

import static io.tacit.engine.plantedbugs.Hunter.blackBox;
import static io.tacit.engine.plantedbugs.Hunter.fit;
import static io.tacit.engine.plantedbugs.Hunter.replay;
import static io.tacit.engine.plantedbugs.Hunter.stochastic;
import static io.tacit.engine.plantedbugs.Hunter.tests;

import java.util.List;

/** Noise with the wrong law, noise that is not there, and noise that is seen twice. */
final class NoiseBugs {
    private NoiseBugs() {}

    static List<PlantedBug> all() {
        return List.of(
                new PlantedBug(
                        4,
                        "half the noise",
                        List.of(Patch.privacy(
                                "mechanism.DiscreteLaplace",
                                "return new DiscreteLaplaceSampler(scale);",
                                "return new DiscreteLaplaceSampler(scale.dividedBy(Rational.of(2)));")),
                        fit("draws of Laplace noise")),
                new PlantedBug(
                        4,
                        "half the noise, seen from outside",
                        List.of(Patch.privacy(
                                "mechanism.DiscreteLaplace",
                                "return new DiscreteLaplaceSampler(scale);",
                                "return new DiscreteLaplaceSampler(scale.dividedBy(Rational.of(2)));")),
                        blackBox("SUM within (-1, 3), Laplace")),
                new PlantedBug(
                        20,
                        "automatic bounds are found without noise",
                        List.of(Patch.privacy(
                                "mechanism.TailBounds",
                                "users.getOrDefault(bin, BigInteger.ZERO).add(sampler.draw(bits))",
                                "users.getOrDefault(bin, BigInteger.ZERO)")),
                        stochastic("bounds of rows")),
                new PlantedBug(
                        20,
                        "bins without people get no noise",
                        List.of(Patch.privacy(
                                "mechanism.TailBounds",
                                "users.getOrDefault(bin, BigInteger.ZERO).add(sampler.draw(bits))",
                                "users.containsKey(bin) ? users.get(bin).add(sampler.draw(bits)) : BigInteger.ZERO")),
                        stochastic("bounds of rows")),
                new PlantedBug(
                        20,
                        "both ends of a range have the noise of one",
                        List.of(Patch.privacy(
                                "mechanism.TailBounds",
                                "rising(leastBin), epsilon.dividedBy(2), bits)",
                                "rising(leastBin), epsilon, bits)")),
                        fit("both ends of a range")),
                new PlantedBug(
                        20,
                        "zeros within a range have the noise of one end",
                        List.of(Patch.privacy(
                                "mechanism.TailBounds",
                                "List.of(ZERO), epsilon.dividedBy(2), bits)",
                                "List.of(ZERO), epsilon, bits)")),
                        fit("zeros within a range")),
                new PlantedBug(
                        20,
                        "answers of an above-threshold run spend all, and the target its share beside",
                        List.of(Patch.privacy(
                                "mechanism.AboveThreshold", "epsilon.times(Rational.ONE.minus(TARGET))", "epsilon")),
                        fit("the answers of an above-threshold run")),
                new PlantedBug(
                        20,
                        "automatic bounds are not charged",
                        List.of(
                                Patch.privacy(
                                        "accounting.ChooseNoise",
                                        ": request.epsilon().times(Rational.of(3, 4));",
                                        ": request.epsilon();"),
                                Patch.privacy(
                                        "accounting.ChooseNoise",
                                        "NoisePlan.sum(paid).plus(NoisePlan.sum(parameterParts))",
                                        "NoisePlan.sum(paid)"),
                                Patch.privacy(
                                        "accounting.NoisePlan",
                                        "if (!spent(request, noise, selection, parts, selectionPart, selectionDelta,"
                                                + " parameterParts) .isWithin(loss)) {",
                                        "if (false) {"),
                                Patch.privacy(
                                        "accounting.ChooseNoise",
                                        "Rational epsilon = NoisePlan.sum(parameterParts) .epsilon() .plus(weights",
                                        "Rational epsilon = Rational.ZERO .plus(weights")),
                        replay("SUM(x), COUNT(*), AVG(w)")),
                new PlantedBug(
                        22,
                        "one draw for all groups",
                        List.of(
                                Patch.engine(
                                        "release.Noise",
                                        "return exact.add( samplers.computeIfAbsent(law,"
                                                + " IntegerNoise::sampler).draw(bits));",
                                        "return exact.add(once.computeIfAbsent(law, each ->"
                                                + " each.sampler().draw(bits)));"),
                                Patch.engine(
                                        "release.Noise",
                                        "private final Map<IntegerNoise, IntegerSampler> samplers = new HashMap<>();",
                                        "private final Map<IntegerNoise, BigInteger> once = new HashMap<>();")),
                        blackBox("Independence, Laplace")),
                new PlantedBug(
                        22,
                        "the generator has a seed",
                        List.of(Patch.engine(
                                "session.TacitSession",
                                "return open(tables, defaults, settings, () -> Noise.of(new" + " SystemRandomBits()));",
                                "return open(tables, defaults, settings, () -> Noise.of(new"
                                        + " io.tacit.privacy.audit.Tape(1)));")),
                        tests("attack 35", "attack35")),
                new PlantedBug(
                        36,
                        "a state is charged once and drawn twice",
                        List.of(Patch.engine(
                                "release.MeasureGroups",
                                "noise.noisy(one.law(), one.exact(group.integers), group.origin(query, i, one));",
                                "noise.noisy(one.law(), one.exact(group.integers), group.origin(query, i, one))"
                                        + ".add(noise.noisy(one.law(), one.exact(group.integers),"
                                        + " group.origin(query, i, one))).shiftRight(1);")),
                        replay("COUNT(DISTINCT uid)")),
                new PlantedBug(
                        39,
                        "empty nodes of the tree get no noise",
                        List.of(Patch.privacy(
                                "mechanism.NoisyTree",
                                "histogram.between(first, first + size).add(sampler.draw(bits))",
                                "histogram.between(first, first + size).signum() == 0 ? BigInteger.ZERO"
                                        + " : histogram.between(first, first + size).add(sampler.draw(bits))")),
                        stochastic("noisy tree")),
                new PlantedBug(
                        61,
                        "multiples of a large scale do not fit, and are used all the same",
                        List.of(Patch.privacy(
                                "random.OneSidedSampler",
                                "boolean fits = Math.multiplyHigh(smallT, v) == 0 && product >= 0 && product + u >= 0;",
                                "boolean fits = true;")),
                        fit("draws of Laplace noise of scale 4.61e+18")),
                new PlantedBug(
                        61,
                        "Laplace noise of a long fraction rejects nothing",
                        List.of(Patch.privacy(
                                "random.OneSidedSampler",
                                "while (!Bernoulli.exponential(u, t, bits)); return quotient",
                                "while (false); return quotient")),
                        fit("draws of Laplace noise of scale 2.3333")),
                new PlantedBug(
                        61,
                        "Gaussian noise of a large variance rejects nothing",
                        List.of(Patch.privacy(
                                "random.DiscreteGaussianSampler",
                                "return keepExactly(magnitude, bits) ? magnitude : REJECTED;",
                                "return magnitude;")),
                        fit("draws of Gaussian noise of variance 1.7e+38")),
                new PlantedBug(
                        64,
                        "each portion is taken to be a bundle of its own that pays with the whole part",
                        List.of(Patch.privacy(
                                "mechanism.PortionsOf",
                                "return new Portions<>( forms.stream().map(Portions.Portion::new).toList(), whole,"
                                        + " whole.add(excess.multiply(finer)),",
                                "return new Portions<>( forms.stream().map(Portions.Portion::new).toList(),"
                                        + " whole.shiftRight(1), whole.shiftRight(1),")),
                        replay("AVG")),
                new PlantedBug(
                        64,
                        "a portion has the noise of half a person",
                        List.of(Patch.privacy(
                                "mechanism.PortionsOf",
                                "return new Portions<>( forms.stream().map(Portions.Portion::new).toList(), whole,"
                                        + " whole.add(excess.multiply(finer)),",
                                "return new Portions<>( forms.stream().map(Portions.Portion::new).toList(),"
                                        + " whole.shiftRight(1), whole.shiftRight(1),")),
                        stochastic("a portion of")));
    }
}
