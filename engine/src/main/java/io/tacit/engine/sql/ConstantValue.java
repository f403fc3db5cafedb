package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.function.Supplier;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.NlsString;

/** Values of constants in the algebra. */
public final class ConstantValue {
    private ConstantValue() {}

    /**
     * The value of a constant that is not NULL.
     *
     * @throws Refusal when it is NULL
     */
    public static <T> T of(RexLiteral literal, Class<T> type) {
        T value = literal.getValueAs(type);
        if (value == null) {
            throw unusable();
        }
        return value;
    }

    /** The value of a text constant; anything else is refused. */
    public static String text(RexNode node, Supplier<Refusal> otherwise) {
        if (node instanceof RexLiteral literal && !literal.isNull() && SqlTypeUtil.isCharacter(literal.getType())) {
            return of(literal, NlsString.class).getValue();
        }
        throw otherwise.get();
    }

    /** The refusal of a constant that no engine could read. */
    public static Refusal unusable() {
        return new Refusal(ErrorCode.INVALID_QUERY, "This constant cannot be used here.", "Write it in another form.");
    }
}
