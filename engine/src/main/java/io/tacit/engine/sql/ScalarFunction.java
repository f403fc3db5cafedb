package io.tacit.engine.sql;

import org.apache.calcite.sql.SqlOperator;

/**
 * A function or operator that computes a value from one row. Those of one topic are the constants of one enum, so that
 * the compiler demands a decision about each of them wherever they are told apart: in every dialect.
 *
 * <p>What the language knows of one is its {@link #specification()}: a new function is a new constant here, with its
 * line in each dialect.
 */
public sealed interface ScalarFunction
        permits LogicFunction,
                ComparisonFunction,
                ChoiceFunction,
                ArithmeticFunction,
                RealFunction,
                WholeFunction,
                TextFunction,
                PatternFunction,
                JsonFunction,
                DateFunction,
                ArrayFunction,
                ReleasedFunction {
    /** All that the language knows of it. */
    ScalarSpecification specification();

    /** Calls the visitor's method for this function's topic. */
    <R> R accept(Visitor<R> visitor);

    /** The operator that a query calls it by, the usual one if there are several. */
    default SqlOperator operator() {
        return specification().operators().get(0);
    }

    /** Decides by topic. */
    interface Visitor<R> {
        R logic(LogicFunction function);

        R comparison(ComparisonFunction function);

        R choice(ChoiceFunction function);

        R arithmetic(ArithmeticFunction function);

        R real(RealFunction function);

        R whole(WholeFunction function);

        R text(TextFunction function);

        R pattern(PatternFunction function);

        R json(JsonFunction function);

        R date(DateFunction function);

        R array(ArrayFunction function);

        R released(ReleasedFunction function);
    }
}
