package io.tacit.engine.release;

import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.selection.PreThreshold;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * Decides which groups appear. A least number of people that was asked for is taken off first, by {@link PreThreshold};
 * the others are selected on the people beyond it.
 */
final class SelectGroups {
    private final Calibration calibration;
    private final Noise noise;
    private final StateNoise states;
    private final PreThreshold atLeast;

    SelectGroups(Calibration calibration, Noise noise, StateNoise states) {
        this.calibration = calibration;
        this.noise = noise;
        this.states = states;
        this.atLeast = calibration.atLeast();
    }

    /**
     * Whether a group appears.
     *
     * @param users the exact number of its people
     * @param noisy its noisy integers
     * @param origin where the number of its people was read
     */
    boolean keeps(BigInteger users, StateNoise.Noisy noisy, Noise.Origin origin) {
        if (calibration.selection().isEmpty()) {
            return true;
        }
        Optional<BigInteger> counted = atLeast.counted(users);
        if (counted.isEmpty()) {
            return false;
        }
        return calibration
                .selection()
                .get()
                .match(
                        threshold -> reaches(threshold, users, noisy, origin),
                        geometric -> noise.keeps(geometric, counted.get()));
    }

    private boolean reaches(
            GroupSelection.Threshold threshold, BigInteger users, StateNoise.Noisy noisy, Noise.Origin origin) {
        Optional<StateNoise.People> portions = states.people();
        if (portions.isPresent()) {
            BigInteger sum = portions.get().drawn().stream()
                    .map(place -> noisy.drawn()[place])
                    .reduce(BigInteger.ZERO, BigInteger::add);
            BigInteger person = portions.get().person();
            return threshold.keeps(sum.subtract(calibration.hidden().multiply(person)), person);
        }
        // Noise goes onto the number as it was read, as the tester expects; a constant is taken off with the same
        // result after it.
        List<StateRequest> measured = calibration.thresholdedStates();
        BigInteger noisyUsers = measured.isEmpty()
                ? noise.noisy(threshold.noise(), users, origin)
                : measured.stream()
                        .map(state -> noisy.states()[calibration.plan().states().indexOf(state)])
                        .reduce(BigInteger.ZERO, BigInteger::add);
        return threshold.keeps(noisyUsers.subtract(calibration.hidden()));
    }
}
