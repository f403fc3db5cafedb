package io.tacit.engine.ledger;

import io.tacit.privacy.number.Rational;

/**
 * What one release costs.
 *
 * @param epsilon more than 0
 * @param delta 0 where no group is selected
 */
public record Charge(Rational epsilon, Rational delta) {}
