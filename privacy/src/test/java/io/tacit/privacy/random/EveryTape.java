package io.tacit.privacy.random;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Runs a sampler on every tape of words of a few leading bits, and adds up exact probabilities. A sampler that looks at
 * no more than those bits of a word gives for each outcome a lower bound, short by the mass of tapes that are too short.
 */
final class EveryTape<O> {
    private final Function<RandomBits, O> sampler;
    private final int leadingBits;
    private final int words;
    private final Map<O, Double> probabilities = new HashMap<>();
    private double undecided;

    EveryTape(Function<RandomBits, O> sampler, int leadingBits, int words) {
        this.sampler = sampler;
        this.leadingBits = leadingBits;
        this.words = words;
        extend(new long[0], 1);
    }

    double atLeast(O outcome) {
        return probabilities.getOrDefault(outcome, 0.0);
    }

    double undecided() {
        return undecided;
    }

    private void extend(long[] tape, double probability) {
        try {
            ScriptedBits bits = new ScriptedBits(tape);
            probabilities.merge(sampler.apply(bits), probability, Double::sum);
        } catch (ScriptedBits.OutOfBits tooShort) {
            if (tape.length == words) {
                undecided += probability;
                return;
            }
            long[] longer = java.util.Arrays.copyOf(tape, tape.length + 1);
            for (long word = 0; word < 1L << leadingBits; word++) {
                longer[tape.length] = word << (Long.SIZE - leadingBits);
                extend(longer, probability / (1L << leadingBits));
            }
        }
    }
}
