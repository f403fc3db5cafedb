package io.tacit.engine.pushdown;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.KeySql;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.SqlLayout;
import io.tacit.engine.dialect.WholeNumberSql;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.DistinctColumn;
import io.tacit.engine.rewrite.GroupsPerPerson;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.RowCount;
import io.tacit.engine.rewrite.ValueColumn;
import io.tacit.engine.rewrite.WeighedValues;
import io.tacit.privacy.mechanism.AutomaticGroups;
import io.tacit.privacy.mechanism.LeafWeights;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Prints the queries of one release that are pushed down: U → T → S.
 *
 * <p>U groups by person and keys and adds up whole numbers. T keeps at most C_u groups of each person. S adds up the
 * clamped contributions of all people in each group. Each is a common table expression with a comment, under a name
 * that begins with {@link #OURS}. For {@code SELECT dept, COUNT(*) FROM e GROUP BY dept}, with shorter names:
 *
 * <pre>{@code
 * WITH rows AS NOT MATERIALIZED (SELECT t1."id" AS u, t1."dept" AS k0 FROM "e" AS t1),
 *      u AS (SELECT u, k0, COUNT(*) AS n0 FROM rows WHERE u IS NOT NULL GROUP BY u, k0),
 *      m AS (SELECT u FROM u GROUP BY u HAVING COUNT(*) > 5),
 *      t AS (SELECT * FROM u ANTI JOIN m USING (u) UNION ALL SELECT … FROM (SELECT *, lag(u, 5) OVER (ORDER BY u, h, k0) AS b
 *            FROM (SELECT *, hash(u, k0) AS h FROM u SEMI JOIN m USING (u))) WHERE b IS DISTINCT FROM u)
 * SELECT CAST(k0 AS VARCHAR), COUNT(*), SUM(clamp(n0)) FROM t GROUP BY k0
 * }</pre>
 *
 * <p>What a caller gets is laid out in lines, and is sent to the engine as it is.
 */
public final class PushedDownSql {
    /** The beginning of all names in these queries, with which no declared table's name begins. */
    public static final String OURS = StageNames.OURS;

    private static final String EXACT = "one row of exact integers for each group";

    private final Dialect dialect;
    private final WholeNumberSql wholes;
    private final ReleasePlan plan;
    private final PersonRows rows;
    private final Optional<String> publicGroups;
    private final LimitedGroups groups;
    private final ColumnNames names;

    private PushedDownSql(ReleasePlan plan, PersonRows rows, Optional<String> publicGroups, long maxGroups) {
        this.plan = plan;
        this.dialect = rows.dialect();
        this.wholes = dialect.wholeNumbers();
        this.rows = rows;
        this.publicGroups = publicGroups;
        this.groups = new LimitedGroups(rows, maxGroups);
        this.names = new ColumnNames(plan);
    }

    /**
     * Prints the rows that a release aggregates, once for all its queries.
     *
     * @param plan the release
     * @param printer for the engine that holds the data
     */
    public static PushedDownSql of(ReleasePlan plan, RelationToSql printer) {
        PersonRows rows = PersonRows.of(plan, printer);
        Optional<String> publicGroups = plan.aggregation()
                .publicKeys()
                .map(relation -> printer.select(
                        relation, fields -> publicGroups(plan, printer.dialect().keys(), fields)));
        return new PushedDownSql(plan, rows, publicGroups, plan.parameters().maxGroups());
    }

    /** The same release with another C_u. */
    public PushedDownSql withMaxGroups(long maxGroups) {
        return new PushedDownSql(plan, rows, publicGroups, maxGroups);
    }

    /**
     * The queries of the one row of leftovers, that is of all rows in no group that appears.
     *
     * @param leftovers its plan, without keys
     */
    public PushedDownSql leftovers(ReleasePlan leftovers) {
        PersonRows outside = rows.leftovers(leftovers, dialect.literals().name(shownGroups()));
        return new PushedDownSql(leftovers, outside, Optional.empty(), 1);
    }

    /** The name of the work table with the groups that appear; each release of a statement has its own. */
    public String shownGroups() {
        return OURS + "shown_" + plan.name();
    }

    /** The columns of that table: the keys as text. */
    public List<Column> shownColumns() {
        return rows.keys().stream()
                .map(key -> Column.nullable(key, ColumnType.VARCHAR))
                .toList();
    }

    /**
     * How many people are in how many groups, or have how many rows where each counts for itself: columns bin as text,
     * people; only bins with people.
     */
    public String groupsPerPerson(AutomaticGroups bins) {
        if (rows.countForThemselves()) {
            return SqlLayout.of(groups.allRows("u is the person")
                    .then(
                            "how many people have how many rows: the bins of one number or of some",
                            GroupsPerPersonSql.ofRows(rows, bins)));
        }
        return SqlLayout.of(groups.perUser(List.of())
                .then(
                        "how many people are in how many groups: the bins of one number or of some",
                        GroupsPerPersonSql.of(rows, bins)));
    }

    /**
     * The histograms from which automatic limits are found: columns histogram, bin, people.
     */
    public String histograms() {
        return SqlLayout.of(HistogramSql.query(plan, rows, groups.stages(columnsOfHistograms()), Optional.empty()));
    }

    /**
     * The same histograms, and that of people by the number of their groups. Where C_u is found from that, contributions
     * to all groups of a person are looked at.
     */
    public String histograms(GroupsPerPerson counted) {
        List<String> columns = columnsOfHistograms();
        return SqlLayout.of(HistogramSql.query(
                plan,
                rows,
                counted.finds() ? groups.unlimited(columns) : groups.stages(columns),
                Optional.of(counted.bins())));
    }

    /**
     * The exact states of each group: the keys as text, then the number of people, then one integer for each state.
     * With public groups every one of them has a row, also the empty ones.
     *
     * @param limits what was found; where a state's limits were not, its integer is 0
     */
    public String states(ResolvedLimits limits) {
        List<Optional<StateColumns>> states = new ArrayList<>();
        for (int i = 0; i < plan.states().size(); i++) {
            states.add(StateSql.of(plan, rows, limits, i));
        }
        Stages stages = groups.stages(columnsOfStates(states));
        StringBuilder joins = new StringBuilder();
        List<String> columns = new ArrayList<>();
        columns.add(wholes.of("COUNT(t.u)") + " AS users");
        for (int i = 0; i < states.size(); i++) {
            Optional<StateColumns.Stage> own = states.get(i).flatMap(StateColumns::stage);
            if (own.isPresent()) {
                StateColumns.Stage stage = own.get();
                stages = stages.with(stage.comment(), stage.name(), stage.query());
                joins.append(" LEFT JOIN " + stage.name() + " AS " + stage.alias() + " ON TRUE"
                        + rows.sameKeys("t", stage.alias()));
            }
            String sum = states.get(i)
                    .map(state -> "COALESCE(" + state.sum() + ", 0)")
                    .orElse("0");
            columns.add(wholes.of(sum) + " AS s" + i);
        }
        String sums = String.join(", ", columns) + " FROM " + rows.names().limited() + " AS t" + joins;
        if (publicGroups.isPresent()) {
            return SqlLayout.of(everyPublicGroup(stages, sums, states.size()));
        }
        String keys = plan.grouped() ? String.join(", ", rows.keysAsText("t")) + ", " : "";
        return SqlLayout.of(stages.then(EXACT, "SELECT " + keys + sums + byKeys()));
    }

    private String byKeys() {
        return plan.grouped()
                ? " GROUP BY "
                        + String.join(
                                ", ",
                                rows.keys().stream().map(key -> "t." + key).toList())
                : "";
    }

    private String everyPublicGroup(Stages stages, String sums, int states) {
        List<String> columns = new ArrayList<>(rows.keysAsText("g"));
        String none = wholes.literal(BigInteger.ZERO);
        columns.add("COALESCE(s.users, " + none + ") AS users");
        for (int i = 0; i < states; i++) {
            columns.add("COALESCE(s.s" + i + ", " + none + ") AS s" + i);
        }
        String keys = String.join(
                ", ", rows.keys().stream().map(key -> "t." + key + " AS " + key).toList());
        String everyGroup =
                "SELECT " + String.join(", ", columns) + " FROM " + rows.names().of("public_groups")
                        + " AS g LEFT JOIN " + rows.names().of("sums") + " AS s ON TRUE" + rows.sameKeys("g", "s");
        return stages.with(EXACT, rows.names().of("sums"), "SELECT " + keys + ", " + sums + byKeys())
                .with("the groups that are public", rows.names().of("public_groups"), publicGroups.orElseThrow())
                .then("one row for each public group, also where nobody is in it", everyGroup);
    }

    private static List<String> publicGroups(ReleasePlan plan, KeySql keysOf, IntFunction<String> fields) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < plan.keys().size(); i++) {
            String key = keysOf.canonical(fields.apply(i), plan.keys().get(i).type());
            keys.add((i == 0 ? "DISTINCT " : "") + key + " AS k" + i);
        }
        return keys;
    }

    /**
     * The histogram over leaves of each group: the keys as text, then leaf and weight; only occupied leaves.
     *
     * @param values whose leaves
     * @param leaves what a person weighs on which leaves
     */
    public String leaves(WeighedValues values, LeafWeights leaves) {
        Stages stages = groups.stages(columnsOfCounts());
        return SqlLayout.of(QuantileHistogramSql.query(plan, rows, stages, values.summed(), leaves));
    }

    private List<String> columnsOfHistograms() {
        List<String> columns = columnsOfCounts();
        for (ValueColumn summed : plan.summed()) {
            if (finds(new AutomaticParameter.SumPerGroup(summed))
                    || finds(new AutomaticParameter.MeanPerGroup(summed))) {
                columns.add(sum(summed) + " AS " + names.sum(summed));
            }
            if (finds(new AutomaticParameter.ValuePerRow(summed))) {
                // Whole units have the order of the values, so that one number of a person is converted, not one of
                // each row.
                String values = "(" + PersonRows.field(summed.field()) + ")" + PersonRows.filter(summed);
                columns.add("MIN" + values + " AS " + names.smallest(summed));
                columns.add("MAX" + values + " AS " + names.largest(summed));
            }
        }
        for (DistinctColumn offered : plan.offered()) {
            if (finds(new AutomaticParameter.DistinctPerGroup(offered))) {
                columns.add(DistinctSql.perPerson(offered) + " AS " + names.different(offered));
            }
        }
        return columns;
    }

    /**
     * The columns of U that the states need; plain sums only where a state reads them, as each 128-bit sum costs time.
     */
    private List<String> columnsOfStates(List<Optional<StateColumns>> states) {
        List<String> columns = columnsOfCounts();
        Set<ValueColumn> read = new HashSet<>();
        states.forEach(state -> state.flatMap(StateColumns::plainSum).ifPresent(read::add));
        for (ValueColumn summed : plan.summed()) {
            if (read.contains(summed)) {
                columns.add(sum(summed) + " AS " + names.sum(summed));
            }
        }
        states.forEach(state -> state.flatMap(StateColumns::clampedRows).ifPresent(columns::add));
        return columns;
    }

    private List<String> columnsOfCounts() {
        List<String> columns = new ArrayList<>();
        for (RowCount counted : plan.counted()) {
            columns.add(PersonRows.count(counted) + " AS " + names.rows(counted));
        }
        return columns;
    }

    private String sum(ValueColumn summed) {
        return new RowIntegers(dialect, summed).sum(PersonRows.field(summed.field()), PersonRows.filter(summed));
    }

    private boolean finds(AutomaticParameter parameter) {
        return plan.automatic().contains(parameter);
    }
}
