package io.tacit.grammar;

import java.util.List;
import org.apache.calcite.sql.*;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The clause after SELECT, carried in the select's hint list from parser to rewriter, which removes it. */
public final class PrivacyClause extends SqlCall {
    private static final SqlOperator OPERATOR = PrivacyOperators.op("WITH DP");
    private final SqlIdentifier spelling;
    private final List<SqlNode> options;

    public PrivacyClause(SqlParserPos pos, SqlIdentifier spelling, List<SqlNode> options) {
        super(pos);
        this.spelling = spelling;
        this.options = List.copyOf(options);
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    @Override
    public List<SqlNode> getOperandList() {
        return options;
    }

    public SqlIdentifier spelling() {
        return spelling;
    }
}
