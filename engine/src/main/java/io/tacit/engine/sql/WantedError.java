package io.tacit.engine.sql;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * The accuracy that is asked of an aggregate: {@code EXPLAIN PRIVACY (error = 10, confidence = 0.9) …} asks which
 * epsilon would give that.
 *
 * @param error how far off the released value may be, more than 0
 * @param confidence how often, in (0, 1); empty for that of the block's intervals
 */
public record WantedError(BigDecimal error, Optional<BigDecimal> confidence) {
    /** Refuses an error or confidence that no noise gives. */
    public WantedError {
        if (error.signum() <= 0) {
            throw new IllegalArgumentException("error must be more than 0");
        }
        if (confidence
                .filter(c -> c.signum() <= 0 || c.compareTo(BigDecimal.ONE) >= 0)
                .isPresent()) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
    }
}
