package io.tacit.privacy.audit;

import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * What accounts add up for each kind of event, ε and ρ, against a mechanism that the event may stand for: the divergence of
 * its two laws is summed up, and none may be more than is written down.
 */
final class AccountChecks {
    static final String NAME = "what accounts add up for each kind of event";

    private static final List<String> EPSILONS = List.of("0.01", "0.1", "1", "3");
    private static final List<Long> TIMES = List.of(1L, 2L, 64L);

    /** Orders near 1, where the divergence of few outcomes is the largest for its order, and beyond. */
    private static final double[] ORDERS = {1.001, 1.1, 1.5, 2, 4, 16, 256};

    /** More than the rounding errors of these sums. */
    private static final double ROUNDED_DOWN = 1 - 1e-8;

    /** Beyond so many deviations less than 10^−30 is left out. */
    private static final int DEVIATIONS = 12;

    private AccountChecks() {}

    /**
     * A kind of event beside the laws of the worst mechanism that it may stand for.
     *
     * @param event of a loss ε (of Gaussian noise: the square of the ratio) of so many coordinates
     * @param divergence of one coordinate, by its loss and the order
     * @param pure whether its ε is the loss itself
     */
    private record Kind(
            String name,
            BiFunction<String, Long, PrivacyEvent> event,
            BiFunction<Double, Double, Double> divergence,
            boolean pure) {}

    static List<MechanismAudit.Check> all() {
        return List.of(new MechanismAudit.Check(Layer.FIT, NAME, bits -> judge()));
    }

    private static List<Kind> kinds() {
        Delta delta = Delta.of("0.000001");
        return List.of(
                new Kind(
                        "Laplace noise",
                        (loss, times) -> new PrivacyEvent.LaplaceNoise(Epsilon.of(loss), times),
                        AccountChecks::ofTwoAnswers,
                        true),
                new Kind(
                        "Gaussian noise",
                        (ratio, times) ->
                                new PrivacyEvent.GaussianNoise(Epsilon.of(ratio).value(), times),
                        AccountChecks::ofGaussian,
                        false),
                new Kind(
                        "a choice by the exponential mechanism",
                        (loss, times) -> new PrivacyEvent.ExponentialMechanism(Epsilon.of(loss), times),
                        // Its two penalties move by half each, in opposite directions.
                        (loss, order) -> ofTwoAnswers(loss / 2, order),
                        true),
                new Kind(
                        "a run of above-threshold",
                        (loss, times) ->
                                new PrivacyEvent.AboveThreshold(Epsilon.of(loss).times(Rational.of(times))),
                        AccountChecks::ofTwoAnswers,
                        true),
                new Kind(
                        "a selection by truncated geometric noise",
                        (loss, times) -> new PrivacyEvent.TruncatedGeometric(Epsilon.of(loss), delta, times),
                        AccountChecks::ofTwoAnswers,
                        true),
                new Kind(
                        "a release of which epsilon and delta are known",
                        (loss, times) ->
                                new PrivacyEvent.Approximate(Epsilon.of(loss).times(Rational.of(times)), delta),
                        AccountChecks::ofTwoAnswers,
                        true));
    }

    private static Verdict judge() {
        long judged = 0;
        for (Kind kind : kinds()) {
            for (String loss : EPSILONS) {
                for (long times : TIMES) {
                    Optional<String> wrong = wrong(kind, loss, times);
                    judged++;
                    if (wrong.isPresent()) {
                        Violation violation = Violation.certain(
                                "An account adds up less than an event may tell.",
                                kind.name() + " of " + loss + ", for " + times + " coordinates of one person",
                                "nobody",
                                wrong.get());
                        return new Verdict(Layer.FIT, NAME, "its rho and epsilon", 0, 1, Optional.of(violation));
                    }
                }
            }
        }
        return new Verdict(Layer.FIT, NAME, "its rho and epsilon", 0, judged, Optional.empty());
    }

    private static Optional<String> wrong(Kind kind, String loss, long times) {
        PrivacyEvent event = kind.event().apply(loss, times);
        double each = Double.parseDouble(loss);
        if (!event.epsilon()
                .map(epsilon -> epsilon.toDoubleUp() >= each * times * ROUNDED_DOWN)
                .orElse(!kind.pure())) {
            return Optional.of("epsilon " + event.epsilon());
        }
        // What is known of all coordinates together may be one with the whole loss.
        boolean whole = event instanceof PrivacyEvent.AboveThreshold || event instanceof PrivacyEvent.Approximate;
        for (double order : ORDERS) {
            double told = whole
                    ? kind.divergence().apply(each * times, order)
                    : kind.divergence().apply(each, order) * times;
            double written = PrivacyEvent.concentrated(List.of(event)).rho().toDoubleUp() * order;
            if (told * ROUNDED_DOWN > written) {
                return Optional.of(
                        "divergence " + told + " of order " + order + ", and " + written + " is written down");
            }
        }
        return Optional.empty();
    }

    /** Of a yes and a no, one e^ε times as probable as the other: the worst of all pure mechanisms. */
    private static double ofTwoAnswers(double epsilon, double order) {
        double yes = 1 / (1 + Math.exp(-epsilon));
        double no = 1 / (1 + Math.exp(epsilon));
        return divergence(List.of(yes, no), List.of(no, yes), order);
    }

    /** Of discrete Gaussian noise on an integer that one person changes by 1. */
    private static double ofGaussian(double ratio, double order) {
        int reach = (int) Math.ceil(DEVIATIONS / Math.sqrt(ratio)) + 1;
        List<Double> first = new ArrayList<>();
        List<Double> second = new ArrayList<>();
        // For large orders what counts lies beyond: these are left to the others.
        double counted = Math.min(order, 4);
        for (int z = -2 * reach; z <= 6 * reach; z++) {
            first.add(Math.exp(-(double) (z - 1) * (z - 1) * ratio / 2));
            second.add(Math.exp(-(double) z * z * ratio / 2));
        }
        double all = second.stream().mapToDouble(weight -> weight).sum();
        return divergence(
                        first.stream().map(weight -> weight / all).toList(),
                        second.stream().map(weight -> weight / all).toList(),
                        counted)
                / counted
                * order;
    }

    /** Rényi's: ln Σ p^α·q^(1−α) / (α−1). */
    private static double divergence(List<Double> first, List<Double> second, double order) {
        double largest = Double.NEGATIVE_INFINITY;
        List<Double> logarithms = new ArrayList<>();
        for (int i = 0; i < first.size(); i++) {
            if (first.get(i) > 0 && second.get(i) > 0) {
                double term = order * Math.log(first.get(i)) + (1 - order) * Math.log(second.get(i));
                logarithms.add(term);
                largest = Math.max(largest, term);
            }
        }
        double most = largest;
        double sum =
                logarithms.stream().mapToDouble(term -> Math.exp(term - most)).sum();
        return (most + Math.log(sum)) / (order - 1);
    }
}
