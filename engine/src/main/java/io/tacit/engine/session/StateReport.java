package io.tacit.engine.session;

import org.jspecify.annotations.Nullable;

/**
 * One measured state: an integer sum over people to which noise is added.
 *
 * @param state what is summed, such as {@code users} or {@code sum of amount in [0, 100]}
 * @param epsilon its share of the release's epsilon, as an exact decimal or fraction
 * @param noise the noise's law, such as {@code discrete Laplace}
 * @param scale the noise's scale b in units of the state's real value; null where it is not known yet or there is none
 */
public record StateReport(
        String state,
        String epsilon,
        String noise,
        @Nullable Double scale) {}
