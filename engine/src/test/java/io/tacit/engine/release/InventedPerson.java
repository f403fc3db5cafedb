package io.tacit.engine.release;

import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.RowCount;
import io.tacit.engine.rewrite.StateRequest;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullUnmarked;

/**
 * Somebody in one group: the number of their rows, and the values of those that have any, the same in all columns.
 * Exists in test code only.
 *
 * @param rows all of them
 * @param values in whole units
 */
@NullUnmarked
public record InventedPerson(int rows, List<BigInteger> values) {
    public static List<InventedPerson> several() {
        List<InventedPerson> people = new ArrayList<>();
        for (int rows : new int[] {1, 3, 6}) {
            people.add(new InventedPerson(rows, List.of()));
            for (long value : new long[] {-900, -1, 3, 900}) {
                List<BigInteger> mixed = new ArrayList<>();
                for (int row = 0; row < rows; row++) {
                    mixed.add(BigInteger.valueOf(row % 2 == 0 ? value : 9 - value));
                    people.add(new InventedPerson(rows, Collections.nCopies(row + 1, BigInteger.valueOf(value))));
                }
                people.add(new InventedPerson(rows, List.copyOf(mixed)));
            }
        }
        return people;
    }

    /** As a release reads them: 1 for the person, then each state, 0 where its limits were not found. */
    public BigInteger[] integers(ReleasePlan plan, ResolvedLimits limits) {
        BigInteger[] integers = new BigInteger[1 + plan.states().size()];
        integers[0] = BigInteger.ONE;
        for (int i = 0; i < plan.states().size(); i++) {
            StateRequest state = plan.states().get(i);
            integers[1 + i] =
                    state.measured(limits).isPresent() ? state.accept(new Contribution(this, limits)) : BigInteger.ZERO;
        }
        return integers;
    }

    /** Somebody with up to five rows, not all of which have a value. */
    public static InventedPerson of(SplittableRandom random) {
        int rows = 1 + random.nextInt(5);
        List<BigInteger> values = new ArrayList<>();
        for (int row = random.nextInt(rows + 1); row < rows; row++) {
            values.add(BigInteger.valueOf(random.nextInt(-6, 14)));
        }
        return new InventedPerson(rows, List.copyOf(values));
    }

    /** Limits for whatever is to be found; those of totals are not those of weights. */
    public static ResolvedLimits limits(ReleasePlan plan) {
        Map<ContributionLimits.Inferred, ContributionLimits.Given> found = new HashMap<>();
        for (AutomaticParameter parameter : plan.automatic()) {
            for (ContributionLimits.Use use : ContributionLimits.Use.values()) {
                int more = use == ContributionLimits.Use.WEIGHT ? 1 : 0;
                found.put(
                        new ContributionLimits.Inferred(parameter, use),
                        switch (parameter.kind()) {
                            case ROWS_PER_GROUP, DISTINCT_PER_GROUP -> given(0, 4 + more);
                            case SUM_PER_GROUP -> given(-7, 13);
                            case MEAN_PER_GROUP -> given(-2, 10);
                            case VALUE_PER_ROW -> given(-4, 9);
                        });
            }
        }
        return new ResolvedLimits(found, Map.of());
    }

    private static ContributionLimits.Given given(long low, long high) {
        return new ContributionLimits.Given(BigInteger.valueOf(low), BigInteger.valueOf(high));
    }

    private record Contribution(InventedPerson person, ResolvedLimits limits)
            implements StateRequest.Visitor<BigInteger> {
        private BigInteger rows(RowCount counted) {
            return BigInteger.valueOf(
                    counted.equals(RowCount.EVERY_ROW)
                            ? person.rows()
                            : person.values().size());
        }

        private BigInteger sum() {
            return person.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
        }

        @Override
        public BigInteger users(StateRequest.Users users) {
            return BigInteger.ONE;
        }

        @Override
        public BigInteger without(StateRequest.Without without) {
            return rows(without.counted()).signum() == 0 ? BigInteger.ONE : BigInteger.ZERO;
        }

        @Override
        public BigInteger count(StateRequest.Count count) {
            return count.measured(limits).orElseThrow().contribution(rows(count.counted()));
        }

        @Override
        public BigInteger sum(StateRequest.Sum sum) {
            return sum.measured(limits)
                    .orElseThrow()
                    .contribution(sum(), BigInteger.valueOf(person.values().size()));
        }

        @Override
        public BigInteger userMean(StateRequest.UserMean mean) {
            return person.values().isEmpty()
                    ? BigInteger.ZERO
                    : mean.measured(limits)
                            .orElseThrow()
                            .contribution(
                                    sum(), BigInteger.valueOf(person.values().size()));
        }

        @Override
        public BigInteger centred(StateRequest.Centred centred) {
            return person.values().isEmpty()
                    ? BigInteger.ZERO
                    : centred.measured(limits).orElseThrow().contribution(person.values());
        }

        @Override
        public BigInteger squares(StateRequest.Squares squares) {
            return person.values().isEmpty()
                    ? BigInteger.ZERO
                    : squares.measured(limits).orElseThrow().contribution(person.values());
        }

        @Override
        public BigInteger products(StateRequest.Products products) {
            return person.values().isEmpty()
                    ? BigInteger.ZERO
                    : products.measured(limits).orElseThrow().contribution(person.values(), person.values());
        }

        @Override
        public BigInteger distinct(StateRequest.Distinct distinct) {
            long different = person.values().stream().distinct().count();
            return BigInteger.valueOf(different)
                    .min(distinct.measured(limits).orElseThrow().high());
        }
    }
}
