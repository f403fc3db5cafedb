package io.tacit.privacy.audit;

/** Is told how far a check is. */
@FunctionalInterface
public interface Progress {
    /** Hears nothing. */
    Progress NONE = (done, of) -> {};

    /**
     * So much is done.
     *
     * @param done from 0 to {@code of}
     * @param of at least 1
     */
    void at(long done, long of);
}
