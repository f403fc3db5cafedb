package io.tacit.privacy.audit;

import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Goodness of fit: whether draws follow the law that a noise claims. A noise of the right shape and a scale 5 % too
 * small passes every test that counts in buckets with a few thousand draws; the mean size of draws finds it.
 *
 * <p>Tried are the mean of |Z| or Z² (Chernoff's bound with the law's own moments, which is the best event there is
 * against another scale), up to 16 intervals of equal probability and atoms near 0 (Agrawal's bound for counts), the
 * low two bits, the sign, how often neighbours are equal, and whether a draw's quarter depends on the one before. All
 * bounds hold for any number of draws. At a false-alarm rate of 10^−8 a scale of 0.95 is found nearly surely with
 * 40,000 draws of Laplace and 20,000 of Gaussian noise, and one of ½ with 300: the computation is in {@code FitLaw.md}
 * beside this class.
 *
 * <pre>{@code
 * Verdict verdict = FitLaw.of(noise).judge("my noise", mySampler, new SystemRandomBits());
 * }</pre>
 *
 * @param law what draws should follow
 * @param draws how many, at least 100
 * @param falseAlarm the most by which a right sampler is called wrong
 */
public record FitLaw(IntegerNoise law, int draws, double falseAlarm) {
    private static final int LEAST_DRAWS = 100;
    private static final int CELLS = 16;
    private static final int QUARTERS = 4;
    private static final int ATOMS = 3;
    private static final int CHECKS = 8;
    private static final int WORDS = 4096;

    /** Refuses settings out of range. */
    public FitLaw {
        if (draws < LEAST_DRAWS || !(falseAlarm > 0 && falseAlarm < 1)) {
            throw new IllegalArgumentException("draws must be at least 100, and falseAlarm between 0 and 1");
        }
    }

    /** 100,000 draws and a false-alarm rate of 10^−8. */
    public static FitLaw of(IntegerNoise law) {
        return new FitLaw(law, 100_000, 1e-8);
    }

    /** What was compared, and a bound of how probable so large a deviation is. */
    private record Finding(String event, double chance) {}

    /** Draws, and compares the draws with the law. */
    public Verdict judge(String name, IntegerSampler sampler, RandomBits bits) {
        List<BigInteger> drawn = new ArrayList<>(draws);
        for (int i = 0; i < draws; i++) {
            drawn.add(sampler.draw(bits));
        }
        NoiseLaw exact = NoiseLaw.of(law);
        List<Finding> findings = findings(drawn, exact);
        double most = falseAlarm / CHECKS;
        Optional<Violation> violation = findings.stream()
                .filter(finding -> finding.chance() <= most)
                .findFirst()
                .map(finding -> Violation.certain(
                        "draws do not follow " + law + ": so large a deviation has a chance of at most "
                                + Words.number(finding.chance()),
                        draws + " draws",
                        law.toString(),
                        finding.event()));
        return new Verdict(Layer.FIT, name, "follows " + law, falseAlarm, draws, violation);
    }

    private static List<Finding> findings(List<BigInteger> drawn, NoiseLaw law) {
        double size = drawn.stream().mapToDouble(law::size).sum();
        long[] remainders = new long[QUARTERS];
        drawn.forEach(z -> remainders[z.intValue() & (QUARTERS - 1)]++);
        long positive = drawn.stream().filter(z -> z.signum() > 0).count();
        Intervals cells = Intervals.of(law, CELLS, ATOMS);
        Intervals quarters = Intervals.of(law, QUARTERS, 0);
        int pairs = drawn.size() / 2;
        long equal = 0;
        for (int i = 0; i < pairs; i++) {
            equal += drawn.get(2 * i).equals(drawn.get(2 * i + 1)) ? 1 : 0;
        }
        return List.of(
                new Finding(law.sizeName(), Chance.ofMean(law, size, drawn.size())),
                new Finding("how often draws fall into intervals", Chance.ofCounts(cells.count(drawn), cells.shares)),
                new Finding("remainders of draws divided by four", Chance.ofCounts(remainders, law.remainders())),
                new Finding(
                        "how often draws are positive",
                        Chance.ofShare(positive, drawn.size(), law.tail(BigInteger.ONE))),
                new Finding("how often a draw repeats the one before", Chance.ofShare(equal, pairs, law.equal())),
                new Finding("quarters of first and second draws", quarters.ofPairs(drawn)),
                new Finding("quarters of second and third draws", quarters.ofPairs(drawn.subList(1, drawn.size()))));
    }

    /**
     * Whether two streams of random bits differ, word by word and on half of their bits.
     *
     * @param streams makes a stream anew at each call
     */
    public static Verdict streams(String name, Supplier<RandomBits> streams, double falseAlarm) {
        RandomBits first = streams.get();
        RandomBits second = streams.get();
        long equal = 0;
        long different = 0;
        for (int i = 0; i < WORDS; i++) {
            long one = first.nextLong();
            long other = second.nextLong();
            equal += one == other ? 1 : 0;
            different += Long.bitCount(one ^ other);
        }
        double bits = (double) WORDS * Long.SIZE;
        // Of two true streams any word is equal with 2^−64, one of 4096 with 2^−52.
        double most = falseAlarm - WORDS * 0x1p-64;
        boolean alike = equal > 0 || Chance.ofShare(different, (long) bits, 0.5) <= most;
        Optional<Violation> violation = alike
                ? Optional.of(Violation.certain(
                        "two streams are alike: " + equal + " equal words, and " + different + " different bits",
                        "one stream",
                        "another stream",
                        "equal words or bits at the same place"))
                : Optional.empty();
        return new Verdict(Layer.FIT, name, "independent streams", falseAlarm, 2L * WORDS, violation);
    }

    /** Integers cut into intervals, each from a start on. */
    private static final class Intervals {
        private final List<BigInteger> starts;
        private final double[] shares;

        private Intervals(List<BigInteger> starts, double[] shares) {
            this.starts = starts;
            this.shares = shares;
        }

        static Intervals of(NoiseLaw law, int count, int atoms) {
            NavigableSet<BigInteger> starts = new TreeSet<>();
            for (int i = 1; i < count; i++) {
                starts.add(leastWithTailAtMost(law, 1 - (double) i / count));
            }
            for (int z = -atoms; z <= atoms + 1 && atoms > 0; z++) {
                starts.add(BigInteger.valueOf(z));
            }
            List<BigInteger> cuts = starts.stream()
                    .filter(k -> Math.min(law.tail(k), law.tail(BigInteger.ONE.subtract(k))) > 1e-12)
                    .toList();
            double[] shares = new double[cuts.size() + 1];
            double before = 1;
            for (int i = 0; i <= cuts.size(); i++) {
                double after = i < cuts.size() ? law.tail(cuts.get(i)) : 0;
                shares[i] = before - after;
                before = after;
            }
            return new Intervals(cuts, shares);
        }

        private static BigInteger leastWithTailAtMost(NoiseLaw law, double share) {
            BigInteger reach = BigInteger.ONE;
            while (law.tail(reach) > share || law.tail(reach.negate()) <= share) {
                reach = reach.shiftLeft(1);
            }
            BigInteger without = reach.negate();
            BigInteger with = reach;
            while (with.subtract(without).compareTo(BigInteger.ONE) > 0) {
                BigInteger middle = without.add(with).shiftRight(1);
                if (law.tail(middle) <= share) {
                    with = middle;
                } else {
                    without = middle;
                }
            }
            return with;
        }

        int of(BigInteger z) {
            int index = 0;
            while (index < starts.size() && starts.get(index).compareTo(z) <= 0) {
                index++;
            }
            return index;
        }

        long[] count(List<BigInteger> drawn) {
            long[] counts = new long[shares.length];
            drawn.forEach(z -> counts[of(z)]++);
            return counts;
        }

        /** The table of disjoint pairs against independence. */
        double ofPairs(List<BigInteger> drawn) {
            int n = shares.length;
            long[] counts = new long[n * n];
            double[] products = new double[n * n];
            for (int i = 0; i + 1 < drawn.size(); i += 2) {
                counts[n * of(drawn.get(i)) + of(drawn.get(i + 1))]++;
            }
            for (int i = 0; i < n * n; i++) {
                products[i] = shares[i / n] * shares[i % n];
            }
            return Chance.ofCounts(counts, products);
        }
    }
}
