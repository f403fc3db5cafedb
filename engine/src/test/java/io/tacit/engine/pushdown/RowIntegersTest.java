package io.tacit.engine.pushdown;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.rewrite.RowCount;
import io.tacit.engine.rewrite.ValueColumn;
import io.tacit.privacy.mechanism.Unit;
import java.math.BigInteger;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RowIntegersTest {
    /** No sum of a trillion people of any type and limit is beyond the 38 digits of a decimal that adds it up. */
    @Test
    void whatIsAddedInItsOwnTypeFits() {
        BigInteger people = BigInteger.ONE.shiftLeft(40);
        int decided = 0;
        for (int precision = 1; precision <= 38; precision++) {
            for (int scale = 0; scale <= Math.min(precision, 12); scale++) {
                RowIntegers integers = new RowIntegers(
                        DuckDbDialect.DIALECT,
                        new ValueColumn(
                                0,
                                new RowCount(List.of(), OptionalInt.empty()),
                                ColumnType.decimal(precision, scale),
                                new Unit.DecimalUnit(scale)));
                for (int digits = 0; digits <= 30; digits++) {
                    BigInteger magnitude = BigInteger.TEN.pow(digits);
                    if (integers.addsInOwnType(magnitude)) {
                        decided++;
                        // Narrow decimals become whole units by a product; of others the point is taken away.
                        BigInteger product = BigInteger.TEN.pow(precision + scale <= 28 ? scale : 0);
                        assertThat(magnitude.multiply(product).multiply(people))
                                .as("DECIMAL(" + precision + "," + scale + ") up to " + magnitude)
                                .isLessThan(BigInteger.TEN.pow(38));
                    }
                }
            }
        }
        assertThat(decided).isGreaterThan(1000);
    }
}
