package io.tacit.privacy.audit;

/** How something is tested. */
public enum Layer {
    /** The paper's stochastic tester: histograms of a mechanism's outcomes over data sets that differ in one record. */
    STOCHASTIC("L0"),
    /**
     * The whole engine over two databases that differ in one person, with the same random tape and the same noisy
     * outcomes.
     */
    REPLAY("L1"),
    /** The law of the noise, and exact arithmetic for thresholds. */
    FIT("L2"),
    /** The whole engine from outside, with one canary person in each of many blocks of groups. */
    BLACK_BOX("L3");

    private final String code;

    Layer(String code) {
        this.code = code;
    }

    /** The short name: L0 to L3. */
    public String code() {
        return code;
    }
}
