package io.tacit.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.ColumnValue;
import io.tacit.engine.backend.server.WorkValues;
import io.tacit.engine.catalog.ColumnType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Every value of Java in a column of every type: what goes to DuckDB and to servers is the same, exact, or refused. */
@NullUnmarked
class WorkTableValuesTest {
    private static final List<ColumnType> TYPES = List.of(
            ColumnType.BOOLEAN,
            ColumnType.INTEGER,
            ColumnType.BIGINT,
            ColumnType.decimal(5, 2),
            ColumnType.decimal(38, 0),
            ColumnType.DOUBLE,
            ColumnType.VARCHAR,
            ColumnType.DATE,
            ColumnType.TIME,
            ColumnType.TIMESTAMP);

    private static final List<Object> VALUES = List.of(
            true,
            false,
            0,
            Integer.MAX_VALUE,
            Integer.MIN_VALUE,
            2_147_483_648L,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            BigInteger.TWO,
            BigInteger.valueOf(Long.MIN_VALUE).subtract(BigInteger.ONE),
            new BigDecimal("7"),
            new BigDecimal("7.00"),
            new BigDecimal("1.5"),
            new BigDecimal("0.005"),
            new BigDecimal("0.125"),
            new BigDecimal("0.135"),
            new BigDecimal("-0.125"),
            new BigDecimal("-0.0049"),
            new BigDecimal("2.5"),
            new BigDecimal("-2.5"),
            0.1,
            -0.0,
            3.0,
            1e300,
            0.5f,
            "",
            "1",
            "it's \"one\"",
            LocalDate.of(2024, 2, 29),
            LocalTime.of(23, 59, 59, 1_000),
            LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_000));

    private static Optional<BigDecimal> exact(Object value) {
        return value instanceof Integer
                        || value instanceof Long
                        || value instanceof BigInteger
                        || value instanceof BigDecimal
                ? Optional.of(new BigDecimal(value.toString()))
                : Optional.empty();
    }

    private static Optional<Object> whole(Object value, long least, long most) {
        return exact(value)
                .filter(number -> number.remainder(BigDecimal.ONE).signum() == 0)
                .filter(number -> number.compareTo(BigDecimal.valueOf(least)) >= 0
                        && number.compareTo(BigDecimal.valueOf(most)) <= 0)
                .map(BigDecimal::toBigInteger);
    }

    /** What the column must get; none where it has no such value. */
    private static Optional<Object> wanted(Object value, ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN -> Optional.of(value).filter(Boolean.class::isInstance);
            case INTEGER -> whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
            case DECIMAL ->
                exact(value)
                        .map(number -> number.abs()
                                .movePointRight(type.scale())
                                .add(new BigDecimal("0.5"))
                                .setScale(0, RoundingMode.FLOOR)
                                .movePointLeft(type.scale())
                                .setScale(type.scale())
                                .multiply(BigDecimal.valueOf(number.signum() < 0 ? -1 : 1)));
            case DOUBLE ->
                Optional.of(value).filter(Number.class::isInstance).map(number -> ((Number) number).doubleValue());
            case VARCHAR -> Optional.of(value).filter(String.class::isInstance);
            case DATE -> Optional.of(value).filter(LocalDate.class::isInstance);
            case TIME -> Optional.of(value).filter(LocalTime.class::isInstance);
            case TIMESTAMP -> Optional.of(value).filter(LocalDateTime.class::isInstance);
        };
    }

    private static Optional<String> made(Supplier<Object> made) {
        try {
            return Optional.of(
                    made.get() instanceof BigDecimal number
                            ? number.toPlainString()
                            : made.get().toString());
        } catch (IllegalArgumentException refused) {
            return Optional.empty();
        }
    }

    @Test
    void aValueIsExactlyThatOfTheColumnOrRefused() {
        List<String> taken = new ArrayList<>();
        for (ColumnType type : TYPES) {
            for (Object value : VALUES) {
                Optional<String> wanted = wanted(value, type)
                        .map(made -> made instanceof BigDecimal number ? number.toPlainString() : made.toString());
                String what = value.getClass().getSimpleName() + " " + value + " as " + type;
                assertThat(made(() -> ColumnValue.of(value, type)))
                        .as("DuckDB: " + what)
                        .isEqualTo(wanted);
                assertThat(made(() -> WorkValues.text(value, type)))
                        .as("server: " + what)
                        .isEqualTo(wanted);
                wanted.ifPresent(text -> taken.add(what));
            }
        }
        assertThat(taken).hasSizeGreaterThan(60);
    }
}
