package io.tacit.engine.structure;

/**
 * At most how many different values there are.
 *
 * @param present without NULL
 * @param all with NULL, which counts as one; at least {@code present} and at most one more
 * @param nullable whether NULL may be among them
 */
record Values(Most present, Most all, boolean nullable) {
    static final Values ANY = of(Most.ANY);

    /** The same in all rows, perhaps NULL. */
    static final Values ONE = of(Most.ONE);

    /** NULL in all rows. */
    static final Values NULL = new Values(Most.NONE, Most.ONE, true);

    /** True and false. */
    static final Values TRUTHS = new Values(Most.of(2), Most.of(2), false);

    Values {
        present = present.and(all);
        all = all.and(nullable ? present.plus(Most.ONE) : present);
    }

    /** So many, of which NULL may be one. */
    static Values of(Most all) {
        return new Values(all, all, true);
    }

    /** So many values, and perhaps NULL. */
    static Values orNull(Most present) {
        return new Values(present, Most.ANY, true);
    }

    Values withoutNull() {
        return new Values(present, present, false);
    }

    /** The same where an outer join may have put NULL. */
    Values withNull() {
        return orNull(present);
    }

    /** Both hold. */
    Values and(Values other) {
        return new Values(present.and(other.present), all.and(other.all), nullable && other.nullable);
    }

    /** Values of the one or of the other; NULL of both is one. */
    Values or(Values other) {
        return new Values(present.plus(other.present), all.plus(other.all), nullable || other.nullable);
    }
}
