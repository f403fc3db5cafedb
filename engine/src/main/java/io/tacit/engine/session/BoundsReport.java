package io.tacit.engine.session;

import org.jspecify.annotations.Nullable;

/**
 * Between which ends contributions count.
 *
 * @param of what they bound, such as {@code per person and group} or {@code rows per person and group}
 * @param low the lower end, a decimal of at most 12 digits, a date or a timestamp; null where it is found privately and not
 *     known yet, or was not found
 * @param high the upper end; null like the lower one
 */
public record BoundsReport(
        String of, @Nullable String low, @Nullable String high) {}
