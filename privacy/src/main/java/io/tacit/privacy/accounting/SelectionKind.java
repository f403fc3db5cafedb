package io.tacit.privacy.accounting;

/** How a release decides which groups appear. */
public enum SelectionKind {
    /** The number of people with Laplace noise reaches a threshold. */
    LAPLACE_THRESHOLD,
    /** The number of people with Gaussian noise reaches a threshold. */
    GAUSSIAN_THRESHOLD,
    /** A group of n people appears with the largest probability that is private. */
    TRUNCATED_GEOMETRIC
}
