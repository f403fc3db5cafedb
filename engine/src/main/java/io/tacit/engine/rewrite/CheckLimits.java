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

/** Refuses queries that ask for more than the owner allows. */
public final class CheckLimits {
    private CheckLimits() {}

    /**
     * Checks what the options of a release say.
     *
     * @throws Refusal PRIVACY_PARAMETER when it is more
     */
    static void check(ReleaseOptions options, QueryCeiling ceiling, @Nullable Position position) {
        atMost("epsilon", options.epsilon(), ceiling.epsilon(), position);
        atMost("delta", options.delta(), ceiling.delta(), position);
        Optional<BigDecimal> groups = ceiling.maxGroups().isPresent()
                ? Optional.of(BigDecimal.valueOf(ceiling.maxGroups().getAsLong()))
                : Optional.empty();
        atMost("max_groups_contributed", options.maxGroupsContributed().map(BigDecimal::valueOf), groups, position);
        // Each of so many rows may be in a group of its own.
        atMost("max_rows_contributed", options.maxRowsContributed().map(BigDecimal::valueOf), groups, position);
        if (options.minPrivacyUnitsPerGroup()
                .filter(fewest -> fewest < ceiling.minPeople())
                .isPresent()) {
            throw refusal(
                    position,
                    "The owner lets min_privacy_units_per_group be at least " + ceiling.minPeople() + ".",
                    "Ask for " + ceiling.minPeople() + " or more, or leave the option out.");
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
    public static void checkSpent(Rational epsilon, Rational delta, QueryCeiling ceiling) {
        boolean tooMuch = ceiling.epsilon()
                        .filter(most -> epsilon.compareTo(Rational.of(most)) > 0)
                        .isPresent()
                || ceiling.delta()
                        .filter(most -> delta.compareTo(Rational.of(most)) > 0)
                        .isPresent();
        if (tooMuch) {
            String all = ceiling.epsilon()
                    .map(most -> "epsilon " + most.toPlainString())
                    .orElse("");
            String chance =
                    ceiling.delta().map(most -> "delta " + most.toPlainString()).orElse("");
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
