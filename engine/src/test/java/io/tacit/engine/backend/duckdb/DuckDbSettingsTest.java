package io.tacit.engine.backend.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.postgres.PostgresEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Settings that are made of others differ from these in what was asked for, and in nothing else. */
@NullUnmarked
class DuckDbSettingsTest {
    private final List<String> own = new ArrayList<>();
    private final List<String> other = new ArrayList<>();
    private final Path spill = Path.of("spill");
    private final List<String> notes = new ArrayList<>();
    private final DuckDbSettings settings = new DuckDbSettings(65, 3, own::add, notes::add, Optional.of(spill));

    private static List<Object> limits(DuckDbSettings settings) {
        return List.of(settings.memoryLimitMebibytes(), settings.threads(), settings.spill());
    }

    @Test
    void oneMoreLogIsToldTheSame() {
        DuckDbSettings both = settings.alsoTelling(other::add);
        both.ownerLog().accept("secret");
        assertThat(own).isEqualTo(other).containsExactly("secret");
        assertThat(limits(both)).isEqualTo(limits(settings));
    }

    @Test
    void anotherLogIsToldAlone() {
        DuckDbSettings instead = settings.withOwnerLog(other::add);
        instead.ownerLog().accept("secret");
        assertThat(own).isEmpty();
        assertThat(other).containsExactly("secret");
        assertThat(limits(instead)).isEqualTo(limits(settings));
    }

    /** What is noticed while a file is read goes to a log of a policy, too, and where settings say. */
    @Test
    void notesGoWhereTheyAreSent() {
        settings.alsoTelling(other::add).notes().accept("one");
        assertThat(notes).isEqualTo(other).containsExactly("one");
        settings.withOwnerLog(other::add)
                .within(OptionalLong.of(99), Optional.empty())
                .notes()
                .accept("two");
        assertThat(notes).containsExactly("one", "two");
        settings.withNotes(other::add).notes().accept("three");
        assertThat(notes).hasSize(2);
        assertThat(other).containsExactly("one", "three");
        assertThat(own).isEmpty();
        assertThat(limits(settings.withNotes(other::add))).isEqualTo(limits(settings));
    }

    @Test
    void otherLimitsStandForThoseThatAreGiven() {
        Path elsewhere = Path.of("elsewhere");
        for (OptionalLong memory : List.of(OptionalLong.empty(), OptionalLong.of(99))) {
            for (Optional<Path> folder : List.of(Optional.<Path>empty(), Optional.of(elsewhere))) {
                DuckDbSettings within = settings.within(memory, folder);
                assertThat(limits(within)).containsExactly(memory.orElse(65), 3, Optional.of(folder.orElse(spill)));
                within.ownerLog().accept("told");
            }
        }
        assertThat(own).hasSize(4);
        assertThat(new DuckDbSettings(65, 3, own::add)
                        .within(OptionalLong.empty(), Optional.empty())
                        .spill())
                .isEmpty();
    }

    @Test
    void tooLittleIsRefused() {
        assertThat(limits(new DuckDbSettings(64, 1, own::add))).containsExactly(64L, 1, Optional.empty());
        for (int[] wrong : new int[][] {{63, 1}, {64, 0}, {0, 1}, {-1, -1}}) {
            assertThatThrownBy(() -> new DuckDbSettings(wrong[0], wrong[1], own::add))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> settings.within(OptionalLong.of(63), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** At least a gibibyte, and twice what Java may take; all processors. */
    @Test
    void standardSettingsFollowTheMachine() {
        long heap = Runtime.getRuntime().maxMemory() / 1024 / 1024;
        assertThat(limits(DuckDbSettings.standard()))
                .containsExactly(
                        Math.max(1024, heap * 2), Runtime.getRuntime().availableProcessors(), Optional.empty());
    }

    /** An engine of servers passes all of them on to the engine for files. */
    @Test
    void enginesTellOneMoreLog() {
        DuckDbEngine files = new DuckDbEngine(settings);
        assertThat(limits(((DuckDbEngine) files.alsoTelling(other::add)).settings()))
                .isEqualTo(limits(settings));
        DataEngine both =
                new PostgresEngine(files, 7, message -> own.add("server: " + message)).alsoTelling(other::add);
        PostgresEngine engine = (PostgresEngine) both;
        assertThat(engine.seconds()).isEqualTo(7);
        engine.ownerLog().accept("one");
        ((DuckDbEngine) engine.files()).settings().ownerLog().accept("two");
        assertThat(own).containsExactly("server: one", "two");
        assertThat(other).containsExactly("one", "two");
    }

    /** Words of the engine that a value quotes are not its own. */
    @Test
    void memoryThatIsUsedUpHasAName() {
        DuckDbSettings small = new DuckDbSettings(64, 1, own::add);
        try (EmbeddedDuckDb database = EmbeddedDuckDb.open(List.of(), small)) {
            assertThatThrownBy(() -> database.execute("SELECT length(list(range)) FROM range(40000000)"))
                    .hasMessageContaining("memory is used up")
                    .hasMessageContaining("limits.memory");
            assertThat(own).singleElement().asString().startsWith("Out of Memory Error");
            assertThatThrownBy(() -> database.execute("SELECT CAST('Out of Memory Error: x' AS INTEGER)"))
                    .hasMessageContaining("could not run this query");
            database.execute("SELECT 1");
        }
    }
}
