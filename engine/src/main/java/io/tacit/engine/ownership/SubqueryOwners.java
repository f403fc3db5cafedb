package io.tacit.engine.ownership;

import io.tacit.engine.refusal.ErrorCode;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;

/**
 * Who owns what a subquery inside an expression reads.
 *
 * <p>Beside people's rows a subquery may read public tables only. Beside public or released rows it may itself be a
 * private release, if it does not depend on the row outside. Refused: {@code … FROM visits v WHERE spend > (SELECT
 * AVG(spend) FROM visits)}, {@code … WHERE EXISTS (SELECT * FROM visits w WHERE w.Day = v.Day)}.
 */
final class SubqueryOwners {
    private final AssignOwners owners;

    SubqueryOwners(AssignOwners owners) {
        this.owners = owners;
    }

    static boolean contains(RexNode expression) {
        return RexUtil.SubQueryFinder.find(expression) != null;
    }

    RexNode judge(RexNode expression, Judgement outer, RelNode where) {
        if (!contains(expression)) {
            return expression;
        }
        return expression.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                RexSubQuery visited = (RexSubQuery) super.visitSubQuery(subquery);
                return visited.clone(judgeOne(visited.rel, outer, where));
            }
        });
    }

    private RelNode judgeOne(RelNode relation, Judgement outer, RelNode where) {
        int before = owners.releases().size();
        Judgement inner = owners.judge(relation);
        boolean releases = owners.releases().size() > before || AssignOwners.isReleased(inner);
        if (outer instanceof Owned && (releases || inner instanceof Owned)) {
            throw owners.refuse(
                    ErrorCode.SUBQUERY,
                    where,
                    "A subquery over people's rows inside a query over people's rows is not accepted yet.",
                    "Write it as a join on the person, or release the inner result first and use its value.");
        }
        if (outer instanceof Owned && Ordered.dependsOnOrder(inner.relation())) {
            throw owners.refuse(
                    ErrorCode.SUBQUERY,
                    where,
                    "Beside people's rows a subquery must not depend on the order of rows: LIMIT, windows, VAR and STDDEV.",
                    "Use MIN or MAX in it, or join with the public table.");
        }
        if (inner instanceof Owned) {
            throw owners.refuse(
                    ErrorCode.SUBQUERY,
                    where,
                    "This subquery reads people's rows one by one.",
                    "Aggregate inside the subquery, for example with SELECT COUNT(*).");
        }
        if (releases && !RelOptUtil.getVariablesUsed(relation).isEmpty()) {
            throw owners.refuse(
                    ErrorCode.SUBQUERY,
                    where,
                    "A private result that depends on the row outside would be released once for each row.",
                    "Release it once with GROUP BY, in a subquery in FROM, and join with the groups.");
        }
        return inner.relation();
    }

    /** Whether a judged expression reads a released table. */
    boolean readsRelease(RexNode expression) {
        boolean[] found = {false};
        expression.accept(new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitSubQuery(RexSubQuery subquery) {
                found[0] |= scansRelease(subquery.rel);
                return super.visitSubQuery(subquery);
            }
        });
        return found[0];
    }

    private boolean scansRelease(RelNode relation) {
        if (relation instanceof TableScan scan) {
            String name = scan.getTable().getQualifiedName().get(0);
            return owners.releases().stream().anyMatch(release -> release.name().equals(name));
        }
        return relation.getInputs().stream().anyMatch(this::scansRelease);
    }
}
