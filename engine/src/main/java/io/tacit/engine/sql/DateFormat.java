package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;

/**
 * Formats of STRFTIME: text with {@code %Y} and the like in it. All that is accepted is in English and of a known
 * length, and does not depend on a time zone.
 */
public final class DateFormat {
    /** What may stand behind {@code %}. */
    static final String LETTERS = "aAbBhdmyYGHIpMSgfjuwUWVcxX%";

    /** What may stand behind {@code %-}: numbers without a leading 0. */
    static final String SHORT_LETTERS = "dmyHIMSj";

    static final int MAX_LENGTH = 100;

    /** The most characters that a letter gives: those of {@code %c}. */
    static final int MOST_OF_A_LETTER = 19;

    private DateFormat() {}

    /**
     * Returns a format unchanged after checking it.
     *
     * @throws Refusal if it holds anything that is not accepted
     */
    public static String checked(String format) {
        if (format.isEmpty() || format.length() > MAX_LENGTH) {
            throw bad("The format of a date has from 1 to " + MAX_LENGTH + " characters.");
        }
        for (int i = 0; i < format.length(); i++) {
            if (format.charAt(i) == '\0') {
                throw bad("The format of a date holds no null characters.");
            }
            if (format.charAt(i) == '%') {
                i = behindLetter(format, i + 1);
            }
        }
        return format;
    }

    private static int behindLetter(String format, int from) {
        boolean isShort = from < format.length() && format.charAt(from) == '-';
        int at = isShort ? from + 1 : from;
        if (at >= format.length() || (isShort ? SHORT_LETTERS : LETTERS).indexOf(format.charAt(at)) < 0) {
            throw bad("There is no part %" + (at < format.length() ? format.substring(from, at + 1) : "")
                    + " in the format of a date.");
        }
        return at;
    }

    public static Refusal bad(String rule) {
        return new Refusal(
                ErrorCode.INVALID_QUERY,
                rule,
                "Write it as in STRFTIME(d, '%Y-%m-%d %H:%M:%S'); the letters are "
                        + String.join(" ", LETTERS.split("")) + ".");
    }
}
