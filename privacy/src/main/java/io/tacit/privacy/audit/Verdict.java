package io.tacit.privacy.audit;

import java.util.Optional;

/**
 * What one check found.
 *
 * @param layer how it tested
 * @param subject what it tested, in words: "sum with Laplace noise"
 * @param claim what the subject claims, in words: "ε 1"
 * @param falseAlarm an upper bound of the probability with which this check finds a violation in a subject that keeps
 *     its claim; 0 where no chance is involved
 * @param trials how many runs of the subject it looked at
 * @param violation what is wrong; empty where nothing was found, which is no proof
 */
public record Verdict(
        Layer layer, String subject, String claim, double falseAlarm, long trials, Optional<Violation> violation) {
    public Verdict {
        if (!(falseAlarm >= 0 && falseAlarm <= 1)) {
            throw new IllegalArgumentException("falseAlarm must be a probability");
        }
    }

    /** A claim of (ε, δ) in words. */
    public static String claim(double epsilon, double delta) {
        return Words.claim(epsilon, delta);
    }

    /** Whether no violation was found. */
    public boolean passed() {
        return violation.isEmpty();
    }
}
