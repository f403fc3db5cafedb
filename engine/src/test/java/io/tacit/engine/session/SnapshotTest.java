package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.ForwardingBackend;
import io.tacit.engine.backend.RememberingBackend;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.backend.duckdb.DuckDbBackend;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.server.BesidePublicFiles;
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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A back end is told once where a run begins, before anything is asked of it; all that the run asks is of the same rows. */
@NullUnmarked
class SnapshotTest {
    private static final Defaults SLACK = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);
    private static final String TAKEN = "snapshot";

    @TempDir
    Path folder;

    /** Remembers what it was asked, in order. */
    private static final class Asked extends ForwardingBackend {
        private final List<String> asked = new ArrayList<>();

        Asked(Backend engine) {
            super(engine);
        }

        @Override
        public void takeSnapshot() {
            asked.add(TAKEN);
            super.takeSnapshot();
        }

        @Override
        public void check(String sql, int keyCount, int integerCount) {
            asked.add("check");
            super.check(sql, keyCount, integerCount);
        }

        @Override
        public void run(String sql, int keyCount, int integerCount, RowSink sink) {
            asked.add("run");
            super.run(sql, keyCount, integerCount, sink);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT COUNT(*, contribution_bounds_per_group => (0, 2)) AS n FROM t",
                "SELECT g, SUM(x) AS s FROM t GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (max_groups_contributed = AUTO) g, SUM(x) AS s FROM t GROUP"
                        + " BY g",
                "SELECT MEDIAN(x) AS m FROM t",
                "SELECT COUNT(*) AS n FROM t WHERE x > (SELECT AVG(x) FROM t)",
            })
    void aRunBeginsWithOne(String sql) {
        List<SourceTable> tables = List.of(People.ordinary().table(folder));
        try (AuditedRun audited = AuditedRun.open(tables, SLACK, People.SETTINGS);
                Asked engine = new Asked(DuckDbBackend.open(tables, People.SETTINGS))) {
            AuditedRun.Query query = audited.prepare(sql);
            for (int time = 1; time <= 2; time++) {
                engine.asked.clear();
                query.run(engine, ZeroNoise::new);
                assertThat(engine.asked)
                        .startsWith(TAKEN)
                        .contains("check", "run")
                        .containsOnlyOnce(TAKEN);
            }
        }
    }

    @Test
    void filesBesideAServerDoNotKeepItBack() throws IOException {
        Path file = Files.writeString(folder.resolve("public.csv"), "id\n1\n");
        SourceTable open = new SourceTable(
                new Table("open", List.of(Column.nullable("id", ColumnType.INTEGER)), new Protection.Public()),
                new Source.Csv(file, new CsvFormat(',', true)));
        SourceTable people = People.ordinary().table(folder);
        DuckDbEngine files = new DuckDbEngine(People.SETTINGS);
        List<Asked> opened = new ArrayList<>();
        try (Backend backend = BesidePublicFiles.open(
                List.of(people, open),
                tables -> {
                    opened.add(new Asked(DuckDbBackend.open(List.of(people), People.SETTINGS)));
                    return opened.get(0);
                },
                files)) {
            backend.takeSnapshot();
        }
        assertThat(opened.get(0).asked).containsExactly(TAKEN);
    }

    /** What is remembered was read of one snapshot, and what is read beside it must be, too. */
    @Test
    void rememberedRowsKeepTheirs() {
        List<SourceTable> tables = List.of(People.ordinary().table(folder));
        try (Asked engine = new Asked(DuckDbBackend.open(tables, People.SETTINGS))) {
            RememberingBackend remembering = new RememberingBackend(engine);
            remembering.takeSnapshot();
            remembering.run("SELECT COUNT(*)::HUGEINT FROM t", 0, 1, (keys, integers) -> {});
            remembering.takeSnapshot();
            remembering.forget();
            remembering.takeSnapshot();
            assertThat(engine.asked).containsExactly(TAKEN, "run", TAKEN);
        }
    }
}
