package io.tacit.engine.randomqueries;

import java.util.List;

/** A scalar expression. */
sealed interface Expression
        permits Expression.Reference, Expression.Constant, Expression.Call, AboutPerson, AboutEverybody {
    Kind kind();

    /** Whether both dialects compute it without rounding. */
    boolean exact();

    String text(Dialect dialect);

    /** A column. */
    record Reference(Field field) implements Expression {
        @Override
        public Kind kind() {
            return field.kind();
        }

        @Override
        public boolean exact() {
            return field.exact();
        }

        @Override
        public String text(Dialect dialect) {
            return field.text();
        }
    }

    /** A constant, the same in both dialects. */
    record Constant(Kind kind, String text) implements Expression {
        @Override
        public boolean exact() {
            return true;
        }

        @Override
        public String text(Dialect dialect) {
            return text;
        }
    }

    /** An operator or function over operands. */
    record Call(Operator operator, List<Expression> operands) implements Expression {
        @Override
        public Kind kind() {
            return operator.result();
        }

        @Override
        public boolean exact() {
            return operator.exact() && operands.stream().allMatch(Expression::exact);
        }

        @Override
        public String text(Dialect dialect) {
            Object[] texts = operands.stream().map(o -> o.text(dialect)).toArray();
            return String.format(dialect == Dialect.TACIT ? operator.tacit() : operator.plain(), texts);
        }
    }
}
