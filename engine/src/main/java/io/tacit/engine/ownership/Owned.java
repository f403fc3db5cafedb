package io.tacit.engine.ownership;

import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;

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
 */
record Owned(RelNode relation, Map<Integer, String> identifying, Optional<PublicGroups> publicGroups)
        implements Judgement {
    /** The domain of the privacy unit itself. */
    static final String UNIT = "";

    Owned {
        identifying = Map.copyOf(identifying);
    }

    Owned(RelNode relation, Map<Integer, String> identifying) {
        this(relation, identifying, Optional.empty());
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
}
