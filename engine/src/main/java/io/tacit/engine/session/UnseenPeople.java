package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.release.RowsOfPeople;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.privacy.mechanism.TailBounds;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How many people could lie beyond limits that were found without being noticed: noise hides them from every count, so that no interval
 * holds what they have there. It follows from the ε of the search and from the limits, which are released. Said of each limit once.
 */
final class UnseenPeople {
    /**
     * Scales of a histogram's noise: as many people, spread as others are, are seen in 95 of 100 runs wherever they are ({@code FarPeopleTest}).
     */
    private static final double SCALES = 17;

    private UnseenPeople() {}

    /** A report on each limit of totals and means; a limit of rows that only weighs people is none of values. */
    static List<MissingReport> of(ReleasedRows rows) {
        List<MissingReport> reports = new ArrayList<>();
        MissingBeyond.readers(rows).forEach((limit, reader) -> {
            boolean weighs = limit.parameter().kind().isCount() && limit.use() != ContributionLimits.Use.TOTAL;
            if (!weighs && limit.use() != ContributionLimits.Use.DRAWN) {
                reports.add(report(rows, limit, reader));
            }
        });
        return reports;
    }

    private static MissingReport report(
            ReleasedRows rows, ContributionLimits.Inferred limit, MissingBeyond.Reader reader) {
        double all = Objects.requireNonNull(rows.limits().beyond().get(limit)).people();
        double people = people(rows, limit.parameter());
        String columns = String.join(", ", reader.columns());
        String at = reader.text(rows.limits().of(limit).orElseThrow());
        return new MissingReport(
                MissingReport.Limit.UNSEEN,
                columns,
                at,
                new Share(0, 0, Math.min(1, people / Math.max(1, all))),
                new Share(0, 0, 1),
                null,
                null,
                false,
                MissingReport.UP_TO + rounded(people) + " people beyond " + at + " of " + columns
                        + MissingReport.UNNOTICED);
    }

    private static double people(ReleasedRows rows, AutomaticParameter parameter) {
        Calibration calibration = rows.calibration();
        int place = calibration.plan().automatic().indexOf(parameter);
        double scale = TailBounds.noise(calibration.parameter(place)).scale().toDoubleNearest();
        // The noise of both ends is twice as wide; whoever has one row is counted twice there.
        boolean once = parameter.kind().isRange()
                && RowsOfPeople.of(calibration, parameter, rows.limits()) == TailBounds.Rows.SOME;
        return Math.ceil(SCALES * (once ? 2 : 1) * scale);
    }

    private static String rounded(double people) {
        return new BigDecimal(people).round(new MathContext(2, RoundingMode.UP)).toPlainString();
    }
}
