package io.tacit.engine.release;

import io.tacit.privacy.accounting.GroupSelection;
import java.math.BigInteger;

/**
 * Decides which groups appear.
 *
 * <p>Groups of fewer people than were asked for are dropped; the others are selected on the people beyond one less than
 * that, which one person changes by at most 1 like the number itself.
 */
final class SelectGroups {
    private final Calibration calibration;
    private final Noise noise;
    private final BigInteger hidden;

    SelectGroups(Calibration calibration, Noise noise) {
        this.calibration = calibration;
        this.noise = noise;
        this.hidden = calibration.hidden();
    }

    /**
     * Whether a group appears.
     *
     * @param users the exact number of its people
     * @param noisy its noisy states
     */
    boolean keeps(BigInteger users, BigInteger[] noisy) {
        if (calibration.selection().isEmpty()) {
            return true;
        }
        if (users.compareTo(hidden) <= 0) {
            return false;
        }
        GroupSelection selection = calibration.selection().get();
        if (selection instanceof GroupSelection.Geometric geometric) {
            return noise.keeps(geometric, users.subtract(hidden));
        }
        GroupSelection.Threshold threshold = (GroupSelection.Threshold) selection;
        BigInteger noisyUsers = calibration.thresholdedState().isPresent()
                ? noisy[calibration.thresholdedState().getAsInt()]
                : noise.noisy(threshold.noise(), users);
        return threshold.keeps(noisyUsers.subtract(hidden));
    }
}
