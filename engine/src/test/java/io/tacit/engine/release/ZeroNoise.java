package io.tacit.engine.release;

import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SystemRandomBits;
import java.math.BigInteger;

/** No noise at all, so that tests can see what lies under it. Exists in test code only. */
public final class ZeroNoise implements Noise {
    private final RandomBits bits = new SystemRandomBits();

    @Override
    public BigInteger draw(DiscreteLaplace law) {
        return BigInteger.ZERO;
    }

    @Override
    public RandomBits bits() {
        return bits;
    }
}
