package io.tacit.engine.release;

import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.SplittableRandom;

/** No noise, and where groups are drawn, every group appears that anybody is in. Exists in test code only. */
public final class EveryGroup implements Noise {
    /** More than a decision about a group reads. */
    private static final int LEAST_LIKELY = 64;

    @Override
    public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
        return exact;
    }

    @Override
    public boolean keeps(GroupSelection.Geometric selection, BigInteger exactUsers) {
        return selection.keeps(exactUsers, bits());
    }

    /**
     * Each source begins with zeros, with which a group is kept whatever its chance; what draws for longer gets
     * ordinary bits.
     */
    @Override
    public RandomBits bits() {
        SplittableRandom random = new SplittableRandom(1);
        int[] zeros = {LEAST_LIKELY};
        return () -> zeros[0]-- > 0 ? 0 : random.nextLong();
    }
}
