package io.tacit.engine.sql;

import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.NlsString;

/**
 * How long a text each operator makes at most, as a function of how long its operands are. DuckDB builds a result in
 * memory that its limit does not cover, and only then could it be cut; so printers ask here before they print, and cut
 * operands, or give NULL, where the result would be too long. Every operator that a query may use has an entry.
 *
 * <p>The length of an array is the number of characters in it.
 */
public final class TextLengths {
    /** The longest text that an expression makes: nothing that a person reads, and no way to fill the memory. */
    public static final int MOST = 10_000;

    /** The longest text on the way to such a text. */
    public static final int MOST_ON_THE_WAY = 8 * MOST;

    /** What a column of a source holds: as much as the owner put there. */
    public static final long UNKNOWN = 1L << 40;

    /** A text of a source is not known, and is taken for this when it is added up what a row takes. */
    static final long USUAL = 2_500;

    /** The texts that a statement makes of one row, all together. */
    public static final long MOST_IN_A_ROW = 500_000;

    /** The most elements of an array: each takes memory of its own, whatever its value. */
    public static final int MOST_ELEMENTS = 1_000;

    /** What an element of an array takes besides its text. */
    private static final long SLOT = 16;

    /** Characters of a JSON text that one character of the text it was extracted from becomes: {@code 1e9} is written out. */
    public static final int JSON_GROWTH = 8;

    /** The longest text of a number, date or truth: that of a DECIMAL(38) or a date far away. */
    private static final long PLAIN = 48;

    /** A rule for calls of one operator. */
    @FunctionalInterface
    interface Rule {
        /** The longest text of a call, given the longest texts of its operands. */
        long most(RexCall call, List<Long> operands);
    }

    /** These hand on one of their operands. */
    private static final Set<SqlKind> CHOICES =
            EnumSet.of(SqlKind.CASE, SqlKind.COALESCE, SqlKind.GREATEST, SqlKind.LEAST, SqlKind.NULLIF, SqlKind.ITEM);

    private static final Rule NO_TEXT = (call, operands) -> PLAIN;
    private static final Rule FIRST = (call, operands) -> operands.get(0);
    private static final Rule LONGEST = (call, operands) -> longest(operands);
    private static final Rule TOGETHER = (call, operands) -> Math.min(MOST, sum(operands));

    private static final Map<SqlOperator, Rule> RULES = new HashMap<>();

    static {
        truths();
        numbersAndDates();
        texts();
        choices();
    }

    private TextLengths() {}

    private static void truths() {
        List.of(
                        SqlStdOperatorTable.EQUALS,
                        SqlStdOperatorTable.NOT_EQUALS,
                        SqlStdOperatorTable.LESS_THAN,
                        SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
                        SqlStdOperatorTable.GREATER_THAN,
                        SqlStdOperatorTable.GREATER_THAN_OR_EQUAL,
                        SqlStdOperatorTable.AND,
                        SqlStdOperatorTable.OR,
                        SqlStdOperatorTable.NOT,
                        SqlStdOperatorTable.IS_NULL,
                        SqlStdOperatorTable.IS_NOT_NULL,
                        SqlStdOperatorTable.IS_TRUE,
                        SqlStdOperatorTable.IS_NOT_TRUE,
                        SqlStdOperatorTable.IS_FALSE,
                        SqlStdOperatorTable.IS_NOT_FALSE,
                        SqlStdOperatorTable.IS_UNKNOWN,
                        SqlStdOperatorTable.IS_NOT_UNKNOWN,
                        SqlStdOperatorTable.IS_DISTINCT_FROM,
                        SqlStdOperatorTable.IS_NOT_DISTINCT_FROM,
                        SqlStdOperatorTable.LIKE,
                        SqlStdOperatorTable.NOT_LIKE,
                        SqlLibraryOperators.ILIKE,
                        SqlLibraryOperators.NOT_ILIKE,
                        SqlStdOperatorTable.SIMILAR_TO,
                        SqlStdOperatorTable.NOT_SIMILAR_TO,
                        ScalarFunctions.STARTS_WITH,
                        ScalarFunctions.REGEXP_LIKE,
                        ScalarFunctions.REGEXP_MATCHES,
                        ScalarFunctions.ARRAY_CONTAINS)
                .forEach(operator -> RULES.put(operator, NO_TEXT));
    }

    private static void numbersAndDates() {
        List.of(
                        SqlStdOperatorTable.PLUS,
                        SqlStdOperatorTable.MINUS,
                        SqlStdOperatorTable.MULTIPLY,
                        ScalarFunctions.DIVIDE,
                        ScalarFunctions.WHOLE_DIVIDE,
                        SqlStdOperatorTable.UNARY_MINUS,
                        SqlStdOperatorTable.UNARY_PLUS,
                        SqlStdOperatorTable.PERCENT_REMAINDER,
                        SqlStdOperatorTable.MOD,
                        SqlStdOperatorTable.ABS,
                        SqlStdOperatorTable.SIGN,
                        SqlStdOperatorTable.ROUND,
                        SqlStdOperatorTable.FLOOR,
                        SqlStdOperatorTable.CEIL,
                        SqlStdOperatorTable.TRUNCATE,
                        ScalarFunctions.TRUNC,
                        SqlStdOperatorTable.SQRT,
                        SqlStdOperatorTable.LN,
                        SqlStdOperatorTable.LOG10,
                        SqlStdOperatorTable.EXP,
                        SqlStdOperatorTable.POWER,
                        ScalarFunctions.POW,
                        SqlStdOperatorTable.POSITION,
                        ScalarFunctions.STRPOS,
                        SqlStdOperatorTable.CHAR_LENGTH,
                        SqlStdOperatorTable.CHARACTER_LENGTH,
                        ScalarFunctions.LENGTH,
                        SqlStdOperatorTable.CARDINALITY,
                        SqlStdOperatorTable.EXTRACT,
                        SqlStdOperatorTable.DATETIME_PLUS,
                        SqlStdOperatorTable.MINUS_DATE,
                        ScalarFunctions.DATE_TRUNC,
                        DateFunctions.DATEDIFF,
                        DateFunctions.TIMESTAMPDIFF,
                        DateFunctions.DAY_NUMBER,
                        DateFunctions.MAKE_DATE,
                        DateFunctions.LAST_DAY,
                        ReleasedFunctions.LOW,
                        ReleasedFunctions.HIGH)
                .forEach(operator -> RULES.put(operator, NO_TEXT));
        RealFunctions.all().forEach(operator -> RULES.put(operator, NO_TEXT));
        WholeFunctions.all().forEach(operator -> RULES.put(operator, NO_TEXT));
    }

    private static void texts() {
        List.of(
                        SqlStdOperatorTable.UPPER,
                        SqlStdOperatorTable.LOWER,
                        ScalarFunctions.LTRIM,
                        ScalarFunctions.RTRIM,
                        ScalarFunctions.LEFT,
                        ScalarFunctions.RIGHT,
                        SqlStdOperatorTable.SUBSTRING,
                        ScalarFunctions.SPLIT_PART,
                        ScalarFunctions.SPLIT,
                        SqlStdOperatorTable.ITEM)
                .forEach(operator -> RULES.put(operator, FIRST));
        RULES.put(ScalarFunctions.LEFT, (call, operands) -> part(call, operands, 1));
        RULES.put(ScalarFunctions.RIGHT, (call, operands) -> part(call, operands, 1));
        RULES.put(SqlStdOperatorTable.SUBSTRING, (call, operands) -> part(call, operands, 2));
        RULES.put(DateFunctions.DAYNAME, (call, operands) -> PLAIN);
        RULES.put(DateFunctions.MONTHNAME, (call, operands) -> PLAIN);
        RULES.put(
                DateFunctions.STRFTIME,
                (call, operands) -> DateFormat.MOST_OF_A_LETTER * Math.min(DateFormat.MAX_LENGTH, operands.get(1)));
        RULES.put(SqlStdOperatorTable.TRIM, (call, operands) -> operands.get(2));
        RULES.put(SqlStdOperatorTable.CONCAT, TOGETHER);
        RULES.put(ScalarFunctions.CONCAT, TOGETHER);
        RULES.put(
                SqlStdOperatorTable.REPLACE,
                (call, operands) -> Replacement.of(call).most(operands.get(0)));
        RULES.put(
                ScalarFunctions.REGEXP_REPLACE,
                (call, operands) -> Math.min(MOST, RegularReplacement.of(call).built(Math.min(MOST, operands.get(0)))));
        RULES.put(
                DistinctTuples.TUPLE,
                (call, operands) -> operands.stream()
                        .mapToLong(length -> Math.min(MOST, length) + DistinctTuples.OVERHEAD)
                        .sum());
        RULES.put(ScalarFunctions.JSON_VALUE, TextLengths::extracted);
        RULES.put(ScalarFunctions.JSON_EXTRACT_STRING, TextLengths::extracted);
        RULES.put(SqlStdOperatorTable.ARRAY_VALUE_CONSTRUCTOR, (call, operands) -> Math.min(UNKNOWN, sum(operands)));
        // A released column takes the place of this call before a query runs.
        RULES.put(ReleasedFunctions.REPORT, (call, operands) -> UNKNOWN);
    }

    private static void choices() {
        RULES.put(SqlStdOperatorTable.CASE, TextLengths::chosen);
        RULES.put(SqlStdOperatorTable.COALESCE, LONGEST);
        RULES.put(ScalarFunctions.GREATEST, LONGEST);
        RULES.put(ScalarFunctions.LEAST, LONGEST);
        RULES.put(SqlStdOperatorTable.NULLIF, FIRST);
        Rule cast = (call, operands) -> Math.min(operands.get(0), declared(call.getType()));
        RULES.put(SqlStdOperatorTable.CAST, cast);
        RULES.put(SqlLibraryOperators.SAFE_CAST, cast);
        RULES.put(SqlLibraryOperators.TRY_CAST, cast);
    }

    /** Whether there is a rule for an operator. */
    static boolean knows(SqlOperator operator) {
        return RULES.containsKey(operator);
    }

    /** Whether calls of an operator may be texts. */
    static boolean makesText(SqlOperator operator) {
        return RULES.get(operator) != NO_TEXT;
    }

    /**
     * The longest text that an expression makes; that of a value which is no text once it is converted to one.
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
        Rule rule = RULES.get(call.getOperator());
        if (rule == null) {
            throw new IllegalStateException(
                    "no length is known of " + call.getOperator().getName());
        }
        return rule.most(
                call,
                call.getOperands().stream().map(operand -> of(operand, fields)).toList());
    }

    /** What the engine makes of one row for a call, besides the values of its operands. */
    public static long built(RexCall call, IntToLongFunction fields) {
        if (!isText(call.getType()) || CHOICES.contains(call.getKind())) {
            return 0;
        }
        SqlOperator operator = call.getOperator();
        List<Long> operands = call.getOperands().stream()
                .map(operand -> usual(of(operand, fields)))
                .toList();
        if (operator.equals(SqlStdOperatorTable.REPLACE)) {
            return Math.min(MOST_ON_THE_WAY, Replacement.of(call).built(operands.get(0)));
        }
        if (operator.equals(ScalarFunctions.SPLIT)) {
            return operands.get(0) + SLOT * Math.min(operands.get(0) + 1, MOST_ELEMENTS);
        }
        if (operator.equals(SqlStdOperatorTable.ARRAY_VALUE_CONSTRUCTOR)) {
            return sum(operands) + SLOT * operands.size();
        }
        if (operator.equals(ScalarFunctions.REGEXP_REPLACE)) {
            return Math.min(MOST_ON_THE_WAY, RegularReplacement.of(call).built(operands.get(0)));
        }
        if (operator.equals(DateFunctions.STRFTIME) || operator.equals(DistinctTuples.TUPLE)) {
            return of(call, fields);
        }
        return operator.equals(ScalarFunctions.CONCAT) ? sum(operands) : Math.min(of(call, fields), sum(operands));
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

    private static long longest(List<Long> lengths) {
        return lengths.stream().mapToLong(length -> length).max().orElse(0);
    }

    /** As many characters as an operand says, if that is a constant. */
    private static long part(RexCall call, List<Long> operands, int count) {
        if (call.getOperands().size() > count
                && call.getOperands().get(count) instanceof RexLiteral literal
                && !literal.isNull()) {
            long characters = ConstantValue.of(literal, BigDecimal.class).longValue();
            return characters < 0 ? operands.get(0) : Math.min(operands.get(0), characters);
        }
        return operands.get(0);
    }

    private static long extracted(RexCall call, List<Long> operands) {
        return Math.min(MOST, operands.get(0) * JSON_GROWTH);
    }

    /** Conditions stand at the even places, but for the last, which is ELSE. */
    private static long chosen(RexCall call, List<Long> operands) {
        long most = 0;
        for (int i = 0; i < operands.size(); i++) {
            most = i % 2 == 1 || i == operands.size() - 1 ? Math.max(most, operands.get(i)) : most;
        }
        return most;
    }

    private static long declared(RelDataType type) {
        int length = type.getPrecision();
        return SqlTypeUtil.isCharacter(type) && length != RelDataType.PRECISION_NOT_SPECIFIED ? length : UNKNOWN;
    }
}
