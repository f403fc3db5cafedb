package io.tacit.privacy.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.number.GaussianShift;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

/** δ of discrete Gaussian noise on several integers: never less than the exact one, and the formula of its page. */
class JointGaussianTest {
    private static final List<String> VARIANCES =
            List.of("0.3", "0.6", "1.01", "1.5", "2.5", "4.01", "5", "8", "20", "60", "250");
    private static final List<String> EPSILONS = List.of("0", "0.1", "0.5", "1", "2", "4");

    /** By enumeration of all noise: of one variance, the δ of so many integers that one person changes by 1. */
    @Test
    void neverLessThanTheExactDelta() {
        for (String variance : VARIANCES) {
            Rational ratio = Rational.ONE.dividedBy(number(variance));
            for (int integers = 1; integers <= 4; integers++) {
                Rho rho = new Rho(ratio.times(Rational.of(integers, 2)));
                JointGaussian noise = new JointGaussian(rho, ratio, integers);
                GaussianSum law = new GaussianSum(Double.parseDouble(variance), integers);
                for (String epsilon : EPSILONS) {
                    double exact = law.delta(Double.parseDouble(epsilon), 1);
                    double found = noise.deltaAt(number(epsilon)).toDoubleNearest();
                    String words = integers + " of variance " + variance + " at " + epsilon;
                    assertThat(found).as(words).isGreaterThanOrEqualTo(exact * (1 - 1e-9));
                    assertThat(found)
                            .as(words)
                            .isLessThanOrEqualTo(rho.deltaAt(number(epsilon)).toDoubleNearest());
                    if (Double.parseDouble(variance) >= 60 && exact > 1e-9 && !"0".equals(epsilon)) {
                        assertThat(found).as(words).isLessThan(exact * 1.5);
                    }
                }
            }
        }
    }

    /** The least of three: of any noise with that ρ, and twice of the normal law, with so much of the variance left. */
    @Test
    void theFormulaOfThePage() {
        for (long integers : new long[] {1, 30, 100_000, 1L << 25, 1L << 27, 1L << 40}) {
            for (String variance : VARIANCES) {
                Rational ratio = Rational.ONE.dividedBy(number(variance));
                Rho rho = new Rho(ratio.times(Rational.of(3, 2)));
                for (String epsilon : List.of("0.000001", "0.1", "1", "3")) {
                    Rational found = new JointGaussian(rho, ratio, integers).deltaAt(number(epsilon));
                    Rational large = normal(rho, ratio, integers, number(epsilon), 4, 112);
                    Rational small = normal(rho, ratio, integers, number(epsilon), 1, 27);
                    assertThat(found)
                            .as("%d of variance %s at %s", integers, variance, epsilon)
                            .isEqualTo(rho.deltaAt(number(epsilon)).min(large).min(small));
                }
            }
        }
    }

    private static Rational normal(Rho rho, Rational ratio, long integers, Rational epsilon, long lost, int bits) {
        Rational uneven = Rational.of(integers).dividedBy(Rational.of(BigInteger.TWO.pow(bits)));
        Rational left = epsilon.minus(Rational.of(3).times(uneven));
        if (ratio.times(Rational.of(lost)).compareTo(Rational.ONE) >= 0
                || left.signum() < 0
                || uneven.compareTo(Rational.ONE) >= 0) {
            return Rational.ONE;
        }
        Rational shift =
                Rational.of(2).times(rho.value()).dividedBy(Rational.ONE.minus(ratio.times(Rational.of(lost))));
        Rational delta = GaussianShift.deltaUp(shift, left).dividedBy(Rational.ONE.minus(uneven));
        return delta.compareTo(Rational.ONE) > 0 ? Rational.ONE : delta;
    }

    /** What is found keeps its δ, whichever of the two laws its noise is smooth enough for, and is nearly the most. */
    @Test
    void theLargestLossKeepsItsDelta() {
        for (String epsilon : List.of("0.01", "0.3", "1", "4", "20")) {
            for (String delta : List.of("1e-9", "1e-6", "0.001", "0.1")) {
                for (long groups : new long[] {1, 2, 10, 1000}) {
                    Epsilon whole = Epsilon.of(epsilon);
                    Delta most = Delta.of(delta);
                    Rational share = Rational.of(1, 2 * groups);
                    Rho rho = JointGaussian.largestWithin(whole, most, share, 2 * groups);
                    Rational ratio = rho.value().times(Rational.of(2)).times(share);
                    String words = epsilon + ", " + delta + ", " + groups;
                    assertThat(new JointGaussian(rho, ratio, 2 * groups).deltaAt(whole.value()))
                            .as(words)
                            .isLessThanOrEqualTo(most.value());
                    assertThat(rho.value())
                            .as(words)
                            .isGreaterThanOrEqualTo(
                                    Rho.largestWithin(whole, most).value());
                    // A part in a thousand more does not, where it is not the conversion of any noise.
                    Rational more = rho.value().times(number("1.001"));
                    if (ratio.compareTo(Rational.of(1, 5000)) < 0) {
                        assertThat(new JointGaussian(new Rho(more), ratio, 2 * groups).deltaAt(whole.value()))
                                .as(words)
                                .isGreaterThan(most.value());
                    }
                }
            }
        }
    }

    private static Rational number(String text) {
        return Rational.of(new BigDecimal(text));
    }
}
