package io.tacit.engine.sql;

import io.tacit.engine.refusal.Position;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.hint.RelHint;
import org.jspecify.annotations.Nullable;

/**
 * A query as algebra, exactly as written: no rule has touched it, and subqueries are still in their places.
 *
 * @param relation the root; its fields are the query's columns
 * @param columnNames how the columns are called in the answer; they need not differ
 * @param explain whether the text asks for the cost only: {@code EXPLAIN PRIVACY …}
 * @param wanted the error for which the text wants to know the epsilon
 * @param clauses the distinct clauses; a hint on an Aggregate holds the index of its block's clause
 * @param positions where relations of this tree, subqueries included, stand in the text (relations are equal only to
 *     themselves)
 */
public record AnalyzedQuery(
        RelNode relation,
        List<String> columnNames,
        boolean explain,
        Optional<WantedError> wanted,
        List<ReleaseClause> clauses,
        Map<RelNode, Position> positions) {
    /** The name of the hint that ties an Aggregate to its clause. */
    static final String CLAUSE_HINT = "TACIT_CLAUSE";

    public AnalyzedQuery {
        columnNames = List.copyOf(columnNames);
        clauses = List.copyOf(clauses);
        positions = Map.copyOf(positions);
    }

    /**
     * The clause of the query block to which an aggregation belongs, {@link ReleaseClause#PLAIN} if it has none. Also
     * finds it for copies of the aggregation, as long as they keep its hints.
     */
    public ReleaseClause clauseOf(Aggregate aggregate) {
        for (RelHint hint : aggregate.getHints()) {
            if (hint.hintName.equals(CLAUSE_HINT)) {
                return clauses.get(Integer.parseInt(hint.listOptions.get(0)));
            }
        }
        return ReleaseClause.PLAIN;
    }

    /** Where a relation of this tree begins in the text; null for relations that are not of this tree. */
    public @Nullable Position positionOf(RelNode relation) {
        return positions.get(relation);
    }
}
