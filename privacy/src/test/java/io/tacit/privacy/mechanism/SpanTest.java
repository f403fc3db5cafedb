package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SeededBits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every operation on two enclosed numbers, against fractions: what comes out is enclosed, whatever the ends. */
class SpanTest {
    private static final double[] ENDS = {
        -Double.MAX_VALUE,
        -3,
        -1e-200,
        -Double.MIN_VALUE,
        0,
        Double.MIN_VALUE,
        1e-200,
        0.1,
        1,
        7,
        1e200,
        Double.MAX_VALUE
    };

    private static List<Span> spans() {
        List<Span> spans = new ArrayList<>();
        for (int low = 0; low < ENDS.length; low++) {
            for (int high = low; high < ENDS.length; high++) {
                spans.add(new Span(ENDS[low], ENDS[high]));
            }
        }
        return spans;
    }

    /** A number of a span. */
    private static Rational inside(Span span, SeededBits bits) {
        Rational low = Rational.ofExact(span.low());
        Rational width = Rational.ofExact(span.high()).minus(low);
        return low.plus(width.times(Rational.of(bits.nextLong() >>> 60, 15)));
    }

    private static void holds(Span found, Rational exact, String words) {
        boolean above = found.low() == Double.NEGATIVE_INFINITY
                || Rational.ofExact(found.low()).compareTo(exact) <= 0;
        boolean below = found.high() == Double.POSITIVE_INFINITY
                || Rational.ofExact(found.high()).compareTo(exact) >= 0;
        assertThat(above && below)
                .as("%s holds %s of %s", found, exact.toDoubleNearest(), words)
                .isTrue();
    }

    @Test
    void whatWasEnclosedStaysEnclosed() {
        SeededBits bits = new SeededBits(4);
        List<Span> spans = spans();
        for (Span one : spans) {
            Rational x = inside(one, bits);
            holds(one.square(), x.times(x), "square " + one);
            assertThat(one.square().low()).isGreaterThanOrEqualTo(0);
            if (one.low() >= 0) {
                Span root = one.root();
                assertThat(root.low()).isGreaterThanOrEqualTo(0);
                holds(new Span(root.low(), root.low()).square().plus(new Span(0, Double.MAX_VALUE)), x, "root");
            }
            for (Span other : spans) {
                Rational y = inside(other, bits);
                String words = one + " and " + other;
                holds(one.plus(other), x.plus(y), words);
                holds(one.minus(other), x.minus(y), words);
                holds(one.times(other), x.times(y), words);
                if (y.signum() > 0) {
                    holds(one.dividedBy(other), x.dividedBy(y), words);
                }
            }
        }
    }

    /** Infinite ends stand for numbers without a limit, and nothing is NaN. */
    @Test
    void infiniteEndsStayEnds() {
        double most = Double.POSITIVE_INFINITY;
        for (Span infinite : List.of(Span.ALL, new Span(0, most), new Span(-most, 0), new Span(1, most))) {
            for (Span other :
                    List.of(Span.of(0), Span.of(3), new Span(0, 2), new Span(-1, 2), new Span(5, most), Span.ALL)) {
                for (Span found : List.of(
                        infinite.plus(other),
                        infinite.minus(other),
                        infinite.times(other),
                        other.times(infinite),
                        infinite.dividedBy(other),
                        other.dividedBy(infinite),
                        infinite.square())) {
                    assertThat(found.low()).isLessThanOrEqualTo(found.high());
                }
            }
        }
        // 3 by numbers from 1 on, however large, is between nothing and 3.
        Span quotient = Span.of(3).dividedBy(new Span(1, most));
        assertThat(quotient.low()).isBetween(-Double.MIN_VALUE, 0.0);
        assertThat(quotient.high()).isBetween(3.0, Math.nextUp(3.0));
        assertThat(Span.of(3).dividedBy(new Span(-1, 0))).isEqualTo(Span.ALL);
        assertThat(new Span(1, most).dividedBy(new Span(1, most)).high()).isEqualTo(most);
        assertThat(Span.of(0).times(Span.ALL)).isEqualTo(Span.of(0));
        assertThatThrownBy(() -> new Span(1, 0)).hasMessage("low must be at most high");
        assertThatThrownBy(() -> new Span(Double.NaN, 0)).hasMessage("low must be at most high");
    }
}
