package io.tacit.engine.ownership;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;

/**
 * Checks a cut query once more, independently of the rules: the remainder reads released and public tables only, and
 * subqueries inside what a release aggregates read a private table only below an equality of persons. A relation that
 * some rule forgot is refused here.
 */
final class CheckCut {
    private final Catalog catalog;
    private final Set<String> released;

    private CheckCut(Catalog catalog, Set<String> released) {
        this.catalog = catalog;
        this.released = released;
    }

    static void check(CutQuery cut, Catalog catalog) {
        Set<String> earlier = new HashSet<>();
        for (PrivateAggregation release : cut.releases()) {
            CheckCut check = new CheckCut(catalog, Set.copyOf(earlier));
            check.walk(release.input(), Place.OF_PEOPLE);
            release.publicKeys().ifPresent(groups -> check.walk(groups, Place.OPEN));
            earlier.add(release.name());
        }
        new CheckCut(catalog, earlier).walk(cut.remainder(), Place.OPEN);
    }

    /** Where a relation stands: whether people's tables may be read there, now or below an equality of persons. */
    private enum Place {
        OPEN,
        OF_PEOPLE,
        BESIDE_PEOPLE
    }

    private void walk(RelNode relation, Place place) {
        if (relation instanceof TableScan scan) {
            checkTable(scan, place == Place.OF_PEOPLE);
        }
        Place inSubqueries = place == Place.OPEN ? Place.OPEN : Place.BESIDE_PEOPLE;
        relation.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                walk(subquery.rel, inSubqueries);
                return super.visitSubQuery(subquery);
            }
        });
        boolean ofOnePerson =
                place == Place.BESIDE_PEOPLE && relation instanceof Filter filter && isOfOnePerson(filter);
        Place inInputs = ofOnePerson ? Place.OF_PEOPLE : place;
        if (relation instanceof Correlate correlate) {
            walk(correlate.getLeft(), inInputs);
            walk(correlate.getRight(), inSubqueries);
            return;
        }
        relation.getInputs().forEach(input -> walk(input, inInputs));
    }

    /** Whether a filter keeps only rows of the person to whom a row outside belongs. */
    private static boolean isOfOnePerson(Filter filter) {
        List<RelDataTypeField> fields = filter.getRowType().getFieldList();
        RelDataTypeField last = fields.get(fields.size() - 1);
        return last.getName().equals(ScanOwner.UNIT_NAME)
                && RelOptUtil.conjunctions(filter.getCondition()).stream()
                        .anyMatch(conjunct -> conjunct instanceof RexCall call
                                && call.getKind() == SqlKind.EQUALS
                                && call.getOperands().get(0) instanceof RexInputRef person
                                && person.getIndex() == last.getIndex()
                                && call.getOperands().get(1) instanceof RexFieldAccess outside
                                && isPerson(outside));
    }

    private static boolean isPerson(RexFieldAccess outside) {
        int last = outside.getReferenceExpr().getType().getFieldCount() - 1;
        return outside.getField().getIndex() == last
                && outside.getField().getName().equals(ScanOwner.UNIT_NAME);
    }

    private void checkTable(TableScan scan, boolean mayReadPeople) {
        List<String> path = scan.getTable().getQualifiedName();
        String name = path.get(path.size() - 1);
        boolean mayBeRead = released.contains(name)
                || catalog.table(name)
                        .filter(table -> table.protection().isPublic())
                        .isPresent();
        if (!mayBeRead && !(mayReadPeople && catalog.table(name).isPresent())) {
            throw new Refusal(
                    ErrorCode.SUBQUERY,
                    "People's rows would be read in a place where nothing protects them.",
                    "Write the query in simpler steps, each with its own aggregation.");
        }
    }
}
