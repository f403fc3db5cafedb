package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ReleaseOptions;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a query asks for more than the owner lets anybody ask for. */
public final class CheckLimits {
    private CheckLimits() {}

    /**
     * Checks what the options of a release say.
     *
     * @throws Refusal PRIVACY_PARAMETER when it is more
     */
    static void check(ReleaseOptions options, QueryCeiling limits, @Nullable Position position) {
        atMost("epsilon", options.epsilon(), limits.epsilon(), position);
        atMost("delta", options.delta(), limits.delta(), position);
        Optional<BigDecimal> groups = limits.maxGroups().isPresent()
                ? Optional.of(BigDecimal.valueOf(limits.maxGroups().getAsLong()))
                : Optional.empty();
        atMost("max_groups_contributed", options.maxGroupsContributed().map(BigDecimal::valueOf), groups, position);
        if (options.minPrivacyUnitsPerGroup()
                .filter(fewest -> fewest < limits.minPeople())
                .isPresent()) {
            throw refusal(
                    position,
                    "The owner lets min_privacy_units_per_group be at least " + limits.minPeople() + ".",
                    "Ask for " + limits.minPeople() + " or more, or leave the option out.");
        }
    }

    private static void atMost(
            String option, Optional<BigDecimal> asked, Optional<BigDecimal> most, @Nullable Position position) {
        if (asked.isPresent() && most.isPresent() && asked.get().compareTo(most.get()) > 0) {
            String limit = most.get().toPlainString();
            throw refusal(
                    position,
                    "The owner lets " + option + " be at most " + limit + ".",
                    "Ask for " + limit + " or less, or leave the option out.");
        }
    }

    /**
     * Checks what a release spends in all, however its parts were written.
     *
     * @throws Refusal PRIVACY_PARAMETER when it is more than one release may
     */
    public static void checkSpent(Rational epsilon, Rational delta, QueryCeiling limits) {
        boolean tooMuch = limits.epsilon()
                        .filter(most -> epsilon.compareTo(Rational.of(most)) > 0)
                        .isPresent()
                || limits.delta()
                        .filter(most -> delta.compareTo(Rational.of(most)) > 0)
                        .isPresent();
        if (tooMuch) {
            String all = limits.epsilon()
                    .map(most -> "epsilon " + most.toPlainString())
                    .orElse("");
            String chance =
                    limits.delta().map(most -> "delta " + most.toPlainString()).orElse("");
            String both = all + (all.isEmpty() || chance.isEmpty() ? "" : " and ") + chance;
            throw refusal(
                    null,
                    "The owner lets one SELECT spend at most " + both + ", all aggregates together.",
                    "Lower the epsilon of its aggregates, or leave it out.");
        }
    }

    private static Refusal refusal(@Nullable Position position, String rule, String advice) {
        return new Refusal(ErrorCode.PRIVACY_PARAMETER, position, rule, advice);
    }
}
