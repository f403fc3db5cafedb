package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a release must measure and may spend: public, and fixed before data is read.
 *
 * @param epsilon of the whole release
 * @param delta of the whole release
 * @param maxGroups C_u, at least 1
 * @param measurements what is measured in each group, each once
 * @param users which measurement is the number of people, if one is
 * @param parameters how many automatic parameters must be found first
 * @param selectsGroups whether groups must be selected
 * @param noise the law that is asked for; empty for whichever is best
 * @param selection the way of selection that is asked for; empty for whichever is best
 * @param selectionEpsilon the part of the selection, where the query gave one
 */
public record NoiseRequest(
        Epsilon epsilon,
        Delta delta,
        long maxGroups,
        List<Measurement> measurements,
        OptionalInt users,
        int parameters,
        boolean selectsGroups,
        Optional<NoiseKind> noise,
        Optional<SelectionKind> selection,
        Optional<Epsilon> selectionEpsilon) {
    /** Refuses what is out of range. */
    public NoiseRequest {
        measurements = List.copyOf(measurements);
        if (maxGroups < 1) {
            throw new IllegalArgumentException("maxGroups must be at least 1");
        }
        if (parameters < 0) {
            throw new IllegalArgumentException("parameters must be at least 0");
        }
        if (users.isPresent() && (users.getAsInt() < 0 || users.getAsInt() >= measurements.size())) {
            throw new IllegalArgumentException("users must be the index of a measurement");
        }
        if (measurements.isEmpty() && !selectsGroups) {
            throw new IllegalArgumentException("measurements must hold something when no groups are selected");
        }
    }
}
