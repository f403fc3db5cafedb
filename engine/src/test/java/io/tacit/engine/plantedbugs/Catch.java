package io.tacit.engine.plantedbugs;

import io.tacit.privacy.audit.Verdict;
import java.util.function.Consumer;

/** Takes verdicts until one is a violation. */
final class Catch implements Consumer<Verdict> {
    private long runs;

    /** Ends a hunt. */
    private static final class Caught extends RuntimeException {
        private static final long serialVersionUID = 1;

        Caught(String words) {
            super(words);
        }
    }

    @Override
    public void accept(Verdict verdict) {
        // Where the first comparison already fails there is no whole run.
        runs += Math.max(1, verdict.trials());
        verdict.violation().ifPresent(found -> {
            throw new Caught(verdict.subject() + ": " + found.what() + " " + found.event());
        });
        if (verdict.trials() == 0) {
            throw new Caught(verdict.subject() + ": no run had an answer");
        }
    }

    /** What {@link Hunt} says of a hunt that hands its verdicts over here. */
    String of(Runnable hunt) {
        try {
            hunt.run();
            if (runs == 0) {
                throw new IllegalStateException("nothing was tested");
            }
            return runs + "|";
        } catch (Caught caught) {
            return runs + "|" + caught.getMessage();
        }
    }
}
