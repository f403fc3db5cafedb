package io.tacit.engine.sql;

import io.tacit.engine.refusal.StopPlanning;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Builds expressions that are made total later: any of them may be NULL, whatever its type says.
 *
 * <p>Calcite takes {@code CAST(COALESCE(s, 'x') AS INTEGER) IS NOT NULL} for true and drops the filter, since no
 * operand may be NULL. Here what is asked whether it is NULL always has a type that may be.
 */
final class TotalRexBuilder extends RexBuilder {
    private static final Set<SqlKind> ASKING = Set.of(SqlKind.IS_NULL, SqlKind.IS_NOT_NULL);

    TotalRexBuilder(RelDataTypeFactory types) {
        super(types);
    }

    @Override
    public RexNode makeCall(SqlParserPos place, SqlOperator operator, List<? extends RexNode> operands) {
        return super.makeCall(place, operator, asked(operator, operands));
    }

    @Override
    public RexNode makeCall(RelDataType type, SqlOperator operator, List<RexNode> operands) {
        return super.makeCall(type, operator, asked(operator, operands));
    }

    @Override
    public RexNode makeCall(SqlParserPos place, RelDataType type, SqlOperator operator, List<RexNode> operands) {
        return super.makeCall(place, type, operator, asked(operator, operands));
    }

    private List<RexNode> asked(SqlOperator operator, List<? extends RexNode> operands) {
        StopPlanning.check();
        if (!ASKING.contains(operator.getKind())) {
            return new ArrayList<>(operands);
        }
        List<RexNode> asked = new ArrayList<>();
        for (RexNode operand : operands) {
            boolean certain = operand instanceof RexLiteral || operand.getType().isNullable();
            RelDataType nullable = typeFactory.createTypeWithNullability(operand.getType(), true);
            asked.add(certain ? operand : makeAbstractCast(nullable, operand, false));
        }
        return asked;
    }
}
