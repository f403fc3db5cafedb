package io.tacit.privacy.accounting;

/** The law of the noise of a release. */
public enum NoiseKind {
    /** Discrete Laplace: pure differential privacy. */
    LAPLACE,
    /** Discrete Gaussian: zero-concentrated differential privacy, which costs some of delta. */
    GAUSSIAN
}
