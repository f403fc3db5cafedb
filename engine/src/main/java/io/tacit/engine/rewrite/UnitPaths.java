package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.TableDescription;
import io.tacit.engine.ownership.PrivateAggregation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/** Says which private tables a release reads, and through which columns each row leads to its person. */
public final class UnitPaths {
    private final Set<String> tables = new LinkedHashSet<>();

    private UnitPaths() {}

    /** The paths, such as {@code visits by visitor} and {@code items by order_id → orders.order_id → customer}. */
    public static List<String> of(PrivateAggregation release, Catalog catalog) {
        UnitPaths rows = new UnitPaths();
        rows.walk(release.input());
        List<String> words = new ArrayList<>();
        for (String name : rows.tables) {
            catalog.table(name)
                    .flatMap(table -> TableDescription.people(table, catalog))
                    .ifPresent(path -> words.add(name + " by " + path));
        }
        return words;
    }

    /** The names of the private tables that a release reads, with those through which their rows lead to people. */
    public static List<String> tables(PrivateAggregation release, Catalog catalog) {
        UnitPaths rows = new UnitPaths();
        rows.walk(release.input());
        Set<String> names = new LinkedHashSet<>();
        rows.tables.forEach(name -> lead(name, catalog, names));
        return List.copyOf(names);
    }

    private static void lead(String name, Catalog catalog, Set<String> names) {
        catalog.table(name)
                .filter(table -> !table.protection().isPublic())
                .filter(table -> names.add(table.name()))
                .ifPresent(table -> table.protection().match(nobody -> false, unit -> false, key -> {
                    lead(key.targetTable(), catalog, names);
                    return true;
                }));
    }

    private void walk(RelNode relation) {
        if (relation instanceof TableScan scan) {
            List<String> path = scan.getTable().getQualifiedName();
            tables.add(path.get(path.size() - 1));
        }
        for (RelNode input : relation.getInputs()) {
            walk(input);
        }
        relation.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                walk(subquery.rel);
                return super.visitSubQuery(subquery);
            }
        });
    }
}
