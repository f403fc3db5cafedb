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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the error of an aggregate would be under limits that are found privately, and so are not known before: for a few
 * that may turn out.
 *
 * @param calibration of the release
 * @param outputs one, or the elements of one array of quantiles
 * @param wanted the error that is asked for, if one is
 */
record AssumedErrors(Calibration calibration, List<OutputRequest> outputs, Optional<WantedError> wanted) {
    private static final List<Long> ROWS = List.of(1L, 4L, 16L);
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
     * @param words such as {@code at most 1, 4 or 16 rows of a person in a group}
     * @param limits all that are not known, found so, one after the other
     */
    private record Assumption(String words, List<ResolvedLimits> limits) {}

    /** Sentences; empty where the error depends on more than limits, and for very long lists. */
    String sentences() {
        if (calibration.plan().states().size() > MOST_STATES) {
            return "";
        }
        Optional<Assumption> assumed = assumption();
        List<ResolvedLimits> all = assumed.map(Assumption::limits).orElseGet(() -> List.of(ResolvedLimits.NONE));
        List<String> sentences = new ArrayList<>();
        assumed.ifPresent(given -> {
            each(given, this::error)
                    .ifPresent(
                            errors -> sentences.add("Expected with " + given.words() + ": " + errors + unit() + "."));
            wanted.flatMap(error -> each(given, limits -> budget(limits, error)))
                    .ifPresent(budgets ->
                            sentences.add("For ± " + wanted.get().error().toPlainString() + ": ε " + budgets + "."));
        });
        tip(all.get(0)).ifPresent(sentences::add);
        return String.join(" ", sentences);
    }

    private static Optional<String> each(Assumption given, Function<ResolvedLimits, Optional<String>> number) {
        List<String> numbers = given.limits().stream()
                .flatMap(limits -> number.apply(limits).stream())
                .toList();
        return numbers.size() < given.limits().size() ? Optional.empty() : Optional.of(alternatives(numbers));
    }

    /** {@code a, b or c}. */
    private static String alternatives(List<?> some) {
        List<String> words = some.stream().map(Object::toString).toList();
        String last = words.get(words.size() - 1);
        return words.size() == 1 ? last : String.join(", ", words.subList(0, words.size() - 1)) + " or " + last;
    }

    private Optional<Assumption> assumption() {
        List<AutomaticParameter> all = calibration.plan().automatic();
        if (known(ResolvedLimits.NONE)) {
            return Optional.empty();
        }
        boolean values = !known(assuming(all, 1, RANGE, false));
        boolean rows = !known(assuming(all, 1, RANGE, true));
        if (rows) {
            return Optional.of(new Assumption(
                    "at most " + alternatives(ROWS) + " rows or values of a person in a group"
                            + (values ? ", each from 0 to " + RANGE : ""),
                    ROWS.stream().map(most -> assuming(all, most, RANGE)).toList()));
        }
        return Optional.of(
                isTotal()
                        ? new Assumption(
                                "sums of a person in a group of at most " + alternatives(SUMS),
                                SUMS.stream()
                                        .map(most -> assuming(all, 1, most))
                                        .toList())
                        : new Assumption("values from 0 to " + RANGE, List.of(assuming(all, 1, RANGE))));
    }

    /** One group per person instead of several is less noise for sure, where people are in one. */
    private Optional<String> tip(ResolvedLimits limits) {
        boolean inSeveral = calibration.plan().aggregation().sets().size() > 1;
        if (!calibration.plan().grouped()
                || calibration.maxGroups() == 1
                || inSeveral
                || calibration.plan().parameters().countsRows()) {
            return Optional.empty();
        }
        Optional<Double> now = plusMinus(calibration, limits);
        Optional<Double> one = plusMinus(calibration.withMaxGroups(1), limits);
        return now.isPresent() && one.isPresent() && one.get() < now.get()
                ? Optional.of("If each " + calibration.plan().unitName()
                        + " is in one group, a limit of one group (--max-groups 1) gives ± " + text(one.get())
                        + " instead of ± " + text(now.get())
                        + (limits.found().isEmpty() ? "" : " with the first of these") + ".")
                : Optional.empty();
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

    private Optional<String> error(ResolvedLimits limits) {
        if (computation().quantile().isPresent()) {
            return MeasureChoices.quantiles(
                            calibration,
                            calibration.plan().request(computation().quantile().get()),
                            limits)
                    .map(found -> text(new QuantileWords(found, outputs).rowsOff()));
        }
        return computation()
                .mean()
                .map(mean -> MeanNote.atOneSize(mean, limits, calibration))
                .orElseGet(() -> plusMinus(calibration, limits))
                .map(error -> "± " + text(error));
    }

    /** What the numbers are. */
    private String unit() {
        if (computation().quantile().isPresent()) {
            return " rows by which the rank may be off";
        }
        return computation().mean().isPresent() ? " at " + MeanNote.ONE_SIZE + " rows in the group" : "";
    }

    private Optional<Double> plusMinus(Calibration under, ResolvedLimits limits) {
        Rational confidence = Rational.ofExact(calibration.plan().parameters().confidence());
        return KnownError.of(computation(), limits)
                .flatMap(error -> error.halfWidth(under, confidence))
                .map(Rational::toDoubleNearest);
    }

    private Optional<String> budget(ResolvedLimits limits, WantedError error) {
        return KnownError.of(computation(), limits)
                .map(known -> EpsilonForError.of(calibration, known, error).orElse("more than 20"));
    }

    /** Two digits; numbers of a hundred and more without a point. */
    static String text(double error) {
        return Decimals.text(Rational.of(new BigDecimal(String.format(Locale.ROOT, "%.1e", error))));
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
