package io.tacit.privacy.audit;

import java.util.Optional;

/**
 * How two neighbours can be told apart better than was claimed.
 *
 * @param what one sentence
 * @param first a data set, as text
 * @param second its neighbour, as text
 * @param event what was seen more often, or further off, over the first than over the second
 * @param odds how often; empty where no chance is involved
 * @param plot the picture as SVG text; empty where there is nothing to draw
 */
public record Violation(
        String what, String first, String second, String event, Optional<Odds> odds, Optional<String> plot) {
    /** A violation that is proven: it has neither a chance nor a picture. */
    public static Violation certain(String what, String first, String second, String event) {
        return new Violation(what, first, second, event, Optional.empty(), Optional.empty());
    }
}
