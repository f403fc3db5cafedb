package io.tacit.privacy.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * When entropy of the system is read: each of the three reasons is enough by itself. Otherwise a process that was
 * cloned, or restored from an image, would go on with the noise of the other one.
 */
class FreshEntropyTest {
    /** The words of one refill: 8 KiB. */
    private static final int WORDS = 1024;

    private static final int REFILLS = 128;
    private static final long SECOND = 1_000_000_000L;

    /** Clocks start anywhere, also below 0 and where they pass the largest number. */
    private static final long[] STARTS = {0, 1, -5 * SECOND, 5 * SECOND, Long.MAX_VALUE, Long.MIN_VALUE};

    private final Source source = new Source((byte) 0);
    private long now;
    private final SystemRandomBits bits = new SystemRandomBits(source, () -> now);

    /** A source that gives the same bytes each time, and counts. */
    private static final class Source extends SecureRandom {
        private static final long serialVersionUID = 1;
        private byte given;
        private int read;

        Source(byte given) {
            this.given = given;
        }

        @Override
        public void nextBytes(byte[] bytes) {
            read++;
            Arrays.fill(bytes, given);
        }
    }

    private static List<Long> words(SystemRandomBits bits) {
        List<Long> words = new ArrayList<>();
        for (int i = 0; i < WORDS; i++) {
            words.add(bits.nextLong());
        }
        return words;
    }

    /** Gives out a refill's words; returns the last one. */
    private static long refill(SystemRandomBits bits) {
        for (int i = 1; i < WORDS; i++) {
            bits.nextLong();
        }
        return bits.nextLong();
    }

    @Test
    void theFirstWordNeedsEntropyWhateverTheClockSays() {
        for (long start : STARTS) {
            Source own = new Source((byte) 1);
            SystemRandomBits first = new SystemRandomBits(own, () -> start);
            assertThat(own.read).isZero();
            first.nextLong();
            assertThat(own.read).as("read at %d", start).isEqualTo(1);
        }
    }

    /** The clock stands still: only the number of refills counts. */
    @Test
    void quickRefillsReadEntropyWheneverTheirNumberIsReached() {
        for (int refill = 0; refill <= 2 * REFILLS; refill++) {
            refill(bits);
            assertThat(source.read).as("read by refill %d", refill).isEqualTo(1 + refill / REFILLS);
        }
    }

    /** The number of refills is far away: only the time since the last one counts. */
    @Test
    void aRefillAfterAPauseReadsEntropy() {
        for (long start : STARTS) {
            now = start;
            bits.reseed();
            refill(bits);
            int before = source.read;
            for (long pause : new long[] {0, 1, SECOND / 2, SECOND}) {
                now += pause;
                refill(bits);
                assertThat(source.read).as("read after %d ns", pause).isEqualTo(before);
            }
            for (long pause : new long[] {SECOND + 1, 2 * SECOND, 3600 * SECOND}) {
                now += pause;
                refill(bits);
                before++;
                assertThat(source.read).as("read after %d ns", pause).isEqualTo(before);
            }
        }
    }

    /** The time counts from the last refill, not from the last time that entropy was read. */
    @Test
    void aPauseEndsOnlyItsOwnRefill() {
        refill(bits);
        now += 2 * SECOND;
        refill(bits);
        refill(bits);
        now += SECOND / 2;
        refill(bits);
        now += SECOND / 2 + 1;
        refill(bits);
        assertThat(source.read).isEqualTo(2);
    }

    @Test
    void aReseedReadsEntropyBeforeTheNextWord() {
        for (int words : new int[] {0, 1, 7, WORDS - 1, WORDS, WORDS + 1}) {
            bits.nextLong();
            for (int i = 0; i < words; i++) {
                bits.nextLong();
            }
            int before = source.read;
            bits.reseed();
            assertThat(source.read).isEqualTo(before);
            bits.nextLong();
            assertThat(source.read).as("read after %d words", words).isEqualTo(before + 1);
            bits.nextLong();
            assertThat(source.read).isEqualTo(before + 1);
        }
    }

    /** Two that are alike give the same words, until what they read differs: after each of the three reasons. */
    @Test
    void clonesPartWhenTheyReadEntropy() {
        for (int reason = 0; reason < 3; reason++) {
            Source own = new Source((byte) 3);
            Source other = new Source((byte) 3);
            SystemRandomBits one = new SystemRandomBits(own, () -> now);
            SystemRandomBits clone = new SystemRandomBits(other, () -> now);
            assertThat(words(one)).isEqualTo(words(clone));
            other.given = 4;
            switch (reason) {
                case 0 -> {
                    one.reseed();
                    clone.reseed();
                }
                case 1 -> now += 2 * SECOND;
                default -> {
                    for (int i = 1; i < REFILLS; i++) {
                        assertThat(refill(one)).isEqualTo(refill(clone));
                    }
                }
            }
            assertThat(words(one)).doesNotContainAnyElementsOf(words(clone));
        }
    }

    /** What is read is mixed in: a source that always gives the same does not repeat words. */
    @Test
    void entropyThatRepeatsDoesNotRepeatWords() {
        HashSet<Long> words = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            bits.reseed();
            words.addAll(words(bits));
        }
        assertThat(words).hasSize(10 * WORDS);
    }
}
