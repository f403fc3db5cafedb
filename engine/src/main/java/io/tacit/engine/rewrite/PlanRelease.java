package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.ReleaseOptions;
import io.tacit.engine.sql.Spelling;
import io.tacit.engine.sql.TruthAggregate;
import io.tacit.engine.structure.Structure;
import io.tacit.privacy.measure.Epsilon;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataTypeField;

/**
 * Plans one private release: which states its aggregates need, each once, and which limits must be found first.
 *
 * <p>What an aggregate means follows the query's spelling ({@code docs/design/sql.md#aggregates}): in plain SQL AVG,
 * VAR and STDDEV weigh rows, each person at most as many as COUNT counts; in the paper's and GoogleSQL's spelling a
 * person is one input: its mean for AVG, its rows together as one for VAR and STDDEV. How the aggregates of each form
 * are planned is an {@link AggregatePlanner}.
 */
public final class PlanRelease {
    private final PrivateAggregation aggregation;
    private final Structure structure;
    private final ReleaseParameters parameters;
    private final Spelling spelling;
    private final PlannedStates states;
    private final ConditionalCounts conditional;
    private final PlannedLimits limits;
    private final KnownBounds known;
    private final Catalog catalog;
    private final CheckRows rows;
    private final List<OutputRequest> outputs = new ArrayList<>();

    private PlanRelease(PrivateAggregation aggregation, Defaults defaults, QueryCeiling ceiling, Catalog catalog) {
        this.aggregation = aggregation;
        this.spelling = aggregation.clause().spelling();
        ReleaseOptions options = aggregation.clause().options();
        new CheckOptions(aggregation).check(options);
        CheckLimits.check(options, ceiling, aggregation.position());
        Structure found = Structure.of(aggregation, catalog);
        Optional<PersonLimit> limit = options.limit().or(defaults::limit).filter(PersonLimit::ofRows);
        this.structure = limit.map(rows -> found.ofRows(rows.most().orElse(ParametersOf.mostRows(ceiling))))
                .orElse(found);
        this.known = new KnownBounds(aggregation, catalog);
        List<RequestedAggregate> all =
                aggregation.calls().stream().map(call -> requested(call, true)).toList();
        OptionalLong written = aggregation.publicKeys().map(NumberOfGroups::of).orElse(OptionalLong.empty());
        this.parameters = ParametersOf.release(
                options,
                defaults,
                ceiling,
                aggregation.keys().isEmpty(),
                NumberOfGroups.least(found.groups(), written),
                found.rows(),
                found.groups().orElse(0) > 1 && found.groups().getAsLong() == found.sets(),
                all.stream().allMatch(one -> one.epsilon().isEmpty()));
        this.rows = new CheckRows(aggregation);
        rows.options(options, found, parameters);
        this.states = new PlannedStates(aggregation.input());
        this.conditional = new ConditionalCounts(aggregation.input(), states, all);
        SharedRows shared = SharedRows.of(all, states, conditional);
        this.limits = new PlannedLimits(states, options.maxRowsPerGroup(), structure, shared);
        this.catalog = catalog;
    }

    /**
     * Plans a release.
     *
     * @param ceiling what a query may ask for at most
     * @param catalog what the owner declared of columns
     * @param seen the places of the aggregates whose intervals somebody sees; empty if they all may be
     * @throws Refusal when an aggregate or its bounds cannot be made private
     */
    public static ReleasePlan plan(
            PrivateAggregation aggregation,
            Defaults defaults,
            QueryCeiling ceiling,
            Catalog catalog,
            Optional<Set<Integer>> seen) {
        return new PlanRelease(aggregation, defaults, ceiling, catalog).plan(seen);
    }

    private ReleasePlan plan(Optional<Set<Integer>> seen) {
        List<GroupKey> keys = new ArrayList<>();
        for (int key : aggregation.keys()) {
            RelDataTypeField field =
                    aggregation.input().getRowType().getFieldList().get(key);
            keys.add(new GroupKey(key, ColumnTypes.fromCalcite(field.getType())));
        }
        List<RequestedAggregate> requested = new ArrayList<>();
        for (AggregateCall call : aggregation.calls()) {
            int place = requested.size();
            requested.add(
                    requested(call, seen.map(places -> places.contains(place)).orElse(true)));
        }
        for (int i = 0; i < requested.size(); i++) {
            String name =
                    aggregation.rowType().getFieldList().get(keys.size() + i).getName();
            if (parameters.countsRows()) {
                rows.aggregate(requested.get(i));
            }
            AggregatePlanner planner = planner(requested.get(i), requested);
            outputs.add(withOwnEpsilon(output(requested.get(i), planner, name), requested.get(i)));
        }
        if (parameters.countsRows()) {
            rows.limits(states.automatic());
        }
        boolean selects = !keys.isEmpty() && aggregation.publicKeys().isEmpty();
        SplitPeople split = SplitPeople.of(states, outputs, parameters, selects);
        return new ReleasePlan(
                aggregation,
                parameters,
                structure,
                spelling,
                keys,
                states.counted(),
                states.summed(),
                states.offered(),
                states.automatic(),
                split.states(),
                states.choices(),
                split.outputs(),
                OverflowNotes.of(aggregation, catalog));
    }

    private OutputRequest withOwnEpsilon(OutputRequest output, RequestedAggregate requested) {
        Optional<BigDecimal> own = requested.epsilon();
        if (own.isPresent() && output.states().isEmpty()) {
            throw new Refusal(
                    ErrorCode.BAD_OPTION,
                    aggregation.position(),
                    "Quantiles of one column share one measurement, so none of them, and no MODE, has an epsilon of"
                            + " its own.",
                    "Set epsilon for the whole SELECT: OPTIONS(epsilon = …).");
        }
        return own.map(epsilon -> output.with(Epsilon.of(epsilon))).orElse(output);
    }

    private RequestedAggregate requested(AggregateCall call, boolean seen) {
        AggregateFunction function = AggregateFunction.of(call).orElseThrow(() -> withoutPrivateForm(call));
        return new RequestedAggregate(call, function, known.of(call, function), seen);
    }

    private OutputRequest output(RequestedAggregate requested, AggregatePlanner planner, String name) {
        PlannedAggregate planned = planner.plan(requested);
        AggregateCall call = requested.call();
        return new OutputRequest(
                name,
                requested.function(),
                AggregateText.of(
                        aggregation.input(),
                        call,
                        requested.function(),
                        planned.computation().quantile().map(Computation.Quantile::fraction)),
                ColumnTypes.fromCalcite(call.getType()),
                planned.computation(),
                planned.origins());
    }

    private AggregatePlanner planner(RequestedAggregate requested, List<RequestedAggregate> all) {
        if (requested.call().isDistinct()) {
            return new PlanDistinct(aggregation, states, limits, known);
        }
        return switch (requested.function().form()) {
            case COUNT -> new PlanCounts(states, limits, known, conditional);
            case SUM -> new PlanSums(aggregation, states, limits, all, conditional, parameters.countsRows());
            case MEAN -> new PlanMeans(states, limits);
            case SPREAD -> new PlanSpreads(states, limits);
            case PAIR -> new PlanPairs(aggregation, states, limits, known);
            case QUANTILE -> new PlanQuantiles(aggregation, states, limits);
            case MOST_FREQUENT -> new PlanModes(aggregation, catalog, states, limits);
        };
    }

    private Refusal withoutPrivateForm(AggregateCall call) {
        String name = call.getAggregation().getName();
        return call.getAggregation() instanceof TruthAggregate
                ? new Refusal(
                        ErrorCode.AGGREGATE,
                        aggregation.position(),
                        name + " over people's rows has no private form: one person can turn its answer around.",
                        "Count how often the condition holds, as in COUNT_IF(x), or use " + name
                                + " in a step of one person, with GROUP BY " + aggregation.unitName() + ".")
                : new Refusal(
                        ErrorCode.AGGREGATE,
                        aggregation.position(),
                        "The aggregate " + name + " has no private form yet.",
                        "Use " + AggregateFunction.list("or") + ".");
    }
}
