package io.tacit.privacy.audit;

/**
 * A mechanism with what it claims.
 *
 * @param name in words
 * @param epsilon ε as claimed
 * @param delta δ as claimed
 * @param subject the mechanism
 */
public record AuditedMechanism(String name, double epsilon, double delta, Subject subject) {}
