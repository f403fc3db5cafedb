package io.tacit.engine.dialect.server;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.StandardTypes;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ConstantValue;
import io.tacit.engine.sql.Replacement;
import io.tacit.engine.sql.TextFunction;
import io.tacit.engine.sql.TextLengths;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Text. What could become longer than its operands is bounded before it is built, by {@link TextLengths}.
 *
 * @param sql what all printers of the server use
 * @param notation where the server differs from others
 */
public record ServerTexts(ServerSql sql, TextNotation notation) {
    /** How many characters of a text are read by functions that need memory for it. */
    public static final int MOST_READ = 10_000_000;

    /** The printer of a function of texts. */
    public ScalarPrinter printer(TextFunction function) {
        return switch (function) {
            case CONCATENATION -> this::concatenation;
            case CONCAT -> this::concat;
            case TRIM -> this::trim;
            case LTRIM -> trimmed(SqlTrimFunction.Flag.LEADING);
            case RTRIM -> trimmed(SqlTrimFunction.Flag.TRAILING);
            case SUBSTRING -> this::substring;
            case LEFT -> counted("left");
            case RIGHT -> counted("right");
            case REPLACE -> this::replacement;
            case LENGTH -> (scalars, call) -> number("length(" + texts(scalars, call) + ")", call);
            case POSITION -> this::position;
            case STRPOS -> (scalars, call) -> number(notation.place() + "(" + texts(scalars, call) + ")", call);
            case STARTS_WITH -> (scalars, call) -> notation.startsWith() + "(" + texts(scalars, call) + ")";
            case ENDS_WITH -> (scalars, call) -> notation.endsWith(text(scalars, call, 0), text(scalars, call, 1));
            case TUPLE -> this::tuple;
            case UPPER -> notation.upper();
            case LOWER -> notation.lower();
            case SPLIT_PART -> notation.part();
        };
    }

    /** An operand as a text. */
    public String text(ScalarToSql scalars, RexCall call, int index) {
        return text(scalars, call.getOperands().get(index));
    }

    private String text(ScalarToSql scalars, RexNode operand) {
        return scalars.printAs(operand, sql.types().name(SqlTypeName.VARCHAR));
    }

    /**
     * An operand of which no more is read than a function can have: some need eight times its size, and a row has no room
     * for two results of hundreds of megabytes.
     */
    public String bounded(ScalarToSql scalars, RexNode operand) {
        String text = text(scalars, operand);
        return scalars.most(operand) <= MOST_READ ? text : "left(" + text + ", " + MOST_READ + ")";
    }

    private String texts(ScalarToSql scalars, RexCall call) {
        return String.join(
                ", ",
                call.getOperands().stream()
                        .map(operand -> text(scalars, operand))
                        .toList());
    }

    private String number(String text, RexCall call) {
        return sql.types().fit(text, call.getType());
    }

    private ScalarPrinter trimmed(SqlTrimFunction.Flag side) {
        return (scalars, call) -> notation.trimmed(
                side,
                bounded(scalars, call.getOperands().get(0)),
                call.getOperands().stream()
                        .skip(1)
                        .map(operand -> bounded(scalars, operand))
                        .findFirst());
    }

    private String trim(ScalarToSql scalars, RexCall call) {
        RexLiteral side = (RexLiteral) call.getOperands().get(0);
        return notation.trimmed(
                ConstantValue.of(side, SqlTrimFunction.Flag.class),
                bounded(scalars, call.getOperands().get(2)),
                Optional.of(bounded(scalars, call.getOperands().get(1))));
    }

    /** The first or last characters; a constant number of at least 0. */
    private ScalarPrinter counted(String name) {
        return (scalars, call) -> name + "(" + text(scalars, call, 0) + ", " + constant(call, 1, 0) + ")";
    }

    private String substring(ScalarToSql scalars, RexCall call) {
        String from = "substring(" + bounded(scalars, call.getOperands().get(0)) + ", " + constant(call, 1, 1);
        return call.getOperands().size() == 2 ? from + ")" : from + ", " + constant(call, 2, 0) + ")";
    }

    /** A constant place or number of characters: others than these mean something else in each engine. */
    private int constant(RexCall call, int operand, int least) {
        Long value = call.getOperands().get(operand) instanceof RexLiteral literal
                        && !literal.isNull()
                        && SqlTypeName.INT_TYPES.contains(literal.getType().getSqlTypeName())
                ? literal.getValueAs(Long.class)
                : null;
        if (value == null || value < least || value > TextLengths.MOST) {
            throw sql.lacking()
                    .function(call.getOperator().getName() + " with another number than a constant from " + least
                            + " to " + TextLengths.MOST);
        }
        return value.intValue();
    }

    private static String cut(String text) {
        return "left(" + text + ", " + TextLengths.MOST + ")";
    }

    private String atMost(ScalarToSql scalars, RexNode operand) {
        String text = text(scalars, operand);
        return scalars.most(operand) <= TextLengths.MOST ? text : cut(text);
    }

    private String concatenation(ScalarToSql scalars, RexCall call) {
        String both = atMost(scalars, call.getOperands().get(0)) + " || "
                + atMost(scalars, call.getOperands().get(1));
        long most = scalars.most(call.getOperands().get(0))
                + scalars.most(call.getOperands().get(1));
        return most <= TextLengths.MOST ? "(" + both + ")" : cut(both);
    }

    /** CONCAT leaves out NULL. */
    private String concat(ScalarToSql scalars, RexCall call) {
        long most = 0;
        List<String> texts = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            most += Math.min(TextLengths.MOST, scalars.most(operand));
            texts.add("COALESCE(" + atMost(scalars, operand) + ", '')");
        }
        if (most > TextLengths.MOST_ON_THE_WAY) {
            throw sql.lacking().function("CONCAT of so long texts");
        }
        String both = String.join(" || ", texts);
        return most <= TextLengths.MOST ? "(" + both + ")" : cut(both);
    }

    private String replacement(ScalarToSql scalars, RexCall call) {
        Replacement replacement = Replacement.of(call);
        RexNode operand = call.getOperands().get(0);
        if (replacement.built(scalars.most(operand)) > TextLengths.MOST && !replacement.shortens()) {
            throw sql.lacking().function("REPLACE that may make a long text");
        }
        return "replace("
                + String.join(
                        ", ",
                        call.getOperands().stream()
                                .map(each -> bounded(scalars, each))
                                .toList())
                + ")";
    }

    private String tuple(ScalarToSql scalars, RexCall call) {
        List<String> texts = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            if (operand.getType().getComponentType() != null) {
                throw new Refusal(
                        ErrorCode.ARGUMENT_TYPE, "Arrays are not counted.", "Count their elements, or a text of them.");
            }
            texts.add(notation.counted(
                    StandardTypes.isDouble(operand.getType())
                            ? notation.ofReal(scalars.print(operand))
                            : atMost(scalars, operand)));
        }
        return notation.joined(texts);
    }

    private String position(ScalarToSql scalars, RexCall call) {
        if (call.getOperands().size() != 2) {
            throw new Refusal(
                    ErrorCode.UNSUPPORTED_FUNCTION,
                    "POSITION with a place to begin at is not accepted.",
                    "Use POSITION(x IN y), or cut y with SUBSTRING first.");
        }
        return number(notation.place() + "(" + text(scalars, call, 1) + ", " + text(scalars, call, 0) + ")", call);
    }
}
