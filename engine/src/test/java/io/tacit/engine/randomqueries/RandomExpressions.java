package io.tacit.engine.randomqueries;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Draws expressions over columns. */
final class RandomExpressions {
    private static final Map<Kind, List<String>> CONSTANTS = Map.of(
            Kind.WHOLE, List.of("0", "1", "2", "5"),
            Kind.DECIMAL, List.of("0.50", "1.25", "3.00"),
            Kind.REAL, List.of("0.5e0", "2e0", "0e0"),
            Kind.TEXT, List.of("''", "'a'", "'Ba'", "'7'"),
            Kind.DATE, List.of("DATE '2021-03-31'", "DATE '2020-02-29'"),
            Kind.TRUTH, List.of("TRUE"));

    private final SplittableRandom random;

    RandomExpressions(SplittableRandom random) {
        this.random = random;
    }

    /** Any expression of a kind, at most so deep. */
    Expression draw(Kind kind, List<Field> fields, int depth) {
        if (depth == 0 || kind != Kind.TRUTH && random.nextInt(3) == 0) {
            return leaf(kind, fields);
        }
        List<Operator> fitting =
                Operator.ALL.stream().filter(o -> o.result() == kind).toList();
        Operator operator = fitting.get(random.nextInt(fitting.size()));
        List<Expression> operands = new ArrayList<>();
        for (Kind each : operator.operands()) {
            operands.add(draw(each, fields, depth - 1));
        }
        return new Expression.Call(operator, operands);
    }

    /** A condition that reads at least one column if there is a way. */
    Expression condition(List<Field> fields) {
        Expression condition = draw(Kind.TRUTH, fields, 3);
        for (int i = 0; i < 10 && !reads(condition); i++) {
            condition = draw(Kind.TRUTH, fields, 3);
        }
        return condition;
    }

    /** Something to group by: exact, and with few values. */
    Expression key(List<Field> fields) {
        List<Field> exact = fields.stream().filter(Field::exact).toList();
        if (exact.isEmpty()) {
            String isNull = "(" + fields.get(0).text() + " IS NULL)";
            return new Expression.Call(new Operator(Kind.TRUTH, true, isNull, isNull, List.of()), List.of());
        }
        Field field = exact.get(random.nextInt(exact.size()));
        Expression plain = new Expression.Reference(field);
        if (random.nextInt(3) > 0) {
            return plain;
        }
        Expression drawn = draw(field.kind(), exact, 2);
        return drawn.exact() && reads(drawn) ? drawn : plain;
    }

    private Expression leaf(Kind kind, List<Field> fields) {
        List<Field> fitting = fields.stream().filter(f -> f.kind() == kind).toList();
        if (!fitting.isEmpty() && random.nextInt(5) > 0) {
            return new Expression.Reference(fitting.get(random.nextInt(fitting.size())));
        }
        return constant(kind);
    }

    Expression constant(Kind kind) {
        List<String> constants = Optional.ofNullable(CONSTANTS.get(kind)).orElseThrow();
        return new Expression.Constant(kind, constants.get(random.nextInt(constants.size())));
    }

    static boolean reads(Expression expression) {
        return !(expression instanceof Expression.Constant)
                && (!(expression instanceof Expression.Call call)
                        || call.operands().stream().anyMatch(RandomExpressions::reads));
    }
}
