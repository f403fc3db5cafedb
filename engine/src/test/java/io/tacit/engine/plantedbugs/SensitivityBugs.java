package io.tacit.engine.plantedbugs;

import static io.tacit.engine.plantedbugs.Hunter.replay;
import static io.tacit.engine.plantedbugs.Hunter.stochastic;
import static io.tacit.engine.plantedbugs.Hunter.test;

import java.util.List;

/** Noise that is too small for what a person changes, and contributions that are larger than the noise is made for. */
final class SensitivityBugs {
    private static final String CLAMPED =
            "clampedColumn(column, integers.boundOfSum(sum.low()), integers.boundOfSum(sum.high()))";
    private static final String LAPLACE =
            "DiscreteLaplace.calibrated(sensitivity.multiply(BigInteger.valueOf(maxGroups)), epsilon)";
    private static final String GAUSSIAN =
            "sensitivity.multiply(sensitivity).multiply(BigInteger.valueOf(maxGroups)), rho";
    private static final String DRAWN = "part.noise(portions.sensitivity(), calibration.maxGroups())";
    private static final String PURE = "io.tacit.privacy.accounting.Part.Pure";

    private SensitivityBugs() {}

    static List<PlantedBug> all() {
        return List.of(
                new PlantedBug(
                        1,
                        "Laplace noise lacks C_u",
                        List.of(Patch.privacy(
                                "accounting.Part", LAPLACE, "DiscreteLaplace.calibrated(sensitivity, epsilon)")),
                        replay("noise=LAPLACE")),
                new PlantedBug(
                        1,
                        "Gaussian noise lacks C_u",
                        List.of(Patch.privacy("accounting.Part", GAUSSIAN, "sensitivity.multiply(sensitivity), rho")),
                        replay("noise=GAUSSIAN")),
                new PlantedBug(
                        2,
                        "every state's noise is made for the whole epsilon",
                        List.of(
                                Patch.engine(
                                        "release.StateNoise",
                                        "part.noise(sensitivity, calibration.maxGroups()),",
                                        "new " + PURE + "(calibration.plan().parameters().epsilon())"
                                                + ".noise(sensitivity, calibration.maxGroups()),"),
                                Patch.engine(
                                        "release.StateNoise",
                                        DRAWN,
                                        "new " + PURE + "(calibration.plan().parameters().epsilon())"
                                                + ".noise(portions.sensitivity(), calibration.maxGroups())")),
                        replay("noise=LAPLACE")),
                new PlantedBug(
                        3,
                        "AVG and VAR give each of their states what is for all of them",
                        List.of(Patch.engine(
                                "release.StateNoise",
                                DRAWN,
                                "part.noise(portions.sensitivity().divide(BigInteger.valueOf(1 +"
                                        + " bundle.states().size())), calibration.maxGroups())")),
                        replay("AVG(")),
                new PlantedBug(
                        5,
                        "a sum's noise is for U - L",
                        List.of(Patch.privacy(
                                "mechanism.State",
                                "Ranges.clamp(sum, low, high); } @Override public BigInteger sensitivity() {"
                                        + " return low.abs().max(high.abs());",
                                "Ranges.clamp(sum, low, high); } @Override public BigInteger sensitivity() {"
                                        + " return high.subtract(low);")),
                        replay("SUM(")),
                new PlantedBug(
                        6,
                        "a mean's noise is for max(|L|, |U|)",
                        List.of(Patch.privacy(
                                "mechanism.State",
                                "return reach().shiftLeft(shift());",
                                "return low.abs().max(high.abs()).shiftLeft(shift());")),
                        replay("AVG(i, contribution_bounds_per_group")),
                new PlantedBug(
                        6,
                        "a product's noise is for the distance of one of its columns",
                        List.of(Patch.privacy(
                                "mechanism.CentredProducts",
                                "return largest().shiftLeft(shift());",
                                "return reach(first).shiftLeft(shift());")),
                        replay("COVAR_POP(")),
                new PlantedBug(
                        7,
                        "sums are clamped row by row only",
                        List.of(
                                Patch.engine("pushdown.StateSql", CLAMPED, "column"),
                                Patch.engine("pushdown.StateSql", "clamp(units, sum.low(), sum.high())", "units"),
                                Patch.engine(
                                        "pushdown.PushedDownSql",
                                        "groups.stages(columnsOfStates(states));",
                                        "groups.stages(columnsOfStates(states, limits));"),
                                Patch.engine(
                                        "pushdown.PushedDownSql",
                                        "columnsOfStates(List<Optional<StateColumns>> states) {",
                                        "columnsOfStates(List<Optional<StateColumns>> states, ResolvedLimits limits)"
                                                + " {"),
                                Patch.engine("pushdown.PushedDownSql", "if (read.contains(summed)) {", """
                                    String rowByRow = sum(summed);
                                    for (var one : plan.states()) {
                                        if (one instanceof io.tacit.engine.rewrite.StateRequest.Sum asked
                                                && asked.measured(limits).isPresent()) {
                                            var bounded = asked.measured(limits).get();
                                            rowByRow = "CAST(SUM(LEAST(GREATEST(CAST(c" + summed.field()
                                                    + " AS HUGEINT), " + bounded.low() + "), " + bounded.high()
                                                    + ")) AS HUGEINT)";
                                        }
                                    }
                                    if (read.contains(summed)) {
                                        columns.add(rowByRow + " AS " + names.sum(summed));
                                    }
                                    if (plan.states().isEmpty()) {\
                                    """)),
                        replay("SUM(")),
                new PlantedBug(
                        8,
                        "rows are limited before they are added up, their number is not",
                        List.of(Patch.engine(
                                "pushdown.StateSql",
                                "clampedColumn(rows, count.low().toString(), count.high().toString())",
                                "rows")),
                        replay("COUNT(")),
                new PlantedBug(
                        8,
                        "a person's rows weigh more than they may in a mean",
                        List.of(Patch.engine(
                                "pushdown.StateSql",
                                "String few = rows + \" <= \" + centred.maxRows();",
                                "String few = \"TRUE\";")),
                        replay("AVG(")),
                new PlantedBug(
                        9,
                        "NaN and infinity survive until they become whole numbers",
                        List.of(
                                Patch.engine(
                                        "dialect.duckdb.DuckDbKeys",
                                        "return \"CASE WHEN isnan(\" + column + \") THEN NULL ELSE \" + column + \""
                                                + " END\";",
                                        "return column;"),
                                Patch.engine(
                                        "dialect.duckdb.DuckDbWholeNumbers",
                                        "\"LEAST(GREATEST(\" + column + \", -\" + most + \"), \" + most + \") * \"",
                                        "column + \" * \"")),
                        replay("WHERE uid = 2")),
                new PlantedBug(
                        13,
                        "the number of people counts rows",
                        List.of(Patch.engine(
                                "pushdown.PushedDownSql",
                                "wholes.of(\"COUNT(t.u)\")",
                                "wholes.of(plan.counted().isEmpty() ? \"COUNT(t.u)\" : \"COALESCE(SUM(t.n0), 0)\")")),
                        replay("")),
                new PlantedBug(
                        27,
                        "values are added up in floating point",
                        List.of(Patch.engine(
                                "pushdown.RowIntegers",
                                "return wholes.of(\"SUM(\" + wholes.addend(row(column)) + \")\" + filter);",
                                "return wholes.of(\"SUM(CAST(\" + row(column) + \" AS DOUBLE))\" + filter);")),
                        replay("SUM(w, contribution")),
                new PlantedBug(
                        28,
                        "a sum that does not fit 64 bits is an error",
                        List.of(Patch.engine(
                                "pushdown.RowIntegers",
                                "return wholes.of(\"SUM(\" + wholes.addend(row(column)) + \")\" + filter);",
                                "return wholes.of(\"CAST(SUM(\" + row(column) + \")\" + filter + \" AS BIGINT)\");")),
                        replay("WHERE uid = 2")),
                new PlantedBug(
                        132,
                        "wide decimals are added up without an end, where one person's may be too large for any number",
                        List.of(Patch.engine(
                                "pushdown.RowIntegers",
                                "return \"SUM(\" + saturated(column) + \")\" + filter;",
                                "return \"SUM(\" + column + \")\" + filter;")),
                        test("pushdown.DecimalSumsTest#areThoseOfWholeUnits")),
                new PlantedBug(
                        29,
                        "a state of sensitivity 1 gets no noise",
                        List.of(Patch.engine(
                                "release.StateNoise",
                                "measured.state().filter(found -> !found.isConstant());",
                                "measured.state().filter(found -> found.sensitivity().bitLength() > 1);")),
                        replay("COUNT(")),
                new PlantedBug(
                        33,
                        "Laplace noise is for the distance in L2",
                        List.of(Patch.privacy(
                                "accounting.Part",
                                LAPLACE,
                                "DiscreteLaplace.calibrated(sensitivity.multiply(sensitivity).multiply(BigInteger.valueOf(maxGroups)).sqrt().add(BigInteger.ONE),"
                                        + " epsilon)")),
                        replay("noise=LAPLACE")),
                new PlantedBug(
                        37,
                        "a quotient is rounded up, beyond what the real bound allows",
                        List.of(Patch.engine(
                                "pushdown.StateSql",
                                "? wholes.quotient(\"(\" + value + \" * \" + power(shift) + \")\", rows)",
                                "? \"1 + \" + wholes.quotient(\"(\" + value + \" * \" + power(shift) + \")\", rows)")),
                        replay("AVG(")),
                new PlantedBug(
                        38,
                        "leaves are rounded up, so that a person weighs more than m",
                        List.of(Patch.engine(
                                "pushdown.QuantileHistogramSql",
                                "\" * l.c)\", count)",
                                "\" * l.c)\", count + \" + 1\")")),
                        replay("MEDIAN(")),
                new PlantedBug(
                        45,
                        "the score of a most frequent value counts rows, however many one person has",
                        List.of(Patch.engine(
                                "pushdown.QuantileHistogramSql",
                                "\"(LEAST(\" + count + \", \" + leaves.maxRows() + \") * \"",
                                "\"(\" + count + \" * \"")),
                        replay("MODE(")),
                new PlantedBug(
                        45,
                        "each value of a person has the person's whole weight",
                        List.of(Patch.engine("pushdown.QuantileHistogramSql", "\" * l.c)\", count)", "\")\", \"1\")")),
                        replay("MODE(")),
                new PlantedBug(
                        45,
                        "the place of a declared value is taken for the person",
                        List.of(Patch.engine(
                                "ownership.DomainPlaces",
                                "fields.add(width - 1, RexInputRef.of(width + 1",
                                "fields.add(RexInputRef.of(width + 1")),
                        replay("MODE(g)")),
                new PlantedBug(
                        45,
                        "the most frequent value itself is shown, without a choice",
                        List.of(Patch.privacy(
                                "mechanism.MostFrequent",
                                "Rational rate = perGroup.value()",
                                "Rational rate = perGroup.value().times(Rational.of(1L << 20))")),
                        stochastic("most frequent value")),
                new PlantedBug(
                        51,
                        "the shortest interval that holds a quantile is shown, without noise",
                        List.of(
                                Patch.privacy(
                                        "mechanism.ShrinkingNoise",
                                        "return margin.subtract(new OneSidedSampler(ofTarget).draw(bits));",
                                        "return BigInteger.ZERO;"),
                                Patch.privacy(
                                        "mechanism.ShrinkingNoise",
                                        "return new OneSidedSampler(ofAnswer);",
                                        "return new OneSidedSampler(Rational.of(1, 1L << 20));")),
                        stochastic("interval of a median")),
                new PlantedBug(
                        50,
                        "people with a value are counted among those without one too",
                        List.of(Patch.engine("pushdown.StateSql", "\" = 0 THEN 1 END)\"", "\" >= 0 THEN 1 END)\"")),
                        replay("COUNT(x)")));
    }
}
