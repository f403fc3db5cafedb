package io.tacit.engine.session;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.duckdb.OptimizersOff;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The same rows in many places, with one person and without: what an engine computes is a function of the rows alone, and
 * the rows of others tell nothing of that person.
 */
@org.jspecify.annotations.NullUnmarked
final class RowsAlone implements AutoCloseable {
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 50, 0.95);
    private static final DataEngine ENGINES = EngineOfSources.with(HostilePeople.SETTINGS);

    private final DataEngine engine;
    private final PrepareQuery prepare;
    private final Backend whole;
    private final Backend without;
    private final List<Place> places = new ArrayList<>();
    private final List<Backend> open = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private int compared;

    /** Where the tables of these names lie, with the one person or without. */
    private record Place(String name, boolean person, Set<String> tables, Backend backend) {}

    /**
     * Opens the oracle.
     *
     * @param all DuckDB files with the one person
     * @param others the same without
     * @param dialect of the places
     */
    RowsAlone(List<SourceTable> all, List<SourceTable> others, Dialect dialect) {
        this(all, new OptimizersOff(all), new OptimizersOff(others), dialect, ENGINES);
    }

    /**
     * Opens places of another engine, one of which is the oracle.
     *
     * @param all the tables
     * @param whole an engine that knows nothing of their values, with the one person
     * @param without the same without
     */
    RowsAlone(List<SourceTable> all, Backend whole, Backend without, Dialect dialect, DataEngine engine) {
        prepare = new PrepareQuery(
                new Catalog(all.stream().map(SourceTable::table).toList()), DEFAULTS, QueryCeiling.NONE, dialect);
        this.whole = whole;
        this.without = without;
        this.engine = engine;
        open.addAll(List.of(whole, without));
    }

    /**
     * One more place.
     *
     * @param person whether the one person is there
     * @param tables all or some; what reads others is not asked there
     */
    void in(String name, boolean person, List<SourceTable> tables) {
        Backend backend = engine.open(tables);
        open.add(backend);
        Set<String> names = tables.stream().map(table -> table.table().name()).collect(Collectors.toSet());
        places.add(new Place(name + (person ? ", everybody" : ", without one"), person, names, backend));
    }

    /** How many queries were compared. */
    int compared() {
        return compared;
    }

    /** What was wrong, each with its query. */
    List<String> wrong() {
        return List.copyOf(wrong);
    }

    /** A query of one release, if it is accepted. */
    Optional<PreparedRelease> accepted(String sql) {
        try {
            PreparedQuery query = prepare.prepare(sql);
            return query.releases().size() == 1 ? Optional.of(query.releases().get(0)) : Optional.empty();
        } catch (Refusal refusal) {
            return Optional.empty();
        }
    }

    /** Compares what all places answer. */
    void compare(String sql) {
        PreparedRelease release = accepted(sql).orElseThrow(() -> new AssertionError(sql));
        compared++;
        Map<String, String> right = answer(release, whole);
        Map<String, String> rightWithout = answer(release, without);
        if (!others(right).equals(others(rightWithout))) {
            wrong.add("the rows of others differ: " + sql);
        }
        for (Place place : places) {
            Map<String, String> expected = place.person() ? right : rightWithout;
            if (place.tables().containsAll(release.tables())) {
                Map<String, String> found = answer(release, place.backend());
                if (!found.equals(expected)) {
                    wrong.add(place.name() + ": " + sql + difference(expected, found));
                }
            }
        }
    }

    private static String difference(Map<String, String> expected, Map<String, String> found) {
        Map<String, String> more = new TreeMap<>(found);
        more.entrySet().removeAll(expected.entrySet());
        Map<String, String> less = new TreeMap<>(expected);
        less.entrySet().removeAll(found.entrySet());
        return "\n  found    " + more.entrySet().stream().findFirst() + "\n  expected "
                + less.entrySet().stream().findFirst();
    }

    /** The lines of groups of which nobody but others is. */
    private static Map<String, String> others(Map<String, String> lines) {
        Map<String, String> others = new TreeMap<>(lines);
        others.keySet().removeIf(key -> key.contains("[" + ExtremePeople.ALONE) || key.startsWith("histogram"));
        return others;
    }

    private static Map<String, String> answer(PreparedRelease release, Backend place) {
        Map<String, String> lines = new TreeMap<>();
        try {
            ExactStates states = ExactStates.measure(release.calibration(), release.sql(), place);
            put(lines, "state", states.states());
            put(lines, "histogram", states.histograms());
            for (int i = 0; i < states.leaves().size(); i++) {
                put(lines, "leaf " + i, states.leaves().get(i));
            }
        } catch (Refusal | IllegalStateException failure) {
            lines.put("failed", failure.getMessage());
        }
        return lines;
    }

    private static void put(Map<String, String> lines, String what, Map<List<String>, BigInteger[]> rows) {
        rows.forEach((key, values) -> lines.put(what + key, Arrays.toString(values)));
    }

    @Override
    public void close() {
        open.forEach(Backend::close);
    }
}
