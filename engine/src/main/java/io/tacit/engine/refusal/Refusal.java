package io.tacit.engine.refusal;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A query or input that is not accepted: which rule, where, and what to do instead.
 *
 * <p>It has two readers. The owner of the data reads {@link #getMessage}, which may name their files, columns and books,
 * and finds in the log what {@link #forOwner} adds. Whoever asks under a policy reads {@link #forAnalyst} and nothing else:
 * the same text where the code's text is made of the question, fixed words where it is made of anything of the owner's.
 * Neither holds a value that an engine found. It has no cause on purpose: an engine's error may quote data.
 */
public final class Refusal extends RuntimeException {
    private final ErrorCode code;
    private final @Nullable Position position;
    private final String rule;
    private final String advice;
    private final String forOwner;

    /**
     * @param code the stable code
     * @param position where in the query, or null where no place is known
     * @param rule what is wrong, in one sentence with its full stop
     * @param advice what to do instead, in one sentence or more; empty where nothing can be said
     */
    public Refusal(ErrorCode code, @Nullable Position position, String rule, String advice) {
        this(code, position, rule, advice, "");
    }

    private Refusal(ErrorCode code, @Nullable Position position, String rule, String advice, String forOwner) {
        super(message(code, position, rule, advice));
        this.code = code;
        this.position = position;
        this.rule = rule;
        this.advice = advice;
        this.forOwner = forOwner;
    }

    /** A refusal without a position. */
    public Refusal(ErrorCode code, String rule, String advice) {
        this(code, null, rule, advice);
    }

    public ErrorCode code() {
        return code;
    }

    public Optional<Position> position() {
        return Optional.ofNullable(position);
    }

    public String rule() {
        return rule;
    }

    public String advice() {
        return advice;
    }

    /** The same refusal at a place, unless it already has one. */
    public Refusal at(@Nullable Position place) {
        return position != null || place == null ? this : new Refusal(code, place, rule, advice, forOwner);
    }

    /** The same refusal with other advice. */
    public Refusal advising(String other) {
        return new Refusal(code, position, rule, other, forOwner);
    }

    /** The same refusal with what only the owner's log may hold, such as where a mistake of ours happened. */
    public Refusal because(String detail) {
        return new Refusal(code, position, rule, advice, forOwner.isEmpty() ? detail : forOwner + "\n" + detail);
    }

    /** What the owner's log holds besides the message; it may quote data. Empty where there is nothing. */
    public String forOwner() {
        return forOwner;
    }

    /** Whether it says that the owner changed the policy of an open session, and that one opened anew may ask on. */
    public boolean isOfChangedPolicy() {
        return code == ErrorCode.POLICY && rule.equals(AnalystWords.POLICY_CHANGED.rule());
    }

    /**
     * What somebody reads who is not the owner of the data. Of a code whose text is the owner's, these are words that are
     * the same whatever the data, the files and the policy hold: a refusal that is not made of such words gets those of its
     * code.
     */
    public Refusal forAnalyst() {
        if (code.analystWords() == AnalystWords.AS_IT_IS) {
            return forOwner.isEmpty() ? this : new Refusal(code, position, rule, advice);
        }
        return Arrays.stream(AnalystWords.values())
                .filter(words -> words != AnalystWords.AS_IT_IS && words.rule().equals(rule))
                .findFirst()
                .orElse(code.analystWords())
                .refusal(code);
    }

    private static String message(ErrorCode code, @Nullable Position position, String rule, String advice) {
        StringBuilder text = new StringBuilder();
        text.append(code.code()).append(" (").append(code.sqlState()).append(")");
        if (position != null) {
            text.append(" at ").append(position);
        }
        text.append(": ").append(rule);
        if (!advice.isEmpty()) {
            text.append('\n').append(advice);
        }
        return text.toString();
    }
}
