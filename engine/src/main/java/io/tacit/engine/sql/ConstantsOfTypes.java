package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/**
 * Refuses constants that cannot be of the type that they are given, by a CAST or because they are compared with a column:
 * {@code id = 'abc'} of whole numbers is NULL in every row, so that an answer would be paid for and say nothing. It looks at
 * the text and the declared types, before anything is charged; {@code TRY_CAST} asks for NULL and gets it.
 */
final class ConstantsOfTypes extends RexShuttle {
    private static final Set<SqlKind> COMPARING = EnumSet.of(
            SqlKind.EQUALS,
            SqlKind.NOT_EQUALS,
            SqlKind.LESS_THAN,
            SqlKind.LESS_THAN_OR_EQUAL,
            SqlKind.GREATER_THAN,
            SqlKind.GREATER_THAN_OR_EQUAL,
            SqlKind.NULLIF);

    private static final int MOST_SHOWN = 60;

    private final RelNode relation;
    private final SqlNode text;
    private final RelDataTypeFactory types;
    private Optional<RelDataTypeField> beside = Optional.empty();

    private ConstantsOfTypes(RelNode relation, SqlNode text) {
        this.relation = relation;
        this.text = text;
        this.types = relation.getCluster().getTypeFactory();
    }

    /**
     * Looks at all expressions of a tree, those of its subqueries included.
     *
     * @param text the query, to say where a constant stands
     * @throws Refusal when one has a constant that cannot be of its type
     */
    static void check(RelNode relation, SqlNode text) {
        relation.accept(new ConstantsOfTypes(relation, text));
        relation.getInputs().forEach(input -> check(input, text));
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subquery) {
        check(subquery.rel, text);
        subquery.getOperands().forEach(operand -> operand.accept(this));
        return subquery;
    }

    @Override
    public RexNode visitCall(RexCall call) {
        Optional<RelDataTypeField> outside = beside;
        beside = column(call.getOperands()).or(() -> outside);
        List<RexNode> operands = call.getOperands();
        if (call.getKind() == SqlKind.CAST) {
            check(operands.get(0), call.getType());
        } else if (COMPARING.contains(call.getKind()) && operands.size() == 2) {
            compared(operands.get(0), operands.get(1));
            compared(operands.get(1), operands.get(0));
        }
        operands.forEach(operand -> operand.accept(this));
        beside = outside;
        return call;
    }

    /** What is compared as it is becomes a text's other type, and exact numbers those of digits that both have. */
    private void compared(RexNode constant, RexNode other) {
        RelDataType type = constant.getType();
        if (SqlTypeUtil.isCharacter(type)) {
            check(constant, other.getType());
        } else if (SqlTypeUtil.isExactNumeric(type)
                && SqlTypeUtil.isExactNumeric(other.getType())
                && (SqlTypeUtil.isDecimal(type) || SqlTypeUtil.isDecimal(other.getType()))) {
            ExactDigits digits = ExactDigits.compared(type, other.getType());
            check(constant, types.createSqlType(SqlTypeName.DECIMAL, digits.all(), digits.scale()));
        }
    }

    /** The first column among the operands, converted or not. */
    private Optional<RelDataTypeField> column(List<RexNode> operands) {
        List<RelDataTypeField> fields = relation.getInputs().stream()
                .flatMap(input -> input.getRowType().getFieldList().stream())
                .toList();
        return operands.stream()
                .map(operand -> operand instanceof RexCall call && call.getKind() == SqlKind.CAST
                        ? call.getOperands().get(0)
                        : operand)
                .filter(operand -> operand instanceof RexInputRef)
                .map(operand -> ((RexInputRef) operand).getIndex())
                .filter(index -> index < fields.size())
                .map(fields::get)
                .findFirst();
    }

    private void check(RexNode constant, RelDataType type) {
        if (constant instanceof RexCall call && call.getKind() == SqlKind.MINUS_PREFIX) {
            number(call.getOperands().get(0)).ifPresent(number -> check(number.negate(), type));
        } else if (constant instanceof RexSubQuery query && query.rel instanceof Project row) {
            check(row.getProjects().get(0), type);
        } else if (constant instanceof RexSubQuery query && query.rel instanceof Values values) {
            values.getTuples().stream().limit(1).forEach(row -> check(row.get(0), type));
        } else if (constant instanceof RexLiteral literal && !literal.isNull()) {
            if (SqlTypeUtil.isCharacter(literal.getType())) {
                String value = ConstantValue.of(literal, NlsString.class).getValue();
                if (!SqlTypeUtil.isCharacter(type) && !ConstantText.canBe(value, type)) {
                    throw text(value, type);
                }
            } else {
                number(literal).ifPresent(number -> check(number, type));
            }
        }
    }

    private static Optional<BigDecimal> number(RexNode node) {
        return node instanceof RexLiteral literal && !literal.isNull() && SqlTypeUtil.isNumeric(literal.getType())
                ? Optional.ofNullable(literal.getValueAs(BigDecimal.class))
                : Optional.empty();
    }

    private void check(BigDecimal number, RelDataType type) {
        if (SqlTypeUtil.isDatetime(type)) {
            throw refusal(number, number.toString(), type, WrittenType.written(type));
        }
        if (SqlTypeUtil.isExactNumeric(type) && !ConstantText.fits(number, type)) {
            throw refusal(
                    number,
                    number.toString(),
                    type,
                    "Compare with the number itself, convert to a wider type, or write TRY_CAST where NULL is meant.");
        }
    }

    private Refusal text(String value, RelDataType type) {
        String instead = beside.filter(field -> !SqlTypeUtil.isCharacter(field.getType()))
                .map(field ->
                        " To compare texts, write CAST(" + ExplainErrors.quoted(field.getName()) + " AS VARCHAR).")
                .orElse(" Write TRY_CAST where NULL is meant.");
        if (SqlTypeUtil.isApproximateNumeric(type) && ConstantText.isNan(value)) {
            instead = " NaN is NULL: ask IS NULL.";
        }
        return refusal(value, "'" + shortened(value) + "'", type, WrittenType.written(type) + instead);
    }

    private static String shortened(String value) {
        return value.length() <= MOST_SHOWN ? value : value.substring(0, MOST_SHOWN) + "…";
    }

    private Refusal refusal(Object constant, String shown, RelDataType type, String advice) {
        Optional<RelDataTypeField> column = beside.filter(field -> isOf(field.getType(), type));
        String name = TypeNames.of(column.map(RelDataTypeField::getType).orElse(type));
        return new Refusal(
                ErrorCode.ARGUMENT_TYPE,
                Positions.of(place(constant)),
                shown + " cannot be " + ("AEIOU".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name
                        + column.map(field -> ", which is the type of " + ExplainErrors.quoted(field.getName()))
                                .orElse("")
                        + ": it would be NULL in every row.",
                advice);
    }

    /** Whether a constant was given this type because the column is of it: exact numbers become DECIMALs of more digits. */
    private static boolean isOf(RelDataType column, RelDataType type) {
        return column.getSqlTypeName() == type.getSqlTypeName()
                || SqlTypeUtil.isDecimal(type) && SqlTypeUtil.isExactNumeric(column);
    }

    /** Where the first constant of this value stands. */
    private @Nullable SqlParserPos place(Object value) {
        List<SqlParserPos> places = new ArrayList<>();
        text.accept(new SqlBasicVisitor<Void>() {
            @Override
            public @Nullable Void visit(SqlLiteral literal) {
                if (value instanceof BigDecimal number ? isNumber(literal, number) : value.equals(literal.toValue())) {
                    places.add(literal.getParserPosition());
                }
                return null;
            }
        });
        return places.isEmpty() ? null : places.get(0);
    }

    private static boolean isNumber(SqlLiteral literal, BigDecimal number) {
        return literal instanceof SqlNumericLiteral
                && ConstantNumber.of(literal)
                        .filter(value -> value.abs().compareTo(number.abs()) == 0)
                        .isPresent();
    }
}
