package io.tacit.engine.ledger.book;

/** What is written in the book cannot be what Tacit wrote. It never leaves the package: callers see a refusal. */
final class DamagedBook extends RuntimeException {
    DamagedBook(String what) {
        super(what);
    }

    /** What is wrong, as the end of a sentence. */
    String what() {
        return String.valueOf(getMessage());
    }
}
