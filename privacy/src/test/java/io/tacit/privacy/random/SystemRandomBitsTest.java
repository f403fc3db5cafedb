package io.tacit.privacy.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SystemRandomBitsTest {
    @Test
    void twoInstancesAndAReseedShareNothing() {
        SystemRandomBits one = new SystemRandomBits();
        SystemRandomBits other = new SystemRandomBits();
        Set<Long> words = new HashSet<>();
        int each = 20_000;
        for (int i = 0; i < each; i++) {
            words.add(one.nextLong());
            words.add(other.nextLong());
        }
        one.reseed();
        for (int i = 0; i < each; i++) {
            words.add(one.nextLong());
        }
        // 60,000 words of 64 bits repeat with probability 10^-10.
        assertThat(words).hasSize(3 * each);
    }

    /**
     * Ones at each place of 100,000 words: seven standard deviations (of 158) are passed at one of 64 places
     * with probability below 64 · 3·10^-12 < 2·10^-10.
     */
    @Test
    @Tag("statistical")
    void everyBitIsFair() {
        SystemRandomBits bits = new SystemRandomBits();
        int[] ones = new int[Long.SIZE];
        int words = 100_000;
        for (int i = 0; i < words; i++) {
            long word = bits.nextLong();
            for (int place = 0; place < Long.SIZE; place++) {
                ones[place] += (int) (word >>> place & 1);
            }
        }
        for (int count : ones) {
            assertThat(count).isBetween(words / 2 - 1107, words / 2 + 1107);
        }
    }
}
