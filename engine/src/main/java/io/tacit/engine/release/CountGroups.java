package io.tacit.engine.release;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.rewrite.GroupsPerPerson;
import io.tacit.privacy.accounting.ChooseNoise;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.AutomaticGroups;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.GroupCounts;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Counts people by the number of their groups, with noise on every bin, and chooses C_u from what came out. */
final class CountGroups {
    /** The sensitivity for which noise is compared: so large that rounding to integers does not show. */
    private static final BigInteger UNIT = BigInteger.ONE.shiftLeft(20);

    /**
     * How many times larger a bound that is to be found is than what people usually contribute: noise grows with the
     * bound, and what is left out is as large as usual.
     */
    private static final double LARGEST_TO_USUAL = 3;

    /** The share of what people do that groups hold if others matter little. */
    private static final double NEARLY_ALL = 0.9;

    private CountGroups() {}

    /** The exact numbers of people by bin; they do not leave this package. */
    static Map<Integer, BigInteger> read(ReleaseStep.Query query, Backend backend) {
        Map<Integer, BigInteger> users = new HashMap<>();
        backend.run(
                query.sql(),
                query.keyCount(),
                query.integerCount(),
                (keys, integers) -> users.put(Integer.valueOf(Objects.requireNonNull(keys[0])), integers[0]));
        return users;
    }

    /**
     * The noisy numbers of people, every bin in order.
     *
     * @param query that read them
     * @param keys that stand before the bin in its rows
     */
    static GroupCounts noisy(
            Calibration calibration,
            ReleaseStep.Query query,
            List<String> keys,
            Map<Integer, BigInteger> users,
            Noise noise) {
        Epsilon epsilon = calibration.groups().orElseThrow();
        AutomaticGroups bins = measured(calibration).bins();
        DiscreteLaplace law = AutomaticGroups.noise(epsilon);
        GroupCounts counts = bins.counted(
                users,
                (bin, exact) -> {
                    List<@Nullable String> row = new ArrayList<>(keys);
                    row.add(String.valueOf(bin));
                    return noise.noisy(law, exact, Noise.Origin.of(query, row, 0));
                },
                epsilon);
        boolean rows = calibration.plan().parameters().countsRows();
        OptionalLong possible = measured(calibration).possible();
        return possible.isPresent() && !rows ? counts.upTo(possible.getAsLong()) : counts;
    }

    /**
     * The same counts where the groups that appear hold nearly all that people do: then nobody is taken to be in many others.
     *
     * @param groups that appear
     * @param pairs noisy numbers of their people, all added
     */
    static GroupCounts seen(Calibration calibration, GroupCounts counts, long groups, double pairs) {
        boolean nearlyAll = groups > 0 && pairs >= NEARLY_ALL * counts.kept(calibration.maxGroups());
        return nearlyAll && !calibration.plan().parameters().countsRows()
                ? counts.upTo((long) Math.ceil(groups / NEARLY_ALL))
                : counts;
    }

    /**
     * C_u, from noisy counts and public numbers alone; what was assumed stays where these say nothing.
     *
     * @param calibration for the C_u that was assumed
     */
    static long choose(Calibration calibration, GroupCounts counts) {
        GroupsPerPerson measured = measured(calibration);
        double weight = calibration.plan().automatic().isEmpty() ? 1 : LARGEST_TO_USUAL;
        return counts.choose(measured.most(), groups -> weight * noise(calibration, groups), measured.possible())
                .orElse(calibration.maxGroups());
    }

    /** The least noise of a count of people that a plan gives a group if people are in so many. */
    private static double noise(Calibration calibration, long groups) {
        return calibration.weighed().stream()
                .map(ChooseNoise.Weighed::plan)
                .mapToDouble(
                        plan -> BoundPrices.part(plan).noise(UNIT, groups).standardDeviation() / UNIT.doubleValue())
                .min()
                .orElseThrow();
    }

    private static GroupsPerPerson measured(Calibration calibration) {
        return calibration.plan().parameters().groups().orElseThrow();
    }
}
