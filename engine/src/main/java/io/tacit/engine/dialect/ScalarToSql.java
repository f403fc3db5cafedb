package io.tacit.engine.dialect;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.refusal.StopPlanning;
import io.tacit.engine.sql.RedrawnFunction;
import io.tacit.engine.sql.TextLengths;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;

/**
 * Prints an expression so that it is total: on no data does it raise an error. What has no value is NULL.
 *
 * <p>Invariant: the text of an expression has exactly the engine's form of the expression's type, so that the engine
 * never converts on its own, which could fail with a value in the message.
 */
public final class ScalarToSql {
    /** Guards write operands twice; nested often enough, text would grow without end. */
    private static final int MAX_CHARACTERS = 1_000_000;

    private final RelationToSql relations;
    private final Dialect dialect;
    private final IntFunction<String> fields;
    private final IntToLongFunction lengths;

    /**
     * @param relations prints subqueries
     * @param fields the text of each input field
     * @param lengths the longest value of each input field that is a text
     */
    ScalarToSql(RelationToSql relations, IntFunction<String> fields, IntToLongFunction lengths) {
        this.relations = relations;
        this.dialect = relations.dialect();
        this.fields = fields;
        this.lengths = lengths;
    }

    /** The longest text that an expression makes. */
    public long most(RexNode node) {
        return TextLengths.of(node, lengths);
    }

    /** The expression's text, of its own type. */
    public String print(RexNode node) {
        StopPlanning.check();
        return bounded(text(node));
    }

    /**
     * A condition of a filter or of CASE, for which NULL is as FALSE: which of the two a comparison with a subquery is, is
     * not asked then. Asking it is a search for a row with a NULL, which engines may do by comparing all rows with all.
     */
    String printCondition(RexNode node) {
        StopPlanning.check();
        return bounded(condition(node));
    }

    private String condition(RexNode node) {
        return switch (node.getKind()) {
            case IN, SOME -> subquery((RexSubQuery) node, false);
            case AND -> conditions((RexCall) node, " AND ");
            case OR -> conditions((RexCall) node, " OR ");
            case NOT ->
                isSearchForOne(((RexCall) node).getOperands().get(0))
                        ? "(NOT " + condition(((RexCall) node).getOperands().get(0)) + ")"
                        : text(node);
            default -> text(node);
        };
    }

    private String conditions(RexCall call, String word) {
        return "("
                + String.join(
                        word,
                        call.getOperands().stream().map(this::printCondition).toList()) + ")";
    }

    /** Whether a node is {@code value IN (query)}: engines say right where NOT of it is TRUE. */
    private static boolean isSearchForOne(RexNode node) {
        return node instanceof RexSubQuery subquery
                && subquery.getKind() == SqlKind.IN
                && subquery.getOperands().size() == 1;
    }

    private static String bounded(String text) {
        if (text.length() > MAX_CHARACTERS) {
            throw new Refusal(
                    ErrorCode.TOO_COMPLEX, "This expression is too large.", "Compute it in steps, in subqueries.");
        }
        return text;
    }

    /** The dialect's types. */
    TypeSql types() {
        return dialect.types();
    }

    /** The aggregates of the statement. */
    public AggregateSql aggregates() {
        return relations.aggregates();
    }

    /** The expression converted to a type; NULL where it does not fit. */
    public String printAs(RexNode node, RelDataType type) {
        return dialect.types().convert(print(node), node.getType(), type);
    }

    /** The expression converted to a type of that name. */
    public String printAs(RexNode node, String type) {
        return dialect.types().convert(print(node), node.getType(), type);
    }

    private String text(RexNode node) {
        if (node instanceof RexInputRef reference) {
            return fields.apply(reference.getIndex());
        }
        if (node instanceof RexLiteral literal) {
            return dialect.literals().print(literal);
        }
        if (node instanceof RexFieldAccess access && access.getReferenceExpr() instanceof RexCorrelVariable variable) {
            return relations.outer(variable.id, access.getField().getIndex());
        }
        if (node instanceof RexSubQuery subquery) {
            return subquery(subquery, true);
        }
        if (node instanceof RexOver over) {
            return dialect.windows().print(this, over);
        }
        if (node instanceof RexCall call) {
            Optional<RedrawnFunction> redrawn = RedrawnFunction.of(call.getOperator());
            if (redrawn.isPresent()) {
                return dialect.arrays().redrawn(this, call, redrawn.get());
            }
            relations.build(TextLengths.built(call, lengths));
            return dialect.scalars().print(this, call);
        }
        throw new Refusal(
                ErrorCode.UNSUPPORTED_FUNCTION, "This kind of expression is not accepted.", "Write it in another way.");
    }

    /** @param knowsNull whether FALSE and NULL differ */
    private String subquery(RexSubQuery subquery, boolean knowsNull) {
        return switch (subquery.getKind()) {
            case EXISTS -> "EXISTS (" + relations.sql(subquery.rel) + ")";
            case SCALAR_QUERY -> "(" + relations.scalar(subquery.rel) + ")";
            case IN -> compare(subquery, " IN ", knowsNull);
            case SOME -> compare(subquery, " " + sign(subquery) + " ANY ", knowsNull);
            default ->
                throw new Refusal(
                        ErrorCode.SUBQUERY, "This kind of subquery is not accepted.", "Use IN, EXISTS or a join.");
        };
    }

    /** The sign before ANY, such as {@code >=}. */
    private static String sign(RexSubQuery some) {
        return some.op.getName().replace("SOME", "").strip();
    }

    /** A comparison with a subquery, both sides in one type, so that the engine converts neither. */
    private String compare(RexSubQuery subquery, String operator, boolean knowsNull) {
        List<RexNode> operands = subquery.getOperands();
        List<String> left = new ArrayList<>();
        List<String> types = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            RelDataType other = subquery.rel.getRowType().getFieldList().get(i).getType();
            types.add(dialect.types().comparable(operands.get(i).getType(), other));
            left.add(printAs(operands.get(i), types.get(i)));
        }
        boolean any = subquery.getKind() != SqlKind.IN;
        if (operands.size() == 1 && (!any || dialect.stages().knowsAny())) {
            String search = "(" + left.get(0) + operator + "(" + relations.sqlAs(subquery.rel, types) + "))";
            return any || !knowsNull || dialect.stages().saysUnknown()
                    ? search
                    : unknown(subquery, search, left.get(0), types);
        }
        if (operands.size() > 1 && any) {
            throw new Refusal(
                    ErrorCode.SUBQUERY, "Several values are compared at once.", "Use IN, or compare one value.");
        }
        if (!knowsNull) {
            return found(subquery, left, types, "");
        }
        return "(CASE WHEN " + found(subquery, left, types, "") + " THEN TRUE WHEN "
                + found(subquery, left, types, " IS NULL") + " THEN NULL ELSE FALSE END)";
    }

    /** A search for one value, with NULL where none is equal and one is NULL, or where NULL is looked for among some. */
    private String unknown(RexSubQuery subquery, String found, String left, List<String> types) {
        String alias = relations.alias();
        String rows = "EXISTS (SELECT 1 FROM (" + relations.sqlAs(subquery.rel, types) + ") AS " + alias;
        return "(CASE WHEN " + found + " THEN TRUE WHEN " + rows + " WHERE " + SelectBody.column(alias, 0)
                + " IS NULL) THEN NULL WHEN " + left + " IS NULL AND " + rows + ") THEN NULL ELSE FALSE END)";
    }

    /**
     * A search for a row in a subquery, column by column: an engine's comparison of rows may take NULL for equal to
     * NULL, as DuckDB's does, and may know no ANY.
     */
    private String found(RexSubQuery subquery, List<String> left, List<String> types, String what) {
        String alias = relations.alias();
        String sign = subquery.getKind() == SqlKind.IN ? "=" : sign(subquery);
        List<String> comparisons = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            comparisons.add(left.get(i) + " " + sign + " " + SelectBody.column(alias, i));
        }
        return "EXISTS (SELECT 1 FROM (" + relations.sqlAs(subquery.rel, types) + ") AS " + alias + " WHERE ("
                + String.join(" AND ", comparisons) + ")" + what + ")";
    }
}
