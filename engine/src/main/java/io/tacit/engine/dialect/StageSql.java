package io.tacit.engine.dialect;

import java.util.List;

/** The stages of a pushed-down query: what an engine writes for them beside plain SELECT, JOIN and GROUP BY. */
public interface StageSql {
    /**
     * A common table expression, for WITH.
     *
     * @param inPlace whether the engine computes it where it is read, also where it is read twice; else it may keep it
     */
    String stage(String name, String query, boolean inPlace);

    /**
     * The end of a SELECT, after FROM: the rows on the left whose value in a column also occurs on the right; NULL never
     * does.
     *
     * @param left a name
     * @param right another name
     */
    default String among(String left, String right, String column) {
        return where(left, right, equal(left, right, column));
    }

    /** The end of a SELECT, after FROM: the rows on the left that {@link #among} leaves out. */
    default String notAmong(String left, String right, String column) {
        return whereNot(left, right, equal(left, right, column));
    }

    private static String equal(String left, String right, String column) {
        return left + "." + column + " = " + right + "." + column;
    }

    /** The end of a SELECT, after FROM: the rows on the left that meet a condition together with some row on the right. */
    String where(String left, String right, String condition);

    /** The end of a SELECT, after FROM: the rows on the left that {@link #where} leaves out. */
    String whereNot(String left, String right, String condition);

    /**
     * A window function, to be called b, by which the first rows of each are told from the others.
     *
     * @param each the columns that say whose row it is
     * @param one a column that says the same alone
     * @param order how the rows of one are ordered, without ties
     * @param most how many rows of one stay
     */
    String place(List<String> each, String one, List<String> order, long most);

    /** The condition on {@code b} by which the first rows of each stay. */
    String isFirst(String one, long most);

    /** Whether the engine knows {@code value > ANY (query)}; for one that does not, EXISTS says the same. */
    default boolean knowsAny() {
        return true;
    }

    /**
     * Whether {@code value IN (query)} is NULL, as it should be, where no value is equal and one of them is NULL; not so for
     * an engine that says FALSE, and TRUE only where it is so, also of NOT IN.
     */
    default boolean saysUnknown() {
        return true;
    }

    /** Whether it pays to look again only at people with too many rows, instead of ordering everybody's. */
    boolean looksAgain();

    /**
     * The list of a SELECT: some of the columns, in their order.
     *
     * @param kept those in the list
     * @param dropped all others
     */
    String allBut(List<String> kept, List<String> dropped);
}
