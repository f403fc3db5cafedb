package io.tacit.engine.randomqueries;

/**
 * A column that an expression may name.
 *
 * @param qualifier the alias of its relation, or empty
 * @param name as written
 * @param kind of its values
 * @param rounding of its values; what is not rounded may be a key or meet a bound
 * @param identity whether it says whose row it is
 */
record Field(String qualifier, String name, Kind kind, Rounding rounding, Identity identity) {
    Field(String qualifier, String name, Kind kind, boolean exact, Identity identity) {
        this(qualifier, name, kind, exact ? Rounding.NONE : Rounding.GRID, identity);
    }

    /** Whether a column says whose row it is. */
    enum Identity {
        NONE,

        /** It is the person. */
        PERSON,

        /** It determines the person along the declared foreign key. */
        ORDER,

        /** It is a person, too, but not the one whose row it is. */
        OTHER
    }

    boolean exact() {
        return rounding == Rounding.NONE;
    }

    String text() {
        return qualifier.isEmpty() ? name : qualifier + "." + name;
    }

    Field of(String alias) {
        return new Field(alias, name, kind, rounding, identity);
    }

    Field named(String other) {
        return new Field("", other, kind, rounding, identity);
    }

    /** As after an outer join that fills it with NULL: a missing person is not a person. */
    Field maybeMissing() {
        return new Field(qualifier, name, kind, rounding, Identity.NONE);
    }
}
