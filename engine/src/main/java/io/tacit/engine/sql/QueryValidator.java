package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.refusal.StopPlanning;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.validate.AggregatingScope;
import org.apache.calcite.sql.validate.SelectNamespace;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlMonotonicity;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** Calcite's checks of names and types, kept from taking longer than a query is long. */
abstract class QueryValidator extends SqlValidatorImpl {
    /** The most columns of a SELECT: with {@code SELECT *, *} they double at each level. */
    private static final int MAX_COLUMNS = 2_000;

    private final IdentityHashMap<SqlSelect, Boolean> aggregates = new IdentityHashMap<>();

    QueryValidator(
            SqlOperatorTable operators, SqlValidatorCatalogReader tables, RelDataTypeFactory types, Config config) {
        super(operators, tables, types, config);
    }

    @Override
    protected SelectNamespace createSelectNamespace(SqlSelect select, SqlNode enclosing) {
        return new WithoutMonotonicity(this, select, enclosing);
    }

    /**
     * A SELECT that does not compute whether a column rises with the rows: nothing here asks for it, and Calcite would
     * look for the answer in the operands of each expression, and from there in those of the SELECT below, twice as
     * often at each level of {@code SELECT y + y AS y FROM …}.
     */
    private static final class WithoutMonotonicity extends SelectNamespace {
        WithoutMonotonicity(SqlValidatorImpl validator, SqlSelect select, SqlNode enclosing) {
            super(validator, select, enclosing);
        }

        @Override
        public SqlMonotonicity getMonotonicity(String column) {
            return SqlMonotonicity.NOT_MONOTONIC;
        }
    }

    /**
     * Whether a SELECT aggregates. Calcite goes through the whole list for it, and asks for each of its columns; what
     * is written out meanwhile (stars, merged columns) adds no aggregate and takes none away.
     */
    @Override
    public boolean isAggregate(SqlSelect select) {
        Boolean known = aggregates.get(select);
        if (known == null) {
            known = super.isAggregate(select);
            aggregates.put(select, known);
        }
        return known;
    }

    /**
     * QUALIFY beside an aggregate stands over groups, as HAVING does; Calcite only asserts it when it makes relations.
     */
    @Override
    protected void validateQualifyClause(SqlSelect select) {
        super.validateQualifyClause(select);
        SqlNode qualify = select.getQualify();
        if (qualify != null && isAggregate(select) && getSelectScope(select) instanceof AggregatingScope groups) {
            groups.checkAggregateExpr(qualify, true);
        }
    }

    @Override
    public RelDataType deriveType(SqlValidatorScope scope, SqlNode expression) {
        StopPlanning.check();
        return super.deriveType(scope, expression);
    }

    @Override
    protected void addToSelectList(
            List<SqlNode> list,
            Set<String> aliases,
            List<Map.Entry<String, RelDataType>> fields,
            SqlNode expression,
            SelectScope scope,
            boolean includeSystemColumns) {
        StopPlanning.check();
        if (list.size() >= MAX_COLUMNS) {
            throw new Refusal(
                    ErrorCode.TOO_COMPLEX,
                    Positions.of(expression.getParserPosition()),
                    "This SELECT has more than " + MAX_COLUMNS + " columns.",
                    "Name those that are needed instead of writing *.");
        }
        super.addToSelectList(list, aliases, fields, expression, scope, includeSystemColumns);
    }
}
