package io.tacit.engine.session;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.SqlLayout;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.ownership.AssignOwners;
import io.tacit.engine.ownership.CutQuery;
import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.pushdown.PushedDownSql;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.RedrawnRows;
import io.tacit.engine.remainder.CarryIntervals;
import io.tacit.engine.remainder.SeenEnds;
import io.tacit.engine.rewrite.CheckLimits;
import io.tacit.engine.rewrite.PlanRelease;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.UnitPaths;
import io.tacit.engine.sql.AnalyzedQuery;
import io.tacit.engine.sql.SqlToRelation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Turns SQL text into a query that is ready to be charged and run, stage by stage. */
final class PrepareQuery {
    private final Catalog catalog;
    private final Defaults defaults;
    private final QueryCeiling ceiling;
    private final Dialect dialect;
    private final SqlToRelation parser;
    private final boolean meanings;

    /** Prepares queries over people's rows in DuckDB. */
    PrepareQuery(Catalog catalog, Defaults defaults) {
        this(catalog, defaults, QueryCeiling.NONE, DuckDbDialect.DIALECT);
    }

    /** @param dialect of the back end that holds the people's rows */
    PrepareQuery(Catalog catalog, Defaults defaults, QueryCeiling ceiling, Dialect dialect) {
        this(catalog, defaults, ceiling, dialect, false);
    }

    /** @param meanings whether to find out what the releases mean, for those that are kept */
    PrepareQuery(Catalog catalog, Defaults defaults, QueryCeiling ceiling, Dialect dialect, boolean meanings) {
        this.meanings = meanings;
        this.catalog = catalog;
        this.defaults = defaults;
        this.ceiling = ceiling;
        this.dialect = dialect;
        this.parser = new SqlToRelation(catalog);
    }

    /**
     * Prepares a query without touching data.
     *
     * @throws Refusal when it is not accepted
     */
    PreparedQuery prepare(String sql) {
        try {
            return prepareAsDeep(sql);
        } catch (StackOverflowError tooDeep) {
            throw new Refusal(
                    ErrorCode.TOO_COMPLEX,
                    "This query is nested too deeply.",
                    "Split it into several queries, or replace long chains of operators by IN lists.");
        }
    }

    private PreparedQuery prepareAsDeep(String sql) {
        // What no engine accepts has a place in the text here; what that of people's rows alone lacks is refused later.
        AnalyzedQuery query = parser.analyze(sql, read -> RelationToSql.check(DuckDbDialect.DIALECT, read));
        CutQuery cut = AssignOwners.cut(query, catalog);
        CarryIntervals.Result carried =
                CarryIntervals.carry(cut.remainder(), cut.releases(), confidence(cut.releases()));
        Set<String> fed = cut.releases().stream()
                .flatMap(release -> release.reads().stream())
                .collect(Collectors.toSet());
        Optional<CarryIntervals.Result> plain = carried.redraws() == 0 ? Optional.empty() : plain(cut);
        Map<String, Set<Integer>> seen = carried.reports()
                ? Map.of()
                : SeenEnds.of(
                        Stream.concat(Stream.of(carried), plain.stream())
                                .map(CarryIntervals.Result::relation)
                                .toList(),
                        cut.releases());
        List<PreparedRelease> releases = new ArrayList<>();
        for (PrivateAggregation aggregation : cut.releases()) {
            Calibration calibration = calibrate(aggregation, Optional.ofNullable(seen.get(aggregation.name())));
            releases.add(new PreparedRelease(
                    calibration,
                    pushedDown(calibration, aggregation),
                    UnitPaths.of(aggregation, catalog),
                    UnitPaths.tables(aggregation, catalog),
                    fed.contains(aggregation.name()),
                    meaning(calibration.plan(), Optional.ofNullable(seen.get(aggregation.name())))));
        }
        List<ResultType> types = carried.types();
        List<AnswerColumn> columns = new ArrayList<>();
        for (int i = 0; i < query.columnNames().size(); i++) {
            columns.add(new AnswerColumn(
                    query.columnNames().get(i),
                    types.get(i),
                    carried.intervals().get(i).isPresent()));
        }
        return new PreparedQuery(
                columns,
                releases,
                answerSql(carried),
                types,
                carried.intervals(),
                carried.reports(),
                new RedrawnRows(carried.redraws(), carried.mostRows()),
                plain.map(PrepareQuery::remainder),
                query.explain(),
                query.wanted(),
                releases.stream().map(release -> release.calibration().charge()).reduce(Charge.NOTHING, Charge::plus));
    }

    /** What a release means; empty where one of its aggregates is none on its own, or where it is not asked for. */
    private Optional<ReleaseMeaning> meaning(ReleasePlan plan, Optional<Set<Integer>> seen) {
        if (!meanings || seen.isEmpty()) {
            return Optional.empty();
        }
        PrivateAggregation aggregation = plan.aggregation();
        try {
            List<String> aggregates = new ArrayList<>();
            List<String> withInterval = new ArrayList<>();
            for (int place = 0; place < aggregation.calls().size(); place++) {
                PrivateAggregation alone = aggregation.alone(List.of(place));
                String shown = digest(alone, Set.of(0));
                withInterval.add(shown);
                aggregates.add(seen.get().contains(place) ? shown : digest(alone, Set.of()));
            }
            // An aggregate's own epsilon decides whether the limit of groups is found, for all that stand beside it.
            String groups = CanonicalQuery.digest(
                    digest(aggregation.alone(List.of()), Set.of()),
                    plan.parameters().toString());
            return Optional.of(new ReleaseMeaning(groups, aggregates, withInterval));
        } catch (Refusal | IllegalArgumentException | IllegalStateException onlyTogether) {
            return Optional.empty();
        }
    }

    private String digest(PrivateAggregation aggregation, Set<Integer> seen) {
        ReleasePlan plan = PlanRelease.plan(aggregation, defaults, ceiling, catalog, Optional.of(seen));
        RelationToSql printer = RelationToSql.overPeople(dialect);
        return CanonicalQuery.digest(
                plan,
                printer.sql(aggregation.input()),
                aggregation.publicKeys().map(printer::sql).orElse("selected"));
    }

    private PushedDownSql pushedDown(Calibration calibration, PrivateAggregation aggregation) {
        try {
            return PushedDownSql.of(calibration.plan(), RelationToSql.overPeople(dialect));
        } catch (Refusal lacking) {
            throw lacking.at(aggregation.position());
        }
    }

    /** The remainder without redrawn values; empty where the query asks for an end that is computed from them. */
    private static Optional<CarryIntervals.Result> plain(CutQuery cut) {
        try {
            return Optional.of(CarryIntervals.carryReleased(cut.remainder(), cut.releases()));
        } catch (Refusal needed) {
            return Optional.empty();
        }
    }

    private static PreparedQuery.Remainder remainder(CarryIntervals.Result plain) {
        return new PreparedQuery.Remainder(answerSql(plain), plain.types(), plain.intervals());
    }

    private static String answerSql(CarryIntervals.Result carried) {
        return SqlLayout.of(RelationToSql.overReleased(DuckDbDialect.DIALECT).sql(carried.relation()));
    }

    /** The confidence of the answer: the least of its releases' confidences. */
    private double confidence(List<PrivateAggregation> releases) {
        return releases.stream()
                .mapToDouble(release -> release.clause()
                        .options()
                        .confidence()
                        .map(BigDecimal::doubleValue)
                        .orElse(defaults.confidence()))
                .min()
                .orElse(defaults.confidence());
    }

    /**
     * Calibrates a release. Planning does not always know where the aggregate that it refuses stands; the block's
     * position is better than none.
     *
     * @param seen the places of the aggregates whose intervals are shown or read; empty if they all may be
     */
    private Calibration calibrate(PrivateAggregation aggregation, Optional<Set<Integer>> seen) {
        try {
            Calibration calibration = Calibration.of(PlanRelease.plan(aggregation, defaults, ceiling, catalog, seen));
            CheckLimits.checkSpent(
                    calibration.charge().epsilon(), calibration.charge().delta(), ceiling);
            if (aggregation.clause().options().isPure()
                    && calibration.charge().delta().signum() > 0) {
                throw new Refusal(
                        ErrorCode.BAD_OPTION,
                        "This SELECT needs a delta more than 0.",
                        "Give a small one such as 1e-8.");
            }
            return calibration;
        } catch (Refusal refusal) {
            throw refusal.at(aggregation.position());
        } catch (IllegalArgumentException contradiction) {
            throw new Refusal(
                    ErrorCode.BAD_OPTION,
                    aggregation.position(),
                    "A release with these options is not possible.",
                    String.valueOf(contradiction.getMessage()) + ".");
        } catch (IllegalStateException impossible) {
            // A plan looks over itself; one that would spend more than it says, as with a delta next to 1, is not run.
            throw new Refusal(
                    ErrorCode.BAD_OPTION,
                    aggregation.position(),
                    "A release with these options is not possible.",
                    "Use usual ones, such as epsilon = 1 and delta = 1e-8.");
        }
    }
}
