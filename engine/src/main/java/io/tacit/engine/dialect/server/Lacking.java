package io.tacit.engine.dialect.server;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.TypeNames;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;

/**
 * What a server has not, has with another meaning, or cannot compute without errors: refused, never approximated.
 *
 * @param server what people call it, such as {@code PostgreSQL}
 * @param views what holds its views, such as {@code database}
 */
public record Lacking(String server, String views) {
    /** The printer of a function that is lacking. */
    public ScalarPrinter printer() {
        return new Refused(this);
    }

    /** The refusal of a function, or of a form of it. */
    public Refusal function(String name) {
        return new Refusal(
                ErrorCode.UNSUPPORTED_FUNCTION,
                "Over people's rows in " + server + " there is no " + name + " that means the same as elsewhere.",
                "Which functions there are shows docs/reference/engines.md. Over released values all may be used.");
    }

    /** The refusal of an aggregate, or of a form of it. */
    public Refusal aggregate(String name) {
        return new Refusal(
                ErrorCode.AGGREGATE,
                "In a step of one person " + server + " has no " + name + " that means the same as elsewhere.",
                "Use COUNT, SUM, AVG, MIN or MAX there.");
    }

    /** The refusal of a conversion. */
    public Refusal conversion(String from, String to) {
        return new Refusal(
                ErrorCode.ARGUMENT_TYPE,
                server + " has no conversion of " + from + " to " + to + " that means the same as elsewhere.",
                "Convert the column in a view of the " + views + ", or leave the conversion out.");
    }

    /** The refusal of all values of a type. */
    Refusal type(RelDataType type) {
        return new Refusal(
                ErrorCode.ARGUMENT_TYPE,
                "Over people's rows in " + server + " values of type " + TypeNames.of(type) + " are not accepted.",
                "Convert them, for example with CAST(… AS VARCHAR).");
    }

    private record Refused(Lacking lacking) implements ScalarPrinter {
        @Override
        public String print(ScalarToSql scalars, RexCall call) {
            throw lacking.function(call.getOperator().getName());
        }

        @Override
        public boolean isLacking() {
            return true;
        }
    }
}
