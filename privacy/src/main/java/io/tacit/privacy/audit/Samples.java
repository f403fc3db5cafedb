package io.tacit.privacy.audit;

import io.tacit.privacy.random.RandomBits;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;

/**
 * The outcomes of many runs over one data set: numbers in the order of {@link Double#compare}, and how often each other
 * one came.
 */
final class Samples {
    private static final int RUNS_BETWEEN_LOOKS = 256;

    private final double[] numbers;
    private final Map<Outcome, Long> others;
    private final int size;

    private Samples(double[] numbers, Map<Outcome, Long> others, int size) {
        this.numbers = numbers;
        this.others = others;
        this.size = size;
    }

    /**
     * Runs a subject.
     *
     * @throws CancellationException when the thread is interrupted; it stays so
     */
    static Samples draw(Subject subject, List<Double> data, int runs, RandomBits bits) {
        double[] numbers = new double[runs];
        int count = 0;
        Map<Outcome, Long> others = new HashMap<>();
        for (int i = 0; i < runs; i++) {
            if (i % RUNS_BETWEEN_LOOKS == 0 && Thread.currentThread().isInterrupted()) {
                throw new CancellationException("the audit was interrupted");
            }
            Outcome outcome = run(subject, data, bits);
            if (outcome instanceof Outcome.Value value) {
                numbers[count++] = value.value();
            } else {
                others.merge(outcome, 1L, Long::sum);
            }
        }
        double[] sorted = Arrays.copyOf(numbers, count);
        Arrays.sort(sorted);
        return new Samples(sorted, others, runs);
    }

    private static Outcome run(Subject subject, List<Double> data, RandomBits bits) {
        try {
            return subject.run(data, bits);
        } catch (Exception | AssertionError | StackOverflowError failure) {
            return new Outcome.Failure(failure.getClass().getName());
        }
    }

    int size() {
        return size;
    }

    /** All numbers, in order; not to be changed. */
    double[] numbers() {
        return numbers;
    }

    Map<Outcome, Long> others() {
        return others;
    }

    /** Whether all outcomes are errors. */
    boolean onlyFailed() {
        return numbers.length == 0 && others.keySet().stream().allMatch(Outcome.Failure.class::isInstance);
    }

    /** How many numbers come before a cut in the order of {@link Double#compare}. */
    int before(double cut) {
        int low = 0;
        int high = numbers.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Double.compare(numbers[middle], cut) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
