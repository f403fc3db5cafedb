package io.tacit.bench.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A column of a table that is made up, and what was drawn for it so far. */
final class MadeColumn {
    private static final int SAMPLES = 400;

    private final String name;
    private final String type;
    private final Role role;
    private final String law;
    private final Values values;
    private final List<String> samples = new ArrayList<>();
    private final Set<String> codes = new TreeSet<>();
    private boolean nulls;

    /** What a column is for in a question. */
    enum Role {
        /** Says whose a row is, or which row it is. */
        KEY,
        /** A few values that groups are made of. */
        CODE,
        /** Whole numbers of which there are few. */
        LEVEL,
        FLAG,
        DAY,
        TIME,
        AMOUNT
    }

    /** Draws one value. */
    interface Values {
        /** As DuckDB reads it; empty for NULL. */
        String next(MadeRow row);
    }

    /**
     * A column.
     *
     * @param name unique among all tables, but for keys
     * @param type as SQL writes it
     * @param law of the values, in words
     */
    MadeColumn(String name, String type, Role role, String law, Values values) {
        this.name = name;
        this.type = type;
        this.role = role;
        this.law = law;
        this.values = values;
    }

    String name() {
        return name;
    }

    String type() {
        return type;
    }

    Role role() {
        return role;
    }

    String law() {
        return law;
    }

    /** The value of a row, as DuckDB reads it; empty for NULL. */
    String next(MadeRow row) {
        String value = values.next(row);
        nulls |= value.isEmpty();
        if (!value.isEmpty() && samples.size() < SAMPLES) {
            samples.add(value);
        }
        if (!value.isEmpty() && role == Role.CODE) {
            codes.add(value);
        }
        return value;
    }

    /** Whether a row without a value was drawn. */
    boolean hasNulls() {
        return nulls;
    }

    /** All values of a code that occur, in order. */
    List<String> codes() {
        return new ArrayList<>(codes);
    }

    /** Some values of it that occur; empty where there are none. */
    List<String> samples() {
        return samples;
    }
}
