package io.tacit.engine.release;

import io.tacit.engine.ledger.Charge;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.selection.LaplaceThreshold;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The budget of one release, divided before data is read (page "privacy", section "Budget of one release").
 *
 * <p>Each distinct state gets an equal part of epsilon. A state whose limits must first be found gives half of its part
 * to finding them, in equal shares to the parameters that it depends on; so a parameter that two states share gets from
 * both. The parts add up to epsilon exactly: they are fractions, not floating-point numbers.
 *
 * @param plan the release
 * @param stateShares the part of each state of the plan
 * @param parameterShares the part of each automatic parameter of the plan
 * @param threshold the least noisy number of people with which a group appears; empty without groups
 */
public record Calibration(
        ReleasePlan plan, List<Epsilon> stateShares, List<Epsilon> parameterShares, Optional<BigInteger> threshold) {
    public Calibration {
        stateShares = List.copyOf(stateShares);
        parameterShares = List.copyOf(parameterShares);
    }

    /** Divides the budget of a plan. */
    public static Calibration of(ReleasePlan plan) {
        Rational epsilon = plan.parameters().epsilon().value();
        Rational part = epsilon.dividedBy(Rational.of(plan.states().size()));
        Rational half = part.dividedBy(Rational.of(2));
        List<Epsilon> states = new ArrayList<>();
        List<Rational> parameters = new ArrayList<>();
        plan.automatic().forEach(parameter -> parameters.add(Rational.ZERO));
        for (var request : plan.states()) {
            List<Integer> needed = Dependencies.of(request);
            states.add(new Epsilon(needed.isEmpty() ? part : half));
            for (int parameter : needed) {
                parameters.set(parameter, parameters.get(parameter).plus(half.dividedBy(Rational.of(needed.size()))));
            }
        }
        Optional<BigInteger> threshold = Optional.empty();
        if (plan.grouped()) {
            DiscreteLaplace users = noise(plan, new State.Users(), states.get(0));
            threshold = Optional.of(LaplaceThreshold.threshold(
                    users, plan.parameters().delta(), plan.parameters().maxGroups()));
        }
        return new Calibration(
                plan, states, parameters.stream().map(Epsilon::new).toList(), threshold);
    }

    /** The noise of a state: one person changes it by its sensitivity in each of at most C_u groups. */
    public DiscreteLaplace noise(int state, State measured) {
        return noise(plan, measured, stateShares.get(state));
    }

    /** The noise of each bin of a parameter's histogram. */
    public DiscreteLaplace histogramNoise(int parameter) {
        long entries = plan.automatic().get(parameter).kind().entries();
        return DiscreteLaplace.calibrated(
                BigInteger.valueOf(plan.parameters().maxGroups()).multiply(BigInteger.valueOf(entries)),
                parameterShares.get(parameter));
    }

    private static DiscreteLaplace noise(ReleasePlan plan, State state, Epsilon share) {
        return DiscreteLaplace.calibrated(
                state.sensitivity()
                        .multiply(BigInteger.valueOf(plan.parameters().maxGroups())),
                share);
    }

    /** What the release costs. Without groups no delta is used, so none is charged. */
    public Charge charge() {
        return new Charge(
                plan.parameters().epsilon().value(),
                plan.grouped() ? plan.parameters().delta().value() : Rational.ZERO);
    }
}
