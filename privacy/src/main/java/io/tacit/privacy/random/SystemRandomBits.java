package io.tacit.privacy.random;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A deterministic random bit generator seeded by the operating system: AES-256 in counter mode with fast key erasure.
 *
 * <p>Why it is right: each refill encrypts zeros under the current key; the first 32 bytes become the next key and are
 * never given out, the rest is the buffer, and each word is overwritten when it is given out. A memory image therefore
 * tells nothing about earlier noise, and, as AES in counter mode is a pseudo-random function, the words cannot be told
 * from uniform ones.
 *
 * <p>Why streams are not shared: every instance takes its key from the operating system at its first use, and mixes in
 * fresh system entropy every {@value #REFILLS_PER_RESEED} refills, when a refill comes more than a second after the
 * last one, and at {@link #reseed}. The system's generator is read itself, not a Java generator that was seeded by it
 * once. Make one instance for each release, or reseed before each: then a process restored from an image, or cloned
 * between two queries, does not repeat noise.
 *
 * <p>The key leaves this class only for the cipher. Not safe for use by several threads at once.
 */
public final class SystemRandomBits implements RandomBits {
    private static final int KEY_BYTES = 32;
    private static final int BUFFER_BYTES = 8192;
    private static final int REFILLS_PER_RESEED = 128;
    private static final long RESEED_NANOS = 1_000_000_000L;

    /** Names of the generators that read the operating system's own on every call, one for each kind of system. */
    private static final List<String> SYSTEM_GENERATORS = List.of("NativePRNGNonBlocking", "Windows-PRNG");

    private final SecureRandom system;
    private final LongSupplier nanos;
    private final byte[] key = new byte[KEY_BYTES];
    private final byte[] stream = new byte[KEY_BYTES + BUFFER_BYTES];
    private final ByteBuffer buffer = ByteBuffer.wrap(stream);
    private final Cipher cipher;
    private int refillsUntilReseed;
    private long lastRefillNanos;

    /** A generator of its own. */
    public SystemRandomBits() {
        this(system(), System::nanoTime);
    }

    /**
     * One with a source of entropy and a clock that are given.
     *
     * @param nanos as {@link System#nanoTime}
     */
    SystemRandomBits(SecureRandom system, LongSupplier nanos) {
        this.system = system;
        this.nanos = nanos;
        try {
            cipher = Cipher.getInstance("AES/CTR/NoPadding");
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("this Java has no AES in counter mode", missing);
        }
        buffer.position(stream.length);
    }

    @Override
    public long nextLong() {
        if (buffer.remaining() < Long.BYTES) {
            refill();
        }
        int place = buffer.position();
        long bits = buffer.getLong();
        // What was given out is forgotten here.
        buffer.putLong(place, 0);
        return bits;
    }

    /** Throws away what is buffered and mixes in fresh entropy of the operating system before the next word. */
    public void reseed() {
        Arrays.fill(stream, (byte) 0);
        buffer.position(stream.length);
        refillsUntilReseed = 0;
    }

    private void refill() {
        long now = nanos.getAsLong();
        if (refillsUntilReseed == 0 || now - lastRefillNanos > RESEED_NANOS) {
            byte[] fresh = new byte[KEY_BYTES];
            system.nextBytes(fresh);
            for (int i = 0; i < KEY_BYTES; i++) {
                key[i] ^= fresh[i];
            }
            Arrays.fill(fresh, (byte) 0);
            refillsUntilReseed = REFILLS_PER_RESEED;
        }
        refillsUntilReseed--;
        lastRefillNanos = now;
        try {
            // A key encrypts once, so one fixed starting counter is enough.
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
            Arrays.fill(stream, (byte) 0);
            cipher.doFinal(stream, 0, stream.length, stream, 0);
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("AES in counter mode failed", broken);
        }
        System.arraycopy(stream, 0, key, 0, KEY_BYTES);
        Arrays.fill(stream, 0, KEY_BYTES, (byte) 0);
        buffer.position(KEY_BYTES);
    }

    private static SecureRandom system() {
        return SYSTEM_GENERATORS.stream()
                .flatMap(name -> named(name).stream())
                .findFirst()
                .orElseGet(SecureRandom::new);
    }

    /** The generator of that name; empty on a system that has none. */
    private static Optional<SecureRandom> named(String name) {
        try {
            return Optional.of(SecureRandom.getInstance(name));
        } catch (NoSuchAlgorithmException otherSystem) {
            return Optional.empty();
        }
    }
}
