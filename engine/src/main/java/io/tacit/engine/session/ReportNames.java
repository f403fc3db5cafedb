package io.tacit.engine.session;

import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.structure.Structure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What one query calls things, for reports of an answer that was released to another: equal queries differ in their names,
 * and a name that an analyst chose is for nobody else to read. Names are given by position.
 *
 * @param releases of the query, in order
 */
record ReportNames(List<OfRelease> releases) {
    ReportNames {
        releases = List.copyOf(releases);
    }

    /**
     * The names in one release.
     *
     * @param outputs the aggregates as text, one for each output
     * @param aggregates the aggregates as reports name them, where the quantiles of an array are one
     */
    record OfRelease(
            String unit,
            List<String> people,
            List<String> overflows,
            Structure structure,
            List<String> outputs,
            List<Named> aggregates) {}

    /** The names of one aggregate in reports. */
    record Named(String column, String function) {}

    static ReportNames of(PreparedQuery query) {
        return new ReportNames(query.releases().stream().map(ReportNames::of).toList());
    }

    private static OfRelease of(PreparedRelease release) {
        ReleasePlan plan = release.plan();
        return new OfRelease(
                plan.unitName(),
                release.people(),
                plan.overflows(),
                plan.structure(),
                plan.outputs().stream().map(OutputRequest::text).toList(),
                QuantileReports.together(plan.outputs()).stream()
                        .map(ReportNames::named)
                        .toList());
    }

    /** The names of one output, or of several that are the quantiles of one array. */
    static Named named(List<OutputRequest> outputs) {
        OutputRequest first = outputs.get(0);
        String text = first.computation().quantile().isPresent()
                ? outputs.stream().map(OutputRequest::text).distinct().collect(Collectors.joining(", "))
                : first.text();
        boolean unnamed = first.name().startsWith("EXPR$") || first.name().startsWith("$f");
        return new Named(unnamed || first.name().equals(first.text()) ? text : first.name(), text);
    }

    /** An answer that was kept, whose reports name things as this query does. */
    Answer in(Answer kept) {
        boolean alike = kept.releases().size() == releases.size();
        return new Answer(
                kept.columns(),
                kept.rows(),
                IntStream.range(0, kept.releases().size())
                        .filter(i -> alike)
                        .mapToObj(i -> in(kept.releases().get(i), releases.get(i)))
                        .toList(),
                kept.epsilon(),
                kept.delta(),
                kept.confidence(),
                kept.origin());
    }

    private static ReleaseReport in(ReleaseReport kept, OfRelease own) {
        String why = kept.maxRows() == null
                ? StructureWords.groups(own.structure(), kept.maxGroups())
                : StructureWords.rows(kept.maxGroups());
        List<AggregateReport> aggregates = new ArrayList<>();
        for (int i = 0; i < kept.aggregates().size(); i++) {
            // Of an array's quantiles, named one by one and together, there are other numbers of reports.
            Named named = kept.aggregates().size() == own.aggregates().size()
                    ? own.aggregates().get(i)
                    : new Named("aggregate " + (i + 1), "aggregate " + (i + 1));
            aggregates.add(in(kept.aggregates().get(i), named));
        }
        return new ReleaseReport(
                kept.epsilon(),
                kept.delta(),
                kept.maxGroups(),
                kept.maxRows(),
                kept.whyGroups() == null ? null : why,
                kept.findsMaxGroups(),
                kept.epsilonOfMissing(),
                kept.grouped(),
                kept.selection(),
                kept.choice(),
                kept.threshold(),
                kept.typicalGroupSize(),
                kept.spelling(),
                own.unit(),
                own.people(),
                own.overflows(),
                aggregates,
                List.of(),
                kept.missing().stream()
                        .map(missing -> in(missing, theirs(kept), own.outputs()))
                        .toList());
    }

    private static List<String> theirs(ReleaseReport kept) {
        return kept.aggregates().stream().map(AggregateReport::function).toList();
    }

    private static AggregateReport in(AggregateReport kept, Named named) {
        return new AggregateReport(
                named.column(),
                named.function(),
                kept.bounds(),
                kept.ends(),
                kept.boundsOrigin(),
                kept.possible(),
                kept.noise(),
                kept.scale(),
                kept.expectedPlusMinus(),
                kept.epsilonForError(),
                kept.note().startsWith(ReleaseReports.TOO_FEW) ? ReleaseReports.tooFew(named.function()) : kept.note(),
                kept.expected(),
                kept.states());
    }

    private static MissingReport in(MissingReport kept, List<String> theirs, List<String> own) {
        String column = kept.column();
        if (column == null) {
            return kept;
        }
        Optional<List<Integer>> places = theirs.size() == own.size() ? places(column, theirs, 0) : Optional.empty();
        String named = places.map(known -> known.stream().map(own::get).collect(Collectors.joining(", ")))
                .orElse("these aggregates");
        return new MissingReport(
                kept.limit(),
                named,
                kept.at(),
                kept.people(),
                kept.contributions(),
                kept.better(),
                kept.betterMisses(),
                kept.material(),
                kept.note().replace(column, named));
    }

    /** Which of the aggregates, in their order, a list of them names. */
    static Optional<List<Integer>> places(String list, List<String> texts, int from) {
        for (int i = from; i < texts.size(); i++) {
            String text = texts.get(i);
            if (list.equals(text)) {
                return Optional.of(List.of(i));
            }
            if (list.startsWith(text + ", ")) {
                int place = i;
                Optional<List<Integer>> rest = places(list.substring(text.length() + 2), texts, i + 1)
                        .map(places -> {
                            List<Integer> all = new ArrayList<>(List.of(place));
                            all.addAll(places);
                            return all;
                        });
                if (rest.isPresent()) {
                    return rest;
                }
            }
        }
        return Optional.empty();
    }
}
