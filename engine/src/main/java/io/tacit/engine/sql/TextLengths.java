package io.tacit.engine.sql;

import java.util.List;
import java.util.function.IntToLongFunction;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.NlsString;

/**
 * How long a text each operator makes at most, as a function of how long its operands are. DuckDB builds a result in
 * memory that its limit does not cover, and only then could it be cut; so printers ask here before they print, and cut
 * operands, or give NULL, where the result would be too long. The specification of each function says it.
 *
 * <p>The length of an array is the number of characters in it.
 */
public final class TextLengths {
    /** The longest text that an expression makes: nothing that a person reads, and no way to fill the memory. */
    public static final int MOST = 10_000;

    /** The longest intermediate text. */
    public static final int MOST_ON_THE_WAY = 8 * MOST;

    /** The length of a text in a source's column, which the owner does not limit. */
    public static final long UNKNOWN = 1L << 40;

    /** The length assumed for a text of a source when the texts of a row are added up. */
    static final long USUAL = 2_500;

    /** The most characters of text that a statement makes of one row. */
    public static final long MOST_IN_A_ROW = 500_000;

    /** The most elements of an array: each takes memory of its own, whatever its value. */
    public static final int MOST_ELEMENTS = 1_000;

    /** What an element of an array takes besides its text. */
    static final long SLOT = 16;

    /**
     * Characters of a JSON text that one character of the text it was extracted from becomes: {@code 1e9} is written
     * out.
     */
    public static final int JSON_GROWTH = 8;

    /** The longest text of a number, date or truth: that of a DECIMAL(38) or a date far away. */
    static final long PLAIN = 48;

    private TextLengths() {}

    /**
     * The length of the longest text of an expression; for other values, the length once converted to text.
     *
     * @param fields the longest text of each input field
     */
    public static long of(RexNode node, IntToLongFunction fields) {
        if (!isText(node.getType())) {
            return PLAIN;
        }
        if (node instanceof RexInputRef reference) {
            return fields.applyAsLong(reference.getIndex());
        }
        if (node instanceof RexLiteral literal) {
            return literal.isNull()
                    ? 0
                    : ConstantValue.of(literal, NlsString.class).getValue().length();
        }
        if (node instanceof RexCall call && !(node instanceof RexOver) && !(node instanceof RexSubQuery)) {
            return ofCall(call, fields);
        }
        return UNKNOWN;
    }

    private static long ofCall(RexCall call, IntToLongFunction fields) {
        return length(call)
                .most()
                .of(
                        call,
                        call.getOperands().stream()
                                .map(operand -> of(operand, fields))
                                .toList());
    }

    /** How much text the engine makes of one row for a call, besides the values of its operands. */
    public static long built(RexCall call, IntToLongFunction fields) {
        TextLength length = isText(call.getType()) ? length(call) : TextLength.NONE;
        if (length.built() == TextLength.NOTHING) {
            return 0;
        }
        List<Long> operands = call.getOperands().stream()
                .map(operand -> usual(of(operand, fields)))
                .toList();
        return length.built().of(call, operands, () -> of(call, fields));
    }

    private static TextLength length(RexCall call) {
        return ScalarFunctions.of(call.getOperator())
                .map(function -> function.specification().length())
                .orElseThrow(() -> new IllegalStateException(
                        "no length is known of " + call.getOperator().getName()));
    }

    private static long usual(long length) {
        return length == UNKNOWN ? USUAL : length;
    }

    private static boolean isText(RelDataType type) {
        RelDataType component = type.getComponentType();
        return component == null ? SqlTypeUtil.isCharacter(type) : isText(component);
    }

    static long sum(List<Long> lengths) {
        return Math.min(UNKNOWN, lengths.stream().mapToLong(length -> length).sum());
    }
}
