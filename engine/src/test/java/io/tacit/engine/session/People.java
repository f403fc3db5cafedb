package io.tacit.engine.session;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
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
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A table {@code t} of people's rows in a file of its own, with a column of each type that a state can be made of: uid,
 * g, x DOUBLE, d DECIMAL(12,2), i INTEGER, b BIGINT, w DECIMAL(38,10), s VARCHAR.
 */
@org.jspecify.annotations.NullUnmarked
final class People {
    static final int VICTIM = 4217;

    static final DuckDbSettings SETTINGS = new DuckDbSettings(1024, 2, message -> {});

    /** One thread gives groups in one order, so that noise from known bits is the same in every run. */
    static final DuckDbSettings IN_ORDER = new DuckDbSettings(1024, 1, message -> {});

    private final List<String> lines;

    private People(List<String> lines) {
        this.lines = lines;
    }

    static People of(String... lines) {
        return new People(List.of(lines));
    }

    static People of(List<String> lines) {
        return new People(List.copyOf(lines));
    }

    /** Thirty ordinary people with two rows each in groups a, b and c. */
    static People ordinary() {
        List<String> lines = new ArrayList<>();
        for (int uid = 1; uid <= 30; uid++) {
            for (int row = 0; row < 2; row++) {
                String group = String.valueOf((char) ('a' + (uid + row) % 3));
                lines.add(uid + "," + group + "," + uid * 0.5 + "," + uid + ".25," + uid + "," + uid * 1000L + "," + uid
                        + ".5,word" + uid);
            }
        }
        return new People(lines);
    }

    People with(String... more) {
        List<String> all = new ArrayList<>(lines);
        all.addAll(List.of(more));
        return new People(all);
    }

    People withFirst(String... more) {
        List<String> all = new ArrayList<>(List.of(more));
        all.addAll(lines);
        return new People(all);
    }

    People without(int uid) {
        return new People(
                lines.stream().filter(line -> !line.startsWith(uid + ",")).toList());
    }

    List<String> lines() {
        return lines;
    }

    SourceTable table(Path folder) {
        Path file;
        try {
            file = Files.createTempFile(folder, "people", ".csv");
            Files.writeString(file, "uid,g,x,d,i,b,w,s\n" + String.join("\n", lines) + "\n");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        List<Column> columns = List.of(
                Column.nullable("uid", ColumnType.BIGINT),
                Column.nullable("g", ColumnType.VARCHAR),
                Column.nullable("x", ColumnType.DOUBLE),
                Column.nullable("d", ColumnType.decimal(12, 2)),
                Column.nullable("i", ColumnType.INTEGER),
                Column.nullable("b", ColumnType.BIGINT),
                Column.nullable("w", ColumnType.decimal(38, 10)),
                Column.nullable("s", ColumnType.VARCHAR));
        return new SourceTable(
                new Table("t", columns, new Protection.UnitColumn("uid")),
                new Source.Csv(file, new CsvFormat(',', true)));
    }

    /** A session without noise, in which groups of two people appear. */
    TacitSession exactly(Path folder) {
        Defaults slack = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);
        return TacitSession.open(List.of(table(folder)), slack, SETTINGS, ZeroNoise::new);
    }
}
