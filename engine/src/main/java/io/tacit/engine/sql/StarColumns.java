package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.grammar.PrivacyOperators;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlStarExclude;
import org.apache.calcite.sql.SqlStarReplace;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/**
 * The columns of {@code *}, {@code t.*} and {@code * EXCLUDE (a) REPLACE (x AS b)} where the validator cannot expand
 * them: beside columns that USING merges, beside GROUP BY ALL, and where both lists follow the star.
 */
final class StarColumns {
    private final JoinColumns visible;
    private final Function<String, JoinColumns> tables;
    private final SqlNameMatcher names;

    /**
     * @param visible those of the whole FROM
     * @param tables those of one table in it, none for a table that is not there
     */
    StarColumns(JoinColumns visible, Function<String, JoinColumns> tables, SqlNameMatcher names) {
        this.visible = visible;
        this.tables = tables;
        this.names = names;
    }

    /** Whether an item of SELECT is a star with a list behind it. */
    static boolean isLong(SqlNode item) {
        return item instanceof SqlStarExclude || item instanceof SqlStarReplace || hasBoth(item);
    }

    /** Whether an item of SELECT is a star, with a list behind it or without. */
    static boolean isStar(SqlNode item) {
        return item instanceof SqlIdentifier name && name.isStar() || isLong(item);
    }

    /** Whether a star has both lists, which the validator does not know. */
    static boolean hasBoth(SqlNode item) {
        return item instanceof SqlCall call && call.getOperator().equals(PrivacyOperators.STAR);
    }

    /** The items for which an item with a star stands. */
    List<SqlNode> of(SqlNode item) {
        if (item instanceof SqlIdentifier star) {
            return items(star, SqlNodeList.EMPTY, SqlNodeList.EMPTY);
        }
        if (item instanceof SqlStarExclude without) {
            return items(without.getStarIdentifier(), without.getExcludeList(), SqlNodeList.EMPTY);
        }
        if (item instanceof SqlStarReplace with) {
            return items(with.getStarIdentifier(), SqlNodeList.EMPTY, with.getReplaceList());
        }
        SqlCall both = (SqlCall) item;
        return items(both.operand(0), both.operand(1), both.operand(2));
    }

    private List<SqlNode> items(SqlIdentifier star, SqlNodeList excluded, SqlNodeList replaced) {
        List<SqlNode> items = new ArrayList<>();
        Set<SqlNode> used = new HashSet<>();
        for (JoinColumns.Column column : columns(star)) {
            SqlParserPos place = star.getParserPosition();
            SqlNode left = find(column, excluded, 0);
            SqlNode instead = find(column, replaced, 1);
            if (left != null) {
                used.add(left);
            }
            if (instead != null) {
                used.add(instead);
            }
            if (left == null) {
                items.add(instead == null ? column.item(column.name(), place) : renamed((SqlCall) instead, column));
            } else if (instead != null) {
                throw refused(instead, "A column cannot be left out and replaced at once.");
            }
        }
        for (SqlNodeList list : List.of(excluded, replaced)) {
            for (SqlNode node : list) {
                if (!used.contains(node)) {
                    throw refused(node, "The list behind * names a column that is not there.");
                }
            }
        }
        return items;
    }

    private static SqlNode renamed(SqlCall item, JoinColumns.Column column) {
        SqlParserPos place = item.getParserPosition();
        return SqlStdOperatorTable.AS.createCall(place, item.operand(0), new SqlIdentifier(column.name(), place));
    }

    private List<JoinColumns.Column> columns(SqlIdentifier star) {
        return star.names.size() == 1
                ? visible.all()
                : tables.apply(star.names.get(star.names.size() - 2)).all();
    }

    /** The element of a list that names a column; the last part of its name is the column's. */
    private @Nullable SqlNode find(JoinColumns.Column column, SqlNodeList list, int operand) {
        for (SqlNode node : list) {
            SqlIdentifier name =
                    (SqlIdentifier) (node instanceof SqlIdentifier ? node : ((SqlCall) node).operand(operand));
            String last = name.names.get(name.names.size() - 1);
            boolean table = name.isSimple()
                    || column.places().stream()
                            .anyMatch(place -> names.matches(place.table(), name.names.get(name.names.size() - 2)));
            if (table && names.matches(column.name(), last)) {
                return node;
            }
        }
        return null;
    }

    private static Refusal refused(SqlNode node, String rule) {
        return new Refusal(
                ErrorCode.INVALID_QUERY,
                Positions.of(node.getParserPosition()),
                rule,
                "Name columns of the tables in FROM, each once.");
    }
}
