package io.tacit.engine.walk;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The lists that tests walk. {@code bench/run walks} walks them whole; {@code mvn verify} walks a share of each, drawn
 * by a seed, so that it ends within a minute, or one of several parts, which take turns.
 */
public final class Walk {
    /** Whether every list is walked whole. */
    public static final boolean WHOLE = Boolean.getBoolean("tacit.walk");

    /** What the shares are drawn with; another one walks other cases. */
    public static final long SEED = Long.getLong("tacit.walk.seed", 20261127);

    /** Counts commits: {@code .ci/run} sets it, so that the lists that are walked in parts have another turn at each. */
    public static final int TURN = Integer.getInteger("tacit.turn", 0);

    private Walk() {}

    /**
     * The cases to walk, in the order of the list.
     *
     * @param name the walk's own, so that two walks over one list draw different shares
     * @param most how many cases a share has at most
     */
    public static <T> List<T> share(String name, int most, List<T> all) {
        if (WHOLE || all.size() <= most) {
            return all;
        }
        return IntStream.concat(IntStream.of(0, all.size() - 1), random(name).ints(0, all.size()))
                .distinct()
                .limit(most)
                .sorted()
                .mapToObj(all::get)
                .toList();
    }

    /**
     * The part of a list whose turn it is, in the order of the list: as many commits as there are parts walk it whole.
     *
     * @param parts how many there are
     */
    public static <T> List<T> part(int parts, List<T> all) {
        return IntStream.range(0, all.size())
                .filter(i -> WHOLE || i % parts == Math.floorMod(TURN, parts))
                .mapToObj(all::get)
                .toList();
    }

    /** How often to draw: all times in a whole walk, few otherwise. */
    public static int times(int whole, int share) {
        return WHOLE ? whole : share;
    }

    /** A source of random cases that is the same for the same walk and seed. */
    public static Random random(String name) {
        return new Random(SEED * 31 + name.hashCode());
    }
}
