package io.tacit.engine.randomqueries;

/**
 * A column that an expression may name.
 *
 * @param qualifier the alias of its relation, or empty
 * @param name as written
 * @param kind of its values
 * @param exact whether both dialects compute it without rounding, so that it may be a key or meet a bound
 * @param identity whether it says whose row it is
 */
record Field(String qualifier, String name, Kind kind, boolean exact, Identity identity) {
    /** Whether a column says whose row it is. */
    enum Identity {
        NONE,

        /** It is the person. */
        PERSON,

        /** It determines the person along the declared foreign key. */
        ORDER
    }

    String text() {
        return qualifier.isEmpty() ? name : qualifier + "." + name;
    }

    Field of(String alias) {
        return new Field(alias, name, kind, exact, identity);
    }

    Field named(String other) {
        return new Field("", other, kind, exact, identity);
    }

    /** As after an outer join that fills it with NULL: a missing person is not a person. */
    Field maybeMissing() {
        return new Field(qualifier, name, kind, exact, Identity.NONE);
    }
}
