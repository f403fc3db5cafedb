package io.tacit.engine.dialect.postgres;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.function.UnaryOperator;

/**
 * Guards that read a value several times and compute it once: a subquery names the values, and OFFSET 0 keeps the
 * planner from putting an expression back in the place of its name. What is guarded therefore reads columns only, and is
 * never folded as a constant while the query is planned, where its error would not wait for the guard.
 */
final class Once {
    /** The name of the first value in a guard. */
    static final String A = "v.a";

    /** The name of the second value in a guard. */
    static final String B = "v.b";

    private static final String WINDOW = " OVER (";

    private Once() {}

    /**
     * An expression over one value.
     *
     * @param guard the expression, in which {@link #A} is the value
     */
    static String of(String value, String guard) {
        return within(value + " AS a", guard);
    }

    /** An expression over one value, from the text under which it can be read. */
    static String of(String value, UnaryOperator<String> guard) {
        return of(value, guard.apply(A));
    }

    /**
     * An expression over two values.
     *
     * @param guard the expression, in which {@link #A} and {@link #B} are the values
     */
    static String of(String first, String second, String guard) {
        return within(first + " AS a, " + second + " AS b", guard);
    }

    /**
     * An expression over three values.
     *
     * @param guard the expression, in which {@code v.a}, {@code v.b} and {@code v.c} are the values
     */
    static String of(String first, String second, String third, String guard) {
        return within(first + " AS a, " + second + " AS b, " + third + " AS c", guard);
    }

    /** In the subquery a window function would see a single row. */
    private static String within(String values, String guard) {
        if (values.contains(WINDOW)) {
            throw new Refusal(
                    ErrorCode.WINDOW,
                    "PostgreSQL cannot guard an expression that has a window function in it against errors.",
                    "Compute the window function in a subquery, and the expression around it.");
        }
        return "(SELECT " + guard + " FROM (SELECT " + values + " OFFSET 0) AS v)";
    }
}
