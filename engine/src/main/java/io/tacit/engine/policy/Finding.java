package io.tacit.engine.policy;

import io.tacit.engine.refusal.Position;

/**
 * Something that an owner should know of their policy.
 *
 * @param severity whether the policy can be used as it is
 * @param place where in its text
 * @param path the keys that lead there, such as {@code tables.orders.person}; empty for the whole
 * @param rule what it is, in one sentence
 * @param advice what to do; empty where nothing can be said
 */
public record Finding(Severity severity, Position place, String path, String rule, String advice) {
    /** How serious a finding is. */
    public enum Severity {
        /** The policy cannot be used. */
        ERROR,
        /** It can be used, but may not protect as its owner thinks. */
        WARNING
    }

    /** One line as {@link #text}, with the word {@code error} where it is one: errors stand among warnings. */
    public String labelled() {
        return severity == Severity.ERROR
                ? place + ": error" + text().substring(place.toString().length())
                : text();
    }

    /** One line: place, keys, what it is, what to do. */
    public String text() {
        return place
                + (severity == Severity.WARNING ? ": warning: " : ": ")
                + (path.isEmpty() ? "" : path + ": ")
                + rule
                + (advice.isEmpty() ? "" : " " + advice);
    }
}
