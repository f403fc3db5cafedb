package io.tacit.privacy.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class UniformTest {
    @Test
    void takesTheLeadingBits() {
        assertThat(Uniform.below(8, new ScriptedBits(5L << 61))).isEqualTo(5);
    }

    @Test
    void eachValueHasAsManyWordsAsTheNext() {
        for (long bound : new long[] {2, 3, 5, 6, 7, 1000, 999_983, Integer.MAX_VALUE}) {
            for (long value : new long[] {0, 1, bound / 2, bound - 1}) {
                long first = ceiling(value, bound);
                long next = ceiling(value + 1, bound);
                long kept = next - first;
                // Only the first word can be one too many.
                ScriptedBits bits = new ScriptedBits(first << 32, (first + 1) << 32);
                assertThat(Uniform.below(bound, bits)).isEqualTo(value);
                kept -= bits.used() - 1;
                assertThat(kept).as("%d of %d", value, bound).isEqualTo((1L << 32) / bound);
                assertThat(Uniform.below(bound, new ScriptedBits((next - 1) << 32)))
                        .isEqualTo(value);
            }
        }
    }

    /** The least X of 32 bits with X·bound ≥ 2^32·value. */
    private static long ceiling(long value, long bound) {
        return ((value << 32) + bound - 1) / bound;
    }

    @Test
    void largeBoundsDrawAgainWhatIsTooLarge() {
        // 6·2^40 needs 43 bits.
        ScriptedBits bits = new ScriptedBits(7L << 61, 6L << 61, 4L << 61);
        assertThat(Uniform.below(6L << 40, bits)).isEqualTo(4L << 40);
        assertThat(bits.used()).isEqualTo(3);
    }

    @Test
    void oneValueNeedsNoBits() {
        assertThat(Uniform.below(1, new ScriptedBits())).isZero();
    }

    @Test
    void largeBoundsUseWholeWords() {
        BigInteger bound = BigInteger.ONE.shiftLeft(100);
        BigInteger drawn = Uniform.below(bound, new ScriptedBits(-1L, -1L));
        assertThat(drawn).isEqualTo(bound.subtract(BigInteger.ONE));
    }

    @Test
    void largeAndSmallBoundsAgree() {
        for (long bound : new long[] {1, 2, 3, 1000, Long.MAX_VALUE}) {
            SeededBits one = new SeededBits(bound);
            SeededBits other = new SeededBits(bound);
            assertThat(Uniform.below(BigInteger.valueOf(bound), one))
                    .isEqualTo(BigInteger.valueOf(Uniform.below(bound, other)));
        }
    }

    @Test
    void refusesAnEmptyRange() {
        assertThatThrownBy(() -> Uniform.below(0, new ScriptedBits())).hasMessage("bound must be at least 1");
        assertThatThrownBy(() -> Uniform.below(BigInteger.ZERO, new ScriptedBits()))
                .hasMessage("bound must be at least 1");
    }
}
