package io.tacit.engine.sql;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;

/**
 * Dates and times that are written as constants: {@code DATE '2024-12-31'}, {@code TIMESTAMP '2024-12-31 23:59:59'}.
 */
final class ConstantTime {
    private static final int LAST_YEAR = 9999;

    private ConstantTime() {}

    /** The microseconds since 1970-01-01, for the years 1 to 9999; empty for anything that is not such a constant. */
    static Optional<BigDecimal> of(SqlNode node) {
        if (!(node instanceof SqlUnknownLiteral literal)) {
            return Optional.empty();
        }
        String text = literal.getValueAs(String.class).strip();
        try {
            return switch (literal.tag) {
                case "DATE" -> micros(LocalDate.parse(text).atStartOfDay());
                case "TIMESTAMP" -> micros(LocalDateTime.parse(text.replace(' ', 'T')));
                default -> Optional.empty();
            };
        } catch (DateTimeParseException noDate) {
            return Optional.empty();
        }
    }

    private static Optional<BigDecimal> micros(LocalDateTime time) {
        if (time.getYear() < 1 || time.getYear() > LAST_YEAR) {
            return Optional.empty();
        }
        return Optional.of(BigDecimal.valueOf(ChronoUnit.MICROS.between(LocalDate.EPOCH.atStartOfDay(), time)));
    }
}
