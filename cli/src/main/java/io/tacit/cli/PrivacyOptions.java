package io.tacit.cli;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.EpsilonRange;
import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.TellOwner;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
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
            description = "Tiny probability with which the promise may fail; far below one over the number of people."
                    + " Default: ${DEFAULT-VALUE}.")
    private String delta = "1e-8";

    @Option(
            names = "--max-groups",
            paramLabel = "C",
            description =
                    "In at most how many groups one person counts; more are dropped. AUTO finds it privately, as by"
                            + " default.")
    private @Nullable String maxGroups;

    @Option(
            names = "--max-rows",
            paramLabel = "M",
            description = "How many rows of one person count in all groups together, each for itself, instead of"
                    + " --max-groups. AUTO finds it privately. For counts, and for sums and means with known bounds.")
    private @Nullable String maxRows;

    @Option(
            names = "--no-report-missing",
            description =
                    "Spends nothing to say what the limit of groups or rows leaves out; one person then counts in at"
                            + " most 5 groups by default.")
    private boolean noReportMissing;

    @Option(
            names = "--confidence",
            paramLabel = "P",
            defaultValue = "0.95",
            description = "Confidence of the intervals. Default: ${DEFAULT-VALUE}.")
    private String confidence = "0.95";

    @Option(
            names = "--time-limit",
            paramLabel = "SECONDS",
            description = "How long a query may run. One that takes longer is stopped, and what it cost stays spent. No"
                    + " limit by default; of a server an hour.")
    private @Nullable String timeLimit;

    /**
     * What a query may ask for without a policy: anything, for as long as was said.
     *
     * @throws Refusal for a value outside its range
     */
    QueryCeiling ceiling() {
        if (timeLimit == null) {
            return QueryCeiling.NONE;
        }
        BigDecimal seconds = number("--time-limit", timeLimit, "a whole number of seconds such as 60");
        if (seconds.stripTrailingZeros().scale() > 0
                || seconds.signum() <= 0
                || seconds.compareTo(BigDecimal.valueOf(QueryCeiling.MOST_SECONDS)) > 0) {
            throw refuse(
                    "--time-limit must be a whole number of seconds from 1 to " + QueryCeiling.MOST_SECONDS + ".",
                    "An hour is 3600.");
        }
        return new QueryCeiling(
                Optional.empty(), Optional.empty(), OptionalLong.empty(), 1, OptionalLong.of(seconds.longValueExact()));
    }

    /**
     * The defaults of a session.
     *
     * @throws Refusal for a value outside its range
     */
    Defaults defaults() {
        BigDecimal loss = number("--epsilon", epsilon, "a number such as 0.5");
        if (!EpsilonRange.holds(loss)) {
            throw refuse("--epsilon " + EpsilonRange.rule(loss) + ".", "Usual values lie between 0.1 and 2.");
        }
        BigDecimal chance = number("--delta", delta, "a number such as 1e-8");
        if (!isFraction(chance)) {
            throw refuse(
                    "--delta must be more than 0 and less than 1.",
                    "Choose it far below one over the number of people.");
        }
        BigDecimal covered = number("--confidence", confidence, "a number such as 0.95");
        if (!isFraction(covered)) {
            throw refuse("--confidence must be more than 0 and less than 1.", "Usual values are 0.9, 0.95 and 0.99.");
        }
        return new Defaults(
                loss, chance, limit(), covered.doubleValue(), Optional.empty(), Optional.empty(), 1, !noReportMissing);
    }

    /**
     * A policy as one query asks under it: only the options that were given hold, within the policy's limits.
     *
     * @param sql the query, for the owner's log; empty where none is known yet
     * @throws Refusal for a value outside its range, or more than the policy allows
     */
    Policy under(Policy policy, String analyst, Optional<String> sql, CommandLine line) {
        Defaults said = defaults();
        CommandLine.ParseResult given = line.getParseResult();
        try {
            return policy.asking(
                    given.hasMatchedOption("--epsilon") ? Optional.of(said.epsilon()) : Optional.empty(),
                    given.hasMatchedOption("--delta") ? Optional.of(said.delta()) : Optional.empty(),
                    said.limit());
        } catch (Refusal refusal) {
            String asked = Stream.of("--epsilon", "--delta", "--max-groups", "--max-rows")
                    .filter(given::hasMatchedOption)
                    .map(option -> option + " "
                            + given.matchedOption(option).stringValues().get(0))
                    .collect(Collectors.joining(" "));
            TellOwner.refused(policy, analyst, sql.orElse(asked), refusal);
            throw refusal;
        }
    }

    private Optional<PersonLimit> limit() {
        if (maxGroups != null && maxRows != null) {
            throw refuse(
                    "--max-rows is the one limit of a person: of the rows in all groups together.",
                    "Leave --max-groups out.");
        }
        return maxRows == null
                ? Optional.ofNullable(maxGroups).map(text -> limit("--max-groups", PersonLimit.Of.GROUPS, text))
                : Optional.of(limit("--max-rows", PersonLimit.Of.ROWS, maxRows));
    }

    private static PersonLimit limit(String option, PersonLimit.Of of, String text) {
        if (text.trim().equalsIgnoreCase("AUTO")) {
            return PersonLimit.found(of);
        }
        BigDecimal most = number(option, text, "a whole number such as 5, or AUTO");
        if (most.stripTrailingZeros().scale() > 0
                || most.signum() <= 0
                || most.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0) {
            throw refuse(
                    option + " must be a whole number from 1 to 2147483647, or AUTO.",
                    "Small numbers need less noise.");
        }
        return new PersonLimit(of, OptionalLong.of(most.longValueExact()));
    }

    /** Whether a number lies between 0 and 1; what rounds to one of them as a DOUBLE is taken for it, as in a query. */
    private static boolean isFraction(BigDecimal number) {
        return number.doubleValue() > 0 && number.doubleValue() < 1;
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
