package io.tacit.engine.catalog;

import java.util.OptionalLong;

/**
 * How much of one person counts in all groups together: so many groups, or so many rows of which each counts for itself.
 *
 * @param of what is limited
 * @param most the limit, from 1 to 2147483647; empty where it is found privately
 */
public record PersonLimit(Of of, OptionalLong most) {
    /** What a limit counts. */
    public enum Of {
        /** Groups: {@code max_groups_contributed}. */
        GROUPS,
        /** Rows in all groups together: {@code max_rows_contributed}. */
        ROWS
    }

    /** Checks the limit. */
    public PersonLimit {
        if (most.isPresent() && (most.getAsLong() < 1 || most.getAsLong() > Integer.MAX_VALUE)) {
            throw new IllegalArgumentException("a limit must be between 1 and 2147483647");
        }
    }

    /** A limit that is found privately. */
    public static PersonLimit found(Of of) {
        return new PersonLimit(of, OptionalLong.empty());
    }

    /** A limit of groups that is given. */
    public static PersonLimit groups(long most) {
        return new PersonLimit(Of.GROUPS, OptionalLong.of(most));
    }

    /** A limit of rows in all groups together that is given. */
    public static PersonLimit rows(long most) {
        return new PersonLimit(Of.ROWS, OptionalLong.of(most));
    }

    /** Whether it is a limit of rows in all groups together. */
    public boolean ofRows() {
        return of == Of.ROWS;
    }

    @Override
    public String toString() {
        return of + "=" + (most.isPresent() ? String.valueOf(most.getAsLong()) : "AUTO");
    }
}
