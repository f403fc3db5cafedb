package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ConstantValue;
import io.tacit.engine.sql.Replacement;
import io.tacit.engine.sql.TextFunction;
import io.tacit.engine.sql.TextLengths;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Text. What could become longer than its operands is bounded before it is built, by {@link TextLengths}. UPPER and LOWER
 * are lacking: Spark makes two letters of one.
 */
final class SparkTexts {
    /** How many characters of a text are read by functions that need memory for it. */
    static final int MOST_READ = 10_000_000;

    private SparkTexts() {}

    static ScalarPrinter printer(TextFunction function) {
        return switch (function) {
            case CONCATENATION -> SparkTexts::concatenation;
            case CONCAT -> SparkTexts::concat;
            case TRIM -> SparkTexts::trim;
            case LTRIM -> trimmed("LEADING");
            case RTRIM -> trimmed("TRAILING");
            case SUBSTRING -> SparkTexts::substring;
            case LEFT -> counted("left");
            case RIGHT -> counted("right");
            case REPLACE -> SparkTexts::replacement;
            case LENGTH -> number("length");
            case POSITION -> SparkTexts::position;
            case STRPOS -> number("instr");
            case STARTS_WITH -> function("startswith");
            case ENDS_WITH -> function("endswith");
            case TUPLE -> SparkTexts::tuple;
            case UPPER, LOWER, SPLIT_PART -> Lacking.FUNCTION;
        };
    }

    private static ScalarPrinter function(String name) {
        return (scalars, call) -> name + "(" + texts(scalars, call) + ")";
    }

    private static ScalarPrinter trimmed(String side) {
        return (scalars, call) -> "trim(" + side + " "
                + (call.getOperands().size() == 1
                        ? "' '"
                        : bounded(scalars, call.getOperands().get(1)))
                + " FROM " + bounded(scalars, call.getOperands().get(0)) + ")";
    }

    private static ScalarPrinter bounded(String name) {
        return (scalars, call) -> name + "("
                + String.join(
                        ", ",
                        call.getOperands().stream()
                                .map(operand -> bounded(scalars, operand))
                                .toList())
                + ")";
    }

    private static ScalarPrinter number(String name) {
        return (scalars, call) ->
                SparkConversions.fit(name + "(" + texts(scalars, call) + ")", SparkTypes.of(call.getType()));
    }

    static String text(ScalarToSql scalars, RexCall call, int index) {
        return scalars.printAs(call.getOperands().get(index), SparkTypes.TEXT);
    }

    /**
     * An operand of which no more is read than a function can have: some need eight times its size, and a row has no room
     * for two results of hundreds of megabytes.
     */
    static String bounded(ScalarToSql scalars, RexNode operand) {
        String text = scalars.printAs(operand, SparkTypes.TEXT);
        return scalars.most(operand) <= MOST_READ ? text : "left(" + text + ", " + MOST_READ + ")";
    }

    private static String texts(ScalarToSql scalars, RexCall call) {
        return String.join(
                ", ",
                call.getOperands().stream()
                        .map(operand -> scalars.printAs(operand, SparkTypes.TEXT))
                        .toList());
    }

    /** The first or last characters; a constant number of at least 0. */
    private static ScalarPrinter counted(String name) {
        return (scalars, call) -> name + "(" + text(scalars, call, 0) + ", " + constant(call, 1, 0) + ")";
    }

    private static String substring(ScalarToSql scalars, RexCall call) {
        String from = "substring(" + bounded(scalars, call.getOperands().get(0)) + ", " + constant(call, 1, 1);
        return call.getOperands().size() == 2 ? from + ")" : from + ", " + constant(call, 2, 0) + ")";
    }

    /** A constant place or number of characters: others than these mean something else in each engine. */
    private static int constant(RexCall call, int operand, int least) {
        Long value = call.getOperands().get(operand) instanceof RexLiteral literal
                        && !literal.isNull()
                        && SqlTypeName.INT_TYPES.contains(literal.getType().getSqlTypeName())
                ? literal.getValueAs(Long.class)
                : null;
        if (value == null || value < least || value > TextLengths.MOST) {
            throw Lacking.function(call.getOperator().getName() + " with another number than a constant from " + least
                    + " to " + TextLengths.MOST);
        }
        return value.intValue();
    }

    private static String cut(String text) {
        return "left(" + text + ", " + TextLengths.MOST + ")";
    }

    private static String atMost(ScalarToSql scalars, RexNode operand) {
        String text = scalars.printAs(operand, SparkTypes.TEXT);
        return scalars.most(operand) <= TextLengths.MOST ? text : cut(text);
    }

    private static String concatenation(ScalarToSql scalars, RexCall call) {
        String both = atMost(scalars, call.getOperands().get(0)) + " || "
                + atMost(scalars, call.getOperands().get(1));
        long most = scalars.most(call.getOperands().get(0))
                + scalars.most(call.getOperands().get(1));
        return most <= TextLengths.MOST ? "(" + both + ")" : cut(both);
    }

    /** CONCAT leaves out NULL. */
    private static String concat(ScalarToSql scalars, RexCall call) {
        long most = 0;
        List<String> texts = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            most += Math.min(TextLengths.MOST, scalars.most(operand));
            texts.add("COALESCE(" + atMost(scalars, operand) + ", '')");
        }
        if (most > TextLengths.MOST_ON_THE_WAY) {
            throw Lacking.function("CONCAT of so long texts");
        }
        String both = String.join(" || ", texts);
        return most <= TextLengths.MOST ? "(" + both + ")" : cut(both);
    }

    private static String replacement(ScalarToSql scalars, RexCall call) {
        Replacement replacement = Replacement.of(call);
        RexNode operand = call.getOperands().get(0);
        if (replacement.built(scalars.most(operand)) > TextLengths.MOST && !replacement.shortens()) {
            throw Lacking.function("REPLACE that may make a long text");
        }
        return bounded("replace").print(scalars, call);
    }

    private static String tuple(ScalarToSql scalars, RexCall call) {
        List<String> texts = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            if (operand.getType().getComponentType() != null) {
                throw new Refusal(
                        ErrorCode.ARGUMENT_TYPE, "Arrays are not counted.", "Count their elements, or a text of them.");
            }
            String text = SparkTypes.isDouble(operand.getType())
                    ? "CAST(" + scalars.print(operand) + " + CAST(0 AS DOUBLE) AS STRING)"
                    : atMost(scalars, operand);
            texts.add(Once.of(
                    text,
                    value -> "CASE WHEN " + value + " IS NULL THEN '-' ELSE concat(CAST(length(" + value
                            + ") AS STRING), ':', " + value + ") END"));
        }
        return "concat(" + String.join(", ", texts) + ")";
    }

    private static String trim(ScalarToSql scalars, RexCall call) {
        RexLiteral side = (RexLiteral) call.getOperands().get(0);
        return "trim(" + ConstantValue.of(side, SqlTrimFunction.Flag.class).name() + " "
                + bounded(scalars, call.getOperands().get(1)) + " FROM "
                + bounded(scalars, call.getOperands().get(2)) + ")";
    }

    private static String position(ScalarToSql scalars, RexCall call) {
        if (call.getOperands().size() != 2) {
            throw new Refusal(
                    ErrorCode.UNSUPPORTED_FUNCTION,
                    "POSITION with a place to begin at is not accepted.",
                    "Use POSITION(x IN y), or cut y with SUBSTRING first.");
        }
        return SparkConversions.fit(
                "instr(" + text(scalars, call, 1) + ", " + text(scalars, call, 0) + ")", SparkTypes.of(call.getType()));
    }
}
