package io.tacit.privacy.audit;

import io.tacit.privacy.random.RandomBits;
import java.util.List;
import java.util.function.ToDoubleBiFunction;

/**
 * A mechanism under test. Each record of the data is one person.
 *
 * <p>Runs must not depend on each other: whatever a run remembers for the next one makes the tester's bounds void.
 */
@FunctionalInterface
public interface Subject {
    /**
     * One run.
     *
     * @param data one number of each person; may be empty
     * @param bits the only randomness
     * @return what the world sees
     * @throws Exception whatever fails: then the outcome is {@link Outcome.Failure}
     */
    Outcome run(List<Double> data, RandomBits bits) throws Exception;

    /** One that always answers with a double. */
    static Subject ofNumber(ToDoubleBiFunction<List<Double>, RandomBits> mechanism) {
        return (data, bits) -> Outcome.of(mechanism.applyAsDouble(data, bits));
    }
}
