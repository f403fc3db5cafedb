package io.tacit.experiments.figure;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.experiments.data.MadeUpTable;
import java.util.List;
import java.util.SplittableRandom;

/** Tables of people who have one number each. */
final class MadeUpNumbers {
    private static final long SEED = 18;

    private MadeUpNumbers() {}

    /** The table {@code p} with the columns {@code person} and {@code x}. */
    static MadeUpTable of(Distribution law, int people) {
        SplittableRandom random = new SplittableRandom(SEED);
        return MadeUpTable.of(
                "p",
                "person",
                List.of(new Column("person", ColumnType.INTEGER, false), new Column("x", ColumnType.DOUBLE, false)),
                appender -> {
                    for (int person = 0; person < people; person++) {
                        appender.beginRow();
                        appender.append(person);
                        appender.append(law.draw(random));
                        appender.endRow();
                    }
                });
    }

    /** The mean of the numbers, clamped within these bounds. */
    static String mean(double low, double high) {
        return "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 1) AVG(x, contribution_bounds_per_row =>"
                + " ("
                + low + ", " + high + ")) AS mean FROM p";
    }
}
