package io.tacit.engine.dialect.duckdb;

import static io.tacit.engine.dialect.duckdb.DuckDbScalars.typed;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ConstantValue;
import io.tacit.engine.sql.DistinctTuples;
import io.tacit.engine.sql.RegularExpression;
import io.tacit.engine.sql.RegularReplacement;
import io.tacit.engine.sql.Replacement;
import io.tacit.engine.sql.ScalarFunctions;
import io.tacit.engine.sql.TextLengths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;

/**
 * Text. Numbers of characters are 32-bit, beyond which DuckDB raises errors; patterns with rules of their own are
 * constants, checked here. What could become longer than its operands is bounded before it is built, by {@link
 * TextLengths}.
 */
final class DuckDbTexts {
    private DuckDbTexts() {}

    static void register(Map<SqlOperator, ScalarPrinter> printers) {
        function(printers, SqlStdOperatorTable.UPPER, "upper");
        function(printers, SqlStdOperatorTable.LOWER, "lower");
        function(printers, ScalarFunctions.LTRIM, "ltrim");
        function(printers, ScalarFunctions.RTRIM, "rtrim");
        function(printers, ScalarFunctions.STARTS_WITH, "starts_with");
        counted(printers, SqlStdOperatorTable.CHAR_LENGTH, "length");
        counted(printers, SqlStdOperatorTable.CHARACTER_LENGTH, "length");
        counted(printers, ScalarFunctions.LENGTH, "length");
        counted(printers, ScalarFunctions.STRPOS, "strpos");
        placed(printers, ScalarFunctions.LEFT, "left", 1);
        placed(printers, ScalarFunctions.RIGHT, "right", 1);
        placed(printers, SqlStdOperatorTable.SUBSTRING, "substring", 1);
        placed(printers, ScalarFunctions.SPLIT_PART, "split_part", 2);
        printers.put(SqlStdOperatorTable.TRIM, DuckDbTexts::trim);
        printers.put(SqlStdOperatorTable.POSITION, DuckDbTexts::position);
        printers.put(SqlStdOperatorTable.CONCAT, DuckDbTexts::concatenation);
        printers.put(
                ScalarFunctions.CONCAT,
                (scalars, call) -> together(scalars, call.getOperands()).text());
        printers.put(SqlStdOperatorTable.REPLACE, DuckDbTexts::replacement);
        printers.put(SqlStdOperatorTable.LIKE, (scalars, call) -> like(scalars, call, "LIKE"));
        printers.put(SqlLibraryOperators.ILIKE, (scalars, call) -> like(scalars, call, "ILIKE"));
        printers.put(SqlStdOperatorTable.NOT_LIKE, (scalars, call) -> "(NOT " + like(scalars, call, "LIKE") + ")");
        printers.put(SqlLibraryOperators.NOT_ILIKE, (scalars, call) -> "(NOT " + like(scalars, call, "ILIKE") + ")");
        printers.put(SqlStdOperatorTable.SIMILAR_TO, DuckDbTexts::similar);
        printers.put(SqlStdOperatorTable.NOT_SIMILAR_TO, (scalars, call) -> "(NOT " + similar(scalars, call) + ")");
        printers.put(DistinctTuples.TUPLE, DuckDbTexts::tuple);
        printers.put(ScalarFunctions.REGEXP_LIKE, DuckDbTexts::regularExpression);
        printers.put(ScalarFunctions.REGEXP_MATCHES, DuckDbTexts::regularExpression);
        printers.put(ScalarFunctions.REGEXP_REPLACE, DuckDbTexts::regularReplacement);
    }

    private static void function(Map<SqlOperator, ScalarPrinter> printers, SqlOperator operator, String name) {
        printers.put(operator, (scalars, call) -> name + "(" + texts(scalars, call) + ")");
    }

    private static void counted(Map<SqlOperator, ScalarPrinter> printers, SqlOperator operator, String name) {
        printers.put(operator, (scalars, call) -> typed(name + "(" + texts(scalars, call) + ")", call.getType()));
    }

    /** Functions whose last operands are numbers of characters. */
    private static void placed(Map<SqlOperator, ScalarPrinter> printers, SqlOperator operator, String name, int texts) {
        printers.put(operator, (scalars, call) -> {
            StringBuilder text = new StringBuilder(name).append('(');
            List<RexNode> operands = call.getOperands();
            for (int i = 0; i < operands.size(); i++) {
                text.append(i == 0 ? "" : ", ")
                        .append(i < texts ? text(scalars, call, i) : scalars.printAs(operands.get(i), "INTEGER"));
            }
            return text.append(')').toString();
        });
    }

    private static String text(ScalarToSql scalars, RexCall call, int index) {
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

    /** An operand as text, cut where it may be longer than an expression makes one. */
    static String atMost(ScalarToSql scalars, RexNode operand) {
        String text = scalars.printAs(operand, "VARCHAR");
        return scalars.most(operand) <= TextLengths.MOST ? text : cut(text);
    }

    /** No longer than both operands before it is cut, and each of them is a row's own text or cut. */
    private static String concatenation(ScalarToSql scalars, RexCall call) {
        String both = text(scalars, call, 0) + " || " + text(scalars, call, 1);
        long most = scalars.most(call.getOperands().get(0))
                + scalars.most(call.getOperands().get(1));
        return most <= TextLengths.MOST ? "(" + both + ")" : cut(both);
    }

    /** A text and how long it may be. */
    private record Piece(String text, long most) {}

    /** CONCAT of any number of operands: of some at a time, so that the texts on the way are bounded too. */
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
     * REPLACE. Where the texts in the query show that the result stays short it is made as it is; where it could be very
     * long the engine looks at the lengths first, and what could become too long is NULL.
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

    /** As for REPLACE: of a text so long that too much could become of it NULL is made. */
    private static String regularReplacement(ScalarToSql scalars, RexCall call) {
        RegularReplacement replacement = RegularReplacement.of(call);
        RexNode operand = call.getOperands().get(0);
        String text = atMost(scalars, operand);
        long most = Math.min(TextLengths.MOST, scalars.most(operand));
        String inside = most <= replacement.longest()
                ? text
                : "CASE WHEN length(" + text + ") <= " + replacement.longest() + " THEN " + text + " END";
        String options = replacement.options().isEmpty() ? "" : ", " + SqlText.text(replacement.options());
        String made = "regexp_replace(" + inside + ", " + SqlText.text(replacement.pattern()) + ", "
                + SqlText.text(replacement.by()) + options + ")";
        return replacement.built(most) <= TextLengths.MOST ? made : cut(made);
    }

    /** -0.0 and 0.0 are one value; of a very long text the beginning counts. */
    private static String tuple(ScalarToSql scalars, RexCall call) {
        List<String> texts = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            if (operand.getType().getComponentType() != null) {
                throw new Refusal(
                        ErrorCode.ARGUMENT_TYPE, "Arrays are not counted.", "Count their elements, or a text of them.");
            }
            String text = DuckDbTypes.isDouble(operand.getType())
                    ? "CAST(" + scalars.print(operand) + " + CAST(0 AS DOUBLE) AS VARCHAR)"
                    : atMost(scalars, operand);
            texts.add("CASE WHEN " + text + " IS NULL THEN '-' ELSE length(" + text + ") || ':' || " + text + " END");
        }
        return "(" + String.join(" || ", texts) + ")";
    }

    private static String replace(String text, String what, String by) {
        return "replace(" + text + ", " + what + ", " + by + ")";
    }

    /** In DOUBLE no product of lengths overflows. */
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

    /** Without ESCAPE no pattern is wrong; with it the pattern and the escape are constants, checked here. */
    private static String like(ScalarToSql scalars, RexCall call, String word) {
        String text = "(" + text(scalars, call, 0) + " " + word + " " + text(scalars, call, 1);
        if (call.getOperands().size() == 2) {
            return text + ")";
        }
        String pattern = constant(call.getOperands().get(1), "A pattern with ESCAPE");
        String escape = constant(call.getOperands().get(2), "ESCAPE");
        if (escape.length() != 1 || escape.charAt(0) >= 128) {
            throw RegularExpression.badPattern("ESCAPE must be one character without accents.");
        }
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.charAt(i) == escape.charAt(0) && ++i == pattern.length()) {
                throw RegularExpression.badPattern("A pattern must not end with its escape character.");
            }
        }
        return text + " ESCAPE " + SqlText.text(escape) + ")";
    }

    private static String similar(ScalarToSql scalars, RexCall call) {
        if (call.getOperands().size() != 2) {
            throw RegularExpression.badPattern("SIMILAR TO with ESCAPE is not accepted.");
        }
        String pattern = constant(call.getOperands().get(1), "The pattern of SIMILAR TO");
        String expression = RegularExpression.ofSimilarTo(pattern);
        return "regexp_full_match(" + text(scalars, call, 0) + ", " + SqlText.text(expression) + ")";
    }

    private static String regularExpression(ScalarToSql scalars, RexCall call) {
        String pattern = constant(call.getOperands().get(1), "A regular expression");
        return "regexp_matches(" + text(scalars, call, 0) + ", " + SqlText.text(RegularExpression.checked(pattern))
                + ")";
    }

    private static String constant(RexNode node, String what) {
        return ConstantValue.text(node, () -> RegularExpression.badPattern(what + " must be a constant text."));
    }
}
