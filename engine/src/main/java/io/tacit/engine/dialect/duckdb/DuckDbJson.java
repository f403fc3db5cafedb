package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ConstantValue;
import io.tacit.engine.sql.JsonFunction;
import io.tacit.engine.sql.TextLengths;
import java.util.regex.Pattern;
import org.apache.calcite.rex.RexCall;

/**
 * Texts that hold JSON. One that holds none, or nothing at the path, gives NULL; paths are constants without wildcards.
 */
final class DuckDbJson {
    private static final int MAX_LENGTH = 200;
    private static final Pattern PATH =
            Pattern.compile("\\$(?:\\.[A-Za-z_][A-Za-z0-9_]*|\\.\"[^\"\\\\*]+\"|\\[[0-9]{1,6}\\])*");

    private DuckDbJson() {}

    static ScalarPrinter printer(JsonFunction function) {
        return switch (function) {
            case JSON_EXTRACT_STRING ->
                (scalars, call) ->
                        bounded(scalars, call, "json_extract_string(" + json(scalars, call) + ", " + path(call) + ")");
            case JSON_VALUE ->
                (scalars, call) -> bounded(
                        scalars,
                        call,
                        "json_extract_string(json_value(" + json(scalars, call) + ", " + path(call) + "), '$')");
        };
    }

    /** A JSON text cut to its limit, as numbers may be written with more digits than in the original. */
    private static String bounded(ScalarToSql scalars, RexCall call, String text) {
        long most = scalars.most(call.getOperands().get(0)) * TextLengths.JSON_GROWTH;
        return most <= TextLengths.MOST ? text : DuckDbTexts.cut(text);
    }

    /** A text as JSON: the engine's functions raise an error for a text that is not JSON, its conversion gives NULL. */
    private static String json(ScalarToSql scalars, RexCall call) {
        return "TRY_CAST(" + scalars.printAs(call.getOperands().get(0), "VARCHAR") + " AS JSON)";
    }

    private static String path(RexCall call) {
        String path = ConstantValue.text(
                call.getOperands().get(1), () -> badPath("A path into JSON must be a constant text."));
        if (path.length() > MAX_LENGTH || !PATH.matcher(path).matches()) {
            throw badPath("This path into JSON is not accepted.");
        }
        return SqlText.text(path);
    }

    private static Refusal badPath(String rule) {
        return new Refusal(
                ErrorCode.INVALID_QUERY,
                rule,
                "Write it with names and places, as in '$.address.city' or '$.items[0]'.");
    }
}
