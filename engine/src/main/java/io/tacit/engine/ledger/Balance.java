package io.tacit.engine.ledger;

import io.tacit.privacy.number.Rational;

/**
 * How an account stands.
 *
 * @param account its name
 * @param window the current window, or empty text for an account that never begins anew
 * @param limit what may be spent in this window, grants included; never more than policy and grants allow
 * @param spent ε and δ by basic composition, which is added up for every account; in an account of ρ, whose δ of
 *     conversions has no limit, it may pass 1
 * @param rho ρ of all events, which is added up for every account
 * @param selectionDelta δ of all events without conversions, which is added up for every account
 * @param charges how many there were in this window
 * @param failures how many queries failed in the engine after they were charged, since the owner last reset the account
 */
public record Balance(
        String account,
        String window,
        Budget limit,
        Charge spent,
        Rational rho,
        Rational selectionDelta,
        long charges,
        long failures) {}
