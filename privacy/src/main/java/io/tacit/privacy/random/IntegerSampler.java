package io.tacit.privacy.random;

import java.math.BigInteger;

/** Draws integers of one law. */
@FunctionalInterface
public interface IntegerSampler {
    /** One draw. */
    BigInteger draw(RandomBits bits);
}
