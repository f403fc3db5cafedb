package io.tacit.privacy.random;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A deterministic random bit generator seeded by the operating system: AES-256 in counter mode with fast key erasure.
 *
 * <p>Each refill encrypts zeros under the current key; the first 32 bytes become the next key and are never given out,
 * the rest is the buffer. So what was given out cannot be recovered from a later memory image, and, because AES in
 * counter mode is a pseudo-random function, it cannot be told from uniform bits. Every instance takes a key of its own
 * from the operating system, and mixes in fresh system entropy again every {@value #REFILLS_PER_RESEED} refills (one
 * mebibyte): two engines, or a cloned machine's next query, do not share a stream.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class SystemRandomBits implements RandomBits {
    private static final int KEY_BYTES = 32;
    private static final int BUFFER_BYTES = 8192;
    private static final int REFILLS_PER_RESEED = 128;
    private static final SecureRandom SYSTEM = new SecureRandom();

    private final byte[] key = new byte[KEY_BYTES];
    private final byte[] stream = new byte[KEY_BYTES + BUFFER_BYTES];
    private final ByteBuffer buffer = ByteBuffer.wrap(stream);
    private final Cipher cipher;
    private int refills;

    /** A generator with a fresh key from the operating system. */
    public SystemRandomBits() {
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

    private void refill() {
        if (refills++ % REFILLS_PER_RESEED == 0) {
            byte[] fresh = new byte[KEY_BYTES];
            SYSTEM.nextBytes(fresh);
            for (int i = 0; i < KEY_BYTES; i++) {
                key[i] ^= fresh[i];
            }
        }
        try {
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
            Arrays.fill(stream, (byte) 0);
            cipher.doFinal(stream, 0, stream.length, stream, 0);
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("AES failed", broken);
        }
        System.arraycopy(stream, 0, key, 0, KEY_BYTES);
        Arrays.fill(stream, 0, KEY_BYTES, (byte) 0);
        buffer.position(KEY_BYTES);
    }
}
