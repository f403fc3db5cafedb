package io.tacit.engine.sql;

import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** {@code SUM(NULL)}: an aggregate that needs numbers takes a bare NULL as one. */
final class NullArguments {
    private static final Set<String> OF_ANYTHING = Set.of("COUNT", "ANON_COUNT", "MIN", "MAX", "APPROX_COUNT_DISTINCT");
    private static final Set<String> NAMES = Set.copyOf(AggregateNames.all());

    private NullArguments() {}

    /** Gives the first argument of such a call a type. */
    static void typed(SqlCall call) {
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        if (call.getOperator() instanceof SqlFunction
                && NAMES.contains(name)
                && !OF_ANYTHING.contains(name)
                && call.operandCount() > 0
                && SqlUtil.isNullLiteral(call.operand(0), false)) {
            SqlNode argument = call.operand(0);
            SqlParserPos place = argument.getParserPosition();
            SqlDataTypeSpec type = new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.INTEGER, place), place);
            call.setOperand(0, SqlStdOperatorTable.CAST.createCall(place, argument, type));
        }
    }
}
