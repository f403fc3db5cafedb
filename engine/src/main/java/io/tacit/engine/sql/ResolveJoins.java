package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.DelegatingScope;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.Static;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's validator, with joins by names of columns written out: {@code a JOIN b USING (k)} becomes {@code a JOIN b
 * ON a.k = b.k}, and everywhere in the block and in the subqueries inside it {@code k} becomes the column that it is,
 * or for a full join {@code COALESCE(a.k, b.k)}.
 *
 * <p>Calcite's own way knows such a name in SELECT and GROUP BY only, as a COALESCE of two columns whatever the join,
 * and not at all in chains of full joins, on the right side of a join, in HAVING, ORDER BY and WHERE. Each of these
 * would hide whose a row is, or mean another column.
 */
final class ResolveJoins extends QueryValidator {
    private final IdentityHashMap<SqlNode, JoinColumns> columns = new IdentityHashMap<>();
    private final IdentityHashMap<SqlSelect, JoinColumns> blocks = new IdentityHashMap<>();

    ResolveJoins(
            SqlOperatorTable operators, SqlValidatorCatalogReader tables, RelDataTypeFactory types, Config config) {
        super(operators, tables, types, config);
    }

    @Override
    protected void validateFrom(SqlNode from, RelDataType target, SqlValidatorScope scope) {
        super.validateFrom(from, target, scope);
        if (scope instanceof SelectScope block && block.getNode().getFrom() == from) {
            nameColumns(block.getNode(), block);
        }
    }

    @Override
    protected void validateJoin(SqlJoin join, SqlValidatorScope scope) {
        if (columns.containsKey(join)) {
            // Once is enough: a chain of joins would otherwise be gone through again at each of its ends.
            return;
        }
        SqlValidatorScope inside = getJoinScope(join);
        super.validateFrom(join.getLeft(), unknownType, inside);
        super.validateFrom(join.getRight(), unknownType, inside);
        JoinColumns left = columnsOf(join.getLeft());
        JoinColumns right = columnsOf(join.getRight());
        List<JoinColumns.Column> merged = List.of();
        if (isByNames(join)) {
            merged = merge(join, left, right);
        } else if (join.getConditionType() == JoinConditionType.ON) {
            JoinColumns both = left.with(right, List.of(), names());
            SqlNode condition = Objects.requireNonNull(join.getCondition());
            join.setOperand(5, new MergedColumns(id -> meaning(id, both)).in(condition));
        }
        columns.put(join, SemiJoins.is(join) ? left : left.with(right, merged, names()));
        super.validateJoin(join, scope);
        if (SemiJoins.is(join)) {
            SemiJoins.check(join, getNamespace(join.getRight()), scope);
        }
    }

    private SqlNameMatcher names() {
        return getCatalogReader().nameMatcher();
    }

    private static boolean isByNames(SqlJoin join) {
        boolean side = join.getJoinType() == JoinType.INNER
                || join.getJoinType() == JoinType.LEFT
                || join.getJoinType() == JoinType.RIGHT
                || join.getJoinType() == JoinType.FULL
                || SemiJoins.is(join);
        // USING and NATURAL together are an error, which Calcite finds.
        return side
                && join.isNatural() != (join.getConditionType() == JoinConditionType.USING)
                && join.getConditionType() != JoinConditionType.ON;
    }

    private JoinColumns columnsOf(SqlNode from) {
        JoinColumns known = columns.get(from);
        if (known != null) {
            return known;
        }
        SqlValidatorNamespace table = getNamespace(from);
        String alias = SqlValidatorUtil.alias(from);
        return table == null || alias == null
                ? new JoinColumns(List.of())
                : JoinColumns.of(alias, table.getRowType().getFieldNames());
    }

    /** The columns of the table with that name in a FROM; none where there is no such table. */
    private JoinColumns columnsOf(@Nullable SqlNode from, String table) {
        if (from instanceof SqlJoin join) {
            JoinColumns left = columnsOf(join.getLeft(), table);
            return left.all().isEmpty() && !SemiJoins.is(join) ? columnsOf(join.getRight(), table) : left;
        }
        String alias = from == null ? null : SqlValidatorUtil.alias(from);
        return from != null && alias != null && names().matches(alias, table)
                ? columnsOf(from)
                : new JoinColumns(List.of());
    }

    /** Writes out the condition of a join by names of columns, and returns the merged columns. */
    private List<JoinColumns.Column> merge(SqlJoin join, JoinColumns left, JoinColumns right) {
        List<JoinColumns.Column> merged = new ArrayList<>();
        SqlNode condition = null;
        for (SqlIdentifier name : sharedNames(join, left, right)) {
            if (merged.stream().anyMatch(m -> names().matches(m.name(), name.getSimple()))) {
                continue;
            }
            JoinColumns.Column a = only(left, name);
            JoinColumns.Column b = only(right, name);
            SqlParserPos place = name.getParserPosition();
            SqlNode equal = SqlStdOperatorTable.EQUALS.createCall(place, a.expression(place), b.expression(place));
            condition = condition == null ? equal : SqlStdOperatorTable.AND.createCall(place, condition, equal);
            merged.add(new JoinColumns.Column(a.name(), places(join.getJoinType(), a, b), true));
        }
        SqlParserPos place = join.getParserPosition();
        join.setOperand(1, SqlLiteral.createBoolean(false, place));
        join.setOperand(4, JoinConditionType.ON.symbol(place));
        join.setOperand(5, condition == null ? SqlLiteral.createBoolean(true, place) : condition);
        return merged;
    }

    private static List<JoinColumns.Place> places(JoinType kind, JoinColumns.Column a, JoinColumns.Column b) {
        List<JoinColumns.Place> places = new ArrayList<>();
        if (kind != JoinType.RIGHT) {
            places.addAll(a.places());
        }
        if (kind == JoinType.RIGHT || kind == JoinType.FULL) {
            places.addAll(b.places());
        }
        return places;
    }

    private List<SqlIdentifier> sharedNames(SqlJoin join, JoinColumns left, JoinColumns right) {
        List<SqlIdentifier> shared = new ArrayList<>();
        if (join.isNatural()) {
            for (JoinColumns.Column column : left.all()) {
                if (!right.named(column.name(), names()).isEmpty()) {
                    shared.add(new SqlIdentifier(column.name(), join.getParserPosition()));
                }
            }
        } else {
            for (SqlNode name : (SqlNodeList) Objects.requireNonNull(join.getCondition())) {
                shared.add((SqlIdentifier) name);
            }
        }
        return shared;
    }

    private JoinColumns.Column only(JoinColumns side, SqlIdentifier name) {
        List<JoinColumns.Column> found = side.named(name.getSimple(), names());
        if (found.size() == 1) {
            return found.get(0);
        }
        throw newValidationError(
                name,
                found.isEmpty()
                        ? Static.RESOURCE.columnNotFound(name.getSimple())
                        : Static.RESOURCE.columnAmbiguous(name.getSimple()));
    }

    /** Resolves names in all parts of a block but FROM. */
    private void nameColumns(SqlSelect select, SelectScope scope) {
        JoinColumns visible = columnsOf(Objects.requireNonNull(select.getFrom()));
        blocks.put(select, visible);
        new ColumnsBeforeOutputs(select, isAggregate(select), visible, names()).write();
        boolean ownStars = ExpandAll.waits(select)
                || select.getSelectList().stream()
                        .anyMatch(item -> visible.hasMerged() ? StarColumns.isLong(item) : StarColumns.hasBoth(item));
        if (!visible.hasMerged() && !isInsideMerged(scope) && !ownStars) {
            return;
        }
        MergedColumns merged = new MergedColumns(id -> meaning(id, visible, scope));
        List<String> aliases = aliases(select);
        replace(select.getSelectList(), items(select, visible, merged, ownStars));
        ExpandAll.resolve(select);
        if (select.getWhere() != null) {
            select.setWhere(merged.in(select.getWhere()));
        }
        merged.inEach(select.getGroup(), MergedColumns::in);
        if (select.getHaving() != null) {
            select.setHaving(merged.in(select.getHaving()));
        }
        merged.inEach(select.getWindowList(), MergedColumns::in);
        if (select.getQualify() != null) {
            select.setQualify(merged.in(select.getQualify()));
        }
        // There an output column comes first.
        MergedColumns inOrder = new MergedColumns(id -> id.isSimple()
                        && aliases.stream()
                                        .filter(alias -> names().matches(alias, id.getSimple()))
                                        .count()
                                == 1
                ? id
                : meaning(id, visible, scope));
        inOrder.inEach(select.getOrderList(), MergedColumns::in);
    }

    private static List<String> aliases(SqlSelect select) {
        List<String> aliases = new ArrayList<>();
        for (SqlNode item : select.getSelectList()) {
            String alias = SqlValidatorUtil.alias(item);
            if (alias != null) {
                aliases.add(alias);
            }
        }
        return aliases;
    }

    /** Replaces the items of a list in place: the validator of the block holds the list. */
    private static void replace(SqlNodeList list, List<SqlNode> items) {
        list.clear();
        list.addAll(items);
    }

    private List<SqlNode> items(SqlSelect select, JoinColumns visible, MergedColumns merged, boolean ownStars) {
        List<SqlNode> items = new ArrayList<>();
        StarColumns stars = new StarColumns(visible, table -> columnsOf(select.getFrom(), table), names());
        for (SqlNode item : select.getSelectList()) {
            SqlParserPos place = item.getParserPosition();
            boolean isStar = item instanceof SqlIdentifier name && name.isStar();
            boolean whole = item instanceof SqlIdentifier name && name.names.size() == 1;
            if (ownStars ? isStar || StarColumns.isLong(item) : isStar && whole && visible.hasMerged()) {
                stars.of(item).forEach(column -> items.add(merged.in(column)));
            } else if (item instanceof SqlIdentifier name && name.isSimple() && merged.in(name) != name) {
                items.add(SqlStdOperatorTable.AS.createCall(place, merged.in(name), name));
            } else {
                items.add(merged.in(item));
            }
        }
        return items;
    }

    private static SqlNode meaning(SqlIdentifier name, JoinColumns visible, SqlNameMatcher names) {
        Optional<JoinColumns.Column> column =
                name.isSimple() && !name.isStar() ? visible.merged(name.getSimple(), names) : Optional.empty();
        return column.isPresent() ? column.get().expression(name.getParserPosition()) : name;
    }

    private SqlNode meaning(SqlIdentifier name, JoinColumns visible) {
        return meaning(name, visible, names());
    }

    /** The meaning of a name; one that no table of the block knows belongs to a block around it. */
    private SqlNode meaning(SqlIdentifier name, JoinColumns visible, SelectScope scope) {
        if (!name.isSimple()
                || name.isStar()
                || !visible.named(name.getSimple(), names()).isEmpty()) {
            return meaning(name, visible);
        }
        List<SqlSelect> between = new ArrayList<>(List.of(scope.getNode()));
        for (SelectScope around = around(scope); around != null; around = around(around)) {
            JoinColumns outer = blocks.get(around.getNode());
            if (outer != null && !outer.named(name.getSimple(), names()).isEmpty()) {
                outer.merged(name.getSimple(), names()).ifPresent(column -> refuseHidden(name, column, between));
                return meaning(name, outer);
            }
            between.add(around.getNode());
        }
        return name;
    }

    /** Refuses a merged column whose table has the name of a table that stands nearer. */
    private void refuseHidden(SqlIdentifier name, JoinColumns.Column column, List<SqlSelect> between) {
        for (JoinColumns.Place place : column.places()) {
            boolean hidden = between.stream()
                    .flatMap(block -> blocks.getOrDefault(block, new JoinColumns(List.of())).all().stream())
                    .flatMap(inner -> inner.places().stream())
                    .anyMatch(inner -> names().matches(inner.table(), place.table()));
            if (hidden) {
                throw new Refusal(
                        ErrorCode.INVALID_QUERY,
                        Positions.of(name.getParserPosition()),
                        "This name means a column that USING merges outside of the subquery, where its table has the same"
                                + " name as a table inside.",
                        "Give the table inside another name, as in " + place.table() + " AS t2.");
            }
        }
    }

    private boolean isInsideMerged(SelectScope scope) {
        for (SelectScope around = around(scope); around != null; around = around(around)) {
            JoinColumns outer = blocks.get(around.getNode());
            if (outer != null && outer.hasMerged()) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable SelectScope around(SelectScope scope) {
        SqlValidatorScope next = scope.getParent();
        while (next instanceof DelegatingScope delegating && !(next instanceof SelectScope)) {
            next = delegating.getParent();
        }
        return next instanceof SelectScope select ? select : null;
    }
}
