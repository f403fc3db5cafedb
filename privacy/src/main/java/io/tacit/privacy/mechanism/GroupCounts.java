package io.tacit.privacy.mechanism;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongToDoubleFunction;

/**
 * Noisy numbers of people by the number of their groups, and what follows from them and costs nothing more: a C_u, and
 * what a C_u leaves out.
 *
 * <p>All of it is floating-point arithmetic on numbers that may be shown. {@code AutomaticGroups.md} says what is proven
 * and what is measured.
 *
 * @param bins of the counts
 * @param counts noisy numbers of people, one for each bin
 * @param scale of the counts' noise, more than 0
 * @param most in how many groups a person can be at most, where that is known or was seen; at least 1
 */
public record GroupCounts(AutomaticGroups bins, List<BigInteger> counts, double scale, OptionalLong most) {
    /** Noise scales beyond which neighbouring bins together are taken to hold people; more in far bins. */
    private static final double SURE = 6;

    private static final double SURER = 0.3;

    /** Standard deviations of the noise beyond which bins behind occupied ones are taken to hold people, too. */
    private static final double LIKELY = 2.5;

    /** The same for what is said, where it is worse to leave people out. */
    private static final double POSSIBLY = 1.5;

    private static final int NEAR = 4;

    /** How many bins behind the occupied ones may hold people whom the noise hides. */
    private static final int HIDDEN = 3;

    /** How many groups there are, as a multiple of those that the busiest people are in, where it is not known. */
    private static final double GROUPS = 1.5;

    private static final double FEWEST_GROUPS = 8;

    /** The confidence of the intervals. */
    public static final double CONFIDENCE = 0.95;

    /** Checks that there is a count for each bin. */
    public GroupCounts {
        counts = List.copyOf(counts);
        if (counts.size() != bins.size() || !(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("counts must be as many as bins, and scale finite and more than 0");
        }
        if (most.isPresent() && most.getAsLong() < 1) {
            throw new IllegalArgumentException("most must be at least 1");
        }
    }

    /** Counts of people who may be in any number of groups. */
    public GroupCounts(AutomaticGroups bins, List<BigInteger> counts, double scale) {
        this(bins, counts, scale, OptionalLong.empty());
    }

    /**
     * The same counts, where nobody is taken to be in more than so many groups.
     *
     * @param groups at least 1
     */
    public GroupCounts upTo(long groups) {
        return new GroupCounts(bins, counts, scale, OptionalLong.of(Math.min(groups, most.orElse(Long.MAX_VALUE))));
    }

    /**
     * About how many pairs of a person and a group a limit keeps.
     *
     * @param limit at least 1
     */
    public double kept(long limit) {
        int last = lastOccupied(POSSIBLY);
        double kept = 0;
        for (int bin = 0; bin <= last; bin++) {
            kept += Math.max(0, count(bin)) * Math.min((double) limit, middle(bin));
        }
        return kept;
    }

    /**
     * A share with its interval.
     *
     * @param about between {@code low} and {@code high}
     * @param low at least 0
     * @param high at most 1
     */
    public record Share(double about, double low, double high) {}

    /**
     * What a limit of groups leaves out.
     *
     * @param people of all people, those in more groups
     * @param pairs of all pairs of a person and a group, those beyond the limit
     */
    public record Missing(Share people, Share pairs) {}

    /**
     * The C_u with the least error, noise and what is left out together: with √((G·s(C))² + M(C)²) for G groups, noise
     * s(C) and M(C) pairs left out.
     *
     * @param most the largest C_u to choose
     * @param noise s(C), the standard deviation of the noise of a group if people are in C groups; public
     * @param groups at most how many there are, if that is known; G is taken to be a little more than the groups of the
     *     busiest people, and no more than that: the months of all years are no guess of how many months a table holds
     * @return the end of a bin; empty where the counts do not tell people from noise
     */
    public OptionalLong choose(long most, LongToDoubleFunction noise, OptionalLong groups) {
        int last = lastOccupied(LIKELY);
        if (last < 0) {
            return OptionalLong.empty();
        }
        double spread = Math.min((double) groups.orElse(Long.MAX_VALUE), Math.max(FEWEST_GROUPS, GROUPS * high(last)));
        long best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (long limit : bins.edges()) {
            if (limit <= most && bins.bin(limit) <= last) {
                double error = Math.hypot(spread * noise.applyAsDouble(limit), left(limit, last));
                best = error < least ? limit : best;
                least = Math.min(error, least);
            }
        }
        return best == 0 ? OptionalLong.empty() : OptionalLong.of(best);
    }

    /** About how many pairs a limit leaves out. */
    private double left(long limit, int last) {
        double[] above = above(last);
        double left = 0;
        for (int bin = 0; bin <= last; bin++) {
            left += (above[bin] - above[bin + 1]) * Math.max(0, middle(bin) - limit);
        }
        return left;
    }

    /** About how many people are in a bin or in a later one: never fewer than in later ones. */
    private double[] above(int last) {
        double[] above = new double[bins.size() + 1];
        double sum = 0;
        for (int bin = last; bin >= 0; bin--) {
            sum += count(bin);
            above[bin] = Math.max(above[bin + 1], sum);
        }
        return above;
    }

    /** The last bin that seems to hold people; -1 where none does. */
    private int lastOccupied(double likely) {
        int last = -1;
        for (int bin = 0; bin < bins.size(); bin++) {
            double sum = 0;
            for (int first = bin; first > last; first--) {
                sum += count(first);
                if (sum > (SURE + SURER * bin) * scale * Math.sqrt(bin - first + 1.0)) {
                    last = bin;
                    break;
                }
            }
        }
        return last < 0 ? last : further(last, likely);
    }

    private int further(int occupied, double likely) {
        int last = occupied;
        boolean more = true;
        while (more) {
            more = false;
            double sum = 0;
            for (int bin = last + 1; bin < bins.size() && bin <= last + NEAR && !more; bin++) {
                sum += count(bin);
                if (sum > likely * scale * Math.sqrt(2.0 * (bin - last))) {
                    last = bin;
                    more = true;
                }
            }
        }
        return last;
    }

    /**
     * What a limit leaves out, each with an interval for it of {@link #CONFIDENCE}; of pairs, up to the last bin that
     * seems to hold people.
     *
     * @param limit C_u, the end of a bin
     * @return empty where the counts do not tell people from noise
     */
    public Optional<Missing> missing(long limit) {
        int last = lastOccupied(POSSIBLY);
        if (last < 0) {
            return Optional.empty();
        }
        Ratio people = new Ratio(bins.size());
        for (int bin = 0; bin < bins.size(); bin++) {
            people.set(bin, count(bin), clipped((double) low(bin)) > limit ? 1 : 0, 1);
        }
        Ratio fewest = pairs(limit, last, true);
        Ratio most = pairs(limit, last, false);
        return Optional.of(new Missing(
                share(people.estimate(), people.end(scale, true), people.end(scale, false)),
                share((fewest.estimate() + most.estimate()) / 2, fewest.end(scale, true), most.end(scale, false))));
    }

    /**
     * The share of pairs beyond a limit if people in each bin are in as many groups as makes it least, or largest: it
     * grows with the numbers of groups beyond the limit, and shrinks with those up to it.
     */
    private Ratio pairs(long limit, int last, boolean least) {
        return pairs(limit, last, least, (from, to, groups) -> 1);
    }

    private Ratio pairs(long limit, int last, boolean least, Weight weight) {
        int reach = Math.min(bins.size(), last + 1 + (least ? 0 : HIDDEN));
        // People whom the noise hides are mostly just behind those who are seen.
        double hidden = high(Math.min(last + 2, bins.size() - 1));
        Ratio pairs = new Ratio(reach);
        double[] above = above(last);
        double people = Math.max(1, above[0]);
        double unseen = Math.min(people, POSSIBLY * scale * Math.sqrt(2.0 * HIDDEN));
        for (int bin = 0; bin < reach; bin++) {
            double groups = clipped(bin > last ? hidden : (double) (low(bin) > limit == least ? low(bin) : high(bin)));
            double each = bin > last
                    ? weight.of(0, Math.min(1, (unseen + above[last]) / people), groups)
                    : weight.of(above[bin + 1] / people, above[bin] / people, groups);
            pairs.set(bin, count(bin), each * Math.max(0, groups - limit), each * groups);
        }
        return pairs;
    }

    private double clipped(double groups) {
        return Math.min(groups, (double) most.orElse(Long.MAX_VALUE));
    }

    /** What one pair of a person and a group weighs. */
    @FunctionalInterface
    public interface Weight {
        /**
         * The weight of each pair of some people.
         *
         * @param from which share of all people is in more groups than these
         * @param to which share of all people is in more groups than these or is among them
         * @param groups of each of them
         * @return more than 0, and finite
         */
        double of(double from, double to, double groups);
    }

    /**
     * Which share of all that people do a limit leaves out at most, one-sided with the confidence of one end of {@link
     * #missing}: of pairs that weigh differently.
     *
     * @param limit C_u, the end of a bin
     * @return between 0 and 1; 1 where neither the counts nor {@link #most} bounds it
     */
    public double mostMissing(long limit, Weight weight) {
        double known = Math.max(0, 1 - (double) limit / most.orElse(Long.MAX_VALUE));
        int last = lastOccupied(POSSIBLY);
        return last < 0
                ? known
                : Math.min(known, pairs(limit, last, false, weight).end(scale, false));
    }

    /** Whether the counts tell people from noise; else nothing is known of what a limit leaves out. */
    public boolean tellPeople() {
        return lastOccupied(POSSIBLY) >= 0;
    }

    private static Share share(double about, double low, double high) {
        double least = Math.max(0, Math.min(1, low));
        double most = Math.max(least, Math.min(1, high));
        return new Share(Math.max(least, Math.min(most, about)), least, most);
    }

    /**
     * The least limit with which at most a wanted share of the pairs seems to be left out.
     *
     * @param share between 0 and 1
     */
    public OptionalLong leastMissing(double share) {
        int last = lastOccupied(POSSIBLY);
        for (long limit : last < 0 ? List.<Long>of() : bins.edges()) {
            double about = (pairs(limit, last, true).estimate()
                            + pairs(limit, last, false).estimate())
                    / 2;
            if (about <= share) {
                return OptionalLong.of(limit);
            }
        }
        return OptionalLong.empty();
    }

    private double count(int bin) {
        return counts.get(bin).doubleValue();
    }

    private long low(int bin) {
        return bin == 0 ? 1 : bins.edges().get(bin - 1) + 1;
    }

    /** The largest number of groups of a bin; of the open one as if it were as wide as two bins before it. */
    private long high(int bin) {
        return bin < bins.edges().size() ? bins.edges().get(bin) : 2 * low(bin);
    }

    private double middle(int bin) {
        return (low(bin) + high(bin)) / 2.0;
    }
}
