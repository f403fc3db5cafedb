package io.tacit.engine.remainder;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;

/**
 * A relation whose first fields are the analyst's; the others are ends of intervals.
 *
 * @param relation the relation
 * @param columns for each of the analyst's fields where its interval stands, or why it has none
 */
record WithIntervals(RelNode relation, List<Column> columns) {
    WithIntervals {
        columns = List.copyOf(columns);
    }

    /** What is known of the interval of one of the analyst's fields. */
    sealed interface Column permits Ends, Without {
        /**
         * Calls the function for this kind of column.
         *
         * @param <R> the answer
         */
        <R> R match(Function<Ends, R> ends, Function<Without, R> without);

        /** The interval, if it has one. */
        default Optional<Ends> ends() {
            return match(Optional::of, without -> Optional.empty());
        }
    }

    /**
     * Where a field's interval stands.
     *
     * @param known whether the aggregate has one: a most frequent value has only the columns
     * @param drawn whether the value was drawn among others, so that it has no noise that could be drawn again
     * @param report where its report stands, where the query asks for one
     * @param redrawn where its redrawn values stand, if they are carried
     */
    record Ends(int low, int high, boolean known, boolean drawn, OptionalInt report, OptionalInt redrawn)
            implements Column {
        @Override
        public <R> R match(Function<Ends, R> ends, Function<Without, R> without) {
            return ends.apply(this);
        }

        /** The same ends, this many fields further to the right. */
        Ends shifted(int by) {
            return new Ends(low + by, high + by, known, drawn, shifted(report, by), shifted(redrawn, by));
        }

        private static OptionalInt shifted(OptionalInt place, int by) {
            return place.isPresent() ? OptionalInt.of(place.getAsInt() + by) : place;
        }
    }

    /** Why a field has no interval. */
    enum Without implements Column {
        KEY,
        PLAIN,
        COMPUTED,
        ABOVE;

        @Override
        public <R> R match(Function<Ends, R> ends, Function<Without, R> without) {
            return without.apply(this);
        }
    }

    static List<Column> all(Without reason, RelNode relation) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < relation.getRowType().getFieldCount(); i++) {
            columns.add(reason);
        }
        return columns;
    }

    /** How many fields are the analyst's. */
    int width() {
        return columns.size();
    }

    /** Some fields of a relation; what sorts it by its first ones still does. */
    static RelNode only(RelNode relation, List<Integer> kept) {
        if (kept.equals(IntStream.range(0, relation.getRowType().getFieldCount())
                .boxed()
                .toList())) {
            return relation;
        }
        if (relation instanceof Sort sort) {
            return sort.copy(sort.getTraitSet(), List.of(only(sort.getInput(), kept)));
        }
        List<RexNode> fields = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int field : kept) {
            fields.add(
                    relation instanceof Project project
                            ? project.getProjects().get(field)
                            : RexInputRef.of(field, relation.getRowType()));
            names.add(relation.getRowType().getFieldNames().get(field));
        }
        return relation instanceof Project project
                ? LogicalProject.create(
                        project.getInput(), project.getHints(), fields, names, project.getVariablesSet())
                : LogicalProject.create(relation, List.of(), fields, names, ImmutableSet.of());
    }

    /** The analyst's fields alone. */
    RelNode own() {
        if (relation.getRowType().getFieldCount() == width()) {
            return relation;
        }
        List<RexInputRef> fields = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < width(); i++) {
            fields.add(RexInputRef.of(i, relation.getRowType()));
            names.add(relation.getRowType().getFieldNames().get(i));
        }
        return LogicalProject.create(relation, List.of(), fields, names, ImmutableSet.of());
    }
}
