package io.tacit.engine.plantedbugs;

import static io.tacit.engine.plantedbugs.Hunter.fit;
import static io.tacit.engine.plantedbugs.Hunter.replay;

import java.util.List;

/** Losses that are divided, added up or joined wrongly: what somebody planted to see which of it the tester sees. */
final class DividedLossBugs {
    private DividedLossBugs() {}

    static List<PlantedBug> all() {
        return List.of(
                new PlantedBug(
                        163,
                        "a run that finds a limit is counted as a choice of bounded range by an account of rho",
                        List.of(Patch.privacy(
                                "accounting.PrivacyEvent",
                                "return Optional.of(epsilonOfRun.value()); } @Override public Rational rho() {"
                                        + " return square(epsilonOfRun).dividedBy(Rational.of(2));",
                                "return Optional.of(epsilonOfRun.value()); } @Override public Rational rho() {"
                                        + " return square(epsilonOfRun).dividedBy(Rational.of(8));")),
                        fit("what accounts add up")),
                new PlantedBug(
                        164,
                        "noise and threshold together: of numbers of groups looked at together the noise of the fewest"
                                + " others",
                        List.of(Patch.privacy(
                                "selection.JointThreshold",
                                "least == maxGroups ? Rational.ZERO : noise.deltaAt(less, maxGroups - least)",
                                "most == maxGroups ? Rational.ZERO : noise.deltaAt(less, maxGroups - most)")),
                        fit("delta of noise and threshold")),
                new PlantedBug(
                        165,
                        "two or four quantiles at once divide the loss by one level too few",
                        List.of(Patch.privacy(
                                "mechanism.Quantiles",
                                "return Integer.SIZE - Integer.numberOfLeadingZeros(new TreeSet<>(ranks).size());",
                                "return Math.max(1, Integer.SIZE"
                                        + " - Integer.numberOfLeadingZeros(new TreeSet<>(ranks).size() - 1));")),
                        fit("quantiles at once")),
                new PlantedBug(
                        166,
                        "each of several intervals of quantiles spends what is for all",
                        List.of(Patch.privacy(
                                "mechanism.QuantilesWithIntervals",
                                "perGroup.dividedBy(SHARES * wanted.size()), confidence",
                                "perGroup.dividedBy(SHARES), confidence")),
                        fit("with intervals")),
                new PlantedBug(
                        167,
                        "the interval of any quantile is made for a median",
                        List.of(Patch.privacy(
                                "mechanism.ShrinkingNoise",
                                "Rational most = rank.max(Rational.ONE.minus(rank))",
                                "Rational most = Rational.of(1, 2)")),
                        fit("with intervals")),
                new PlantedBug(
                        168,
                        "a person column that is compared with any column is taken for one that is compared with the"
                                + " person",
                        List.of(Patch.engine(
                                "ownership.JoinOwners",
                                "&& right.domain(fields.nth(1) - left.unit()).equals(Optional.of(PrivateRows.UNIT))",
                                "")),
                        replay("b.tag")),
                new PlantedBug(
                        169,
                        "people are counted in two parts although a number of rows is at least one",
                        List.of(Patch.engine(
                                "rewrite.SplitPeople",
                                "given -> given.low().signum() <= 0 && given.high().signum() >= 0",
                                "given -> given.high().signum() >= 0")),
                        replay("COUNT(x, contribution_bounds_per_group => (1, 3))")),
                new PlantedBug(
                        170,
                        "rows that may all be in one group are charged to an account of rho as equal parts of groups",
                        List.of(Patch.engine(
                                "release.Calibration",
                                "if (!plan.parameters().findsMaxGroups() && !plan.parameters().countsRows()) {",
                                "if (!plan.parameters().findsMaxGroups()) {")),
                        replay("max_rows_contributed")),
                new PlantedBug(
                        171,
                        "a mean of people is not clamped below",
                        List.of(Patch.engine(
                                "pushdown.StateSql",
                                "\"LEAST(GREATEST(\" + deviation + \", -\" + reach + \"), \" + reach + \")\"",
                                "\"LEAST(\" + deviation + \", \" + reach + \")\"")),
                        replay("AVG(i, contribution_bounds_per_group")),
                new PlantedBug(
                        172,
                        "answers about both ends of an interval have noise as if all moved the same way",
                        List.of(Patch.privacy("mechanism.ShrinkingNoise", ": most.times(Rational.of(2));", ": most;")),
                        fit("with intervals")));
    }
}
