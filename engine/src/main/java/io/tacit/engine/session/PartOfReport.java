package io.tacit.engine.session;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What was said of a release, for a query that asks for some of its aggregates. */
final class PartOfReport {
    private PartOfReport() {}

    /**
     * The part of a report.
     *
     * @param places the aggregates that are asked for, among those of the report, in the order of the query
     */
    static ReleaseReport of(ReleaseReport whole, List<Integer> places) {
        List<String> functions =
                whole.aggregates().stream().map(AggregateReport::function).toList();
        List<MissingReport> missing = new ArrayList<>();
        for (MissingReport report : whole.missing()) {
            String column = report.column();
            List<Integer> named = column == null
                    ? List.of()
                    : ReportNames.places(column, functions, 0).orElse(List.of());
            List<Integer> asked = places.stream().filter(named::contains).toList();
            if (column == null || named.isEmpty()) {
                missing.add(report);
            } else if (!asked.isEmpty()) {
                missing.add(
                        named(report, column, asked.stream().map(functions::get).collect(Collectors.joining(", "))));
            }
        }
        return new ReleaseReport(
                whole.epsilon(),
                whole.delta(),
                whole.maxGroups(),
                whole.maxRows(),
                whole.whyGroups(),
                whole.findsMaxGroups(),
                whole.epsilonOfMissing(),
                whole.grouped(),
                whole.selection(),
                whole.choice(),
                whole.threshold(),
                whole.typicalGroupSize(),
                whole.spelling(),
                whole.privacyUnit(),
                whole.people(),
                whole.overflows(),
                places.stream().map(whole.aggregates()::get).toList(),
                whole.tips(),
                missing);
    }

    private static MissingReport named(MissingReport report, String column, String asked) {
        return new MissingReport(
                report.limit(),
                asked,
                report.at(),
                report.people(),
                report.contributions(),
                report.better(),
                report.betterMisses(),
                report.material(),
                report.note().replace(column, asked));
    }
}
