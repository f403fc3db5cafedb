package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.ZeroConcentratedDp;
import io.tacit.privacy.number.Rational;
import java.util.List;
import java.util.Optional;

/**
 * What a release did to one person's data, per coordinate and with its multiplicity: one person is in up to C_u groups,
 * each a coordinate of its own.
 *
 * <p>Kept this way and not as a sum, because k pure releases of ε₀ cost kε₀ in basic composition but kε₀²/2, not
 * (kε₀)²/2, of ρ. The proof is in {@code PrivacyEvent.md} beside this class.
 */
public sealed interface PrivacyEvent {
    /** ε by basic composition; empty for what is private for no ε without δ. */
    Optional<Rational> epsilon();

    /** ρ of zero-concentrated differential privacy, at least 0. */
    Rational rho();

    /** The probability with which the loss may be larger, at least 0. */
    Rational delta();

    /**
     * Discrete Laplace noise.
     *
     * @param epsilonEach ε₀ = Δ/b of one coordinate
     * @param times how many coordinates one person changes, at least 1
     */
    record LaplaceNoise(Epsilon epsilonEach, long times) implements PrivacyEvent {
        /** Refuses fewer than one. */
        public LaplaceNoise {
            checkTimes(times);
        }

        @Override
        public Optional<Rational> epsilon() {
            return Optional.of(multiple(epsilonEach.value(), times));
        }

        @Override
        public Rational rho() {
            return multiple(square(epsilonEach), times).dividedBy(Rational.of(2));
        }

        @Override
        public Rational delta() {
            return Rational.ZERO;
        }
    }

    /**
     * Discrete Gaussian noise.
     *
     * @param squaredRatio Δ²/σ² of one coordinate, more than 0
     * @param times how many coordinates one person changes, at least 1
     */
    record GaussianNoise(Rational squaredRatio, long times) implements PrivacyEvent {
        /** Refuses what is out of range. */
        public GaussianNoise {
            checkTimes(times);
            if (squaredRatio.signum() <= 0) {
                throw new IllegalArgumentException("squaredRatio must be more than 0");
            }
        }

        @Override
        public Optional<Rational> epsilon() {
            return Optional.empty();
        }

        @Override
        public Rational rho() {
            return multiple(squaredRatio, times).dividedBy(Rational.of(2));
        }

        @Override
        public Rational delta() {
            return Rational.ZERO;
        }
    }

    /**
     * A choice by the exponential mechanism.
     *
     * @param epsilonEach ε_g of one choice
     * @param times how many choices one person's data enters, at least 1
     */
    record ExponentialMechanism(Epsilon epsilonEach, long times) implements PrivacyEvent {
        /** Refuses fewer than one. */
        public ExponentialMechanism {
            checkTimes(times);
        }

        @Override
        public Optional<Rational> epsilon() {
            return Optional.of(multiple(epsilonEach.value(), times));
        }

        @Override
        public Rational rho() {
            return multiple(square(epsilonEach), times).dividedBy(Rational.of(8));
        }

        @Override
        public Rational delta() {
            return Rational.ZERO;
        }
    }

    /**
     * A run of AboveThreshold, whatever the number of its questions, or another search for a limit that costs ε₁ in
     * all.
     *
     * @param epsilonOfRun ε₁ of the run
     */
    record AboveThreshold(Epsilon epsilonOfRun) implements PrivacyEvent {
        @Override
        public Optional<Rational> epsilon() {
            return Optional.of(epsilonOfRun.value());
        }

        @Override
        public Rational rho() {
            return square(epsilonOfRun).dividedBy(Rational.of(2));
        }

        @Override
        public Rational delta() {
            return Rational.ZERO;
        }
    }

    /**
     * Group selection by truncated geometric noise.
     *
     * @param epsilonEach e of one group
     * @param deltaEach d of one group
     * @param times how many groups one person is in, at least 1
     */
    record TruncatedGeometric(Epsilon epsilonEach, Delta deltaEach, long times) implements PrivacyEvent {
        /** Refuses fewer than one. */
        public TruncatedGeometric {
            checkTimes(times);
        }

        @Override
        public Optional<Rational> epsilon() {
            return Optional.of(multiple(epsilonEach.value(), times));
        }

        @Override
        public Rational rho() {
            return multiple(square(epsilonEach), times).dividedBy(Rational.of(2));
        }

        @Override
        public Rational delta() {
            return multiple(deltaEach.value(), times);
        }
    }

    /**
     * Selection by a threshold on noise that is an event of its own: it adds its δ alone.
     *
     * @param deltaOfAll the probability that any group of one person alone appears
     */
    record Threshold(Delta deltaOfAll) implements PrivacyEvent {
        @Override
        public Optional<Rational> epsilon() {
            return Optional.of(Rational.ZERO);
        }

        @Override
        public Rational rho() {
            return Rational.ZERO;
        }

        @Override
        public Rational delta() {
            return deltaOfAll.value();
        }
    }

    /**
     * A release of which only (ε, δ) is known, such as one whose noise is chosen privately.
     *
     * @param epsilonOfAll ε of the release
     * @param deltaOfAll δ of the release
     */
    record Approximate(Epsilon epsilonOfAll, Delta deltaOfAll) implements PrivacyEvent {
        @Override
        public Optional<Rational> epsilon() {
            return Optional.of(epsilonOfAll.value());
        }

        @Override
        public Rational rho() {
            return square(epsilonOfAll).dividedBy(Rational.of(2));
        }

        @Override
        public Rational delta() {
            return deltaOfAll.value();
        }
    }

    /** ρ of all events together. */
    static ZeroConcentratedDp concentrated(List<PrivacyEvent> events) {
        return new ZeroConcentratedDp(events.stream().map(PrivacyEvent::rho).reduce(Rational.ZERO, Rational::plus));
    }

    /** δ of all events together, without that of any conversion; it may pass 1. */
    static Rational delta(List<PrivacyEvent> events) {
        return events.stream().map(PrivacyEvent::delta).reduce(Rational.ZERO, Rational::plus);
    }

    /**
     * (ε, δ) of all events together by basic composition; those that have no ε are added up in ρ and converted once.
     *
     * @param conversion δ of that conversion, added only if there is one
     * @throws IllegalArgumentException if a conversion is needed and has no δ, or δ adds up to 1
     */
    static ApproximateDp basic(List<PrivacyEvent> events, Optional<Delta> conversion) {
        Rational epsilon = Rational.ZERO;
        Rational rho = Rational.ZERO;
        for (PrivacyEvent event : events) {
            epsilon = epsilon.plus(event.epsilon().orElse(Rational.ZERO));
            rho = event.epsilon().isPresent() ? rho : rho.plus(event.rho());
        }
        if (rho.signum() == 0) {
            return new ApproximateDp(epsilon, delta(events));
        }
        Delta used = conversion.orElseThrow(() ->
                new IllegalArgumentException("conversion must be given: Gaussian noise is private with a delta only"));
        return new ApproximateDp(
                epsilon.plus(new ZeroConcentratedDp(rho).epsilon(used)),
                delta(events).plus(used.value()));
    }

    private static void checkTimes(long times) {
        if (times < 1) {
            throw new IllegalArgumentException("times must be at least 1");
        }
    }

    private static Rational multiple(Rational value, long times) {
        return value.times(Rational.of(times));
    }

    private static Rational square(Epsilon epsilon) {
        return epsilon.value().times(epsilon.value());
    }
}
