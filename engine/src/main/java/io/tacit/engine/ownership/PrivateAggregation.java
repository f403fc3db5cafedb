package io.tacit.engine.ownership;

import io.tacit.engine.refusal.Position;
import io.tacit.engine.sql.ReleaseClause;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * The operator χ: an aggregation that mixes people, and so becomes a private release.
 *
 * @param name the name of the released table that stands in its place in the remainder
 * @param input rows that belong to one person each; the person is the last field
 * @param keys the group keys among the input's fields, without the person
 * @param publicKeys public rows whose distinct ones are the groups, one field for each key; empty where groups must be
 *     selected
 * @param sets the places among the keys of each grouping set, of which the last key is the number; empty without
 *     GROUPING SETS, ROLLUP and CUBE
 * @param calls the aggregates
 * @param identifying the input's fields that are the person by lineage
 * @param unitNames how the tables below call the person's column
 * @param clause how the query asked for it
 * @param position where in the query, if known
 * @param rowType keys, then aggregates, as the analyst's algebra types them
 */
public record PrivateAggregation(
        String name,
        RelNode input,
        ImmutableBitSet keys,
        Optional<RelNode> publicKeys,
        List<ImmutableBitSet> sets,
        List<AggregateCall> calls,
        ImmutableBitSet identifying,
        List<String> unitNames,
        ReleaseClause clause,
        @Nullable Position position,
        RelDataType rowType) {
    public PrivateAggregation {
        sets = List.copyOf(sets);
        calls = List.copyOf(calls);
        unitNames = List.copyOf(unitNames);
    }

    /** The index of the person in the input. */
    public int unit() {
        return input.getRowType().getFieldCount() - 1;
    }

    /** Whether a field is the person column that was added to people's rows; no query can name a column like that. */
    public static boolean isPerson(RelDataTypeField field) {
        return field.getName().equals(ScanOwner.UNIT_NAME);
    }

    /** The person's column, as the first of its tables declares it. */
    public String unitName() {
        return unitNames.stream().findFirst().orElse("the person");
    }

    /** The names of the statement's earlier releases that the aggregation reads. */
    public Set<String> reads() {
        Set<String> names = new HashSet<>(ReleasedTable.readBy(input));
        publicKeys.ifPresent(groups -> names.addAll(ReleasedTable.readBy(groups)));
        return names;
    }

    /**
     * The same release of some of its aggregates, over the fields that these read, in their order: what it means does not
     * depend on what stands beside it.
     *
     * @param places the aggregates among its calls
     */
    public PrivateAggregation alone(List<Integer> places) {
        List<AggregateCall> some = places.stream().map(calls::get).toList();
        List<RelDataTypeField> fields = rowType.getFieldList();
        RelDataTypeFactory.Builder type = input.getCluster().getTypeFactory().builder();
        type.addAll(fields.subList(0, keys.cardinality()));
        places.forEach(place -> type.add(fields.get(keys.cardinality() + place)));
        if (!(input instanceof Project project) || !project.getVariablesSet().isEmpty()) {
            return with(input, keys, some, identifying, type.build());
        }
        Set<Integer> read = new LinkedHashSet<>(keys.asList());
        for (AggregateCall call : some) {
            read.addAll(call.getArgList());
            if (call.hasFilter()) {
                read.add(call.filterArg);
            }
            read.addAll(call.collation.getKeys());
        }
        read.remove(unit());
        read.add(unit());
        List<Integer> order = List.copyOf(read);
        UnaryOperator<ImmutableBitSet> moved = bits -> ImmutableBitSet.of(bits.asList().stream()
                .filter(order::contains)
                .map(order::indexOf)
                .toList());
        List<AggregateCall> over = some.stream()
                .map(call -> call.withArgList(
                                call.getArgList().stream().map(order::indexOf).toList())
                        .withFilter(call.hasFilter() ? order.indexOf(call.filterArg) : call.filterArg)
                        .withCollation(RelCollations.of(call.collation.getFieldCollations().stream()
                                .map(field -> field.withFieldIndex(order.indexOf(field.getFieldIndex())))
                                .toList())))
                .toList();
        RelNode fewer = FewerFields.of(project, order);
        return with(fewer, moved.apply(keys), over, moved.apply(identifying), type.build());
    }

    private PrivateAggregation with(
            RelNode otherInput,
            ImmutableBitSet otherKeys,
            List<AggregateCall> otherCalls,
            ImmutableBitSet otherIdentifying,
            RelDataType otherType) {
        return new PrivateAggregation(
                name,
                otherInput,
                otherKeys,
                publicKeys,
                sets,
                otherCalls,
                otherIdentifying,
                unitNames,
                clause,
                position,
                otherType);
    }

    boolean sameAs(
            RelNode otherInput,
            ImmutableBitSet otherKeys,
            Optional<RelNode> otherPublicKeys,
            List<AggregateCall> otherCalls,
            ReleaseClause other) {
        boolean sameGroups = publicKeys.isPresent() == otherPublicKeys.isPresent()
                && publicKeys
                        .map(groups -> groups.deepEquals(otherPublicKeys.get()))
                        .orElse(true);
        return keys.equals(otherKeys)
                && sameGroups
                && calls.equals(otherCalls)
                && clause.equals(other)
                && input.deepEquals(otherInput);
    }
}
