package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.sql.ReleaseOptions;
import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.SelectionKind;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.AutomaticGroups;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

/** The parameters of a release: what its options say, else the defaults. */
final class ParametersOf {
    /** C_u where nobody gives one and it is not found, and what is assumed until it is found. */
    private static final long USUAL_GROUPS = 5;

    /** How many rows in all groups together are assumed until their number is found. */
    private static final long USUAL_ROWS = 16;

    /** For how many groups the noise of rows is weighed where the query does not tell. */
    private static final long USUAL_NUMBER_OF_GROUPS = 12;

    private ParametersOf() {}

    /** The largest number of rows in all groups together that may be found. */
    static long mostRows(QueryCeiling ceiling) {
        // Each of so many rows may be in a group of its own.
        return Math.min(AutomaticGroups.MOST, ceiling.maxGroups().orElse(Long.MAX_VALUE));
    }

    /**
     * The parameters of a release: without group keys a person is in one group, and with them in no more than there
     * are, or than the structure of the query allows, but at least one.
     *
     * @param groups in how many a person can be, where that is known
     * @param rows how many rows a person can have, where that is known
     * @param everybody whether everybody is in that many groups, so that fewer would leave out the same share of all
     * @param shares whether aggregates share the budget; where they have parts of their own nothing is taken off it
     */
    static ReleaseParameters release(
            ReleaseOptions options,
            Defaults defaults,
            QueryCeiling ceiling,
            boolean global,
            OptionalLong groups,
            OptionalLong rows,
            boolean everybody,
            boolean shares) {
        Optional<PersonLimit> limit = options.limit().or(defaults::limit);
        boolean reports = shares && options.reportMissing().orElse(defaults.reportMissing());
        if (limit.filter(PersonLimit::ofRows).isPresent()) {
            // Where the keys are the person's own, there may be any number of groups.
            long weighed =
                    global ? 1 : Math.max(1, groups.orElse(1)) == 1 ? USUAL_NUMBER_OF_GROUPS : groups.getAsLong();
            return ofRows(limit.get(), options, defaults, ceiling, weighed, rows, reports);
        }
        BigDecimal epsilon = options.epsilon().orElse(defaults.epsilon());
        // A delta of 0 is none to be spent: then nothing below uses the default's.
        boolean pure = options.isPure();
        BigDecimal delta = options.delta().filter(asked -> !pure).orElse(defaults.delta());
        long possible = global ? 1 : Math.max(1, groups.orElse(Long.MAX_VALUE));
        long most = Math.min(
                Math.min(AutomaticGroups.MOST, possible), ceiling.maxGroups().orElse(Long.MAX_VALUE));
        OptionalLong given = limit.map(PersonLimit::most).orElse(OptionalLong.empty());
        boolean auto = limit.isPresent() && given.isEmpty();
        long usual = everybody ? most : USUAL_GROUPS;
        boolean finds = auto ? most > 1 : given.isEmpty() && reports && most > usual;
        long maxGroups = Math.min(given.isEmpty() ? Math.min(usual, most) : given.getAsLong(), possible);
        Optional<GroupsPerPerson> counted = finds || reports && maxGroups < possible
                ? Optional.of(new GroupsPerPerson(
                        bins(maxGroups, possible),
                        finds,
                        options.reportMissing().orElse(defaults.reportMissing()),
                        most,
                        possible < Long.MAX_VALUE ? OptionalLong.of(possible) : OptionalLong.empty()))
                : Optional.empty();
        return new ReleaseParameters(
                Epsilon.of(epsilon),
                Delta.of(delta),
                maxGroups,
                counted,
                false,
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

    /**
     * The parameters where each of a person's rows counts for itself: a person changes as much as that many people of
     * one row, who may all be in one group. Only noise that is made for the sum of all changes covers that.
     */
    private static ReleaseParameters ofRows(
            PersonLimit limit,
            ReleaseOptions options,
            Defaults defaults,
            QueryCeiling ceiling,
            long groups,
            OptionalLong possible,
            boolean reports) {
        boolean finds = limit.most().isEmpty();
        long most = mostRows(ceiling);
        long rows = limit.most().orElse(Math.min(USUAL_ROWS, most));
        Optional<GroupsPerPerson> counted = finds || reports && rows < possible.orElse(Long.MAX_VALUE)
                ? Optional.of(new GroupsPerPerson(
                        AutomaticGroups.withEdgeAt(rows),
                        finds,
                        options.reportMissing().orElse(defaults.reportMissing()),
                        most,
                        OptionalLong.of(groups)))
                : Optional.empty();
        return new ReleaseParameters(
                Epsilon.of(options.epsilon().orElse(defaults.epsilon())),
                Delta.of(options.delta().filter(asked -> !options.isPure()).orElse(defaults.delta())),
                rows,
                counted,
                true,
                options.minPrivacyUnitsPerGroup().orElse(Math.max(defaults.minPeople(), ceiling.minPeople())),
                Optional.of(NoiseKind.LAPLACE),
                Optional.of(SelectionKind.LAPLACE_THRESHOLD),
                options.groupSelectionEpsilon().map(Epsilon::of),
                Optional.empty(),
                options.confidence().map(BigDecimal::doubleValue).orElse(defaults.confidence()));
    }

    private static AutomaticGroups bins(long maxGroups, long possible) {
        return possible <= AutomaticGroups.MOST
                ? AutomaticGroups.upTo(possible, maxGroups)
                : AutomaticGroups.withEdgeAt(maxGroups);
    }

    /** The way of selecting groups; public groups are none, as the join of a query shows whether it has them. */
    private static Optional<SelectionKind> selection(ReleaseOptions options) {
        return options.groupSelection()
                .filter(choice -> choice != ReleaseOptions.SelectionChoice.PUBLIC_GROUPS)
                .map(choice -> SelectionKind.valueOf(choice.name()));
    }
}
