package io.tacit.engine.range;

import io.tacit.engine.sql.ResultRange;

/** The rule that computes what the specification of a function says of its range. */
final class RangeRules implements ResultRange.Visitor<ExpressionRange.Rule> {
    @Override
    public ExpressionRange.Rule unknown() {
        return (operands, call) -> ValueRange.UNKNOWN;
    }

    @Override
    public ExpressionRange.Rule between(ResultRange.Between range) {
        ValueRange always = RealRanges.between(range);
        return (operands, call) -> always;
    }

    @Override
    public ExpressionRange.Rule rising(ResultRange.Rising range) {
        return (operands, call) -> RealRanges.rising(range, operands, call);
    }

    @Override
    public ExpressionRange.Rule ruled(ResultRange.Rule rule) {
        return switch (rule) {
            case SUM -> ArithmeticRanges::plus;
            case DIFFERENCE -> ArithmeticRanges::minus;
            case PRODUCT -> ArithmeticRanges::times;
            case QUOTIENT -> ArithmeticRanges::quotient;
            case WHOLE_QUOTIENT -> ArithmeticRanges::wholeQuotient;
            case REMAINDER -> ArithmeticRanges::remainder;
            case OPPOSITE -> ArithmeticRanges::opposite;
            case MAGNITUDE -> ArithmeticRanges::magnitude;
            case SIGN -> ArithmeticRanges::sign;
            case POWER -> RealRanges::power;
            case ROUNDED -> RoundingRanges::rounded;
            case CUT -> RoundingRanges::cut;
            case FLOOR -> RoundingRanges::floor;
            case CEILING -> RoundingRanges::ceiling;
            case FIRST -> ChoiceRanges::first;
            case CASE -> ChoiceRanges::choice;
            case ANY -> ChoiceRanges::any;
            case LEAST -> ChoiceRanges::least;
            case GREATEST -> ChoiceRanges::greatest;
            case DATE_PART -> DateRanges::extracted;
            case DAYS -> DateRanges::days;
            case BEGINNINGS_BETWEEN -> DateRanges::beginningsBetween;
            case LAST_OF_MONTH -> DateRanges::lastOfMonth;
            case ANY_DATE -> (operands, call) -> DateRanges.ALL;
            case BEGINNING -> DateRanges::truncated;
        };
    }
}
