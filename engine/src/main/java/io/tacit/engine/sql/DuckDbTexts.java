package io.tacit.engine.sql;

import static io.tacit.engine.sql.DuckDbScalars.typed;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.DuckDbScalars.Printer;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.util.NlsString;

/**
 * Text. Numbers of characters are 32-bit, beyond which DuckDB raises errors; patterns with rules of their own are
 * constants, checked here; results that could double with every call are cut.
 */
final class DuckDbTexts {
    /** The longest text that an expression makes: nothing that a person reads, and no way to fill the memory. */
    private static final int MAX_LENGTH = 100_000;

    private DuckDbTexts() {}

    static void register(Map<SqlOperator, Printer> printers) {
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
        printers.put(
                SqlStdOperatorTable.CONCAT,
                (scalars, call) -> cut(text(scalars, call, 0) + " || " + text(scalars, call, 1)));
        printers.put(ScalarFunctions.CONCAT, (scalars, call) -> cut("concat(" + texts(scalars, call) + ")"));
        printers.put(
                SqlStdOperatorTable.REPLACE,
                (scalars, call) -> cut("replace(" + text(scalars, call, 0) + ", " + text(scalars, call, 1) + ", left("
                        + text(scalars, call, 2) + ", " + Short.MAX_VALUE + "))"));
        printers.put(SqlStdOperatorTable.LIKE, (scalars, call) -> like(scalars, call, "LIKE"));
        printers.put(SqlLibraryOperators.ILIKE, (scalars, call) -> like(scalars, call, "ILIKE"));
        printers.put(SqlStdOperatorTable.NOT_LIKE, (scalars, call) -> "(NOT " + like(scalars, call, "LIKE") + ")");
        printers.put(SqlLibraryOperators.NOT_ILIKE, (scalars, call) -> "(NOT " + like(scalars, call, "ILIKE") + ")");
        printers.put(SqlStdOperatorTable.SIMILAR_TO, DuckDbTexts::similar);
        printers.put(SqlStdOperatorTable.NOT_SIMILAR_TO, (scalars, call) -> "(NOT " + similar(scalars, call) + ")");
        printers.put(ScalarFunctions.REGEXP_LIKE, DuckDbTexts::regularExpression);
        printers.put(ScalarFunctions.REGEXP_MATCHES, DuckDbTexts::regularExpression);
    }

    private static void function(Map<SqlOperator, Printer> printers, SqlOperator operator, String name) {
        printers.put(operator, (scalars, call) -> name + "(" + texts(scalars, call) + ")");
    }

    private static void counted(Map<SqlOperator, Printer> printers, SqlOperator operator, String name) {
        printers.put(operator, (scalars, call) -> typed(name + "(" + texts(scalars, call) + ")", call.getType()));
    }

    /** Functions whose last operands are numbers of characters. */
    private static void placed(Map<SqlOperator, Printer> printers, SqlOperator operator, String name, int texts) {
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

    private static String cut(String text) {
        return "left(" + text + ", " + MAX_LENGTH + ")";
    }

    private static String trim(ScalarToSql scalars, RexCall call) {
        RexLiteral side = (RexLiteral) call.getOperands().get(0);
        String name = switch (DuckDbLiterals.value(side, SqlTrimFunction.Flag.class)) {
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
            throw badPattern("ESCAPE must be one character without accents.");
        }
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.charAt(i) == escape.charAt(0) && ++i == pattern.length()) {
                throw badPattern("A pattern must not end with its escape character.");
            }
        }
        return text + " ESCAPE " + DuckDbLiterals.text(escape) + ")";
    }

    private static String similar(ScalarToSql scalars, RexCall call) {
        if (call.getOperands().size() != 2) {
            throw badPattern("SIMILAR TO with ESCAPE is not accepted.");
        }
        String pattern = constant(call.getOperands().get(1), "The pattern of SIMILAR TO");
        String expression = RegularExpression.ofSimilarTo(pattern);
        return "regexp_full_match(" + text(scalars, call, 0) + ", " + DuckDbLiterals.text(expression) + ")";
    }

    private static String regularExpression(ScalarToSql scalars, RexCall call) {
        String pattern = constant(call.getOperands().get(1), "A regular expression");
        return "regexp_matches(" + text(scalars, call, 0) + ", "
                + DuckDbLiterals.text(RegularExpression.checked(pattern)) + ")";
    }

    private static String constant(RexNode node, String what) {
        return constant(node, () -> badPattern(what + " must be a constant text."));
    }

    /** A text that is written in the query; anything else is refused. */
    static String constant(RexNode node, Supplier<Refusal> otherwise) {
        if (node instanceof RexLiteral literal && !literal.isNull() && DuckDbTypes.isText(literal.getType())) {
            String value = DuckDbLiterals.value(literal, NlsString.class).getValue();
            return value;
        }
        throw otherwise.get();
    }

    static Refusal badPattern(String rule) {
        return new Refusal(ErrorCode.INVALID_QUERY, rule, "Write a simple pattern in quotes, such as 'A%' for LIKE.");
    }
}
