package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.audit.BuiltInQuestions;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.remainder.CarryIntervals;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.walk.Walk;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Which queries have one kept answer: whatever changes an answer changes the digest. Walked are the options, the
 * defaults, and all queries of the tester with all their literals.
 */
class CanonicalQueryTest {
    private static final List<Table> TABLES = BuiltInQuestions.all().get(0).tables();

    private static final String GROUPED =
            " g, COUNT(*), AVG(i, contribution_bounds_per_row => (0, 5)) FROM p GROUP BY g";

    /**
     * Values of each option, of which no two have the same answer, nor has one the answer without the option. What is
     * left out of all is the column of the person, of which a query may only say what is so.
     */
    private static final Map<String, List<String>> VALUES = Map.ofEntries(
            Map.entry("epsilon", List.of("0.5", "0.25", "2")),
            Map.entry("delta", List.of("1e-7", "1e-9")),
            Map.entry("max_groups_contributed", List.of("1", "2", "AUTO")),
            Map.entry("confidence", List.of("0.5", "0.9", "0.9500001")),
            Map.entry("max_rows_per_group", List.of("1", "2")),
            Map.entry("max_rows_contributed", List.of("1", "3", "16", "AUTO")),
            Map.entry("privacy_unit_column", List.of()),
            Map.entry("noise", List.of("LAPLACE", "GAUSSIAN")),
            Map.entry(
                    "group_selection_strategy",
                    List.of("LAPLACE_THRESHOLD", "GAUSSIAN_THRESHOLD", "TRUNCATED_GEOMETRIC", "PUBLIC_GROUPS")),
            Map.entry("group_selection_epsilon", List.of("0.1", "0.2")),
            Map.entry("min_privacy_units_per_group", List.of("2", "5000")),
            // In this query it changes nothing.
            Map.entry("report_missing", List.of()),
            Map.entry("consistent_totals", List.of()),
            Map.entry("leftovers", List.of("'others'", "'Others'", "''")));

    /** Numbers and texts, but no part of a name. */
    private static final Pattern LITERAL = Pattern.compile("(?<![\\w.'])(\\d+(?:\\.\\d+)?)(?![\\w.'])|'([^']*)'");

    /**
     * What changes nothing: the lower end of a number of rows, because who is in a group has at least one there, and
     * what is selected where only asked for is whether there is a row.
     */
    private static final Pattern WITHOUT_EFFECT = Pattern.compile("(?:COUNT\\([^()]*=> \\(|EXISTS \\(SELECT )$");

    private static PrepareQuery prepare(List<Table> tables, Defaults defaults) {
        return new PrepareQuery(new Catalog(tables), defaults, QueryCeiling.NONE, DuckDbDialect.DIALECT);
    }

    private static String digest(String sql) {
        return prepare(TABLES, Defaults.STANDARD).prepare(sql).digest();
    }

    private static String with(String option, String value) {
        return "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + option + " = " + value + ")"
                + GROUPED.replace("FROM p", "FROM dp");
    }

    @Test
    void everyOptionIsWalked() {
        Refusal refusal = catchThrowableOfType(Refusal.class, () -> digest(with("no_such_option", "1")));
        String list = refusal.advice().replaceAll("(?s).*The options are (.*)\\.", "$1");
        assertThat(new TreeSet<>(List.of(list.split(", ", -1)))).isEqualTo(new TreeSet<>(VALUES.keySet()));
    }

    @Test
    void everyOptionMakesAnotherQuery() {
        Map<String, String> known = new HashMap<>();
        known.put(digest("SELECT WITH DIFFERENTIAL_PRIVACY" + GROUPED.replace("FROM p", "FROM dp")), "no option");
        VALUES.forEach((option, values) -> values.forEach(value -> {
            String before = known.put(digest(with(option, value)), option + " = " + value);
            assertThat(before).as(option + " = " + value).isNull();
        }));
    }

    /** Two blocks that ask the same with other options are two releases; those that ask it with the same are one. */
    @Test
    void everyOptionMakesAnotherRelease() {
        String plain = "SELECT WITH DIFFERENTIAL_PRIVACY" + GROUPED.replace("FROM p", "FROM dp");
        PrepareQuery prepare = prepare(TABLES, Defaults.STANDARD);
        Map<String, List<String>> values = new HashMap<>(VALUES);
        values.put("report_missing", List.of("true"));
        values.put("consistent_totals", List.of("false"));
        values.forEach((option, all) -> all.forEach(value -> {
            String other = with(option, value);
            assertThat(prepare.prepare("(" + plain + ") UNION ALL (" + other + ")")
                            .releases())
                    .as(other)
                    .hasSize(2);
            assertThat(prepare.prepare("(" + other + ") UNION ALL (" + other + ")")
                            .releases())
                    .as(other + " twice")
                    .hasSize(1);
        }));
    }

    /** Defaults that differ in one thing each: a component more does not compile before it is varied here. */
    @Test
    void everyDefaultMakesAnotherQuery() {
        BigDecimal one = BigDecimal.ONE;
        BigDecimal delta = new BigDecimal("1e-8");
        Optional<Defaults.Noise> noise = Optional.empty();
        Optional<Defaults.Selection> selection = Optional.empty();
        List<Defaults> all = new ArrayList<>(List.of(
                new Defaults(one, delta, 5, 0.95, noise, selection, 1),
                new Defaults(BigDecimal.TEN, delta, 5, 0.95, noise, selection, 1),
                new Defaults(one, new BigDecimal("2e-8"), 5, 0.95, noise, selection, 1),
                new Defaults(one, delta, 6, 0.95, noise, selection, 1),
                new Defaults(one, delta, 5, 0.96, noise, selection, 1),
                new Defaults(one, delta, 5, 0.95, noise, selection, 3)));
        for (PersonLimit each : List.of(
                PersonLimit.rows(5),
                PersonLimit.found(PersonLimit.Of.ROWS),
                PersonLimit.found(PersonLimit.Of.GROUPS))) {
            all.add(new Defaults(one, delta, Optional.of(each), 0.95, noise, selection, 1, false));
        }
        for (Defaults.Noise each : Defaults.Noise.values()) {
            all.add(new Defaults(one, delta, 5, 0.95, Optional.of(each), selection, 1));
        }
        for (Defaults.Selection each : Defaults.Selection.values()) {
            all.add(new Defaults(one, delta, 5, 0.95, noise, Optional.of(each), 1));
        }
        assertThat(all.stream()
                        .map(each -> prepare(TABLES, each)
                                .prepare("SELECT" + GROUPED)
                                .digest()))
                .doesNotHaveDuplicates();
    }

    /** All aggregates, functions, joins, windows and set operations that the tester knows. */
    @Test
    void noTwoQueriesOfTheTesterAreOne() {
        for (BuiltInQuestions questions : BuiltInQuestions.all()) {
            PrepareQuery prepare = prepare(questions.tables(), Defaults.STANDARD);
            Map<String, String> known = new HashMap<>();
            for (String sql : questions.queries()) {
                assertThat(known.put(prepare.prepare(sql).digest(), sql))
                        .as(sql)
                        .isNull();
            }
        }
    }

    @Test
    @Tag("walk")
    void everyLiteralMakesAnotherQuery() {
        int changed = 0;
        for (BuiltInQuestions questions : BuiltInQuestions.all()) {
            PrepareQuery prepare = prepare(questions.tables(), Defaults.STANDARD);
            for (String sql : questions.queries()) {
                String digest = prepare.prepare(sql).digest();
                for (String other : otherLiterals(sql)) {
                    Optional<String> found = accepted(prepare, other);
                    if (found.isPresent()) {
                        changed++;
                        assertThat(found.get()).as(sql + "\n" + other).isNotEqualTo(digest);
                    }
                }
            }
        }
        assertThat(changed).isGreaterThan(150);
    }

    /**
     * Releases that are taken for the same because their aggregates mean the same alone are the same: all options, defaults of
     * one kind, all queries of the tester and their literals.
     */
    @Test
    @Tag("walk")
    void whatMeansTheSameAloneIsTheSameRelease() {
        Map<ReleaseMeaning, String> known = new HashMap<>();
        String grouped = GROUPED.replace("FROM p", "FROM dp");
        PrepareQuery options = withMeanings(TABLES);
        List<String> asked = new ArrayList<>(List.of("SELECT WITH DIFFERENTIAL_PRIVACY" + grouped));
        VALUES.forEach((option, values) -> values.forEach(value -> asked.add(with(option, value))));
        for (String value : List.of("TRUE", "FALSE")) {
            asked.add("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(consistent_totals = " + value
                    + ") g, COUNT(*) FROM dp GROUP BY ROLLUP(g)");
            asked.add("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(report_missing = " + value
                    + ") g, COUNT(*) FROM p GROUP BY g");
        }
        asked.forEach(sql -> compare(options, sql, known));
        for (BuiltInQuestions questions : BuiltInQuestions.all()) {
            PrepareQuery prepare = withMeanings(questions.tables());
            for (String sql : Walk.share("meanings", 60, List.copyOf(questions.queries()))) {
                compare(prepare, sql, known);
                otherLiterals(sql).forEach(other -> compare(prepare, other, known));
            }
            // Of other tables, whose names are the same.
            known.clear();
        }
    }

    private static PrepareQuery withMeanings(List<Table> tables) {
        return new PrepareQuery(new Catalog(tables), Defaults.STANDARD, QueryCeiling.NONE, DuckDbDialect.DIALECT, true);
    }

    private static void compare(PrepareQuery prepare, String sql, Map<ReleaseMeaning, String> known) {
        PreparedQuery query;
        try {
            query = prepare.prepare(sql);
        } catch (Refusal refused) {
            return;
        }
        for (PreparedRelease release : query.releases()) {
            String digest = CanonicalQuery.digest(release, false);
            release.meaning()
                    .map(meaning -> known.putIfAbsent(meaning, digest))
                    .ifPresent(before -> assertThat(before).as(sql).isEqualTo(digest));
        }
    }

    /** It counts only where limits of groups are found. */
    @Test
    void whatIsSaidToBeMissingMakesAnotherQuery() {
        String grouped = " g, COUNT(*) FROM p GROUP BY g";
        assertThat(List.of(
                        digest("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(report_missing = TRUE)" + grouped),
                        digest("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(report_missing = FALSE)" + grouped)))
                .doesNotHaveDuplicates();
    }

    /** It counts only where there are grouping sets. */
    @Test
    void consistentTotalsMakeAnotherQuery() {
        String rollup = " g, COUNT(*) FROM dp GROUP BY ROLLUP(g)";
        assertThat(List.of(
                        digest("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(consistent_totals = TRUE)" + rollup),
                        digest("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(consistent_totals = FALSE)" + rollup)))
                .doesNotHaveDuplicates();
    }

    /** All aggregates of the same values with the same limits: each is another query. */
    @Test
    void everyAggregateMakesAnotherQuery() {
        String rows = "contribution_bounds_per_row => (0, 5)";
        Map<String, String> queries = new HashMap<>();
        Set<AggregateFunction> asked = EnumSet.noneOf(AggregateFunction.class);
        for (AggregateFunction function : AggregateFunction.values()) {
            String name = function == AggregateFunction.QUANTILE ? "QUANTILE_CONT" : function.name();
            for (String arguments : List.of(
                    "i, " + rows,
                    "i, 0.25, " + rows,
                    "x, d, contribution_bounds_per_row => ((0, 5), (0, 5))",
                    "i, contribution_bounds_per_group => (0, 9)")) {
                String sql = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 2) " + name + "("
                        + arguments + ") FROM dp";
                accepted(prepare(TABLES, Defaults.STANDARD), sql).ifPresent(digest -> {
                    asked.add(function);
                    queries.merge(digest, sql, (one, other) -> one + "\n" + other);
                });
            }
        }
        assertThat(asked).containsExactlyInAnyOrder(AggregateFunction.values());
        assertThat(queries.values()).noneMatch(sql -> sql.contains("\n"));
    }

    /** What a prepared query's answer is made from, changed part by part; how its columns are called is no such part. */
    @Test
    void everyPartThatTheAnswerIsMadeFromMakesAnotherQuery() {
        PreparedQuery query = prepare(TABLES, Defaults.STANDARD)
                .prepare("SELECT WITH DIFFERENTIAL_PRIVACY" + GROUPED.replace("FROM p", "FROM dp"));
        List<ResultType> types = new ArrayList<>(query.answerTypes());
        types.set(1, ResultType.of(ColumnType.VARCHAR));
        List<ResultType> array = new ArrayList<>(query.answerTypes());
        array.set(0, new ResultType(array.get(0).element(), true));
        List<Optional<CarryIntervals.Interval>> none =
                Collections.nCopies(query.intervals().size(), Optional.empty());
        List<Optional<CarryIntervals.Interval>> other = query.intervals().stream()
                .map(interval -> interval.map(ends -> new CarryIntervals.Interval(ends.low(), ends.high() + 1)))
                .toList();
        assertThat(other).isNotEqualTo(query.intervals());
        List<PreparedQuery> all = List.of(
                query,
                with(query, List.of(), query.answerSql(), query.answerTypes(), query.intervals(), query.reports()),
                with(query, query.releases(), query.answerSql() + " ", query.answerTypes(), query.intervals(), false),
                with(query, query.releases(), query.answerSql(), types, query.intervals(), query.reports()),
                with(query, query.releases(), query.answerSql(), array, query.intervals(), query.reports()),
                with(query, query.releases(), query.answerSql(), query.answerTypes(), none, query.reports()),
                with(query, query.releases(), query.answerSql(), query.answerTypes(), other, query.reports()),
                with(
                        query,
                        query.releases(),
                        query.answerSql(),
                        query.answerTypes(),
                        query.intervals(),
                        !query.reports()));
        assertThat(all).map(PreparedQuery::digest).doesNotHaveDuplicates();
        assertThat(prepare(TABLES, Defaults.STANDARD)
                        .prepare("SELECT WITH DIFFERENTIAL_PRIVACY"
                                + GROUPED.replace("FROM p", "FROM dp").replace("COUNT(*)", "COUNT(*) AS other"))
                        .digest())
                .isEqualTo(query.digest());
    }

    /** Texts are told apart also where they are the same when written one after another. */
    @Test
    void textsAreToldApartByWhereTheyEnd() {
        assertThat(List.of(
                        CanonicalQuery.digest("ab", "c"),
                        CanonicalQuery.digest("a", "bc"),
                        CanonicalQuery.digest("abc"),
                        CanonicalQuery.digest("", "abc"),
                        CanonicalQuery.digest("abc", ""),
                        CanonicalQuery.digest("c", "ab"),
                        CanonicalQuery.digest("AB", "C"),
                        CanonicalQuery.digest("\u00e4b", "c"),
                        CanonicalQuery.digest("\u00f6b", "c")))
                .doesNotHaveDuplicates();
    }

    private static PreparedQuery with(
            PreparedQuery query,
            List<PreparedRelease> releases,
            String sql,
            List<ResultType> types,
            List<Optional<CarryIntervals.Interval>> intervals,
            boolean reports) {
        return new PreparedQuery(
                query.columns(),
                releases,
                sql,
                types,
                intervals,
                reports,
                query.redraws(),
                query.plain(),
                query.explain(),
                query.wanted(),
                query.charge());
    }

    private static Optional<String> accepted(PrepareQuery prepare, String sql) {
        try {
            return Optional.of(prepare.prepare(sql).digest());
        } catch (Refusal refused) {
            return Optional.empty();
        }
    }

    /** The query with one literal changed at a time. */
    private static List<String> otherLiterals(String sql) {
        List<String> others = new ArrayList<>();
        Matcher literals = LITERAL.matcher(sql);
        while (literals.find()) {
            if (WITHOUT_EFFECT.matcher(sql.substring(0, literals.start())).find()) {
                continue;
            }
            String other = literals.group(1) == null
                    ? "'" + literals.group(2) + "z'"
                    : new BigDecimal(literals.group(1)).add(BigDecimal.ONE).toPlainString();
            others.add(sql.substring(0, literals.start()) + other + sql.substring(literals.end()));
        }
        return others;
    }
}
