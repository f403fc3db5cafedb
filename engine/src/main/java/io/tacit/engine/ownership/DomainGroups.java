package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.ReleaseClause;
import io.tacit.engine.sql.ReleaseOptions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.DateString;

/**
 * Groups from declared domains: {@code GROUP BY country} with {@code group_selection_strategy = PUBLIC_GROUPS}, where
 * the owner declared all values that {@code country} can have.
 *
 * <p>Before: {@code Aggregate({country, sex}, COUNT(*), A)}. After: the groups are {@code VALUES ('DE'), ('FR') ×
 * VALUES ('f'), ('m')}, and the rows that people contribute are {@code A JOIN VALUES ('DE'), ('FR') ON country = v JOIN
 * …}: a row with another value, or none, is in no group, and does not count against the limit of groups. The domain is
 * a public declaration, so that the groups say nothing about anybody, whether it is right or wrong. Refused: a key that
 * is no column with a domain, and more than {@value Domain#MOST} groups.
 *
 * @param rows what people contribute
 * @param keys the groups, one field for each key in the keys' order
 */
record DomainGroups(RelNode rows, RelNode keys) {
    /**
     * The groups that a release asks for; empty where it asks for no public ones, or takes them from a join, or none of
     * its keys has a domain.
     */
    static Optional<DomainGroups> of(
            AssignOwners owners, Aggregate aggregate, PrivateRows privateRows, ReleaseClause clause) {
        boolean wanted = clause.options()
                .groupSelection()
                .map(choice -> choice == ReleaseOptions.SelectionChoice.PUBLIC_GROUPS)
                .orElse(false);
        if (!wanted
                || privateRows.publicGroups().isPresent()
                || aggregate.getGroupSet().isEmpty()) {
            return Optional.empty();
        }
        List<Optional<Column>> columns = aggregate.getGroupSet().asList().stream()
                .map(key -> ColumnLineage.of(owners.catalog(), privateRows.relation(), key)
                        .filter(column -> column.domain().isPresent()))
                .toList();
        if (columns.stream().allMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        List<RelNode> domains = new ArrayList<>();
        long groups = 1;
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).isEmpty()) {
                throw owners.refuse(
                        ErrorCode.BAD_OPTION,
                        aggregate,
                        "Groups that all appear need declared values of every key, and "
                                + named(aggregate.getRowType().getFieldNames().get(i), i) + " has none.",
                        "GROUP BY columns with a declared domain, or leave out group_selection_strategy.");
            }
            Column column = columns.get(i).get();
            groups *= column.domain().orElseThrow().values().size();
            checkNumber(owners, aggregate, groups);
            domains.add(values(privateRows.relation(), column));
        }
        return Optional.of(new DomainGroups(
                within(privateRows.relation(), aggregate.getGroupSet().asList(), domains), all(domains)));
    }

    private static String named(String name, int index) {
        return name.startsWith("EXPR$") || name.startsWith("$f") ? "key number " + (index + 1) : name;
    }

    private static void checkNumber(AssignOwners owners, Aggregate aggregate, long groups) {
        if (groups > Domain.MOST) {
            throw owners.refuse(
                    ErrorCode.BAD_OPTION,
                    aggregate,
                    "The declared domains of these keys make more than " + Domain.MOST + " groups.",
                    "GROUP BY fewer columns, or leave out group_selection_strategy, so that only groups with enough"
                            + " people appear.");
        }
    }

    /** The rows whose keys are among the declared values. Values differ, so that no row comes twice. */
    private static RelNode within(RelNode rows, List<Integer> keys, List<RelNode> domains) {
        RexBuilder rex = rows.getCluster().getRexBuilder();
        int width = rows.getRowType().getFieldCount();
        RelNode joined = rows;
        for (int i = 0; i < domains.size(); i++) {
            RelDataType value =
                    domains.get(i).getRowType().getFieldList().get(0).getType();
            RexNode same = rex.makeCall(
                    SqlStdOperatorTable.EQUALS,
                    RexInputRef.of(keys.get(i), joined.getRowType()),
                    new RexInputRef(joined.getRowType().getFieldCount(), value));
            joined = LogicalJoin.create(joined, domains.get(i), List.of(), same, ImmutableSet.of(), JoinRelType.INNER);
        }
        List<RexNode> fields = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            fields.add(RexInputRef.of(i, joined.getRowType()));
        }
        return LogicalProject.create(
                joined, List.of(), fields, rows.getRowType().getFieldNames(), ImmutableSet.of());
    }

    /** Every combination of the declared values. */
    private static RelNode all(List<RelNode> domains) {
        RelNode all = domains.get(0);
        for (RelNode domain : domains.subList(1, domains.size())) {
            RexNode always = all.getCluster().getRexBuilder().makeLiteral(true);
            all = LogicalJoin.create(all, domain, List.of(), always, ImmutableSet.of(), JoinRelType.INNER);
        }
        return all;
    }

    private static RelNode values(RelNode like, Column column) {
        RexBuilder rex = like.getCluster().getRexBuilder();
        RelDataType type = ColumnTypes.toCalcite(rex.getTypeFactory(), column.type());
        ImmutableList.Builder<ImmutableList<RexLiteral>> tuples = ImmutableList.builder();
        for (String value : column.domain().orElseThrow().values()) {
            tuples.add(ImmutableList.of(literal(rex, column.type(), type, value)));
        }
        return LogicalValues.create(
                like.getCluster(), rex.getTypeFactory().builder().add("v", type).build(), tuples.build());
    }

    static RexLiteral literal(RexBuilder rex, ColumnType type, RelDataType calcite, String value) {
        return switch (type.kind()) {
            case BOOLEAN -> rex.makeLiteral(Boolean.parseBoolean(value));
            case INTEGER, BIGINT, DECIMAL -> rex.makeExactLiteral(new BigDecimal(value), calcite);
            case DATE -> rex.makeDateLiteral(new DateString(value));
            case VARCHAR, DOUBLE, TIME, TIMESTAMP -> rex.makeLiteral(value);
        };
    }
}
