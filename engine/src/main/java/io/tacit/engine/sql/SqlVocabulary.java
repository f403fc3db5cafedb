package io.tacit.engine.sql;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names that a query may use beside those of tables and columns, for whatever completes what people type. */
public final class SqlVocabulary {
    private static final Pattern CALL = Pattern.compile("^([A-Z][A-Z0-9_]*)\\(");

    private SqlVocabulary() {}

    /** The functions that are written like {@code ROUND(x)}, aggregates included, in capitals. */
    public static Set<String> functions() {
        Set<String> names = new TreeSet<>(AggregateNames.all());
        for (ScalarFunction function : ScalarFunctions.all()) {
            names.addAll(function.specification().aliases());
            for (String usage : function.specification().usage()) {
                Matcher call = CALL.matcher(usage);
                if (call.find()) {
                    names.add(call.group(1));
                }
            }
        }
        return names;
    }

    /** The options of a SELECT, in small letters. */
    public static Set<String> options() {
        return ReadClause.optionNames();
    }
}
