package io.tacit.privacy.audit;

import io.tacit.privacy.accounting.ChooseNoise;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.accounting.Measurement;
import io.tacit.privacy.accounting.NoisePlan;
import io.tacit.privacy.accounting.NoiseRequest;
import io.tacit.privacy.accounting.Part;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.LaplaceSum;
import io.tacit.privacy.mechanism.NoiseSum;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.selection.TruncatedGeometric;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The selections of whole plans: the noise that a plan draws must go with the threshold that it compares with, and a
 * probability that grows with the number of people must change no more than the plan pays for.
 */
final class PlanThresholds {
    static final String NAME = "thresholds of whole plans";

    /** Up to which number of people a selection's probabilities are compared. */
    private static final int MOST_PEOPLE = 60;

    private PlanThresholds() {}

    /** One check over plans that measure the number of people, and over plans that read it for the selection alone. */
    static MechanismAudit.Check check() {
        return new MechanismAudit.Check(Layer.FIT, NAME, bits -> judge());
    }

    private static Verdict judge() {
        long plans = 0;
        for (NoiseRequest request : requests()) {
            for (ChooseNoise.Weighed weighed : ChooseNoise.weighed(request)) {
                Verdict verdict = GroupSelection.of(weighed.plan())
                        .match(
                                threshold -> judge(weighed.plan(), threshold),
                                geometric -> judge(weighed.plan(), geometric.law()));
                plans++;
                if (!verdict.passed()) {
                    return verdict;
                }
            }
        }
        return new Verdict(Layer.FIT, NAME, "the declared delta, for " + plans + " plans", 0, plans, Optional.empty());
    }

    /** The threshold that a plan selects by, and its noise, against what the plan pays. */
    static Verdict judge(NoisePlan plan, GroupSelection.Threshold threshold) {
        BigInteger tau = threshold.threshold();
        long groups = plan.request().maxGroups();
        Rational delta = plan.selectionDelta().orElseThrow().value();
        // The noise that the budget pays for, not the one that the selection says it has.
        if (!paid(plan).equals(threshold.noise())) {
            Violation other = Violation.certain(
                    "A plan selects groups with other noise than it pays for.",
                    "one person alone in " + groups + " groups",
                    "nobody",
                    "the noise " + threshold.noise());
            return new Verdict(Layer.FIT, NAME, "the declared delta", 0, 1, Optional.of(other));
        }
        // A lone person has as many units as one person should.
        BigInteger units =
                tau.subtract(BigInteger.ONE).multiply(threshold.person()).add(BigInteger.ONE);
        return new ExactThreshold(threshold.noise(), units, delta, groups)
                .verdict(NAME, ExactThreshold.mostAbove(threshold.noise(), units));
    }

    /** The law that a plan selects by, against what the plan pays for the selection, whatever noise stands beside it. */
    private static Verdict judge(NoisePlan plan, TruncatedGeometric law) {
        Rational paid =
                plan.selectionPart().orElseThrow().match(pure -> pure.epsilon().value(), concentrated -> Rational.ZERO);
        return new ExactSelection(
                        n -> law.probability(BigInteger.valueOf(n)),
                        paid,
                        plan.selectionDelta().orElseThrow().value(),
                        plan.request().maxGroups())
                .verdict(NAME, MOST_PEOPLE);
    }

    private static IntegerNoise paid(NoisePlan plan) {
        long groups = plan.request().maxGroups();
        if (plan.people().isPresent()) {
            return paidForPortions(plan, plan.people().get());
        }
        IntegerNoise own = plan.selectionPart().orElseThrow().noise(BigInteger.ONE, groups);
        if (plan.request().complement().isEmpty()) {
            return own;
        }
        Rational all = Rational.ZERO;
        for (Part part : plan.parts()) {
            all = all.plus(part.match(
                    pure -> pure.epsilon().value(),
                    concentrated -> concentrated.rho().value()));
        }
        Rational both = all;
        Part whole = plan.parts()
                .get(0)
                .<Part>match(
                        pure -> new Part.Pure(new Epsilon(both)), concentrated -> new Part.Concentrated(new Rho(both)));
        return new NoiseSum(own, whole.noise(BigInteger.ONE, groups));
    }

    /** A person is 2^40 units, and the noise is for a part in 2^20 more. */
    private static IntegerNoise paidForPortions(NoisePlan plan, NoiseRequest.Bundle bundle) {
        Rational epsilon = plan.parts()
                .get(bundle.measurements().get(0))
                .match(pure -> pure.epsilon().value(), concentrated -> Rational.ZERO);
        Rational units = Rational.of((1L << 40) + (1L << 20));
        return new LaplaceSum(
                units.times(Rational.of(plan.request().maxGroups())).dividedBy(epsilon),
                Collections.nCopies(bundle.portions(), BigInteger.ONE));
    }

    static List<NoiseRequest> requests() {
        List<NoiseRequest> requests = new ArrayList<>();
        for (String epsilon : List.of("0.5", "2")) {
            for (long groups : List.of(1L, 7L)) {
                requests.add(request(epsilon, groups, OptionalInt.of(0)));
                requests.add(request(epsilon, groups, OptionalInt.empty()));
                requests.add(withComplement(List.of(Measurement.STATE), epsilon, groups));
                requests.add(withComplement(
                        List.of(Measurement.STATE, Measurement.STATE, Measurement.SQUARES), epsilon, groups));
                for (int portions = 2; portions <= 5; portions++) {
                    requests.add(withBundle(epsilon, groups, portions));
                }
            }
        }
        return requests;
    }

    private static NoiseRequest request(String epsilon, long groups, OptionalInt users) {
        return new NoiseRequest(
                Epsilon.of(epsilon),
                Delta.of("0.000001"),
                groups,
                List.of(Measurement.STATE, Measurement.STATE),
                users,
                1,
                true,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** A request that divides people into portions, beside one more state. */
    private static NoiseRequest withBundle(String epsilon, long groups, int portions) {
        return new NoiseRequest(
                Epsilon.of(epsilon),
                Delta.of("0.000001"),
                groups,
                List.of(Measurement.STATE, Measurement.STATE, Measurement.STATE),
                OptionalInt.of(0),
                1,
                true,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(new NoiseRequest.Bundle(List.of(0, 1), true, portions, 2)));
    }

    /** A request that counts people with a value beside other states, and people without a value besides. */
    private static NoiseRequest withComplement(List<Measurement> beside, String epsilon, long groups) {
        return new NoiseRequest(
                Epsilon.of(epsilon),
                Delta.of("0.000001"),
                groups,
                beside,
                OptionalInt.of(0),
                1,
                true,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new NoiseRequest.Complement(
                        IntStream.range(0, beside.size()).boxed().toList())));
    }
}
