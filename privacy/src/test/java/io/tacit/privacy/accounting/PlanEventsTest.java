package io.tacit.privacy.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PlanEventsTest {
    private static final Epsilon EPSILON = Epsilon.of("1");
    private static final Delta DELTA = Delta.of("0.000001");

    /** Laplace plans: basic composition of the events is exactly what the plan says that it spends. */
    @Test
    void eventsOfPurePlansAddUpToTheirLoss() {
        int seen = 0;
        for (ChooseNoise.Weighed weighed : allPlans()) {
            NoisePlan plan = weighed.plan();
            if (plan.noise() == NoiseKind.LAPLACE) {
                ApproximateDp sum = PrivacyEvent.basic(PlanEvents.of(plan), Optional.empty());
                assertThat(sum).isEqualTo(plan.loss());
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(20);
    }

    /** Gaussian plans: ρ of the noise, converted as the plan converts it, is within what the plan says. */
    @Test
    void eventsOfGaussianPlansAreWithinTheirLoss() {
        int seen = 0;
        for (ChooseNoise.Weighed weighed : allPlans()) {
            NoisePlan plan = weighed.plan();
            List<PrivacyEvent> events = PlanEvents.of(plan);
            List<PrivacyEvent> converted = new ArrayList<>();
            Rational pure = Rational.ZERO;
            for (PrivacyEvent event : events) {
                boolean exponential = event instanceof PrivacyEvent.ExponentialMechanism;
                if (exponential || event.epsilon().isEmpty()) {
                    converted.add(event);
                } else {
                    pure = pure.plus(event.epsilon().orElseThrow());
                }
            }
            if (plan.noise() == NoiseKind.GAUSSIAN && !converted.isEmpty()) {
                Rational left = EPSILON.value().minus(pure);
                Rational delta = ConvertedNoise.with(plan, converted, events, Rational.ONE, left);
                assertThat(delta).isLessThanOrEqualTo(plan.loss().delta());
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(10);
    }

    /** The example of the page: forty coordinates of a pure ε = 1 cost 1/80 of ρ, not 1/2. */
    @Test
    void rhoIsAddedUpOverCoordinates() {
        NoiseRequest request = request(40, List.of(Measurement.STATE), OptionalInt.empty(), 0, false);
        NoisePlan laplace = ChooseNoise.weighed(request).stream()
                .map(ChooseNoise.Weighed::plan)
                .filter(plan -> plan.noise() == NoiseKind.LAPLACE)
                .findFirst()
                .orElseThrow();
        assertThat(PrivacyEvent.concentrated(PlanEvents.of(laplace)).rho()).isEqualTo(Rational.of(1, 80));
    }

    @Test
    void aPlanThatIsNotKnownYetCostsItsWholeBudget() {
        List<PrivacyEvent> events = PlanEvents.ofWhole(EPSILON, DELTA);
        assertThat(PrivacyEvent.basic(events, Optional.empty())).isEqualTo(ApproximateDp.of(EPSILON, DELTA));
        assertThat(PrivacyEvent.concentrated(events).rho()).isEqualTo(Rational.of(1, 2));
    }

    private static List<ChooseNoise.Weighed> allPlans() {
        List<ChooseNoise.Weighed> plans = new ArrayList<>();
        List<List<Measurement>> shapes = List.of(
                List.of(Measurement.STATE),
                List.of(Measurement.STATE, Measurement.STATE, Measurement.SQUARES),
                List.of(Measurement.STATE, Measurement.QUANTILES));
        for (long groups : new long[] {1, 3, 10}) {
            for (List<Measurement> shape : shapes) {
                for (int parameters : new int[] {0, 2}) {
                    for (OptionalInt users : List.of(OptionalInt.empty(), OptionalInt.of(0))) {
                        plans.addAll(ChooseNoise.weighed(request(groups, shape, users, parameters, true)));
                    }
                    plans.addAll(ChooseNoise.weighed(request(groups, shape, OptionalInt.empty(), parameters, false)));
                }
            }
        }
        return plans;
    }

    private static NoiseRequest request(
            long groups, List<Measurement> measurements, OptionalInt users, int parameters, boolean selects) {
        return new NoiseRequest(
                EPSILON,
                DELTA,
                groups,
                measurements,
                users,
                parameters,
                selects,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
