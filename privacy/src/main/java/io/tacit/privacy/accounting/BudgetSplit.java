package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.PureDp;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The budget of one release divided over what it measures, before data is read: the paper's split, with sharing.
 *
 * <p>Each distinct state gets an equal part of ε, however many aggregates ask for it; the number of people that group
 * selection reads is one of them. A state whose bounds are found privately spends half of its part on finding them. All
 * parts together are ε exactly. The proof is in {@code BudgetSplit.md} beside this class.
 *
 * <pre>{@code
 * BudgetSplit<State> split = BudgetSplit.equalParts(Epsilon.of("1"), List.of(users, sum, users), state -> false);
 * split.of(sum).measuring(); // 1/2
 * }</pre>
 *
 * @param <S> what states are named by; two that are equal are one
 * @param total ε of the release
 * @param shares one for each distinct state, in the order in which they were first asked for
 */
public record BudgetSplit<S>(Epsilon total, List<Share<S>> shares) {
    /**
     * The part of one state.
     *
     * @param <S> what states are named by
     * @param state which
     * @param measuring for its noise
     * @param bounding for finding its bounds, if it must
     */
    public record Share<S>(S state, Epsilon measuring, Optional<Epsilon> bounding) {
        /** Both together. */
        public Epsilon whole() {
            return bounding.map(measuring::plus).orElse(measuring);
        }
    }

    /** Refuses shares that are not the total. */
    public BudgetSplit {
        shares = List.copyOf(shares);
        PureDp sum = PureDp.NOTHING;
        for (Share<S> share : shares) {
            sum = sum.plus(PureDp.of(share.whole()));
        }
        if (!sum.equals(PureDp.of(total))) {
            throw new IllegalArgumentException("shares must add up to total");
        }
    }

    /**
     * Equal parts for distinct states.
     *
     * @param <S> what states are named by
     * @param total ε of the release
     * @param requested what the aggregates and the selection ask for, at least one
     * @param needsBounds whether the bounds of a state must be found
     * @throws IllegalArgumentException when nothing is requested
     */
    public static <S> BudgetSplit<S> equalParts(Epsilon total, List<S> requested, Predicate<S> needsBounds) {
        List<S> distinct = new ArrayList<>(new LinkedHashSet<>(requested));
        if (distinct.isEmpty()) {
            throw new IllegalArgumentException("requested must hold at least one state");
        }
        Epsilon part = total.dividedBy(distinct.size());
        List<Share<S>> shares = new ArrayList<>();
        for (S state : distinct) {
            Epsilon half = part.dividedBy(2);
            shares.add(
                    needsBounds.test(state)
                            ? new Share<>(state, half, Optional.of(half))
                            : new Share<>(state, part, Optional.empty()));
        }
        return new BudgetSplit<>(total, shares);
    }

    /**
     * The share of a state.
     *
     * @throws IllegalArgumentException for a state that was not requested
     */
    public Share<S> of(S state) {
        for (Share<S> share : shares) {
            if (share.state().equals(state)) {
                return share;
            }
        }
        throw new IllegalArgumentException("state must be one that was requested");
    }
}
