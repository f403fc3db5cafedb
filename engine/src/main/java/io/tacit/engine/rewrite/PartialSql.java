package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.sql.RelationToSql;
import io.tacit.privacy.mechanism.State;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints the queries of one release that are pushed down: U → T → S.
 *
 * <p>U groups by person and keys and adds up whole numbers. T keeps at most C_u groups of each person. S adds up the
 * clamped contributions of all people in each group. For {@code SELECT dept, COUNT(*) FROM e GROUP BY dept}:
 *
 * <pre>{@code
 * WITH u AS (SELECT u, k0, COUNT(*) AS r FROM (…) WHERE u IS NOT NULL GROUP BY u, k0),
 *      m AS (SELECT u FROM u GROUP BY u HAVING COUNT(*) > 5),
 *      t AS (SELECT * FROM u ANTI JOIN m USING (u) UNION ALL SELECT … FROM (SELECT *, lag(u, 5) OVER (ORDER BY u, h, k0) AS b
 *            FROM (SELECT *, hash(u, k0) AS h FROM u SEMI JOIN m USING (u))) WHERE b IS DISTINCT FROM u)
 * SELECT CAST(k0 AS VARCHAR), COUNT(*), SUM(clamp(r)) FROM t GROUP BY k0
 * }</pre>
 *
 * <p>T looks C_u places back in one order by person: whoever stands there is someone else exactly for the first C_u
 * rows of a person, however hashes tie. The order within a person is by a hash of person and keys, then by the keys, so
 * it is a function of that person's rows alone. No random choice is needed for privacy.
 */
public final class PartialSql {
    private static final String HASH_KEY = "'tacit'";

    private final ReleasePlan plan;
    private final String input;

    /**
     * Prints the rows that a release aggregates, once for all its queries.
     *
     * @param plan the release
     * @param printer for the engine that holds the data
     */
    public PartialSql(ReleasePlan plan, RelationToSql printer) {
        this.plan = plan;
        this.input = printer.sql(plan.aggregation().input());
    }

    /**
     * The histogram of magnitudes from which automatic limits are found: columns parameter, bin, entries.
     */
    public String histograms() {
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < plan.automatic().size(); i++) {
            entries.addAll(HistogramSql.entries(plan, i, "t"));
        }
        return with(List.of())
                + "SELECT CAST(p AS VARCHAR) AS p, CAST(b AS VARCHAR) AS b, CAST(COUNT(*) AS HUGEINT) AS n" + " FROM ("
                + String.join(" UNION ALL ", entries) + ") AS e GROUP BY p, b";
    }

    /**
     * The exact states of each group: the keys as text, then one integer for each state.
     *
     * @param states for each request of the plan what is measured, null where nothing can be: its integer is 0 then
     */
    public String states(List<@Nullable State> states) {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < plan.keys().size(); i++) {
            columns.add("CAST(k" + i + " AS VARCHAR) AS k" + i);
        }
        for (int i = 0; i < states.size(); i++) {
            State state = states.get(i);
            String sum = state == null
                    ? "CAST(0 AS HUGEINT)"
                    : "CAST(COALESCE(" + StateSql.sum(plan, i, state) + ", 0) AS HUGEINT)";
            columns.add(sum + " AS s" + i);
        }
        String group = plan.grouped() ? " GROUP BY " + String.join(", ", keys()) : "";
        return with(states) + "SELECT " + String.join(", ", columns) + " FROM t" + group;
    }

    private String with(List<@Nullable State> states) {
        String more = plan.grouped() ? "m AS (" + inMoreGroups() + "), " : "";
        return "WITH u AS (" + perUser(states) + "), " + more + "t AS (" + limited() + ") ";
    }

    private List<String> keys() {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < plan.keys().size(); i++) {
            keys.add("k" + i);
        }
        return keys;
    }

    /** U: one row for each person and group. */
    private String perUser(List<@Nullable State> states) {
        List<String> columns = new ArrayList<>();
        columns.add("u");
        columns.addAll(keys());
        for (int i = 0; i < plan.counted().size(); i++) {
            Counted counted = plan.counted().get(i);
            String what = counted.field() < 0 ? "*" : field(counted.field());
            columns.add("COUNT(" + what + ")" + filter(counted.filter()) + " AS n" + i);
        }
        for (int i = 0; i < plan.summed().size(); i++) {
            Summed summed = plan.summed().get(i);
            RowIntegers rows = new RowIntegers(summed.type(), summed.unit());
            if (needsSum(i, states)) {
                columns.add(rows.sum(field(summed.field()), filter(summed.filter())) + " AS s" + i);
            }
            if (states.isEmpty() && finds(AutomaticParameter.Kind.VALUE_PER_ROW, i)) {
                String row = rows.row(field(summed.field()));
                columns.add("CAST(MIN(" + row + ")" + filter(summed.filter()) + " AS HUGEINT) AS a" + i);
                columns.add("CAST(MAX(" + row + ")" + filter(summed.filter()) + " AS HUGEINT) AS z" + i);
            }
        }
        for (int i = 0; i < states.size(); i++) {
            State state = states.get(i);
            if (state != null) {
                StateSql.clampedRows(plan, i, state).ifPresent(columns::add);
            }
        }
        List<String> groups = new ArrayList<>();
        groups.add("u");
        groups.addAll(keys());
        return "SELECT " + String.join(", ", columns) + " FROM (" + rows() + ") AS r WHERE u IS NOT NULL GROUP BY "
                + String.join(", ", groups);
    }

    /** Whether a state, or with no states a histogram, reads a person's plain sum: each 128-bit sum costs. */
    private boolean needsSum(int summed, List<@Nullable State> states) {
        if (states.isEmpty()) {
            return finds(AutomaticParameter.Kind.SUM_PER_GROUP, summed)
                    || finds(AutomaticParameter.Kind.MEAN_PER_GROUP, summed);
        }
        for (int i = 0; i < states.size(); i++) {
            StateRequest request = plan.states().get(i);
            if (states.get(i) != null
                    && (request instanceof StateRequest.Sum sum && sum.summed() == summed
                            || request instanceof StateRequest.UserMean mean && mean.summed() == summed)) {
                return true;
            }
        }
        return false;
    }

    private boolean finds(AutomaticParameter.Kind kind, int summed) {
        return plan.automatic().contains(new AutomaticParameter(kind, summed));
    }

    /** The input's rows, with what decides equality made one: a DOUBLE person or key has one zero and no NaN. */
    private String rows() {
        var fields = plan.aggregation().input().getRowType().getFieldList();
        List<String> columns = new ArrayList<>();
        columns.add(equal(plan.aggregation().unit()) + " AS u");
        for (int i = 0; i < plan.keys().size(); i++) {
            columns.add(equal(plan.keys().get(i).field()) + " AS k" + i);
        }
        for (int i = 0; i < fields.size(); i++) {
            if (isRead(i)) {
                String column = "i.c" + i;
                columns.add((isDouble(i) ? withoutNan(column) : column) + " AS c" + i);
            }
        }
        return "SELECT " + String.join(", ", columns) + " FROM (" + input + ") AS i";
    }

    private boolean isRead(int field) {
        return plan.counted().stream().anyMatch(c -> c.field() == field || c.filter() == field)
                || plan.summed().stream().anyMatch(s -> s.field() == field || s.filter() == field);
    }

    private String equal(int field) {
        String column = "i.c" + field;
        return isDouble(field) ? withoutNan("(" + column + " + CAST(0 AS DOUBLE))") : column;
    }

    private boolean isDouble(int field) {
        return io.tacit.engine.sql.ColumnTypes.fromCalcite(plan.aggregation()
                                .input()
                                .getRowType()
                                .getFieldList()
                                .get(field)
                                .getType())
                        .kind()
                == ColumnType.Kind.DOUBLE;
    }

    private static String withoutNan(String column) {
        return "CASE WHEN isnan(" + column + ") THEN NULL ELSE " + column + " END";
    }

    private static String field(int field) {
        return "c" + field;
    }

    static String filter(int field) {
        return field < 0 ? "" : " FILTER (WHERE c" + field + ")";
    }

    /** T: at most C_u groups of each person. Without keys a person is in one group anyway. */
    private String limited() {
        if (!plan.grouped()) {
            return "SELECT * FROM u";
        }
        String keys = String.join(", ", keys());
        String ordered = "SELECT *, lag(u, " + plan.parameters().maxGroups() + ") OVER (ORDER BY u, h, " + keys
                + ") AS b FROM (SELECT *, hash(" + HASH_KEY + ", u, " + keys
                + ") AS h FROM u SEMI JOIN m USING (u)) AS x";
        return "SELECT * FROM u ANTI JOIN m USING (u) UNION ALL SELECT * EXCLUDE (h, b) FROM (" + ordered
                + ") AS y WHERE b IS DISTINCT FROM u";
    }

    /** M: people in more than C_u groups; nobody else needs to be looked at again. */
    private String inMoreGroups() {
        return "SELECT u FROM u GROUP BY u HAVING COUNT(*) > "
                + plan.parameters().maxGroups();
    }
}
