package io.tacit.engine.dialect.spark;

import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Guards that read a value several times. A column is written where it is read, and so is a subquery, which must not stand
 * within an array; any other value is computed once, as the only element of an array, over which a function reads it by name.
 */
final class Once {
    private static final Pattern COLUMN = Pattern.compile("[A-Za-z0-9_]+(\\.[A-Za-z0-9_]+)?|[A-Za-z0-9_]+\\.`[^`]+`");

    private Once() {}

    /**
     * An expression over one value.
     *
     * @param guard the expression, from the text under which the value can be read
     */
    static String of(String value, UnaryOperator<String> guard) {
        if (value.contains("(SELECT ")) {
            return "(" + guard.apply("(" + value + ")") + ")";
        }
        return COLUMN.matcher(value).matches()
                ? "(" + guard.apply(value) + ")"
                : "(transform(array(" + value + "), v -> " + guard.apply("v") + ")[0])";
    }
}
