package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.sql.ReleaseOptions;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import java.math.BigDecimal;

/** The parameters of a release: what its options say, else the defaults. */
final class ParametersOf {
    private ParametersOf() {}

    /** Without groups a person is in one group, whatever is allowed. */
    static ReleaseParameters release(ReleaseOptions options, Defaults defaults, boolean global) {
        BigDecimal epsilon = options.epsilon().orElse(defaults.epsilon());
        BigDecimal delta = options.delta().orElse(defaults.delta());
        long maxGroups = global ? 1 : options.maxGroupsContributed().orElse(defaults.maxGroups());
        double confidence = options.confidence().map(BigDecimal::doubleValue).orElse(defaults.confidence());
        return new ReleaseParameters(Epsilon.of(epsilon), Delta.of(delta), maxGroups, confidence);
    }
}
