package io.tacit.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.SqlToRelation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * What no rule should ever let through is refused all the same: cuts that are made by hand, each with people's rows in a
 * place where nothing protects them, or with an equality of persons that is none.
 */
@NullUnmarked
class CheckCutTest {
    private static final Catalog CATALOG = new Catalog(List.of(
            table("a", new Protection.UnitColumn("uid"), "uid", "x"),
            table("b", new Protection.UnitColumn("uid"), "uid", "x"),
            table("pub", new Protection.Public(), "uid", "x")));

    private static Table table(String name, Protection protection, String... columns) {
        return new Table(
                name,
                Stream.of(columns)
                        .map(column -> Column.nullable(column, ColumnType.BIGINT))
                        .toList(),
                protection);
    }

    /** Any accepted query, whose parts are replaced. */
    private static final CutQuery RIGHT =
            cut("SELECT COUNT(*) FROM a WHERE EXISTS (SELECT * FROM b WHERE b.uid = a.uid AND b.x > 1)");

    private static CutQuery cut(String sql) {
        return AssignOwners.cut(new SqlToRelation(CATALOG).analyze(sql), CATALOG);
    }

    /** A query's relation as it is written, which nothing protects. */
    private static RelNode raw(String sql) {
        return new SqlToRelation(CATALOG).analyze(sql).relation();
    }

    private static PrivateAggregation release(String name, RelNode input, Optional<RelNode> publicKeys) {
        PrivateAggregation like = RIGHT.releases().get(0);
        return new PrivateAggregation(
                name,
                input,
                like.keys(),
                publicKeys,
                like.sets(),
                like.calls(),
                like.identifying(),
                like.unitNames(),
                like.clause(),
                like.position(),
                like.rowType());
    }

    private static boolean isRefused(CutQuery cut) {
        try {
            CheckCut.check(cut, CATALOG);
            return false;
        } catch (Refusal refusal) {
            assertThat(refusal.code()).isEqualTo(ErrorCode.SUBQUERY);
            return true;
        }
    }

    private static boolean isRefusedAsInput(RelNode input) {
        return isRefused(
                new CutQuery(RIGHT.remainder(), List.of(release(ReleasedTable.name(0), input, Optional.empty()))));
    }

    @Test
    void theRemainderReadsNobodysRows() {
        List<PrivateAggregation> releases = RIGHT.releases();
        for (String rows : List.of(
                "SELECT uid FROM a",
                "SELECT x FROM pub, (SELECT x AS y FROM b) AS q",
                "SELECT x FROM pub WHERE EXISTS (SELECT * FROM a)",
                "SELECT x, (SELECT MAX(x) FROM b) FROM pub",
                "SELECT x FROM pub UNION ALL SELECT x FROM a",
                "SELECT p.x FROM pub AS p, LATERAL (SELECT x FROM b WHERE b.x = p.x) AS l",
                "SELECT x FROM pub WHERE x IN (SELECT x FROM pub WHERE x > (SELECT COUNT(*) FROM a))")) {
            assertThat(isRefused(new CutQuery(raw(rows), releases))).as(rows).isTrue();
            assertThat(isRefused(new CutQuery(
                            RIGHT.remainder(),
                            List.of(release(
                                    ReleasedTable.name(0), releases.get(0).input(), Optional.of(raw(rows)))))))
                    .as("groups from " + rows)
                    .isTrue();
        }
        String open = "SELECT x FROM pub WHERE EXISTS (SELECT * FROM pub AS q WHERE q.x = pub.x)";
        assertThat(isRefused(new CutQuery(raw(open), releases))).isFalse();
        assertThat(isRefused(RIGHT)).isFalse();
    }

    /** A released table is there once it is released: no release reads itself or a later one. */
    @Test
    void aReleaseReadsEarlierOnesOnly() {
        CutQuery two = cut("SELECT COUNT(*) FROM a JOIN (SELECT x, COUNT(*) AS n FROM b GROUP BY x) AS q ON a.x = q.x");
        assertThat(two.releases()).hasSize(2);
        assertThat(isRefused(two)).isFalse();
        PrivateAggregation first = two.releases().get(0);
        PrivateAggregation second = two.releases().get(1);
        assertThat(isRefused(new CutQuery(two.remainder(), List.of(second, first))))
                .isTrue();
        assertThat(isRefused(new CutQuery(two.remainder(), List.of(second)))).isTrue();
        assertThat(isRefused(new CutQuery(
                        two.remainder(), List.of(release(first.name(), second.input(), Optional.empty())))))
                .isTrue();
        assertThat(isRefused(new CutQuery(two.remainder(), List.of()))).isTrue();
    }

    @Test
    void besidePeopleSubqueriesReadNobodyElse() {
        for (String rows : List.of(
                "SELECT * FROM a WHERE EXISTS (SELECT * FROM b)",
                "SELECT * FROM a WHERE EXISTS (SELECT * FROM b WHERE b.uid = a.uid)",
                "SELECT x, (SELECT MAX(x) FROM b) FROM a",
                "SELECT * FROM a WHERE x IN (SELECT x FROM b)",
                "SELECT * FROM a, LATERAL (SELECT x AS y FROM b WHERE b.uid = a.uid) AS l",
                "SELECT * FROM pub, LATERAL (SELECT x AS y FROM a WHERE a.x = pub.x) AS l",
                "SELECT * FROM a JOIN pub ON a.x = pub.x AND EXISTS (SELECT * FROM b)",
                "SELECT * FROM a WHERE EXISTS (SELECT * FROM pub WHERE EXISTS (SELECT * FROM b))")) {
            assertThat(isRefusedAsInput(raw(rows))).as(rows).isTrue();
        }
        for (String rows : List.of(
                "SELECT * FROM a",
                "SELECT * FROM a WHERE x IN (SELECT x FROM pub)",
                "SELECT * FROM a, LATERAL (SELECT x AS y FROM pub WHERE pub.x = a.x) AS l")) {
            assertThat(isRefusedAsInput(raw(rows))).as(rows).isFalse();
        }
    }

    /** The equality of persons itself, changed in each of its parts. */
    @Test
    void onlyAnEqualityOfPersonsMakesASubquerySafe() {
        assertThat(isRefusedAsInput(withEquality(equality -> equality))).isFalse();
        List<UnaryOperator<RexCall>> others = new ArrayList<>();
        RexBuilder rex = RIGHT.remainder().getCluster().getRexBuilder();
        for (var operator : List.of(
                SqlStdOperatorTable.NOT_EQUALS,
                SqlStdOperatorTable.GREATER_THAN_OR_EQUAL,
                SqlStdOperatorTable.IS_NOT_DISTINCT_FROM)) {
            others.add(equality -> (RexCall) rex.makeCall(operator, equality.getOperands()));
        }
        others.add(equality -> (RexCall) rex.makeCall(SqlStdOperatorTable.NOT, equality));
        others.add(equality -> (RexCall) rex.makeCall(
                SqlStdOperatorTable.OR,
                equality,
                rex.makeCall(SqlStdOperatorTable.IS_NULL, equality.getOperands().get(0))));
        for (int field = 0; field < 2; field++) {
            int other = field;
            others.add(equality -> (RexCall) rex.makeCall(
                    SqlStdOperatorTable.EQUALS,
                    new RexInputRef(other, equality.getOperands().get(0).getType()),
                    equality.getOperands().get(1)));
            others.add(equality -> (RexCall) rex.makeCall(
                    SqlStdOperatorTable.EQUALS,
                    equality.getOperands().get(0),
                    rex.makeFieldAccess(((RexFieldAccess) equality.getOperands().get(1)).getReferenceExpr(), other)));
        }
        others.add(equality -> (RexCall) rex.makeCall(
                SqlStdOperatorTable.EQUALS,
                equality.getOperands().get(0),
                equality.getOperands().get(0)));
        for (UnaryOperator<RexCall> other : others) {
            assertThat(isRefusedAsInput(withEquality(other)))
                    .as(withEquality(other).explain())
                    .isTrue();
        }
    }

    /** The input of the accepted release with its added equality of persons changed. */
    private static RelNode withEquality(UnaryOperator<RexCall> change) {
        int[] changed = {0};
        RelNode input = RIGHT.releases().get(0).input();
        RelNode other = input.accept(new org.apache.calcite.rel.RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode node) {
                RelNode visited = super.visit(node);
                return visited.accept(new RexShuttle() {
                    @Override
                    public RexNode visitSubQuery(RexSubQuery subquery) {
                        return subquery.clone(inside(subquery.rel, change, changed));
                    }
                });
            }
        });
        assertThat(changed[0]).isEqualTo(1);
        return other;
    }

    private static RelNode inside(RelNode relation, UnaryOperator<RexCall> change, int[] changed) {
        List<RelNode> inputs = relation.getInputs().stream()
                .map(input -> inside(input, change, changed))
                .toList();
        RelNode copy = relation.copy(relation.getTraitSet(), inputs);
        if (copy instanceof LogicalFilter filter
                && filter.getCondition() instanceof RexCall call
                && call.getOperands().size() == 2
                && call.getOperands().get(1) instanceof RexFieldAccess access
                && access.getField().getName().equals(ScanOwner.UNIT_NAME)) {
            changed[0]++;
            return filter.copy(filter.getTraitSet(), filter.getInput(), change.apply(call));
        }
        return copy;
    }
}
