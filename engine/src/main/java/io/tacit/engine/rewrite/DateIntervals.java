package io.tacit.engine.rewrite;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.type.SqlTypeName;

/** Parts of dates: those that come round again have the same values in every year. */
final class DateIntervals {
    private DateIntervals() {}

    static void register(Map<String, ExpressionInterval.Rule> rules) {
        rules.put("EXTRACT", (operands, call) -> FitInterval.fitted(part(operands, call), call.getType()));
    }

    private static ValueInterval part(ExpressionInterval operands, RexCall call) {
        TimeUnitRange part =
                Objects.requireNonNull(((RexLiteral) call.getOperands().get(0)).getValueAs(TimeUnitRange.class));
        SqlTypeName type = call.getOperands().get(1).getType().getSqlTypeName();
        return switch (part) {
            case QUARTER -> ValueInterval.of(1, 4);
            case MONTH -> ValueInterval.of(1, 12);
            case WEEK -> ValueInterval.of(1, 53);
            case DOY -> ValueInterval.of(1, 366);
            case DAY -> ValueInterval.of(1, 31);
            case DOW -> ValueInterval.of(0, 6);
            case ISODOW -> ValueInterval.of(1, 7);
            // A time of day may be 24:00.
            case HOUR -> ValueInterval.of(0, type == SqlTypeName.TIME ? 24 : 23);
            case MINUTE -> ValueInterval.of(0, 59);
            case SECOND -> ValueInterval.of(0, 59);
            case MILLISECOND -> ValueInterval.of(0, 59_999);
            case MICROSECOND -> ValueInterval.of(0, 59_999_999);
            case YEAR -> type == SqlTypeName.DATE ? years(operands.of(call, 1)) : ValueInterval.UNKNOWN;
            default -> ValueInterval.UNKNOWN;
        };
    }

    private static ValueInterval years(ValueInterval days) {
        return days.rising(DateIntervals::year, DateIntervals::year);
    }

    private static Optional<BigDecimal> year(BigDecimal day) {
        return Optional.of(
                BigDecimal.valueOf(LocalDate.ofEpochDay(day.longValueExact()).getYear()));
    }
}
