package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiFunction;

/**
 * A histogram of people by the number of their groups, with noise on every bin: from it C_u is chosen, and it tells
 * what a C_u leaves out ({@link GroupCounts}). Where each row of a person counts for itself, people are counted by the
 * number of their rows, and rows stand for groups in all of this.
 *
 * <p>Each person is in exactly one bin. Bins are single numbers up to 4, then two for each doubling, as 5–6, 7–8, 9–12;
 * the last one is open unless it is known that nobody can be in more groups. The proof is in {@code AutomaticGroups.md}
 * beside this class.
 *
 * <pre>{@code
 * AutomaticGroups bins = AutomaticGroups.withEdgeAt(5);
 * IntegerNoise noise = AutomaticGroups.noise(epsilon);
 * GroupCounts counts = bins.counted(usersByBin, (bin, users) -> users.add(noise.sample(bits)), epsilon);
 * }</pre>
 *
 * @param edges the largest number of groups of each bin but the open one, rising from 1; a public list
 * @param open whether a last bin counts the people in more groups than the last edge; else they count in the last bin
 */
public record AutomaticGroups(List<Long> edges, boolean open) {
    /** The largest C_u that is considered. */
    public static final long MOST = 1024;

    /** Refuses edges that do not rise from 1. */
    public AutomaticGroups {
        edges = List.copyOf(edges);
        for (int i = 0; i < edges.size(); i++) {
            if (edges.get(i) <= (i == 0 ? 0 : edges.get(i - 1))) {
                throw new IllegalArgumentException("edges must rise, from at least 1");
            }
        }
        if (edges.isEmpty()) {
            throw new IllegalArgumentException("edges must hold something");
        }
    }

    /**
     * The bins up to {@link #MOST} groups, with an open one behind.
     *
     * @param limit a C_u that is given, so that a bin must end there; public, at least 1
     */
    public static AutomaticGroups withEdgeAt(long limit) {
        TreeSet<Long> edges = standard();
        edges.add(limit);
        return new AutomaticGroups(List.copyOf(edges), true);
    }

    /**
     * The bins up to a number of groups, in more than which nobody can be.
     *
     * @param possible that number; public, at least 1
     * @param limit a C_u at which a bin must end; at least 1 and at most {@code possible}
     */
    public static AutomaticGroups upTo(long possible, long limit) {
        TreeSet<Long> edges = new TreeSet<>(standard().headSet(possible));
        edges.add(limit);
        edges.add(possible);
        return new AutomaticGroups(List.copyOf(edges), false);
    }

    private static TreeSet<Long> standard() {
        TreeSet<Long> edges = new TreeSet<>(List.of(1L));
        for (long power = 2; power <= MOST; power *= 2) {
            edges.add(power);
            if (power > 2) {
                edges.add(power / 2 + power / 4);
            }
        }
        return edges;
    }

    /** How many bins there are. */
    public int size() {
        return edges.size() + (open ? 1 : 0);
    }

    /**
     * The bin of a person.
     *
     * @param groups of the person, at least 1
     */
    public int bin(long groups) {
        int bin = 0;
        while (bin < size() - 1 && groups > edges.get(bin)) {
            bin++;
        }
        return bin;
    }

    /** The noise of every bin: one person changes one bin by 1. */
    public static DiscreteLaplace noise(Epsilon epsilon) {
        return DiscreteLaplace.calibrated(BigInteger.ONE, epsilon);
    }

    /**
     * The noisy histogram.
     *
     * @param users by the {@link #bin} of their number of groups; each person once
     * @param noisy adds a draw of {@link #noise} to the exact number of people of a bin; it is asked for every bin, in
     *     order, also for those that hold nobody
     * @param epsilon of that noise
     */
    public GroupCounts counted(
            Map<Integer, BigInteger> users, BiFunction<Integer, BigInteger, BigInteger> noisy, Epsilon epsilon) {
        List<BigInteger> counts = new ArrayList<>();
        for (int bin = 0; bin < size(); bin++) {
            counts.add(noisy.apply(bin, users.getOrDefault(bin, BigInteger.ZERO)));
        }
        return new GroupCounts(this, counts, noise(epsilon).scale().toDoubleNearest());
    }
}
