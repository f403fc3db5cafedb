package io.tacit.engine.range;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.sql.ArithmeticFunction;
import io.tacit.engine.sql.ChoiceFunction;
import io.tacit.engine.sql.DateFunction;
import io.tacit.engine.sql.RealFunction;
import io.tacit.engine.sql.ResultRange;
import io.tacit.engine.sql.ScalarFunction;
import io.tacit.engine.sql.ScalarFunctions;
import io.tacit.engine.sql.WholeFunction;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

/** A function of numbers or dates has a range, or none on purpose; each rule is some function's. */
class RangeRulesTest {
    /** What has no range, and why. */
    private static final Set<ScalarFunction> UNKNOWN = Set.of(
            // Not monotone, with a pole, or seldom bounded
            RealFunction.ACOSH,
            RealFunction.ASINH,
            RealFunction.ATANH,
            RealFunction.COSH,
            RealFunction.COT,
            RealFunction.EVEN,
            RealFunction.GAMMA,
            RealFunction.LGAMMA,
            RealFunction.NEXTAFTER,
            RealFunction.SINH,
            RealFunction.TAN,
            WholeFunction.FACTORIAL,
            WholeFunction.GCD,
            WholeFunction.LCM,
            DateFunction.TIMESTAMPDIFF,
            // Another expression when the rule is looked for: POWER(x, 0.5)
            RealFunction.SQRT,
            // Truth values and texts
            RealFunction.ISFINITE,
            RealFunction.ISINF,
            RealFunction.ISNAN,
            DateFunction.DAYNAME,
            DateFunction.MONTHNAME,
            DateFunction.STRFTIME);

    @Test
    void eachFunctionHasARangeOrNoneOnPurpose() {
        Set<ScalarFunction> without = Stream.of(
                        ArithmeticFunction.values(),
                        ChoiceFunction.values(),
                        RealFunction.values(),
                        WholeFunction.values(),
                        DateFunction.values())
                .<ScalarFunction>flatMap(Stream::of)
                .filter(function -> function.specification().range().equals(ResultRange.unknown()))
                .collect(Collectors.toSet());
        assertThat(without).containsExactlyInAnyOrderElementsOf(UNKNOWN);
    }

    @Test
    void eachRuleIsOfAFunction() {
        Set<ResultRange.Rule> used = new HashSet<>();
        for (ScalarFunction function : ScalarFunctions.all()) {
            if (function.specification().range() instanceof ResultRange.Ruled range) {
                used.add(range.rule());
            }
        }
        assertThat(used).isEqualTo(EnumSet.allOf(ResultRange.Rule.class));
    }

    /** What a value is once it is rounded must fit, not the value: 9.995 is 10.00. */
    @Test
    void whatIsRoundedFits() {
        RelDataType type = new SqlTypeFactoryImpl(RelDataTypeSystem.DEFAULT).createSqlType(SqlTypeName.DECIMAL, 3, 2);
        for (String end : List.of("0", "9.99", "9.994", "9.995", "9.999", "10", "-9.994", "-9.995", "-10")) {
            BigDecimal value = new BigDecimal(end);
            boolean fits = value.setScale(2, RoundingMode.HALF_UP).abs().compareTo(new BigDecimal("9.99")) <= 0;
            ValueRange range = ValueRange.atLeast(value).intersection(ValueRange.atMost(value));
            assertThat(FitRange.fits(range, type)).as(end).isEqualTo(fits);
        }
    }
}
