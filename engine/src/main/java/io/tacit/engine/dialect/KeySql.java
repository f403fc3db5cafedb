package io.tacit.engine.dialect;

import io.tacit.engine.catalog.ColumnType;
import java.util.List;

/** What decides which rows belong together: people, keys and counted values. */
public interface KeySql {
    /** A column of which equal values are the same value and print the same text, without NaN. */
    String canonical(String column, ColumnType type);

    /** A column without values that are no numbers, nor dates: NaN and infinite dates are NULL. */
    String finite(String column, ColumnType type);

    /** A canonical key in the one text form that all engines give it. */
    String text(String key, ColumnType type);

    /**
     * A hash of values, the same for the same values whatever the order of rows. Nothing that protects people rests on
     * it: where two hashes are equal, the values themselves decide.
     *
     * @param salt what tells our hashes from others
     */
    String hash(String salt, List<String> values);

    /** Several columns as one value, which is another one if any of them is, NULL being a value like any other. */
    String together(List<String> columns);
}
