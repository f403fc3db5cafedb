package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableList;
import io.tacit.engine.refusal.ErrorCode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlKind;

/**
 * Window functions over people's rows: each looks at one person's rows, in an order that depends on their values alone.
 *
 * <p>Before: {@code ROW_NUMBER() OVER (PARTITION BY uid ORDER BY day)}. After: {@code ROW_NUMBER() OVER (PARTITION BY
 * uid, $unit ORDER BY day, all columns)}: rows that are equal in all columns are the same row, so nothing depends on
 * where the engine found them. RANK and the like, and frames of RANGE, treat ties alike and stay as they are. Refused:
 * {@code LAG(spend) OVER (ORDER BY day)}, and two different orders in one SELECT, which could number equal rows
 * differently.
 */
final class WindowOwners {
    /** Functions that give tied rows the same value. */
    private static final Set<SqlKind> OF_RANKS =
            EnumSet.of(SqlKind.RANK, SqlKind.DENSE_RANK, SqlKind.PERCENT_RANK, SqlKind.CUME_DIST);

    private static final Set<SqlKind> OF_ROWS =
            EnumSet.of(SqlKind.ROW_NUMBER, SqlKind.NTILE, SqlKind.LAG, SqlKind.LEAD);

    private static final Set<SqlKind> OF_FRAMES =
            EnumSet.of(SqlKind.COUNT, SqlKind.SUM, SqlKind.SUM0, SqlKind.AVG, SqlKind.MIN, SqlKind.MAX);

    private static final Set<SqlKind> OF_PLACES = EnumSet.of(SqlKind.FIRST_VALUE, SqlKind.LAST_VALUE);

    private final AssignOwners owners;

    WindowOwners(AssignOwners owners) {
        this.owners = owners;
    }

    /** The expressions of a projection over people's rows, each window made one person's. */
    List<RexNode> ofPeople(Project project, PrivateRows privateRows, List<RexNode> expressions) {
        if (!RexOver.containsOver(expressions, null)) {
            return expressions;
        }
        if (privateRows.publicGroups().isPresent()) {
            throw PublicGroups.notByPublicColumns(owners, project);
        }
        Set<String> orders = new HashSet<>();
        RexShuttle shuttle = new RexShuttle() {
            @Override
            public RexNode visitOver(RexOver over) {
                RexOver own = ofPerson(project, privateRows, over);
                if (dependsOnTies(over) && orders.add(window(own)) && orders.size() > 1) {
                    throw owners.refuse(
                            ErrorCode.WINDOW,
                            project,
                            "Two windows with different orders over people's rows could number equal rows differently.",
                            "Compute one of them in a subquery and the other over its result.");
                }
                return own;
            }
        };
        return expressions.stream().map(each -> each.accept(shuttle)).toList();
    }

    private RexOver ofPerson(Project project, PrivateRows privateRows, RexOver over) {
        RexWindow window = over.getWindow();
        if (privateRows.bound().isEmpty() && !privateRows.identifiedBy(window.partitionKeys)) {
            throw owners.refuse(
                    ErrorCode.WINDOW,
                    project,
                    "A window over people's rows may look at the rows of one person only.",
                    "Add the person to it: PARTITION BY " + owners.personColumn(privateRows.relation())
                            + ". Over a released result any window is accepted.");
        }
        refuseUnknown(project, over);
        RexBuilder rex = project.getCluster().getRexBuilder();
        List<RexNode> partition = new ArrayList<>(window.partitionKeys);
        partition.add(privateRows.unitRef());
        List<RexFieldCollation> order = new ArrayList<>(window.orderKeys);
        if (dependsOnTies(over)) {
            order.addAll(everyColumn(privateRows));
        }
        return (RexOver) rex.makeOver(
                over.getType(),
                over.getAggOperator(),
                over.getOperands(),
                partition,
                ImmutableList.copyOf(order),
                window.getLowerBound(),
                window.getUpperBound(),
                window.getExclude(),
                window.isRows(),
                true,
                false,
                over.isDistinct(),
                over.ignoreNulls());
    }

    private void refuseUnknown(Project project, RexOver over) {
        SqlKind kind = over.getAggOperator().getKind();
        boolean known = OF_RANKS.contains(kind) || OF_ROWS.contains(kind) || OF_FRAMES.contains(kind);
        boolean place = OF_PLACES.contains(kind)
                && (over.getWindow().isRows() || kind == SqlKind.FIRST_VALUE || !endsAtCurrentRow(over));
        if (!known && !place) {
            throw owners.refuse(
                    ErrorCode.WINDOW,
                    project,
                    "This window function over people's rows may depend on the order in which the engine finds them.",
                    "Use ROW_NUMBER, RANK, NTILE, LAG, LEAD, FIRST_VALUE, LAST_VALUE with ROWS, COUNT, SUM, AVG, MIN"
                            + " or MAX.");
        }
    }

    private static boolean endsAtCurrentRow(RexOver over) {
        return over.getWindow().getUpperBound().isCurrentRow();
    }

    private static boolean dependsOnTies(RexOver over) {
        SqlKind kind = over.getAggOperator().getKind();
        return OF_ROWS.contains(kind)
                || OF_PLACES.contains(kind)
                || OF_FRAMES.contains(kind)
                        && over.getWindow().isRows()
                        && !(over.getWindow().getLowerBound().isUnbounded()
                                && over.getWindow().getUpperBound().isUnbounded());
    }

    /** Of values that are equal and not the same, which are -0.0 and 0.0 alone, no function tells one from the other. */
    private static List<RexFieldCollation> everyColumn(PrivateRows privateRows) {
        List<RexFieldCollation> columns = new ArrayList<>();
        for (RelDataTypeField field : privateRows.relation().getRowType().getFieldList()) {
            columns.add(ascending(
                    RexInputRef.of(field.getIndex(), privateRows.relation().getRowType())));
        }
        return columns;
    }

    private static RexFieldCollation ascending(RexNode column) {
        return new RexFieldCollation(column, Set.<SqlKind>of());
    }

    private static String window(RexOver over) {
        return over.getWindow().partitionKeys + " " + over.getWindow().orderKeys;
    }
}
