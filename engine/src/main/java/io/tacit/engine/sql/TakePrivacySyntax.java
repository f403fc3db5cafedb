package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import io.tacit.grammar.PrivacyClause;
import io.tacit.grammar.PrivacyOperators;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of the parsed text what standard SQL does not have, so that Calcite's validator can read the rest: clauses,
 * aggregates with parameters, unknown functions, and operators whose meaning here is our own.
 */
final class TakePrivacySyntax extends SqlShuttle {
    private static final Pattern PART_OF_A_MILLISECOND = Pattern.compile("\\.[0-9]{3}[0-9]*[1-9]");

    private final ReadAggregates aggregates = new ReadAggregates();
    private final ReplaceCalls calls;
    private final List<ReleaseClause> clauses = new ArrayList<>();
    private final Map<SqlSelect, Position> written = new HashMap<>();
    private final Map<SqlSelect, Integer> clauseOf = new HashMap<>();
    private final Deque<Spelling> blocks = new ArrayDeque<>(List.of(Spelling.PLAIN));
    private final Deque<IntervalAliases> aliases = new ArrayDeque<>(List.of(IntervalAliases.none()));

    TakePrivacySyntax(ReplaceCalls calls) {
        this.calls = calls;
    }

    /** The query without that syntax. */
    SqlNode take(SqlNode query) {
        NameColumns.ofTables(query);
        SqlNode taken = query.accept(this);
        if (taken == null) {
            throw new IllegalStateException("nothing is left");
        }
        return taken;
    }

    /** The distinct clauses. */
    List<ReleaseClause> clauses() {
        return clauses;
    }

    /** Where the clause of a block is written. */
    @Nullable
    Position placeOf(SqlSelect block) {
        return written.get(block);
    }

    /** Which clause each block has; blocks without one are absent. */
    Map<SqlSelect, Integer> clauseOf() {
        return clauseOf;
    }

    /** The functions that stand for aggregates with parameters. */
    ReadAggregates aggregates() {
        return aggregates;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        if (call instanceof SqlSelect select) {
            return visitSelect(select);
        }
        if (call instanceof SqlOrderBy orderBy) {
            return visitOrderBy(orderBy);
        }
        if (call instanceof SqlWithItem item && item.recursive.booleanValue()) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(call.getParserPosition()),
                    "WITH RECURSIVE is not accepted: nothing bounds how often its step would run, or how much it would"
                            + " make.",
                    "Write the steps out one after the other, or join a public table of numbers.");
        }
        if (call.getKind() == SqlKind.TABLESAMPLE) {
            throw ExplainErrors.sample(Positions.of(call.getParserPosition()));
        }
        if (call.getKind() == SqlKind.OVER && aggregates.isPrivate(call.operand(0), block())) {
            throw new Refusal(
                    ErrorCode.WINDOW,
                    Positions.of(call.getParserPosition()),
                    "A quantile, MODE, APPROX_COUNT_DISTINCT or an aggregate with privacy parameters cannot be a"
                            + " window function.",
                    "Aggregate in a subquery first, and use the window over its result.");
        }
        if (call.getOperator().equals(PrivacyOperators.REPORT)) {
            throw new Refusal(
                    ErrorCode.AGGREGATE,
                    Positions.of(call.getParserPosition()),
                    "WITH REPORT stands inside an aggregate, behind its argument.",
                    "Write it as in SUM(x WITH REPORT(FORMAT=JSON)).");
        }
        if (call.getKind() == SqlKind.FILTER && aggregates.isArray(call.operand(0))) {
            SqlNode condition = call.operand(1);
            SqlCall array = aggregates.array(
                    call.operand(0),
                    block(),
                    quantile -> call.getOperator().createCall(call.getParserPosition(), quantile, condition));
            return super.visit(array);
        }
        if (aggregates.isArray(call)) {
            return super.visit(aggregates.array(call, block(), quantile -> quantile));
        }
        if (call.getKind() == SqlKind.FILTER) {
            return reportOnTop(super.visit(call));
        }
        if (IntervalAliases.asks(call)) {
            SqlNode visited = super.visit(aliases.element().expand(call));
            return visited instanceof SqlCall inner ? calls.replace(inner) : visited;
        }
        NullArguments.typed(call);
        SqlCall replaced = aggregates.replaceQuantile(call, block());
        replaced = replaced.equals(call) ? aggregates.replace(call, block()) : replaced;
        if (!replaced.equals(call)) {
            return super.visit(replaced);
        }
        SqlNode visited = super.visit(DateForms.yearsOfAge(call));
        return visited instanceof SqlCall inner ? calls.replace(inner) : visited;
    }

    /** Puts a report outside of a FILTER: the filter belongs to the aggregate, and the report is about both. */
    private static @Nullable SqlNode reportOnTop(@Nullable SqlNode visited) {
        if (visited instanceof SqlCall filter
                && filter.operand(0) instanceof SqlCall report
                && report.getOperator().equals(ReleasedFunctions.REPORT)) {
            SqlCall filtered =
                    filter.getOperator().createCall(filter.getParserPosition(), report.operand(0), filter.operand(1));
            return ReleasedFunctions.REPORT.createCall(report.getParserPosition(), filtered);
        }
        return visited;
    }

    private SqlNode visitSelect(SqlSelect select) {
        DistinctOnRows.write(select, null);
        Integer clause = null;
        Position place = null;
        SqlNodeList hints = select.getHints();
        for (SqlNode hint : hints == null ? SqlNodeList.EMPTY : hints) {
            if (!(hint instanceof PrivacyClause privacy)) {
                throw new Refusal(
                        ErrorCode.SYNTAX,
                        Positions.of(hint.getParserPosition()),
                        "Hints such as /*+ … */ are not accepted.",
                        "Leave the hint out.");
            }
            clause = number(privacy);
            place = Positions.of(privacy.getParserPosition());
        }
        blocks.push(clause == null ? Spelling.PLAIN : clauses.get(clause).spelling());
        aliases.push(IntervalAliases.of(select));
        try {
            select.setHints(SqlNodeList.EMPTY);
            ExpandAll.groupBy(select);
            SqlNode visited = super.visit(select);
            if (!(visited instanceof SqlSelect taken)) {
                throw new IllegalStateException("a SELECT became something else");
            }
            if (clause != null) {
                clauseOf.put(taken, clause);
                written.put(taken, place);
            }
            return taken;
        } finally {
            blocks.pop();
            aliases.pop();
        }
    }

    /**
     * ORDER BY stands outside of its SELECT in the parsed text, but the same aggregate there must be the same function.
     */
    private @Nullable SqlNode visitOrderBy(SqlOrderBy written) {
        ExpandAll.orderBy(written);
        SqlOrderBy orderBy = LimitWithTies.write(written);
        if (orderBy.query instanceof SqlSelect ordered) {
            DistinctOnRows.write(ordered, orderBy.orderList);
        }
        blocks.push(spellingOf(orderBy.query));
        aliases.push(
                selectOf(orderBy.query) instanceof SqlSelect select
                        ? IntervalAliases.of(select)
                        : IntervalAliases.none());
        try {
            return super.visit(orderBy);
        } finally {
            blocks.pop();
            aliases.pop();
        }
    }

    private static SqlNode selectOf(SqlNode query) {
        return query instanceof SqlWith with ? with.body : query;
    }

    private static Spelling spellingOf(SqlNode query) {
        if (selectOf(query) instanceof SqlSelect select && select.getHints() != null) {
            for (SqlNode hint : select.getHints()) {
                if (hint instanceof PrivacyClause privacy) {
                    return ReadClause.read(privacy).spelling();
                }
            }
        }
        return Spelling.PLAIN;
    }

    private int number(PrivacyClause privacy) {
        ReleaseClause clause = ReadClause.read(privacy);
        int known = clauses.indexOf(clause);
        if (known >= 0) {
            return known;
        }
        clauses.add(clause);
        return clauses.size() - 1;
    }

    private Spelling block() {
        return blocks.element();
    }

    /** An interval is held in whole milliseconds: of more digits of a second only zeros would be kept. */
    @Override
    public @Nullable SqlNode visit(SqlLiteral literal) {
        if (literal instanceof SqlIntervalLiteral interval
                && PART_OF_A_MILLISECOND
                        .matcher(interval.getValueAs(SqlIntervalLiteral.IntervalValue.class)
                                .getIntervalLiteral())
                        .find()) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(literal.getParserPosition()),
                    "An interval has whole milliseconds.",
                    "Write at most three digits behind the point of the seconds.");
        }
        return super.visit(literal);
    }

    @Override
    public SqlNode visit(SqlDataTypeSpec type) {
        return OtherTypes.standard(type);
    }

    @Override
    public @Nullable SqlNode visit(SqlIdentifier identifier) {
        return calls.replace(identifier);
    }

    @Override
    public SqlNode visit(SqlDynamicParam parameter) {
        throw new Refusal(
                ErrorCode.SYNTAX,
                Positions.of(parameter.getParserPosition()),
                "Parameters (?) are not accepted here.",
                "Write the value into the query.");
    }
}
