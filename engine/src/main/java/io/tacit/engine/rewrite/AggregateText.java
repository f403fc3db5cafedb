package io.tacit.engine.rewrite;

import io.tacit.engine.sql.AggregateFunction;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;

/** How an aggregate reads in a report. */
final class AggregateText {
    private AggregateText() {}

    static String of(RelNode input, AggregateCall call, AggregateFunction function) {
        String argument = call.getArgList().isEmpty()
                ? "*"
                : call.getArgList().stream()
                        // The place of a declared value is no argument that people wrote.
                        .limit(function == AggregateFunction.MODE ? 1 : Long.MAX_VALUE)
                        .map(field -> name(input, field))
                        .collect(Collectors.joining(", "));
        return function.name() + "(" + (call.isDistinct() ? "DISTINCT " : "") + argument + ")"
                + (call.filterArg < 0 ? "" : " FILTER (…)");
    }

    /** The name of a field; a computed argument, which only the algebra names, is shown as an expression. */
    private static String name(RelNode input, int field) {
        String name = input.getRowType().getFieldNames().get(field);
        return name.startsWith("$") ? "…" : name;
    }
}
