package io.tacit.engine.backend.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.ColumnType;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** A column of a file is read as a type that holds all its values: what does not fit would be NULL. */
@NullUnmarked
class StoredTypeTest {
    /** DuckDB's whole numbers, with the largest of each; its least are no further from 0, but by one. */
    private static final Map<String, String> LARGEST = Map.of(
            "TINYINT", "127",
            "SMALLINT", "32767",
            "INTEGER", "2147483647",
            "BIGINT", "9223372036854775807",
            "UTINYINT", "255",
            "USMALLINT", "65535",
            "UINTEGER", "4294967295",
            "UBIGINT", "18446744073709551615");

    private static BigInteger largest(ColumnType type) {
        return switch (type.kind()) {
            case INTEGER -> BigInteger.valueOf(Integer.MAX_VALUE);
            case BIGINT -> BigInteger.valueOf(Long.MAX_VALUE);
            case DECIMAL -> BigInteger.TEN.pow(type.precision() - type.scale()).subtract(BigInteger.ONE);
            default -> BigInteger.ZERO;
        };
    }

    @Test
    void wholeNumbersFit() {
        LARGEST.forEach(
                (stored, largest) -> assertThat(largest(StoredType.read(stored).orElseThrow()))
                        .as(stored)
                        .isGreaterThanOrEqualTo(new BigInteger(largest)));
    }
}
