package io.tacit.engine.sql;

import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.util.Optionality;

/**
 * {@code BOOL_AND} and {@code BOOL_OR}: the least and the greatest of truth values, NULL left out. They have no private
 * form: one person could turn the answer about all people around.
 */
public final class TruthAggregate extends SqlAggFunction {
    static final TruthAggregate AND = new TruthAggregate("BOOL_AND", SqlKind.MIN);
    static final TruthAggregate OR = new TruthAggregate("BOOL_OR", SqlKind.MAX);

    private TruthAggregate(String name, SqlKind kind) {
        super(
                name,
                null,
                kind,
                ReturnTypes.ARG0_FORCE_NULLABLE,
                null,
                OperandTypes.BOOLEAN,
                SqlFunctionCategory.SYSTEM,
                false,
                false,
                Optionality.FORBIDDEN);
    }
}
