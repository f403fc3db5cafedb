package io.tacit.experiments.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.experiments.figure.TestedPair.Bucket;
import io.tacit.privacy.audit.Tape;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("statistical")
class TestedPairTest {
    private static final int RUNS = 100_000;
    private static final List<Double> LARGER = List.of(-0.375, -0.055, 0.3);
    private static final List<Double> SMALLER = List.of(-0.375, -0.055);

    private static TestedPair pair(double scale) {
        return new TestedPair(new ClampedSum(0.5, scale, true), 0.5, LARGER, SMALLER);
    }

    /**
     * By Dvoretzky, Kiefer, Wolfowitz and Massart no interval's share, chosen by the data or not, is off by more than
     * 2·√(ln(2/a)/(2n)) but with probability a; here 10^−8 for each of two data sets.
     */
    @Test
    void histogramsFollowTheLaw() {
        double off = 2 * Math.sqrt(Math.log(2 / 1e-8) / (2 * RUNS));
        List<Bucket> buckets = pair(1).histogram(RUNS, 40, new Tape(1));
        assertThat(buckets).hasSize(40);
        for (Bucket bucket : buckets) {
            assertThat(bucket.share()).isCloseTo(bucket.exactShare(), within(off));
            assertThat(bucket.allowed()).isCloseTo(bucket.exactAllowed(), within(off * Math.exp(0.5)));
        }
        assertThat(buckets.stream().mapToDouble(Bucket::share).sum()).isBetween(0.9, 1.0);
    }

    /**
     * A right mechanism is called wrong at most once in 10^8 tests; wrong ones are found with far more than it needs. The
     * bits are the same in every run.
     */
    @Test
    void theTesterFindsThePapersMistakeAndNothingElse() {
        TestedPair right = new TestedPair(new ClampedSum(0.5, 1, false), 0.5, LARGER, SMALLER);
        TestedPair wrong = pair(1);
        TestedPair stillWrong = new TestedPair(new ClampedSum(0.5, 2, true), 0.5, SMALLER, LARGER);
        assertThat(right.verdict(RUNS, new Tape(1)).passed()).isTrue();
        assertThat(right.histogram(1_000, 40, new Tape(1))).noneMatch(Bucket::violates);
        for (TestedPair one : List.of(wrong, stillWrong)) {
            assertThat(one.verdict(RUNS, new Tape(1)).passed()).isFalse();
            assertThat(one.histogram(1_000, 40, new Tape(1))).anyMatch(Bucket::violates);
        }
    }
}
