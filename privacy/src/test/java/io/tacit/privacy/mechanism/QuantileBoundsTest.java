package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * How far a drawn quantile may be off: what its own choice may miss, and that of each choice that cut its part, which
 * share what is left uncovered. Reckoned from the law of one choice, level by level.
 */
class QuantileBoundsTest {
    private static final double SLICES = 4096;

    /** Quantiles in halves: the place of each among the ranks, and the choices before it. */
    private record Level(double low, double high, List<Double> ranks) {
        double inside(double rank) {
            return (rank - low) / (high - low);
        }

        double cut() {
            double best = ranks.get(0);
            for (double rank : ranks) {
                boolean balanced =
                        ranks.indexOf(rank) == (ranks.size() - 1) / 2 || ranks.indexOf(rank) == ranks.size() / 2;
                boolean first = ranks.indexOf(best) < (ranks.size() - 1) / 2;
                boolean nearer = Math.abs(inside(rank) - 0.5) < Math.abs(inside(best) - 0.5) - 1e-12;
                best = balanced && (first || nearer) ? rank : best;
            }
            return best;
        }
    }

    /** Two rows' weight is as likely to be passed by t as e^(−εt/2m) times the outcomes; nobody is beyond an end. */
    private static double missedBy(Level level, int leaves, double epsilon, long maxRows, double missed) {
        double outcomes = leaves * (level.ranks().size() == 1 ? 1 : SLICES);
        double inside = level.inside(level.cut());
        double unit = 2 * maxRows / epsilon;
        return Math.min(inside, 1 - inside) > 0.125
                ? unit * Math.max(inside, 1 - inside) * Math.log(outcomes / missed)
                : unit * Math.log(outcomes / missed) + unit * Math.log(100 * outcomes);
    }

    private static double bound(
            List<Double> ranks, double rank, int leaves, double epsilon, long maxRows, double missed) {
        int levels = (int) (Math.log(ranks.size()) / Math.log(2) + 1e-9) + 1;
        Level level = new Level(0, 1, ranks);
        double sum = 0;
        while (true) {
            sum += missedBy(level, leaves, epsilon / levels, maxRows, missed / levels);
            double cut = level.cut();
            if (cut == rank) {
                return sum;
            }
            level = rank < cut
                    ? new Level(
                            level.low(),
                            cut,
                            level.ranks().stream().filter(one -> one < cut).toList())
                    : new Level(
                            cut,
                            level.high(),
                            level.ranks().stream().filter(one -> one > cut).toList());
        }
    }

    @Test
    void everyChoiceOnTheWayHasItsShare() {
        for (int count = 1; count <= 9; count++) {
            int steps = count + 3;
            for (int first = 0; first + count <= steps + 1; first += 2) {
                int from = first;
                List<Rational> ranks = IntStream.range(0, count)
                        .mapToObj(i -> Rational.of(from + i, steps))
                        .toList();
                List<Double> doubles =
                        ranks.stream().map(Rational::toDoubleNearest).toList();
                for (long maxRows : new long[] {1, 20}) {
                    int leaves = 50 * count;
                    LeafGrid grid =
                            new LeafGrid(BigInteger.ZERO, BigInteger.valueOf(leaves - 1L), Unit.DecimalUnit.WHOLE);
                    Quantiles quantiles = new Quantiles(new LeafWeights(grid, maxRows), ranks, Epsilon.of("0.5"));
                    for (Rational rank : ranks) {
                        for (double confidence : new double[] {0.5, 0.95}) {
                            double expected =
                                    bound(doubles, rank.toDoubleNearest(), leaves, 0.5, maxRows, 1 - confidence);
                            assertThat(quantiles.rankErrorBound(rank, confidence))
                                    .as("%s of %s, %s", rank, ranks, confidence)
                                    .isCloseTo(expected, within(expected * 1e-9));
                        }
                    }
                }
            }
        }
    }
}
