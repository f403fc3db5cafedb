package io.tacit.engine.session;

import io.tacit.engine.audit.InventedPlace;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.pushdown.PushedDownSql;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.FeedReleases;
import io.tacit.engine.release.ReleaseRows;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.release.ZeroNoise;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** {@link HostilePeople}, the same in another order, and the same without each of them. */
@org.jspecify.annotations.NullUnmarked
final class HostileNeighbours implements AutoCloseable {
    /** Little noise: what is released and read by another release then holds something. */
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 2, 0.95);

    private static final DataEngine ENGINES = EngineOfSources.with(HostilePeople.SETTINGS);

    private final PrepareQuery prepare;
    private final Backend whole;
    private final Backend shuffled;
    private final Map<List<String>, Backend> without = new LinkedHashMap<>();

    HostileNeighbours(HostilePeople.Unit unit, long seed, Path folder, InventedPlace place) throws IOException {
        HostilePeople people = HostilePeople.random(unit, new SplittableRandom(seed));
        List<SourceTable> tables = place.put(people.tables(folder.resolve("whole")));
        prepare = prepare(tables);
        whole = ENGINES.open(tables);
        shuffled = ENGINES.open(place.put(people.shuffled(seed).tables(folder.resolve("shuffled"))));
        for (List<String> person : unit.people()) {
            Path own = folder.resolve("without" + without.size());
            without.put(person, ENGINES.open(place.put(people.without(person).tables(own))));
        }
    }

    private static PrepareQuery prepare(List<SourceTable> tables) {
        return new PrepareQuery(
                new Catalog(tables.stream().map(SourceTable::table).toList()),
                DEFAULTS,
                QueryCeiling.NONE,
                ENGINES.holding(tables).dialect());
    }

    /** What plans queries over such people. */
    static PrepareQuery planning(HostilePeople.Unit unit, Path folder) throws IOException {
        return prepare(HostilePeople.random(unit, new SplittableRandom(1)).tables(folder));
    }

    PreparedQuery prepare(String sql) {
        return prepare.prepare(sql);
    }

    /** Whether the engine refuses an accepted query before its charge, because it has no plan of it. */
    boolean isUnplanned(PreparedQuery query) {
        try {
            for (PreparedRelease release : query.releases()) {
                ReleaseRows.prepare(release.calibration(), release.sql(), whole);
                release.queries().forEach(step -> whole.check(step.sql(), step.keyCount(), step.integerCount()));
            }
            return false;
        } catch (Refusal refusal) {
            return refusal.code() == ErrorCode.SUBQUERY;
        }
    }

    /** What is wrong with an accepted query; empty if nothing is. */
    List<String> wrong(PreparedQuery query) {
        List<String> wrong = new ArrayList<>();
        try {
            for (int i = 0; i < query.releases().size(); i++) {
                compare(query, i, wrong);
                if (query.releases().get(i).fed()) {
                    feed(query, i);
                }
            }
        } finally {
            query.releases().stream()
                    .filter(PreparedRelease::fed)
                    .map(PreparedRelease::name)
                    .forEach(name -> {
                        whole.dropWorkTable(name);
                        shuffled.dropWorkTable(name);
                        without.values().forEach(backend -> backend.dropWorkTable(name));
                    });
        }
        return wrong;
    }

    private void compare(PreparedQuery query, int release, List<String> wrong) {
        ExactStates all = measure(query, release, whole);
        ExactStates other = measure(query, release, shuffled);
        if (!all.integers().equals(other.integers())
                || !all.excess(other, 1_000_000).isEmpty()) {
            wrong.add("release " + release + ": another order of rows gives other integers");
        }
        without.forEach((person, backend) -> all.excess(measure(query, release, backend))
                .forEach(excess -> wrong.add("release " + release + " without " + person + ": " + excess)));
        compareLeftovers(query, release, all, wrong);
    }

    private static ExactStates measure(PreparedQuery query, int release, Backend backend) {
        return ExactStates.measure(
                query.releases().get(release).calibration(),
                query.releases().get(release).sql(),
                backend);
    }

    /** Leftovers of the same groups: which of them appear was decided by noise. */
    private void compareLeftovers(PreparedQuery query, int release, ExactStates all, List<String> wrong) {
        Calibration calibration = query.releases().get(release).calibration();
        PushedDownSql partial = query.releases().get(release).sql();
        if (calibration.leftovers().isEmpty()) {
            return;
        }
        List<String[]> shown = new ArrayList<>();
        all.states().forEach((keys, integers) -> {
            if (integers[0].intValueExact() > 1) {
                shown.add(keys.toArray(String[]::new));
            }
        });
        ExactStates together = leftovers(calibration, partial, shown, whole);
        without.forEach((person, backend) -> together.excess(leftovers(calibration, partial, shown, backend))
                .forEach(excess -> wrong.add("leftovers without " + person + ": " + excess)));
    }

    private static ExactStates leftovers(
            Calibration calibration, PushedDownSql partial, List<String[]> shown, Backend backend) {
        Calibration leftovers = calibration.leftovers().orElseThrow();
        ReleaseRows.prepare(calibration, partial, backend);
        try {
            if (!shown.isEmpty()) {
                backend.fillWorkTable(partial.shownGroups(), List.<Object[]>copyOf(shown));
            }
            return ExactStates.measure(leftovers, partial.leftovers(leftovers.plan()), backend);
        } finally {
            backend.dropWorkTable(partial.shownGroups());
        }
    }

    /** The same released rows to all: what one release costs another is charged to it. */
    private void feed(PreparedQuery query, int release) {
        ReleasedRows rows = ReleaseRows.run(
                query.releases().get(release).calibration(),
                query.releases().get(release).sql(),
                whole,
                new ZeroNoise());
        List<Backend> all = new ArrayList<>(without.values());
        all.add(whole);
        all.add(shuffled);
        for (Backend backend : all) {
            FeedReleases.declare(query.releases().get(release).plan(), backend);
            FeedReleases.fill(rows, backend);
        }
    }

    @Override
    public void close() {
        whole.close();
        shuffled.close();
        without.values().forEach(Backend::close);
    }
}
