package io.tacit.engine.session;

import io.tacit.engine.refusal.AnalystWords;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.function.Supplier;

/**
 * The one seam between what fails and an analyst who hears of it. Files, servers, policies, books and engines fail with
 * texts for the owner; none of them passes here.
 */
final class AnalystHearing {
    private AnalystHearing() {}

    /**
     * What the work gives.
     *
     * @throws Refusal for an analyst, whatever the work throws
     */
    static <T> T of(Supplier<T> work) {
        try {
            return work.get();
        } catch (Refusal refusal) {
            throw refusal.forAnalyst();
        } catch (RuntimeException | StackOverflowError | AssertionError mistake) {
            // Its words may quote anything, and a service may print the trace of what it caught.
            throw AnalystWords.PLANNING.refusal(ErrorCode.ENGINE);
        }
    }
}
