package io.tacit.engine.dialect.duckdb;

import static io.tacit.engine.dialect.duckdb.DuckDbScalars.operand;
import static io.tacit.engine.dialect.duckdb.DuckDbScalars.typed;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ArrayFunction;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.TextLengths;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/**
 * Arrays: made in a row from its own values, taken apart with UNNEST, never a column of a table or of an answer. An
 * array is no longer than the text that it was made of, and has at most {@value TextLengths#MOST_ELEMENTS} elements.
 */
final class DuckDbArrays {
    private DuckDbArrays() {}

    static ScalarPrinter printer(ArrayFunction function) {
        return switch (function) {
            case ARRAY -> DuckDbArrays::construct;
            case SPLIT -> DuckDbArrays::split;
            case ITEM -> DuckDbArrays::item;
            case CARDINALITY -> (scalars, call) -> typed("len(" + operand(scalars, call, 0) + ")", call.getType());
            case ARRAY_CONTAINS -> DuckDbArrays::contains;
        };
    }

    private static String contains(ScalarToSql scalars, RexCall call) {
        RelDataType element = ColumnTypes.element(call.getOperands().get(0).getType());
        return "list_contains(" + operand(scalars, call, 0) + ", "
                + scalars.printAs(call.getOperands().get(1), element) + ")";
    }

    /** The parts of a text; an empty separator makes each character a part. What has too many parts is NULL. */
    private static String split(ScalarToSql scalars, RexCall call) {
        RexNode operand = call.getOperands().get(0);
        String text = scalars.printAs(operand, "VARCHAR");
        String separator = scalars.printAs(call.getOperands().get(1), "VARCHAR");
        String parts = "string_split(" + text + ", " + separator + ")";
        if (scalars.most(operand) < TextLengths.MOST_ELEMENTS) {
            return parts;
        }
        String most = "CAST(" + TextLengths.MOST_ELEMENTS + " AS DOUBLE)";
        String separators =
                DuckDbTexts.length(text) + " - " + DuckDbTexts.length("replace(" + text + ", " + separator + ", '')");
        return "CASE WHEN " + DuckDbTexts.length(text) + " < " + most + " OR " + separators + " < " + most + " * "
                + DuckDbTexts.length(separator) + " THEN " + parts + " END";
    }

    private static String construct(ScalarToSql scalars, RexCall call) {
        if (call.getOperands().size() > TextLengths.MOST_ELEMENTS) {
            throw new Refusal(
                    ErrorCode.TOO_COMPLEX,
                    "An array has at most " + TextLengths.MOST_ELEMENTS + " elements.",
                    "Use a public table, or an IN list.");
        }
        List<String> values = new ArrayList<>();
        for (RexNode value : call.getOperands()) {
            values.add(scalars.printAs(value, ColumnTypes.element(call.getType())));
        }
        return "CAST([" + String.join(", ", values) + "] AS " + DuckDbTypes.name(call.getType()) + ")";
    }

    /** An element by its number: the first is 1; there is none before it, and none after the last. */
    private static String item(ScalarToSql scalars, RexCall call) {
        String index = scalars.printAs(call.getOperands().get(1), "BIGINT");
        return "CASE WHEN " + index + " >= 1 THEN list_extract(" + operand(scalars, call, 0) + ", " + index + ") END";
    }

    /** A row for each element; with ORDINALITY its number, from 1. */
    static String unnest(Uncollect uncollect, String array, String from) {
        if (uncollect.getInput().getRowType().getFieldCount() != 1) {
            throw new Refusal(
                    ErrorCode.UNSUPPORTED_FUNCTION,
                    "UNNEST of several arrays at once is not accepted.",
                    "Write one UNNEST for each.");
        }
        String ordinality = uncollect.withOrdinality
                ? ", TRY_CAST(UNNEST(range(1, 1 + len(" + array + "))) AS "
                        + DuckDbTypes.name(uncollect
                                .getRowType()
                                .getFieldList()
                                .get(uncollect.getRowType().getFieldCount() - 1)
                                .getType())
                        + ") AS c1"
                : "";
        return "SELECT UNNEST(" + array + ") AS c0" + ordinality + from;
    }
}
