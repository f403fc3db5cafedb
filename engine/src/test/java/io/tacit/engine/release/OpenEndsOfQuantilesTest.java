package io.tacit.engine.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.privacy.mechanism.QuantileTree;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * Which quantiles with bounds that were found are shown, and which ends their intervals have: walked are all bounds between -4 and
 * 4, all intervals within them and five quantiles. None is ever shown without any end: it would read as exact.
 */
@NullUnmarked
class OpenEndsOfQuantilesTest {
    private static final List<Rational> FRACTIONS =
            List.of(Rational.ZERO, Rational.of(1, 10), Rational.of(1, 2), Rational.of(9, 10), Rational.ONE);

    private static final int FAR = 4;

    private interface Case {
        void see(OpenEnds.OfQuantile open, int low, int high, QuantileTree.Interval drawn);
    }

    private static void walk(Rational fraction, Case seen) {
        for (int low = -FAR; low <= FAR; low++) {
            for (int high = low + 1; high <= FAR; high++) {
                OpenEnds.OfQuantile open = new OpenEnds.OfQuantile(
                        fraction,
                        Optional.of(new ContributionLimits.Given(BigInteger.valueOf(low), BigInteger.valueOf(high))));
                for (int from = low; from <= high; from++) {
                    for (int to = from; to <= high; to++) {
                        seen.see(
                                open,
                                low,
                                high,
                                new QuantileTree.Interval(
                                        BigInteger.valueOf(from), BigInteger.valueOf(from), BigInteger.valueOf(to)));
                    }
                }
            }
        }
    }

    @Test
    void whatIsShownHasAnEnd() {
        for (Rational fraction : FRACTIONS) {
            walk(
                    fraction,
                    (open, low, high, drawn) -> assertThat(
                                    open.saysNothing(drawn) || !open.low(drawn) || !open.high(drawn))
                            .as("%s of [%d, %d]: %s", fraction, low, high, drawn)
                            .isTrue());
        }
    }

    /** All that there can be is nothing that one is told, unless it is one value or two. */
    @Test
    void anIntervalFromBoundToBoundSaysNothing() {
        for (Rational fraction : FRACTIONS) {
            walk(fraction, (open, low, high, drawn) -> {
                boolean whole =
                        drawn.low().intValueExact() == low && drawn.high().intValueExact() == high;
                if (whole) {
                    assertThat(open.saysNothing(drawn))
                            .as("%s of [%d, %d]", fraction, low, high)
                            .isEqualTo(high - low > 2);
                }
            });
        }
    }

    @Test
    void extremesHaveNoEndWhereOnePersonMayBe() {
        walk(
                Rational.ZERO,
                (open, low, high, drawn) -> assertThat(open.low(drawn)).isTrue());
        walk(
                Rational.ONE,
                (open, low, high, drawn) -> assertThat(open.high(drawn)).isTrue());
    }

    @Test
    void boundsThatAreGivenAreEnds() {
        OpenEnds.OfQuantile given = new OpenEnds.OfQuantile(Rational.ONE, Optional.empty());
        QuantileTree.Interval drawn = new QuantileTree.Interval(BigInteger.ONE, BigInteger.TWO, BigInteger.TEN);
        assertThat(given.low(drawn)).isFalse();
        assertThat(given.high(drawn)).isFalse();
        assertThat(given.saysNothing(drawn)).isFalse();
    }
}
