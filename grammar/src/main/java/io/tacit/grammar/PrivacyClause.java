package io.tacit.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * The clause after SELECT: {@code WITH ANONYMIZATION OPTIONS(epsilon = 1)}.
 *
 * <p>The parser puts it into the select's list of hints, the one place of Calcite's SELECT that takes any node. Whoever
 * reads the query must take it out before validation.
 */
public final class PrivacyClause extends SqlCall {
    private static final SqlOperator OPERATOR = PrivacyOperators.named("PRIVACY CLAUSE");

    private final SqlIdentifier spelling;
    private final List<SqlNode> options;

    /**
     * @param position from WITH to the closing bracket
     * @param spelling {@code ANONYMIZATION} or {@code DIFFERENTIAL_PRIVACY}, as written
     * @param options calls of {@link PrivacyOperators#OPTION}
     */
    public PrivacyClause(SqlParserPos position, SqlIdentifier spelling, List<SqlNode> options) {
        super(position);
        this.spelling = spelling;
        this.options = List.copyOf(options);
    }

    /** {@code ANONYMIZATION} or {@code DIFFERENTIAL_PRIVACY}, in whatever case it was written. */
    public SqlIdentifier spelling() {
        return spelling;
    }

    @Override
    public SqlOperator getOperator() {
        return OPERATOR;
    }

    /** The options in the order of the text: calls of {@link PrivacyOperators#OPTION}. */
    @Override
    public List<SqlNode> getOperandList() {
        return options;
    }
}
