package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Every option and parameter that is a number takes the numbers between its ends, both, and no other value; and takes them exactly. */
@NullUnmarked
class NumbersOfOptionsTest {
    private static final BigDecimal MOST = BigDecimal.valueOf(20);
    private static final BigDecimal MOST_COUNTED = BigDecimal.valueOf(2_147_483_647);

    private static final List<String> NUMBERS = List.of(
            "-1",
            "-1e-12",
            "1e-400",
            "1e-350",
            "1e-300",
            "0",
            "0.0",
            "1e-13",
            "0.999e-12",
            "1e-12",
            "1.0E-12",
            "1e-9",
            "0.1",
            "0.5",
            "5e-1",
            "0.999999999",
            "0.99999999999999999999",
            "1",
            "1.0",
            "1e0",
            "1.0000000001",
            "1.5",
            "2",
            "3",
            "4.0",
            "19.9999999999",
            "20",
            "2e1",
            "20.0000000001",
            "21",
            "2147483647",
            "2147483646.5",
            "2147483648",
            "1e20");

    private static final List<String> NO_NUMBERS =
            List.of("NULL", "'1'", "TRUE", "visitor", "DATE '2024-01-01'", "1 + visitor");

    /** Which numbers an option takes, and what is read of it. */
    private record Option(Predicate<BigDecimal> takes, boolean auto, Function<ReleaseOptions, Optional<?>> read) {}

    private static boolean isEpsilon(BigDecimal value) {
        return value.compareTo(new BigDecimal("1e-12")) >= 0 && value.compareTo(MOST) <= 0;
    }

    private static boolean isCount(BigDecimal value) {
        return value.signum() > 0
                && value.compareTo(MOST_COUNTED) <= 0
                && value.remainder(BigDecimal.ONE).signum() == 0;
    }

    /** As a DOUBLE it is neither 0 nor 1. */
    private static boolean isFraction(BigDecimal value) {
        return value.doubleValue() > 0 && value.doubleValue() < 1;
    }

    private static Map<String, Option> options() {
        Map<String, Option> options = new TreeMap<>();
        options.put("epsilon", new Option(NumbersOfOptionsTest::isEpsilon, false, ReleaseOptions::epsilon));
        options.put(
                "group_selection_epsilon",
                new Option(NumbersOfOptionsTest::isEpsilon, false, ReleaseOptions::groupSelectionEpsilon));
        options.put(
                "delta", new Option(value -> value.signum() == 0 || isFraction(value), false, ReleaseOptions::delta));
        options.put("confidence", new Option(NumbersOfOptionsTest::isFraction, false, ReleaseOptions::confidence));
        Option groups = new Option(NumbersOfOptionsTest::isCount, true, ReleaseOptions::maxGroupsContributed);
        options.put("kappa", groups);
        options.put("max_groups_contributed", groups);
        options.put(
                "max_rows_contributed",
                new Option(NumbersOfOptionsTest::isCount, true, ReleaseOptions::maxRowsContributed));
        options.put(
                "max_rows_per_group",
                new Option(NumbersOfOptionsTest::isCount, false, ReleaseOptions::maxRowsPerGroup));
        options.put(
                "min_privacy_units_per_group",
                new Option(NumbersOfOptionsTest::isCount, false, ReleaseOptions::minPrivacyUnitsPerGroup));
        return options;
    }

    private static Optional<ReleaseOptions> read(String given) {
        try {
            return Optional.of(
                    VisitTables.analyze("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + given + ") COUNT(*) FROM visits")
                            .clauses()
                            .get(0)
                            .options());
        } catch (Refusal refusal) {
            assertThat(refusal.code()).as(given).isEqualTo(ErrorCode.BAD_OPTION);
            return Optional.empty();
        }
    }

    @Test
    void anOptionTakesTheNumbersBetweenItsEnds() {
        List<String> wrong = new ArrayList<>();
        options().forEach((name, option) -> {
            for (String number : NUMBERS) {
                BigDecimal value = new BigDecimal(number);
                Optional<BigDecimal> expected =
                        option.takes().test(value) ? Optional.of(value.stripTrailingZeros()) : Optional.empty();
                Optional<BigDecimal> found = read(name + " = " + number)
                        .flatMap(option.read())
                        .map(each -> new BigDecimal(each.toString()).stripTrailingZeros());
                if (!found.equals(expected)) {
                    wrong.add(name + " = " + number + " is " + found + ", not " + expected);
                }
            }
            for (String other : NO_NUMBERS) {
                if (read(name + " = " + other).isPresent()) {
                    wrong.add(name + " = " + other + " is taken");
                }
            }
            if (read(name + " = AUTO").isPresent() != option.auto()) {
                wrong.add(name + " = AUTO");
            }
        });
        assertThat(wrong).isEmpty();
    }

    /** What selects groups is a part of epsilon, and something is left. */
    @Test
    void selectionHasLessThanAll() {
        for (String epsilon : List.of("0.1", "1", "1.0", "20")) {
            for (String selection :
                    List.of("0.1", "0.10", "0.0999999999999999999999", "1", "0.99999999999999999999", "20", "19")) {
                boolean less = new BigDecimal(selection).compareTo(new BigDecimal(epsilon)) < 0;
                assertThat(read("epsilon = " + epsilon + ", group_selection_epsilon = " + selection)
                                .isPresent())
                        .as(selection + " of " + epsilon)
                        .isEqualTo(less);
            }
        }
    }

    private static Optional<ErrorCode> refused(String list) {
        try {
            assertThat(VisitTables.analyze("SELECT " + list + " FROM visits").relation())
                    .isNotNull();
            return Optional.empty();
        } catch (Refusal refusal) {
            return Optional.of(refusal.code());
        }
    }

    /** The epsilon of one aggregate, the rank of a quantile, the places of an array of them. */
    @Test
    void aParameterTakesTheNumbersBetweenItsEnds() {
        List<String> wrong = new ArrayList<>();
        for (String number : NUMBERS) {
            BigDecimal value = new BigDecimal(number);
            BigDecimal place = value.stripTrailingZeros();
            boolean whole = place.scale() <= 0;
            Map<String, Boolean> expected = Map.of(
                    "SUM(day, epsilon => " + number + ")", isEpsilon(value),
                    "PERCENTILE_CONT(day, " + number + ")", value.signum() >= 0 && value.compareTo(BigDecimal.ONE) <= 0,
                    "APPROX_QUANTILES(day, 3)[OFFSET(" + number + ")]",
                            whole && value.signum() >= 0 && value.compareTo(BigDecimal.valueOf(3)) <= 0,
                    "APPROX_QUANTILES(day, 3)[ORDINAL(" + number + ")]",
                            whole && value.signum() > 0 && value.compareTo(BigDecimal.valueOf(4)) <= 0);
            expected.forEach((list, taken) -> {
                if (refused(list).isEmpty() != taken) {
                    wrong.add(list + (taken ? " is refused" : " is taken"));
                }
            });
        }
        assertThat(wrong).isEmpty();
    }

    /** A pair of bounds is any two numbers of which the first is not above the second; each column of a pair has its own. */
    @Test
    void boundsAreTakenAsTheyAreWritten() {
        List<String> some = List.of("-1e3", "-0.5", "0", "1.0", "1e2");
        for (String low : some) {
            for (String high : some) {
                boolean taken = new BigDecimal(low).compareTo(new BigDecimal(high)) <= 0;
                for (String list : List.of(
                        "SUM(day, contribution_bounds_per_group => (" + low + ", " + high + "))",
                        "AVG(day, contribution_bounds_per_row => (" + low + ", " + high + "))",
                        "ANON_SUM(day, " + low + ", " + high + ")",
                        "MEDIAN(day CLAMPED BETWEEN " + low + " AND " + high + ")",
                        "CORR(day, paid, contribution_bounds_per_row => ((0, 1), (" + low + ", " + high + ")))")) {
                    assertThat(refused(list))
                            .as(list)
                            .isEqualTo(taken ? Optional.empty() : Optional.of(ErrorCode.BOUNDS));
                }
            }
        }
    }

    /** A limit of all of a person's rows goes before one of groups, one to be found before all that are said. */
    @Test
    void aLimitOfRowsGoesBeforeOneOfGroups() {
        for (String groups : List.of("", "max_groups_contributed = 3", "max_groups_contributed = AUTO")) {
            for (String rows : List.of("", "max_rows_contributed = 7", "max_rows_contributed = AUTO")) {
                String both = groups + (groups.isEmpty() || rows.isEmpty() ? "" : ", ") + rows;
                Optional<PersonLimit> expected = rows.endsWith("AUTO")
                        ? Optional.of(PersonLimit.found(PersonLimit.Of.ROWS))
                        : rows.endsWith("7")
                                ? Optional.of(PersonLimit.rows(7))
                                : groups.endsWith("AUTO")
                                        ? Optional.of(PersonLimit.found(PersonLimit.Of.GROUPS))
                                        : groups.endsWith("3") ? Optional.of(PersonLimit.groups(3)) : Optional.empty();
                if (!both.isEmpty()) {
                    assertThat(read(both).orElseThrow().limit()).as(both).isEqualTo(expected);
                }
            }
        }
    }

    /** A constant as it is written, and its value; none where its decimals do not end. */
    private record Written(String text, Optional<BigDecimal> value) {
        Written signed(String sign) {
            return new Written(
                    sign + "(" + text + ")", value.map(number -> sign.equals("-") ? number.negate() : number));
        }

        Written with(String sign, Written other) {
            return new Written(
                    "(" + text + ") " + sign + " (" + other.text + ")",
                    value.flatMap(left -> other.value.flatMap(right -> computed(left, sign, right))));
        }

        private static Optional<BigDecimal> computed(BigDecimal left, String sign, BigDecimal right) {
            return switch (sign) {
                case "+" -> Optional.of(left.add(right));
                case "-" -> Optional.of(left.subtract(right));
                case "*" -> Optional.of(left.multiply(right));
                default -> divided(left, right);
            };
        }

        /** The quotient, if some number of at most 40 decimals times the divisor gives the dividend back. */
        private static Optional<BigDecimal> divided(BigDecimal left, BigDecimal right) {
            return Optional.of(right)
                    .filter(divisor -> divisor.signum() != 0)
                    .map(divisor -> left.divide(divisor, 40, RoundingMode.DOWN))
                    .filter(quotient -> quotient.multiply(right).compareTo(left) == 0);
        }
    }

    /** Signs, sums, differences, products, and quotients that end, are computed exactly. */
    @Test
    void aNumberMayBeComputed() {
        List<Written> atoms = new ArrayList<>();
        for (String number : List.of("3", "0.25", "1.5e1", "0", "0.1")) {
            Written atom = new Written(number, Optional.of(new BigDecimal(number)));
            atoms.addAll(List.of(atom, atom.signed("-"), atom.signed("+")));
        }
        List<Written> all = new ArrayList<>(atoms);
        for (Written left : atoms) {
            for (Written right : atoms) {
                for (String sign : List.of("+", "-", "*", "/")) {
                    Written both = left.with(sign, right);
                    all.add(both);
                    all.add(both.signed("-").with("+", atoms.get(0)));
                }
            }
        }
        int taken = 0;
        for (Written each : all) {
            Optional<BigDecimal> wanted =
                    each.value().filter(NumbersOfOptionsTest::isEpsilon).map(BigDecimal::stripTrailingZeros);
            assertThat(read("epsilon = " + each.text()).flatMap(ReleaseOptions::epsilon))
                    .as(each.text())
                    .isEqualTo(wanted);
            taken += wanted.isPresent() ? 1 : 0;
        }
        assertThat(taken).isGreaterThan(all.size() / 4);
    }
}
