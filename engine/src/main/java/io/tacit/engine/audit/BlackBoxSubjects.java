package io.tacit.engine.audit;

import io.tacit.engine.catalog.Defaults;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the black box is asked. Epsilon is raised until each component's own part is about 2, where a mistake of its
 * noise shows in the fewest blocks.
 */
final class BlackBoxSubjects {
    private static final int BLOCKS = 8000;

    /** The number of blocks when there are others beside the canary. */
    private static final int CROWDED = 4000;

    /** C_u: how many groups one person may be in. */
    static final int GROUPS = 3;

    /** By how much the canary moves a sum without noise whose bounds were found. */
    private static final double BOUNDED = 4;

    /** The number of blocks when a person is in one group only, which makes many blocks cheap. */
    private static final int NARROW = 12_000;

    /**
     * The number of others with which a mean is clamped in a block with a chance below {@link #CLAMPED}, as said in
     * {@code BlackBoxAudit.md}; if it is not clamped, its sum is computed exactly.
     */
    private static final int OTHERS_OF_MEAN = 34;

    /** The number of others that ensures this for a variance. */
    private static final int OTHERS_OF_VARIANCE = 40;

    private static final double CLAMPED = 1e-7;

    private static final double LOW = -1;
    private static final double HIGH = 3;
    private static final double MIDDLE = (LOW + HIGH) / 2;
    private static final double HALF = (HIGH - LOW) / 2;

    static final String JOINED = " FROM places q LEFT JOIN people p ON q.grp = p.grp GROUP BY q.grp";

    private BlackBoxSubjects() {}

    static List<BlackBoxSubject> all() {
        List<BlackBoxSubject> all = new ArrayList<>();
        for (Defaults.Noise noise : Defaults.Noise.values()) {
            boolean laplace = noise == Defaults.Noise.LAPLACE;
            String law = laplace ? ", Laplace noise" : ", Gaussian noise";
            all.addAll(totals(law, defaults(laplace ? "2" : "8", noise)));
            all.addAll(means(law, defaults(laplace ? "4" : "12", noise)));
            all.add(variance(law, defaults(laplace ? "8" : "16", noise)));
            all.add(covariance(law, defaults(laplace ? "8" : "16", noise)));
            all.add(new BlackBoxIndependence("Independence" + law, defaults("2", noise), 20_000));
        }
        all.addAll(BlackBoxQuantiles.all());
        all.addAll(BlackBoxMode.all());
        for (Defaults.Selection selection : Defaults.Selection.values()) {
            all.addAll(selections(selection));
        }
        all.addAll(together());
        return all;
    }

    static Defaults defaults(String epsilon, Defaults.Noise noise) {
        return new Defaults(
                new BigDecimal(epsilon), new BigDecimal("1e-6"), GROUPS, 0.95, Optional.of(noise), Optional.empty(), 1);
    }

    /** Defaults that allow a person one group only: a broken limit of groups shows soonest there. */
    private static Defaults oneGroup(Defaults defaults) {
        return new Defaults(
                defaults.epsilon(),
                defaults.delta(),
                1,
                defaults.confidence(),
                defaults.noise(),
                defaults.selection(),
                defaults.minPeople());
    }

    private static List<BlackBoxSubject> totals(String law, Defaults defaults) {
        Defaults one = oneGroup(defaults);
        BlocksShape alone = BlocksShape.alone(BLOCKS, GROUPS, 1e9);
        return List.of(
                total("COUNT(*)" + law, "COUNT(* CLAMPED BETWEEN 0 AND 2)", defaults, alone.withRows(3), 2),
                total("number of people" + law, "COUNT(DISTINCT p.uid)", defaults, alone.withRows(2), 1),
                total("COUNT(DISTINCT x)" + law, "ANON_COUNT(DISTINCT p.v, 0, 2)", defaults, alone.withRows(4), 2),
                total("SUM within (-1, 3)" + law, "SUM(p.x CLAMPED BETWEEN -1 AND 3)", defaults, alone, HIGH),
                total(
                        "SUM within (-3, 1)" + law,
                        "SUM(p.x CLAMPED BETWEEN -3 AND 1)",
                        defaults,
                        BlocksShape.alone(BLOCKS, GROUPS, -1e9),
                        -HIGH),
                total(
                        "SUM of a person in too many groups" + law,
                        "SUM(p.x CLAMPED BETWEEN -1 AND 3)",
                        one,
                        BlocksShape.alone(BLOCKS, 2, 1e9).withRows(2),
                        HIGH));
    }

    static BlackBoxSubject total(
            String name, String aggregate, Defaults defaults, BlocksShape shape, double contribution) {
        return new BlocksSubject(
                name,
                "SELECT q.grp, " + aggregate + " AS value" + JOINED,
                defaults,
                shape,
                List.of(new BlocksSubject.Part(
                        "", BlackBoxReading.column(1), 0, contribution, BlackBoxClaim.Place.state(0, 0))));
    }

    /**
     * Two states, each told from the two values: the weight, and the sum of differences from the middle of the bounds.
     */
    private static List<BlackBoxSubject> means(String law, Defaults defaults) {
        BlocksShape among = BlocksShape.alone(CROWDED, GROUPS, 1e9).withRows(2).among(OTHERS_OF_MEAN, LOW, HIGH);
        return List.of(
                mean(
                        "AVG of people" + law,
                        "SELECT WITH ANONYMIZATION q.grp, ANON_AVG(p.x CLAMPED BETWEEN -1 AND 3) AS mean,"
                                + " ANON_COUNT(p.x CLAMPED BETWEEN 0 AND 1) AS n",
                        defaults,
                        among),
                mean(
                        "AVG of rows" + law,
                        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 1) q.grp,"
                                + " AVG(p.x, contribution_bounds_per_row => (-1, 3)) AS mean,"
                                + " COUNT(p.x, contribution_bounds_per_group => (0, 1)) AS n",
                        defaults,
                        among));
    }

    private static BlackBoxSubject mean(String name, String select, Defaults defaults, BlocksShape shape) {
        return new BlocksSubject(
                name,
                select + JOINED,
                defaults,
                shape,
                List.of(
                        weight(shape),
                        new BlocksSubject.Part(
                                "its centred sum",
                                BlackBoxReading.centred(1, 2, MIDDLE),
                                0,
                                HALF,
                                answer -> BlackBoxClaim.Place.state(0, 1)
                                        .of(answer)
                                        .blurred(CLAMPED))));
    }

    private static BlocksSubject.Part weight(BlocksShape shape) {
        return new BlocksSubject.Part(
                "its weight", BlackBoxReading.column(2), shape.people(), 1, BlackBoxClaim.Place.state(0, 0));
    }

    /** Others lie where their centred squares are 0, so that nothing is clamped. */
    private static BlackBoxSubject variance(String law, Defaults defaults) {
        double distance = HALF / Math.sqrt(2);
        BlocksShape shape = BlocksShape.alone(1000, GROUPS, 1e9)
                .withRows(2)
                .among(OTHERS_OF_VARIANCE, MIDDLE - distance, MIDDLE + distance);
        return new BlocksSubject(
                "VAR_POP" + law,
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 1) q.grp,"
                        + " VAR_POP(p.x, contribution_bounds_per_row => (-1, 3)) AS variance,"
                        + " COUNT(p.x, contribution_bounds_per_group => (0, 1)) AS n,"
                        + " AVG(p.x, contribution_bounds_per_row => (-1, 3)) AS mean" + JOINED,
                defaults,
                shape,
                List.of(
                        weight(shape),
                        new BlocksSubject.Part(
                                "its centred squares",
                                BlackBoxReading.squares(1, 2, 3, MIDDLE, HALF),
                                0,
                                HALF * HALF / 2,
                                answer -> BlackBoxClaim.Place.state(0, 2)
                                        .of(answer)
                                        .blurred(CLAMPED))));
    }

    /** A covariance of a column with itself: its products are computed from it as squares are from a variance. */
    private static BlackBoxSubject covariance(String law, Defaults defaults) {
        double distance = HALF / Math.sqrt(2);
        BlocksShape shape = BlocksShape.alone(1000, GROUPS, 1e9)
                .withRows(2)
                .among(OTHERS_OF_VARIANCE, MIDDLE - distance, MIDDLE + distance);
        return new BlocksSubject(
                "COVAR_POP" + law,
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 1) q.grp,"
                        + " COVAR_POP(p.x, p.x, contribution_bounds_per_row => ((-1, 3), (-1, 3))) AS covariance,"
                        + " COUNT(p.x, contribution_bounds_per_group => (0, 1)) AS n,"
                        + " AVG(p.x, contribution_bounds_per_row => (-1, 3)) AS mean" + JOINED,
                defaults,
                shape,
                List.of(
                        weight(shape),
                        new BlocksSubject.Part(
                                "its centred products",
                                BlackBoxReading.products(1, 2, 3, MIDDLE),
                                shape.people() * HALF * HALF / 2,
                                HALF * HALF,
                                answer -> BlackBoxClaim.Place.state(0, 2)
                                        .of(answer)
                                        .blurred(CLAMPED))));
    }

    /** Queries for keys alone, which spend all of epsilon and delta on the selection of groups. */
    private static List<BlackBoxSubject> selections(Defaults.Selection selection) {
        String words = selection.name().replace('_', ' ').toLowerCase(Locale.ROOT);
        Defaults wide = selecting("2", "0.01", selection, 1);
        String keys = "SELECT p.grp FROM people p GROUP BY p.grp";
        return List.of(
                new CanaryThreshold("A person alone, " + words, keys, wide, 33_000, 0),
                new CanaryThreshold(
                        "A person alone, with a count, " + words,
                        "SELECT p.grp, COUNT(DISTINCT p.uid) AS n FROM people p GROUP BY p.grp",
                        selecting("2", "0.001", selection, 1),
                        33_000,
                        0),
                new CanaryThreshold(
                        "A person and another one where three are asked for, " + words,
                        keys,
                        selecting("20", "0.5", selection, 3),
                        5000,
                        1),
                onePersonMore("A group with one person more, " + words, oneGroup(wide), NARROW, steep(selection, 1)),
                onePersonMore("Three groups with one person more, " + words, wide, BLOCKS, steep(selection, GROUPS)));
    }

    private static BlackBoxSubject onePersonMore(String name, Defaults defaults, int blocks, int people) {
        return new BlocksSubject(
                name,
                "SELECT p.grp FROM people p GROUP BY p.grp",
                defaults,
                BlocksShape.alone(blocks, Math.toIntExact(defaults.maxGroups().orElseThrow()), 1)
                        .among(people, 0, 0),
                List.of(new BlocksSubject.Part("", row -> 1, 0, 1, BlackBoxClaim.Place.whole())));
    }

    /**
     * The number of people to which one more makes the greatest difference, at epsilon 2 and delta 0.01: of several
     * numbers, the one at which a mistake was found soonest.
     */
    private static int steep(Defaults.Selection selection, int groups) {
        return switch (selection) {
            case LAPLACE_THRESHOLD, GAUSSIAN_THRESHOLD -> groups == 1 ? 3 : 8;
            case TRUNCATED_GEOMETRIC -> groups == 1 ? 2 : 7;
        };
    }

    /**
     * Subjects that all rows decide together: bounds that are found, and the row of everything that does not appear.
     */
    private static List<BlackBoxSubject> together() {
        // With thirty others no bounds are found at this epsilon, and all answers are NULL.
        BlocksShape shape = BlocksShape.alone(1, GROUPS, 1e9).withRows(2).among(200, 1, 1);
        Defaults defaults = defaults("1", Defaults.Noise.LAPLACE);
        return List.of(
                new BlackBoxRepeats(
                        "SUM with bounds that are found",
                        "SELECT SUM(p.x) AS s FROM people p",
                        defaults,
                        shape,
                        BlackBoxReading.column(0),
                        "",
                        GROUPS * shape.people(),
                        BOUNDED),
                new BlackBoxRepeats(
                        "Leftovers",
                        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(leftovers = 'others') CAST(p.grp AS VARCHAR) AS k,"
                                + " SUM(p.x, contribution_bounds_per_group => (0, 1)) AS s FROM people p GROUP BY"
                                + " CAST(p.grp AS VARCHAR)",
                        defaults,
                        BlocksShape.alone(1, GROUPS, 1e9).withRows(2),
                        BlackBoxReading.column(1),
                        "others",
                        0,
                        1));
    }

    static Defaults selecting(String epsilon, String delta, Defaults.Selection selection, long minPeople) {
        return new Defaults(
                new BigDecimal(epsilon),
                new BigDecimal(delta),
                GROUPS,
                0.95,
                Optional.empty(),
                Optional.of(selection),
                minPeople);
    }
}
