package io.tacit.engine.range;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Ranges as sets of whole numbers: each operation over every pair of small ranges, open ones and the empty one among them,
 * gives the least range that holds what the operation makes of the numbers in them.
 */
@org.jspecify.annotations.NullUnmarked
class ValueRangeLawsTest {
    /** Numbers of which those beyond 3 stand for an end that is not known. */
    private static final int MOST = 40;

    private static final List<Integer> SOME = List.of(-MOST, -3, -2, -1, 0, 1, 2, 3, MOST);

    private static final List<ValueRange> BOUNDED = bounded();
    private static final List<ValueRange> ALL = all();

    private static List<ValueRange> bounded() {
        return IntStream.rangeClosed(-3, 3)
                .boxed()
                .flatMap(low -> IntStream.rangeClosed(low, 3).mapToObj(high -> ValueRange.of(low, high)))
                .toList();
    }

    private static List<ValueRange> all() {
        List<ValueRange> all = new ArrayList<>(BOUNDED);
        for (int end = -3; end <= 3; end++) {
            all.add(ValueRange.atLeast(BigDecimal.valueOf(end)));
            all.add(ValueRange.atMost(BigDecimal.valueOf(end)));
        }
        all.add(ValueRange.UNKNOWN);
        all.add(ValueRange.NEVER);
        return all;
    }

    /** The numbers of a range; reads its ends and nothing else. */
    private static List<Integer> numbers(ValueRange range) {
        int low = range.low().map(BigDecimal::intValueExact).orElse(-MOST);
        int high = range.high().map(BigDecimal::intValueExact).orElse(MOST);
        return range.never()
                ? List.of()
                : IntStream.rangeClosed(low, high).boxed().toList();
    }

    private static ValueRange hull(Stream<Integer> results, boolean openBelow, boolean openAbove) {
        List<Integer> sorted = results.sorted().toList();
        return sorted.isEmpty()
                ? ValueRange.NEVER
                : new ValueRange(
                        openBelow ? Optional.empty() : Optional.of(BigDecimal.valueOf(sorted.get(0))),
                        openAbove ? Optional.empty() : Optional.of(BigDecimal.valueOf(sorted.get(sorted.size() - 1))),
                        false);
    }

    private static ValueRange hull(Stream<Integer> results) {
        return hull(results, false, false);
    }

    @Test
    void aRangeHoldsTheNumbersBetweenItsEnds() {
        for (ValueRange range : ALL) {
            for (int number = -5; number <= 5; number++) {
                assertThat(range.contains(BigDecimal.valueOf(number)))
                        .as(number + " in " + range)
                        .isEqualTo(numbers(range).contains(number));
            }
            assertThat(range.isBounded())
                    .as(range + "")
                    .isEqualTo(range.low().isPresent() && range.high().isPresent());
            assertThat(range.isNotNegative())
                    .as(range + "")
                    .isEqualTo(!range.never()
                            && range.low().isPresent()
                            && numbers(range).stream().allMatch(number -> number >= 0));
        }
        assertThat(ValueRange.of(1, 0)).isEqualTo(ValueRange.NEVER);
        assertThat(ValueRange.of(1, 1).never()).isFalse();
    }

    @Test
    void intersectionUnionAndNegation() {
        for (ValueRange a : ALL) {
            List<Integer> ofA = numbers(a);
            boolean openBelow = !a.never() && a.low().isEmpty();
            boolean openAbove = !a.never() && a.high().isEmpty();
            assertThat(a.negated())
                    .as("-" + a)
                    .isEqualTo(hull(
                            ofA.stream().map(number -> -number),
                            /* openBelow= */ openAbove,
                            /* openAbove= */ openBelow));
            for (ValueRange b : ALL) {
                List<Integer> ofB = numbers(b);
                boolean belowOfB = !b.never() && b.low().isEmpty();
                boolean aboveOfB = !b.never() && b.high().isEmpty();
                assertThat(a.intersection(b))
                        .as(a + " and " + b)
                        .isEqualTo(
                                hull(ofA.stream().filter(ofB::contains), openBelow && belowOfB, openAbove && aboveOfB));
                assertThat(a.union(b))
                        .as(a + " or " + b)
                        .isEqualTo(hull(
                                Stream.concat(ofA.stream(), ofB.stream()),
                                openBelow || belowOfB,
                                openAbove || aboveOfB));
            }
        }
    }

    @Test
    void arithmeticOfBoundedRangesIsExact() {
        check("+", ArithmeticRanges::sum, Integer::sum);
        check("*", ArithmeticRanges::product, (a, b) -> a * b);
        check("//", ArithmeticRanges::wholeQuotient, (a, b) -> b == 0 ? null : a / b);
    }

    private static void check(String name, BinaryOperator<ValueRange> ranges, BinaryOperator<Integer> numbers) {
        List<ValueRange> some = new ArrayList<>(BOUNDED);
        some.add(ValueRange.NEVER);
        for (ValueRange a : some) {
            for (ValueRange b : some) {
                Stream<Integer> results = numbers(a).stream()
                        .flatMap(x -> numbers(b).stream().flatMap(y -> Stream.ofNullable(numbers.apply(x, y))));
                assertThat(ranges.apply(a, b)).as(a + " " + name + " " + b).isEqualTo(hull(results));
            }
        }
    }

    /** What is not known of an operand makes no end of the result known that it has not. */
    @Test
    void arithmeticOfOpenRangesClaimsNothing() {
        for (ValueRange a : ALL) {
            for (ValueRange b : ALL) {
                for (int x : SOME) {
                    for (int y : SOME) {
                        if (numbers(a).contains(x) && numbers(b).contains(y)) {
                            holds(ArithmeticRanges.sum(a, b), x + y, a, b);
                            holds(ArithmeticRanges.product(a, b), x * y, a, b);
                            holds(ArithmeticRanges.wholeQuotient(a, b), y == 0 ? null : x / y, a, b);
                        }
                    }
                }
            }
        }
    }

    private static void holds(ValueRange range, Integer result, ValueRange a, ValueRange b) {
        assertThat(result == null || range.contains(BigDecimal.valueOf(result)))
                .as(result + " of " + a + " and " + b + " in " + range)
                .isTrue();
    }

    @Test
    void magnitudesAndSignsAreExact() {
        unary("magnitude", ArithmeticRanges::absolute, Math::abs);
        unary("sign", ArithmeticRanges::sign, Integer::signum);
    }

    private static void unary(String name, UnaryOperator<ValueRange> ranges, UnaryOperator<Integer> numbers) {
        for (ValueRange a : ALL) {
            ValueRange expected = hull(numbers(a).stream().map(numbers));
            boolean open = expected.high().equals(Optional.of(BigDecimal.valueOf(MOST)));
            assertThat(ranges.apply(a))
                    .as(name + " of " + a)
                    .isEqualTo(open ? ValueRange.atLeast(expected.least()) : expected);
        }
    }
}
