package io.tacit.cli;

import io.tacit.cli.text.Wrap;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.Tally;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is added up over several commands about the same files, without a policy. */
final class TallyOptions {
    @Option(
            names = "--budget",
            paramLabel = "E",
            description = "The epsilon that all questions about a file together may cost; a question beyond it is"
                    + " refused. What was spent is added up in FILE.tacit.tally.")
    private @Nullable String budget;

    @Option(
            names = "--no-tally",
            description = "Neither adds up what is spent nor keeps the answer, which asking again would give for"
                    + " nothing.")
    private boolean none;

    @Option(
            names = "--yes",
            description = "Says nothing of an epsilon or delta that protects little, which is otherwise said once.")
    private boolean yes;

    /** Whether whoever asks knows what protects little. */
    boolean knowing() {
        return yes;
    }

    /**
     * No tally, which a file has beside it and a server has not; says so.
     *
     * @throws Refusal for a budget, which nobody would add up
     */
    Optional<Tally> none(PrintWriter err) {
        if (budget != null) {
            throw new Refusal(
                    ErrorCode.PRIVACY_PARAMETER,
                    "--budget is for files: what is asked of a server is not added up here.",
                    "Write a policy, whose ledger adds it up: tacit policy init ADDRESS.");
        }
        if (!none) {
            err.println(Wrap.atTerminal(
                    "What is asked of a server is added up under a policy only: tacit policy init ADDRESS."));
            err.flush();
        }
        return Optional.empty();
    }

    /**
     * The tally of a session; empty for none.
     *
     * @throws Refusal for a budget that is no number more than 0, or that nobody would add up
     */
    Optional<Tally> tally(PrintWriter err) {
        if (none && budget != null) {
            throw new Refusal(
                    ErrorCode.PRIVACY_PARAMETER,
                    "--budget needs the tally that --no-tally forbids.",
                    "Leave one of them out.");
        }
        Optional<BigDecimal> most = Optional.ofNullable(budget)
                .map(text -> PrivacyOptions.number("--budget", text, "the epsilon of all questions, such as 5"));
        if (most.filter(limit -> limit.signum() <= 0 || limit.compareTo(new BigDecimal("1e6")) > 0)
                .isPresent()) {
            throw new Refusal(
                    ErrorCode.PRIVACY_PARAMETER,
                    "--budget must be more than 0 and at most a million.",
                    "Usual totals lie between 0.1 and 10.");
        }
        return none
                ? Optional.empty()
                : Optional.of(new Tally(most, sentence -> {
                    err.println(Wrap.atTerminal(sentence));
                    err.flush();
                }));
    }
}
