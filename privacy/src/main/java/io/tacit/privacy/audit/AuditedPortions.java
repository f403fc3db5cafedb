package io.tacit.privacy.audit;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.LaplaceSum;
import io.tacit.privacy.mechanism.Portions;
import io.tacit.privacy.mechanism.PortionsOf;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.mechanism.Unit;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.selection.PortionsThreshold;
import java.math.BigInteger;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * People divided into portions, under Laplace noise: a state that is read off them, one portion alone, which somebody at
 * a bound changes by a whole person, and the selection by the sum of all.
 */
final class AuditedPortions {
    private static final Rational LOW = Rational.of(-1, 4);
    private static final Rational HIGH = Rational.of(1, 2);
    private static final Delta SELECTION = Delta.of("0.05");

    private static final Unit UNIT = Unit.BinaryGrid.forDistance(LOW, HIGH);
    private static final State.Count ROWS = new State.Weight(1).asCount();
    private static final State.Centred VALUES = new State.Centred(UNIT.lowerBound(LOW), UNIT.upperBound(HIGH), 1, UNIT);
    private static final State.Squares SQUARES =
            new State.Squares(UNIT.lowerBound(LOW), UNIT.upperBound(HIGH), 1, UNIT);

    /** The states of a column. */
    private enum Name {
        PEOPLE,
        ROWS,
        VALUES,
        SQUARES
    }

    private AuditedPortions() {}

    /**
     * All of these mechanisms, each claiming ε = 1.
     *
     * @param epsilon what the noise spends
     */
    static List<AuditedMechanism> all(Epsilon epsilon) {
        Portions<Name> mean = rows().centred(Name.VALUES, VALUES).portions();
        Portions<Name> variance =
                rows().squares(Name.VALUES, Name.SQUARES, VALUES, SQUARES).portions();
        return List.of(
                of("number of rows read off portions", 0, reading(mean, Name.ROWS, epsilon)),
                of("a portion of a mean", 0, portion(mean, epsilon)),
                of("a portion of a variance", 0, portion(variance, epsilon)),
                of("portions with threshold", SELECTION.value().toDoubleNearest(), thresholded(mean, epsilon)));
    }

    private static AuditedMechanism of(String name, double delta, Subject subject) {
        return new AuditedMechanism(name, 1, delta, subject);
    }

    private static PortionsOf<Name> rows() {
        return PortionsOf.people(Name.PEOPLE).rows(Name.ROWS, BigInteger.ONE);
    }

    private static DiscreteLaplace noise(Portions<Name> portions, Epsilon epsilon) {
        return DiscreteLaplace.calibrated(portions.sensitivity(), epsilon);
    }

    private static Subject reading(Portions<Name> portions, Name name, Epsilon epsilon) {
        IntegerSampler sampler = noise(portions, epsilon).sampler();
        Portions.Reading reading = portions.readings().get(name);
        if (reading == null) {
            throw new IllegalArgumentException("the state must be one of these portions");
        }
        return new Release<>(data -> exact(portions, data), (exact, bits) -> {
            BigInteger read = reading.of(noisy(exact, sampler, bits));
            return Outcome.of(Rational.of(read).times(reading.unit()).toDoubleNearest());
        });
    }

    /** The last portion, in people: it is whole for a person at the upper bound. */
    private static Subject portion(Portions<Name> portions, Epsilon epsilon) {
        IntegerSampler sampler = noise(portions, epsilon).sampler();
        int last = portions.portions().size() - 1;
        return new Release<>(
                data -> exact(portions, data).get(last),
                (exact, bits) -> people(exact.add(sampler.draw(bits)), portions));
    }

    private static Subject thresholded(Portions<Name> portions, Epsilon epsilon) {
        DiscreteLaplace noise = noise(portions, epsilon);
        IntegerSampler sampler = noise.sampler();
        int size = portions.portions().size();
        BigInteger tau = PortionsThreshold.threshold(
                new LaplaceSum(noise.scale(), Collections.nCopies(size, BigInteger.ONE)),
                portions.whole(),
                SELECTION,
                1);
        return new Release<>(data -> exact(portions, data), (exact, bits) -> {
            // A group without people is never offered.
            boolean offered = exact.stream().anyMatch(portion -> portion.signum() != 0);
            BigInteger sum = noisy(exact, sampler, bits).stream().reduce(BigInteger.ZERO, BigInteger::add);
            return offered && sum.compareTo(tau.multiply(portions.whole())) >= 0
                    ? people(sum, portions)
                    : new Outcome.Absent();
        });
    }

    private static Outcome people(BigInteger units, Portions<Name> portions) {
        return Outcome.of(
                Rational.of(units).dividedBy(Rational.of(portions.whole())).toDoubleNearest());
    }

    private static List<BigInteger> noisy(List<BigInteger> exact, IntegerSampler sampler, RandomBits bits) {
        return exact.stream().map(portion -> portion.add(sampler.draw(bits))).toList();
    }

    private static List<BigInteger> exact(Portions<Name> portions, List<Double> data) {
        Map<Name, BigInteger> sums = new EnumMap<>(Name.class);
        for (Name name : Name.values()) {
            sums.put(
                    name,
                    data.stream()
                            .map(record -> contribution(name, Person.rows(record, UNIT)))
                            .reduce(BigInteger.ZERO, BigInteger::add));
        }
        return portions.portions().stream().map(portion -> portion.of(sums)).toList();
    }

    private static BigInteger contribution(Name name, List<BigInteger> rows) {
        return switch (name) {
            case PEOPLE -> BigInteger.ONE;
            case ROWS -> ROWS.contribution(BigInteger.valueOf(rows.size()));
            case VALUES -> VALUES.contribution(rows);
            case SQUARES -> SQUARES.contribution(rows);
        };
    }
}
