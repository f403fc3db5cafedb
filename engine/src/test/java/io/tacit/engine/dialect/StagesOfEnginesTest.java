package io.tacit.engine.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.dialect.spark.SparkDialect;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every engine's SQL must keep of the order in which a person's groups are limited. */
@NullUnmarked
class StagesOfEnginesTest {
    static List<Dialect> dialects() {
        return List.of(DuckDbDialect.DIALECT, PostgresDialect.DIALECT, SparkDialect.DIALECT);
    }

    /** Where hashes tie, the keys decide; otherwise which groups stay would depend on how other people's rows lie. */
    @ParameterizedTest
    @MethodSource("dialects")
    void tiesAreBrokenByAllKeys(Dialect dialect) {
        String place = dialect.stages().place(List.of("u"), "u", List.of("h", "k0", "k1"), 3);
        assertThat(place).containsPattern("ORDER BY (?:u, )?h, k0, k1\\)");
    }

    /** As many rows of each stay as may, and the number stands in what is compared. */
    @ParameterizedTest
    @MethodSource("dialects")
    void soManyRowsStay(Dialect dialect) {
        StageSql stages = dialect.stages();
        String place = stages.place(List.of("u"), "u", List.of("h"), 3);
        assertThat(place + " " + stages.isFirst("u", 3))
                .matches("lag\\(u, 3\\) .* b IS DISTINCT FROM u|row_number\\(\\) .*PARTITION BY u .* b <= 3");
    }

    /** The texts of keys are told apart sign by sign, whatever a column's collation says. */
    @ParameterizedTest
    @MethodSource("dialects")
    void keysHaveTheCollationOfBytes(Dialect dialect) {
        assertThat(dialect.keys().canonical("c", ColumnType.VARCHAR))
                .containsPattern("(?i)COLLATE \"(?:C|binary)\"|'UTF8_BINARY'");
    }

    /** Engines group the two zeros together and show either: which one, the order of rows would decide. */
    @ParameterizedTest
    @MethodSource("dialects")
    void keysHaveOneZero(Dialect dialect) {
        assertThat(dialect.keys().canonical("c", ColumnType.DOUBLE)).containsPattern("c \\+ CAST\\(0 AS (?i)double");
    }

    /** NaN is no key, of which some engines have several. */
    @ParameterizedTest
    @MethodSource("dialects")
    void keysHaveNoNan(Dialect dialect) {
        assertThat(dialect.keys().canonical("c", ColumnType.DOUBLE)).containsPattern("(?i)nan.*(?:NULL|\\))");
        assertThat(dialect.keys().finite("c", ColumnType.DOUBLE)).containsPattern("(?i)nan");
    }

    /** Sums of whole numbers of 64 bits are wider, so that none is an error: by the engine itself or by a cast. */
    @Test
    void sumsAreWiderThanTheirNumbers() {
        assertThat(SparkDialect.DIALECT.wholeNumbers().addend("c")).contains("DECIMAL(38,0)");
    }
}
