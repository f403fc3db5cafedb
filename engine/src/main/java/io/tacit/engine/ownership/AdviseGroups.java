package io.tacit.engine.ownership;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * What to ask instead of a LIMIT over people's rows, or of people's rows that nothing aggregates: groups by the query's
 * columns that many people share, or the number of rows.
 *
 * <p>{@code GROUP BY c_custkey, c_name, n_name … LIMIT 20} shows a row for each person; {@code GROUP BY n_name} is the
 * release that says as much as may be said. Left out are keys that say who the person is, what else stands in the
 * person's own row, and amounts.
 */
final class AdviseGroups {
    private static final Set<SqlTypeName> AMOUNTS =
            Set.of(SqlTypeName.DECIMAL, SqlTypeName.DOUBLE, SqlTypeName.FLOAT, SqlTypeName.REAL);

    private static final String AFTER = "Put the LIMIT after the aggregation, where it chooses among released rows.";

    private final AssignOwners owners;

    AdviseGroups(AssignOwners owners) {
        this.owners = owners;
    }

    /** The advice for a sort whose input is people's rows. */
    String insteadOf(Sort sort) {
        RelNode relation = sort.getInput();
        while (relation instanceof Project || relation instanceof Filter || relation instanceof Sort) {
            relation = relation.getInput(0);
        }
        return (relation instanceof Aggregate aggregate ? ofStep(aggregate) : ofRows(sort.getInput())).orElse(AFTER);
    }

    /** The advice for a query that would show people's rows. */
    static String insteadOfShowing(AssignOwners owners, RelNode rows) {
        List<String> shared = new AdviseGroups(owners).shared(rows);
        String groups = shared.isEmpty()
                ? "a column that is not the person"
                : String.join(", ", shared) + ", which many people share";
        return "Aggregate them: SELECT COUNT(*) FROM (…) AS q, with this query in the brackets, is a release, and so"
                + " is one with GROUP BY on " + groups + ".";
    }

    private Optional<String> ofStep(Aggregate aggregate) {
        if (!(owners.judge(aggregate.getInput()) instanceof PrivateRows privateRows)) {
            return Optional.empty();
        }
        RelNode input = aggregate.getInput();
        List<String> names = aggregate.getRowType().getFieldNames();
        List<String> others = new ArrayList<>();
        boolean telling = false;
        List<String> shared = new ArrayList<>();
        Set<TableScan> ownRows = new HashSet<>();
        for (int key : aggregate.getGroupSet()) {
            privateRows
                    .domain(key)
                    .filter(PrivateRows.UNIT::equals)
                    .flatMap(unit -> scan(input, key))
                    .ifPresent(ownRows::add);
        }
        int place = 0;
        for (int key : aggregate.getGroupSet()) {
            RelDataType type = input.getRowType().getFieldList().get(key).getType();
            String name = names.get(place++);
            boolean tells = privateRows.domain(key).isPresent();
            telling |= tells;
            boolean isShared = !tells
                    && !AMOUNTS.contains(type.getSqlTypeName())
                    && scan(input, key).filter(ownRows::contains).isEmpty();
            (isShared ? shared : others).add(name);
        }
        return shared.isEmpty() || !telling
                ? Optional.empty()
                : Optional.of("Group by what many people share: the query with GROUP BY " + String.join(", ", shared)
                        + ", without " + String.join(", ", others)
                        + ", is one release, and LIMIT may choose among its groups.");
    }

    private Optional<String> ofRows(RelNode rows) {
        List<String> shared = shared(rows);
        return shared.isEmpty()
                ? Optional.empty()
                : Optional.of("Group by what many people share: SELECT " + String.join(", ", shared)
                        + ", COUNT(*) … GROUP BY " + String.join(", ", shared)
                        + " is one release, and LIMIT may choose among its groups.");
    }

    /** The columns of public tables that the rows show. */
    private List<String> shared(RelNode rows) {
        return IntStream.range(0, rows.getRowType().getFieldCount())
                .filter(field -> scan(rows, field).filter(this::isPublic).isPresent())
                .mapToObj(field -> rows.getRowType().getFieldNames().get(field))
                .toList();
    }

    private boolean isPublic(TableScan scan) {
        List<String> path = scan.getTable().getQualifiedName();
        return owners.catalog()
                .table(path.get(path.size() - 1))
                .filter(table -> table.protection().isPublic())
                .isPresent();
    }

    /** The table that a field shows a column of. */
    private static Optional<TableScan> scan(RelNode relation, int field) {
        if (relation instanceof TableScan scan) {
            return Optional.of(scan);
        }
        if (relation instanceof Filter || relation instanceof Sort) {
            return scan(relation.getInput(0), field);
        }
        if (relation instanceof Project project) {
            return project.getProjects().get(field) instanceof RexInputRef reference
                    ? scan(project.getInput(), reference.getIndex())
                    : Optional.empty();
        }
        if (relation instanceof Join join) {
            int left = join.getLeft().getRowType().getFieldCount();
            return field < left ? scan(join.getLeft(), field) : scan(join.getRight(), field - left);
        }
        return Optional.empty();
    }
}
