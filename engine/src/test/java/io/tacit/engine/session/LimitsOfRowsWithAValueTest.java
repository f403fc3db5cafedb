package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.release.ZeroNoise;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A column in which few rows have a value, beside thousands of rows that have none: what is asked of it has a limit of the rows
 * with a value, not of all rows, and the limit is said. Walked over the aggregates and both types, without noise.
 */
@NullUnmarked
class LimitsOfRowsWithAValueTest {
    private static final int PEOPLE = 4000;

    @TempDir
    static Path folder;

    private static TacitSession session;

    @BeforeAll
    static void people() throws IOException {
        StringBuilder lines = new StringBuilder("id,basket,price\n");
        for (int person = 0; person < PEOPLE; person++) {
            int rows = person < 60 ? 200 : 3;
            for (int row = 0; row < rows; row++) {
                boolean buys = row == 0 && person >= PEOPLE / 2;
                lines.append(person)
                        .append(buys ? "," + (person % 40) + "," + (person % 7) + ".5" : ",,")
                        .append('\n');
            }
        }
        Path file = Files.writeString(folder.resolve("v.csv"), lines);
        SourceTable table = new SourceTable(
                new Table(
                        "v",
                        List.of(
                                Column.nullable("id", ColumnType.INTEGER),
                                Column.nullable("basket", ColumnType.INTEGER),
                                Column.nullable("price", ColumnType.DOUBLE)),
                        new Protection.UnitColumn("id")),
                new Source.Csv(file, new CsvFormat(',', true)));
        Defaults defaults = new Defaults(
                BigDecimal.ONE,
                new BigDecimal("1e-8"),
                Optional.empty(),
                0.95,
                Optional.empty(),
                Optional.empty(),
                1,
                true);
        session = TacitSession.open(List.of(table), defaults, People.SETTINGS, ZeroNoise::new);
    }

    @AfterAll
    static void close() {
        session.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "COUNT(basket)",
                "AVG(basket)",
                "MEDIAN(basket)",
                "MAX(basket)",
                "STDDEV(basket)",
                "CORR(basket, price)",
                "COUNT(price), AVG(price)",
                "AVG(price), MEDIAN(price), COUNT(price)",
                "COUNT(basket), AVG(price)",
                "SUM(basket), AVG(basket)"
            })
    void theLimitIsThatOfRowsWithAValue(String aggregates) {
        Answer answer = session.query("SELECT " + aggregates + " FROM v");
        List<BoundsReport> limits = answer.releases().get(0).aggregates().stream()
                .flatMap(aggregate -> aggregate.ends().stream())
                .filter(bounds -> bounds.of().startsWith("rows"))
                .toList();
        assertThat(limits).as(aggregates).isNotEmpty().allSatisfy(bounds -> {
            assertThat(bounds.high()).isIn("1", "2");
        });
        if (aggregates.startsWith("COUNT")) {
            assertThat(Double.parseDouble(
                            String.valueOf(answer.rows().get(0).values().get(0))))
                    .isBetween(0.98 * PEOPLE / 2, 1.02 * PEOPLE / 2);
        }
    }
}
