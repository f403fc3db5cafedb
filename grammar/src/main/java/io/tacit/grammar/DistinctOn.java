package io.tacit.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * What {@code SELECT DISTINCT ON (a, b)} keeps one row for. Like {@link PrivacyClause} it stands in the select's list
 * of hints, and must be taken out before validation.
 */
public final class DistinctOn extends SqlCall {
    private static final SqlOperator OPERATOR = PrivacyOperators.named("DISTINCT ON");

    private final List<SqlNode> keys;

    /**
     * @param position from ON to the closing bracket
     * @param keys at least one expression, as written
     */
    public DistinctOn(SqlParserPos position, List<SqlNode> keys) {
        super(position);
        this.keys = List.copyOf(keys);
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    /** The keys, in the order of the text. */
    @Override
    public List<SqlNode> getOperandList() {
        return keys;
    }
}
