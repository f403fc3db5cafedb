package io.tacit.engine.ledger.book;

/**
 * The book holds something that Tacit cannot have written. This exception never leaves the package: callers see a
 * refusal.
 */
final class DamagedBook extends RuntimeException {
    DamagedBook(String what) {
        super(what);
    }

    /** What is wrong, as the end of a sentence. */
    String what() {
        return String.valueOf(getMessage());
    }
}
