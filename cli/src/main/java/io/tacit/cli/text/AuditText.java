package io.tacit.cli.text;

import io.tacit.privacy.audit.Layer;
import io.tacit.privacy.audit.Odds;
import io.tacit.privacy.audit.Share;
import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.audit.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Verdicts of the tester as text: one line each, more where something was found, and what it all amounts to. */
public final class AuditText {
    private static final int LONGEST = 72;

    private AuditText() {}

    /** One line: what was found, how, of what. */
    public static String line(Verdict verdict) {
        return String.format(
                Locale.ROOT,
                "%-9s  %-2s  %s  (%s; %s; false alarm %s)",
                verdict.passed() ? (verdict.trials() == 0 ? "untested" : "passed") : "VIOLATION",
                verdict.layer().code(),
                shortened(verdict.subject()),
                verdict.claim(),
                trials(verdict),
                rate(verdict.falseAlarm()));
    }

    /** What a layer compares, and what its claim is: for whoever did not read the guide. */
    public static String how(Layer layer) {
        return switch (layer) {
            case STOCHASTIC ->
                "L0 draws from one mechanism over data sets that differ in one record, and looks for an outcome that is"
                        + " likelier over one than the claimed ε and δ allow.";
            case REPLAY ->
                "L1 runs the whole engine over a database and over the same without one person, forces the same noisy"
                        + " outcomes on both, and compares what the person moves with what noise was made for. That does"
                        + " not depend on ε: where a query names none, it runs at ε 20, at which groups of few made-up"
                        + " people appear, and at its own ε your query is protected accordingly.";
            case FIT ->
                "L2 holds the law of drawn noise against the exact law, and computes thresholds of groups exactly.";
            case BLACK_BOX ->
                "L3 asks the whole engine from outside, over thousands of blocks with and without one canary person,"
                        + " and looks for answers that tell them apart more often than ε and δ allow.";
        };
    }

    /** What it means that nothing was found. */
    static final String PASSED =
            "Passed means that no event was found that breaks the claim; a small breach, or one that only certain data"
                    + " show, can stay unseen. False alarm is the chance that a check finds something in what keeps its"
                    + " claim.";

    /** What was found, line by line, with two blanks before each. */
    public static String violation(Violation violation) {
        StringBuilder text = new StringBuilder();
        for (Fact fact : facts(violation)) {
            text.append("  ")
                    .append(fact.name())
                    .append(": ")
                    .append(fact.value())
                    .append('\n');
        }
        return text.toString();
    }

    /** What all verdicts together say, in one or two sentences. */
    public static String summary(List<Verdict> verdicts, long seconds) {
        long found = verdicts.stream().filter(verdict -> !verdict.passed()).count();
        double mistake = verdicts.stream().mapToDouble(Verdict::falseAlarm).sum();
        String checks = counted(verdicts.size()) + (verdicts.size() == 1 ? " check" : " checks");
        String time = " in " + seconds + (seconds == 1 ? " second" : " seconds");
        long untested = verdicts.stream()
                .filter(verdict -> verdict.passed() && verdict.trials() == 0)
                .count();
        String more = untested == 0
                ? ""
                : " " + counted(untested)
                        + " could not be tested: nobody's rows are read, or no run had an answer. That is an"
                        + " alarm of its own: whatever makes an engine fail for everybody hides what it would tell.";
        String rate = more
                + (mistake == 0
                        ? " No chance is involved."
                        : " The chance of any false alarm was at most " + rate(mistake) + ".");
        return found == 0
                ? "No violation was found by " + checks + time + "." + rate
                        + " That is no proof; the proofs are beside the code."
                : counted(found) + (found == 1 ? " violation was" : " violations were") + " found by " + checks + time
                        + "." + rate;
    }

    /**
     * One thing to tell of a violation.
     *
     * @param name what it is
     * @param value in words
     */
    record Fact(String name, String value) {}

    static List<Fact> facts(Violation violation) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("What is wrong", violation.what()));
        facts.add(new Fact("Data set", violation.first()));
        facts.add(new Fact("Its neighbour", violation.second()));
        facts.add(new Fact("Event", violation.event()));
        violation.odds().ifPresent(odds -> {
            facts.add(new Fact("Seen over the data set", share(odds.first())));
            facts.add(new Fact("Seen over its neighbour", share(odds.second())));
            facts.add(new Fact("Allowed", allowed(odds)));
        });
        return facts;
    }

    private static String allowed(Odds odds) {
        double most = Math.min(1, Math.exp(odds.epsilon()) * odds.second().high() + odds.delta());
        return String.format(
                Locale.ROOT,
                "at most %.6g over the data set (e^%.4g times %.6g%s)",
                most,
                odds.epsilon(),
                odds.second().high(),
                odds.delta() == 0 ? "" : String.format(Locale.ROOT, ", plus %.4g", odds.delta()));
    }

    private static String share(Share share) {
        return String.format(
                Locale.ROOT,
                "%.6g (%s of %s; between %.6g and %.6g)",
                share.estimate(),
                counted(share.hits()),
                counted(share.trials()),
                share.low(),
                share.high());
    }

    private static String trials(Verdict verdict) {
        String one = verdict.layer() == Layer.REPLAY ? " pair" : " run";
        return counted(verdict.trials()) + one + (verdict.trials() == 1 ? "" : "s");
    }

    static String counted(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String rate(double rate) {
        return rate == 0 ? "0" : String.format(Locale.ROOT, "%.0e", rate).replace("e-0", "e-");
    }

    private static String shortened(String subject) {
        String line = subject.replaceAll("\\s+", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST - 1) + "…";
    }
}
