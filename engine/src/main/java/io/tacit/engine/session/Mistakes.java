package io.tacit.engine.session;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Mistakes of ours as the owner's log holds them. */
final class Mistakes {
    private static final int MOST = 8_000;

    private Mistakes() {}

    /** What happened and where; it may quote data. */
    static String detail(Throwable mistake) {
        StringWriter text = new StringWriter();
        mistake.printStackTrace(new PrintWriter(text));
        return text.toString().substring(0, Math.min(MOST, text.getBuffer().length()));
    }
}
