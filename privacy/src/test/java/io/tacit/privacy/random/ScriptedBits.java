package io.tacit.privacy.random;

/** Bits that a test writes down. Test code only. */
final class ScriptedBits implements RandomBits {
    private final long[] words;
    private int next;

    ScriptedBits(long... words) {
        this.words = words.clone();
    }

    @Override
    public long nextLong() {
        if (next == words.length) {
            throw new OutOfBits();
        }
        return words[next++];
    }

    int used() {
        return next;
    }

    /** The script is too short. */
    static final class OutOfBits extends RuntimeException {
        private static final long serialVersionUID = 1;

        OutOfBits() {
            super("the script is too short", null, false, false);
        }
    }
}
