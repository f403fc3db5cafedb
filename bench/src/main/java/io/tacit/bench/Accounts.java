package io.tacit.bench;

import io.tacit.privacy.accounting.ChooseNoise;
import io.tacit.privacy.accounting.Measurement;
import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.NoisePlan;
import io.tacit.privacy.accounting.NoiseRequest;
import io.tacit.privacy.accounting.PlanEvents;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.JointGaussian;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;

/** How many queries of one kind an account of ε = 10, δ = 10^-6 pays for, by three ways of adding up. */
public final class Accounts {
    private static final Rational EPSILON = Rational.of(10);
    private static final Rational DELTA = Rational.of(1, 1_000_000);

    /** Of one query: so small that δ for selections never decides. */
    private static final Delta OF_QUERY = Delta.of("1e-11");

    private static final List<Measurement> OF_ONE_COLUMN =
            List.of(Measurement.STATE, Measurement.STATE, Measurement.SQUARES);

    private Accounts() {}

    /** Prints a Markdown table. */
    public static void main(String[] words) {
        System.out.println("| query | ε of it | noise | (ε, δ) added up | ρ added up | law of the Gaussian noise |");
        System.out.println("|---|---:|---|---:|---:|---:|");
        for (String epsilon : List.of("1", "0.2")) {
            query("COUNT by group, C_u = 1", epsilon, List.of(Measurement.STATE), 1, 0);
            query("COUNT by group, C_u = 10", epsilon, List.of(Measurement.STATE), 10, 0);
            query("COUNT, SUM, AVG, VAR, C_u = 1", epsilon, OF_ONE_COLUMN, 1, 0);
            query("COUNT, SUM, AVG, VAR, C_u = 10", epsilon, OF_ONE_COLUMN, 10, 0);
            query("the same, bounds found privately", epsilon, OF_ONE_COLUMN, 10, 1);
        }
    }

    private static void query(String name, String epsilon, List<Measurement> measured, long maxGroups, int parameters) {
        NoiseRequest request = new NoiseRequest(
                Epsilon.of(epsilon),
                OF_QUERY,
                maxGroups,
                measured,
                OptionalInt.of(0),
                parameters,
                true,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        for (NoiseKind noise : NoiseKind.values()) {
            NoisePlan plan = ChooseNoise.best(ChooseNoise.weighed(request).stream()
                            .filter(one -> one.plan().noise() == noise)
                            .toList())
                    .plan();
            List<PrivacyEvent> events = PlanEvents.of(plan);
            String chosen = ChooseNoise.best(request).equals(plan) ? "**" + noise + "**" : noise.toString();
            System.out.println("| " + name + " | " + epsilon + " | " + chosen + " | "
                    + most(times -> basic(plan, times)) + " | " + most(times -> concentrated(events, times)) + " | "
                    + most(times -> exact(events, times)) + " |");
        }
    }

    private static boolean basic(NoisePlan plan, int times) {
        return plan.loss().epsilon().times(Rational.of(times)).compareTo(EPSILON) <= 0
                && plan.loss().delta().times(Rational.of(times)).compareTo(DELTA) <= 0;
    }

    /** All in ρ, as accounts of ρ do. */
    private static boolean concentrated(List<PrivacyEvent> events, int times) {
        Rational rho = PrivacyEvent.concentrated(events).rho().times(Rational.of(times));
        return delta(events, times).plus(new Rho(rho).deltaAt(EPSILON)).compareTo(DELTA) <= 0;
    }

    /** What is pure adds up in ε, and Gaussian noise by its law. */
    private static boolean exact(List<PrivacyEvent> events, int times) {
        Rational pure = Rational.ZERO;
        Rational rho = Rational.ZERO;
        Rational ratio = Rational.ZERO;
        long integers = 0;
        for (PrivacyEvent event : events) {
            pure = pure.plus(event.epsilon().orElse(Rational.ZERO).times(Rational.of(times)));
            if (event instanceof PrivacyEvent.GaussianNoise gaussian) {
                rho = rho.plus(gaussian.rho().times(Rational.of(times)));
                ratio = ratio.max(gaussian.squaredRatio());
                integers += gaussian.times() * times;
            }
        }
        Rational left = EPSILON.minus(pure);
        if (left.signum() < 0) {
            return false;
        }
        Rational delta = delta(events, times);
        return (rho.signum() == 0 ? delta : delta.plus(new JointGaussian(new Rho(rho), ratio, integers).deltaAt(left)))
                        .compareTo(DELTA)
                <= 0;
    }

    private static Rational delta(List<PrivacyEvent> events, int times) {
        return PrivacyEvent.delta(events).times(Rational.of(times));
    }

    private static int most(IntPredicate fits) {
        int most = 0;
        for (int step = 1 << 16; step > 0; step /= 2) {
            most = fits.test(most + step) ? most + step : most;
        }
        return most;
    }
}
