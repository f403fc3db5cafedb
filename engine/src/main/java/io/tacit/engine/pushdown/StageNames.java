package io.tacit.engine.pushdown;

import io.tacit.engine.dialect.LiteralSql;

/**
 * The names of stages, in quotes.
 *
 * @param literals of the dialect
 */
record StageNames(LiteralSql literals) {
    /** The beginning of all names of ours; no declared table's name begins like this, or a name here would hide it. */
    static final String OURS = "tacit$";

    /** The rows of people. */
    String rows() {
        return of("rows");
    }

    /** The rows of people of whom only some count. */
    String allRows() {
        return of("all_rows");
    }

    /** U, one row for each person and group. */
    String contributions() {
        return of("contributions");
    }

    /** M, people in more than C_u groups. */
    String inMoreGroups() {
        return of("in_more_groups");
    }

    /** T, what the limit leaves of U. */
    String limited() {
        return of("limited");
    }

    /** A name with that beginning. */
    String of(String name) {
        return literals.name(OURS + name);
    }
}
