package io.tacit.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.duckdb.FailingEngine;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sandbox whose database fails within itself, as DuckDB truly does, has another one for the next query. */
@NullUnmarked
class FailedSandboxTest {
    private static final List<ColumnType> TYPES = List.of(ColumnType.BIGINT);
    private static final List<ResultType> RESULT = List.of(ResultType.of(ColumnType.BIGINT));
    private static final Table OPEN =
            new Table("open", List.of(Column.nullable("c", ColumnType.BIGINT)), new Protection.Public());

    @TempDir
    Path folder;

    @Test
    void theNextQueryDeclaresAnewAndIsAnswered() {
        FailingEngine engine = new FailingEngine(folder, new DuckDbSettings(256, 1, message -> {}));
        try (Sandbox sandbox = Sandbox.over(() -> engine.database(List.of()))) {
            sandbox.show(OPEN, List.<Object[]>of(new Object[] {"7"}));
            sandbox.load("r", TYPES, 0, List.<Object[]>of(new Object[] {1L}));
            assertThat(sandbox.shows(OPEN)).isTrue();
            engine.breakNow();

            assertThatThrownBy(() -> sandbox.run("SELECT c0 FROM r", RESULT)).isInstanceOf(Refusal.class);
            assertThat(sandbox.shows(OPEN))
                    .as("its rows are gone, and are copied anew")
                    .isFalse();
            sandbox.show(OPEN, List.<Object[]>of(new Object[] {"7"}));
            sandbox.load("r", TYPES, 0, List.<Object[]>of(new Object[] {2L}));
            assertThat(sandbox.run("SELECT c0 + c FROM r CROSS JOIN open", RESULT))
                    .containsExactly(new Object[] {9L});
            assertThat(engine.opened()).isEqualTo(2);
        }
    }
}
