package io.tacit.privacy.random;

/** How often a coin of probability 1/e succeeds before it fails: P(V = v) = e^(−v)·(1 − 1/e), exactly. */
public final class Geometric {
    private Geometric() {}

    /** One draw. */
    public static long draw(RandomBits bits) {
        long successes = 0;
        while (Bernoulli.inverseOfE(bits)) {
            successes++;
        }
        return successes;
    }
}
