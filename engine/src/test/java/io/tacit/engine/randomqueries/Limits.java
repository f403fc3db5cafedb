package io.tacit.engine.randomqueries;

import java.util.SplittableRandom;

/**
 * What one person may contribute, as the queries say it.
 *
 * @param rows how many rows or different values COUNT counts
 * @param least of a sum
 * @param most of a sum
 * @param leastRow of a row, for means and variances
 * @param mostRow of a row
 * @param weight how many rows a person weighs in means and variances
 * @param stated whether all are said; otherwise some are left to be found
 */
record Limits(long rows, long least, long most, long leastRow, long mostRow, long weight, boolean stated) {
    /**
     * What no value reaches but the infinite ones. The grid of sums of doubles is 2^-25 then, so that quarters add up
     * exactly, and rows are small enough for squares to keep their digits.
     */
    static final Limits SLACK = new Limits(100_000, -16384, 32768, -64, 256, 100_000, true);

    /** What many people's values pass. */
    static Limits tight(SplittableRandom random) {
        long least = random.nextInt(7) - 5L;
        long leastRow = random.nextInt(5) - 3L;
        return new Limits(
                1 + random.nextInt(3),
                least,
                least + random.nextInt(9),
                leastRow,
                leastRow + random.nextInt(6),
                1 + random.nextInt(3),
                random.nextInt(5) > 0);
    }
}
