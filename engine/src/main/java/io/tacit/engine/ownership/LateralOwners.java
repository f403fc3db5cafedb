package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableSet;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Rows taken apart: {@code FROM visits v, UNNEST(SPLIT(v.tags, ',')) AS u(tag)}. What is made of a row alone belongs to
 * the row's person. Before: {@code Correlate(private v, Uncollect(Project(SPLIT($cor0.tags, ','), one row)))}. After:
 * {@code Project(v.*, tag, v.$unit, Correlate(v, …))}. LATERAL may also read the rows of the same person ({@code WHERE
 * o.uid = v.uid} in it), or public ones. Refused: any other LATERAL over people's rows.
 */
final class LateralOwners {
    private LateralOwners() {}

    static PrivateRows judge(AssignOwners owners, Correlate correlate, PrivateRows privateRows) {
        boolean inner = correlate.getJoinType() == JoinRelType.INNER || correlate.getJoinType() == JoinRelType.LEFT;
        if (!inner || privateRows.publicGroups().isPresent()) {
            throw notItsOwn(owners, correlate);
        }
        RelNode right = correlate.getRight();
        if (!isOfOneRow(right)) {
            owners.outerPeople().enter(Set.of(correlate.getCorrelationId()), privateRows);
            right = besidePeople(owners, correlate, owners.judge(right));
        }
        RelNode both = LogicalCorrelate.create(
                privateRows.relation(),
                right,
                List.of(),
                correlate.getCorrelationId(),
                ImmutableBitSet.of(correlate.getRequiredColumns()).set(privateRows.unit()),
                correlate.getJoinType());
        List<RexNode> fields = new ArrayList<>();
        for (int i = 0; i < correlate.getRowType().getFieldCount(); i++) {
            fields.add(RexInputRef.of(i < privateRows.unit() ? i : i + 1, both.getRowType()));
        }
        fields.add(RexInputRef.of(privateRows.unit(), both.getRowType()));
        List<String> names = new ArrayList<>(correlate.getRowType().getFieldNames());
        names.add(ScanOwner.UNIT_NAME);
        RelNode relation = LogicalProject.create(both, List.of(), fields, names, ImmutableSet.of());
        return new PrivateRows(relation, privateRows.lineage(), Optional.empty(), privateRows.bound());
    }

    /**
     * The right side: public and released rows, or rows of the person of the row outside, whose own person column comes
     * last and is not needed.
     */
    private static RelNode besidePeople(AssignOwners owners, Correlate correlate, Judgement right) {
        if (!(right instanceof PrivateRows rows)) {
            return owners.besidePeople(right, correlate);
        }
        if (!rows.bound().contains(correlate.getCorrelationId())
                || rows.publicGroups().isPresent()) {
            throw notItsOwn(owners, correlate);
        }
        return rows.relation();
    }

    /** Whether a relation depends on nothing but values of the row outside. */
    private static boolean isOfOneRow(RelNode relation) {
        if (relation instanceof Project project) {
            return project.getProjects().stream().noneMatch(SubqueryOwners::contains)
                    && !project.containsOver()
                    && isOfOneRow(project.getInput());
        }
        return relation instanceof Uncollect uncollect && isOfOneRow(uncollect.getInput())
                || relation instanceof Values values && values.getTuples().size() == 1;
    }

    static Refusal notItsOwn(AssignOwners owners, Correlate correlate) {
        return owners.refuse(
                ErrorCode.JOIN_KIND,
                correlate,
                "Beside people's rows LATERAL reads the rows of the same person, or a row's own values.",
                "Add to the WHERE in it, outside any OR, that the person's columns are equal, or use UNNEST of an"
                        + " array made from the row, such as SPLIT(x, ',').");
    }
}
