package io.tacit.engine.release;

import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/**
 * Where the noise of a release comes from. There is one source, {@link #of}; other ones exist in test code only, and the
 * session takes none from outside.
 */
public interface Noise {
    /** One draw of a law. */
    BigInteger draw(IntegerNoise law);

    /** Bits for intervals that are computed by drawing noise again. */
    RandomBits bits();

    /** Exact draws from random bits. */
    static Noise of(RandomBits bits) {
        return new Noise() {
            // Making a sampler costs more than drawing from it.
            private final Map<IntegerNoise, IntegerSampler> samplers = new HashMap<>();

            @Override
            public BigInteger draw(IntegerNoise law) {
                return samplers.computeIfAbsent(law, IntegerNoise::sampler).draw(bits);
            }

            @Override
            public RandomBits bits() {
                return bits;
            }
        };
    }
}
