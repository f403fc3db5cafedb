package io.tacit.grammar;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A join in brackets with a name of its own. */
final class JoinedTables {
    private JoinedTables() {}

    /** A join as the query that selects all of it; anything else as it is. */
    static SqlNode asQuery(SqlNode table) {
        if (table.getKind() != SqlKind.JOIN) {
            return table;
        }
        SqlParserPos place = table.getParserPosition();
        SqlNodeList all = SqlNodeList.of(SqlIdentifier.star(place));
        return new SqlSelect(place, null, all, table, null, null, null, null, null, null, null, null, null);
    }
}
