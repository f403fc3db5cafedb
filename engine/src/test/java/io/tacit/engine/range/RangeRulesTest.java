package io.tacit.engine.range;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.sql.ScalarOperators;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Rules of value ranges and operators name each other: an operator that is renamed does not lose its range unnoticed. */
class RangeRulesTest {
    /** What has no range, and why. */
    private static final Set<String> UNKNOWN = Set.of(
            // Truth values
            "ALL",
            "AND",
            "ARRAY_CONTAINS",
            "BETWEEN",
            "EQUALS",
            "EXISTS",
            "GREATER_THAN",
            "GREATER_THAN_OR_EQUAL",
            "IN",
            "ISFINITE",
            "ISINF",
            "ISNAN",
            "IS_DISTINCT_FROM",
            "IS_FALSE",
            "IS_NOT_DISTINCT_FROM",
            "IS_NOT_FALSE",
            "IS_NOT_NULL",
            "IS_NOT_TRUE",
            "IS_NULL",
            "IS_TRUE",
            "LESS_THAN",
            "LESS_THAN_OR_EQUAL",
            "LIKE",
            "NOT",
            "NOT_EQUALS",
            "NOT_IN",
            "OR",
            "REGEXP_LIKE",
            "REGEXP_MATCHES",
            "SIMILAR",
            "SOME",
            "STARTS_WITH",
            // Texts
            "CONCAT",
            "DAYNAME",
            "JSON_EXTRACT_STRING",
            "JSON_VALUE",
            "LEFT",
            "LOWER",
            "LTRIM",
            "MONTHNAME",
            "REGEXP_REPLACE",
            "REPLACE",
            "RIGHT",
            "RTRIM",
            "SPLIT_PART",
            "STRFTIME",
            "SUBSTRING",
            "TRIM",
            "UPPER",
            "||",
            // Arrays and tuples
            "$TUPLE",
            "ARRAY_VALUE_CONSTRUCTOR",
            "ITEM",
            "SPLIT",
            // Lengths and places in texts and arrays
            "CARDINALITY",
            "CHAR_LENGTH",
            "LENGTH",
            "POSITION",
            "STRPOS",
            // Not monotone, with a pole, or seldom bounded
            "ACOSH",
            "ASINH",
            "ATANH",
            "COSH",
            "COT",
            "EVEN",
            "FACTORIAL",
            "GAMMA",
            "GCD",
            "LCM",
            "LGAMMA",
            "NEXTAFTER",
            "SINH",
            "TAN",
            "TIMESTAMPDIFF",
            // Another expression when the rule is looked for: a join, and POWER(x, 0.5)
            "SCALAR_QUERY",
            "SQRT");

    @Test
    void eachOperatorHasARuleOrNoneOnPurpose() {
        Set<String> without = new TreeSet<>(operators());
        without.removeAll(ExpressionRange.keys());
        assertThat(without).isEqualTo(new TreeSet<>(UNKNOWN));
    }

    @Test
    void eachRuleIsOfAnOperator() {
        Set<String> unused = new TreeSet<>(ExpressionRange.keys());
        unused.removeAll(operators());
        assertThat(unused).isEmpty();
    }

    private static Set<String> operators() {
        return ScalarOperators.all().stream().map(ExpressionRange::key).collect(Collectors.toSet());
    }
}
