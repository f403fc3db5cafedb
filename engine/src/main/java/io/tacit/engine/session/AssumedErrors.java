package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.MeasureChoices;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.sql.WantedError;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the error of an aggregate would be under limits that are found privately, and so are not known before: for a few
 * that may turn out.
 *
 * @param calibration of the release
 * @param outputs one, or the elements of one array of quantiles
 * @param wanted the error that is asked for, if one is
 */
record AssumedErrors(Calibration calibration, List<OutputRequest> outputs, Optional<WantedError> wanted) {
    private static final List<Long> ROWS = List.of(1L, 4L, 16L, 64L);
    private static final List<Long> SUMS = List.of(1L, 100L, 10_000L);

    /** The range of a row's value or a person's mean that is assumed, from 0. */
    private static final long RANGE = 100;

    /** Nobody reads sentences on more, and each takes the whole plan's noise into account several times. */
    private static final int MOST_STATES = 50;

    AssumedErrors {
        outputs = List.copyOf(outputs);
    }

    /**
     * What may turn out.
     *
     * @param rows of a person that count in a group; null where they are known
     * @param sum of a person in a group; null where none is limited
     * @param value of a row; null where none is limited
     * @param limits all that are not known, found so
     */
    private record Assumption(
            @Nullable Long rows,
            @Nullable Long sum,
            @Nullable Long value,
            ResolvedLimits limits) {}

    /** One for each limit; empty where all limits are known, where the error depends on more, and for very long lists. */
    List<ExpectedError> expected() {
        if (calibration.plan().states().size() > MOST_STATES) {
            return List.of();
        }
        List<Assumption> assumed = assumptions();
        List<ExpectedError> expected =
                assumed.stream().flatMap(given -> expected(given).stream()).toList();
        return expected.size() < assumed.size() ? List.of() : expected;
    }

    private Optional<ExpectedError> expected(Assumption given) {
        Rational confidence = Rational.ofExact(calibration.plan().parameters().confidence());
        boolean ofRank = computation().quantile().isPresent();
        return error(given.limits(), calibration, confidence)
                .map(error -> new ExpectedError(
                        given.rows(),
                        given.sum(),
                        given.value(),
                        computation().mean().isPresent() ? MeanNote.ONE_SIZE : null,
                        ofRank,
                        error.toDoubleNearest(),
                        wanted.flatMap(most -> EpsilonForError.of(
                                        calibration, (under, sure) -> error(given.limits(), under, sure), most))
                                .orElse(null)));
    }

    private List<Assumption> assumptions() {
        List<AutomaticParameter> all = calibration.plan().automatic();
        if (known(ResolvedLimits.NONE)) {
            return List.of();
        }
        boolean values = !known(assuming(all, 1, RANGE, false));
        boolean rows = !known(assuming(all, 1, RANGE, true));
        if (rows) {
            return ROWS.stream()
                    .map(most -> new Assumption(most, null, values ? RANGE : null, assuming(all, most, RANGE)))
                    .toList();
        }
        return isTotal()
                ? SUMS.stream()
                        .map(most -> new Assumption(null, most, null, assuming(all, 1, most)))
                        .toList()
                : List.of(new Assumption(null, null, RANGE, assuming(all, 1, RANGE)));
    }

    /** The limits that are assumed first, none where all are known; empty for very long lists. */
    Optional<ResolvedLimits> firstLimits() {
        return calibration.plan().states().size() > MOST_STATES
                ? Optional.empty()
                : Optional.of(assumptions().stream()
                        .findFirst()
                        .map(Assumption::limits)
                        .orElse(ResolvedLimits.NONE));
    }

    private boolean isTotal() {
        return KnownError.of(computation(), assuming(calibration.plan().automatic(), 1, RANGE))
                .isPresent();
    }

    private Computation computation() {
        return outputs.get(0).computation();
    }

    /** Whether all that the aggregate reads is known under some limits. */
    private boolean known(ResolvedLimits limits) {
        return computation().states().stream()
                        .allMatch(state -> state.measured(limits).isPresent())
                && computation()
                        .quantile()
                        .map(quantile -> calibration.plan().request(quantile))
                        .map(request -> MeasureChoices.weights(request, limits).isPresent())
                        .orElse(true);
    }

    private static ResolvedLimits assuming(List<AutomaticParameter> all, long rows, long values) {
        Map<ContributionLimits.Inferred, ContributionLimits.Given> found = new HashMap<>();
        found.putAll(assuming(all, rows, values, true).found());
        found.putAll(assuming(all, rows, values, false).found());
        return new ResolvedLimits(found, Map.of());
    }

    /** Only numbers of rows, or only values. */
    private static ResolvedLimits assuming(List<AutomaticParameter> all, long rows, long values, boolean ofValues) {
        Map<ContributionLimits.Inferred, ContributionLimits.Given> found = new HashMap<>();
        Assumed assumed = new Assumed(rows, values);
        for (AutomaticParameter parameter : all) {
            if (parameter.kind().isCount() != ofValues) {
                for (ContributionLimits.Use use : ContributionLimits.Use.values()) {
                    found.put(new ContributionLimits.Inferred(parameter, use), parameter.accept(assumed));
                }
            }
        }
        return new ResolvedLimits(found, Map.of());
    }

    /** Half the interval's length or, of quantiles, by how many rows ranks may be off. */
    private Optional<Rational> error(ResolvedLimits limits, Calibration under, Rational confidence) {
        if (computation().quantile().isPresent()) {
            return MeasureChoices.quantiles(
                            under, under.plan().request(computation().quantile().get()), limits)
                    .map(found ->
                            Rational.ofExact(new QuantileWords(found, outputs).rowsOff(confidence.toDoubleNearest())));
        }
        Optional<Computation.Mean> mean = computation().mean();
        return mean.isPresent()
                ? MeanNote.atOneSize(mean.get(), limits, under, confidence.toDoubleNearest())
                        .map(Rational::ofExact)
                : KnownError.of(computation(), limits).flatMap(error -> error.halfWidth(under, confidence));
    }

    /** Half the interval's length; empty where it depends on data. */
    Optional<Double> plusMinus(Calibration under, ResolvedLimits limits) {
        Rational confidence = Rational.ofExact(calibration.plan().parameters().confidence());
        return KnownError.of(computation(), limits)
                .flatMap(error -> error.halfWidth(under, confidence))
                .map(Rational::toDoubleNearest);
    }

    /** Two digits, rounded up; numbers of a hundred and more without a point. */
    static String text(double error) {
        return Decimals.text(Rational.of(new BigDecimal(error).round(new MathContext(2, RoundingMode.UP))));
    }

    /** The limits that are assumed, in whole units. */
    private record Assumed(long rows, long values) implements AutomaticParameter.Visitor<ContributionLimits.Given> {
        private static ContributionLimits.Given upTo(Rational most, Rational unit) {
            return new ContributionLimits.Given(
                    BigInteger.ZERO, most.dividedBy(unit).ceil().max(BigInteger.ONE));
        }

        @Override
        public ContributionLimits.Given rowsPerGroup(AutomaticParameter.RowsPerGroup counted) {
            return upTo(Rational.of(rows), Rational.ONE);
        }

        @Override
        public ContributionLimits.Given mostRowsPerGroup(AutomaticParameter.MostRowsPerGroup counted) {
            return upTo(Rational.of(rows), Rational.ONE);
        }

        @Override
        public ContributionLimits.Given distinctPerGroup(AutomaticParameter.DistinctPerGroup offered) {
            return upTo(Rational.of(rows), Rational.ONE);
        }

        @Override
        public ContributionLimits.Given sumPerGroup(AutomaticParameter.SumPerGroup summed) {
            return upTo(Rational.of(values), summed.summed().unit().size());
        }

        @Override
        public ContributionLimits.Given meanPerGroup(AutomaticParameter.MeanPerGroup summed) {
            return upTo(Rational.of(values), summed.summed().unit().size());
        }

        @Override
        public ContributionLimits.Given valuePerRow(AutomaticParameter.ValuePerRow summed) {
            return upTo(Rational.of(values), summed.summed().unit().size());
        }
    }
}
