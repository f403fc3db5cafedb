package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.SelectionKind;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How much of a person counts, for each limit that a query or the owner gives, finds or leaves open, beside each ceiling
 * and all that can be known of the number of groups and rows: against the rules in words.
 */
@org.jspecify.annotations.NullUnmarked
class ParametersOfTest {
    private static final long ANY = Long.MAX_VALUE;

    /** No more than so many groups or rows are found. */
    private static final long MOST_FOUND = 1024;

    /** What is known of a release before it is planned. */
    private record Known(boolean global, OptionalLong groups, OptionalLong rows, boolean everybody, boolean shares) {
        long possible() {
            return global ? 1 : Math.max(1, groups.orElse(ANY));
        }
    }

    private static final List<Optional<PersonLimit>> LIMITS = Stream.concat(
                    Stream.of(Optional.<PersonLimit>empty()),
                    Stream.of(
                                    PersonLimit.groups(1),
                                    PersonLimit.groups(3),
                                    PersonLimit.groups(9),
                                    PersonLimit.found(PersonLimit.Of.GROUPS),
                                    PersonLimit.rows(1),
                                    PersonLimit.rows(7),
                                    PersonLimit.found(PersonLimit.Of.ROWS))
                            .map(Optional::of))
            .toList();

    private static final List<Known> KNOWN = Stream.of(
                    OptionalLong.empty(),
                    OptionalLong.of(0),
                    OptionalLong.of(1),
                    OptionalLong.of(2),
                    OptionalLong.of(8),
                    OptionalLong.of(5000))
            .flatMap(groups -> Stream.of(OptionalLong.empty(), OptionalLong.of(1), OptionalLong.of(8))
                    .flatMap(rows -> Stream.of(false, true)
                            .flatMap(global -> Stream.of(false, true)
                                    .flatMap(everybody -> Stream.of(false, true)
                                            .map(shares -> new Known(global, groups, rows, everybody, shares))))))
            .toList();

    private static OptionsWith options(Optional<PersonLimit> limit, Optional<Boolean> report) {
        boolean ofRows = limit.filter(PersonLimit::ofRows).isPresent();
        boolean finds = limit.filter(one -> one.most().isEmpty()).isPresent();
        Optional<Long> most = limit.filter(one -> one.most().isPresent())
                .map(one -> one.most().getAsLong());
        return new OptionsWith(Optional.empty(), Optional.empty())
                .groups(most.filter(number -> !ofRows))
                .rows(most.filter(number -> ofRows))
                .foundGroups(finds && !ofRows)
                .foundRows(finds && ofRows)
                .report(report);
    }

    private static Defaults defaults(Optional<PersonLimit> limit, boolean report) {
        return new Defaults(
                new BigDecimal("0.7"),
                new BigDecimal("1e-7"),
                limit,
                0.9,
                Optional.empty(),
                Optional.empty(),
                4,
                report);
    }

    @Test
    void asMuchOfAPersonCountsAsIsSaid() {
        for (Optional<PersonLimit> asked : LIMITS) {
            for (Optional<PersonLimit> usual : LIMITS) {
                for (OptionalLong ceiling : List.of(OptionalLong.empty(), OptionalLong.of(9), OptionalLong.of(12))) {
                    for (Optional<Boolean> report : List.of(Optional.<Boolean>empty(), Optional.of(true))) {
                        for (Known known : KNOWN) {
                            check(asked, usual, ceiling, report, known);
                        }
                    }
                }
            }
        }
    }

    private static void check(
            Optional<PersonLimit> asked,
            Optional<PersonLimit> usual,
            OptionalLong ceiling,
            Optional<Boolean> report,
            Known known) {
        ReleaseParameters parameters = ParametersOf.release(
                options(asked, report).options(),
                defaults(usual, false),
                new QueryCeiling(Optional.empty(), Optional.empty(), ceiling, 6),
                known.global(),
                known.groups(),
                known.rows(),
                known.everybody(),
                known.shares());
        Optional<PersonLimit> limit = asked.isPresent() ? asked : usual;
        boolean wanted = report.orElse(false);
        String wrong = limit.filter(PersonLimit::ofRows).isPresent()
                ? ofRows(parameters, limit.get().most(), ceiling, wanted, known)
                : ofGroups(parameters, limit, ceiling, wanted, known);
        if (!wrong.isEmpty()
                || parameters.minPeople() != 6
                || !parameters.epsilon().equals(io.tacit.privacy.measure.Epsilon.of(new BigDecimal("0.7")))
                || !parameters.delta().equals(io.tacit.privacy.measure.Delta.of(new BigDecimal("1e-7")))) {
            assertThat(parameters + "")
                    .as(wrong + "; asked " + asked + ", usual " + usual + ", ceiling " + ceiling + ", report " + report
                            + ", " + known)
                    .isEmpty();
        }
    }

    /** Where rows count: what is given, else 16 until it is found, and only noise that covers all of them in one group. */
    private static String ofRows(
            ReleaseParameters parameters, OptionalLong given, OptionalLong ceiling, boolean wanted, Known known) {
        long most = Math.min(MOST_FOUND, ceiling.orElse(ANY));
        long rows = given.isPresent() ? given.getAsLong() : Math.min(16, most);
        boolean finds = given.isEmpty();
        boolean looks = wanted && known.shares() && rows < known.rows().orElse(ANY);
        long weighed = known.possible() == 1 || known.possible() == ANY ? 12 : known.possible();
        long groups = known.global() ? 1 : weighed;
        if (!parameters.countsRows()
                || !parameters.noise().equals(Optional.of(NoiseKind.LAPLACE))
                || !parameters.selection().equals(Optional.of(SelectionKind.LAPLACE_THRESHOLD))
                || parameters.leftovers().isPresent()) {
            return "not the noise of rows";
        }
        return counted(parameters, rows, finds || looks, finds, wanted, most, OptionalLong.of(groups));
    }

    /**
     * Where groups count: what is given, else 5 until it is found, or all in which everybody is, but never more than there
     * can be. What is left open is found where it is to be said what is missing.
     */
    private static String ofGroups(
            ReleaseParameters parameters,
            Optional<PersonLimit> limit,
            OptionalLong ceiling,
            boolean wanted,
            Known known) {
        long possible = known.possible();
        OptionalLong given = limit.isPresent() ? limit.get().most() : OptionalLong.empty();
        long most = Math.min(Math.min(MOST_FOUND, possible), ceiling.orElse(ANY));
        long open = Math.min(most, known.everybody() ? ANY : 5);
        long groups = Math.min(possible, given.isPresent() ? given.getAsLong() : open);
        boolean looks = wanted && known.shares();
        boolean finds;
        if (given.isPresent()) {
            finds = false;
        } else if (limit.isPresent()) {
            finds = most > 1;
        } else {
            finds = looks && most > open;
        }
        if (parameters.countsRows()
                || parameters.noise().isPresent()
                || parameters.selection().isPresent()) {
            return "not as the query and the owner leave it open";
        }
        return counted(
                parameters,
                groups,
                finds || looks && groups < possible,
                finds,
                wanted,
                most,
                possible == ANY ? OptionalLong.empty() : OptionalLong.of(possible));
    }

    private static String counted(
            ReleaseParameters parameters,
            long limit,
            boolean counts,
            boolean finds,
            boolean reports,
            long most,
            OptionalLong possible) {
        if (parameters.maxGroups() != limit) {
            return "limit " + parameters.maxGroups() + ", not " + limit;
        }
        if (parameters.groups().isPresent() != counts || parameters.findsMaxGroups() != finds) {
            return "counted: " + counts + ", found: " + finds;
        }
        boolean as = parameters.groups().isEmpty()
                || parameters.groups().get().reports() == reports
                        && parameters.groups().get().most() == most
                        && parameters.groups().get().possible().equals(possible);
        return as ? "" : "reports " + reports + ", at most " + most + " of " + possible;
    }
}
