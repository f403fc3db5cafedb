package io.tacit.engine.dialect.server;

import io.tacit.engine.dialect.ScalarPrinter;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.fun.SqlTrimFunction;

/** Functions of texts where a server differs from others. */
public interface TextNotation {
    /**
     * A text without some characters at its ends.
     *
     * @param characters blanks if there are none
     */
    String trimmed(SqlTrimFunction.Flag side, String text, Optional<String> characters);

    /** The name of the function that finds the second text in the first. */
    String place();

    /** The name of the function that says whether the first text begins with the second. */
    String startsWith();

    /** Whether a text ends with another. */
    String endsWith(String text, String end);

    /** The printer of UPPER; lacking if it changes other letters than elsewhere. */
    ScalarPrinter upper();

    /** The printer of LOWER. */
    ScalarPrinter lower();

    /** The printer of SPLIT_PART. */
    ScalarPrinter part();

    /** A DOUBLE as a text by which equal values can be told from others. */
    String ofReal(String value);

    /** A text behind its length and a colon; a dash for NULL. */
    String counted(String text);

    /** Texts one behind the other, of which none is NULL. */
    String joined(List<String> texts);
}
