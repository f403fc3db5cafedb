package io.tacit.engine.refusal;

/**
 * What somebody who is not the owner of the data reads of a refusal. Each {@link ErrorCode} says which of these holds
 * for it, so that a new code cannot be made without deciding.
 */
public enum AnalystWords {
    /**
     * The refusal itself: its text is made of the question, of names that whoever asks may see, and of the policy's
     * limits. No file, no server and no book has a part in it.
     */
    AS_IT_IS("", ""),

    /** Of tables, files and servers: their names, columns and contents are the owner's. */
    DATA(
            "The data set cannot be read as its policy declares it.",
            "Its owner finds the reason in the log, and with tacit policy check."),

    /** Of a policy that cannot be used: it names what this analyst may not see, and quotes data that do not fit it. */
    POLICY(
            "The policy of this data set cannot be used.",
            "Nothing was spent. Its owner finds the reason with tacit policy check."),

    /** Of a policy that its owner changed while a session was open. */
    POLICY_CHANGED(
            "The policy of this data set has changed since this session was opened.",
            "Nothing was spent, and answers that are kept go on. Open a session anew to ask under it."),

    /** Of the ledger, its log and the kept answers. */
    BOOKS(
            "The ledger of this data set cannot be used.",
            "Nothing is released without a ledger. Its owner finds the reason with tacit ledger verify."),

    /** Of an engine: its words may quote a row, and which of its ways to fail it took may tell of one. */
    ENGINE(
            "The engine could not run this query.",
            "What it cost, if it was charged, stays spent. If it keeps failing, try a simpler query, or ask the owner"
                    + " of the data to look at the engine's log."),

    /** Of a mistake of ours before any row was read. */
    PLANNING("This query could not be planned.", "Nothing was spent. Please report this as a mistake of Tacit."),

    /** Of a run that the owner's limit of time ended. */
    TIME(
            "The query ran longer than the time limit allows.",
            "What it cost stays spent. Ask for less at once: fewer joins, steps and grouping sets."),

    /** Of a query whose failure was kept. */
    ENGINE_BEFORE(
            ENGINE.rule + " It failed when it was asked before; nothing was spent now.",
            "It is not tried again by itself. Ask for it afresh to try, and pay, once more."),

    /** Of a query that the limit of time ended, and whose failure was kept. */
    TIME_BEFORE(TIME.rule + " It failed when it was asked before; nothing was spent now.", ENGINE_BEFORE.advice);

    private final String rule;
    private final String advice;

    AnalystWords(String rule, String advice) {
        this.rule = rule;
        this.advice = advice;
    }

    /** What is said, in one sentence or two; empty for {@link #AS_IT_IS}. */
    public String rule() {
        return rule;
    }

    /** What to do; empty for {@link #AS_IT_IS}. */
    public String advice() {
        return advice;
    }

    /** These words as a refusal of a code. They have no place in a query: it may be in another's. */
    public Refusal refusal(ErrorCode code) {
        return new Refusal(code, rule, advice);
    }
}
