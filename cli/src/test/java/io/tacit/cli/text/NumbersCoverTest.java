package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.session.ConfidenceInterval;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is shown of a number's interval covers the interval, and is hardly wider: no error looks smaller than it is. */
class NumbersCoverTest {
    private final Random random = new Random(3);

    private static BigDecimal number(String text) {
        return new BigDecimal(text.replace(",", ""));
    }

    /** The ends that a text shows: of {@code a ± b} or {@code a [low, high]}. */
    private static BigDecimal[] shown(String text) {
        if (text.contains(" ± ")) {
            String[] parts = text.split(" ± ", -1);
            return new BigDecimal[] {
                number(parts[0]).subtract(number(parts[1])), number(parts[0]).add(number(parts[1]))
            };
        }
        String[] ends = text.substring(text.indexOf('[') + 1, text.length() - 1).split(", ", -1);
        return new BigDecimal[] {number(ends[0]), number(ends[1])};
    }

    /** A number of any size and sign, to three digits, so that its text is exact. */
    private double any() {
        double size = Math.pow(10, random.nextInt(14) - 4);
        return new BigDecimal(random.nextGaussian() * size)
                .round(new MathContext(3 + random.nextInt(4)))
                .doubleValue();
    }

    private Number value() {
        double any = any();
        return switch (random.nextInt(3)) {
            case 0 -> Math.round(any);
            case 1 -> BigDecimal.valueOf(any).setScale(2, RoundingMode.HALF_EVEN);
            default -> any;
        };
    }

    @Test
    void everyIntervalIsCovered() {
        for (int run = 0; run < 20_000; run++) {
            Number value = value();
            double below = Math.abs(any());
            double above = random.nextBoolean() ? below : Math.abs(any());
            ConfidenceInterval interval =
                    new ConfidenceInterval(value.doubleValue() - below, value.doubleValue() + above);
            String text = Numbers.withInterval(value, interval);
            BigDecimal[] ends = shown(text);
            // Of binary fractions only the first fifteen digits are taken for meant.
            double slack = 1e-14 * (Math.abs(interval.low()) + Math.abs(interval.high()));
            assertThat(ends[0].doubleValue())
                    .as("%s %s %s", value, interval, text)
                    .isLessThanOrEqualTo(interval.low() + slack);
            assertThat(ends[1].doubleValue())
                    .as("%s %s %s", value, interval, text)
                    .isGreaterThanOrEqualTo(interval.high() - slack);
            // Two digits of an error round by a tenth at most; the value beside it by half a digit more.
            double length = interval.high() - interval.low();
            double wider = ends[1].subtract(ends[0]).doubleValue() - length;
            boolean whole = !(value instanceof Double);
            assertThat(wider)
                    .as("%s %s %s", value, interval, text)
                    .isLessThanOrEqualTo(0.35 * length + (whole ? 4 : 1e-9) + slack);
        }
    }

    /** What is said to be so much or more, or less, holds what is meant. */
    @Test
    void halfOpenIntervalsAreCovered() {
        for (int run = 0; run < 2_000; run++) {
            Number value = value();
            double beside = Math.abs(any());
            boolean above = random.nextBoolean();
            ConfidenceInterval interval = above
                    ? new ConfidenceInterval(value.doubleValue() - beside, Double.POSITIVE_INFINITY)
                    : new ConfidenceInterval(Double.NEGATIVE_INFINITY, value.doubleValue() + beside);
            String text = Numbers.withInterval(value, interval);
            assertThat(text).endsWith(above ? " or more]" : " or less]");
            double end = number(text.substring(text.indexOf('[') + 1, text.indexOf(" or ")))
                    .doubleValue();
            double slack = 1e-14 * Math.abs(end);
            if (above) {
                assertThat(end).as(text).isLessThanOrEqualTo(interval.low() + slack);
            } else {
                assertThat(end).as(text).isGreaterThanOrEqualTo(interval.high() - slack);
            }
        }
    }

    /** Groups of three digits, and nothing else, are added to a number's text. */
    @Test
    void groupedDigitsAreTheNumber() {
        for (int run = 0; run < 5000; run++) {
            BigDecimal value = BigDecimal.valueOf(any()).setScale(random.nextInt(4), RoundingMode.HALF_EVEN);
            String text = Numbers.grouped(value);
            assertThat(number(text)).isEqualByComparingTo(value);
            assertThat(text).matches("-?[0-9]{1,3}(,[0-9]{3})*(\\.[0-9]+)?");
        }
    }

    /** An amount of a budget to four digits, small ones with an exponent: spent is never shown as less, left never as more. */
    @Test
    void amountsAreOnTheSafeSideOfWhatTheyTell() {
        for (int run = 0; run < 5000; run++) {
            BigDecimal value = new BigDecimal(any()).abs();
            for (RoundingMode side : List.of(RoundingMode.CEILING, RoundingMode.FLOOR)) {
                boolean up = side == RoundingMode.CEILING;
                String plain = value.toPlainString();
                String text = up ? Numbers.spent(plain) : Numbers.allowed(plain);
                assertThat(new BigDecimal(text)).isEqualByComparingTo(value.round(new MathContext(4, side)));
                assertThat(text.length()).as(text).isLessThan(20);
                assertThat(up ? Numbers.spent(Rational.of(value)) : Numbers.allowed(Rational.of(value)))
                        .isEqualTo(text);
            }
        }
        for (String exact : List.of("0", "0.1", "0.3", "1", "12.34", "0.1001", "1e-8", "2.5e-9")) {
            String plain = new BigDecimal(exact).toPlainString();
            assertThat(List.of(Numbers.spent(plain), Numbers.allowed(plain))).containsOnly(exact);
        }
        assertThat(Numbers.spent(Rational.of(1, 3))).isEqualTo("0.3334");
        assertThat(Numbers.allowed(Rational.of(1, 3))).isEqualTo("0.3333");
    }
}
