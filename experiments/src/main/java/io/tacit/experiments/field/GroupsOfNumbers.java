package io.tacit.experiments.field;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.experiments.data.MadeUpTable;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Made-up people in groups, as in the measurements of Garrido, Near, Muhammad, He, Matzutt and Matthes, "Do I get the
 * privacy I need? Benchmarking utility in differential privacy libraries" (2021): numbers of a size, a scale and a skew;
 * and heavier tails than theirs.
 *
 * @param name what the table calls them
 * @param people in each group, each with one row
 * @param numbers one number of one of them
 */
record GroupsOfNumbers(String name, int people, ToDoubleFunction<SplittableRandom> numbers) {
    /** How many groups there are. */
    static final int GROUPS = 5;

    private static final long SEED = 2021;
    private static final int MIDDLE = 1_000;
    private static final double MEAN = 500;
    private static final double SCALE = 50;

    /** Those of which one thing changes at a time; the first three differ by size alone. */
    static final List<GroupsOfNumbers> ALL = List.of(
            new GroupsOfNumbers("100 people", 100, random -> skewed(random, SCALE, 0)),
            new GroupsOfNumbers("1,000 people", MIDDLE, random -> skewed(random, SCALE, 0)),
            new GroupsOfNumbers("10,000 people", 10_000, random -> skewed(random, SCALE, 0)),
            new GroupsOfNumbers("scale 5", MIDDLE, random -> skewed(random, SCALE / 10, 0)),
            new GroupsOfNumbers("scale 500", MIDDLE, random -> skewed(random, SCALE * 10, 0)),
            new GroupsOfNumbers("skew 10", MIDDLE, random -> skewed(random, SCALE, 10)),
            new GroupsOfNumbers("skew 50", MIDDLE, random -> skewed(random, SCALE, 50)),
            new GroupsOfNumbers("lognormal, σ = 1", MIDDLE, random -> Math.exp(5 + normal(random))),
            new GroupsOfNumbers("power law, α = 3", MIDDLE, random -> power(random, 3)),
            new GroupsOfNumbers("power law, α = 1.5", MIDDLE, random -> power(random, 1.5)));

    /** Groups that differ by size alone. */
    static final int BY_SIZE = 3;

    /** The table {@code p} with the columns {@code person}, {@code g}, {@code x} and {@code k}, one of some hundreds. */
    MadeUpTable table() {
        SplittableRandom random = new SplittableRandom(SEED);
        return MadeUpTable.of(
                "p",
                "person",
                List.of(
                        new Column("person", ColumnType.INTEGER, false),
                        new Column("g", ColumnType.INTEGER, false),
                        new Column("x", ColumnType.DOUBLE, false),
                        new Column("k", ColumnType.INTEGER, false)),
                appender -> {
                    for (int person = 0; person < people * GROUPS; person++) {
                        appender.beginRow();
                        appender.append(person);
                        appender.append(person % GROUPS);
                        appender.append(numbers.applyAsDouble(random));
                        appender.append(random.nextInt(people / 2));
                        appender.endRow();
                    }
                });
    }

    /** Azzalini's skew-normal law (1985): |Z₀| and Z₁ mixed. */
    private static double skewed(SplittableRandom random, double scale, double skew) {
        double share = skew / Math.sqrt(1 + skew * skew);
        double z = share * Math.abs(normal(random)) + Math.sqrt(1 - share * share) * normal(random);
        return MEAN + scale * z;
    }

    private static double power(SplittableRandom random, double power) {
        return 100 * Math.pow(1 - random.nextDouble(), -1 / power);
    }

    private static double normal(SplittableRandom random) {
        double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
        return radius * Math.cos(2 * Math.PI * random.nextDouble());
    }
}
