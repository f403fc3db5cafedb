package io.tacit.engine.sql;

import java.util.List;
import java.util.function.LongSupplier;
import org.apache.calcite.rex.RexCall;

/**
 * How long a text a function makes at most, and what an engine makes of one row on the way to it.
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

    /** What is made of one row. */
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

    /** What makes nothing anew: its operands need not be looked at. */
    static final Built NOTHING = (call, operands, most) -> 0;

    /** What is no text. Its text, where it is converted to one, is that of a number or date. */
    static final TextLength NONE = handsOn((call, operands) -> TextLengths.PLAIN);

    /** Of a text that is made anew, no longer than all operands together. */
    static TextLength of(Most most) {
        return new TextLength(
                most, (call, operands, longest) -> Math.min(longest.getAsLong(), TextLengths.sum(operands)));
    }

    /** Of a text that is one of the operands or stands in it already. */
    static TextLength handsOn(Most most) {
        return new TextLength(most, NOTHING);
    }

    /** No longer than an operand. */
    static TextLength ofOperand(int operand) {
        return of((call, operands) -> operands.get(operand));
    }

    TextLength building(Built made) {
        return new TextLength(most, made);
    }
}
