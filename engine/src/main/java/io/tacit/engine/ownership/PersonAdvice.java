package io.tacit.engine.ownership;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;

/** Words the advice to compare the persons of two relations. */
final class PersonAdvice {
    private PersonAdvice() {}

    /**
     * Such as {@code orders.customer = customers.customer (…)}: two columns of one name are told apart by their tables.
     */
    static String equality(String left, RelNode ofLeft, String right, RelNode ofRight) {
        if (!left.equalsIgnoreCase(right)) {
            return left + " = " + right + " (with the tables' names before the columns)";
        }
        Optional<String> a = table(ofLeft);
        Optional<String> b = table(ofRight);
        if (a.isPresent() && b.isPresent() && !a.equals(b)) {
            return a.get() + "." + left + " = " + b.get() + "." + right
                    + " (with the names that the query gives the tables)";
        }
        return "a." + left + " = b." + right + " (with the names that the query gives the two tables)";
    }

    /** The only table that a relation reads. */
    private static Optional<String> table(RelNode relation) {
        if (relation instanceof TableScan scan) {
            List<String> path = scan.getTable().getQualifiedName();
            return Optional.of(path.get(path.size() - 1));
        }
        return relation.getInputs().size() == 1 ? table(relation.getInput(0)) : Optional.empty();
    }
}
