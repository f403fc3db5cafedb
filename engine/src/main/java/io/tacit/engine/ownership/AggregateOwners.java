package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableSet;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.sql.FrequentValues;
import io.tacit.engine.sql.PrivateAggregate;
import io.tacit.engine.sql.ReleaseClause;
import io.tacit.engine.sql.Spelling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Aggregations: per-user steps, and the private release χ where people are first mixed.
 *
 * <p>A per-user step, {@code GROUP BY uid, k} or {@code GROUP BY orderkey}: the person is added to the keys, so that a
 * wrong declaration cannot mix people. Before: {@code Aggregate({k, uid}, COUNT(*), A)}. After: {@code Project(k, uid,
 * count, $unit, Aggregate({k, uid, $unit}, COUNT(*), A))}. Any other aggregation over private rows is χ and becomes a
 * scan of a released table. Refused in a per-user step: aggregates that depend on the order of rows.
 */
final class AggregateOwners {
    /** Aggregates whose value is a function of the multiset of a person's rows, exactly. */
    private static final Set<SqlKind> PER_USER =
            Set.of(SqlKind.COUNT, SqlKind.SUM, SqlKind.SUM0, SqlKind.AVG, SqlKind.MIN, SqlKind.MAX);

    private final AssignOwners owners;

    AggregateOwners(AssignOwners owners) {
        this.owners = owners;
    }

    Judgement judge(Aggregate aggregate) {
        Judgement input = owners.judge(aggregate.getInput());
        ReleaseClause clause = owners.query().clauseOf(aggregate);
        if (input instanceof PublicRows publicRows) {
            refusePrivateSyntax(aggregate, clause, publicRows);
            return new PublicRows(
                    aggregate.copy(aggregate.getTraitSet(), List.of(publicRows.relation())), publicRows.released());
        }
        PrivateRows privateRows = (PrivateRows) input;
        boolean byUnit = privateRows.identifies(aggregate.getGroupSet().asList());
        boolean ofOnePerson = byUnit || !privateRows.bound().isEmpty();
        if (ofOnePerson && clause.spelling() == Spelling.PLAIN) {
            if (privateRows.publicGroups().isPresent()) {
                throw PublicGroups.notByPublicColumns(owners, aggregate);
            }
            return perUserStep(aggregate, privateRows);
        }
        return release(aggregate, privateRows, clause);
    }

    /**
     * Refuses a privacy clause on an aggregation that releases nothing: it would promise privacy that is not needed.
     */
    private void refusePrivateSyntax(Aggregate aggregate, ReleaseClause clause, PublicRows input) {
        if (clause.spelling() != Spelling.PLAIN) {
            throw owners.refuse(
                    ErrorCode.CLAUSE_WITHOUT_AGGREGATION,
                    aggregate,
                    "This SELECT WITH … reads no people's rows, so it has nothing to protect.",
                    "Drop the clause here; put it where the private table is read.");
        }
        for (AggregateCall call : aggregate.getAggCallList()) {
            if (isMode(call)) {
                throw owners.refuse(
                        ErrorCode.AGGREGATE,
                        aggregate,
                        "MODE is a private choice, and this one reads no people's rows.",
                        "Write " + FrequentValues.groups("x", "1"));
            }
            if (isPrivate(call) && input.released()) {
                throw owners.refuse(
                        ErrorCode.AGGREGATE,
                        aggregate,
                        "This private aggregate reads what is released already: the aggregation below it mixes people.",
                        "To aggregate each person first, GROUP BY the person's column below. Over a released result"
                                + " use the plain function.");
            }
            if (isPrivate(call)) {
                throw owners.refuse(
                        ErrorCode.AGGREGATE,
                        aggregate,
                        "This private aggregate reads no people's rows.",
                        "Use the plain function over public or released rows.");
            }
        }
    }

    /** Whether a call has parameters that only a private release can use; a quantile of plain SQL has none. */
    private static boolean isPrivate(AggregateCall call) {
        return call.getAggregation() instanceof PrivateAggregate own && !own.isPlainQuantile();
    }

    private static boolean isMode(AggregateCall call) {
        return call.getAggregation() instanceof PrivateAggregate own && own.function() == AggregateFunction.MODE;
    }

    private PrivateRows perUserStep(Aggregate aggregate, PrivateRows privateRows) {
        checkPerUserStep(aggregate);
        if (aggregate.getGroupSets().size() > 1) {
            throw owners.refuse(
                    ErrorCode.GROUPING_SETS,
                    aggregate,
                    "GROUPING SETS, ROLLUP and CUBE are not accepted in a step that groups by the person.",
                    "Use them where people are mixed; each set counts as groups of its own there.");
        }
        boolean byPerson =
                privateRows.bound().isEmpty() || !aggregate.getGroupSet().isEmpty();
        ImmutableBitSet keys = byPerson ? aggregate.getGroupSet().set(privateRows.unit()) : aggregate.getGroupSet();
        List<AggregateCall> calls = aggregate.getAggCallList().stream()
                .filter(call -> !isGrouping(call))
                .toList();
        LogicalAggregate grouped =
                LogicalAggregate.create(privateRows.relation(), aggregate.getHints(), keys, null, calls);
        int keyCount = aggregate.getGroupCount();
        List<RexNode> expressions = new ArrayList<>();
        for (int i = 0; i < keyCount; i++) {
            expressions.add(RexInputRef.of(i, grouped.getRowType()));
        }
        int next = keys.cardinality();
        for (AggregateCall call : aggregate.getAggCallList()) {
            // With one set of keys none of them is left out.
            expressions.add(
                    isGrouping(call)
                            ? aggregate.getCluster().getRexBuilder().makeLiteral(0, call.getType(), false)
                            : RexInputRef.of(next++, grouped.getRowType()));
        }
        expressions.add(
                byPerson
                        ? RexInputRef.of(keyCount, grouped.getRowType())
                        : owners.outerPeople()
                                .person(
                                        aggregate.getCluster().getRexBuilder(),
                                        privateRows.bound().iterator().next()));
        List<String> names = new ArrayList<>(aggregate.getRowType().getFieldNames());
        names.add(ScanOwner.UNIT_NAME);
        Map<Integer, String> identifying = new HashMap<>();
        int place = 0;
        for (int key : aggregate.getGroupSet()) {
            int field = place++;
            privateRows.domain(key).ifPresent(domain -> identifying.put(field, domain));
        }
        RelNode relation = LogicalProject.create(grouped, aggregate.getHints(), expressions, names, ImmutableSet.of());
        return new PrivateRows(relation, new Lineage(identifying), Optional.empty(), privateRows.bound());
    }

    private static boolean isGrouping(AggregateCall call) {
        return call.getAggregation().getKind() == SqlKind.GROUPING;
    }

    private void checkPerUserStep(Aggregate aggregate) {
        for (AggregateCall call : aggregate.getAggCallList()) {
            if (isMode(call)) {
                throw owners.refuse(
                        ErrorCode.PER_USER_STEP,
                        aggregate,
                        "MODE in a step of one person is not accepted: of values that are equally frequent any could"
                                + " be shown.",
                        "Say which: SELECT person, x FROM … WHERE x IS NOT NULL GROUP BY person, x QUALIFY"
                                + " ROW_NUMBER() OVER (PARTITION BY person ORDER BY COUNT(*) DESC, x) = 1 is the most"
                                + " frequent x of each person, of equally frequent ones the least. Or use MODE where"
                                + " people are mixed: there each person's rows share one weight.");
            }
            if (isPrivate(call)) {
                throw owners.refuse(
                        ErrorCode.PER_USER_STEP,
                        aggregate,
                        "This aggregation is about one person, so it releases nothing; bounds have no meaning here.",
                        "Use the plain function here and the private one where people are mixed.");
            }
            boolean quantile = call.getAggregation() instanceof PrivateAggregate;
            if (!quantile
                            && !isGrouping(call)
                            && !PER_USER.contains(call.getAggregation().getKind())
                    || !call.getCollation().getKeys().isEmpty()) {
                throw owners.refuse(
                        ErrorCode.PER_USER_STEP,
                        aggregate,
                        "In a step that groups by the person only COUNT, SUM, AVG, MIN, MAX and MEDIAN are accepted.",
                        "Other aggregates may depend on the order of rows, and so on other people's rows.");
            }
        }
    }

    private Judgement release(Aggregate aggregate, PrivateRows privateRows, ReleaseClause clause) {
        if (!FreeVariables.of(privateRows.relation()).isEmpty()) {
            CorrelatedRelease correlated = new CorrelatedRelease(owners, aggregate, clause);
            CorrelatedRelease.Grouped once = correlated.grouped(privateRows);
            return new PublicRows(
                    correlated.lookedUp(release(once.aggregate(), once.privateRows(), clause), once.lifted()), true);
        }
        if (aggregate.getGroupSets().size() > 1) {
            GroupingSets sets = GroupingSets.expand(owners, aggregate, privateRows, clause);
            RelNode released = release(sets.aggregate(), sets.privateRows(), clause, sets.publicKeys(), sets.places());
            return new PublicRows(sets.analysts(released), true);
        }
        return new PublicRows(release((LogicalAggregate) aggregate, privateRows, clause), true);
    }

    private RelNode release(LogicalAggregate aggregate, PrivateRows privateRows, ReleaseClause clause) {
        Optional<DomainGroups> domains = DomainGroups.of(owners, aggregate, privateRows, clause);
        Optional<RelNode> publicKeys = privateRows
                .publicGroups()
                .map(groups -> PublicGroups.keys(owners, groups, aggregate, aggregate.getGroupSet()))
                .or(() -> domains.map(DomainGroups::keys));
        PrivateRows rows = domains.map(groups -> new PrivateRows(groups.rows(), privateRows.identifying()))
                .orElse(privateRows);
        return release(aggregate, rows, clause, publicKeys, List.of());
    }

    private RelNode release(
            LogicalAggregate aggregate,
            PrivateRows privateRows,
            ReleaseClause clause,
            Optional<RelNode> publicKeys,
            List<ImmutableBitSet> sets) {
        DomainPlaces places = DomainPlaces.of(owners.catalog(), privateRows.relation(), aggregate.getAggCallList());
        RelNode input = places.rows();
        List<AggregateCall> calls = places.calls();
        ImmutableBitSet keys = aggregate.getGroupSet();
        for (PrivateAggregation earlier : owners.releases()) {
            if (earlier.sameAs(input, keys, publicKeys, calls, clause)) {
                return ReleasedTable.scan(aggregate.getCluster(), earlier.name(), aggregate.getRowType());
            }
        }
        ImmutableBitSet.Builder people = ImmutableBitSet.builder();
        privateRows.identifying().forEach((field, domain) -> {
            // The person itself is the last field, whatever is put before it here.
            if (domain.equals(PrivateRows.UNIT) && field < privateRows.unit()) {
                people.set(field);
            }
        });
        String name = ReleasedTable.name(owners.releases().size());
        owners.releases()
                .add(new PrivateAggregation(
                        name,
                        input,
                        keys,
                        publicKeys,
                        sets,
                        calls,
                        people.build(),
                        owners.unitNames(input),
                        clause,
                        owners.positionOf(aggregate),
                        aggregate.getRowType()));
        return ReleasedTable.scan(aggregate.getCluster(), name, aggregate.getRowType());
    }
}
