package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import org.apache.calcite.rex.RexCall;

/** What Spark has not, has with another meaning, or cannot compute without errors: refused, never approximated. */
final class Lacking {
    private Lacking() {}

    /** The printer of a function that is lacking. */
    static final ScalarPrinter FUNCTION = new ScalarPrinter() {
        @Override
        public String print(ScalarToSql scalars, RexCall call) {
            throw function(call.getOperator().getName());
        }

        @Override
        public boolean isLacking() {
            return true;
        }
    };

    /** The refusal of a function, or of a form of it. */
    static Refusal function(String name) {
        return new Refusal(
                ErrorCode.UNSUPPORTED_FUNCTION,
                "Over people's rows in Spark there is no " + name + " that means the same as elsewhere.",
                "Which functions there are shows docs/reference/engines.md. Over released values all may be used.");
    }

    /** The refusal of an aggregate, or of a form of it. */
    static Refusal aggregate(String name) {
        return new Refusal(
                ErrorCode.AGGREGATE,
                "In a step of one person Spark has no " + name + " that means the same as elsewhere.",
                "Use COUNT, SUM, AVG, MIN or MAX there.");
    }

    /** The refusal of a conversion. */
    static Refusal conversion(String from, String to) {
        return new Refusal(
                ErrorCode.ARGUMENT_TYPE,
                "Spark has no conversion of " + from + " to " + to + " that means the same as elsewhere.",
                "Convert the column in a view of the catalogue, or leave the conversion out.");
    }
}
