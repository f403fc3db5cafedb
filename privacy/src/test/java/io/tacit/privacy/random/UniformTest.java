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
    void drawsAgainWhatIsTooLarge() {
        ScriptedBits bits = new ScriptedBits(7L << 61, 6L << 61, 4L << 61);
        assertThat(Uniform.below(6, bits)).isEqualTo(4);
        assertThat(bits.used()).isEqualTo(3);
    }

    @Test
    void oneValueNeedsNoBits() {
        assertThat(Uniform.below(1, new ScriptedBits())).isZero();
    }

    @Test
    void everyValueHasTheSameProbability() {
        EveryTape<Long> tapes = new EveryTape<>(bits -> Uniform.below(5, bits), 3, 7);
        for (long value = 0; value < 5; value++) {
            assertThat(tapes.atLeast(value)).isEqualTo(tapes.atLeast(0L)).isBetween(0.2 - tapes.undecided(), 0.2);
        }
        assertThat(tapes.undecided()).isLessThan(0.002);
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
