package io.tacit.engine.remainder;

import io.tacit.engine.ownership.PrivateAggregation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Which aggregates' intervals the rest of a query shows or reads. An aggregate that is only compared in HAVING, or that feeds
 * another release, has none to pay for. Where an operator is not looked into, everything below it is taken to be read.
 */
public final class SeenEnds {
    private final Map<String, PrivateAggregation> releases;
    private final Map<String, Set<Integer>> seen;

    private SeenEnds(List<PrivateAggregation> releases) {
        this.releases = releases.stream().collect(Collectors.toMap(PrivateAggregation::name, Function.identity()));
        this.seen = new HashMap<>();
        releases.forEach(release -> seen.put(release.name(), new HashSet<>()));
    }

    /**
     * For each release the places of such aggregates among its calls.
     *
     * @param remainders of {@link CarryIntervals}
     */
    public static Map<String, Set<Integer>> of(List<RelNode> remainders, List<PrivateAggregation> releases) {
        SeenEnds ends = new SeenEnds(releases);
        remainders.forEach(remainder -> ends.visit(remainder, all(remainder)));
        return ends.seen;
    }

    private static ImmutableBitSet all(RelNode relation) {
        return ImmutableBitSet.range(relation.getRowType().getFieldCount());
    }

    /**
     * Looks below an operator.
     *
     * @param read its fields that are shown or read
     */
    private void visit(RelNode relation, ImmutableBitSet read) {
        subqueries(relation);
        if (relation instanceof TableScan scan) {
            scan(scan, read);
        } else if (relation instanceof Project project
                && project.getVariablesSet().isEmpty()) {
            List<RexNode> made = new ArrayList<>();
            read.forEach(field -> made.add(project.getProjects().get(field)));
            visit(project.getInput(), RelOptUtil.InputFinder.bits(made, null));
        } else if (relation instanceof Filter filter && filter.getVariablesSet().isEmpty()) {
            visit(filter.getInput(), read.union(RelOptUtil.InputFinder.bits(filter.getCondition())));
        } else if (relation instanceof Sort sort) {
            visit(
                    sort.getInput(),
                    read.union(ImmutableBitSet.of(sort.getCollation().getKeys())));
        } else if (relation instanceof Join join && join.getVariablesSet().isEmpty()) {
            join(join, read.union(RelOptUtil.InputFinder.bits(join.getCondition())));
        } else {
            relation.getInputs().forEach(input -> visit(input, all(input)));
        }
    }

    /** Looks below both sides of a join; of one that keeps its left side alone, the fields of the right are read by the condition. */
    private void join(Join join, ImmutableBitSet read) {
        int left = join.getLeft().getRowType().getFieldCount();
        int all = left + join.getRight().getRowType().getFieldCount();
        visit(join.getLeft(), read.intersect(ImmutableBitSet.range(left)));
        visit(join.getRight(), read.intersect(ImmutableBitSet.range(left, all)).shift(-left));
    }

    private void subqueries(RelNode relation) {
        relation.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                visit(subquery.rel, all(subquery.rel));
                return super.visitSubQuery(subquery);
            }
        });
    }

    private void scan(TableScan scan, ImmutableBitSet read) {
        PrivateAggregation release =
                releases.get(scan.getTable().getQualifiedName().get(0));
        if (release == null) {
            return;
        }
        int keys = release.keys().cardinality();
        int ends = keys + release.calls().size();
        // Two ends for each aggregate stand behind keys and aggregates.
        read.forEach(field -> {
            if (field >= ends && field < ends + 2 * release.calls().size()) {
                seen.computeIfAbsent(release.name(), name -> new HashSet<>()).add((field - ends) / 2);
            }
        });
    }
}
