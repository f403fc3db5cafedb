package io.tacit.engine.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.pushdown.HistogramSql;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.AuditedRun;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.mechanism.GroupCounts;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.random.RandomBits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a release makes of exact integers, over a back end made of lists: each query is answered with the next list. */
@NullUnmarked
class ReleaseTest {
    private static final SourceTable TABLE = new SourceTable(
            new Table(
                    "t",
                    List.of(
                            Column.nullable("uid", ColumnType.BIGINT),
                            Column.nullable("g", ColumnType.VARCHAR),
                            Column.nullable("x", ColumnType.INTEGER)),
                    new Protection.UnitColumn("uid")),
            new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)));

    /** A table of one row of each person. */
    private static final SourceTable ONCE = new SourceTable(
            new Table(
                    "once",
                    List.of(
                            new Column("uid", ColumnType.BIGINT, false),
                            new Column("g", ColumnType.VARCHAR, false).among(new Domain(List.of("a", "b"))),
                            new Column("x", ColumnType.INTEGER, false)),
                    new Protection.UnitColumn("uid"),
                    List.of(List.of("uid"))),
            TABLE.source());

    private static final Defaults DEFAULTS = new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 1, 0.95);
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});

    @AutoClose
    private static final AuditedRun RUN = AuditedRun.open(List.of(TABLE, ONCE), DEFAULTS, SETTINGS);

    private static final String BY_THRESHOLD = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy ="
            + " LAPLACE_THRESHOLD%s) g, COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM t GROUP BY g";

    /** A row of a pushed-down query. */
    private record Row(List<String> keys, List<Long> integers) {}

    /** A group of so many people, each of whom adds 1 to every state. */
    private static Row group(String key, long people) {
        return new Row(Arrays.asList(key), List.of(people));
    }

    private static Row row(List<String> keys, Long... integers) {
        return new Row(keys, List.of(integers));
    }

    /** Answers from lists, and remembers what it was asked. */
    private static final class Lists implements Backend {
        private final Deque<List<Row>> answers;
        private final List<String> asked = new ArrayList<>();
        private final List<List<Object>> filled = new ArrayList<>();
        private final List<String> workTables = new ArrayList<>();

        @SafeVarargs
        @SuppressWarnings("varargs") // The array is copied into a list and not written to.
        Lists(List<Row>... answers) {
            this.answers = new ArrayDeque<>(List.of(answers));
        }

        @Override
        public Dialect dialect() {
            return DuckDbDialect.DIALECT;
        }

        @Override
        public void takeSnapshot() {}

        @Override
        public void check(String sql, int keyCount, int integerCount) {}

        @Override
        public void run(String sql, int keyCount, int integerCount, RowSink sink) {
            asked.add(sql);
            for (Row row : answers.remove()) {
                BigInteger[] integers = new BigInteger[integerCount];
                for (int i = 0; i < integerCount; i++) {
                    integers[i] = BigInteger.valueOf(
                            row.integers().get(Math.min(i, row.integers().size() - 1)));
                }
                assertThat(row.keys()).hasSize(keyCount);
                sink.row(row.keys().toArray(String[]::new), integers);
            }
        }

        @Override
        public void createWorkTable(String name, List<Column> columns) {
            workTables.add(name);
        }

        @Override
        public void fillWorkTable(String name, List<Object[]> rows) {
            assertThat(workTables).contains(name);
            rows.forEach(values -> filled.add(Arrays.asList(values)));
        }

        @Override
        public void dropWorkTable(String name) {
            workTables.remove(name);
        }

        @Override
        public void cancel() {}

        @Override
        public void close() {}
    }

    private static List<List<Object>> released(String sql, Lists lists) {
        return released(sql, lists, ZeroNoise::new);
    }

    private static List<List<Object>> released(String sql, Lists lists, Supplier<Noise> noise) {
        List<List<Object>> rows = RUN.prepare(sql).run(lists, noise).rows().stream()
                .map(AnswerRow::values)
                .toList();
        assertThat(lists.answers).as("lists that nothing asked for").isEmpty();
        assertThat(lists.workTables).isEmpty();
        return rows;
    }

    private static long threshold(String sql) {
        return RUN.prepare(sql).releases().get(0).threshold().orElseThrow().longValueExact();
    }

    @Test
    void aGroupAppearsFromTheThresholdOn() {
        String sql = BY_THRESHOLD.formatted("");
        long least = threshold(sql);
        assertThat(least).isGreaterThan(10);
        Lists lists = new Lists(List.of(
                group("above", least + 1),
                group("at", least),
                group("below", least - 1),
                group("nobody", 0),
                group(null, 1_000)));
        assertThat(released(sql, lists))
                .containsExactlyInAnyOrder(
                        List.of("above", least + 1), List.of("at", least), Arrays.asList(null, 1_000L));
    }

    /** Whether people are a state of their own or portions: one less than the threshold is too few. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "COUNT(*, contribution_bounds_per_group => (0, 1))",
                "COUNT(*, contribution_bounds_per_group => (0, 3))",
                "SUM(x, contribution_bounds_per_group => (0, 3))"
            })
    void withALeastNumberOfPeopleTheThresholdIsAsMuchHigher(String aggregate) {
        long before = 0;
        for (int people : List.of(1, 50)) {
            String sql = BY_THRESHOLD
                    .replace("COUNT(*, contribution_bounds_per_group => (0, 1))", aggregate)
                    .formatted(", noise = LAPLACE, min_privacy_units_per_group = " + people);
            long least = threshold(sql);
            assertThat(least).as(sql).isGreaterThanOrEqualTo(before + people - 1);
            before = least;
            Lists lists = new Lists(List.of(group("at", least), group("below", least - 1)));
            assertThat(released(sql, lists).stream().map(row -> row.get(0)))
                    .as(sql)
                    .containsExactly("at");
        }
    }

    /** Of groups of the size that is said, half appear: no smaller one without noise where a threshold decides. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "min_privacy_units_per_group = 1",
                "min_privacy_units_per_group = 50",
                "min_privacy_units_per_group = 50, noise = LAPLACE",
                "max_rows_contributed = 6"
            })
    void halfOfTheGroupsOfTheSizeThatIsSaidAppear(String options) {
        String sql = BY_THRESHOLD.formatted(", " + options);
        if (options.startsWith("max_rows")) {
            sql = sql.replace("COUNT(*, contribution_bounds_per_group => (0, 1))", "COUNT(*)");
        }
        Answer answer = RUN.prepare(sql).run(new Lists(List.of()), ZeroNoise::new);
        long typical = answer.releases().get(0).typicalGroupSize();
        assertThat(typical).isEqualTo(answer.releases().get(0).threshold());
        Lists lists = new Lists(List.of(group("typical", typical), group("smaller", typical - 1)));
        assertThat(released(sql, lists).stream().map(row -> row.get(0))).containsExactly("typical");
        String byChance = sql.replace("LAPLACE_THRESHOLD", "TRUNCATED_GEOMETRIC");
        if (options.startsWith("min")) {
            long size = RUN.prepare(byChance)
                    .run(new Lists(List.of()), ZeroNoise::new)
                    .releases()
                    .get(0)
                    .typicalGroupSize();
            Lists groups = new Lists(IntStream.range(0, 200)
                    .mapToObj(i -> group("g" + i, i < 100 ? size : size - 1))
                    .toList());
            int shown = released(byChance, groups).size();
            assertThat(shown).isBetween(65, 135);
        }
    }

    /** However the noise falls: forty times over real noise. */
    @Test
    void aGroupOfFewerPeopleThanAskedForNeverAppears() {
        String sql = BY_THRESHOLD.formatted(", min_privacy_units_per_group = 50, epsilon = 0.1");
        long least = threshold(sql);
        assertThat(least).isGreaterThan(60);
        int atThreshold = 0;
        for (int seed = 0; seed < 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Lists lists = new Lists(List.of(group("few", 49), group("many", 1_000_000), group("some", least)));
            List<Object> keys = released(sql, lists, () -> Noise.of(random::nextLong)).stream()
                    .map(row -> row.get(0))
                    .toList();
            assertThat(keys).contains("many").doesNotContain("few");
            atThreshold += keys.contains("some") ? 1 : 0;
        }
        assertThat(atThreshold).isBetween(8, 32);
    }

    /** Where no number of people is released, the threshold is compared with one that has noise of its own. */
    @Test
    void aThresholdOnPeopleWhoAreNotReleasedHasNoiseOfItsOwn() {
        String sql = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(noise = GAUSSIAN, group_selection_strategy ="
                + " GAUSSIAN_THRESHOLD) g, SUM(x, contribution_bounds_per_group => (0, 3)) AS s FROM t GROUP BY g";
        long least = threshold(sql);
        int shown = 0;
        for (int seed = 0; seed < 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Lists lists = new Lists(List.of(group("at", least)));
            shown += released(sql, lists, () -> Noise.of(random::nextLong)).size();
        }
        assertThat(shown).isBetween(8, 32);
    }

    /** Where chance selects, a group of as many people as were asked for is one of one person. */
    @Test
    void aSelectionByChanceSeesOnlyPeopleBeyondThoseAskedFor() {
        List<Long> seen = new ArrayList<>();
        Noise noise = new Noise() {
            @Override
            public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
                return exact;
            }

            @Override
            public boolean keeps(GroupSelection.Geometric selection, BigInteger exactUsers) {
                seen.add(exactUsers.longValueExact());
                return true;
            }

            @Override
            public RandomBits bits() {
                return new SplittableRandom(1)::nextLong;
            }
        };
        String sql = BY_THRESHOLD
                .replace("LAPLACE_THRESHOLD", "TRUNCATED_GEOMETRIC")
                .formatted(", min_privacy_units_per_group = 50");
        Lists lists = new Lists(List.of(group("few", 49), group("least", 50), group("more", 57), group("nobody", 0)));
        assertThat(released(sql, lists, () -> noise).stream().map(row -> row.get(0)))
                .containsExactlyInAnyOrder("least", "more");
        assertThat(seen).containsExactlyInAnyOrder(1L, 8L);
    }

    @Test
    void twoGroupsWithTheSameKeysAreNotAnswered() {
        Lists lists = new Lists(List.of(group("a", 1_000), group("a", 2_000)));
        assertThatThrownBy(() -> released(BY_THRESHOLD.formatted(""), lists))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE));
    }

    /** The groups that appear go into the work table, and no other; the label gives way to a group of that name. */
    @Test
    void leftoversAreOfGroupsThatDoNotAppear() {
        Lists lists = new Lists(
                List.of(group("few", 1), group("many", 1_000), group("others", 2_000)), List.of(row(List.of(), 7L)));
        assertThat(released(BY_THRESHOLD.formatted(", leftovers = 'others'"), lists))
                .containsExactlyInAnyOrder(
                        List.of("many", 1_000L), List.of("others", 2_000L), List.of("others (leftovers)", 7L));
        assertThat(lists.filled).containsExactlyInAnyOrder(List.of("many"), List.of("others"));
    }

    /** However many groups have the names that the label takes, and in whichever order: the row of leftovers has another. */
    @Test
    void noGroupThatAppearsHasTheLabelOfTheLeftovers() {
        List<String> names = List.of("others", "others (leftovers)", "others (leftovers) (leftovers)");
        for (int set = 0; set < 8; set++) {
            List<Row> groups = new ArrayList<>();
            for (int i = names.size() - 1; i >= 0; i--) {
                groups.add(group(names.get(i), (set >> i & 1) == 0 ? 1 : 1_000));
            }
            Lists lists = new Lists(groups, List.of(row(List.of(), 7L)));
            List<Object> keys = released(BY_THRESHOLD.formatted(", leftovers = 'others'"), lists).stream()
                    .map(row -> row.get(0))
                    .toList();
            assertThat(keys)
                    .as("groups " + set)
                    .hasSize(Integer.bitCount(set) + 1)
                    .doesNotHaveDuplicates();
        }
    }

    /** Either all rows have redrawn values, also that of the leftovers, or none: no row those of another. */
    @Test
    void redrawnValuesStandBesideTheirOwnRow() {
        AuditedRun.Query query = RUN.prepare(BY_THRESHOLD.formatted(", leftovers = 'others'"));
        for (int mostRows : List.of(0, 1, 2, 3, 4)) {
            Lists lists = new Lists(
                    List.of(group("a", 1_000), group("b", 2_000), group("c", 3_000)), List.of(row(List.of(), 500L)));
            lists.createWorkTable(query.partial().get(0).shownGroups(), List.of());
            ReleasedRows released = ReleaseRows.run(
                    query.releases().get(0),
                    query.partial().get(0),
                    lists,
                    new ZeroNoise(),
                    new RedrawnRows(20, mostRows));
            assertThat(released.rows()).hasSize(4);
            if (mostRows < 3) {
                assertThat(released.redrawn()).as("at most " + mostRows).isEmpty();
                continue;
            }
            assertThat(released.redrawn()).as("at most " + mostRows).hasSize(4);
            for (int i = 0; i < 4; i++) {
                double value = ((Number) released.rows().get(i)[1]).doubleValue();
                assertThat(Arrays.stream(released.redrawn().get(i).get(0)).boxed())
                        .hasSize(20)
                        .allSatisfy(again -> assertThat(again).isBetween(value - 250, value + 250));
            }
        }
    }

    /** What is released again is a whole release: each finds its limits and counts people in groups with noise of its own. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        max_groups_contributed = 2                         | COUNT(*, contribution_bounds_per_group => (0, 1)) | false | false
        max_groups_contributed = 2, report_missing = TRUE  | COUNT(*, contribution_bounds_per_group => (0, 1)) | true  | false
        max_groups_contributed = AUTO                      | COUNT(*, contribution_bounds_per_group => (0, 1)) | true  | false
        max_groups_contributed = 2                         | SUM(x)                                            | false | true
        max_groups_contributed = AUTO                      | SUM(x)                                            | true  | true
        """)
    void aReleaseThatIsRepeatedIsWhole(String options, String aggregate, boolean counts, boolean finds) {
        AuditedRun.Query query = RUN.prepare("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + options + ") g, " + aggregate
                + " AS n FROM t GROUP BY g");
        Lists lists = new Lists();
        SplittableRandom random = new SplittableRandom(3);
        Supplier<ReleasedRows> again = ReleaseRows.repeated(
                query.releases().get(0), query.partial().get(0), lists, Noise.of(random::nextLong));
        List<List<Object>> values = new ArrayList<>();
        List<GroupCounts> counted = new ArrayList<>();
        for (int turn = 0; turn < 6; turn++) {
            // Where the states alone are read, they are read once.
            if (turn == 0 || counts || finds) {
                lists.answers.clear();
                if (finds) {
                    lists.answers.add(List.of(
                            row(List.of(HistogramSql.byLargest(0), "8"), 100_000L),
                            row(List.of(HistogramSql.byLargest(0), "6"), 50_000L)));
                } else if (counts) {
                    lists.answers.add(List.of(row(List.of("0"), 1_000L)));
                }
                lists.answers.add(List.of(group("a", 100_000)));
            }
            ReleasedRows released = again.get();
            values.add(Arrays.asList(released.rows().get(0)).subList(0, 2));
            assertThat(released.groups().isPresent()).isEqualTo(counts);
            released.groups().ifPresent(counted::add);
            assertThat(released.limits().found().isEmpty()).isEqualTo(!finds);
        }
        assertThat(new HashSet<>(values)).hasSizeGreaterThan(1);
        assertThat(new HashSet<>(counted)).hasSizeGreaterThanOrEqualTo(counts ? 2 : 0);
    }

    /** What later releases read of an earlier one: keys and values of their own types, without the ends of intervals. */
    @Test
    void whatIsFedHasTheTypesOfItsColumns() {
        AuditedRun.Query query = RUN.prepare("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy ="
                + " LAPLACE_THRESHOLD) g, x, x + 0.5 AS y, COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM t"
                + " GROUP BY g, x, x + 0.5");
        List<Row> rows = List.of(
                row(List.of("a", "7", "7.5"), 1_000L),
                row(Arrays.asList("b", null, null), 2_000L),
                row(Arrays.asList(null, "-3", "-2.5"), 3_000L));
        List<List<Object>> typed = List.of(
                List.of("a", 7, new BigDecimal("7.5"), 1_000L),
                Arrays.asList("b", null, null, 2_000L),
                Arrays.asList(null, -3, new BigDecimal("-2.5"), 3_000L));
        for (int shown = 0; shown <= rows.size(); shown++) {
            Lists lists = new Lists(rows.subList(0, shown));
            ReleasedRows released =
                    ReleaseRows.run(query.releases().get(0), query.partial().get(0), lists, new ZeroNoise());
            FeedReleases.declare(query.releases().get(0).plan(), lists);
            FeedReleases.fill(released, lists);
            assertThat(lists.filled).containsExactlyInAnyOrderElementsOf(typed.subList(0, shown));
        }
    }

    /** Whatever fails after the charge: its words, which may quote data, stay inside, and no work table is left. */
    @Test
    void aMistakeSaysNothingAndLeavesNothingBehind() {
        String fed = "SELECT COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM t WHERE x > (SELECT COUNT(*,"
                + " contribution_bounds_per_group => (0, 1)) FROM t)";
        AuditedRun.Query query = RUN.prepare(fed);
        assertThat(query.releases()).hasSize(2);
        Lists lists = new Lists();
        for (RuntimeException mistake : List.of(
                new IllegalStateException("secret42"),
                new ArithmeticException("secret42"),
                new NullPointerException())) {
            Noise noise = new Noise() {
                private final Noise none = new ZeroNoise();
                private int drawn;

                @Override
                public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
                    if (drawn++ > 0) {
                        throw mistake;
                    }
                    return exact;
                }

                @Override
                public boolean keeps(GroupSelection.Geometric selection, BigInteger exactUsers) {
                    throw mistake;
                }

                @Override
                public RandomBits bits() {
                    return none.bits();
                }
            };
            lists.answers.clear();
            lists.asked.clear();
            lists.answers.add(List.of(row(List.of(), 10L)));
            lists.answers.add(List.of(row(List.of(), 7L)));
            assertThatThrownBy(() -> query.run(lists, () -> noise)).isInstanceOfSatisfying(Refusal.class, refusal -> {
                assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE);
                assertThat(refusal.rule() + refusal.advice()).doesNotContain("secret42");
                assertThat(refusal).hasNoCause();
            });
            assertThat(lists.asked).hasSize(2);
            assertThat(lists.workTables).isEmpty();
        }
    }

    @Test
    void whereNoGroupAppearsAllIsLeftOver() {
        Lists lists = new Lists(List.of(group("few", 1)), List.of(row(List.of(), 3L)));
        assertThat(released(BY_THRESHOLD.formatted(", leftovers = 'others'"), lists))
                .containsExactly(List.of("others", 3L));
        assertThat(lists.filled).isEmpty();
    }

    /** With all weight on one leaf, the median is that leaf's value; a leaf of a whole number is that number. */
    @ParameterizedTest
    @ValueSource(longs = {0, 5, 700, 1024})
    void aQuantileLiesWhereTheWeightIs(long leaf) {
        Lists lists = new Lists(List.of(row(List.of(), 1_000L)), List.of(row(List.of(), leaf, 1L << 60)));
        assertThat(released(
                        "SELECT WITH DIFFERENTIAL_PRIVACY MEDIAN(x, contribution_bounds_per_row => (0, 1024)) AS m"
                                + " FROM t",
                        lists))
                .containsExactly(List.of((double) leaf));
    }

    /** Where totals are made consistent, too: each group and each total draws from its own leaves. */
    @Test
    void quantilesOfConsistentGroupsAreTheirOwn() {
        Lists lists = new Lists(
                List.of(
                        row(List.of("a", "0"), 1_000L),
                        row(List.of("b", "0"), 2_000L),
                        row(Arrays.asList(null, "1"), 3_000L)),
                List.of(
                        row(List.of("a", "0"), 5L, 1L << 60),
                        row(List.of("b", "0"), 700L, 1L << 60),
                        row(Arrays.asList(null, "1"), 1024L, 1L << 60)));
        assertThat(released(
                        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(noise = LAPLACE, max_groups_contributed = 2,"
                                + " group_selection_strategy = PUBLIC_GROUPS) g, COUNT(DISTINCT uid) AS n, MEDIAN(x,"
                                + " contribution_bounds_per_row => (0, 1024)) AS m FROM once GROUP BY ROLLUP (g)",
                        lists))
                .containsExactlyInAnyOrder(
                        List.of("a", 1_000L, 5.0), List.of("b", 2_000L, 700.0), Arrays.asList(null, 3_000L, 1024.0));
    }

    /**
     * A hundred thousand people add up to 2^19 or a little more each, so that the limit becomes 2^20, rounded up to
     * three digits.
     */
    @Test
    void limitsThatAreFoundAreTheLimitsOfTheNextQuery() {
        int bin = 40;
        Lists lists = new Lists(
                List.of(row(List.of(HistogramSql.byLargest(0), String.valueOf(bin)), 100_000L)),
                List.of(row(List.of(), 100_000L, 77L)));
        assertThat(released("SELECT SUM(x) AS s FROM t", lists)).hasSize(1);
        assertThat(lists.asked.get(1)).contains("1050000").doesNotContain("2097152");
    }

    @Test
    void ofTooFewPeopleNoLimitsAreFoundAndTheValueIsNull() {
        Lists lists =
                new Lists(List.of(row(List.of(HistogramSql.byLargest(0), "40"), 3L)), List.of(row(List.of(), 3L, 77L)));
        assertThat(released("SELECT SUM(x) AS s FROM t", lists)).containsExactly(Arrays.asList((Object) null));
    }

    /** How long a draw takes depends on the noise; how long a query takes must not follow from it. */
    @Test
    void allRowsAreReadBeforeAnyNoiseIsDrawn() {
        List<Integer> queriesWhenDrawing = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(1);
        Lists lists = new Lists(List.of(group("a", 1_000)), List.of(row(List.of("a"), 3L, 1L << 60)));
        released(
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = LAPLACE_THRESHOLD) g, MEDIAN(x,"
                        + " contribution_bounds_per_row => (0, 1024)) AS m FROM t GROUP BY g",
                lists,
                () -> Noise.of(() -> {
                    queriesWhenDrawing.add(lists.asked.size());
                    return random.nextLong();
                }));
        assertThat(queriesWhenDrawing).isNotEmpty().containsOnly(2);
    }
}
