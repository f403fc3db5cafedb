package io.tacit.engine.release;

import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.mechanism.Estimate;
import io.tacit.privacy.mechanism.NoisyVariance;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How VAR and STDDEV are computed for any group. */
final class SpreadOutput {
    private final NoisyVariance.Kind kind;
    private final NoisyVariance variance;
    private final StateNoise noise;
    private final RandomBits random;
    private final double confidence;
    private final int[] states;
    private final Rational[] units;

    /** The noise of all groups' variances, drawn again once. */
    private NoisyVariance.@Nullable Redrawn redrawn;

    /**
     * Of a plan's states.
     *
     * @param squares the state of the squares
     * @param random draws the noise again
     */
    SpreadOutput(
            Computation.Spread spread,
            List<StateRequest> all,
            State.Squares squares,
            StateNoise noise,
            RandomBits random,
            double confidence) {
        this.kind = spread.kind();
        this.variance = new NoisyVariance(spread.kind(), squares.halfRange().toDoubleNearest());
        this.noise = noise;
        this.random = random;
        this.confidence = confidence;
        this.states =
                new int[] {all.indexOf(spread.weight()), all.indexOf(spread.centred()), all.indexOf(spread.squares())};
        this.units = new Rational[] {noise.unit(states[0]), noise.unit(states[1]), noise.unit(states[2])};
    }

    /**
     * The estimate from a group's noisy states; empty where it has none. Values that count as a bound are nearer to the mean than
     * they are, so that bounds make a variance less, and its upper end holds by how much.
     *
     * @param beyond by how much more the squares of distances could add up to
     */
    Optional<Estimate> estimate(BigInteger[] noisy, double beyond) {
        double[] states = real(noisy);
        double more = beyond / Math.max(1, states[0]);
        return variance.estimate(redrawn(), states, confidence)
                .map(found -> new Estimate(found.value(), found.low(), above(found.high(), more)));
    }

    private double above(double high, double more) {
        return switch (kind) {
            case VAR_POP, VAR_SAMP -> high + more;
            case STDDEV_POP, STDDEV_SAMP -> more > 0 ? Math.sqrt(high * high + more) : high;
        };
    }

    private double[] real(BigInteger[] all) {
        double[] real = new double[states.length];
        for (int i = 0; i < states.length; i++) {
            real[i] = NoisyNumber.real(all[states[i]], units[i]);
        }
        return real;
    }

    private NoisyVariance.Redrawn redrawn() {
        if (redrawn == null) {
            List<IntegerSampler> samplers =
                    noise.drawn().stream().map(drawn -> drawn.law().sampler()).toList();
            redrawn = NoisyVariance.Redrawn.of(
                    bits -> {
                        BigInteger[] drawn = samplers.stream()
                                .map(sampler -> sampler.draw(bits))
                                .toArray(BigInteger[]::new);
                        return real(noise.noisy(drawn).states());
                    },
                    random);
        }
        return redrawn;
    }
}
