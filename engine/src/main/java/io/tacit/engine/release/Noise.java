package io.tacit.engine.release;

import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the noise of a release comes from. There is one source, {@link #of}; the session takes none from outside. Other
 * ones exist in test code, and in {@code audit}, which works on people that it made up.
 */
public interface Noise {
    /**
     * The integer to which noise is added. The tester identifies integers by it; the samplers do not need it.
     *
     * @param query that read the integers of which it is made
     * @param keys of their row, as text
     * @param form how often each integer of the row enters, by its place; 0 is the first after the keys
     * @param portion the number of what was drawn, where it is a portion of a person
     */
    record Origin(
            ReleaseStep.Query query,
            List<@Nullable String> keys,
            Map<Integer, BigInteger> form,
            Optional<Integer> portion) {
        /** One integer of a row as it is. */
        public static Origin of(ReleaseStep.Query query, List<@Nullable String> keys, int column) {
            return new Origin(query, keys, Map.of(column, BigInteger.ONE), Optional.empty());
        }
    }

    /**
     * An exact integer with one draw of a law added.
     *
     * @param law of the noise
     * @param exact the integer
     * @param origin where it was read
     */
    BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin);

    /** Draws whether a group appears whose chance grows with its exact number of people. */
    boolean keeps(GroupSelection.Geometric selection, BigInteger exactUsers);

    /**
     * Random bits for what is not drawn through {@link #noisy}: limits, quantiles, and intervals from redrawn noise.
     */
    RandomBits bits();

    /** Bits for drawing noise again once all groups are known; the tester gives both databases the same. */
    default RandomBits redraws() {
        return bits();
    }

    /** Exact draws from random bits. */
    static Noise of(RandomBits bits) {
        return new Noise() {
            // Making a sampler costs more than drawing from it.
            private final Map<IntegerNoise, IntegerSampler> samplers = new HashMap<>();

            @Override
            public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
                return exact.add(
                        samplers.computeIfAbsent(law, IntegerNoise::sampler).draw(bits));
            }

            @Override
            public boolean keeps(GroupSelection.Geometric selection, BigInteger exactUsers) {
                return selection.keeps(exactUsers, bits);
            }

            @Override
            public RandomBits bits() {
                return bits;
            }
        };
    }
}
