package io.tacit.engine.policy;

import java.util.List;

/**
 * A person who may ask queries under a policy.
 *
 * @param name compared exactly
 * @param roles what they are; different
 */
public record Analyst(String name, List<String> roles) {
    public Analyst {
        roles = List.copyOf(roles);
    }
}
