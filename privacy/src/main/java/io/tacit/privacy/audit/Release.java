package io.tacit.privacy.audit;

import io.tacit.privacy.random.RandomBits;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A subject in two steps: an exact summary of the data, and what a mechanism makes of it. The summary of the last data
 * set is remembered, as it is asked for thousands of times in a row; nothing random is. Not safe for use by several
 * threads at once.
 *
 * @param <T> the summary
 */
final class Release<T> implements Subject {
    private final Function<List<Double>, T> summary;
    private final Mechanism<T> mechanism;
    private @Nullable List<Double> lastData;
    private @Nullable T last;

    Release(Function<List<Double>, T> summary, Mechanism<T> mechanism) {
        this.summary = summary;
        this.mechanism = mechanism;
    }

    /** What happens to a summary. */
    @FunctionalInterface
    interface Mechanism<T> {
        Outcome release(T summary, RandomBits bits);
    }

    @Override
    public Outcome run(List<Double> data, RandomBits bits) {
        if (!data.equals(lastData)) {
            last = summary.apply(data);
            lastData = data;
        }
        return mechanism.release(Objects.requireNonNull(last), bits);
    }
}
