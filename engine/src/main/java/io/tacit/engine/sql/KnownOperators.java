package io.tacit.engine.sql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/**
 * Every operator and function that a query may use. What is not here does not exist; in particular nothing that is
 * volatile, reads files, or makes tables. A dialect knows how to print each one so that it cannot fail.
 */
final class KnownOperators implements SqlOperatorTable {
    /** Comparisons with several values: the planner writes them with other operators, or as subqueries. */
    private static final List<SqlOperator> OF_SEVERAL = List.of(
            SqlStdOperatorTable.BETWEEN,
            SqlStdOperatorTable.NOT_BETWEEN,
            SqlStdOperatorTable.SYMMETRIC_BETWEEN,
            SqlStdOperatorTable.SYMMETRIC_NOT_BETWEEN,
            SqlStdOperatorTable.IN,
            SqlStdOperatorTable.NOT_IN,
            SqlStdOperatorTable.EXISTS,
            SqlStdOperatorTable.SCALAR_QUERY,
            SqlStdOperatorTable.SOME_EQ,
            SqlStdOperatorTable.SOME_NE,
            SqlStdOperatorTable.SOME_LT,
            SqlStdOperatorTable.SOME_LE,
            SqlStdOperatorTable.SOME_GT,
            SqlStdOperatorTable.SOME_GE,
            SqlStdOperatorTable.ALL_EQ,
            SqlStdOperatorTable.ALL_NE,
            SqlStdOperatorTable.ALL_LT,
            SqlStdOperatorTable.ALL_LE,
            SqlStdOperatorTable.ALL_GT,
            SqlStdOperatorTable.ALL_GE);

    private static final List<SqlOperator> SCALAR = ScalarFunctions.all().stream()
            .flatMap(function -> function.specification().operators().stream())
            .toList();

    /** MIN, MAX and windows are post-processing: over people's rows they are refused later. */
    private static final List<SqlOperator> AGGREGATE = Stream.concat(
                    NumericAggregates.operators().stream(), otherAggregates().stream())
            .toList();

    private static List<SqlOperator> otherAggregates() {
        return List.of(
                TruthAggregate.AND,
                TruthAggregate.OR,
                SqlStdOperatorTable.ROW_NUMBER,
                SqlStdOperatorTable.RANK,
                SqlStdOperatorTable.DENSE_RANK,
                SqlStdOperatorTable.PERCENT_RANK,
                SqlStdOperatorTable.CUME_DIST,
                SqlStdOperatorTable.NTILE,
                SqlStdOperatorTable.LAG,
                SqlStdOperatorTable.LEAD,
                SqlStdOperatorTable.FIRST_VALUE,
                SqlStdOperatorTable.LAST_VALUE,
                SqlStdOperatorTable.GROUPING);
    }

    /** What holds a query together; the validator looks these up like functions. */
    private static final List<SqlOperator> STRUCTURE = List.of(
            SqlStdOperatorTable.UNION,
            SqlStdOperatorTable.UNION_ALL,
            SqlStdOperatorTable.INTERSECT,
            SqlStdOperatorTable.INTERSECT_ALL,
            SqlStdOperatorTable.EXCEPT,
            SqlStdOperatorTable.EXCEPT_ALL,
            SqlStdOperatorTable.VALUES,
            SqlStdOperatorTable.ROW,
            SqlStdOperatorTable.AS,
            SqlStdOperatorTable.LATERAL,
            SqlStdOperatorTable.UNNEST,
            SqlStdOperatorTable.UNNEST_WITH_ORDINALITY,
            SqlStdOperatorTable.OVER,
            SqlStdOperatorTable.FILTER,
            SqlStdOperatorTable.DESC,
            SqlStdOperatorTable.NULLS_FIRST,
            SqlStdOperatorTable.NULLS_LAST,
            SqlStdOperatorTable.ROLLUP,
            SqlStdOperatorTable.CUBE,
            SqlStdOperatorTable.GROUPING_SETS);

    /** The operators without the aggregates of one query. */
    static final KnownOperators ALWAYS = new KnownOperators(List.of());

    private final Map<String, List<SqlOperator>> byName = new HashMap<>();
    private final List<SqlOperator> all = new ArrayList<>();

    private KnownOperators(Collection<SqlOperator> more) {
        SCALAR.forEach(this::add);
        OF_SEVERAL.forEach(this::add);
        AGGREGATE.forEach(this::add);
        STRUCTURE.forEach(this::add);
        more.forEach(this::add);
    }

    /** The operators together with the aggregates with parameters that one query uses. */
    static KnownOperators with(Collection<SqlOperator> aggregates) {
        return aggregates.isEmpty() ? ALWAYS : new KnownOperators(aggregates);
    }

    private void add(SqlOperator operator) {
        byName.computeIfAbsent(key(operator.getName()), name -> new ArrayList<>())
                .add(operator);
        all.add(operator);
    }

    private static String key(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    /** Whether this very operator may be used. */
    boolean contains(SqlOperator operator) {
        return byName.getOrDefault(key(operator.getName()), List.of()).contains(operator);
    }

    /** Whether an aggregate has this name. */
    boolean isAggregate(String name) {
        return byName.getOrDefault(key(name), List.of()).stream().anyMatch(SqlOperator::isAggregator);
    }

    /** Names of functions, for messages. */
    List<String> functionNames() {
        return all.stream()
                .filter(operator -> operator instanceof org.apache.calcite.sql.SqlFunction)
                .map(SqlOperator::getName)
                .filter(name -> name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_'))
                .sorted()
                .toList();
    }

    /** The function of that name that is written with brackets and commas. */
    @Nullable
    SqlOperator function(String name) {
        for (SqlOperator operator : byName.getOrDefault(key(name), List.of())) {
            if (operator instanceof org.apache.calcite.sql.SqlFunction) {
                return operator;
            }
        }
        return null;
    }

    @Override
    public void lookupOperatorOverloads(
            SqlIdentifier name,
            @Nullable SqlFunctionCategory category,
            SqlSyntax syntax,
            List<SqlOperator> found,
            SqlNameMatcher matcher) {
        if (!name.isSimple()) {
            return;
        }
        for (SqlOperator operator : byName.getOrDefault(key(name.getSimple()), List.of())) {
            if (operator.getSyntax().family == syntax.family) {
                found.add(operator);
            }
        }
    }

    @Override
    public List<SqlOperator> getOperatorList() {
        return List.copyOf(all);
    }
}
