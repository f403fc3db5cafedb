package io.tacit.engine.pushdown;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.MeasureChoices;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.DistinctColumn;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.RowCount;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.engine.rewrite.ValueColumn;
import io.tacit.engine.session.AuditedRun;
import io.tacit.privacy.mechanism.AutomaticGroups;
import io.tacit.privacy.mechanism.LeafWeights;
import io.tacit.privacy.mechanism.TailBounds;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What pushed-down queries read of random rows, against the formulas of the privacy library added up person by person: the
 * states of each group, the weights of leaves, and the histograms from which limits are found.
 */
@NullUnmarked
class StatesOfRowsTest {
    private static final String TABLE = "often";
    private static final int PEOPLE = 30;

    private static final List<Column> COLUMNS = List.of(
            Column.nullable("uid", ColumnType.BIGINT),
            Column.nullable("g", ColumnType.VARCHAR),
            Column.nullable("h", ColumnType.INTEGER),
            Column.nullable("f", ColumnType.BOOLEAN),
            Column.nullable("x", ColumnType.INTEGER),
            Column.nullable("b", ColumnType.BIGINT),
            Column.nullable("n", ColumnType.decimal(9, 2)),
            Column.nullable("w", ColumnType.decimal(30, 4)),
            Column.nullable("d", ColumnType.DOUBLE),
            Column.nullable("s", ColumnType.VARCHAR),
            Column.nullable("o", ColumnType.INTEGER).within(new RowBounds(BigDecimal.ZERO, BigDecimal.ONE)));

    @AutoClose
    private static final AuditedRun RUN = AuditedRun.open(
            List.of(source(TABLE, COLUMNS), source("known", knownGroups())),
            new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 50, 0.95),
            new DuckDbSettings(512, 1, message -> {}));

    private static Connection connection;
    private static final List<Map<String, String>> ROWS = new ArrayList<>();

    private static List<Column> knownGroups() {
        return COLUMNS.stream()
                .map(column ->
                        column.name().equals("g") ? column.among(new Domain(List.of("a", "b", "nobody"))) : column)
                .toList();
    }

    private static SourceTable source(String name, List<Column> columns) {
        return new SourceTable(
                new Table(name, columns, new Protection.UnitColumn("uid")),
                new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)));
    }

    @BeforeAll
    static void fill() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        SplittableRandom random = new SplittableRandom(20260101);
        String[] doubles = {"0.25", "-7.75", "nan", "inf", "-inf", "3", null, "100.5", "-0.0", "0"};
        String[] wholes = {"0", "1", "-3", "7", null, "12", "2147483647", "-2147483648"};
        String[] long_ = {"0", "5", "-2", null, "9223372036854775807", "-9223372036854775808", "40"};
        String[] decimals = {"0.01", "-0.05", "0.07", null, "12.34", "9999999.99", "-3.00"};
        String[] wide = {"0.0001", "-12.5", null, "99999999999999999999.9999", "7"};
        String[] groups = {"a", "b", "c", "", null};
        for (int uid = 0; uid <= PEOPLE; uid++) {
            for (int row = random.nextInt(14); row >= 0; row--) {
                Map<String, String> values = new HashMap<>();
                values.put("uid", uid == 0 ? null : String.valueOf(uid));
                values.put("g", of(random, groups));
                values.put("h", of(random, "1", "2", null));
                values.put("f", of(random, "true", "true", "false", null));
                values.put("x", of(random, wholes));
                values.put("b", of(random, long_));
                values.put("n", of(random, decimals));
                values.put("w", of(random, wide));
                values.put("d", of(random, doubles));
                values.put("s", of(random, "p", "q", "r", "", null));
                values.put("o", of(random, "0", "1", "2", "-1", null));
                ROWS.add(values);
            }
        }
        try (Statement statement = connection.createStatement()) {
            for (String table : List.of(TABLE, "known")) {
                statement.execute("CREATE TABLE " + table + "("
                        + COLUMNS.stream()
                                .map(column ->
                                        column.name() + " " + column.type().sql())
                                .collect(Collectors.joining(", "))
                        + ")");
                statement.execute("INSERT INTO " + table + " VALUES "
                        + ROWS.stream().map(StatesOfRowsTest::literals).collect(Collectors.joining(", ")));
            }
        }
    }

    private static String literals(Map<String, String> row) {
        return COLUMNS.stream()
                .map(column -> row.get(column.name()))
                .map(value -> value == null ? "NULL" : "'" + value + "'")
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String of(SplittableRandom random, String... values) {
        return values[random.nextInt(values.length)];
    }

    @AfterAll
    static void close() throws SQLException {
        ROWS.clear();
        connection.close();
    }

    /** The rows of a plan, by person and group. */
    private record World(
            ReleasePlan plan, ResolvedLimits limits, Map<List<String>, Map<String, List<Map<String, String>>>> groups) {
        static World of(Calibration calibration) {
            ReleasePlan plan = calibration.plan();
            Map<List<String>, Map<String, List<Map<String, String>>>> groups = new HashMap<>();
            for (Map<String, String> row : ROWS) {
                boolean hidden = !plan.selectsGroups()
                        && plan.grouped()
                        && !Set.of("a", "b").contains(String.valueOf(row.get("g")));
                if (row.get("uid") != null && !hidden) {
                    List<String> keys = plan.keys().stream()
                            .map(key -> row.get(name(plan, key.field())))
                            .toList();
                    groups.computeIfAbsent(keys, any -> new TreeMap<>())
                            .computeIfAbsent(row.get("uid"), any -> new ArrayList<>())
                            .add(row);
                }
            }
            return new World(plan, StatesOfRowsTest.limits(plan), groups);
        }

        static String name(ReleasePlan plan, int field) {
            return plan.aggregation().input().getRowType().getFieldNames().get(field);
        }

        boolean counts(Map<String, String> row, RowCount counted) {
            return counted.present().stream().allMatch(field -> value(row, name(plan, field)) != null)
                    && isFiltered(row, counted.filter())
                    && isPositive(row, counted.positive());
        }

        /** Rows may lie outside of what is declared. */
        private boolean isPositive(Map<String, String> row, OptionalInt field) {
            String value = field.isEmpty() ? "1" : value(row, name(plan, field.getAsInt()));
            return value != null && Integer.parseInt(value) > 0;
        }

        /** There is one filter in the queries. */
        private static boolean isFiltered(Map<String, String> row, OptionalInt filter) {
            return filter.isEmpty() || "true".equals(row.get("f"));
        }

        /** NaN is NULL. */
        private static String value(Map<String, String> row, String column) {
            String value = row.get(column);
            return "nan".equals(value) ? null : value;
        }

        BigInteger number(List<Map<String, String>> rows, RowCount counted) {
            return BigInteger.valueOf(
                    rows.stream().filter(row -> counts(row, counted)).count());
        }

        List<BigInteger> values(List<Map<String, String>> rows, ValueColumn summed) {
            String name = name(plan, summed.field());
            return rows.stream()
                    .filter(row -> counts(row, summed.rows()) && value(row, name) != null)
                    .map(row -> whole(row.get(name), summed.unit().size()))
                    .toList();
        }

        private static BigInteger whole(String text, Rational unit) {
            if (text.endsWith("inf")) {
                return BigInteger.ONE.shiftLeft(85).multiply(BigInteger.valueOf(text.startsWith("-") ? -1 : 1));
            }
            return Rational.of(new BigDecimal(text)).dividedBy(unit).floor();
        }

        long different(List<Map<String, String>> rows, DistinctColumn offered) {
            String name = name(plan, offered.field());
            return rows.stream()
                    .filter(row -> isFiltered(row, offered.filter()))
                    .map(row -> value(row, name))
                    .filter(Objects::nonNull)
                    .map(text -> text.equals("-0.0") ? "0" : text)
                    .distinct()
                    .count();
        }

        List<Map<String, String>> all(List<String> keys) {
            return groups.getOrDefault(keys, Map.of()).values().stream()
                    .flatMap(List::stream)
                    .toList();
        }
    }

    private static ResolvedLimits limits(ReleasePlan plan) {
        Map<ContributionLimits.Inferred, ContributionLimits.Given> found = new HashMap<>();
        for (AutomaticParameter parameter : plan.automatic()) {
            for (ContributionLimits.Use use : ContributionLimits.Use.values()) {
                found.put(
                        new ContributionLimits.Inferred(parameter, use),
                        switch (parameter.kind()) {
                            case ROWS_PER_GROUP -> given(0, 2);
                            case DISTINCT_PER_GROUP -> given(0, 30);
                            case SUM_PER_GROUP -> given(-70, 1300);
                            case MEAN_PER_GROUP -> given(-20, 100);
                            case VALUE_PER_ROW -> given(-4, 900);
                        });
            }
        }
        return new ResolvedLimits(found, Map.of());
    }

    private static ContributionLimits.Given given(long low, long high) {
        return new ContributionLimits.Given(BigInteger.valueOf(low), BigInteger.valueOf(high));
    }

    private record OfPerson(World world, List<Map<String, String>> rows) implements StateRequest.Visitor<BigInteger> {
        private static BigInteger sum(List<BigInteger> values) {
            return values.stream().reduce(BigInteger.ZERO, BigInteger::add);
        }

        private static BigInteger number(List<BigInteger> values) {
            return BigInteger.valueOf(values.size());
        }

        @Override
        public BigInteger users(StateRequest.Users users) {
            return BigInteger.ONE;
        }

        @Override
        public BigInteger without(StateRequest.Without without) {
            return world.number(rows, without.counted()).signum() == 0 ? BigInteger.ONE : BigInteger.ZERO;
        }

        @Override
        public BigInteger count(StateRequest.Count count) {
            return count.measured(world.limits()).orElseThrow().contribution(world.number(rows, count.counted()));
        }

        @Override
        public BigInteger sum(StateRequest.Sum sum) {
            List<BigInteger> values = world.values(rows, sum.summed());
            return sum.measured(world.limits()).orElseThrow().contribution(sum(values), number(values));
        }

        @Override
        public BigInteger userMean(StateRequest.UserMean mean) {
            List<BigInteger> values = world.values(rows, mean.summed());
            return values.isEmpty()
                    ? BigInteger.ZERO
                    : mean.measured(world.limits()).orElseThrow().contribution(sum(values), number(values));
        }

        @Override
        public BigInteger centred(StateRequest.Centred centred) {
            List<BigInteger> values = world.values(rows, centred.summed());
            return values.isEmpty()
                    ? BigInteger.ZERO
                    : centred.measured(world.limits()).orElseThrow().contribution(values);
        }

        @Override
        public BigInteger squares(StateRequest.Squares squares) {
            List<BigInteger> values = world.values(rows, squares.summed());
            return values.isEmpty()
                    ? BigInteger.ZERO
                    : squares.measured(world.limits()).orElseThrow().contribution(values);
        }

        @Override
        public BigInteger products(StateRequest.Products products) {
            List<BigInteger> firsts = world.values(rows, products.first());
            List<BigInteger> seconds = world.values(rows, products.second());
            return firsts.isEmpty()
                    ? BigInteger.ZERO
                    : products.measured(world.limits()).orElseThrow().contribution(firsts, seconds);
        }

        @Override
        public BigInteger distinct(StateRequest.Distinct distinct) {
            throw new AssertionError("not of one person");
        }
    }

    /** By keys and, of leaves, by their number. */
    private static Map<List<String>, List<BigInteger>> run(String sql, int keys) throws SQLException {
        Map<List<String>, List<BigInteger>> rows = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> key = new ArrayList<>();
                List<BigInteger> integers = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    if (i <= keys) {
                        key.add(result.getString(i));
                    } else {
                        integers.add(new BigInteger(result.getString(i)));
                    }
                }
                assertThat(rows.put(key, integers)).isNull();
            }
        }
        return rows;
    }

    private static final String PAPER = "SELECT WITH ANONYMIZATION ";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT g, COUNT(*), COUNT(x), COUNT(x) FILTER (WHERE f), COUNT(DISTINCT uid), COUNT(DISTINCT x),"
                        + " COUNT(DISTINCT d), COUNT(DISTINCT s) FILTER (WHERE f), COUNT(d, contribution_bounds_per_group"
                        + " => (1, 3)) FROM often GROUP BY g",
                "SELECT g, h, SUM(x), SUM(b), SUM(n), SUM(w), SUM(d), SUM(x) FILTER (WHERE f) FROM often GROUP BY g, h",
                "SELECT f, SUM(d, contribution_bounds_per_group => (-10, 200)), SUM(n, contribution_bounds_per_group"
                        + " => (0.03, 5)), SUM(b, contribution_bounds_per_group => (-9e18, 9e18)), SUM(w CLAMPED BETWEEN"
                        + " -2 AND 9) FROM often GROUP BY f",
                "SELECT g, AVG(x, contribution_bounds_per_group => (-3, 8)), AVG(n, contribution_bounds_per_group =>"
                        + " (-1, 0.5)), AVG(b), AVG(d, contribution_bounds_per_row => (-5, 99)) FILTER (WHERE f) FROM"
                        + " often GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 2) g, VAR_POP(x,"
                        + " contribution_bounds_per_row => (-2, 9)), STDDEV_SAMP(n), AVG(w, contribution_bounds_per_row =>"
                        + " (-1e9, 1e9)), VAR_SAMP(b, contribution_bounds_per_row => (-9e18, 9e18)) FROM often GROUP BY g",
                "SELECT g, COVAR_POP(x, n), CORR(d CLAMPED BETWEEN -8 AND 100, b CLAMPED BETWEEN -9e18 AND 9e18) FROM"
                        + " often GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 1) g, COUNT(*), COUNT(x), AVG(x) FROM"
                        + " often GROUP BY g",
                "SELECT f, AVG(n, contribution_bounds_per_row => (-1e8, 5)), AVG(x, contribution_bounds_per_row =>"
                        + " (-3e9, 5)) FROM often GROUP BY f",
                "SELECT COUNT(*), SUM(x), AVG(n), MEDIAN(x, contribution_bounds_per_row => (-3, 12)) FROM often",
                "SELECT g, MEDIAN(x), MAX(n, contribution_bounds_per_row => (-1, 13)), MIN(d,"
                        + " contribution_bounds_per_row => (-8, 99)), QUANTILE_CONT(b, 0.9, contribution_bounds_per_row =>"
                        + " (-9e18, 9e18)) FILTER (WHERE f), MODE(x, contribution_bounds_per_row => (-3, 12)) FROM often"
                        + " GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = AUTO) g, h, SUM(x), COUNT(x) FILTER"
                        + " (WHERE f), AVG(n) FROM often GROUP BY g, h",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = AUTO) g, COUNT(*,"
                        + " contribution_bounds_per_group => (0, 3)) FROM often GROUP BY g",
                "SELECT g, COUNT(x) FILTER (WHERE f), COUNT(n) FILTER (WHERE f), COUNT(d) FILTER (WHERE f), COUNT(b)"
                        + " FILTER (WHERE f), COUNT(w) FROM often GROUP BY g",
                PAPER + "g, ANON_SUM(x), ANON_AVG(n), ANON_VAR(b), ANON_COUNT(*) FROM often GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = PUBLIC_GROUPS) g, COUNT(*),"
                        + " SUM(x), COUNT(DISTINCT s) FROM known GROUP BY g"
            })
    void areWhatTheFormulasSay(String sql) throws SQLException {
        check(sql);
    }

    private static final String OF_ROWS = ", contribution_bounds_per_row => (-4, 9)";

    static List<String> alone() {
        List<String> queries = new ArrayList<>();
        for (String aggregate : List.of(
                "COUNT(*)",
                "COUNT(x)",
                "COUNT(DISTINCT uid)",
                "COUNT(DISTINCT s)",
                "COUNT(DISTINCT d)",
                "SUM(o)",
                "SUM(n)",
                "SUM(w, contribution_bounds_per_group => (-3, 8))",
                "AVG(x)",
                "AVG(d" + OF_ROWS + ")",
                "VAR_POP(n" + OF_ROWS + ")",
                "COVAR_POP(x, n)",
                "MEDIAN(x" + OF_ROWS + ")",
                "MODE(x" + OF_ROWS + ")")) {
            for (String rows : List.of("", " FILTER (WHERE f)")) {
                queries.add(aggregate + rows + " FROM often");
                queries.add("g, " + aggregate + rows + " FROM often GROUP BY g");
            }
        }
        return queries;
    }

    /** Nothing beside an aggregate reads its columns for it. */
    @ParameterizedTest
    @MethodSource("alone")
    void anAggregateAloneIsWhatTheFormulasSay(String query) throws SQLException {
        check("SELECT " + query);
    }

    private static void check(String sql) throws SQLException {
        AuditedRun.Query query = RUN.prepare(sql);
        World world = World.of(query.releases().get(0));
        PushedDownSql partial = query.partial().get(0).withMaxGroups(50);
        checkStates(world, partial);
        for (ChoiceRequest choice : world.plan().choices()) {
            checkLeaves(world, partial, choice);
        }
        if (!world.plan().automatic().isEmpty()) {
            checkHistograms(world, run(partial.histograms(), 2), false);
        }
        world.plan().parameters().groups().ifPresent(counted -> checkGroups(world, partial, counted.bins()));
    }

    private static void checkStates(World world, PushedDownSql partial) throws SQLException {
        ReleasePlan plan = world.plan();
        Map<List<String>, List<BigInteger>> found =
                run(partial.states(world.limits()), plan.keys().size());
        Set<List<String>> expected = plan.grouped() && plan.selectsGroups()
                ? world.groups().keySet()
                : plan.grouped() ? Set.of(List.of("a"), List.of("b"), List.of("nobody")) : Set.of(List.of());
        assertThat(found.keySet()).isEqualTo(expected);
        found.forEach((keys, integers) -> {
            Map<String, List<Map<String, String>>> people = world.groups().getOrDefault(keys, Map.of());
            assertThat(integers.get(0)).isEqualTo(BigInteger.valueOf(people.size()));
            for (int i = 0; i < plan.states().size(); i++) {
                StateRequest request = plan.states().get(i);
                BigInteger sum;
                if (request instanceof StateRequest.Distinct distinct) {
                    sum = BigInteger.valueOf(world.different(world.all(keys), distinct.offered()));
                } else {
                    sum = people.values().stream()
                            .map(rows -> request.accept(new OfPerson(world, rows)))
                            .reduce(BigInteger.ZERO, BigInteger::add);
                }
                assertThat(integers.get(1 + i)).as(keys + " " + request).isEqualTo(sum);
            }
        });
    }

    private static void checkLeaves(World world, PushedDownSql partial, ChoiceRequest choice) throws SQLException {
        LeafWeights leaves = MeasureChoices.weights(choice, world.limits()).orElseThrow();
        Map<List<String>, BigInteger> expected = new HashMap<>();
        world.groups()
                .forEach((keys, people) -> people.values().forEach(rows -> {
                    Map<Integer, Long> number = new HashMap<>();
                    world.values(rows, choice.values().summed())
                            .forEach(value -> number.merge(leaves.grid().leaf(value), 1L, Long::sum));
                    leaves.contribution(number).forEach((leaf, weight) -> {
                        List<String> place = new ArrayList<>(keys);
                        place.add(leaf.toString());
                        expected.merge(place, weight, BigInteger::add);
                    });
                }));
        Map<List<String>, BigInteger> found = new HashMap<>();
        run(partial.leaves(choice.values(), leaves), world.plan().keys().size() + 1)
                .forEach((place, weight) -> found.put(place, weight.get(0)));
        found.values().removeIf(weight -> weight.signum() == 0);
        assertThat(found).as(choice.toString()).isEqualTo(expected);
    }

    private static void checkHistograms(
            World world, Map<List<String>, List<BigInteger>> histograms, boolean withGroups) {
        Map<List<String>, BigInteger> expected = new HashMap<>();
        ReleasePlan plan = world.plan();
        Map<String, List<List<Map<String, String>>>> byPerson = new TreeMap<>();
        world.groups()
                .values()
                .forEach(people -> people.forEach((uid, rows) ->
                        byPerson.computeIfAbsent(uid, any -> new ArrayList<>()).add(rows)));
        for (int i = 0; i < plan.automatic().size(); i++) {
            AutomaticParameter parameter = plan.automatic().get(i);
            Contributions contributions = new Contributions(world);
            for (List<List<Map<String, String>>> groups : byPerson.values()) {
                List<BigInteger> all = new ArrayList<>();
                for (List<Map<String, String>> rows : groups) {
                    List<BigInteger> ends = parameter.accept(contributions.of(rows));
                    if (HistogramSql.likeThePaper(plan)) {
                        for (BigInteger end : ends) {
                            String bin = String.valueOf(
                                    HistogramSql.paperBins(parameter).limitedBin(end));
                            expected.merge(List.of(HistogramSql.byLargest(i), bin), BigInteger.ONE, BigInteger::add);
                        }
                    }
                    all.addAll(ends);
                }
                if (!HistogramSql.likeThePaper(plan)) {
                    person(plan, world, i, groups, all, expected);
                }
            }
        }
        Map<List<String>, BigInteger> found = new HashMap<>();
        histograms.forEach((place, number) -> found.put(place, number.get(0)));
        if (withGroups) {
            found.keySet().removeIf(place -> place.get(0).equals(HistogramSql.BY_GROUPS));
        }
        assertThat(found).isEqualTo(expected);
    }

    private static void person(
            ReleasePlan plan,
            World world,
            int i,
            List<List<Map<String, String>>> groups,
            List<BigInteger> all,
            Map<List<String>, BigInteger> expected) {
        AutomaticParameter parameter = plan.automatic().get(i);
        if (all.isEmpty()) {
            if (plan.countsOthers(parameter)) {
                BigInteger most = groups.stream()
                        .map(rows -> world.number(rows, RowCount.EVERY_ROW))
                        .reduce(BigInteger.ZERO, BigInteger::max);
                count(expected, HistogramSql.byRowsOfOthers(i), parameter, most);
            }
            return;
        }
        BigInteger most = all.stream().reduce(BigInteger::max).orElseThrow();
        BigInteger least = all.stream().reduce(BigInteger::min).orElseThrow();
        if (parameter.kind().isRange()) {
            count(expected, HistogramSql.byLargest(i), parameter, most);
            count(expected, HistogramSql.bySmallest(i), parameter, least);
        } else {
            BigInteger farthest = most.compareTo(least.negate()) >= 0 ? most : least;
            count(expected, HistogramSql.byLargest(i), parameter, farthest);
        }
    }

    private static void count(
            Map<List<String>, BigInteger> expected, String name, AutomaticParameter parameter, BigInteger value) {
        // 0 is apart from 1.
        int place = value.signum() == 0
                ? TailBounds.ZERO
                : HistogramSql.bins(parameter).limitedBin(value);
        String bin = String.valueOf(place);
        expected.merge(List.of(name, bin), BigInteger.ONE, BigInteger::add);
    }

    /** What a person contributes to a group: nothing, one number, or the largest and the smallest one. */
    private record Contributions(World world) {
        AutomaticParameter.Visitor<List<BigInteger>> of(List<Map<String, String>> rows) {
            return new AutomaticParameter.Visitor<>() {
                private List<BigInteger> positive(BigInteger number) {
                    return number.signum() > 0 ? List.of(number) : List.of();
                }

                @Override
                public List<BigInteger> rowsPerGroup(AutomaticParameter.RowsPerGroup parameter) {
                    return positive(world.number(rows, parameter.counted()));
                }

                @Override
                public List<BigInteger> mostRowsPerGroup(AutomaticParameter.MostRowsPerGroup parameter) {
                    return positive(parameter.counted().stream()
                            .map(counted -> world.number(rows, counted))
                            .reduce(BigInteger.ZERO, BigInteger::max));
                }

                @Override
                public List<BigInteger> distinctPerGroup(AutomaticParameter.DistinctPerGroup parameter) {
                    return positive(BigInteger.valueOf(world.different(rows, parameter.offered())));
                }

                @Override
                public List<BigInteger> sumPerGroup(AutomaticParameter.SumPerGroup parameter) {
                    List<BigInteger> values = world.values(rows, parameter.summed());
                    return values.isEmpty() ? List.of() : List.of(OfPerson.sum(values));
                }

                @Override
                public List<BigInteger> meanPerGroup(AutomaticParameter.MeanPerGroup parameter) {
                    List<BigInteger> values = world.values(rows, parameter.summed());
                    BigInteger number = BigInteger.valueOf(values.size());
                    return values.isEmpty()
                            ? List.of()
                            : List.of(OfPerson.sum(values).divide(number));
                }

                @Override
                public List<BigInteger> valuePerRow(AutomaticParameter.ValuePerRow parameter) {
                    List<BigInteger> values = world.values(rows, parameter.summed());
                    return values.isEmpty()
                            ? List.of()
                            : List.of(
                                    values.stream().reduce(BigInteger::max).orElseThrow(),
                                    values.stream().reduce(BigInteger::min).orElseThrow());
                }
            };
        }
    }

    private static void checkGroups(World world, PushedDownSql partial, AutomaticGroups bins) {
        Map<String, Integer> groups = new HashMap<>();
        world.groups().values().forEach(people -> people.keySet().forEach(uid -> groups.merge(uid, 1, Integer::sum)));
        Map<String, BigInteger> expected = new HashMap<>();
        groups.values()
                .forEach(number -> expected.merge(String.valueOf(bins.bin(number)), BigInteger.ONE, BigInteger::add));
        try {
            Map<String, BigInteger> found = new HashMap<>();
            run(partial.groupsPerPerson(bins), 1).forEach((bin, people) -> found.put(bin.get(0), people.get(0)));
            assertThat(found).isEqualTo(expected);
            if (!world.plan().automatic().isEmpty()) {
                Map<List<String>, List<BigInteger>> all = run(
                        partial.withMaxGroups(1)
                                .histograms(world.plan().parameters().groups().orElseThrow()),
                        2);
                Map<String, BigInteger> beside = new HashMap<>();
                all.forEach((place, people) -> {
                    if (place.get(0).equals(HistogramSql.BY_GROUPS)) {
                        beside.put(place.get(1), people.get(0));
                    }
                });
                assertThat(beside).isEqualTo(expected);
                // Where C_u is to be found, contributions to all groups are looked at.
                checkHistograms(world, all, true);
            }
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    /** No more than C_u groups of each person are left, and of whoever has fewer all. */
    @Test
    void nobodyIsInMoreGroupsThanCount() throws SQLException {
        AuditedRun.Query query = RUN.prepare(
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 1) g, h, COUNT(DISTINCT uid), COUNT(*,"
                        + " contribution_bounds_per_group => (0, 1)), COUNT(DISTINCT uid * 3,"
                        + " contribution_bounds_per_group => (0, 2)), MEDIAN(uid * 0, contribution_bounds_per_row =>"
                        + " (0, 9)) FROM often GROUP BY g, h");
        World world = World.of(query.releases().get(0));
        Map<String, Long> groups = new HashMap<>();
        world.groups().values().forEach(people -> people.keySet().forEach(uid -> groups.merge(uid, 1L, Long::sum)));
        for (int most = 1; most <= 12; most++) {
            long limit = most;
            long expected = groups.values().stream()
                    .mapToLong(number -> Math.min(limit, number))
                    .sum();
            Map<List<String>, List<BigInteger>> found =
                    run(query.partial().get(0).withMaxGroups(most).states(world.limits()), 2);
            for (int place :
                    IntStream.range(0, 1 + world.plan().states().size()).toArray()) {
                assertThat(found.values().stream()
                                .mapToLong(integers -> integers.get(place).longValueExact())
                                .sum())
                        .as(most + " groups, place " + place)
                        .isEqualTo(expected);
            }
            ChoiceRequest choice = world.plan().choices().get(0);
            LeafWeights leaves = MeasureChoices.weights(choice, world.limits()).orElseThrow();
            BigInteger weight =
                    run(query.partial().get(0).withMaxGroups(most).leaves(choice.values(), leaves), 3).values().stream()
                            .map(one -> one.get(0))
                            .reduce(BigInteger.ZERO, BigInteger::add);
            assertThat(weight)
                    .as(most + " groups, leaves")
                    .isEqualTo(leaves.sensitivity().multiply(BigInteger.valueOf(expected)));
        }
    }

    /** Limits are found from what counts: of a given number of groups, whether or not it is told what that leaves out. */
    @Test
    void limitsAreFoundFromTheGroupsThatCount() throws SQLException {
        for (int most = 1; most <= 3; most++) {
            AuditedRun.Query query = RUN.prepare("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = "
                    + most
                    + ", report_missing = TRUE) g, h, COUNT(*), SUM(x), AVG(n), COUNT(DISTINCT s) FROM often GROUP"
                    + " BY g, h");
            PushedDownSql partial = query.partial().get(0);
            Map<List<String>, List<BigInteger>> found = run(
                    partial.histograms(
                            query.releases().get(0).plan().parameters().groups().orElseThrow()),
                    2);
            assertThat(found.keySet()).anyMatch(place -> place.get(0).equals(HistogramSql.BY_GROUPS));
            found.keySet().removeIf(place -> place.get(0).equals(HistogramSql.BY_GROUPS));
            assertThat(found)
                    .as(most + " groups")
                    .isEqualTo(run(partial.histograms(), 2))
                    .isNotEqualTo(run(partial.withMaxGroups(50).histograms(), 2));
        }
    }

    /** What the query's operators prove of a person's rows needs no limit; one row more than groups that count does. */
    @Test
    void whoeverHasMoreRowsThanGroupsThatCountIsLimited() throws SQLException {
        AuditedRun.Query query = RUN.prepare("SELECT g, COUNT(DISTINCT uid) FROM (SELECT uid, MIN(g) AS g FROM often"
                + " GROUP BY uid UNION ALL SELECT uid, MAX(s) AS g FROM often GROUP BY uid) AS p GROUP BY g");
        assertThat(query.releases().get(0).plan().structure().provenRows()).hasValue(2);
        Set<String> people = ROWS.stream()
                .map(row -> row.get("uid"))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        for (int most = 1; most <= 2; most++) {
            long shown =
                    run(query.partial().get(0).withMaxGroups(most).states(ResolvedLimits.NONE), 1).values().stream()
                            .mapToLong(integers -> integers.get(0).longValueExact())
                            .sum();
            assertThat(shown).isLessThanOrEqualTo((long) most * people.size());
            assertThat(shown > people.size()).isEqualTo(most == 2);
        }
    }

    /** Of each person at most so many different values count, and of whoever has fewer all. */
    @Test
    void nobodyOffersMoreDifferentValuesThanCount() throws SQLException {
        for (int most = 1; most <= 8; most++) {
            String sql = "SELECT COUNT(DISTINCT x, contribution_bounds_per_group => (0, " + most
                    + ")) FROM often WHERE uid = %d";
            for (int uid : new int[] {1, 7, 20}) {
                AuditedRun.Query query = RUN.prepare(String.format(sql, uid));
                long different = ROWS.stream()
                        .filter(row -> String.valueOf(uid).equals(row.get("uid")) && row.get("x") != null)
                        .map(row -> row.get("x"))
                        .distinct()
                        .count();
                List<BigInteger> found = run(query.partial().get(0).states(ResolvedLimits.NONE), 0)
                        .get(List.of());
                assertThat(found.get(1).longValueExact()).isEqualTo(Math.min(most, different));
            }
        }
    }

    /** Where each row counts for itself, a person has so many rows in all groups together. */
    @Test
    void nobodyHasMoreRowsThanCount() throws SQLException {
        for (int most : new int[] {1, 2, 5, 30}) {
            AuditedRun.Query query = RUN.prepare("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_contributed = "
                    + most + ", report_missing = TRUE) g, h, COUNT(*) FROM often GROUP BY g, h");
            World world = World.of(query.releases().get(0));
            Map<String, Long> rows = new HashMap<>();
            ROWS.stream()
                    .filter(row -> row.get("uid") != null)
                    .forEach(row -> rows.merge(row.get("uid"), 1L, Long::sum));
            long expected = rows.values().stream()
                    .mapToLong(number -> Math.min(most, number))
                    .sum();
            long counted = run(query.partial().get(0).states(world.limits()), 2).values().stream()
                    .mapToLong(integers -> integers.get(0).longValueExact())
                    .sum();
            assertThat(counted).as(most + " rows").isEqualTo(expected);
            AutomaticGroups bins =
                    world.plan().parameters().groups().orElseThrow().bins();
            Map<List<String>, List<BigInteger>> people = new HashMap<>();
            rows.values()
                    .forEach(number -> people.merge(
                            List.of(String.valueOf(bins.bin(number))),
                            List.of(BigInteger.ONE),
                            (one, other) -> List.of(one.get(0).add(other.get(0)))));
            assertThat(run(query.partial().get(0).groupsPerPerson(bins), 1)).isEqualTo(people);
        }
    }
}
