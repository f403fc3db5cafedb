package io.tacit.engine.audit;

import io.tacit.engine.catalog.Defaults;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * Canaries with the greatest of some values, which is then the most frequent or one of two. In one group another person
 * has the other value, so that the canary's grows from 1/(1 + e^ε) to 1/2; in three groups nobody else is, and all
 * seven values are as likely without the canary. {@code BlackBoxAudit.md} says why these tell most.
 */
final class BlackBoxMode {
    private static final int BLOCKS = 4000;

    /** The same epsilon as for quantiles; with three groups each gets a third. */
    private static final String EPSILON = "2.96";

    private static final int WIDE = 3;
    private static final int SEVENTH = 6;

    private BlackBoxMode() {}

    static List<BlackBoxSubject> all() {
        BlocksShape.Others other = new BlocksShape.Others(1, 0);
        return List.of(
                mode("MODE", BlocksShape.alone(BLOCKS, 1, 1e9).among(List.of(other)), 1),
                mode("MODE of a person in three groups", BlocksShape.alone(BLOCKS, WIDE, 1e9), SEVENTH));
    }

    /** A subject whose canary has a value far beyond the bounds, in two rows of which one counts. */
    private static BlackBoxSubject mode(String name, BlocksShape shape, int greatest) {
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
                        + " MODE(CAST(p.x AS INTEGER), contribution_bounds_per_row => (0, " + greatest + ")) AS value"
                        + BlackBoxSubjects.JOINED,
                defaults,
                shape.withRows(2),
                List.of(new BlocksSubject.Part(
                        "", BlackBoxReading.side(1, greatest - 0.5, 1), 0, 1, BlackBoxClaim.Place.whole())));
    }
}
