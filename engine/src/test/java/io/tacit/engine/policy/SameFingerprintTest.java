package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What does not change an answer does not make anybody pay for it again. */
@NullUnmarked
class SameFingerprintTest {
    @TempDir
    private Path folder;

    /** Numbers however they are written, tables in any order, and all of it in another folder: the answers are the same. */
    @Test
    void whatIsWrittenOtherwiseCountsAlike() {
        List<String> ones = List.of("1", "1.0", "1.00", "1E0", "0.1e1", "10e-1");
        List<String> hundreds = List.of("100", "1e2", "100.0", "1E+2", "10E1", "1000e-1");
        List<Path> folders =
                List.of(folder, folder.resolve("x"), folder.resolve("../y/z"), Path.of("a"), folder, folder);
        List<String> prints = new ArrayList<>();
        for (int i = 0; i < ones.size(); i++) {
            BigDecimal one = new BigDecimal(ones.get(i));
            BigDecimal hundred = new BigDecimal(hundreds.get(i));
            Column column = new Column(
                    "c", ColumnType.DOUBLE, true, Optional.of(new RowBounds(one, hundred)), Optional.empty(), false);
            List<SourceTable> tables = new ArrayList<>();
            for (String name : List.of("a", "b")) {
                Path file = folders.get(i).resolve("data").resolve(name + ".parquet");
                Table table = new Table(name, List.of(column), new Protection.UnitColumn("c"), List.of());
                tables.add(i % 2 == 0 ? tables.size() : 0, new SourceTable(table, new Source.Parquet(file)));
            }
            prints.add(Fingerprint.of(
                    folders.get(i),
                    "shop",
                    tables,
                    new Defaults(one, one.movePointLeft(8), 5, 0.95, Optional.empty(), Optional.empty(), 2),
                    new QueryCeiling(Optional.of(hundred), Optional.of(one.movePointLeft(6)), OptionalLong.of(9), 2)));
        }
        assertThat(prints.stream().distinct()).hasSize(1);
    }
}
