package io.tacit.engine.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.DistinctColumn;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.RowCount;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.engine.rewrite.ValueColumn;
import io.tacit.privacy.mechanism.Estimate;
import io.tacit.privacy.mechanism.Outside;
import io.tacit.privacy.mechanism.Unit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What limits that were found leave out of a total is in its interval, of each state that adds people up. */
@NullUnmarked
class CutOffTest {
    private static final RowCount ROWS = new RowCount(List.of(), OptionalInt.empty());
    private static final ValueColumn VALUES = new ValueColumn(1, ROWS, ColumnType.INTEGER, Unit.DecimalUnit.WHOLE);
    private static final DistinctColumn DIFFERENT = new DistinctColumn(1, OptionalInt.empty());

    private static ContributionLimits.Inferred found(AutomaticParameter parameter, ContributionLimits.Use use) {
        return new ContributionLimits.Inferred(parameter, use);
    }

    private static ContributionLimits.Inferred total(AutomaticParameter parameter) {
        return found(parameter, ContributionLimits.Use.TOTAL);
    }

    /** Of each of these limits somebody has more: perhaps 2 below, at most 3.2, and perhaps 5 above, at most 6.5. */
    private static ResolvedLimits beyond(ContributionLimits.Inferred... limits) {
        Estimate people = new Estimate(1, 0, 4);
        ResolvedLimits.Beyond more = new ResolvedLimits.Beyond(
                new Outside(people, new Estimate(2, 1, 3.2)),
                new Outside(people, new Estimate(5, 4, 6.5)),
                100,
                1_000,
                false);
        Map<ContributionLimits.Inferred, ResolvedLimits.Beyond> all = new HashMap<>();
        for (ContributionLimits.Inferred one : limits) {
            all.put(one, more);
        }
        return new ResolvedLimits(Map.of(), all);
    }

    @Test
    void totalsCountTheMostThatMayBeCutOff() {
        ContributionLimits.Inferred rows = total(new AutomaticParameter.RowsPerGroup(ROWS));
        ContributionLimits.Inferred sums = total(new AutomaticParameter.SumPerGroup(VALUES));
        ContributionLimits.Inferred different = total(new AutomaticParameter.DistinctPerGroup(DIFFERENT));
        ResolvedLimits known = beyond(rows, sums, different);
        for (StateRequest state : List.of(
                new StateRequest.Count(ROWS, rows),
                new StateRequest.Sum(VALUES, sums),
                new StateRequest.Distinct(DIFFERENT, different))) {
            assertThat(CutOff.of(state, known)).as(state.toString()).isEqualTo(new CutOff(4, 7));
        }
    }

    @Test
    void whatOnlyWeighsPeopleMissesNothing() {
        ContributionLimits.Inferred means =
                found(new AutomaticParameter.MeanPerGroup(VALUES), ContributionLimits.Use.WEIGHT);
        ContributionLimits.Inferred values =
                found(new AutomaticParameter.ValuePerRow(VALUES), ContributionLimits.Use.WEIGHT);
        ResolvedLimits known = beyond(means, values);
        for (StateRequest state : List.of(
                new StateRequest.Users(),
                new StateRequest.Without(ROWS),
                new StateRequest.UserMean(VALUES, means),
                new StateRequest.Centred(VALUES, values, values),
                new StateRequest.Squares(VALUES, values, values))) {
            assertThat(CutOff.of(state, known)).as(state.toString()).isEqualTo(CutOff.NOTHING);
        }
    }
}
