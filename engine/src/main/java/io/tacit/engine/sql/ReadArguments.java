package io.tacit.engine.sql;

import io.tacit.engine.catalog.EpsilonRange;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Reads the arguments of one aggregate: its column, bounds, fraction, epsilon, and whether a report is wanted. */
final class ReadArguments {
    private final BiFunction<AggregateFunction, PrivateAggregate.Parameters, PrivateAggregate> functions;
    private final SqlCall call;
    private final String name;
    private final AggregateFunction function;
    private final List<SqlNode> arguments = new ArrayList<>();
    private final List<SqlNode> positional = new ArrayList<>();
    private final List<Optional<Bounds>> bounds;
    private boolean perRow;
    private Optional<BigDecimal> fraction = Optional.empty();
    private Optional<BigDecimal> epsilon = Optional.empty();
    private boolean element;
    private boolean report;

    /**
     * @param name of the function, as people know it
     * @param functions gives the one function of these parameters
     */
    ReadArguments(
            SqlCall call,
            String name,
            AggregateFunction function,
            BiFunction<AggregateFunction, PrivateAggregate.Parameters, PrivateAggregate> functions) {
        this.functions = functions;
        this.call = call;
        this.name = name;
        this.function = function;
        this.bounds = new ArrayList<>(Collections.nCopies(isPair() ? 2 : 1, Optional.empty()));
    }

    SqlCall read(Spelling spelling) {
        readOperands(call.getOperandList());
        takePositional();
        return create(spelling);
    }

    /** Reads a quantile whose fraction or column does not stand among its arguments. */
    SqlCall read(Spelling spelling, QuantileSyntax.Found found, boolean inArray) {
        element = inArray;
        readOperands(found.arguments());
        fraction = Optional.of(found.fraction());
        if (positional.size() == 3 && name.startsWith("ANON_")) {
            give(0, call, positional.get(1), positional.get(2), true);
        } else if (positional.size() != 1) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    place(call),
                    name + " has too many arguments here.",
                    "Bounds are written as in x CLAMPED BETWEEN 0 AND 100.");
        }
        arguments.add(column(positional.get(0)));
        return create(spelling);
    }

    private void readOperands(List<SqlNode> operands) {
        for (SqlNode written : operands) {
            SqlNode operand = written;
            if (ReportSyntax.isReport(written)) {
                ask(written, ReportSyntax.format(written));
                operand = ((SqlCall) written).operand(0);
            }
            if (ReadAggregates.isNamed(operand)) {
                named((SqlCall) operand);
            } else if (ReadAggregates.isClamped(operand)) {
                SqlCall clamped = (SqlCall) operand;
                positional.add(clamped.operand(0));
                int argument = Math.min(positional.size(), bounds.size()) - 1;
                give(argument, clamped, clamped.operand(1), clamped.operand(2), function.bindsRows());
            } else {
                positional.add(operand);
            }
        }
    }

    private boolean isPair() {
        return function.form() == AggregateFunction.Form.PAIR;
    }

    private SqlCall create(Spelling spelling) {
        PrivateAggregate aggregate = functions.apply(
                function, new PrivateAggregate.Parameters(spelling, bounds, perRow, fraction, epsilon, element));
        SqlCall created = aggregate.createCall(
                call.getFunctionQuantifier(), call.getParserPosition(), arguments.toArray(SqlNode[]::new));
        return report ? ReleasedFunctions.REPORT.createCall(call.getParserPosition(), created) : created;
    }

    private void takePositional() {
        boolean star = !positional.isEmpty() && ReadAggregates.isStar(positional.get(0));
        boolean fractional = function == AggregateFunction.QUANTILE && !name.endsWith("MEDIAN");
        int own = fractional || isPair() ? 2 : 1;
        if (positional.size() == own + 2 && name.startsWith("ANON_")) {
            give(0, call, positional.get(own), positional.get(own + 1), function.bindsRows());
        } else if (positional.size() != own) {
            throw arity(fractional);
        }
        if (fractional) {
            fraction = Optional.of(QuantileSyntax.fraction(positional.get(1)));
        } else if (function == AggregateFunction.QUANTILE) {
            fraction = Optional.of(QuantileSyntax.HALF);
        }
        if (!star || function != AggregateFunction.COUNT) {
            arguments.add(column(positional.get(0)));
        }
        if (isPair()) {
            arguments.add(column(positional.get(1)));
        }
    }

    private SqlNode column(SqlNode argument) {
        if (ReadAggregates.isStar(argument)) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY, place(call), name + "(*) has no meaning.", "Name a column instead of *.");
        }
        return argument;
    }

    private Refusal arity(boolean fractional) {
        if (isPair()) {
            return new Refusal(
                    ErrorCode.INVALID_QUERY,
                    place(call),
                    name + " takes two columns.",
                    "Write it as in " + name + "(y CLAMPED BETWEEN 0 AND 100, x CLAMPED BETWEEN 0 AND 5).");
        }
        String bounds = name.startsWith("ANON_")
                ? ", 0, 100)."
                : function.bindsRows()
                        ? ", contribution_bounds_per_row => (0, 100))."
                        : ", contribution_bounds_per_group => (0, 100)).";
        return new Refusal(
                ErrorCode.INVALID_QUERY,
                place(call),
                name
                        + (fractional ? " takes a column and a fraction" : " takes one argument")
                        + (name.startsWith("ANON_") ? ", then perhaps two bounds." : "."),
                "Write it as in " + name + "(x" + (fractional ? ", 0.5" : "") + bounds);
    }

    private void named(SqlCall assignment) {
        SqlNode value = assignment.operand(0);
        String parameter = ((SqlIdentifier) assignment.operand(1)).getSimple().toLowerCase(Locale.ROOT);
        switch (parameter) {
            case "contribution_bounds_per_group" -> pair(assignment, value, false);
            case "contribution_bounds_per_row" -> pair(assignment, value, true);
            case "epsilon" -> own(assignment, value);
            case "report_format" -> ask(assignment.operand(1), value);
            default ->
                throw new Refusal(
                        ErrorCode.UNKNOWN_OPTION,
                        place(assignment.operand(1)),
                        "There is no parameter " + parameter + ".",
                        ReadClause.optionNames().contains(parameter)
                                ? "It is an option of the whole SELECT: SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS("
                                        + parameter + " = …) …"
                                : "Use contribution_bounds_per_group, contribution_bounds_per_row, epsilon or"
                                        + " report_format.");
        }
    }

    private void ask(SqlNode where, SqlNode format) {
        if (report) {
            throw new Refusal(
                    ErrorCode.DUPLICATE_OPTION, place(where), "The report is asked for twice.", "Ask for it once.");
        }
        ReportSyntax.check(format);
        report = true;
    }

    private void own(SqlCall assignment, SqlNode value) {
        if (epsilon.isPresent()) {
            throw new Refusal(
                    ErrorCode.DUPLICATE_OPTION,
                    place(assignment.operand(1)),
                    "The parameter epsilon is given twice.",
                    "Keep one of them.");
        }
        Optional<BigDecimal> number = ConstantNumber.of(value);
        epsilon = number.filter(EpsilonRange::holds).or(() -> {
            throw new Refusal(
                    ErrorCode.BAD_OPTION,
                    place(value),
                    "The epsilon of an aggregate "
                            + number.map(EpsilonRange::rule).orElse("must be a number from 1e-12 to 20") + ".",
                    "It is a part of the epsilon of the whole SELECT.");
        });
    }

    private void pair(SqlCall assignment, SqlNode value, boolean bindsRows) {
        if (isPair()) {
            pairs(assignment, value, bindsRows);
            return;
        }
        pair(0, assignment, value, bindsRows);
    }

    /** Reads {@code ((0, 100), (0, 5))}: the bounds of the first column, then those of the second. */
    private void pairs(SqlCall assignment, SqlNode value, boolean bindsRows) {
        if (!(value instanceof SqlCall both)
                || value.getKind() != SqlKind.ROW
                || both.operandCount() != 2
                || !both.getOperandList().stream().allMatch(one -> one.getKind() == SqlKind.ROW)) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    place(value),
                    name + " takes bounds for each of its two columns.",
                    "Write them as in contribution_bounds_per_row => ((0, 100), (0, 5)).");
        }
        pair(0, assignment, both.operand(0), bindsRows);
        pair(1, assignment, both.operand(1), bindsRows);
    }

    private void pair(int argument, SqlCall assignment, SqlNode value, boolean bindsRows) {
        if (!(value instanceof SqlCall row) || value.getKind() != SqlKind.ROW || row.operandCount() != 2) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    place(value),
                    "Bounds are two numbers in brackets.",
                    "Write them as in contribution_bounds_per_group => (0, 100).");
        }
        give(argument, assignment, row.operand(0), row.operand(1), bindsRows);
    }

    private void give(int argument, SqlNode where, SqlNode low, SqlNode high, boolean bindsRows) {
        if (bounds.get(argument).isPresent()) {
            throw new Refusal(ErrorCode.BOUNDS, place(where), "Bounds are given twice.", "Keep one pair of them.");
        }
        boolean times = ConstantTime.of(low).isPresent();
        BigDecimal lower = times ? ConstantTime.of(low).orElseThrow() : bound(low);
        BigDecimal upper = times ? time(high) : bound(high);
        if (lower.compareTo(upper) > 0) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    place(low),
                    "The lower bound is above the upper bound.",
                    "Write the smaller one first.");
        }
        if (function.bindsRows() && !bindsRows) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    place(where),
                    name + " takes bounds for the values of rows, not for what one person adds to a group.",
                    "Write contribution_bounds_per_row => "
                            + (isPair() ? "((low, high), (low, high))." : "(low, high)."));
        }
        if (function == AggregateFunction.COUNT && bindsRows) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    place(where),
                    name + " takes bounds for what one person adds to a group, not for a row.",
                    "Write contribution_bounds_per_group => (low, high).");
        }
        if (times && !function.isQuantile() && function != AggregateFunction.MODE) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    place(low),
                    name + " takes bounds that are numbers.",
                    "Dates are bounds of MIN, MAX, MODE, MEDIAN and quantiles of dates.");
        }
        bounds.set(argument, Optional.of(new Bounds(lower, upper, times)));
        perRow = bindsRows;
    }

    private BigDecimal time(SqlNode node) {
        return ConstantTime.of(node)
                .orElseThrow(() -> new Refusal(
                        ErrorCode.BOUNDS,
                        place(node),
                        "One bound is a date and the other is not.",
                        "Write both as in (DATE '2024-01-01', DATE '2024-12-31'), in the years 1 to 9999."));
    }

    private BigDecimal bound(SqlNode node) {
        return ConstantNumber.of(node)
                .orElseThrow(() -> new Refusal(
                        ErrorCode.BOUNDS,
                        place(node),
                        "A bound must be a constant number or date: one taken from the data would show the data.",
                        "Write one that you know without looking, such as 100, -1.5e3 or DATE '2024-12-31'."));
    }

    private static @Nullable Position place(SqlNode node) {
        return Positions.of(node.getParserPosition());
    }
}
