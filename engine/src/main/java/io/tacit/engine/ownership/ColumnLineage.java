package io.tacit.engine.ownership;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexInputRef;

/** The declared column that a field shows unchanged; an outer join may have put NULL in its place. */
final class ColumnLineage {
    private ColumnLineage() {}

    /** The column, also through several relations; empty for a computed field. */
    static Optional<Column> of(Catalog catalog, RelNode relation, int field) {
        if (relation instanceof TableScan scan) {
            List<String> path = scan.getTable().getQualifiedName();
            String name = scan.getRowType().getFieldNames().get(field);
            return catalog.table(path.get(path.size() - 1)).flatMap(table -> table.column(name));
        }
        if (relation instanceof Filter || relation instanceof Sort) {
            return of(catalog, relation.getInput(0), field);
        }
        if (relation instanceof Project project) {
            return project.getProjects().get(field) instanceof RexInputRef reference
                    ? of(catalog, project.getInput(), reference.getIndex())
                    : Optional.empty();
        }
        if (relation instanceof Join join) {
            int left = join.getLeft().getRowType().getFieldCount();
            return field < left ? of(catalog, join.getLeft(), field) : of(catalog, join.getRight(), field - left);
        }
        if (relation instanceof Aggregate aggregate) {
            return field < aggregate.getGroupCount()
                    ? of(catalog, aggregate.getInput(), aggregate.getGroupSet().nth(field))
                    : Optional.empty();
        }
        return relation instanceof SetOp setOp ? ofEach(catalog, setOp, field) : Optional.empty();
    }

    /** A column with the same domain in every branch. */
    private static Optional<Column> ofEach(Catalog catalog, SetOp setOp, int field) {
        Optional<Column> first = of(catalog, setOp.getInputs().get(0), field);
        boolean same = setOp.getInputs().stream()
                .map(input -> of(catalog, input, field))
                .allMatch(column -> column.isPresent()
                        && first.isPresent()
                        && column.get().domain().equals(first.get().domain())
                        && column.get().type().equals(first.get().type()));
        return same ? first : Optional.empty();
    }
}
