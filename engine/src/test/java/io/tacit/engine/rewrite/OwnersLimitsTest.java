package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * No option passes what the owner limits, whatever the other options say: each below its limit, at it, above it and left
 * out, beside each of the others, with and without each limit.
 */
@org.jspecify.annotations.NullUnmarked
class OwnersLimitsTest {
    private static final List<Optional<String>> EPSILONS =
            List.of(Optional.empty(), Optional.of("0.5"), Optional.of("0.50000"), Optional.of("0.5000001"));
    private static final List<Optional<String>> DELTAS =
            List.of(Optional.empty(), Optional.of("0"), Optional.of("1e-6"), Optional.of("1.0000001e-6"));
    private static final List<Optional<Long>> NUMBERS =
            List.of(Optional.empty(), Optional.of(6L), Optional.of(7L), Optional.of(8L));

    private static boolean isRefused(Runnable check) {
        try {
            check.run();
            return false;
        } catch (Refusal refusal) {
            assertThat(refusal.code()).isEqualTo(ErrorCode.PRIVACY_PARAMETER);
            return true;
        }
    }

    private static boolean exceeds(Optional<String> asked, Optional<BigDecimal> most) {
        return asked.isPresent()
                && most.isPresent()
                && new BigDecimal(asked.get()).subtract(most.get()).signum() > 0;
    }

    @Test
    void noOptionPassesItsLimit() {
        for (int limits = 0; limits < 16; limits++) {
            Optional<BigDecimal> epsilon = given(limits, 1, new BigDecimal("0.5"));
            Optional<BigDecimal> delta = given(limits, 2, new BigDecimal("1e-6"));
            OptionalLong groups = (limits & 4) == 0 ? OptionalLong.empty() : OptionalLong.of(7);
            long people = (limits & 8) == 0 ? 1 : 7;
            QueryCeiling ceiling = new QueryCeiling(epsilon, delta, groups, people);
            for (Optional<String> ofEpsilon : EPSILONS) {
                for (Optional<String> ofDelta : DELTAS) {
                    for (Optional<Long> ofGroups : NUMBERS) {
                        for (Optional<Long> ofRows : NUMBERS) {
                            for (Optional<Long> ofPeople : NUMBERS) {
                                boolean passes = exceeds(ofEpsilon, epsilon)
                                        || exceeds(ofDelta, delta)
                                        || groups.isPresent() && Math.max(ofGroups.orElse(0L), ofRows.orElse(0L)) > 7
                                        || ofPeople.orElse(7L) < people;
                                OptionsWith asked = new OptionsWith(ofEpsilon, ofDelta)
                                        .groups(ofGroups)
                                        .rows(ofRows)
                                        .people(ofPeople);
                                if (isRefused(() -> CheckLimits.check(asked.options(), ceiling, null)) != passes) {
                                    assertThat(passes)
                                            .as("refused " + asked.options() + " under " + ceiling)
                                            .isEqualTo(!passes);
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /** What the aggregates of one SELECT spend together. */
    @Test
    void noSelectSpendsMoreThanTheOwnerLets() {
        for (int limits = 0; limits < 4; limits++) {
            Optional<BigDecimal> epsilon = given(limits, 1, new BigDecimal("0.5"));
            Optional<BigDecimal> delta = given(limits, 2, new BigDecimal("1e-6"));
            QueryCeiling ceiling = new QueryCeiling(epsilon, delta, OptionalLong.of(1), 1);
            for (String ofEpsilon : List.of("0.1", "0.5", "0.5000000001")) {
                for (String ofDelta : List.of("0", "1e-6", "1.0000000001e-6")) {
                    assertThat(isRefused(() -> CheckLimits.checkSpent(
                                    Rational.of(new BigDecimal(ofEpsilon)),
                                    Rational.of(new BigDecimal(ofDelta)),
                                    ceiling)))
                            .as(ofEpsilon + ", " + ofDelta + " under " + ceiling)
                            .isEqualTo(
                                    exceeds(Optional.of(ofEpsilon), epsilon) || exceeds(Optional.of(ofDelta), delta));
                }
            }
        }
    }

    private static Optional<BigDecimal> given(int limits, int which, BigDecimal limit) {
        return (limits & which) == 0 ? Optional.empty() : Optional.of(limit);
    }
}
