package io.tacit.privacy.measure;

import java.math.BigDecimal;

/** Reads decimals, and names the parameter when there is none. */
final class Decimal {
    private Decimal() {}

    static BigDecimal parse(String parameter, String text) {
        try {
            return new BigDecimal(text.trim());
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(parameter + " must be a decimal number", notANumber);
        }
    }
}
