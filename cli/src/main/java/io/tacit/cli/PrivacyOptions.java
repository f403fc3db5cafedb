package io.tacit.cli;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import picocli.CommandLine.Option;

/** What a release may spend, unless the query says otherwise. */
final class PrivacyOptions {
    @Option(
            names = "--epsilon",
            paramLabel = "E",
            defaultValue = "1",
            description = "Privacy loss of each private result; smaller is more private. Default: ${DEFAULT-VALUE}.")
    private String epsilon = "1";

    @Option(
            names = "--delta",
            paramLabel = "D",
            defaultValue = "1e-8",
            description = "Chance that a group of one person shows; far below one over the number of people."
                    + " Default: ${DEFAULT-VALUE}.")
    private String delta = "1e-8";

    @Option(
            names = "--max-groups",
            paramLabel = "C",
            defaultValue = "5",
            description = "In at most how many groups one person counts; more are dropped. Default: ${DEFAULT-VALUE}.")
    private String maxGroups = "5";

    @Option(
            names = "--confidence",
            paramLabel = "P",
            defaultValue = "0.95",
            description = "Confidence of the intervals. Default: ${DEFAULT-VALUE}.")
    private String confidence = "0.95";

    /**
     * The defaults of a session.
     *
     * @throws Refusal for a value outside its range
     */
    Defaults defaults() {
        BigDecimal loss = number("--epsilon", epsilon, "a number such as 0.5");
        if (loss.signum() <= 0 || loss.compareTo(BigDecimal.valueOf(20)) > 0) {
            throw refuse("--epsilon must be more than 0 and at most 20.", "Usual values lie between 0.1 and 10.");
        }
        BigDecimal chance = number("--delta", delta, "a number such as 1e-8");
        if (chance.signum() <= 0 || chance.compareTo(BigDecimal.ONE) >= 0) {
            throw refuse(
                    "--delta must be more than 0 and less than 1.",
                    "Choose it far below one over the number of people.");
        }
        BigDecimal groups = number("--max-groups", maxGroups, "a whole number such as 5");
        if (groups.stripTrailingZeros().scale() > 0
                || groups.signum() <= 0
                || groups.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0) {
            throw refuse("--max-groups must be a whole number from 1 to 2147483647.", "Small numbers need less noise.");
        }
        BigDecimal covered = number("--confidence", confidence, "a number such as 0.95");
        if (covered.signum() <= 0 || covered.compareTo(BigDecimal.ONE) >= 0) {
            throw refuse("--confidence must be more than 0 and less than 1.", "Usual values are 0.9, 0.95 and 0.99.");
        }
        return new Defaults(loss, chance, groups.longValueExact(), covered.doubleValue());
    }

    static BigDecimal number(String option, String text, String form) {
        try {
            BigDecimal value = new BigDecimal(text.trim());
            if (Math.abs((long) value.scale()) > 400) {
                throw refuse(option + " is out of range.", "Write " + form + ".");
            }
            return value;
        } catch (NumberFormatException notANumber) {
            throw refuse(option + " is not a number.", "Write " + form + ".");
        }
    }

    private static Refusal refuse(String rule, String advice) {
        return new Refusal(ErrorCode.PRIVACY_PARAMETER, rule, advice);
    }
}
