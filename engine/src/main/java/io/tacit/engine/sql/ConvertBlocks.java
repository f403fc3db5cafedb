package io.tacit.engine.sql;

import com.google.common.collect.ImmutableList;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.refusal.StopPlanning;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.hint.HintStrategyTable;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's conversion, which also remembers to which query block each Aggregate belongs, and where in the text each
 * relation stands.
 *
 * <p>The clause of a block becomes a hint on the innermost Aggregate made for it: the GROUP BY, or the DISTINCT of a
 * block without one. (Calcite's own hints would land on the block's Sort.) Aggregates are made as written, without the
 * builder, whose shortcuts ask for metadata.
 */
final class ConvertBlocks extends SqlToRelConverter {
    private static final SqlToRelConverter.Config CONFIG = SqlToRelConverter.config()
            .withExpand(false)
            .withInSubQueryThreshold(Integer.MAX_VALUE)
            .withTrimUnusedFields(false)
            .withDecorrelationEnabled(false)
            .withRemoveSortInSubQuery(true)
            .withAddJsonTypeOperatorEnabled(false)
            .withRelBuilderFactory((cluster, tables) -> new KeepSubqueries(RelBuilder.Config.DEFAULT, cluster, tables))
            .withRelBuilderConfigTransform(config -> config.withSimplify(false)
                    .withAggregateUnique(true)
                    .withPruneInputOfAggregate(false)
                    // A projection goes into the one above only where no expression is written twice for it.
                    .withBloat(0))
            // Hints of a parent never flow to its inputs here: a clause holds for one Aggregate only.
            .withHintStrategyTable(HintStrategyTable.builder()
                    .hintStrategy(AnalyzedQuery.CLAUSE_HINT, (hint, relation) -> false)
                    .build());

    /** The most query blocks: tables of tables, each read twice, double with every level. */
    private static final int MAX_BLOCKS = 500;

    private int converted;
    private @Nullable SqlSelect withoutAggregation;
    private final Map<SqlSelect, Integer> clauseOf;
    private final SemiJoins semiJoins;
    private final Deque<From> from = new ArrayDeque<>();
    private final Deque<Block> blocks = new ArrayDeque<>();
    private final Map<RelNode, Position> positions = new HashMap<>();

    ConvertBlocks(
            SqlValidator validator,
            Prepare.CatalogReader tables,
            RelOptCluster cluster,
            Map<SqlSelect, Integer> clauseOf,
            SemiJoins semiJoins) {
        super(
                (rowType, queryString, schemaPath, viewPath) -> {
                    throw new UnsupportedOperationException("views are not expanded by Calcite");
                },
                validator,
                tables,
                cluster,
                StandardConvertletTable.INSTANCE,
                CONFIG);
        this.clauseOf = clauseOf;
        this.semiJoins = semiJoins;
    }

    /** What stands behind FROM, or on one side of a join, while it is converted. */
    private record From(SqlNode node, boolean isSemi) {}

    /** A block while it is converted; a CTE that is read twice is converted twice. */
    private static final class Block {
        private @Nullable Integer clause;

        Block(@Nullable Integer clause) {
            this.clause = clause;
        }

        /** The hint for the block's first Aggregate; no other Aggregate of the block gets one. */
        ImmutableList<RelHint> takeHints() {
            if (clause == null) {
                return ImmutableList.of();
            }
            RelHint hint = RelHint.builder(AnalyzedQuery.CLAUSE_HINT)
                    .hintOption(clause.toString())
                    .build();
            clause = null;
            return ImmutableList.of(hint);
        }
    }

    /** The first block that has a clause but aggregates nothing; a WITH table that nothing reads is not looked at. */
    @Nullable
    SqlSelect withoutAggregation() {
        return withoutAggregation;
    }

    /** The places in the text of the relations made so far. */
    Map<RelNode, Position> positions() {
        return positions;
    }

    @Override
    protected void convertSelectImpl(Blackboard board, Blackboard measures, SqlSelect select) {
        StopPlanning.check();
        converted++;
        if (converted > MAX_BLOCKS) {
            throw new Refusal(
                    ErrorCode.TOO_COMPLEX,
                    Positions.of(select.getParserPosition()),
                    "This query has more than " + MAX_BLOCKS
                            + " SELECTs, where a table of WITH counts once for each time that it is read.",
                    "Split it into several queries.");
        }
        Block block = new Block(clauseOf.get(select));
        blocks.push(block);
        try {
            super.convertSelectImpl(board, measures, select);
        } finally {
            blocks.pop();
        }
        if (block.clause != null && withoutAggregation == null) {
            withoutAggregation = select;
        }
        markBlock(board.root, select);
    }

    @Override
    protected void convertFrom(Blackboard board, @Nullable SqlNode from, @Nullable List<String> fieldNames) {
        if (from == null) {
            super.convertFrom(board, null, fieldNames);
            return;
        }
        boolean isSemi = from instanceof SqlJoin join && SemiJoins.is(join);
        this.from.push(new From(from, isSemi));
        try {
            if (isSemi) {
                SemiJoins.asInner((SqlJoin) from, () -> super.convertFrom(board, from, fieldNames));
            } else {
                super.convertFrom(board, from, fieldNames);
            }
        } finally {
            this.from.pop();
        }
        mark(board.root, from.getParserPosition());
    }

    @Override
    protected RelNode createJoin(
            Blackboard board, RelNode left, RelNode right, RexNode condition, JoinRelType joinType) {
        From place = from.peek();
        return place != null && place.isSemi()
                ? semiJoins.filter((SqlJoin) place.node(), left, right, condition)
                : super.createJoin(board, left, right, condition, joinType);
    }

    @Override
    protected RelNode convertSetOp(SqlCall call) {
        RelNode relation = super.convertSetOp(call);
        mark(relation, call.getParserPosition());
        return relation;
    }

    @Override
    protected RelNode createAggregate(
            Blackboard board, ImmutableBitSet keys, ImmutableList<ImmutableBitSet> keySets, List<AggregateCall> calls) {
        Block block = blocks.peek();
        ImmutableList<RelHint> hints = block == null ? ImmutableList.of() : block.takeHints();
        List<ImmutableBitSet> sets = ImmutableBitSet.ORDERING.immutableSortedCopy(new LinkedHashSet<>(keySets));
        if (sets.size() < keySets.size()) {
            throw new Refusal(
                    ErrorCode.GROUPING_SETS, "The same set of keys is grouped twice.", "Write each grouping set once.");
        }
        return LogicalAggregate.create(board.root(), hints, keys, sets, calls);
    }

    /** Marks the relations of a block from its top down to what FROM made, which is marked already. */
    private void markBlock(@Nullable RelNode top, SqlSelect select) {
        RelNode relation = top;
        boolean aboveAggregate = true;
        while (relation != null && !positions.containsKey(relation)) {
            SqlNode place = select;
            if (relation instanceof Aggregate) {
                place = firstOf(select.getGroup(), firstOf(select.getSelectList(), select));
                aboveAggregate = false;
            } else if (relation instanceof Filter) {
                SqlNode having = select.getHaving();
                place = aboveAggregate && having != null ? having : orElse(select.getWhere(), select);
            } else if (relation instanceof Sort sort) {
                place = sort.getCollation().getFieldCollations().isEmpty()
                        ? orElse(sort.fetch == null ? select.getOffset() : select.getFetch(), select)
                        : firstOf(select.getOrderList(), select);
            } else if (relation instanceof Project) {
                place = firstOf(select.getSelectList(), select);
            }
            mark(relation, place.getParserPosition());
            relation = relation.getInputs().size() == 1 ? relation.getInput(0) : null;
        }
    }

    private static SqlNode firstOf(@Nullable SqlNodeList list, SqlNode otherwise) {
        return list == null || list.isEmpty() ? otherwise : orElse(list.get(0), otherwise);
    }

    private static SqlNode orElse(@Nullable SqlNode node, SqlNode otherwise) {
        return node == null || Positions.of(node.getParserPosition()) == null ? otherwise : node;
    }

    private void mark(@Nullable RelNode relation, SqlParserPos place) {
        Position position = Positions.of(place);
        if (relation != null && position != null) {
            positions.putIfAbsent(relation, position);
        }
    }
}
