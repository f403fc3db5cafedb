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
import java.util.Random;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Keys whose structure allows far more groups than a table has, as the months of all years: what the structure allows is
 * no guess of how many groups there are, and C_u leaves out little. Walked over the forms of such keys, without noise.
 */
@NullUnmarked
class GroupsOfWideKeysTest {
    private static final int ROWS = 20_000;

    @TempDir
    static Path folder;

    private static TacitSession session;

    @BeforeAll
    static void people() throws IOException {
        Random random = new Random(1);
        StringBuilder lines = new StringBuilder("id,day,quantity\n");
        for (int row = 0; row < ROWS; row++) {
            lines.append(random.nextInt(4000))
                    .append(",2024-%02d-%02d,".formatted(1 + random.nextInt(12), 1 + random.nextInt(28)))
                    .append(random.nextInt(12) * 10)
                    .append('\n');
        }
        Path file = Files.writeString(folder.resolve("v.csv"), lines);
        SourceTable table = new SourceTable(
                new Table(
                        "v",
                        List.of(
                                Column.nullable("id", ColumnType.INTEGER),
                                Column.nullable("day", ColumnType.DATE),
                                Column.nullable("quantity", ColumnType.INTEGER)),
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
                "DATE_TRUNC('month', day)",
                "DATE_TRUNC('quarter', day)",
                "DATE_TRUNC('week', day)",
                "DATE_TRUNC('year', day)",
                "DATE_TRUNC('decade', day)",
                "LAST_DAY(day)",
                "DATE_TRUNC('month', day) + INTERVAL '1' DAY",
                "EXTRACT(MONTH FROM day)",
                "CAST(EXTRACT(MONTH FROM day) AS BIGINT) % 1000",
                "quantity % 70",
                "FLOOR(quantity / 10)",
                "quantity % 1000"
            })
    void littleIsLeftOut(String key) {
        for (String aggregate : List.of("COUNT(*)", "SUM(1)", "COUNT(quantity)")) {
            Answer answer = session.query("SELECT " + key + " AS k, " + aggregate + " AS n FROM v GROUP BY k");
            double counted = answer.rows().stream()
                    .mapToDouble(row ->
                            Double.parseDouble(String.valueOf(row.values().get(1))))
                    .sum();
            assertThat(counted).as("%s by %s", aggregate, key).isBetween(0.9 * ROWS, 1.05 * ROWS);
        }
    }
}
