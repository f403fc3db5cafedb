package io.tacit.engine.policy;

import java.time.Duration;
import java.util.Optional;

/**
 * When an answer may be given again.
 *
 * @param window for how long after its release, where no version of the data is stated; empty for not at all
 */
public record StoreRules(Optional<Duration> window) {
    /** Only within one version of the data. */
    public static final StoreRules BY_VERSION = new StoreRules(Optional.empty());
}
