package io.tacit.engine.sql;

import java.util.List;
import java.util.function.LongSupplier;
import org.apache.calcite.rex.RexCall;

/**
 * How long a function's text is at most, and how much text an engine makes of one row to compute it.
 *
 * @param most the longest text of a call, from the longest texts of its operands
 * @param built what is made of one row for a call, besides the values of its operands
 */
public record TextLength(Most most, Built built) {
    /** The longest text of a call. */
    @FunctionalInterface
    public interface Most {
        /**
         * The number of its characters.
         *
         * @param operands the longest text of each operand
         */
        long of(RexCall call, List<Long> operands);
    }

    /** How much text an engine makes of one row. */
    @FunctionalInterface
    public interface Built {
        /**
         * A number of characters.
         *
         * @param operands how long each operand usually is
         * @param most the longest text of the call
         */
        long of(RexCall call, List<Long> operands, LongSupplier most);
    }

    /** No new text is made, so that the operands need not be looked at. */
    static final Built NOTHING = (call, operands, most) -> 0;

    /** The length of values that are not texts: converted to text, they are as long as a number or date. */
    static final TextLength NONE = handsOn((call, operands) -> TextLengths.PLAIN);

    /** The length of a new text that is no longer than all operands together. */
    static TextLength of(Most most) {
        return new TextLength(
                most, (call, operands, longest) -> Math.min(longest.getAsLong(), TextLengths.sum(operands)));
    }

    /** The length of a text that is one of the operands, or stands in one already. */
    static TextLength handsOn(Most most) {
        return new TextLength(most, NOTHING);
    }

    /** The length of a text that is no longer than one operand. */
    static TextLength ofOperand(int operand) {
        return of((call, operands) -> operands.get(operand));
    }

    TextLength building(Built made) {
        return new TextLength(most, made);
    }
}
