package io.tacit.engine.session;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Mistakes of ours as the owner's log holds them. */
final class Mistakes {
    /** Of each, so much of the place: what called it is of less use. */
    private static final int FRAMES = 12;

    /** A cause may be behind another. */
    private static final int CAUSES = 5;

    private Mistakes() {}

    /** Whether Java's memory was used up, also while a class was prepared. */
    static boolean isOfMemory(Throwable mistake) {
        @Nullable Throwable cause = mistake;
        for (int i = 0; i < CAUSES && cause != null; i++) {
            if (cause instanceof OutOfMemoryError) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** What happened and where, with its causes; it may quote data. */
    static String detail(Throwable mistake) {
        StringBuilder text = new StringBuilder();
        @Nullable Throwable cause = mistake;
        for (int i = 0; i < CAUSES && cause != null; i++) {
            text.append(i == 0 ? "" : "\nbecause of ").append(cause);
            Arrays.stream(cause.getStackTrace())
                    .limit(FRAMES)
                    .forEach(frame -> text.append("\n\tat ").append(frame));
            cause = cause.getCause();
        }
        return text.toString();
    }
}
