package io.tacit.privacy.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Two data sets that are compared differ in one person, and whatever is seen of them is compared. */
class ComparedDataSetsTest {
    /** An error of another kind tells as much as an answer would. */
    @Test
    void kindsOfErrorsAreOutcomesOfTheirOwn() {
        Subject subject = (data, bits) -> {
            if (bits.nextLong() < 0) {
                return Outcome.of(1);
            }
            throw data.contains(1.0) ? new ArithmeticException("one") : new IllegalStateException("none");
        };
        Verdict verdict =
                StochasticTester.of(1, 0).samples(1000).compare("x", subject, List.of(1.0), List.of(), new Tape(3));
        assertThat(verdict.violation().orElseThrow().event()).contains("ArithmeticException");
    }

    @Test
    void onlyNeighboursAreCompared() {
        StochasticTester tester = StochasticTester.of(1, 0).samples(100);
        Subject subject = Subject.ofNumber((data, bits) -> 0);
        for (List<Double> other : List.of(
                List.of(1.0, 2.0, 3.0), List.of(1.0, 2.0, 2.0), List.of(1.0), List.of(3.0, 4.0), List.of(1.0, 3.0))) {
            assertThatThrownBy(() -> tester.compare("x", subject, List.of(1.0, 2.0, 2.0), other, new Tape(1)))
                    .as("%s", other)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (List<Double> neighbour : List.of(List.of(1.0, 2.0), List.of(2.0, 1.0), List.of(2.0, 2.0))) {
            assertThat(tester.compare("x", subject, List.of(1.0, 2.0, 2.0), neighbour, new Tape(1))
                            .passed())
                    .isTrue();
        }
    }
}
