package io.tacit.privacy.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What an image of the memory would tell: all arrays of bytes that the generator keeps are searched for what was given
 * out, for the key, and for what was thrown away.
 */
class ForgottenBitsTest {
    /** The words of one refill: 8 KiB. */
    private static final int WORDS = 1024;

    private final SystemRandomBits bits = new SystemRandomBits(new Fixed(), () -> 0);

    /** A source that gives the same bytes each time. */
    private static final class Fixed extends SecureRandom {
        private static final long serialVersionUID = 1;

        @Override
        public void nextBytes(byte[] bytes) {
            Arrays.fill(bytes, (byte) 5);
        }
    }

    /** The fields that hold bytes, as they are now. */
    private static List<byte[]> fields(SystemRandomBits bits) throws IllegalAccessException {
        List<byte[]> all = new ArrayList<>();
        for (Field field : SystemRandomBits.class.getDeclaredFields()) {
            field.setAccessible(true);
            if (field.getType() == byte[].class) {
                all.add(((byte[]) field.get(bits)).clone());
            } else if (field.get(bits) instanceof ByteBuffer buffer) {
                all.add(buffer.array().clone());
            }
        }
        return all;
    }

    /** At how many places of all fields these bytes stand. */
    private static int places(SystemRandomBits bits, byte[] sought) throws IllegalAccessException {
        int places = 0;
        for (byte[] field : fields(bits)) {
            for (int at = 0; at + sought.length <= field.length; at++) {
                places += Arrays.equals(field, at, at + sought.length, sought, 0, sought.length) ? 1 : 0;
            }
        }
        return places;
    }

    private static byte[] bytes(long word) {
        return ByteBuffer.allocate(Long.BYTES).putLong(word).array();
    }

    private static byte[] key(SystemRandomBits bits) throws IllegalAccessException {
        return fields(bits).stream()
                .filter(field -> field.length == 32)
                .findFirst()
                .orElseThrow();
    }

    @BeforeEach
    void oneWordIsGivenOut() {
        bits.nextLong();
    }

    @Test
    void whatWasGivenOutStandsNowhere() throws IllegalAccessException {
        for (int word : new int[] {1, 2, 3, WORDS - 2, WORDS - 1, WORDS, WORDS + 1}) {
            SystemRandomBits own = new SystemRandomBits(new Fixed(), () -> 0);
            long last = 0;
            for (int i = 0; i < word; i++) {
                last = own.nextLong();
            }
            assertThat(places(own, bytes(last))).as("word %d", word).isZero();
        }
        // What comes next does stand there: the search finds what is to be found.
        SystemRandomBits ahead = new SystemRandomBits(new Fixed(), () -> 0);
        ahead.nextLong();
        assertThat(places(bits, bytes(ahead.nextLong()))).isPositive();
    }

    @Test
    void theKeyStandsInOnePlace() throws IllegalAccessException {
        byte[] first = key(bits);
        assertThat(places(bits, first)).isEqualTo(1);
        for (int i = 0; i < WORDS; i++) {
            bits.nextLong();
        }
        byte[] second = key(bits);
        assertThat(second).isNotEqualTo(first);
        assertThat(places(bits, second)).isEqualTo(1);
        assertThat(places(bits, first)).isZero();
    }

    @Test
    void aReseedForgetsWhatWasBuffered() throws IllegalAccessException {
        bits.reseed();
        ByteArrayOutputStream left = new ByteArrayOutputStream();
        fields(bits).stream().filter(field -> field.length > 32).forEach(left::writeBytes);
        assertThat(left.toByteArray()).containsOnly((byte) 0);
    }
}
