package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.sql.ReleaseOptions;
import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.SelectionKind;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

/** The parameters of a release: what its options say, else the defaults. */
final class ParametersOf {
    /** The most groups per person that are considered when C_u is found privately. */
    static final long MOST_GROUPS = 100;

    private ParametersOf() {}

    /**
     * The parameters of a release: without group keys a person is in one group, and with them in no more than there
     * are, or than the structure of the query allows, but at least one.
     *
     * @param groups in how many a person can be, where that is known
     */
    static ReleaseParameters release(
            ReleaseOptions options, Defaults defaults, QueryCeiling ceiling, boolean global, OptionalLong groups) {
        BigDecimal epsilon = options.epsilon().orElse(defaults.epsilon());
        // A delta of 0 is none to be spent: then nothing below uses the default's.
        boolean pure = options.isPure();
        BigDecimal delta = options.delta().filter(asked -> !pure).orElse(defaults.delta());
        boolean finds = options.autoGroups() && !global && groups.orElse(most(ceiling)) > 1;
        long given = finds ? most(ceiling) : options.maxGroupsContributed().orElse(defaults.maxGroups());
        return new ReleaseParameters(
                Epsilon.of(epsilon),
                Delta.of(delta),
                global ? 1 : Math.max(1, Math.min(given, groups.orElse(given))),
                finds,
                options.minPrivacyUnitsPerGroup().orElse(Math.max(defaults.minPeople(), ceiling.minPeople())),
                pure
                        ? Optional.of(NoiseKind.LAPLACE)
                        : options.noise()
                                .map(choice -> NoiseKind.valueOf(choice.name()))
                                .or(() -> defaults.noise().map(law -> NoiseKind.valueOf(law.name()))),
                selection(options).or(() -> defaults.selection().map(way -> SelectionKind.valueOf(way.name()))),
                options.groupSelectionEpsilon().map(Epsilon::of),
                global ? Optional.empty() : options.leftovers(),
                options.confidence().map(BigDecimal::doubleValue).orElse(defaults.confidence()));
    }

    private static long most(QueryCeiling ceiling) {
        return Math.min(MOST_GROUPS, ceiling.maxGroups().orElse(MOST_GROUPS));
    }

    /** The way of selecting groups; public groups are none, as the join of a query shows whether it has them. */
    private static Optional<SelectionKind> selection(ReleaseOptions options) {
        return options.groupSelection()
                .filter(choice -> choice != ReleaseOptions.SelectionChoice.PUBLIC_GROUPS)
                .map(choice -> SelectionKind.valueOf(choice.name()));
    }
}
