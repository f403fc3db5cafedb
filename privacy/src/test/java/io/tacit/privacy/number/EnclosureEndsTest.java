package io.tacit.privacy.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * The lower end is never above the number and the upper end never below, for every operation, with so few digits that
 * every rounding to the wrong side is seen, against the same to 70 digits.
 */
class EnclosureEndsTest {
    private static final MathContext PRECISE = new MathContext(70);
    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    /** Off by less than that relatively. */
    private static final BigDecimal SURE = new BigDecimal("1e-60");

    private static final int[] DIGITS = {3, 5, 8, 20};

    /** Numbers of all sizes between two powers of ten, of few and of many digits. */
    private static List<BigDecimal> numbers(int least, int largest) {
        Random random = new Random(3);
        List<BigDecimal> numbers = new ArrayList<>();
        for (int exponent = least; exponent < largest; exponent++) {
            numbers.add(BigDecimal.ONE.scaleByPowerOfTen(exponent));
            numbers.add(new BigDecimal(1 + 9 * random.nextDouble(), new MathContext(6)).scaleByPowerOfTen(exponent));
            numbers.add(new BigDecimal(1 + 9 * random.nextDouble()).scaleByPowerOfTen(exponent));
        }
        return numbers;
    }

    @Test
    void powersOfEAreEnclosed() {
        rising(numbers(-20, 4), Enclosure::exponentialOfNegative, y -> exponential(y.negate()), true);
    }

    @Test
    void whatPowersOfELackIsEnclosed() {
        rising(
                numbers(-20, 4),
                Enclosure::oneMinusExponentialOfNegative,
                y -> BigDecimal.ONE.subtract(exponential(y.negate()), new MathContext(200)),
                false);
    }

    @Test
    void logarithmsAreEnclosed() {
        rising(numbers(-30, 30), Enclosure::logarithm, EnclosureEndsTest::logarithm, false);
    }

    @Test
    void logarithmsBesideOneAreEnclosed() {
        rising(numbers(-20, 0), Enclosure::logarithmOfOnePlus, x -> logarithm(BigDecimal.ONE.add(x)), false);
    }

    @Test
    void logarithmsOfWhatIsLeftAreEnclosed() {
        for (BigDecimal x : numbers(-20, 0)) {
            BigDecimal exact = logarithm(BigDecimal.ONE.subtract(x)).negate();
            if (x.compareTo(BigDecimal.ONE) < 0) {
                for (int digits : DIGITS) {
                    encloses(Enclosure.minusLogarithmOfOneMinus(Rational.of(x), digits), exact, exact, "ln(1 - " + x);
                }
            }
        }
    }

    /** The ends of a number that is enclosed itself are those of the function at its ends. */
    private static void rising(
            List<BigDecimal> numbers,
            BiFunction<Enclosure, Integer, Enclosure> operation,
            UnaryOperator<BigDecimal> exact,
            boolean falls) {
        for (BigDecimal number : numbers) {
            BigDecimal more = number.multiply(new BigDecimal("1.001"));
            BigDecimal atLow = exact.apply(number);
            BigDecimal atHigh = exact.apply(more);
            for (int digits : DIGITS) {
                String words = number + " to " + digits + " digits";
                encloses(operation.apply(new Enclosure(number, number), digits), atLow, atLow, words);
                encloses(
                        operation.apply(new Enclosure(number, more), digits),
                        falls ? atHigh : atLow,
                        falls ? atLow : atHigh,
                        words);
                BigDecimal width = width(operation.apply(new Enclosure(number, number), digits));
                assertThat(width)
                        .as(words)
                        .isLessThan(atLow.abs()
                                .scaleByPowerOfTen(3 - digits)
                                .max(BigDecimal.ONE.scaleByPowerOfTen(2 - digits)));
            }
        }
    }

    private static BigDecimal width(Enclosure enclosure) {
        return enclosure.high().subtract(enclosure.low());
    }

    private static void encloses(Enclosure found, BigDecimal low, BigDecimal high, String words) {
        BigDecimal slack = low.abs().max(high.abs()).multiply(SURE);
        assertThat(found.low()).as(words).isLessThanOrEqualTo(low.add(slack));
        assertThat(found.high()).as(words).isGreaterThanOrEqualTo(high.subtract(slack));
    }

    @Test
    void sumsAndQuotientsAreEnclosed() {
        Random random = new Random(5);
        for (int i = 0; i < 400; i++) {
            BigDecimal one = new BigDecimal(random.nextDouble() * Math.pow(10, random.nextInt(9) - 4));
            BigDecimal other = new BigDecimal((1e-9 + random.nextDouble()) * Math.pow(10, random.nextInt(9) - 4));
            BigDecimal more = one.multiply(new BigDecimal("1.0003"));
            BigDecimal larger = other.multiply(new BigDecimal("1.0002"));
            Enclosure first = new Enclosure(one, more);
            Enclosure second = new Enclosure(other, larger);
            String words = one + ", " + other;
            for (int digits : DIGITS) {
                encloses(first.plus(second, digits), one.add(other), more.add(larger), words);
                encloses(
                        first.dividedBy(second, digits),
                        one.divide(larger, PRECISE),
                        more.divide(other, PRECISE),
                        words);
                Rational fraction = Rational.of(random.nextInt(100_000) - 50_000, 1 + random.nextInt(100_000));
                BigDecimal exact =
                        new BigDecimal(fraction.numerator()).divide(new BigDecimal(fraction.denominator()), PRECISE);
                encloses(Enclosure.of(fraction, digits), exact, exact, fraction.toString());
                encloses(Enclosure.of(fraction, digits).negate(), exact.negate(), exact.negate(), fraction.toString());
            }
            assertThat(new BigDecimal(first.toDoubleUp())).isGreaterThanOrEqualTo(more);
            assertThat(new BigDecimal(Math.nextDown(first.toDoubleUp()))).isLessThan(more);
        }
    }

    /** Far beyond all that is computed only a bound is known, which is one: 10^-400000 is more than e^(−10^6). */
    @Test
    void whatIsNextToNothingIsEnclosed() {
        for (String y : List.of("999999", "1000000", "1000000.0000001", "1000001", "1e9", "1e300")) {
            BigDecimal number = new BigDecimal(y);
            Enclosure found = new Enclosure(number, number).exponentialOfNegative(10);
            // ln of the ends by their exponents: ln 10 lies between 2.302585 and 2.302586.
            BigDecimal exponent =
                    BigDecimal.valueOf(found.high().scale() - found.high().precision() + 1L);
            assertThat(exponent.multiply(new BigDecimal("2.302585")).subtract(new BigDecimal("2.303")))
                    .as(y)
                    .isLessThanOrEqualTo(number);
            assertThat(found.low().signum() == 0 || found.low().compareTo(found.high()) <= 0)
                    .isTrue();
            boolean near = number.compareTo(new BigDecimal("1000000")) <= 0;
            assertThat(found.low().signum()).as(y).isEqualTo(near ? 1 : 0);
            if (near) {
                long places = found.low().scale() - found.low().precision() + 1L;
                assertThat(BigDecimal.valueOf(places).multiply(new BigDecimal("2.302586")))
                        .as(y)
                        .isGreaterThanOrEqualTo(number.subtract(new BigDecimal("3")));
            }
        }
    }

    /** 1 − (1−δ)^(1/parts), the share of each of several parts: both ends, and what is rounded down of it. */
    @Test
    void sharesAreEnclosed() {
        for (BigDecimal delta : numbers(-18, 0)) {
            for (long parts : new long[] {1, 2, 3, 10, 1000, 1_000_000_007}) {
                if (delta.compareTo(BigDecimal.ONE) < 0) {
                    BigDecimal logarithm =
                            logarithm(BigDecimal.ONE.subtract(delta)).divide(BigDecimal.valueOf(parts), PRECISE);
                    BigDecimal exact = BigDecimal.ONE.subtract(exponential(logarithm), new MathContext(200));
                    String words = delta + " in " + parts;
                    BigDecimal slack = new BigDecimal("1e-62");
                    for (int digits : DIGITS) {
                        Enclosure share = Tails.share(Rational.of(delta), parts, digits);
                        assertThat(share.low()).as(words).isLessThanOrEqualTo(exact.add(slack));
                        assertThat(share.high()).as(words).isGreaterThanOrEqualTo(exact.subtract(slack));
                    }
                    Rational down = TruncatedGeometricSeries.shareDown(Rational.of(delta), parts);
                    assertThat(down.compareTo(Rational.of(exact.add(slack)))).isLessThanOrEqualTo(0);
                    assertThat(down.compareTo(Rational.of(exact.multiply(new BigDecimal("0.99999999999999999999")))))
                            .isGreaterThanOrEqualTo(0);
                }
            }
        }
    }

    /** e^x by halving and a series, to some 65 digits of 1. */
    private static BigDecimal exponential(BigDecimal x) {
        MathContext more = new MathContext(110, RoundingMode.HALF_EVEN);
        int halvings = Math.max(0, x.precision() - x.scale()) * 4 + 8;
        BigDecimal part = x.divide(new BigDecimal(BigInteger.ONE.shiftLeft(halvings)), more);
        BigDecimal sum = BigDecimal.ONE;
        BigDecimal term = BigDecimal.ONE;
        for (int k = 1; k < 60 && term.signum() != 0; k++) {
            term = term.multiply(part, more).divide(BigDecimal.valueOf(k), more);
            sum = sum.add(term, more);
        }
        for (int i = 0; i < halvings; i++) {
            sum = sum.multiply(sum, more);
        }
        return sum;
    }

    /** ln v by Newton's method on e^x, from a double, and by powers of ten where that would be none. */
    private static BigDecimal logarithm(BigDecimal v) {
        MathContext more = new MathContext(120, RoundingMode.HALF_EVEN);
        if (v.subtract(BigDecimal.ONE).abs().compareTo(new BigDecimal("0.01")) < 0) {
            // 2·artanh((v − 1)/(v + 1)), all digits kept where v is near 1.
            BigDecimal z = v.subtract(BigDecimal.ONE).divide(v.add(BigDecimal.ONE), more);
            BigDecimal square = z.multiply(z, more);
            BigDecimal sum = BigDecimal.ZERO;
            BigDecimal power = z;
            for (int k = 1; k < 120; k += 2) {
                sum = sum.add(power.divide(BigDecimal.valueOf(k), more), more);
                power = power.multiply(square, more);
            }
            return sum.multiply(TWO, more);
        }
        BigDecimal x = new BigDecimal(Math.log(v.doubleValue()));
        for (int i = 0; i < 4; i++) {
            // x + 2·(v − e^x)/(v + e^x): each step has three times as many digits.
            BigDecimal power = exponential(x);
            x = x.add(v.subtract(power).divide(v.add(power), more).multiply(TWO), more);
        }
        return x;
    }
}
