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

    /** One value in all rows, perhaps NULL. */
    static final Values ONE = of(Most.ONE);

    /** NULL in all rows. */
    static final Values NULL = new Values(Most.NONE, Most.ONE, true);

    /** True and false. */
    static final Values TRUTHS = new Values(Most.of(2), Most.of(2), false);

    Values {
        present = present.and(all);
        all = all.and(nullable ? present.plus(Most.ONE) : present);
    }

    /** At most so many values, of which NULL may be one. */
    static Values of(Most all) {
        return new Values(all, all, true);
    }

    /** At most so many values, and perhaps NULL besides. */
    static Values orNull(Most present) {
        return new Values(present, Most.ANY, true);
    }

    Values withoutNull() {
        return new Values(present, present, false);
    }

    /** The same values, and NULL, which an outer join may have put there. */
    Values withNull() {
        return orNull(present);
    }

    /** The bound where both bounds hold. */
    Values and(Values other) {
        return new Values(present.and(other.present), all.and(other.all), nullable && other.nullable);
    }

    /** The bound for values of either field; NULL of both is one. */
    Values or(Values other) {
        return new Values(present.plus(other.present), all.plus(other.all), nullable || other.nullable);
    }
}
