package io.tacit.engine.ownership;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/**
 * Looks over a cut query once more, whatever the rules said: the remainder reads released and public tables only, and no
 * subquery inside what a release aggregates reads a private table. A relation that some rule forgot is refused here.
 */
final class CheckCut {
    private final Catalog catalog;
    private final Set<String> released;

    private CheckCut(Catalog catalog, Set<String> released) {
        this.catalog = catalog;
        this.released = released;
    }

    static void check(CutQuery cut, Catalog catalog) {
        Set<String> names =
                cut.releases().stream().map(PrivateAggregation::name).collect(Collectors.toSet());
        new CheckCut(catalog, names).walk(cut.remainder(), false);
        for (PrivateAggregation release : cut.releases()) {
            new CheckCut(catalog, Set.of()).walk(release.input(), true);
            release.publicKeys().ifPresent(groups -> new CheckCut(catalog, Set.of()).walk(groups, false));
        }
    }

    private void walk(RelNode relation, boolean mayReadPeople) {
        if (relation instanceof TableScan scan) {
            checkTable(scan, mayReadPeople);
        }
        relation.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                walk(subquery.rel, false);
                return super.visitSubQuery(subquery);
            }
        });
        for (RelNode input : relation.getInputs()) {
            walk(input, mayReadPeople);
        }
    }

    private void checkTable(TableScan scan, boolean mayReadPeople) {
        List<String> path = scan.getTable().getQualifiedName();
        String name = path.get(path.size() - 1);
        boolean open = released.contains(name)
                || catalog.table(name)
                        .filter(table -> table.protection() instanceof Protection.Public)
                        .isPresent();
        if (!open && !(mayReadPeople && catalog.table(name).isPresent())) {
            throw new Refusal(
                    ErrorCode.SUBQUERY,
                    "People's rows would be read in a place where nothing protects them.",
                    "Write the query in simpler steps, each with its own aggregation.");
        }
    }
}
