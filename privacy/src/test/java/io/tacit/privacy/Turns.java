package io.tacit.privacy;

import java.util.List;
import java.util.stream.IntStream;

/** Lists that tests walk in parts, which take turns: as many commits as there are parts walk them whole. */
public final class Turns {
    /** Whether every list is walked whole, as {@code bench/run walks} does. */
    private static final boolean WHOLE = Boolean.getBoolean("tacit.walk");

    /** Counts commits: {@code .ci/run} sets it. */
    private static final int TURN = Integer.getInteger("tacit.turn", 0);

    private Turns() {}

    /**
     * The part of a list whose turn it is, in the order of the list.
     *
     * @param parts how many there are
     */
    public static <T> List<T> part(int parts, List<T> all) {
        return IntStream.range(0, all.size())
                .filter(i -> WHOLE || i % parts == Math.floorMod(TURN, parts))
                .mapToObj(all::get)
                .toList();
    }
}
