package io.tacit.engine.refusal;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A query or input that is not accepted: which rule, where, and what to do instead.
 *
 * <p>The message is shown to analysts, so it never contains a value from the data. It has no cause on purpose: an
 * engine's error may quote data.
 */
public final class Refusal extends RuntimeException {
    private final ErrorCode code;
    private final @Nullable Position position;
    private final String rule;
    private final String advice;

    /**
     * @param code the stable code
     * @param position where in the query, or null where no place is known
     * @param rule what is wrong, in one sentence with its full stop
     * @param advice what to do instead, in one sentence or more; empty where nothing can be said
     */
    public Refusal(ErrorCode code, @Nullable Position position, String rule, String advice) {
        super(message(code, position, rule, advice));
        this.code = code;
        this.position = position;
        this.rule = rule;
        this.advice = advice;
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
        return position != null || place == null ? this : new Refusal(code, place, rule, advice);
    }

    /** The same refusal with other advice. */
    public Refusal advising(String other) {
        return new Refusal(code, position, rule, other);
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
