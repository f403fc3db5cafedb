package io.tacit.engine.session;

/**
 * A share that was measured with noise, and the interval that holds the true one with a confidence of at least 95 %.
 *
 * @param about between {@code low} and {@code high}
 * @param low at least 0
 * @param high at most 1
 */
public record Share(double about, double low, double high) {
    /** Refuses what is no share. */
    public Share {
        if (!(0 <= low && low <= about && about <= high && high <= 1)) {
            throw new IllegalArgumentException("low, about and high must rise from 0 to 1");
        }
    }
}
