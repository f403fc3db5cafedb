package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SeededBits;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What every mechanism's test inherits. A test says which inputs differ by one person, and the probability of every
 * outcome, computed from formulas; the contract checks that these are private as declared, that nothing more private
 * was declared than is true, and that the mechanism itself draws from that law. Errors and "no row" are outcomes too.
 *
 * @param <I> what goes in
 * @param <O> an outcome, with equality
 */
public abstract class MechanismContract<I, O> {
    private static final int DRAWS = 20_000;
    private static final double LEAST_EXPECTED = 20;

    /**
     * Normal quantile: each χ² test below would raise a false alarm with probability below 3·10^-7 (Wilson and
     * Hilferty). The bits are the same in every run, so that no run is unlucky.
     */
    private static final double QUANTILE = 5.0;

    /**
     * Two inputs that differ by one person.
     *
     * @param <I> what goes in
     * @param without the person
     * @param with the person
     */
    public record Neighbours<I>(I without, I with) {}

    /** Pairs, the hardest among them. */
    protected abstract List<Neighbours<I>> neighbours();

    /** The probability of each outcome; together nearly 1. */
    protected abstract Map<O, Double> law(I input);

    /** One run of the mechanism itself. */
    protected abstract O run(I input, RandomBits bits);

    protected abstract double epsilon();

    protected abstract double delta();

    @Test
    void probabilitiesAddUpToOne() {
        for (Neighbours<I> pair : neighbours()) {
            assertThat(total(law(pair.without()))).isBetween(1 - 1e-9, 1 + 1e-9);
            assertThat(total(law(pair.with()))).isBetween(1 - 1e-9, 1 + 1e-9);
        }
    }

    @Test
    void isAsPrivateAsDeclared() {
        assertThat(neighbours()).isNotEmpty();
        for (Neighbours<I> pair : neighbours()) {
            assertThat(excess(pair, epsilon())).isLessThanOrEqualTo(delta() * (1 + 1e-9) + 1e-12);
        }
    }

    @Test
    void isNotMuchMorePrivateThanDeclared() {
        double worst = 0;
        for (Neighbours<I> pair : neighbours()) {
            worst = Math.max(worst, excess(pair, 0.8 * epsilon()));
        }
        assertThat(worst).isGreaterThan(delta() + 1e-9);
    }

    @Test
    @Tag("statistical")
    void drawsFromItsLaw() {
        SeededBits bits = new SeededBits(20_261_123);
        for (I input :
                List.of(neighbours().get(0).without(), neighbours().get(0).with())) {
            Map<O, Double> law = law(input);
            if (law.size() == 1) {
                // Nothing is drawn: what must happen, happens.
                assertThat(law).containsOnlyKeys(run(input, bits));
                continue;
            }
            Map<O, Integer> seen = new HashMap<>();
            for (int i = 0; i < DRAWS; i++) {
                seen.merge(run(input, bits), 1, Integer::sum);
            }
            assertThat(law.keySet()).containsAll(seen.keySet());
            double chiSquare = 0;
            double restExpected = 0;
            int restSeen = 0;
            int cells = 0;
            for (Map.Entry<O, Double> outcome : law.entrySet()) {
                double expected = outcome.getValue() * DRAWS;
                int count = seen.getOrDefault(outcome.getKey(), 0);
                if (expected < LEAST_EXPECTED) {
                    restExpected += expected;
                    restSeen += count;
                } else {
                    chiSquare += (count - expected) * (count - expected) / expected;
                    cells++;
                }
            }
            if (restExpected >= LEAST_EXPECTED) {
                chiSquare += (restSeen - restExpected) * (restSeen - restExpected) / restExpected;
                cells++;
            }
            assertThat(cells).isGreaterThan(1);
            double freedom = cells - 1;
            double spread = 2 / (9 * freedom);
            double limit = freedom * Math.pow(1 - spread + QUANTILE * Math.sqrt(spread), 3);
            assertThat(chiSquare).as("χ² of %d cells", cells).isLessThan(limit);
        }
    }

    /** The largest over both directions of Σ (P_A − e^ε·P_B)⁺. */
    private double excess(Neighbours<I> pair, double epsilon) {
        Map<O, Double> without = law(pair.without());
        Map<O, Double> with = law(pair.with());
        return Math.max(excess(without, with, epsilon), excess(with, without, epsilon));
    }

    private static <O> double excess(Map<O, Double> one, Map<O, Double> other, double epsilon) {
        Set<O> outcomes = new HashSet<>(one.keySet());
        outcomes.addAll(other.keySet());
        double sum = 0;
        for (O outcome : outcomes) {
            sum += Math.max(0, one.getOrDefault(outcome, 0.0) - Math.exp(epsilon) * other.getOrDefault(outcome, 0.0));
        }
        return sum;
    }

    private static double total(Map<?, Double> law) {
        return law.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
