package io.tacit.engine.session;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.engine.rewrite.ValueColumn;
import io.tacit.engine.rewrite.WeighedValues;
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
    private static final OfState OF_STATE = new OfState();

    /**
     * The same, where each row counts for itself: all bounds are those of a row.
     *
     * @param rowsCount whether that is so
     */
    static List<ContributionBounds> of(OutputRequest output, boolean rowsCount) {
        List<ContributionBounds> all = of(output);
        return rowsCount
                ? all.stream()
                        .filter(bounds -> !bounds.of.startsWith("rows"))
                        .map(bounds -> new ContributionBounds(bounds.limits, bounds.unit, bounds.type, "per row"))
                        .distinct()
                        .toList()
                : all;
    }

    /**
     * The bounds of an aggregate; a mean has bounds for rows, too, before those of its values, and a quantile after them
     * where they were found.
     */
    static List<ContributionBounds> of(OutputRequest output) {
        List<ContributionBounds> all = new ArrayList<>();
        output.computation().quantile().map(Computation.Quantile::values).ifPresent(values -> {
            all.add(ofRow(values));
            if (values.rows().isInferred()) {
                OfState.number(values.rows(), AutomaticParameter.Kind.ROWS_PER_GROUP.words())
                        .ifPresent(all::add);
            }
        });
        output.computation()
                .mode()
                .filter(mode -> mode.domain().isEmpty())
                .ifPresent(mode -> all.add(ofRow(mode.request().values())));
        if (output.states().stream().anyMatch(state -> state.complement().isPresent())) {
            return all;
        }
        for (StateRequest state : output.states()) {
            state.accept(OF_STATE).filter(bounds -> !all.contains(bounds)).ifPresent(all::add);
        }
        return all;
    }

    private static ContributionBounds ofRow(WeighedValues values) {
        ValueColumn column = values.summed();
        return new ContributionBounds(values.limits(), column.unit().size(), column.type(), "per row");
    }

    /** The bounds that a state has of its own. Squares and products have those of the centred rows beside them. */
    private static final class OfState implements StateRequest.Visitor<Optional<ContributionBounds>> {
        @Override
        public Optional<ContributionBounds> users(StateRequest.Users users) {
            return Optional.empty();
        }

        @Override
        public Optional<ContributionBounds> without(StateRequest.Without without) {
            return Optional.empty();
        }

        @Override
        public Optional<ContributionBounds> count(StateRequest.Count count) {
            return number(count.limits(), "rows per person and group");
        }

        @Override
        public Optional<ContributionBounds> sum(StateRequest.Sum sum) {
            return values(sum.summed(), sum.limits(), "per person and group");
        }

        @Override
        public Optional<ContributionBounds> userMean(StateRequest.UserMean mean) {
            return values(mean.summed(), mean.limits(), "for a person's mean");
        }

        @Override
        public Optional<ContributionBounds> centred(StateRequest.Centred centred) {
            return values(centred.summed(), centred.limits(), "per row");
        }

        @Override
        public Optional<ContributionBounds> squares(StateRequest.Squares squares) {
            return Optional.empty();
        }

        @Override
        public Optional<ContributionBounds> products(StateRequest.Products products) {
            return Optional.empty();
        }

        @Override
        public Optional<ContributionBounds> distinct(StateRequest.Distinct distinct) {
            return number(distinct.limits(), "different values per person and group");
        }

        private static Optional<ContributionBounds> number(ContributionLimits limits, String of) {
            return Optional.of(new ContributionBounds(limits, Rational.ONE, ColumnType.BIGINT, of));
        }

        private static Optional<ContributionBounds> values(ValueColumn values, ContributionLimits limits, String of) {
            return Optional.of(new ContributionBounds(limits, values.unit().size(), values.type(), of));
        }
    }

    /** The lower bound in real units; empty while it is not known. */
    Optional<Rational> low(ResolvedLimits found) {
        return found.of(limits).map(given -> Rational.of(given.low()).times(unit));
    }

    /** The upper bound in real units; empty while it is not known. */
    Optional<Rational> high(ResolvedLimits found) {
        return found.of(limits).map(given -> Rational.of(given.high()).times(unit));
    }

    /** The bounds as numbers. */
    BoundsReport report(ResolvedLimits found) {
        return new BoundsReport(
                of,
                low(found).map(this::text).orElse(null),
                high(found).map(this::text).orElse(null));
    }

    /** The bounds in words. */
    String text(ResolvedLimits found, boolean planned) {
        Optional<Rational> low = low(found);
        if (low.isPresent()) {
            return "[" + text(low.get()) + ", " + text(high(found).orElseThrow()) + "] " + of;
        }
        if (!planned) {
            return of + ": none found";
        }
        String chosen = of + ": chosen privately";
        return limits.match(given -> chosen, inferred -> chosen, sum -> waitingForRows(sum, found));
    }

    /** The bounds in words when those of one row are known and the number of rows is not. */
    private String waitingForRows(ContributionLimits.OfRows sum, ResolvedLimits found) {
        ContributionBounds row =
                new ContributionBounds(new ContributionLimits.Given(sum.low(), sum.high()), unit, type, "per row");
        ContributionBounds rows = new ContributionBounds(
                sum.rows(), Rational.ONE, ColumnType.BIGINT, AutomaticParameter.Kind.ROWS_PER_GROUP.words());
        return row.text(found, true) + ", " + rows.text(found, true);
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
