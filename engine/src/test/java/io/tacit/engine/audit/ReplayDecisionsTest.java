package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.audit.Trace.Finding;
import io.tacit.engine.audit.Trace.Group;
import io.tacit.engine.audit.Trace.Step;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.ReleaseStep;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.selection.TruncatedGeometric;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two databases of a few rows that are written down: each way in which two runs may differ is a finding, and no other. */
class ReplayDecisionsTest {
    private static final String SQL = "SELECT";
    private static final ReleaseStep.Query QUERY = new ReleaseStep.Query(SQL, 1, 1);
    private static final IntegerNoise LAW = new DiscreteLaplace(Rational.of(2));
    private static final GroupSelection.Geometric GEOMETRIC =
            new GroupSelection.Geometric(new TruncatedGeometric(Epsilon.of("1"), Delta.of("0.1"), 1));

    /** A back end with rows that are given, or one that fails. */
    private record Rows(@Nullable List<Group> rows, List<String> asked) implements Backend {
        @Override
        public Dialect dialect() {
            return DuckDbDialect.DIALECT;
        }

        @Override
        public void takeSnapshot() {
            asked.add("snapshot");
        }

        @Override
        public void check(String sql, int keyCount, int integerCount) {
            asked.add("check " + sql);
        }

        @Override
        public void run(String sql, int keyCount, int integerCount, RowSink sink) {
            if (rows == null) {
                throw new Refusal(ErrorCode.SOURCE_UNREADABLE, "no rows", "none");
            }
            rows.forEach(row -> row.to(sink));
        }

        @Override
        public void createWorkTable(String name, List<Column> columns) {
            asked.add("create " + name);
        }

        @Override
        public void fillWorkTable(String name, List<@Nullable Object[]> filled) {
            asked.add("fill " + name);
        }

        @Override
        public void dropWorkTable(String name) {
            asked.add("drop " + name);
        }

        @Override
        public void cancel() {
            asked.add("cancel");
        }

        @Override
        public void close() {
            asked.add("close");
        }
    }

    private static Rows rows(Group... groups) {
        return new Rows(List.of(groups), new ArrayList<>());
    }

    private static Group group(String key, long people) {
        return Group.of(new String[] {key}, new BigInteger[] {BigInteger.valueOf(people)});
    }

    private static Trace twins(Rows first, Rows second, List<String> answered) {
        Trace trace = new Trace();
        new TwinBackend(first, second, trace)
                .run(SQL, 1, 1, (keys, integers) -> answered.add(keys[0] + "=" + integers[0]));
        return trace;
    }

    private static List<String> whats(Trace trace) {
        return trace.findings().stream().map(Finding::what).toList();
    }

    @Test
    void groupsThatOnlyOneDatabaseHasAreTold() {
        String without = "A group is there only without the person.";
        String twice = "A group comes twice.";
        Map<Rows[], List<String>> cases = new HashMap<>();
        cases.put(new Rows[] {rows(), rows()}, List.of());
        cases.put(new Rows[] {rows(group("a", 3)), rows(group("a", 2))}, List.of());
        cases.put(new Rows[] {rows(group("a", 3), group("b", 1)), rows(group("a", 3))}, List.of());
        cases.put(new Rows[] {rows(group("a", 3)), rows(group("a", 3), group("b", 1))}, List.of(without));
        cases.put(new Rows[] {rows(group("a", 3)), rows(group("b", 1))}, List.of(without));
        cases.put(new Rows[] {rows(), rows(group("b", 1))}, List.of(without));
        cases.put(
                new Rows[] {rows(group("a", 3), group("b", 1)), rows(group("b", 1), group("c", 1))}, List.of(without));
        cases.put(new Rows[] {rows(group("a", 3), group("a", 1)), rows(group("a", 3))}, List.of(twice));
        cases.put(new Rows[] {rows(group("a", 3)), rows(group("a", 3), group("a", 1))}, List.of(twice));
        cases.forEach((both, expected) -> assertThat(whats(twins(both[0], both[1], new ArrayList<>())))
                .as("%s and %s", both[0].rows(), both[1].rows())
                .isEqualTo(expected));
    }

    /** Equal groups first, then those that differ, the largest first, then those that the second database lacks. */
    @Test
    void rowsComeInAnOrderThatBothDatabasesShare() {
        List<String> answered = new ArrayList<>();
        Trace trace = twins(
                rows(group("x", 9), group("d", 2), group("b", 5), group("c", 7), group("a", 1)),
                rows(group("a", 1), group("b", 4), group("c", 6), group("d", 2)),
                answered);
        assertThat(answered).containsExactly("a=1", "d=2", "c=7", "b=5", "x=9");
        Step step = trace.steps().get(0);
        assertThat(step.second().stream().map(group -> group.keys() + "=" + group.integers()))
                .containsExactly("[a]=[1]", "[d]=[2]", "[c]=[6]", "[b]=[4]");
        assertThat(trace.findings()).isEmpty();
    }

    @Test
    void aQueryThatFailsForOneDatabaseIsTold() {
        Rows broken = new Rows(null, new ArrayList<>());
        Rows whole = rows(group("a", 1));
        for (Rows first : List.of(broken, whole)) {
            for (Rows second : List.of(broken, whole)) {
                Trace trace = new Trace();
                TwinBackend twin = new TwinBackend(first, second, trace);
                if (first == broken) {
                    assertThatThrownBy(() -> twin.run(SQL, 1, 1, (keys, integers) -> {}))
                            .isInstanceOf(Refusal.class);
                } else {
                    twin.run(SQL, 1, 1, (keys, integers) -> {});
                }
                assertThat(trace.failed()).isEqualTo(first == broken);
                List<String> one = List.of("A query fails for one of the two databases only.");
                assertThat(whats(trace)).containsAll(first == second ? List.of() : one);
                assertThat(trace.findings().isEmpty()).isEqualTo(first == second);
            }
        }
    }

    /** Whatever is done to one of the two databases is done to the other. */
    @Test
    void bothDatabasesAreAskedTheSame() {
        Rows first = rows();
        Rows second = rows();
        Trace trace = new Trace();
        TwinBackend twin = new TwinBackend(first, second, trace);
        twin.takeSnapshot();
        twin.createWorkTable("w", List.of());
        twin.fillWorkTable("w", List.of());
        twin.dropWorkTable("w");
        twin.cancel();
        twin.close();
        assertThat(first.asked()).containsExactly("snapshot", "create w", "fill w", "drop w", "cancel");
        assertThat(second.asked()).isEqualTo(first.asked());
        assertThat(trace.texts()).hasSize(3);
    }

    /** A run that sends all that the first one sent, in the same words, is complete; one that sends less is not. */
    @Test
    void whatIsSentIsComparedToTheEnd() {
        Trace trace = new Trace();
        TwinBackend twin = new TwinBackend(rows(group("a", 2)), rows(group("a", 1)), trace);
        twin.createWorkTable("w", List.of());
        twin.fillWorkTable("w", List.<@Nullable Object[]>of(new Object[] {"it's", 1}));
        twin.run(SQL, 1, 1, (keys, integers) -> {});
        twin.dropWorkTable("w");
        for (int sent = 0; sent <= 4; sent++) {
            EchoBackend echo = new EchoBackend(trace, List.of(), new Trace(), false);
            assertThat(echo.complete()).isFalse();
            List<Runnable> steps = List.of(
                    () -> echo.createWorkTable("w", List.of()),
                    () -> echo.fillWorkTable("w", List.<@Nullable Object[]>of(new Object[] {"it's", 1})),
                    () -> echo.run(SQL, 1, 1, (keys, integers) -> {}),
                    () -> echo.dropWorkTable("w"));
            steps.subList(0, sent).forEach(Runnable::run);
            assertThat(echo.complete()).as("%d sent", sent).isEqualTo(sent == 4);
        }
        Trace second = new Trace();
        EchoBackend other = new EchoBackend(trace, List.of(), second, false);
        other.createWorkTable("w", List.of());
        assertThatThrownBy(() -> other.fillWorkTable("w", List.<@Nullable Object[]>of(new Object[] {"its", 1})))
                .isInstanceOf(EchoBackend.Parted.class);
        assertThat(whats(second)).containsExactly("What is sent to the database depends on exact data.");
    }

    @Test
    void theSecondRunsRowsComeBackwardsWhereTheirOrderShallNotMatter() {
        Rows rows = rows(group("a", 1), group("b", 2), group("c", 3));
        List<String> first = new ArrayList<>();
        Trace trace = twins(rows, rows, first);
        for (boolean backwards : new boolean[] {false, true}) {
            List<String> second = new ArrayList<>();
            new EchoBackend(trace, List.of(), new Trace(), backwards)
                    .run(
                            SQL,
                            1,
                            1,
                            (keys, integers) -> second.add(backwards ? 0 : second.size(), keys[0] + "=" + integers[0]));
            assertThat(second).isEqualTo(first);
        }
    }

    /** Rows of a work table that differ are sent in texts that differ: nothing is taken for something else. */
    @Test
    void rowsThatDifferAreSentInOtherTexts() {
        @Nullable
        Object[] values = {null, "null", "", "'", "''", "a", "a', 'b", "a, b", "b", 1, "1", 1.0, "1.0", true, "true"};
        Set<String> texts = new HashSet<>();
        int rows = 0;
        for (Object one : values) {
            texts.add(Trace.sent("w", List.<@Nullable Object[]>of(new @Nullable Object[] {one})));
            rows++;
            for (Object other : values) {
                texts.add(Trace.sent("w", List.<@Nullable Object[]>of(new @Nullable Object[] {one, other})));
                texts.add(Trace.sent(
                        "w",
                        Arrays.<@Nullable Object[]>asList(
                                new @Nullable Object[] {one}, new @Nullable Object[] {other})));
                rows += 2;
            }
        }
        assertThat(texts).hasSize(rows);
    }

    /** A run over the first database that draws for its groups in turn. */
    private static Trace recorded(Group first, Group second, long hidden) {
        Trace trace = new Trace();
        TwinBackend twin = new TwinBackend(rows(first), rows(second), trace);
        RecordingNoise noise = new RecordingNoise(trace, 5, hidden, List.of());
        twin.run(SQL, 1, 1, (keys, integers) -> {});
        noise.noisy(LAW, first.integers().get(0), Noise.Origin.of(QUERY, first.keys(), 0));
        noise.keeps(GEOMETRIC, BigInteger.TWO);
        return trace;
    }

    private static ForcingNoise forcing(Trace trace, Trace second) {
        EchoBackend echo = new EchoBackend(trace, List.of(), second, false);
        ForcingNoise noise = new ForcingNoise(trace, List.of(), second, 5);
        echo.run(SQL, 1, 1, (keys, integers) -> {});
        return noise;
    }

    /** The same value comes again, whatever the exact one is; a law that differs in anything is told. */
    @Test
    void theLawOfTheNoiseMustBeTheSame() {
        Group one = group("a", 7);
        Group other = group("a", 6);
        Trace trace = recorded(one, other, 0);
        BigInteger noisy = trace.steps().get(0).draws().get(0).noisy();
        for (IntegerNoise law : List.of(
                LAW,
                new DiscreteLaplace(Rational.of(3)),
                new DiscreteGaussian(Rational.of(2)),
                new DiscreteLaplace(Rational.of(2_000_001, 1_000_000)))) {
            Trace second = new Trace();
            ForcingNoise noise = forcing(trace, second);
            assertThat(noise.noisy(law, other.integers().get(0), Noise.Origin.of(QUERY, other.keys(), 0)))
                    .isEqualTo(noisy);
            assertThat(whats(second))
                    .as("%s", law)
                    .isEqualTo(law.equals(LAW) ? List.of() : List.of("The law of the noise depends on exact data."));
            assertThat(noise.pairs())
                    .containsExactly(new ForcingNoise.Pair(0, 0, LAW, BigInteger.valueOf(7), BigInteger.valueOf(6)));
        }
    }

    /** Noise and decisions of the first run that the second lacks are told, but of a group too small to be looked at. */
    @Test
    void whatOnlyOneRunDrawsIsTold() {
        String drawn = "Noise is drawn over one of the two databases only.";
        String decided = "A group is decided about over one of the two databases only.";
        for (long people : new long[] {1, 2, 3}) {
            for (boolean kept : new boolean[] {true, false}) {
                Trace trace = recorded(group("a", 4), group("a", people), 2);
                trace.steps().get(0).kept().set(0, kept);
                Trace second = new Trace();
                ForcingNoise noise = forcing(trace, second);
                noise.finish(2);
                List<String> expected = new ArrayList<>();
                if (people > 2) {
                    expected.add(drawn);
                }
                if (kept) {
                    expected.add(decided);
                }
                assertThat(whats(second)).as("%d people, kept %s", people, kept).isEqualTo(expected);
                // One more decision than over the first database.
                Trace more = new Trace();
                ForcingNoise again = forcing(trace, more);
                assertThat(again.keeps(GEOMETRIC, BigInteger.TEN)).isEqualTo(kept);
                assertThatThrownBy(() -> again.keeps(GEOMETRIC, BigInteger.TEN)).isInstanceOf(EchoBackend.Parted.class);
                assertThat(whats(more)).containsExactly(decided);
            }
        }
    }

    /**
     * Noisy values at the thresholds and far above come, too; but of a group that the person alone makes large enough none
     * is raised.
     */
    @Test
    void valuesNearThresholdsAreTriedAndFragileGroupsAreNotRaised() {
        BigInteger edge = BigInteger.valueOf(1234);
        BigInteger exact = BigInteger.valueOf(3);
        Map<Long, Set<String>> kinds = new HashMap<>();
        for (long theirs : new long[] {1, 2, 3}) {
            for (long seed = 0; seed < 300; seed++) {
                Trace trace = new Trace();
                TwinBackend twin = new TwinBackend(rows(group("a", 3)), rows(group("a", theirs)), trace);
                RecordingNoise noise = new RecordingNoise(trace, seed, 1, List.of(edge));
                twin.run(SQL, 1, 1, (keys, integers) -> {});
                BigInteger noisy = noise.noisy(LAW, exact, Noise.Origin.of(QUERY, List.of("a"), 0));
                String kind = noisy.equals(edge)
                        ? "edge"
                        : noisy.compareTo(BigInteger.valueOf(100)) > 0
                                ? "far"
                                : noisy.compareTo(exact) > 0 ? "raised" : "not raised";
                kinds.computeIfAbsent(theirs, none -> new HashSet<>()).add(kind);
            }
        }
        assertThat(kinds.get(1L)).containsExactly("not raised");
        assertThat(kinds.get(2L)).containsExactlyInAnyOrder("edge", "far", "raised", "not raised");
        assertThat(kinds.get(3L)).isEqualTo(kinds.get(2L));
    }

    /** By chance somebody alone appears as often as δ says: that is no mistake, and is not tried. */
    @Test
    void nobodyAppearsAloneByChance() {
        for (long people = 0; people <= 3; people++) {
            Set<Boolean> kept = new HashSet<>();
            for (long seed = 0; seed < 60; seed++) {
                Trace trace = new Trace();
                new TwinBackend(rows(group("a", people)), rows(), trace).run(SQL, 1, 1, (keys, integers) -> {});
                RecordingNoise noise = new RecordingNoise(trace, seed, 0, List.of());
                boolean keeps = noise.keeps(GEOMETRIC, BigInteger.valueOf(people));
                assertThat(trace.steps().get(0).kept()).containsExactly(keeps);
                kept.add(keeps);
            }
            assertThat(kept).as("%d people", people).isEqualTo(people > 1 ? Set.of(true, false) : Set.of(false));
        }
    }

    /** A threshold is a number of people: portions of people, which are read together, are far from it. */
    @Test
    void valuesNearThresholdsAreNotThoseOfPortions() {
        BigInteger edge = BigInteger.valueOf(1234);
        for (long seed = 0; seed < 100; seed++) {
            Trace trace = new Trace();
            new TwinBackend(rows(group("a", 3)), rows(group("a", 2)), trace).run(SQL, 1, 1, (keys, integers) -> {});
            RecordingNoise noise = new RecordingNoise(trace, seed, 0, List.of(edge));
            Noise.Origin portion = new Noise.Origin(QUERY, List.of("a"), Map.of(0, BigInteger.ONE), Optional.of(0));
            assertThat(noise.noisy(LAW, BigInteger.valueOf(3), portion)).isNotEqualTo(edge);
        }
    }

    /** An integer that does not stand where it is said to stand is none of a row's. */
    @Test
    void anIntegerOfNoRowHasNoColumn() {
        Trace trace = new Trace();
        new TwinBackend(rows(group("a", 3)), rows(group("a", 2)), trace).run(SQL, 1, 1, (keys, integers) -> {});
        RecordingNoise first = new RecordingNoise(trace, 1, 0, List.of());
        Noise.Origin said = Noise.Origin.of(QUERY, List.of("a"), 0);
        BigInteger noisy = first.noisy(LAW, BigInteger.valueOf(30), said);
        Trace second = new Trace();
        ForcingNoise noise = forcing(trace, second);
        assertThat(noise.noisy(LAW, BigInteger.valueOf(20), said)).isEqualTo(noisy);
        assertThat(noise.pairs())
                .containsExactly(new ForcingNoise.Pair(0, -1, LAW, BigInteger.valueOf(30), BigInteger.valueOf(20)));
    }

    /** Where every bin has noise the second run's draws are the first's in their order, and none may be left. */
    @Test
    void noiseOfBinsComesInOrder() {
        for (StepPurpose.Kind kind : StepPurpose.Kind.values()) {
            List<StepPurpose> roles = List.of(JudgedRelease.all().get(0).role(kind));
            boolean bins = kind == StepPurpose.Kind.GROUPS_PER_PERSON || kind == StepPurpose.Kind.PAPER_HISTOGRAMS;
            Trace trace = new Trace();
            Rows both = rows(group("1", 5), group("2", 4));
            new TwinBackend(both, both, trace).run(SQL, 1, 1, (keys, integers) -> {});
            RecordingNoise first = new RecordingNoise(trace, 1, 9, List.of());
            BigInteger one = first.noisy(LAW, BigInteger.valueOf(5), Noise.Origin.of(QUERY, List.of("1"), 0));
            BigInteger two = first.noisy(LAW, BigInteger.valueOf(4), Noise.Origin.of(QUERY, List.of("2"), 0));
            assertThat(one).isNotEqualTo(two);
            Trace second = new Trace();
            EchoBackend echo = new EchoBackend(trace, roles, second, false);
            ForcingNoise noise = new ForcingNoise(trace, roles, second, 5);
            echo.run(SQL, 1, 1, (keys, integers) -> {});
            assertThat(noise.noisy(LAW, BigInteger.valueOf(4), Noise.Origin.of(QUERY, List.of("2"), 0)))
                    .as("%s", kind)
                    .isEqualTo(bins ? one : two);
            noise.finish(9);
            assertThat(whats(second))
                    .as("%s", kind)
                    .isEqualTo(bins ? List.of("Noise is drawn over one of the two databases only.") : List.of());
        }
    }

    /** What was decided about a group is decided again, group by group. */
    @Test
    void decisionsComeAgainInTheirOrder() {
        Trace trace = new Trace();
        Rows both = rows(group("a", 5), group("b", 4));
        new TwinBackend(both, both, trace).run(SQL, 1, 1, (keys, integers) -> {});
        List<Boolean> decided = List.of(true, false, false, true, false);
        trace.steps().get(0).kept().addAll(decided);
        ForcingNoise noise = forcing(trace, new Trace());
        for (boolean kept : decided) {
            assertThat(noise.keeps(GEOMETRIC, BigInteger.TEN)).isEqualTo(kept);
        }
    }
}
