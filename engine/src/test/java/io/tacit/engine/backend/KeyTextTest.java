package io.tacit.engine.backend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.ColumnType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is no key's text; what is, the contract of back ends shows. */
class KeyTextTest {
    /** Whatever is not the one text of a value is refused, and not named. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "BOOLEAN, t",
                "BOOLEAN, TRUE",
                "INTEGER, 01",
                "INTEGER, +1",
                "INTEGER, -0",
                "INTEGER, 2147483648",
                "INTEGER, ٣",
                "BIGINT, 1.0",
                "DOUBLE, +1",
                "DOUBLE, .5",
                "DOUBLE, 1.",
                "DOUBLE, 1E16",
                "DOUBLE, 1e16",
                "DOUBLE, -0.0",
                "DOUBLE, -0",
                "DOUBLE, NaN",
                "DOUBLE, nan",
                "DOUBLE, Infinity",
                "DOUBLE, infinity",
                "DOUBLE, 0x1p3",
                "DOUBLE, 1.0d",
                "DOUBLE, 1e+999",
                "DOUBLE, -1e+400",
                "DOUBLE, A.07e+242",
                "DATE, 2024-02-30",
                "DATE, 2024-2-3",
                "DATE, 02024-02-03",
                "DATE, 0000-01-01",
                "DATE, 99999999-01-01",
                "DATE, 2024-02-03 00:00:00",
                "TIME, 24:00:00",
                "TIME, 01:02",
                "TIME, 01:02:03.10",
                "TIMESTAMP, 2024-02-03",
                "TIMESTAMP, 2024-02-03T00:00:00",
                "TIMESTAMP, 2024-02-03 00:00:00+00"
            })
    void otherTextsAreRefused(ColumnType.Kind kind, String text) {
        ColumnType type = new ColumnType(kind, 0, 0);
        assertThatThrownBy(() -> KeyText.value(text, type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a key is not the text of a " + type)
                .hasNoCause();
    }

    @Test
    void otherDecimalsAreRefused() {
        ColumnType type = ColumnType.decimal(4, 2);
        for (String text : List.of(".50", "0.5", "0.500", "-0.00", "00.50", "123.00", "1", "1e2", "")) {
            assertThatThrownBy(() -> KeyText.value(text, type)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
