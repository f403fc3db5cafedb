package io.tacit.privacy.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.mechanism.Unit;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BudgetSplitTest {
    private static final State USERS = new State.Users();
    private static final State COUNT = new State.Count(BigInteger.ZERO, BigInteger.TEN);
    private static final State SUM = new State.Sum(BigInteger.ZERO, BigInteger.TEN, Unit.DecimalUnit.WHOLE);

    @Test
    void eachStateCountsOnce() {
        BudgetSplit<State> split = BudgetSplit.equalParts(
                Epsilon.of("1"), List.of(USERS, COUNT, SUM, COUNT, USERS, new State.Users()), state -> false);
        assertThat(split.shares()).hasSize(3);
        assertThat(split.of(SUM).measuring()).isEqualTo(Epsilon.of("1").dividedBy(3));
        assertThat(split.of(SUM).bounding()).isEmpty();
    }

    /** The paper's count with a threshold: N = 1 aggregate and the people, ε′ = ε/(N+1). */
    @Test
    void thePaperSplit() {
        BudgetSplit<State> split = BudgetSplit.equalParts(Epsilon.of("0.1"), List.of(USERS, COUNT), state -> false);
        assertThat(split.of(USERS).measuring()).isEqualTo(Epsilon.of("0.05"));
    }

    @Test
    void boundsTakeHalfOfTheirStatesPart() {
        BudgetSplit<State> split =
                BudgetSplit.equalParts(Epsilon.of("1"), List.of(USERS, SUM), state -> state.equals(SUM));
        assertThat(split.of(SUM).measuring()).isEqualTo(Epsilon.of("0.25"));
        assertThat(split.of(SUM).bounding()).contains(Epsilon.of("0.25"));
        assertThat(split.of(USERS).measuring()).isEqualTo(Epsilon.of("0.5"));
    }

    @Test
    void refusesWhatDoesNotAddUp() {
        assertThatThrownBy(() -> new BudgetSplit<>(
                        Epsilon.of("1"), List.of(new BudgetSplit.Share<>(USERS, Epsilon.of("0.9"), Optional.empty()))))
                .hasMessage("shares must add up to total");
        assertThatThrownBy(() -> BudgetSplit.equalParts(Epsilon.of("1"), List.<State>of(), state -> false))
                .hasMessage("requested must hold at least one state");
        BudgetSplit<State> split = BudgetSplit.equalParts(Epsilon.of("1"), List.of(USERS), state -> false);
        assertThatThrownBy(() -> split.of(SUM)).hasMessage("state must be one that was requested");
    }
}
