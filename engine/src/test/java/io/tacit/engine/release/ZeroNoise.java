package io.tacit.engine.release;

import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.SplittableRandom;

/**
 * No noise at all, so that tests can see what lies under it, and the same draws in every run where something must be
 * drawn. Exists in test code only.
 */
public final class ZeroNoise implements Noise {
    private final SplittableRandom random = new SplittableRandom(1);

    @Override
    public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
        return exact;
    }

    @Override
    public boolean keeps(GroupSelection.Geometric selection, BigInteger exactUsers) {
        return selection.keeps(exactUsers, bits());
    }

    @Override
    public RandomBits bits() {
        return random::nextLong;
    }
}
