package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.duckdb.OptimizersOff;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.walk.Walk;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@org.jspecify.annotations.NullUnmarked
@Tag("walk")
class RowsAloneTest {
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);

    @TempDir
    Path folder;

    private record Case(ExtremePeople table, String sql) {}

    private final List<String> wrong = new ArrayList<>();
    private final Map<String, Backend> places = new LinkedHashMap<>();
    private Backend whole;
    private Backend without;

    @Test
    void walk() {
        List<ExtremePeople> tables = ExtremePeople.all();
        List<SourceTable> all = ExtremePeople.written(folder, tables, true);
        List<SourceTable> others = ExtremePeople.written(folder, tables, false);
        List<SourceTable> deleted = ExtremePeople.deleted(folder, tables);
        whole = new OptimizersOff(all);
        without = new OptimizersOff(others);
        places.put("duckdb+", EngineOfSources.with(HostilePeople.SETTINGS).open(all));
        places.put("duckdb-", EngineOfSources.with(HostilePeople.SETTINGS).open(others));
        places.put("deleted-", EngineOfSources.with(HostilePeople.SETTINGS).open(deleted));
        for (ExtremePeople.Storage s : List.of(ExtremePeople.Storage.PARQUET, ExtremePeople.Storage.CSV)) {
            places.put(s + "+", EngineOfSources.with(HostilePeople.SETTINGS).open(ExtremePeople.copied(folder, all, s)));
            places.put(s + "-", EngineOfSources.with(HostilePeople.SETTINGS).open(ExtremePeople.copied(folder, others, s)));
        }
        PrepareQuery prepare = new PrepareQuery(
                new Catalog(all.stream().map(SourceTable::table).toList()),
                DEFAULTS,
                QueryCeiling.NONE,
                DuckDbDialect.DIALECT);
        List<Case> cases = new ArrayList<>();
        for (ExtremePeople table : tables) {
            for (String form : FormsOfSql.all()) {
                for (String column : table.columns()) {
                    cases.add(new Case(table, form.replace("{t}", table.name()).replace("{c}", column)));
                }
            }
        }
        int accepted = 0;
        Map<String, Integer> refused = new TreeMap<>();
        List<Case> share = Walk.share("rows alone", Integer.getInteger("st.most", 400), cases);
        System.out.println(cases.size() + " cases, " + share.size());
        long start = System.nanoTime();
        for (Case one : share) {
            PreparedQuery query;
            long t0 = System.nanoTime();
            try {
                query = prepare.prepare(one.sql());
                spent.merge("prepare", System.nanoTime() - t0, Long::sum);
            } catch (Refusal refusal) {
                refused.merge(refusal.code() + " " + refusal.getMessage().lines().findFirst().orElse(""), 1, Integer::sum);
                continue;
            }
            if (query.releases().size() != 1) { refused.merge("releases", 1, Integer::sum); continue; }
            accepted++;
            compare(one, query.releases().get(0));
        }
        System.out.println("accepted " + accepted + " in " + (System.nanoTime() - start) / 1000000 + " ms, wrong " + wrong.size());
        refused.forEach((k, v) -> System.out.println(v + " " + k));
        wrong.stream().limit(Integer.getInteger("st.show", 60)).forEach(System.out::println);
        spent.forEach((k, v) -> System.out.println(k + " " + v / 1000000 + " ms"));
        assertThat(wrong.size()).isZero();
    }

    private final Map<String, Long> spent = new TreeMap<>();

    private void compare(Case one, PreparedRelease release) {
        Map<String, String> answers = new LinkedHashMap<>();
        long t = System.nanoTime();
        String right = answer(release, whole);
        String rightWithout = answer(release, without);
        spent.merge("oracle", System.nanoTime() - t, Long::sum);
        if (!others(right).equals(others(rightWithout))) {
            wrong.add("oracle D/D' " + one.table().name() + " " + one.sql());
        }
        places.forEach((name, place) -> {
            long t0 = System.nanoTime();
            String got = answer(release, place);
            spent.merge(name, System.nanoTime() - t0, Long::sum);
            if (!got.equals(name.endsWith("+") ? right : rightWithout)) {
                wrong.add(name + " " + one.table().name() + " " + one.sql() + " " + (got.startsWith("failed") ? got : ""));
            }
        });
    }

    private static String others(String s) {
        return s.lines().filter(line -> !line.startsWith("[v")).collect(Collectors.joining("\n"));
    }

    private static String answer(PreparedRelease release, Backend place) {
        try {
            ExactStates states = ExactStates.measure(release.calibration(), release.sql(), place);
            List<String> lines = new ArrayList<>();
            states.states().forEach((k, v) -> lines.add(k + Arrays.toString(v)));
            states.leaves().forEach(leaf -> leaf.forEach((k, v) -> lines.add(k + "leaf" + Arrays.toString(v))));
            lines.sort(null);
            List<String> more = new ArrayList<>();
            states.histograms().forEach((k, v) -> more.add("[v histogram" + k + Arrays.toString(v)));
            more.sort(null);
            lines.addAll(more);
            return String.join("\n", lines);
        } catch (Refusal | IllegalStateException failure) {
            return "failed " + failure.getMessage() + (failure.getCause() == null ? "" : failure.getCause().getMessage());
        }
    }
}
