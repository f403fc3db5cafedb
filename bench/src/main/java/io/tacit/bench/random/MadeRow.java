package io.tacit.bench.random;

/** One row as far as it is drawn: later columns go with earlier ones. */
final class MadeRow {
    private final MadePerson person;
    private final Draw draw;
    private double factor = 1;

    MadeRow(MadePerson person, Draw draw) {
        this.person = person;
        this.draw = draw;
    }

    MadePerson person() {
        return person;
    }

    Draw draw() {
        return draw;
    }

    /** What the row's numbers are multiplied by for the groups that it is in. */
    double factor() {
        return factor;
    }

    /** The row is in a group in which numbers are so many times as large. */
    void multiply(double by) {
        factor *= by;
    }
}
