package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableSet;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;

/**
 * Who owns what a subquery inside an expression reads.
 *
 * <p>Beside people's rows a subquery may read public and released tables, and rows of the same person: those that it
 * compares with the person of the row outside, by {@code WHERE w.uid = v.uid} or by {@code v.uid IN (SELECT w.uid …)}.
 * The equality of persons is then added (see {@link CorrelatedPeople}). Beside public or released rows a subquery may
 * be a private release. Refused: {@code … FROM visits v WHERE EXISTS (SELECT * FROM visits w WHERE w.Day = v.Day)}.
 */
final class SubqueryOwners {
    private static final Set<SqlKind> OF_ONE_PERSON =
            EnumSet.of(SqlKind.EXISTS, SqlKind.IN, SqlKind.SOME, SqlKind.SCALAR_QUERY);

    private final AssignOwners owners;
    private final CorrelatedPeople outerPeople;

    SubqueryOwners(AssignOwners owners, CorrelatedPeople outerPeople) {
        this.owners = owners;
        this.outerPeople = outerPeople;
    }

    /**
     * A judged expression.
     *
     * @param variables by which its subqueries name the row outside
     */
    record Judged(RexNode expression, ImmutableSet<CorrelationId> variables) {}

    static boolean contains(RexNode expression) {
        return RexUtil.SubQueryFinder.find(expression) != null;
    }

    Judged judge(RexNode expression, Judgement outer, RelNode where) {
        Set<CorrelationId> variables = new LinkedHashSet<>(where.getVariablesSet());
        if (!contains(expression)) {
            return new Judged(expression, ImmutableSet.copyOf(variables));
        }
        if (outer instanceof PrivateRows privateRows) {
            outerPeople.enter(variables, privateRows);
        }
        boolean chooses =
                where instanceof Filter || where instanceof Join join && join.getJoinType() == JoinRelType.INNER;
        owners.outerRows()
                .enter(variables, outer.relation(), chooses ? RelOptUtil.conjunctions(expression) : List.of());
        RexNode judged = expression.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                RexSubQuery visited = (RexSubQuery) super.visitSubQuery(subquery);
                return visited.clone(judgeOne(visited, outer, where, variables));
            }
        });
        return new Judged(judged, ImmutableSet.copyOf(variables));
    }

    private RelNode judgeOne(RexSubQuery subquery, Judgement outer, RelNode where, Set<CorrelationId> variables) {
        Judgement inner = owners.judge(subquery.rel);
        if (outer instanceof PrivateRows people && inner instanceof PrivateRows rows) {
            return besidePeople(subquery, people, rows, where, variables);
        }
        if (outer instanceof PrivateRows && inner instanceof PublicRows) {
            return owners.besidePeople(inner, where);
        }
        if (inner instanceof PrivateRows) {
            throw owners.refuse(
                    ErrorCode.SUBQUERY,
                    where,
                    "This subquery reads people's rows one by one.",
                    "Aggregate inside the subquery, for example with SELECT COUNT(*).");
        }
        return inner.relation();
    }

    private RelNode besidePeople(
            RexSubQuery subquery, PrivateRows people, PrivateRows rows, RelNode where, Set<CorrelationId> variables) {
        if (rows.publicGroups().isPresent()) {
            // Its relation is that of the inner join: EXISTS would miss the public rows that the outer join keeps.
            throw PublicGroups.notByPublicColumns(owners, where);
        }
        Set<CorrelationId> samePerson = new HashSet<>(people.bound());
        samePerson.addAll(variables);
        PrivateRows own = rows;
        if (OF_ONE_PERSON.contains(subquery.getKind()) && Collections.disjoint(rows.bound(), samePerson)) {
            if (!asksForThePerson(subquery, people, rows)) {
                throw ofOthers(subquery, people, rows, where);
            }
            CorrelationId variable = where.getCluster().createCorrel();
            variables.add(variable);
            outerPeople.enter(Set.of(variable), people);
            own = outerPeople.samePeople(rows, Set.of(variable));
        } else if (!OF_ONE_PERSON.contains(subquery.getKind())) {
            throw ofOthers(subquery, people, rows, where);
        }
        RelNode relation = own.relation();
        List<RexNode> fields = new ArrayList<>();
        for (int i = 0; i < own.unit(); i++) {
            fields.add(RexInputRef.of(i, relation.getRowType()));
        }
        List<String> names = relation.getRowType().getFieldNames().subList(0, fields.size());
        return LogicalProject.create(relation, List.of(), fields, names, ImmutableSet.of());
    }

    /** Whether a subquery is {@code v.uid IN (SELECT w.uid …)}: other people's rows could not match anyway. */
    private static boolean asksForThePerson(RexSubQuery subquery, PrivateRows people, PrivateRows rows) {
        if (subquery.getKind() != SqlKind.IN) {
            return false;
        }
        Set<String> compared = new HashSet<>();
        for (int i = 0; i < subquery.getOperands().size(); i++) {
            RexNode operand = subquery.getOperands().get(i);
            Optional<String> domain = rows.domain(i);
            RelDataType type =
                    rows.relation().getRowType().getFieldList().get(i).getType();
            if (domain.isPresent()
                    && people.lineage().domain(operand).equals(domain)
                    && KeyEquality.isExact(operand.getType(), type)) {
                compared.add(domain.get());
            }
        }
        return PrivateRows.identifiesPerson(compared);
    }

    private Refusal ofOthers(RexSubQuery subquery, PrivateRows people, PrivateRows rows, RelNode where) {
        return owners.refuse(
                ErrorCode.SUBQUERY,
                where,
                "This subquery reads the rows of other people than the row outside; it may read those of the same"
                        + " person only.",
                "Add to its WHERE, outside any OR: AND "
                        + PersonAdvice.equality(
                                owners.personColumn(rows.relation()),
                                subquery.rel,
                                owners.personColumn(people.relation()),
                                where.getInput(0))
                        + ". A number about everybody must not depend on the row outside.");
    }

    /** Whether a judged expression reads a released table. */
    static boolean readsRelease(RexNode expression) {
        boolean[] found = {false};
        expression.accept(new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitSubQuery(RexSubQuery subquery) {
                found[0] |= !ReleasedTable.readBy(subquery.rel).isEmpty();
                return super.visitSubQuery(subquery);
            }
        });
        return found[0];
    }
}
