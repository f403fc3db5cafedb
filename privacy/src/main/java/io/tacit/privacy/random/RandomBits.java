package io.tacit.privacy.random;

/** A source of independent uniform bits. */
@FunctionalInterface
public interface RandomBits {
    /** 64 bits that nobody can predict. */
    long nextLong();
}
