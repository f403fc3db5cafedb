package io.tacit.engine.dialect.postgres;

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
 * are lacking: which letters they change depends on the collations that a server has.
 */
final class PostgresTexts {
    /** How many characters of a text are read by functions that need memory for it. */
    static final int MOST_READ = 10_000_000;

    private PostgresTexts() {}

    static ScalarPrinter printer(TextFunction function) {
        return switch (function) {
            case CONCATENATION -> PostgresTexts::concatenation;
            case CONCAT -> PostgresTexts::concat;
            case TRIM -> PostgresTexts::trim;
            case LTRIM -> bounded("ltrim");
            case RTRIM -> bounded("rtrim");
            case SUBSTRING -> PostgresTexts::substring;
            case LEFT -> counted("left");
            case RIGHT -> counted("right");
            case REPLACE -> PostgresTexts::replacement;
            case LENGTH -> number("length");
            case POSITION -> PostgresTexts::position;
            case STRPOS -> number("strpos");
            case STARTS_WITH -> function("starts_with");
            case ENDS_WITH ->
                (scalars, call) ->
                        Once.of(text(scalars, call, 0), text(scalars, call, 1), "(right(v.a, length(v.b)) = v.b)");
            case TUPLE -> PostgresTexts::tuple;
            case UPPER, LOWER, SPLIT_PART -> Lacking.FUNCTION;
        };
    }

    private static ScalarPrinter function(String name) {
        return (scalars, call) -> name + "(" + texts(scalars, call) + ")";
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
                PostgresConversions.fit(name + "(" + texts(scalars, call) + ")", PostgresTypes.of(call.getType()));
    }

    static String text(ScalarToSql scalars, RexCall call, int index) {
        return scalars.printAs(call.getOperands().get(index), PostgresTypes.TEXT);
    }

    /**
     * An operand of which no more is read than a function can have: some need eight times its size, and a row has no room
     * for two results of hundreds of megabytes.
     */
    static String bounded(ScalarToSql scalars, RexNode operand) {
        String text = scalars.printAs(operand, PostgresTypes.TEXT);
        return scalars.most(operand) <= MOST_READ ? text : "left(" + text + ", " + MOST_READ + ")";
    }

    private static String texts(ScalarToSql scalars, RexCall call) {
        return String.join(
                ", ",
                call.getOperands().stream()
                        .map(operand -> scalars.printAs(operand, PostgresTypes.TEXT))
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
        String text = scalars.printAs(operand, PostgresTypes.TEXT);
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
            String text = PostgresTypes.isDouble(operand.getType())
                    ? "CAST(" + scalars.print(operand) + " + CAST(0 AS double precision) AS text) COLLATE \"C\""
                    : atMost(scalars, operand);
            texts.add(Once.of(text, "CASE WHEN v.a IS NULL THEN '-' ELSE length(v.a) || ':' || v.a END"));
        }
        return "((" + String.join(" || ", texts) + ") COLLATE \"C\")";
    }

    private static String trim(ScalarToSql scalars, RexCall call) {
        RexLiteral side = (RexLiteral) call.getOperands().get(0);
        String name = switch (ConstantValue.of(side, SqlTrimFunction.Flag.class)) {
            case BOTH -> "btrim";
            case LEADING -> "ltrim";
            case TRAILING -> "rtrim";
        };
        return name + "(" + bounded(scalars, call.getOperands().get(2)) + ", "
                + bounded(scalars, call.getOperands().get(1)) + ")";
    }

    private static String position(ScalarToSql scalars, RexCall call) {
        if (call.getOperands().size() != 2) {
            throw new Refusal(
                    ErrorCode.UNSUPPORTED_FUNCTION,
                    "POSITION with a place to begin at is not accepted.",
                    "Use POSITION(x IN y), or cut y with SUBSTRING first.");
        }
        return PostgresConversions.fit(
                "strpos(" + text(scalars, call, 1) + ", " + text(scalars, call, 0) + ")",
                PostgresTypes.of(call.getType()));
    }
}
