package io.tacit.privacy.random;

import io.tacit.privacy.number.ExponentialTable;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses one of finitely many outcomes with probability proportional to e^(−rate·penalty), exactly: the exponential
 * mechanism of McSherry and Talwar (2007) without floating point and without rejection.
 *
 * <p>Outcomes come as {@link Run}s, whose penalties are integers in arithmetic progression. The weight of a run is
 * enclosed between two integers; one uniform number in [0, 1), of which ever more bits are drawn, is compared with the
 * enclosed cumulative weights; while the comparison is ambiguous, the enclosures get twice the bits. Inside a run the
 * same is done again. The proof is in {@code ExponentialChoice.md} beside this class.
 */
public final class ExponentialChoice {
    /** Bits of the first table: more are needed once in millions of choices. */
    private static final int FIRST_BITS = 64;

    private static final ExponentialTable FIRST = new ExponentialTable(FIRST_BITS);

    /** The table of twice as many bits, made when the first one is not enough. */
    private static final class Second {
        private static final ExponentialTable TABLE = new ExponentialTable(2 * FIRST_BITS);

        private Second() {}
    }

    /** ln 2, rounded up. */
    private static final Rational LOGARITHM_OF_TWO = Rational.of(7, 10);

    /** Into how many parts a run is cut to choose inside it. */
    private static final long PARTS = 8;

    private ExponentialChoice() {}

    /**
     * Outcomes {@code first}, {@code first ± 1}, … with penalties {@code start}, {@code start + step}, …
     *
     * @param first the outcome with the smallest penalty
     * @param downward whether outcomes count down from {@code first}
     * @param count how many, at least 1 and below 2^40; with a step at most 2^20
     * @param start at least 0
     * @param step at least 0
     */
    public record Run(long first, boolean downward, long count, BigInteger start, BigInteger step) {
        private static final long LARGEST_COUNT = 1L << 40;
        private static final long LARGEST_PROGRESSION = 1L << 20;

        /** Refuses what is out of range. */
        public Run {
            if (count < 1 || count >= LARGEST_COUNT || step.signum() != 0 && count > LARGEST_PROGRESSION) {
                throw new IllegalArgumentException("count must be between 1 and 2^40, and 2^20 with a step");
            }
            if (start.signum() < 0 || step.signum() < 0) {
                throw new IllegalArgumentException("start and step must be at least 0");
            }
        }

        /** Outcomes of one penalty. */
        public static Run level(long first, long count, BigInteger penalty) {
            return new Run(first, false, count, penalty, BigInteger.ZERO);
        }

        private long outcome(long index) {
            return downward ? first - index : first + index;
        }

        private List<Run> parts() {
            List<Run> parts = new ArrayList<>();
            long size = (count + PARTS - 1) / PARTS;
            for (long at = 0; at < count; at += size) {
                BigInteger from = start.add(step.multiply(BigInteger.valueOf(at)));
                parts.add(new Run(outcome(at), downward, Math.min(size, count - at), from, step));
            }
            return parts;
        }
    }

    /**
     * The outcomes to choose from, in as much detail as is asked for.
     *
     * <p>Some outcome must have penalty 0, and all outcomes must be in the runs or in what is left out. The runs are
     * the same, or become more, as the horizon grows; from some horizon on nothing is left out.
     */
    @FunctionalInterface
    public interface Outcomes {
        /**
         * The outcomes in a fixed order.
         *
         * @param horizon outcomes with a larger penalty may be left out, at either end
         */
        View upTo(BigInteger horizon);
    }

    /**
     * A part of the outcomes.
     *
     * @param before how many outcomes are left out before the runs
     * @param runs in order
     * @param after how many outcomes are left out after the runs
     */
    public record View(long before, List<Run> runs, long after) {
        /** Copies the runs. */
        public View {
            runs = List.copyOf(runs);
        }
    }

    /**
     * One choice among runs.
     *
     * @param runs at least one, and some outcome of penalty 0
     * @param rate more than 0
     */
    public static long draw(List<Run> runs, Rational rate, RandomBits bits) {
        return draw(horizon -> new View(0, runs, 0), rate, bits);
    }

    /**
     * One choice.
     *
     * @param rate of the decay per unit of penalty, more than 0
     * @return the outcome
     * @throws IllegalArgumentException for a rate that is not more than 0
     */
    public static long draw(Outcomes outcomes, Rational rate, RandomBits bits) {
        if (rate.signum() <= 0) {
            throw new IllegalArgumentException("rate must be more than 0");
        }
        Run run = choose(outcomes, rate, bits);
        while (run.count() > 1 && run.step().signum() != 0) {
            // Lowering all penalties by one number leaves the law inside as it is.
            List<Run> parts = new Run(run.first(), run.downward(), run.count(), BigInteger.ZERO, run.step()).parts();
            run = choose(horizon -> new View(0, parts, 0), rate, bits);
        }
        return run.outcome(Uniform.below(run.count(), bits));
    }

    private static Run choose(Outcomes outcomes, Rational rate, RandomBits bits) {
        ExponentialTable table = FIRST;
        BigInteger uniform = BigInteger.ZERO;
        int drawn = 0;
        while (true) {
            while (drawn < table.bits()) {
                BigInteger word = Uniform.below(BigInteger.ONE.shiftLeft(Long.SIZE), bits);
                uniform = uniform.shiftLeft(Long.SIZE).or(word);
                drawn += Long.SIZE;
            }
            // Beyond the horizon a weight is at most 2^-(bits-8), so at most 2^8 units.
            Rational horizon =
                    LOGARITHM_OF_TWO.times(Rational.of(table.bits() - 8)).dividedBy(rate);
            BigInteger furthest = horizon.ceil();
            View view = outcomes.upTo(furthest);
            int chosen = new Enclosed(view, new Decay(table, rate, furthest)).find(uniform, drawn);
            if (chosen >= 0) {
                return view.runs().get(chosen);
            }
            table = table == FIRST ? Second.TABLE : new ExponentialTable(2 * table.bits());
        }
    }

    /** e^(−rate·penalty) and sums of it, in units of a table. */
    private static final class Decay {
        private final ExponentialTable table;
        private final BigInteger factor;
        private final int shift;
        private final BigInteger furthest;

        /** By how much one weight may be off. */
        private final BigInteger error;

        /** Many leaves weigh the same: their sums are computed once. */
        private final Map<Progression, BigInteger> sums = new HashMap<>();

        /** Neighbouring runs often have the same smallest penalty. */
        private BigInteger lastPenalty = BigInteger.ZERO;

        private BigInteger lastWeight;

        private record Progression(BigInteger step, long count) {}

        Decay(ExponentialTable table, Rational rate, BigInteger furthest) {
            this.table = table;
            lastWeight = table.one();
            error = BigInteger.valueOf(table.error() + 300);
            this.furthest = furthest;
            // The factor is rate·2^(bits+shift), rounded down; up to twice the horizon it costs less than two units.
            shift = furthest.bitLength() + 1;
            factor = rate.numerator().shiftLeft(table.bits() + shift).divide(rate.denominator());
        }

        /** Within the error of the truth. */
        BigInteger at(BigInteger penalty) {
            if (penalty.compareTo(furthest) > 0) {
                return BigInteger.ZERO;
            }
            if (!penalty.equals(lastPenalty)) {
                lastPenalty = penalty;
                lastWeight =
                        table.exponentialOfNegative(penalty.multiply(factor).shiftRight(shift));
            }
            return lastWeight;
        }

        /** The weight of a run; off by at most 2·count²·(error + 2), or count·error without a step. */
        BigInteger weight(Run run) {
            BigInteger most = at(run.start());
            if (run.step().signum() == 0 || run.count() == 1) {
                return most.multiply(BigInteger.valueOf(run.count()));
            }
            return product(most, sums.computeIfAbsent(new Progression(run.step(), run.count()), this::sum));
        }

        /** 1 + r + … + r^(count−1), r = e^(−rate·step), by halving the count. */
        private BigInteger sum(Progression terms) {
            BigInteger ratio = at(terms.step());
            BigInteger sum = BigInteger.ZERO;
            BigInteger power = table.one();
            for (int bit = Long.SIZE - Long.numberOfLeadingZeros(terms.count()) - 1; bit >= 0; bit--) {
                sum = sum.add(product(sum, power));
                power = product(power, power);
                if ((terms.count() >> bit & 1) == 1) {
                    sum = sum.add(power);
                    power = product(power, ratio);
                }
            }
            return sum;
        }

        BigInteger error(Run run) {
            if (run.count() == 1) {
                return error;
            }
            BigInteger count = BigInteger.valueOf(run.count());
            return run.step().signum() == 0
                    ? count.multiply(error)
                    : count.multiply(count).multiply(error.add(BigInteger.TWO)).shiftLeft(1);
        }

        private BigInteger product(BigInteger one, BigInteger other) {
            return one.multiply(other).shiftRight(table.bits());
        }
    }

    /** Cumulative weights between two ends. */
    private static final class Enclosed {
        private final BigInteger[] low;
        private final BigInteger[] high;
        private final BigInteger lowTotal;
        private final BigInteger highTotal;

        Enclosed(View view, Decay decay) {
            int count = view.runs().size();
            low = new BigInteger[count + 1];
            high = new BigInteger[count + 1];
            BigInteger beyond = decay.error;
            low[0] = BigInteger.ZERO;
            high[0] = beyond.multiply(BigInteger.valueOf(view.before()));
            for (int i = 0; i < count; i++) {
                Run run = view.runs().get(i);
                BigInteger weight = decay.weight(run);
                BigInteger error = decay.error(run);
                low[i + 1] = low[i].add(weight.subtract(error).max(BigInteger.ZERO));
                high[i + 1] = high[i].add(weight.add(error));
            }
            lowTotal = low[count];
            highTotal = high[count].add(beyond.multiply(BigInteger.valueOf(view.after())));
        }

        /** The run in which the uniform number certainly falls, or −1. */
        int find(BigInteger uniform, int drawn) {
            int from = 0;
            int to = low.length - 2;
            while (from < to) {
                int middle = (from + to) / 2;
                if (below(uniform, drawn, middle + 1)) {
                    to = middle;
                } else {
                    from = middle + 1;
                }
            }
            return above(uniform, drawn, from) && below(uniform, drawn, from + 1) ? from : -1;
        }

        /** Whether every number with these leading bits is certainly below the share of the first runs. */
        private boolean below(BigInteger uniform, int drawn, int runs) {
            // The least share: low / (low + the most that the rest can weigh).
            BigInteger whole = low[runs].add(highTotal.subtract(high[runs]));
            return uniform.add(BigInteger.ONE).multiply(whole).compareTo(low[runs].shiftLeft(drawn)) <= 0;
        }

        /** Whether every number with these leading bits is certainly at least the share of the first runs. */
        private boolean above(BigInteger uniform, int drawn, int runs) {
            BigInteger whole = high[runs].add(lowTotal.subtract(low[runs]));
            return uniform.multiply(whole).compareTo(high[runs].shiftLeft(drawn)) >= 0;
        }
    }
}
