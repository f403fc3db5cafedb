package io.tacit.experiments.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextbookTest {
    private static final double[] EVEN =
            new SplittableRandom(1).doubles(1_000, 50, 150).toArray();

    @Test
    void lightTailsAreHardlyCutOff() {
        Textbook book = new Textbook(EVEN, 1);
        assertThat(book.count()).isCloseTo(Math.log(2), within(1e-6));
        assertThat(book.sum()).isCloseTo(150 * Math.log(2), within(3.0));
        assertThat(book.mean()).isCloseTo(100 * Math.log(2) / 1_000, within(0.003));
        assertThat(book.variance()).isCloseTo(1e4 * Math.log(2) / 1_000, within(0.5));
    }

    @Test
    void oneHugeNumberIsCutOff() {
        double[] numbers = EVEN.clone();
        numbers[0] = 1e9;
        // What is left of a sum is the huge number; a mean of the others is all that can be told.
        assertThat(new Textbook(numbers, 1).sum()).isLessThan(1e9);
        assertThat(new Textbook(EVEN, 0.1).sum()).isCloseTo(10 * new Textbook(EVEN, 1).sum(), within(100.0));
    }

    /** Draws from the exponential mechanism itself; the seed is fixed. */
    @Test
    void theMediansErrorIsThatOfTheMechanism() {
        double[] sorted = EVEN.clone();
        Arrays.sort(sorted);
        double[] upTo = new double[sorted.length];
        for (int i = 0; i + 1 < sorted.length; i++) {
            upTo[i + 1] = upTo[i] + (sorted[i + 1] - sorted[i]) * Math.exp(-Math.abs(i + 1 - 500));
        }
        double exact = (sorted[499] + sorted[500]) / 2;
        double claimed = new Textbook(EVEN, 1).median();
        SplittableRandom random = new SplittableRandom(2);
        int near = 0;
        for (int run = 0; run < 20_000; run++) {
            double place = random.nextDouble() * upTo[upTo.length - 1];
            int i = Math.min(sorted.length - 2, -Arrays.binarySearch(upTo, place) - 2);
            double drawn = sorted[i] + random.nextDouble() * (sorted[i + 1] - sorted[i]);
            near += Math.abs(drawn - exact) <= claimed ? 1 : 0;
        }
        assertThat(near / 20_000.0).isCloseTo(0.5, within(0.02));
    }
}
