package io.tacit.engine.session;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One pair of contribution bounds of an aggregate.
 *
 * @param limits what is known of them
 * @param unit what the limits count
 * @param type of what they bound: dates are written as such
 * @param of what they bound, such as {@code per person and group}
 */
record ContributionBounds(ContributionLimits limits, Rational unit, ColumnType type, String of) {
    /** The bounds of an aggregate, those of its values last; a mean has bounds for rows too. */
    static List<ContributionBounds> of(ReleasePlan plan, OutputRequest output) {
        List<ContributionBounds> all = new ArrayList<>();
        output.quantiles().ifPresent(use -> {
            all.add(new ContributionBounds(
                    plan.quantiles().get(use.request()).limits(),
                    unit(plan, output.summed()),
                    plan.summed().get(output.summed()).type(),
                    "per row"));
        });
        for (int state : output.states()) {
            of(plan, plan.states().get(state))
                    .filter(bounds -> !all.contains(bounds))
                    .ifPresent(all::add);
        }
        return all;
    }

    private static Optional<ContributionBounds> of(ReleasePlan plan, StateRequest request) {
        if (request instanceof StateRequest.Count count) {
            return Optional.of(new ContributionBounds(
                    count.limits(), Rational.ONE, ColumnType.BIGINT, "rows per person and group"));
        }
        if (request instanceof StateRequest.Sum sum) {
            return Optional.of(new ContributionBounds(
                    sum.limits(), unit(plan, sum.summed()), type(plan, sum.summed()), "per person and group"));
        }
        if (request instanceof StateRequest.UserMean mean) {
            return Optional.of(new ContributionBounds(
                    mean.limits(), unit(plan, mean.summed()), type(plan, mean.summed()), "for a person's mean"));
        }
        if (request instanceof StateRequest.Centred centred) {
            return Optional.of(new ContributionBounds(
                    centred.limits(), unit(plan, centred.summed()), type(plan, centred.summed()), "per row"));
        }
        if (request instanceof StateRequest.Distinct distinct) {
            return Optional.of(new ContributionBounds(
                    distinct.limits(), Rational.ONE, ColumnType.BIGINT, "different values per person and group"));
        }
        return Optional.empty();
    }

    private static ColumnType type(ReleasePlan plan, int summed) {
        return plan.summed().get(summed).type();
    }

    private static Rational unit(ReleasePlan plan, int summed) {
        return plan.summed().get(summed).unit().size();
    }

    /** The lower bound in real units; empty while it is not known. */
    Optional<Rational> low(ResolvedLimits found) {
        return found.of(limits).map(given -> Rational.of(given.low()).times(unit));
    }

    /** The upper bound in real units; empty while it is not known. */
    Optional<Rational> high(ResolvedLimits found) {
        return found.of(limits).map(given -> Rational.of(given.high()).times(unit));
    }

    /** The bounds in words. */
    String text(ResolvedLimits found, boolean planned) {
        Optional<Rational> low = low(found);
        if (low.isEmpty() && planned && limits instanceof ContributionLimits.OfRows sum) {
            String row = new ContributionBounds(
                            new ContributionLimits.Given(sum.low(), sum.high()), unit, type, "per row")
                    .text(found, planned);
            return row + ", "
                    + new ContributionBounds(
                                    sum.rows(),
                                    Rational.ONE,
                                    ColumnType.BIGINT,
                                    AutomaticParameter.Kind.ROWS_PER_GROUP.words())
                            .text(found, planned);
        }
        return low.isEmpty()
                ? of + ": " + (planned ? "chosen privately" : "none found")
                : "[" + text(low.get()) + ", " + text(high(found).orElseThrow()) + "] " + of;
    }

    /** Whether the ends are dates or times. */
    boolean isTime() {
        return type.kind() == ColumnType.Kind.DATE || type.kind() == ColumnType.Kind.TIMESTAMP;
    }

    /** One end in words. */
    String text(Rational end) {
        return isTime() ? RowBounds.text(type, new BigDecimal(end.floor())) : Decimals.text(end);
    }
}
