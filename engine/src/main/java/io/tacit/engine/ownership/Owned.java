package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * A relation whose every row belongs to one person.
 *
 * <p>Its fields are those of the analyst's relation, in their places, and then one more: the person. So an index into
 * the analyst's relation means the same here, and the person cannot be lost by a projection that does not select it.
 *
 * @param relation the relation with the person as its last field
 * @param identifying fields that determine the person, by lineage: for each the domain of what it holds. Fields of
 *     one domain with equal values belong to one person. {@link #UNIT} is the person's own domain; the others are
 *     keys of private tables that foreign keys refer to, such as {@code orders.o_orderkey}
 * @param publicGroups the public side of an outer join right below, from which groups come
 * @param bound rows outside of this subquery to whose person all rows belong
 * @param halves pairs of fields of a full join of which at least one is the person: {@code COALESCE} of both is
 */
record Owned(
        RelNode relation,
        Map<Integer, String> identifying,
        Optional<PublicGroups> publicGroups,
        Set<CorrelationId> bound,
        Set<Halves> halves)
        implements Judgement {
    /** The domain of the privacy unit itself. */
    static final String UNIT = "";

    /** No table's name begins like this. */
    private static final String PART = "\u0000";

    /** Two fields that are the person or NULL, never both NULL. */
    record Halves(int first, int second) {}

    Owned {
        identifying = Map.copyOf(identifying);
        bound = Set.copyOf(bound);
        halves = Set.copyOf(halves);
    }

    Owned(RelNode relation, Map<Integer, String> identifying) {
        this(relation, identifying, Optional.empty(), Set.of(), Set.of());
    }

    /** The same rows, or fewer of them, as another relation of the same fields. */
    Owned with(RelNode other) {
        return new Owned(other, identifying, publicGroups, bound, halves);
    }

    Owned with(Optional<PublicGroups> groups) {
        return new Owned(relation, identifying, groups, bound, halves);
    }

    /** Also bound to these rows outside. */
    Owned boundTo(Set<CorrelationId> more) {
        return more.isEmpty()
                ? this
                : new Owned(
                        relation,
                        identifying,
                        publicGroups,
                        ImmutableSet.<CorrelationId>builder()
                                .addAll(bound)
                                .addAll(more)
                                .build(),
                        halves);
    }

    Owned withHalves(Set<Halves> pairs) {
        return new Owned(relation, identifying, publicGroups, bound, pairs);
    }

    /** The pairs after a projection that puts fields elsewhere. */
    Set<Halves> halvesAt(Map<Integer, Integer> places) {
        Set<Halves> moved = new HashSet<>();
        for (Halves pair : halves) {
            Integer first = places.get(pair.first());
            Integer second = places.get(pair.second());
            if (first != null && second != null) {
                moved.add(new Halves(first, second));
            }
        }
        return moved;
    }

    /** Whether an expression is the COALESCE by which a full join USING the person shows it. */
    boolean isPerson(RexNode expression) {
        return expression instanceof RexCall call
                && call.getKind() == SqlKind.COALESCE
                && call.getOperands().size() == 2
                && call.getOperands().get(0) instanceof RexInputRef a
                && call.getOperands().get(1) instanceof RexInputRef b
                && (halves.contains(new Halves(a.getIndex(), b.getIndex()))
                        || halves.contains(new Halves(b.getIndex(), a.getIndex())));
    }

    /** Number of the analyst's fields; also the index of the person. */
    int unit() {
        return relation.getRowType().getFieldCount() - 1;
    }

    RelDataTypeField unitField() {
        return relation.getRowType().getFieldList().get(unit());
    }

    RexInputRef unitRef() {
        return new RexInputRef(unit(), unitField().getType());
    }

    Optional<String> domain(int field) {
        return Optional.ofNullable(identifying.get(field));
    }

    /** Whether the fields together say whose a row is. */
    boolean identifies(Collection<Integer> fields) {
        return identifiesPerson(
                fields.stream().flatMap(field -> domain(field).stream()).collect(Collectors.toSet()));
    }

    /** The domain of one column of a privacy unit of several columns. */
    static String part(int column, int columns) {
        return PART + columns + PART + column;
    }

    /** Whether values of all these domains say who a person is: one domain does, but of a unit's parts all are needed. */
    static boolean identifiesPerson(Set<String> domains) {
        for (String domain : domains) {
            if (!domain.startsWith(PART)) {
                return true;
            }
            int columns = Integer.parseInt(domain.substring(1, domain.indexOf(PART, 1)));
            if (IntStream.range(0, columns).allMatch(column -> domains.contains(part(column, columns)))) {
                return true;
            }
        }
        return false;
    }
}
