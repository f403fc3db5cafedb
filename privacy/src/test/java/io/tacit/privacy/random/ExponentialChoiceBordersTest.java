package io.tacit.privacy.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.ExponentialChoice.Run;
import io.tacit.privacy.random.ExponentialChoice.View;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Borders between runs of each kind, and beside what a view leaves out: a number decides only if it would whatever the
 * weights are within the errors that the proof gives them, and else the next table has twice the bits. Borders are
 * reckoned from e^(−3/7) with 110 digits.
 */
class ExponentialChoiceBordersTest {
    private static final MathContext DIGITS = new MathContext(110);
    private static final Rational RATE = Rational.of(3, 7);
    private static final int BITS = 64;
    private static final BigDecimal UNIT = new BigDecimal(BigInteger.ONE.shiftLeft(BITS));

    /** What one weight may be off by, in units of the first table. */
    private static final long ERROR = 4 * BITS + 300;

    private static final int BEFORE = 2;
    private static final int AFTER = 3;

    private static final List<Run> RUNS = List.of(
            Run.level(2, 1, BigInteger.TWO),
            Run.level(3, 3, BigInteger.ONE),
            new Run(6, false, 4, BigInteger.ONE, BigInteger.TWO),
            Run.level(10, 1, BigInteger.ZERO),
            new Run(13, true, 3, BigInteger.valueOf(4), BigInteger.ONE));

    /** A weight in units, and by how much it may be less and more. */
    private record Weight(BigDecimal exact, BigDecimal less, BigDecimal more) {
        BigDecimal low() {
            return exact.subtract(less);
        }

        BigDecimal high() {
            return exact.add(more);
        }
    }

    private static BigDecimal inverse(BigInteger penalty) {
        BigDecimal y =
                BigDecimal.valueOf(3).divide(BigDecimal.valueOf(7), DIGITS).negate();
        BigDecimal term = BigDecimal.ONE;
        BigDecimal sum = BigDecimal.ONE;
        for (int k = 1; k < 90; k++) {
            term = term.multiply(y, DIGITS).divide(BigDecimal.valueOf(k), DIGITS);
            sum = sum.add(term, DIGITS);
        }
        return sum.pow(penalty.intValueExact(), DIGITS);
    }

    private static Weight weight(Run run) {
        BigDecimal exact = BigDecimal.ZERO;
        for (long i = 0; i < run.count(); i++) {
            exact = exact.add(inverse(run.start().add(run.step().multiply(BigInteger.valueOf(i)))), DIGITS);
        }
        long error = run.step().signum() == 0 ? run.count() * ERROR : 2 * run.count() * run.count() * (ERROR + 2);
        return new Weight(exact.multiply(UNIT, DIGITS), BigDecimal.valueOf(error), BigDecimal.valueOf(error));
    }

    /** All weights in order; those that the view leaves out come first and last. */
    private static List<Weight> weights() {
        List<Weight> weights = new ArrayList<>();
        weights.add(new Weight(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.valueOf(BEFORE * ERROR)));
        RUNS.forEach(run -> weights.add(weight(run)));
        weights.add(new Weight(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.valueOf(AFTER * ERROR)));
        return weights;
    }

    /** Where a border may lie at the least or at the most, as a share of all. */
    private static BigDecimal border(List<Weight> weights, int behind, boolean least) {
        BigDecimal before = BigDecimal.ZERO;
        BigDecimal all = BigDecimal.ZERO;
        for (int i = 0; i < weights.size(); i++) {
            boolean low = i < behind == least;
            BigDecimal one = low ? weights.get(i).low() : weights.get(i).high();
            before = i < behind ? before.add(one) : before;
            all = all.add(one);
        }
        return before.divide(all, DIGITS);
    }

    /** The bits of the tables that were asked for, the first ones of a number being these. */
    private static List<Long> tables(BigInteger number, int bits) {
        List<Long> tables = new ArrayList<>();
        int[] taken = {0};
        RandomBits tape = () -> {
            int left = bits - BITS * ++taken[0];
            return left >= 0 ? number.shiftRight(left).longValue() : 0x5555555555555555L;
        };
        ExponentialChoice.draw(
                horizon -> {
                    // The horizon is 0.7·(bits − 8)/rate, rounded up.
                    tables.add(8 + Math.round(horizon.doubleValue() * 3 / 4.9 - 0.3));
                    return tables.size() == 1 ? new View(BEFORE, RUNS, AFTER) : everything();
                },
                RATE,
                tape);
        return tables;
    }

    private static View everything() {
        List<Run> all = new ArrayList<>(RUNS);
        all.add(0, Run.level(0, BEFORE, BigInteger.valueOf(150)));
        all.add(Run.level(14, AFTER, BigInteger.valueOf(160)));
        return new View(0, all, 0);
    }

    @Test
    void aNumberNearABorderIsLeftOpenAndOneBesideItDecides() {
        List<Weight> weights = weights();
        for (int border = 1; border < weights.size(); border++) {
            BigDecimal least = border(weights, border, true);
            BigDecimal most = border(weights, border, false);
            for (double place : new double[] {-0.03, 0.03, 0.3, 0.7, 0.97, 1.03}) {
                BigDecimal share = least.add(most.subtract(least).multiply(BigDecimal.valueOf(place)));
                if (share.signum() >= 0 && share.compareTo(BigDecimal.ONE) < 0) {
                    BigInteger number = share.multiply(UNIT).toBigInteger();
                    int asked = place > 0 && place < 1 ? 2 : 1;
                    assertThat(tables(number, BITS))
                            .as("border %d at %s", border, place)
                            .hasSize(asked);
                }
            }
        }
    }

    /** A number at the border itself, for as many bits as are written down: each table has twice the bits. */
    @Test
    void tablesDouble() {
        List<Run> all = everything().runs();
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal before = BigDecimal.ZERO;
        for (int i = 0; i < all.size(); i++) {
            before = i == 3 ? sum : before;
            for (long j = 0; j < all.get(i).count(); j++) {
                BigInteger penalty = all.get(i).start().add(all.get(i).step().multiply(BigInteger.valueOf(j)));
                sum = sum.add(inverse(penalty), DIGITS);
            }
        }
        BigDecimal share = before.divide(sum, DIGITS);
        int bits = 5 * BITS;
        BigInteger number =
                share.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(bits))).toBigInteger();
        assertThat(tables(number, bits)).containsExactly(64L, 128L, 256L, 512L);
    }
}
