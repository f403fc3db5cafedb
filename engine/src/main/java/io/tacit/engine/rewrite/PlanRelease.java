package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.PrivateAggregate;
import io.tacit.engine.sql.ReleaseOptions;
import io.tacit.engine.sql.Spelling;
import io.tacit.engine.sql.TruthAggregate;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.NoisyCovariance;
import io.tacit.privacy.mechanism.Unit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataTypeField;

/**
 * Plans one private release: which states its aggregates need, each once, and which limits must be found first.
 *
 * <p>What an aggregate means follows the query's spelling ({@code docs/design/sql.md#aggregates}): in plain SQL AVG, VAR and STDDEV
 * weigh rows, each person at most as many as COUNT counts; in the paper's and GoogleSQL's spelling a person is one
 * input: its mean for AVG, its rows together as one for VAR and STDDEV.
 */
public final class PlanRelease {
    /** Beyond this a product of two distances is no number to compute with. */
    private static final BigDecimal WIDEST_OF_PRODUCTS = BigDecimal.ONE.scaleByPowerOfTen(140);

    private final PrivateAggregation aggregation;
    private final ReleaseParameters parameters;
    private final Spelling spelling;
    private final Optional<Long> maxRowsPerGroup;
    private final PlannedStates planned;
    private final KnownBounds known;
    private final PlanModes modes;
    private final List<OutputRequest> outputs = new ArrayList<>();

    private PlanRelease(PrivateAggregation aggregation, Defaults defaults, QueryCeiling ceiling, Catalog catalog) {
        this.aggregation = aggregation;
        this.spelling = aggregation.clause().spelling();
        ReleaseOptions options = aggregation.clause().options();
        new CheckOptions(aggregation).check(options);
        CheckLimits.check(options, ceiling, aggregation.position());
        this.maxRowsPerGroup = options.maxRowsPerGroup();
        OptionalLong groups = aggregation.publicKeys().map(NumberOfGroups::of).orElse(OptionalLong.empty());
        this.parameters = ParametersOf.release(
                options, defaults, ceiling, aggregation.keys().isEmpty(), groups);
        this.planned = new PlannedStates(aggregation.input());
        this.known = new KnownBounds(aggregation, catalog);
        this.modes = new PlanModes(aggregation, catalog, planned);
    }

    /**
     * Plans a release.
     *
     * @param ceiling what a query may ask for at most
     * @param catalog what the owner declared of columns
     * @throws Refusal when an aggregate or its bounds cannot be made private
     */
    public static ReleasePlan plan(
            PrivateAggregation aggregation, Defaults defaults, QueryCeiling ceiling, Catalog catalog) {
        return new PlanRelease(aggregation, defaults, ceiling, catalog).plan();
    }

    private ReleasePlan plan() {
        List<GroupKey> keys = new ArrayList<>();
        for (int key : aggregation.keys()) {
            RelDataTypeField field =
                    aggregation.input().getRowType().getFieldList().get(key);
            keys.add(new GroupKey(key, ColumnTypes.fromCalcite(field.getType())));
        }
        for (int i = 0; i < aggregation.calls().size(); i++) {
            String name =
                    aggregation.rowType().getFieldList().get(keys.size() + i).getName();
            outputs.add(withOwnEpsilon(
                    output(aggregation.calls().get(i), name),
                    aggregation.calls().get(i)));
        }
        return new ReleasePlan(
                aggregation,
                parameters,
                spelling,
                keys,
                planned.counted(),
                planned.summed(),
                planned.offered(),
                planned.automatic(),
                planned.states(),
                planned.quantiles(),
                outputs);
    }

    private OutputRequest withOwnEpsilon(OutputRequest output, AggregateCall call) {
        Optional<BigDecimal> own =
                call.getAggregation() instanceof PrivateAggregate function ? function.epsilon() : Optional.empty();
        if (own.isPresent() && output.states().isEmpty()) {
            throw new Refusal(
                    ErrorCode.BAD_OPTION,
                    aggregation.position(),
                    "Quantiles of one column share one measurement, so none of them, and no MODE, has an epsilon of its own.",
                    "Set epsilon for the whole SELECT: OPTIONS(epsilon = …).");
        }
        return own.map(epsilon -> output.with(Epsilon.of(epsilon))).orElse(output);
    }

    private OutputRequest output(AggregateCall call, String name) {
        AggregateFunction function = AggregateFunction.of(call).orElseThrow(() -> withoutPrivateForm(call));
        AggregateBounds bounds = known.of(call, function);
        ColumnType type = ColumnTypes.fromCalcite(call.getType());
        String text = AggregateText.of(aggregation.input(), call, function);
        if (call.isDistinct()) {
            return distinct(call, function, bounds, name, type, text);
        }
        return switch (function.form()) {
            case COUNT -> count(call, bounds, name, type, text);
            case SUM -> sum(call, bounds, name, type, text);
            case MEAN -> average(call, bounds, name, type, text);
            case SPREAD -> spread(call, function, bounds, name, type, text);
            case PAIR -> pair(call, function, name, type, text);
            case QUANTILE -> quantiles(call, function, bounds, name, type, text);
            case CHOICE -> {
                Computation.MostFrequent mode = modes.plan(call, bounds, rowsOf(bounds));
                yield new OutputRequest(
                        name, function, text, type, mode, modes.origins(mode, bounds, originOfRows(rowsOf(bounds))));
            }
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

    /** Which values are different over all people is known of COUNT alone, where each person offers only some. */
    private Refusal distinctValues(AggregateFunction function) {
        String person = aggregation.unitName();
        String inner = function == AggregateFunction.QUANTILE ? "MEDIAN" : function.name();
        boolean sums = function == AggregateFunction.SUM || function == AggregateFunction.AVG;
        return new Refusal(
                ErrorCode.AGGREGATE,
                aggregation.position(),
                "The different values of all people together can be counted, but not put in another aggregate: many"
                        + " people share a value, and nobody's part of it is known.",
                sums
                        ? "Take each person's different values: SELECT " + inner + "(v) FROM (SELECT " + person + ", "
                                + inner + "(DISTINCT x) AS v FROM … GROUP BY " + person + ")."
                        : "Drop DISTINCT, or take each person's different values: FROM (SELECT DISTINCT " + person
                                + ", x FROM …).");
    }

    /** COUNT(DISTINCT person) is the number of people; of other values each person offers only some. */
    private OutputRequest distinct(
            AggregateCall call,
            AggregateFunction function,
            AggregateBounds bounds,
            String name,
            ColumnType type,
            String text) {
        if (function != AggregateFunction.COUNT || call.getArgList().size() != 1) {
            throw distinctValues(function);
        }
        int field = call.getArgList().get(0);
        if (aggregation.identifying().get(field)) {
            RowCount counted = new RowCount(RowCount.EVERY_ROW, call.filterArg);
            StateRequest state = planned.count(counted, new ContributionLimits.Given(BigInteger.ZERO, BigInteger.ONE));
            return new OutputRequest(name, function, text, type, counted(state), BoundsOrigins.NONE);
        }
        DistinctColumn offered = planned.offer(field, call.filterArg);
        ContributionLimits limits = bounds.given()
                .map(pair -> (ContributionLimits) new ContributionLimits.Given(
                        BigInteger.ZERO, known.ofRows(pair).high().max(BigInteger.ZERO)))
                .orElseGet(() -> planned.inferred(offered));
        StateRequest state = planned.state(new StateRequest.Distinct(offered, limits));
        BoundsOrigin origin = bounds.given().isPresent() ? BoundsOrigin.QUERY : BoundsOrigin.AUTOMATIC;
        return new OutputRequest(
                name, function, text, type, counted(state), new BoundsOrigins(BoundsOrigin.NONE, origin));
    }

    private OutputRequest quantiles(
            AggregateCall call,
            AggregateFunction function,
            AggregateBounds bounds,
            String name,
            ColumnType type,
            String text) {
        ValueColumn summed = planned.values(call, bounds.ofValues());
        if (bounds.ofValues().isEmpty() && summed.isTime()) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    aggregation.position(),
                    "Bounds of dates are not found by themselves: how far they are from 1970 says little about them.",
                    "Give the time that you ask about, as in MAX(d, contribution_bounds_per_row => (DATE '2024-01-01',"
                            + " DATE '2024-12-31')), or let the owner declare the column's range.");
        }
        ContributionLimits limits = limits(bounds, summed, AutomaticParameter.Kind.VALUE_PER_ROW);
        QuantileUse use = planned.quantile(summed, limits, rowsOf(bounds), QuantileFractions.of(call, function));
        BoundsOrigins origins = new BoundsOrigins(bounds.originOfValues(), originOfRows(rowsOf(bounds)));
        return new OutputRequest(name, function, text, type, new Computation.Quantile(use), origins);
    }

    /** How many rows a person weighs in means and quantiles of rows: one outside of plain SQL. */
    private ContributionLimits rowsOf(AggregateBounds bounds) {
        return bounds.spelling() == Spelling.PLAIN || maxRowsPerGroup.isPresent()
                ? rowsPerGroup()
                : new ContributionLimits.Given(BigInteger.ZERO, BigInteger.ONE);
    }

    private OutputRequest count(AggregateCall call, AggregateBounds bounds, String name, ColumnType type, String text) {
        int field = call.getArgList().isEmpty()
                ? RowCount.EVERY_ROW
                : call.getArgList().get(0);
        RowCount counted = planned.rows(field, call.filterArg);
        ContributionLimits limits = bounds.given()
                .map(pair -> (ContributionLimits) known.ofRows(pair))
                .orElseGet(this::rowsPerGroup);
        BoundsOrigins origins = new BoundsOrigins(
                BoundsOrigin.NONE, bounds.given().isPresent() ? BoundsOrigin.QUERY : originOfRows(limits));
        StateRequest state = planned.count(counted, limits);
        return new OutputRequest(name, AggregateFunction.COUNT, text, type, counted(state), origins);
    }

    private static Computation counted(StateRequest state) {
        return new Computation.Total(state, Unit.DecimalUnit.WHOLE);
    }

    private OutputRequest sum(AggregateCall call, AggregateBounds bounds, String name, ColumnType type, String text) {
        if (bounds.perRow() && bounds.given().isPresent()) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    aggregation.position(),
                    "SUM takes bounds for what one person adds to a group, not for a row.",
                    "Write contribution_bounds_per_group => (low, high).");
        }
        ValueColumn summed = planned.values(call, bounds.ofValues());
        ContributionLimits limits;
        BoundsOrigin rows = BoundsOrigin.NONE;
        if (bounds.given().isPresent()) {
            limits = PlannedStates.limits(summed, bounds.given().get());
        } else if (bounds.known().isPresent()) {
            ContributionLimits most = rowsPerGroup();
            rows = originOfRows(most);
            limits = PlannedStates.limitsOfRows(summed, bounds.known().get().bounds(), most);
        } else {
            limits = planned.inferred(AutomaticParameter.Kind.SUM_PER_GROUP, summed);
        }
        BoundsOrigins origins = new BoundsOrigins(bounds.originOfValues(), rows);
        StateRequest state = planned.state(new StateRequest.Sum(summed, limits));
        return new OutputRequest(
                name, AggregateFunction.SUM, text, type, new Computation.Total(state, summed.unit()), origins);
    }

    private OutputRequest average(
            AggregateCall call, AggregateBounds bounds, String name, ColumnType type, String text) {
        boolean oneInputPerPerson =
                bounds.spelling() != Spelling.PLAIN || bounds.given().isPresent() && !bounds.perRow();
        ValueColumn summed = planned.values(call, bounds.ofValues());
        if (oneInputPerPerson && maxRowsPerGroup.isEmpty()) {
            ContributionLimits limits = limits(bounds, summed, AutomaticParameter.Kind.MEAN_PER_GROUP);
            StateRequest weight =
                    planned.count(summed.rows(), new ContributionLimits.Given(BigInteger.ZERO, BigInteger.ONE));
            StateRequest.UserMean mean = planned.state(new StateRequest.UserMean(summed, limits));
            BoundsOrigins origins = new BoundsOrigins(bounds.originOfValues(), BoundsOrigin.NONE);
            return new OutputRequest(
                    name, AggregateFunction.AVG, text, type, new Computation.Mean(weight, mean), origins);
        }
        ContributionLimits rows = rowsPerGroup();
        ContributionLimits limits = limits(bounds, summed, AutomaticParameter.Kind.VALUE_PER_ROW);
        StateRequest weight = planned.count(summed.rows(), rows);
        StateRequest.Centred centred = planned.state(new StateRequest.Centred(summed, limits, rows));
        BoundsOrigins origins = new BoundsOrigins(bounds.originOfValues(), originOfRows(rows));
        return new OutputRequest(
                name, AggregateFunction.AVG, text, type, new Computation.Mean(weight, centred), origins);
    }

    private OutputRequest spread(
            AggregateCall call,
            AggregateFunction function,
            AggregateBounds bounds,
            String name,
            ColumnType type,
            String text) {
        ValueColumn summed = planned.values(call, bounds.ofValues());
        ContributionLimits rows = rowsOf(bounds);
        ContributionLimits limits = limits(bounds, summed, AutomaticParameter.Kind.VALUE_PER_ROW);
        StateRequest weight = planned.count(summed.rows(), rows);
        StateRequest.Centred centred = planned.state(new StateRequest.Centred(summed, limits, rows));
        StateRequest.Squares squares = planned.state(new StateRequest.Squares(summed, limits, rows));
        BoundsOrigins origins = new BoundsOrigins(bounds.originOfValues(), originOfRows(rows));
        return new OutputRequest(name, function, text, type, new Computation.Spread(weight, centred, squares), origins);
    }

    /** Both columns are read in the rows that have both, and no others. */
    private OutputRequest pair(
            AggregateCall call, AggregateFunction function, String name, ColumnType type, String text) {
        RowCount both = planned.pairs(call);
        AggregateBounds ofY = known.of(call, function, 0);
        AggregateBounds ofX = known.of(call, function, 1);
        ValueColumn y = planned.values(call, 0, both, ofY.ofValues());
        ValueColumn x = planned.values(call, 1, both, ofX.ofValues());
        ContributionLimits rows = rowsOf(ofY);
        ContributionLimits limitsOfY = factorLimits(ofY, y);
        ContributionLimits limitsOfX = factorLimits(ofX, x);
        Computation.Pair pair = new Computation.Pair(
                NoisyCovariance.Kind.valueOf(function.name()),
                planned.count(both, rows),
                new StateRequest.Centred(y, limitsOfY, rows),
                new StateRequest.Centred(x, limitsOfX, rows),
                new StateRequest.Products(y, limitsOfY, x, limitsOfX, rows),
                new StateRequest.Squares(y, limitsOfY, rows),
                new StateRequest.Squares(x, limitsOfX, rows));
        pair.states().forEach(planned::state);
        BoundsOrigin values =
                ofX.originOfValues().compareTo(ofY.originOfValues()) > 0 ? ofX.originOfValues() : ofY.originOfValues();
        BoundsOrigins origins = new BoundsOrigins(values, originOfRows(rows));
        return new OutputRequest(name, function, text, type, pair, origins);
    }

    private ContributionLimits factorLimits(AggregateBounds bounds, ValueColumn values) {
        boolean wide = bounds.ofValues()
                .filter(pair -> pair.high().subtract(pair.low()).compareTo(WIDEST_OF_PRODUCTS) > 0)
                .isPresent();
        if (wide) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    aggregation.position(),
                    "The bounds of a column that is multiplied with another may be no more than 1e140 apart.",
                    "Use bounds that the values of rows really have.");
        }
        return limits(bounds, values, AutomaticParameter.Kind.VALUE_PER_ROW);
    }

    private ContributionLimits limits(AggregateBounds bounds, ValueColumn summed, AutomaticParameter.Kind kind) {
        return bounds.ofValues()
                .<ContributionLimits>map(pair -> PlannedStates.limits(summed, pair))
                .orElseGet(() -> planned.inferred(kind, summed));
    }

    /** How many rows of one person count in one group: one parameter, shared by all aggregates of the release. */
    private ContributionLimits rowsPerGroup() {
        return maxRowsPerGroup
                .<ContributionLimits>map(
                        rows -> new ContributionLimits.Given(BigInteger.ZERO, BigInteger.valueOf(rows)))
                .orElseGet(planned::inferredRows);
    }

    private BoundsOrigin originOfRows(ContributionLimits rows) {
        if (rows.isInferred()) {
            return BoundsOrigin.AUTOMATIC;
        }
        return maxRowsPerGroup.isPresent() ? BoundsOrigin.QUERY : BoundsOrigin.NONE;
    }
}
