package io.tacit.engine.dialect.server;

import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/** What a server calls its types, and how it converts values without errors: what does not fit is NULL. */
public interface TypeNotation {
    /**
     * The names of types. A type that is not in it is refused. A decimal, which is not in it, is written alike everywhere;
     * all types of floating-point numbers have one name, and so have all of texts, of which NULL is one.
     */
    Map<SqlTypeName, String> names();

    /** An exact number as a type of that name. Halves round away from zero. */
    String fit(String text, String to);

    /** A value that is neither a text nor a DOUBLE, as a text. */
    String textOf(String text, RelDataType from);

    /** A date as the timestamp at which it begins. */
    String startOf(String date);

    /** A text of the form 2024-12-31 as that day, if the calendar has it. */
    String day(String text);

    /** A DOUBLE as another type of numbers. */
    String ofReal(String text, String to);

    /** A text as a type of numbers. */
    String ofText(String text, String to);

    /** A truth value as a type of numbers. */
    String ofTruth(String text, String to);

    /** An integer or a decimal as another type of numbers. */
    String ofExact(String text, RelDataType from, String to);
}
