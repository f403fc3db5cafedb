package io.tacit.engine.sql;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptSchema;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Builds relations as Calcite's builder does, but never merges a projection with a subquery into the one below.
 *
 * <p>The converter makes such a projection twice, the second time from the columns of the first. Where the builder had
 * put the first together with the projection below, these would be columns of the relation below that, by number.
 */
final class KeepSubqueries extends RelBuilder {
    private static final int NEVER = -1;

    private final Config config;

    KeepSubqueries(Config config, RelOptCluster cluster, @Nullable RelOptSchema tables) {
        super(Contexts.of(config), cluster, tables);
        this.config = config;
    }

    @Override
    public RelBuilder transform(UnaryOperator<Config> transform) {
        return new KeepSubqueries(transform.apply(config), getCluster(), relOptSchema);
    }

    @Override
    public RelBuilder projectNamed(
            Iterable<? extends RexNode> nodes,
            @Nullable Iterable<? extends @Nullable String> names,
            boolean force,
            Iterable<CorrelationId> variables) {
        List<RexNode> list = ImmutableList.copyOf(nodes);
        if (config.bloat() == NEVER || RexUtil.SubQueryFinder.find(list) == null) {
            return super.projectNamed(list, names, force, variables);
        }
        RelNode made = transform(unmerged -> unmerged.withBloat(NEVER))
                .push(build())
                .projectNamed(list, names, force, variables)
                .build();
        return push(made);
    }
}
