package io.tacit.engine.release;

import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.privacy.mechanism.NoisyMean;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The law of a mean: of a weight and a centred sum with noises of their own, or read off portions of a person. */
public final class MeanNoise {
    private MeanNoise() {}

    /**
     * The mean under its noise, within its bounds.
     *
     * @param bounds of a person's mean or of a row
     */
    public static NoisyMean of(Computation.Mean mean, ContributionLimits.Given bounds, StateNoise noise) {
        Rational size = mean.deviations().summed().unit().size();
        double low = Rational.of(bounds.low()).times(size).toDoubleNearest();
        double high = Rational.of(bounds.high()).times(size).toDoubleNearest();
        return noise.isDivided(mean.weight()) || noise.isDivided(mean.deviations())
                ? new NoisyMean(low, high, terms(mean, noise))
                : NoisyMean.under(
                        low,
                        high,
                        noise.law(mean.deviations()),
                        noise.unit(mean.deviations()),
                        noise.law(mean.weight()));
    }

    private static List<NoisyMean.Term> terms(Computation.Mean mean, StateNoise noise) {
        Optional<StateNoise.Read> weight = noise.read(mean.weight());
        Optional<StateNoise.Read> centred = noise.read(mean.deviations());
        TreeSet<Integer> places = new TreeSet<>();
        weight.ifPresent(read -> places.addAll(read.weights().keySet()));
        centred.ifPresent(read -> places.addAll(read.weights().keySet()));
        List<NoisyMean.Term> terms = new ArrayList<>();
        for (int place : places) {
            Rational scale = noise.drawn()
                    .get(place)
                    .law()
                    .match(laplace -> laplace.scale(), gaussian -> none(), sum -> none(), weighted -> none());
            terms.add(new NoisyMean.Term(real(centred, place, scale), real(weight, place, scale)));
        }
        return terms;
    }

    private static Rational none() {
        throw new IllegalStateException("portions have Laplace noise");
    }

    private static double real(Optional<StateNoise.Read> read, int place, Rational scale) {
        Map<Integer, BigInteger> weights = read.map(StateNoise.Read::weights).orElse(Map.of());
        Rational weight = Rational.of(weights.getOrDefault(place, BigInteger.ZERO));
        return weight.times(scale)
                .times(read.map(StateNoise.Read::unit).orElse(Rational.ZERO))
                .toDoubleNearest();
    }
}
