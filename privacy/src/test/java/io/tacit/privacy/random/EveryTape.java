package io.tacit.privacy.random;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Runs a sampler on every tape of words, a word for each cell of [0, 1), and adds up exact probabilities. Cells end at
 * multiples of 2^-n, at thirds, at 1/5, 1/6 and 1/7 and at 1/e: for a sampler that only asks where between those a word
 * lies this gives for each outcome a lower bound, short by the mass of tapes that are too short.
 */
final class EveryTape<O> {
    private static final double[] COINS = {1.0 / 3, 2.0 / 3, 1.0 / 5, 1.0 / 6, 1.0 / 7, Math.exp(-1)};

    private final Function<RandomBits, O> sampler;
    private final double[] ends;
    private final int words;
    private final Map<O, Double> probabilities = new HashMap<>();
    private double undecided;

    EveryTape(Function<RandomBits, O> sampler, int leadingBits, int words) {
        this.sampler = sampler;
        this.ends = DoubleStream.concat(
                        Arrays.stream(COINS),
                        IntStream.rangeClosed(1, 1 << leadingBits)
                                .mapToDouble(i -> Math.scalb((double) i, -leadingBits)))
                .sorted()
                .toArray();
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
            long[] longer = Arrays.copyOf(tape, tape.length + 1);
            double start = 0;
            for (double end : ends) {
                longer[tape.length] = word((start + end) / 2);
                extend(longer, probability * (end - start));
                start = end;
            }
        }
    }

    /** The word of a number in [0, 1). */
    private static long word(double place) {
        return new BigDecimal(place)
                .multiply(new BigDecimal(BigInteger.ONE.shiftLeft(64)))
                .toBigInteger()
                .longValue();
    }
}
