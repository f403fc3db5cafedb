package io.tacit.engine.dialect.duckdb;

import static io.tacit.engine.dialect.duckdb.DuckDbScalars.typed;

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
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlTrimFunction;

/**
 * Text. Numbers of characters are 32-bit, beyond which DuckDB raises errors. What could become longer than its operands
 * is bounded before it is built, by {@link TextLengths}.
 */
final class DuckDbTexts {
    private DuckDbTexts() {}

    static ScalarPrinter printer(TextFunction function) {
        return switch (function) {
            case CONCATENATION -> DuckDbTexts::concatenation;
            case CONCAT ->
                (scalars, call) -> together(scalars, call.getOperands()).text();
            case UPPER -> function("upper");
            case LOWER -> function("lower");
            case TRIM -> DuckDbTexts::trim;
            case LTRIM -> function("ltrim");
            case RTRIM -> function("rtrim");
            case SUBSTRING -> placed("substring", 1);
            case LEFT -> placed("left", 1);
            case RIGHT -> placed("right", 1);
            case SPLIT_PART -> placed("split_part", 2);
            case REPLACE -> DuckDbTexts::replacement;
            case LENGTH -> counted("length");
            case POSITION -> DuckDbTexts::position;
            case STRPOS -> counted("strpos");
            case STARTS_WITH -> function("starts_with");
            case ENDS_WITH -> function("ends_with");
            case TUPLE -> DuckDbTexts::tuple;
        };
    }

    private static ScalarPrinter function(String name) {
        return (scalars, call) -> name + "(" + texts(scalars, call) + ")";
    }

    private static ScalarPrinter counted(String name) {
        return (scalars, call) -> typed(name + "(" + texts(scalars, call) + ")", call.getType());
    }

    /** Functions whose last operands are numbers of characters. */
    private static ScalarPrinter placed(String name, int texts) {
        return (scalars, call) -> {
            StringBuilder text = new StringBuilder(name).append('(');
            List<RexNode> operands = call.getOperands();
            for (int i = 0; i < operands.size(); i++) {
                text.append(i == 0 ? "" : ", ")
                        .append(i < texts ? text(scalars, call, i) : scalars.printAs(operands.get(i), "INTEGER"));
            }
            return text.append(')').toString();
        };
    }

    static String text(ScalarToSql scalars, RexCall call, int index) {
        return scalars.printAs(call.getOperands().get(index), "VARCHAR");
    }

    private static String texts(ScalarToSql scalars, RexCall call) {
        List<String> texts = call.getOperands().stream()
                .map(operand -> scalars.printAs(operand, "VARCHAR"))
                .toList();
        return String.join(", ", texts);
    }

    /** A text cut to the longest one that an expression makes. */
    static String cut(String text) {
        return "left(" + text + ", " + TextLengths.MOST + ")";
    }

    /** An operand as text, cut if it may be longer than the longest text of an expression. */
    static String atMost(ScalarToSql scalars, RexNode operand) {
        String text = scalars.printAs(operand, "VARCHAR");
        return scalars.most(operand) <= TextLengths.MOST ? text : cut(text);
    }

    /**
     * Two texts one behind the other; before the cut the result is no longer than both, and each of them is a row's own
     * text or cut.
     */
    private static String concatenation(ScalarToSql scalars, RexCall call) {
        String both = text(scalars, call, 0) + " || " + text(scalars, call, 1);
        long most = scalars.most(call.getOperands().get(0))
                + scalars.most(call.getOperands().get(1));
        return most <= TextLengths.MOST ? "(" + both + ")" : cut(both);
    }

    /** A text and how long it may be. */
    private record Piece(String text, long most) {}

    /** CONCAT of any number of operands, some at a time, so that intermediate texts are bounded too. */
    private static Piece together(ScalarToSql scalars, List<RexNode> operands) {
        List<Piece> pieces = new ArrayList<>();
        for (RexNode operand : operands) {
            pieces.add(new Piece(atMost(scalars, operand), Math.min(TextLengths.MOST, scalars.most(operand))));
        }
        do {
            List<Piece> joined = new ArrayList<>();
            for (int from = 0; from < pieces.size(); ) {
                int to = from;
                long sum = 0;
                while (to < pieces.size() && sum + pieces.get(to).most() <= TextLengths.MOST_ON_THE_WAY) {
                    sum += pieces.get(to++).most();
                }
                joined.add(concat(pieces.subList(from, to), sum));
                from = to;
            }
            pieces = joined;
        } while (pieces.size() > 1);
        return pieces.get(0);
    }

    private static Piece concat(List<Piece> pieces, long most) {
        String text =
                "concat(" + String.join(", ", pieces.stream().map(Piece::text).toList()) + ")";
        return most <= TextLengths.MOST ? new Piece(text, most) : new Piece(cut(text), TextLengths.MOST);
    }

    /**
     * REPLACE. Where the texts in the query show that the result stays short it is made as it is; where it could be
     * very long the engine looks at the lengths first, and what could become too long is NULL.
     */
    private static String replacement(ScalarToSql scalars, RexCall call) {
        Replacement replacement = Replacement.of(call);
        RexNode operand = call.getOperands().get(0);
        String what = text(scalars, call, 1);
        String by = text(scalars, call, 2);
        if (replacement.built(scalars.most(operand)) <= TextLengths.MOST || replacement.shortens()) {
            return replace(text(scalars, call, 0), what, by);
        }
        if (replacement.isSmall()) {
            return cut(replace(atMost(scalars, operand), what, by));
        }
        String text = text(scalars, call, 0);
        return "CASE WHEN " + length(text) + " * " + length(by) + " <= CAST(" + TextLengths.MOST_ON_THE_WAY
                + " AS DOUBLE) * greatest(CAST(1 AS DOUBLE), " + length(what) + ") THEN "
                + cut(replace(text, what, by)) + " END";
    }

    /** Several values as one text: -0.0 and 0.0 are one value; only the beginning of a very long text counts. */
    private static String tuple(ScalarToSql scalars, RexCall call) {
        List<String> texts = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            if (operand.getType().getComponentType() != null) {
                throw new Refusal(
                        ErrorCode.ARGUMENT_TYPE, "Arrays are not counted.", "Count their elements, or a text of them.");
            }
            String text = StandardTypes.isDouble(operand.getType())
                    ? "CAST(" + scalars.print(operand) + " + CAST(0 AS DOUBLE) AS VARCHAR)"
                    : atMost(scalars, operand);
            texts.add("CASE WHEN " + text + " IS NULL THEN '-' ELSE length(" + text + ") || ':' || " + text + " END");
        }
        return "(" + String.join(" || ", texts) + ")";
    }

    private static String replace(String text, String what, String by) {
        return "replace(" + text + ", " + what + ", " + by + ")";
    }

    /** The length of a text as DOUBLE, in which no product of lengths overflows. */
    static String length(String text) {
        return "CAST(length(" + text + ") AS DOUBLE)";
    }

    private static String trim(ScalarToSql scalars, RexCall call) {
        RexLiteral side = (RexLiteral) call.getOperands().get(0);
        String name = switch (ConstantValue.of(side, SqlTrimFunction.Flag.class)) {
            case BOTH -> "trim";
            case LEADING -> "ltrim";
            case TRAILING -> "rtrim";
        };
        return name + "(" + text(scalars, call, 2) + ", " + text(scalars, call, 1) + ")";
    }

    private static String position(ScalarToSql scalars, RexCall call) {
        if (call.getOperands().size() != 2) {
            throw new Refusal(
                    ErrorCode.UNSUPPORTED_FUNCTION,
                    "POSITION with a place to begin at is not accepted.",
                    "Use POSITION(x IN y), or cut y with SUBSTRING first.");
        }
        return typed("strpos(" + text(scalars, call, 1) + ", " + text(scalars, call, 0) + ")", call.getType());
    }
}
