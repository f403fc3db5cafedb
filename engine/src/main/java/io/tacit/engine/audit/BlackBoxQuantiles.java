package io.tacit.engine.audit;

import io.tacit.engine.catalog.Defaults;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * Quantiles over people for whom the exponential mechanism spends nearly all of its epsilon: see
 * {@code BlackBoxAudit.md}. Somebody stands at a place, and the target is there too. The canary moves the target to the
 * far side of that place, so that leaves on one side of it lose e^(ε/2) of their weight and those on the other side win
 * as much. As the winners have the fewer leaves, and so little weight without the canary, their probability grows
 * nearly by e^ε.
 */
final class BlackBoxQuantiles {
    private static final int BLOCKS = 4000;
    private static final double LOW = -1;
    private static final double HIGH = 3;

    /** The epsilon that one group or three groups share: about 3, where a doubled loss shows in the fewest blocks. */
    private static final String EPSILON = "2.96";

    /** The width of the winning leaves: a twentieth of all leaves, about e^-ε. */
    private static final double FEW = 0.05 * (HIGH - LOW);

    /**
     * κ of {@code Quantiles.md}: by how many people the targets of MIN and MAX are moved inward. It is
     * 2·ln(100·leaves)/ε with 2^19 + 1 leaves, 12.01; epsilon was chosen so that it is a little more than a whole
     * number.
     */
    private static final int MOVED = 12;

    /** The number of groups that shows whether epsilon is divided; with one group the loss shows soonest. */
    private static final int WIDE = 3;

    private BlackBoxQuantiles() {}

    static List<BlackBoxSubject> all() {
        BlocksShape up = BlocksShape.alone(BLOCKS, 1, 1e9).withRows(2);
        BlocksShape down = BlocksShape.alone(BLOCKS, 1, -1e9).withRows(2);
        double high = HIGH - FEW;
        double low = LOW + FEW;
        return List.of(
                quantile("MEDIAN", "0.5", up.among(List.of(one(2, high))), high, 1),
                quantile(
                        "MEDIAN of a person in three groups",
                        "0.5",
                        BlocksShape.alone(BLOCKS, WIDE, -1e9).withRows(2).among(List.of(one(2, low + 2 * FEW))),
                        low + 2 * FEW,
                        -1),
                quantile("MAX", "1.0", up.among(ends(LOW, high, HIGH)), high, 1),
                quantile("MIN", "0.0", down.among(ends(HIGH, low, LOW)), low, -1));
    }

    /** As many at the end that the target was moved from as bring it back between the two in the place. */
    private static List<BlocksShape.Others> ends(double far, double place, double near) {
        return List.of(one(MOVED + 1, far), one(2, place), one(MOVED - 1, near));
    }

    private static BlocksShape.Others one(int people, double x) {
        return new BlocksShape.Others(people, x);
    }

    private static BlackBoxSubject quantile(
            String name, String fraction, BlocksShape shape, double place, double contribution) {
        Defaults defaults = new Defaults(
                new BigDecimal(EPSILON),
                new BigDecimal("1e-6"),
                shape.groups(),
                0.95,
                Optional.of(Defaults.Noise.LAPLACE),
                Optional.empty(),
                1);
        return new BlocksSubject(
                name,
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 1) q.grp,"
                        + " QUANTILE_CONT(p.x, [" + fraction + "], contribution_bounds_per_row => (-1, 3))[1] AS value"
                        + BlackBoxSubjects.JOINED,
                defaults,
                shape,
                List.of(new BlocksSubject.Part(
                        "",
                        BlackBoxReading.side(1, place, contribution),
                        0,
                        contribution,
                        BlackBoxClaim.Place.whole())));
    }
}
