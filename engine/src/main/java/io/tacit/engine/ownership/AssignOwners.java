package io.tacit.engine.ownership;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.AnalyzedQuery;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.jspecify.annotations.Nullable;

/**
 * Judges every relation of a query, from the tables up, and cuts where people are first mixed.
 *
 * <p>Works on the raw algebra, in which subqueries still stand where they were written. What no rule here accepts is
 * refused: an operator that is added to the parser is refused until it has a rule.
 */
public final class AssignOwners {
    private final AnalyzedQuery query;
    private final Catalog catalog;
    private final ScanOwner scans;
    private final JoinOwners joins = new JoinOwners(this);
    private final AggregateOwners aggregates = new AggregateOwners(this);
    private final CorrelatedPeople outerPeople = new CorrelatedPeople();
    private final OuterRows outerRows;
    private final SubqueryOwners subqueries = new SubqueryOwners(this, outerPeople);
    private final WindowOwners windows = new WindowOwners(this);
    private final List<PrivateAggregation> releases = new ArrayList<>();
    private final IdentityHashMap<RelNode, RelNode> originals = new IdentityHashMap<>();

    private AssignOwners(AnalyzedQuery query, Catalog catalog) {
        this.query = query;
        this.catalog = catalog;
        this.scans = new ScanOwner(catalog);
        this.outerRows = new OuterRows(catalog);
    }

    /**
     * Cuts a query.
     *
     * @throws Refusal when a rule of ownership forbids the query
     */
    public static CutQuery cut(AnalyzedQuery query, Catalog catalog) {
        AssignOwners owners = new AssignOwners(query, catalog);
        Judgement top = owners.judge(query.relation());
        if (top instanceof PrivateRows) {
            throw new Refusal(
                    ErrorCode.PRIVATE_ROWS,
                    owners.query.positionOf(query.relation()),
                    "This would show rows that belong to single people.",
                    AdviseGroups.insteadOfShowing(owners, query.relation()));
        }
        CutQuery cut = new CutQuery(top.relation(), owners.releases);
        CheckCut.check(cut, catalog);
        return cut;
    }

    Judgement judge(RelNode node) {
        if (node instanceof TableScan scan) {
            return scans.judge(scan);
        }
        if (node instanceof Filter filter) {
            return judgeFilter(filter);
        }
        if (node instanceof Project project) {
            return judgeProject(project);
        }
        if (node instanceof Join join) {
            return joins.judge(join);
        }
        if (node instanceof Aggregate aggregate) {
            return aggregates.judge(aggregate);
        }
        if (node instanceof Sort sort) {
            return judgeSort(sort);
        }
        if (node instanceof SetOp setOp) {
            return judgeSetOperation(setOp);
        }
        if (node instanceof Values) {
            return new PublicRows(node, false);
        }
        if (node instanceof Correlate correlate) {
            Judgement left = judge(correlate.getLeft());
            return left instanceof PrivateRows privateRows
                    ? LateralOwners.judge(this, correlate, privateRows)
                    : judgeLateral(correlate, left);
        }
        return judgeOther(node);
    }

    private Judgement judgeFilter(Filter filter) {
        Judgement input = judge(joins.withEqualitiesOf(filter));
        if (input instanceof PrivateRows && RexOver.containsOver(filter.getCondition())) {
            throw refuse(
                    ErrorCode.WINDOW,
                    filter,
                    "A window function in a condition over people's rows is not accepted.",
                    "Compute it in a subquery in FROM, partitioned by the person, and filter its result.");
        }
        if (input instanceof PrivateRows privateRows) {
            PrivateRows rows = outerPeople.samePeople(privateRows, filter.getCondition());
            SubqueryOwners.Judged condition = subqueries.judge(filter.getCondition(), rows, filter);
            return rows.with(LogicalFilter.create(rows.relation(), condition.expression(), condition.variables()))
                    .with(rows.publicGroups()
                            .map(groups -> PublicGroups.filtered(this, groups, filter, condition.expression())));
        }
        SubqueryOwners.Judged condition = subqueries.judge(filter.getCondition(), input, filter);
        return new PublicRows(
                LogicalFilter.create(input.relation(), condition.expression(), condition.variables()),
                isReleased(input) || SubqueryOwners.readsRelease(condition.expression()));
    }

    private Judgement judgeProject(Project project) {
        Judgement input = judge(project.getInput());
        List<RexNode> expressions = new ArrayList<>();
        Set<CorrelationId> variables = new LinkedHashSet<>();
        for (RexNode expression : project.getProjects()) {
            SubqueryOwners.Judged judged = subqueries.judge(expression, input, project);
            expressions.add(judged.expression());
            variables.addAll(judged.variables());
        }
        List<String> names = new ArrayList<>(project.getRowType().getFieldNames());
        if (!(input instanceof PrivateRows privateRows)) {
            boolean released = isReleased(input) || expressions.stream().anyMatch(SubqueryOwners::readsRelease);
            return new PublicRows(
                    LogicalProject.create(input.relation(), project.getHints(), expressions, names, variables),
                    released);
        }
        return projectPeople(
                project, privateRows, windows.ofPeople(project, privateRows, expressions), names, variables);
    }

    private PrivateRows projectPeople(
            Project project,
            PrivateRows privateRows,
            List<RexNode> analysts,
            List<String> names,
            Set<CorrelationId> variables) {
        Optional<PublicGroups> groups =
                privateRows.publicGroups().map(known -> PublicGroups.projected(this, known, project, analysts));
        List<RexNode> expressions = new ArrayList<>(analysts);
        expressions.add(privateRows.unitRef());
        names.add(ScanOwner.UNIT_NAME);
        RelNode relation =
                LogicalProject.create(privateRows.relation(), project.getHints(), expressions, names, variables);
        return new PrivateRows(relation, privateRows.lineage().projected(analysts), groups, privateRows.bound());
    }

    private Judgement judgeSort(Sort sort) {
        Judgement input = judge(sort.getInput());
        if (input instanceof PublicRows publicRows) {
            return new PublicRows(sort.copy(sort.getTraitSet(), List.of(publicRows.relation())), publicRows.released());
        }
        if (sort.fetch != null || sort.offset != null) {
            throw refuse(
                    ErrorCode.ROW_LIMIT,
                    sort,
                    "LIMIT and OFFSET over people's rows would let one person's rows push out another's.",
                    new AdviseGroups(this).insteadOf(sort));
        }
        return input;
    }

    private Judgement judgeSetOperation(SetOp setOp) {
        List<Judgement> branches = setOp.getInputs().stream().map(this::judge).toList();
        if (branches.stream().anyMatch(PrivateRows.class::isInstance)) {
            return SetOperationOwners.judge(this, setOp, branches);
        }
        return new PublicRows(
                setOp.copy(
                        setOp.getTraitSet(),
                        branches.stream().map(Judgement::relation).toList()),
                branches.stream().anyMatch(AssignOwners::isReleased));
    }

    /** Judges a LATERAL beside public and released rows. */
    private Judgement judgeLateral(Correlate correlate, Judgement left) {
        outerRows.enter(Set.of(correlate.getCorrelationId()), left.relation(), List.of());
        Judgement right = judge(correlate.getRight());
        if (right instanceof PrivateRows) {
            throw LateralOwners.notItsOwn(this, correlate);
        }
        return new PublicRows(
                correlate.copy(correlate.getTraitSet(), List.of(left.relation(), right.relation())),
                isReleased(left) || isReleased(right));
    }

    /**
     * Judges a relation without a rule of its own, which may only read public and released rows: there it is
     * post-processing.
     */
    private Judgement judgeOther(RelNode node) {
        List<RelNode> inputs = new ArrayList<>();
        boolean released = false;
        for (RelNode child : node.getInputs()) {
            Judgement judged = judge(child);
            if (judged instanceof PrivateRows) {
                throw refuse(
                        ErrorCode.INVALID_QUERY,
                        node,
                        "This operation over people's rows is not accepted.",
                        "Aggregate first; anything is possible with the released result.");
            }
            released |= isReleased(judged);
            inputs.add(judged.relation());
        }
        if (inputs.isEmpty()) {
            throw refuse(ErrorCode.INVALID_QUERY, node, "This kind of table is not accepted.", "Read declared tables.");
        }
        return new PublicRows(node.copy(node.getTraitSet(), inputs), released);
    }

    /** Gives a rewritten relation the place of the original in the text. */
    void standsFor(RelNode rewritten, RelNode original) {
        originals.put(rewritten, original);
    }

    /**
     * A public or released relation that is computed together with people's rows.
     *
     * @throws Refusal when it depends on the order of rows
     */
    RelNode besidePeople(Judgement publicRows, RelNode where) {
        RelNode relation = OrderDependence.totally(publicRows.relation());
        if (OrderDependence.dependsOnOrder(relation)) {
            throw refuse(
                    ErrorCode.SUBQUERY,
                    where,
                    "Beside people's rows a public or released result must not depend on the order of rows: windows, VAR and"
                            + " STDDEV.",
                    "Use COUNT, SUM, AVG, MIN or MAX in it, or LIMIT.");
        }
        return relation;
    }

    static boolean isReleased(Judgement judgement) {
        return judgement instanceof PublicRows publicRows && publicRows.released();
    }

    Catalog catalog() {
        return catalog;
    }

    SubqueryOwners subqueries() {
        return subqueries;
    }

    CorrelatedPeople outerPeople() {
        return outerPeople;
    }

    OuterRows outerRows() {
        return outerRows;
    }

    AnalyzedQuery query() {
        return query;
    }

    List<String> unitNames(RelNode relation) {
        return scans.unitNames(relation);
    }

    /** The name of a relation's person column in messages. */
    String personColumn(RelNode relation) {
        return unitNames(relation).stream().findFirst().orElse("the person's column");
    }

    List<PrivateAggregation> releases() {
        return releases;
    }

    Refusal refuse(ErrorCode code, RelNode where, String rule, String advice) {
        return new Refusal(code, positionOf(where), rule, advice);
    }

    @Nullable
    Position positionOf(RelNode relation) {
        return query.positionOf(originals.getOrDefault(relation, relation));
    }
}
