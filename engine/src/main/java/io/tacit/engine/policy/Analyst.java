package io.tacit.engine.policy;

import java.util.List;

/**
 * Somebody who may ask.
 *
 * @param name compared exactly
 * @param roles what they are; different
 */
public record Analyst(String name, List<String> roles) {
    public Analyst {
        roles = List.copyOf(roles);
    }
}
