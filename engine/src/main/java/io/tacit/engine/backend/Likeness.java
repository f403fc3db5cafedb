package io.tacit.engine.backend;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the values of a column look like, where they would tell who somebody is. Of all that an engine sees of them this
 * word alone leaves it.
 */
public enum Likeness {
    /** Such as {@code ada@example.org}. */
    EMAIL("an e-mail address", "[^@[:space:]]+@[^@[:space:]]+[.][A-Za-z]{2,}"),
    /** An IBAN, or the 16 digits of a card. */
    BANK("a bank account or card", "[A-Z]{2}[0-9]{2} ?[A-Z0-9]{4}( ?[A-Z0-9]{1,4}){2,7}|[0-9]{4}([ -]?[0-9]{4}){3}"),
    /** An IP address of version 4 or 6, or the address of a device. */
    NETWORK("an address on the network", "[0-9]{1,3}([.][0-9]{1,3}){3}|[0-9A-Fa-f]{0,4}(:[0-9A-Fa-f]{0,4}){3,7}"),
    /** Digits in groups as telephone numbers have them, or behind a plus sign or a zero. */
    PHONE(
            "a telephone number",
            "[+][0-9][0-9 ()/.-]{6,18}|0[0-9][0-9 ()/.-]{5,16}|[(][0-9]{2,5}[)] ?[0-9][0-9 /.-]{4,14}"
                    + "|[0-9]{2,3}[ -][0-9]{3}[ -][0-9]{3,4}([ -][0-9]{2,4})?"),
    /** Dates that spread over a lifetime and lie a lifetime back. */
    BIRTH("a date of birth", null),
    /** Long texts of several words of which hardly two are equal. */
    FREE_TEXT("free text", null),
    /** Texts that are different in nearly every row, or for nearly every person. */
    ONE_EACH("a text that tells single rows or people apart", null);

    private final String words;
    private final String pattern;

    Likeness(String words, @Nullable String pattern) {
        this.words = words;
        this.pattern = pattern == null ? "" : pattern;
    }

    /** What it is, such as {@code an e-mail address}. */
    public String words() {
        return words;
    }

    /** Whether values are this by how they are written, and not by how often they occur or how they spread. */
    public boolean written() {
        return !pattern.isEmpty();
    }

    /** A regular expression for whole values that engines read alike; empty where it is not one of values. */
    Optional<String> pattern() {
        return Optional.of(pattern).filter(text -> !text.isEmpty());
    }
}
