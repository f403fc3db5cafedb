package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableSet;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;

/**
 * A relation whose every row belongs to one person.
 *
 * <p>Its fields are those of the analyst's relation, in their places, and then one more: the person. So an index into
 * the analyst's relation means the same here, and the person cannot be lost by a projection that does not select it.
 *
 * @param relation the relation with the person as its last field
 * @param lineage fields that determine the person, by lineage: for each the domain of what it holds. Fields of
 *     one domain with equal values belong to one person. {@link #UNIT} is the person's own domain, whose fields are
 *     equal to the last field; the others are keys of private tables that foreign keys refer to, such as {@code
 *     orders.o_orderkey}
 * @param publicGroups the public side of an outer join right below, from which groups come
 * @param bound rows outside of this subquery to whose person all rows belong
 */
record PrivateRows(RelNode relation, Lineage lineage, Optional<PublicGroups> publicGroups, Set<CorrelationId> bound)
        implements Judgement {
    /** The domain of the privacy unit itself. */
    static final String UNIT = "";

    /** The beginning of a part's domain, which no table's name has. */
    private static final String PART = "\u0000";

    PrivateRows {
        bound = Set.copyOf(bound);
    }

    PrivateRows(RelNode relation, Map<Integer, String> identifying) {
        this(relation, new Lineage(identifying), Optional.empty(), Set.of());
    }

    /** The same rows, or fewer of them, as another relation of the same fields. */
    PrivateRows with(RelNode other) {
        return new PrivateRows(other, lineage, publicGroups, bound);
    }

    PrivateRows with(Optional<PublicGroups> groups) {
        return new PrivateRows(relation, lineage, groups, bound);
    }

    /** The same rows, also bound to these rows outside. */
    PrivateRows boundTo(Set<CorrelationId> more) {
        return more.isEmpty()
                ? this
                : new PrivateRows(
                        relation,
                        lineage,
                        publicGroups,
                        ImmutableSet.<CorrelationId>builder()
                                .addAll(bound)
                                .addAll(more)
                                .build());
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

    Map<Integer, String> identifying() {
        return lineage.identifying();
    }

    Optional<String> domain(int field) {
        return lineage.domain(field);
    }

    /** Whether these fields together identify the person of a row. */
    boolean identifies(Collection<Integer> fields) {
        return identifiesPerson(
                fields.stream().flatMap(field -> domain(field).stream()).collect(Collectors.toSet()));
    }

    /** Whether these values of a row together identify its person. */
    boolean identifiedBy(Collection<RexNode> values) {
        return identifiesPerson(
                values.stream().flatMap(value -> lineage.domain(value).stream()).collect(Collectors.toSet()));
    }

    /** The domain of one column of a privacy unit of several columns. */
    static String part(int column, int columns) {
        return PART + columns + PART + column;
    }

    /** Whether a domain is that of the person: rows without a value belong to nobody, while other keys may be NULL. */
    static boolean isOfUnit(String domain) {
        return domain.equals(UNIT) || domain.startsWith(PART);
    }

    /**
     * Whether values of all these domains identify a person: one domain is enough, but of a unit of several columns all
     * parts are needed.
     */
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
