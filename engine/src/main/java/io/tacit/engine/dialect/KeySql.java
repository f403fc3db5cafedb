package io.tacit.engine.dialect;

import io.tacit.engine.catalog.ColumnType;
import java.util.List;

/** What decides which rows belong together: people, keys and counted values. */
public interface KeySql {
    /** A column in which equal values are written alike and NaN is NULL. */
    String canonical(String column, ColumnType type);

    /** A column whose NaN and infinite dates are NULL. */
    String finite(String column, ColumnType type);

    /** A canonical key in the one text form that all engines give it. */
    String text(String key, ColumnType type);

    /**
     * A hash of several values, the same in whatever order rows come. Nothing that protects people rests on it: where
     * two hashes are equal, the values themselves decide.
     *
     * @param salt what tells our hashes from others
     */
    String hash(String salt, List<String> values);

    /**
     * The condition that two canonical keys are the same, NULL being a value like any other. The engine finds the partners of
     * a key by a hash, where others would be compared with each.
     *
     * @param type of both
     */
    default String same(String left, String right, ColumnType type) {
        return left + " IS NOT DISTINCT FROM " + right;
    }

    /** Several columns as one value: two are equal only if all columns are, NULL being a value like any other. */
    String together(List<String> columns);
}
