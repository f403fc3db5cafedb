package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.audit.ReplayAudit.Mistakes;
import io.tacit.engine.audit.ReplayRuns.Level;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.walk.Walk;
import io.tacit.privacy.audit.Verdict;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.LongStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Somebody's query is replayed over people made up in the shape of their tables. */
@NullUnmarked
@Tag("walk")
class OwnTablesTest {
    private static final long SEED = 2024;
    private static final int DATABASES = Level.QUICK.databasesOfOne();

    private static final List<Table> TABLES = List.of(
            new Table(
                    "Visits",
                    List.of(
                            new Column("City", ColumnType.INTEGER, false),
                            Column.nullable("No", ColumnType.INTEGER).hiddenFromAnalysts(),
                            Column.nullable("at", ColumnType.TIMESTAMP),
                            Column.nullable("clock", ColumnType.TIME),
                            Column.nullable("day", ColumnType.DATE)
                                    .within(new RowBounds(BigDecimal.ZERO, BigDecimal.valueOf(365))),
                            Column.nullable("paid", ColumnType.BOOLEAN),
                            Column.nullable("kind", ColumnType.VARCHAR).among(new Domain(List.of("in", "out"))),
                            Column.nullable("code", ColumnType.VARCHAR)),
                    new Protection.UnitColumn(List.of("City", "No"))),
            new Table(
                    "lines",
                    List.of(
                            Column.nullable("visit", ColumnType.VARCHAR),
                            Column.nullable("line", ColumnType.BIGINT),
                            Column.nullable("price", ColumnType.decimal(5, 5))),
                    new Protection.ForeignKey("visit", "visits", "CODE")),
            new Table(
                    "notes",
                    List.of(Column.nullable("line", ColumnType.BIGINT), Column.nullable("t", ColumnType.VARCHAR)),
                    new Protection.ForeignKey("line", "lines", "line")));

    private static final List<String> QUERIES = List.of(
            "SELECT kind, COUNT(*, contribution_bounds_per_group => (0, 2)) FROM visits GROUP BY kind",
            "SELECT paid, SUM(price, contribution_bounds_per_group => (0, 1)) FROM visits JOIN lines ON code = visit"
                    + " GROUP BY paid",
            "SELECT t, COUNT(*) FROM notes GROUP BY t",
            "SELECT \"at\", clock, COUNT(*, contribution_bounds_per_group => (0, 1)) FROM visits GROUP BY \"at\","
                    + " clock");

    @Test
    void theyPass() {
        List<Verdict> verdicts = new ArrayList<>();
        ReplayRuns.of(QUERIES.get(0), TABLES, Defaults.STANDARD, Level.QUICK, InventedPlace.FILES, verdicts::add);
        // The others over databases that are opened once, of which half have their turn.
        List<Long> seeds =
                Walk.part(2, LongStream.range(SEED, SEED + DATABASES).boxed().toList());
        for (long seed : seeds) {
            ReplayRuns.run(
                    QUERIES.subList(1, QUERIES.size()),
                    TABLES,
                    Defaults.STANDARD,
                    seed,
                    Mistakes.NONE,
                    InventedPlace.FILES,
                    verdicts::add);
        }
        assertThat(verdicts)
                .hasSize(DATABASES + seeds.size() * (QUERIES.size() - 1))
                .allMatch(Verdict::passed)
                .allMatch(one -> one.trials() == 4);
    }

    @Test
    void whatIsRefusedIsNotReplayed() {
        assertThatThrownBy(() -> ReplayRuns.of(
                        "SELECT code FROM visits",
                        TABLES,
                        Defaults.STANDARD,
                        Level.QUICK,
                        InventedPlace.FILES,
                        verdict -> {}))
                .isInstanceOf(Refusal.class);
    }

    @Test
    void interruptingStopsIt() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> ReplayRuns.builtIn(Level.QUICK, verdict -> {}))
                .isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void rowsThatReferToAPersonsRowsAreThatPersons() {
        InventedPeople all = InventedPeople.random(TABLES, 5, 3);
        assertThat(all.people()).contains(0);
        assertThat(all.words(0)).contains("Visits: City=").contains("lines: visit=o");
        InventedPeople without = all.without(0);
        assertThat(without.words(0)).isEmpty();
        assertThat(without.size()).isLessThan(all.size());
        assertThat(all.shuffled(0, 9).size()).isEqualTo(all.size());
    }
}
