package io.tacit.privacy.audit;

import io.tacit.privacy.accounting.Part;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.NoisyCovariance;
import io.tacit.privacy.mechanism.NoisyMean;
import io.tacit.privacy.mechanism.NoisyTotal;
import io.tacit.privacy.mechanism.NoisyVariance;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.mechanism.Unit;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Totals, means, variances and covariances: states, their noise, and the answers made of them. */
final class AuditedAggregates {
    private static final Rational LOW = Rational.of(-1, 4);
    private static final Rational HIGH = Rational.of(1, 2);
    private static final BigInteger MOST_ROWS = BigInteger.valueOf(5);
    private static final double CONFIDENCE = 0.95;

    private AuditedAggregates() {}

    /** A law of noise, the whole loss of a release, and the claimed δ. */
    private record Law(String name, Part whole, double delta) {
        /** The noise of one state of a release that has several. */
        IntegerNoise noise(State state, int states) {
            return noise(state, states, 1);
        }

        IntegerNoise noise(State state, int states, long maxGroups) {
            Rational share = Rational.of(1, states);
            Part part = whole.match(
                    pure -> Part.pure(pure.epsilon(), share, Rational.ONE),
                    concentrated -> Part.concentrated(concentrated.rho(), share, Rational.ONE));
            return part.noise(state.sensitivity(), maxGroups);
        }

        AuditedMechanism audited(String what, Subject subject) {
            return new AuditedMechanism(what + " with " + name + " noise", 1, delta, subject);
        }
    }

    /**
     * All of these mechanisms, each claiming ε = 1.
     *
     * @param epsilon what Laplace noise spends
     * @param rho what Gaussian noise spends
     * @param converted δ of Gaussian noise as claimed
     */
    static List<AuditedMechanism> all(Epsilon epsilon, Rho rho, double converted) {
        List<AuditedMechanism> all = new ArrayList<>();
        Unit.BinaryGrid grid = Unit.BinaryGrid.forBounds(LOW, HIGH);
        Unit.BinaryGrid fine = Unit.BinaryGrid.forDistance(LOW, HIGH);
        for (Law law : List.of(
                new Law("Laplace", new Part.Pure(epsilon), 0),
                new Law("Gaussian", new Part.Concentrated(rho), converted))) {
            all.add(law.audited(
                    "number of people", total(new State.Users(), Unit.DecimalUnit.WHOLE, law, v -> BigInteger.ONE)));
            all.add(law.audited("number of rows", rows(law)));
            all.add(law.audited("sum of doubles", sum(grid, law)));
            all.add(law.audited("sum of decimals", sum(new Unit.DecimalUnit(2), law)));
            all.add(law.audited("number of people in two groups", twoGroups(law)));
            all.add(law.audited("mean", mean(fine, law)));
            all.add(law.audited("mean of people", meanOfPeople(fine, law)));
            for (NoisyVariance.Kind kind : List.of(NoisyVariance.Kind.VAR_POP, NoisyVariance.Kind.STDDEV_SAMP)) {
                all.add(law.audited(kind.toString(), variance(kind, fine, law)));
            }
            for (NoisyCovariance.Kind kind : List.of(NoisyCovariance.Kind.COVAR_POP, NoisyCovariance.Kind.CORR)) {
                all.add(law.audited(kind.toString(), AuditedCovariance.of(kind, LOW, HIGH, law::noise)));
            }
        }
        return all;
    }

    private static Subject total(State state, Unit unit, Law law, Function<Double, BigInteger> contribution) {
        IntegerNoise noise = law.noise(state, 1, 1);
        IntegerSampler sampler = noise.sampler();
        NoisyTotal total = NoisyTotal.of(noise, unit, CONFIDENCE);
        return new Release<>(
                data -> sum(data, contribution),
                (exact, bits) -> Outcome.of(
                        total.exact(exact.add(sampler.draw(bits))).value().doubleValue()));
    }

    private static Subject rows(Law law) {
        State.Count count = new State.Count(BigInteger.ZERO, MOST_ROWS);
        return total(
                count,
                Unit.DecimalUnit.WHOLE,
                law,
                v -> count.contribution(Person.times(v, 10).abs()));
    }

    private static Subject sum(Unit unit, Law law) {
        State.Sum state = new State.Sum(unit.lowerBound(LOW), unit.upperBound(HIGH), unit);
        return total(state, unit, law, record -> {
            List<BigInteger> rows = Person.rows(record, unit);
            BigInteger sum = rows.stream().reduce(BigInteger.ZERO, BigInteger::add);
            return state.contribution(sum, BigInteger.valueOf(rows.size()));
        });
    }

    /**
     * Everybody is in both groups, and the two noisy numbers are added up: each noise must be for both, and its own.
     */
    private static Subject twoGroups(Law law) {
        IntegerSampler sampler = law.noise(new State.Users(), 1, 2).sampler();
        return Subject.ofNumber((data, bits) -> {
            BigInteger people = BigInteger.valueOf(data.size());
            BigInteger first = people.add(sampler.draw(bits));
            return first.add(people.add(sampler.draw(bits))).doubleValue();
        });
    }

    private static Subject mean(Unit unit, Law law) {
        State.Centred centred = new State.Centred(unit.lowerBound(LOW), unit.upperBound(HIGH), 1, unit);
        return mean(
                centred,
                law,
                record -> centred.contribution(Person.rows(record, unit)),
                record -> BigInteger.valueOf(Person.rows(record, unit).size()));
    }

    private static Subject meanOfPeople(Unit unit, Law law) {
        State.UserMean mean = new State.UserMean(unit.lowerBound(LOW), unit.upperBound(HIGH), unit);
        Function<Double, BigInteger> contribution = record -> {
            List<BigInteger> rows = Person.rows(record, unit);
            BigInteger sum = rows.stream().reduce(BigInteger.ZERO, BigInteger::add);
            return mean.contribution(sum, BigInteger.valueOf(rows.size()));
        };
        return mean(
                mean,
                law,
                contribution,
                record -> BigInteger.valueOf(Person.rows(record, unit).size()));
    }

    private static Subject mean(
            State centred, Law law, Function<Double, BigInteger> value, Function<Double, BigInteger> weight) {
        State.Count weights = new State.Weight(1).asCount();
        IntegerNoise centredNoise = law.noise(centred, 2, 1);
        IntegerNoise weightNoise = law.noise(weights, 2, 1);
        NoisyMean mean = NoisyMean.under(
                LOW.toDoubleDown(),
                HIGH.toDoubleUp(),
                Optional.of(centredNoise),
                centred.unit(),
                Optional.of(weightNoise));
        double unit = centred.unit().toDoubleNearest();
        Noisy states = new Noisy(List.of(weightNoise.sampler(), centredNoise.sampler()));
        return new Release<>(
                data -> List.of(sum(data, record -> weights.contribution(weight.apply(record))), sum(data, value)),
                (exact, bits) -> {
                    double[] noisy = states.of(exact, bits);
                    return Outcome.of(
                            mean.estimate(noisy[0], noisy[1] * unit, CONFIDENCE).value());
                });
    }

    private static Subject variance(NoisyVariance.Kind kind, Unit unit, Law law) {
        BigInteger low = unit.lowerBound(LOW);
        BigInteger high = unit.upperBound(HIGH);
        State.Count weights = new State.Weight(1).asCount();
        State.Centred centred = new State.Centred(low, high, 1, unit);
        State.Squares squares = new State.Squares(low, high, 1, unit);
        NoisyVariance variance = new NoisyVariance(kind, squares.halfRange().toDoubleNearest());
        Noisy states = new Noisy(List.of(
                law.noise(weights, 3, 1).sampler(),
                law.noise(centred, 3, 1).sampler(),
                law.noise(squares, 3, 1).sampler()));
        double unitOfCentred = centred.unit().toDoubleNearest();
        double unitOfSquares = squares.unit().toDoubleNearest();
        return new Release<>(
                data -> List.of(
                        sum(
                                data,
                                record -> weights.contribution(BigInteger.valueOf(
                                        Person.rows(record, unit).size()))),
                        sum(data, record -> centred.contribution(Person.rows(record, unit))),
                        sum(data, record -> squares.contribution(Person.rows(record, unit)))),
                (exact, bits) -> {
                    double[] noisy = states.of(exact, bits);
                    return Outcome.of(variance.value(noisy[0], noisy[1] * unitOfCentred, noisy[2] * unitOfSquares));
                });
    }

    private static BigInteger sum(List<Double> data, Function<Double, BigInteger> contribution) {
        return data.stream().map(contribution).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** Adds noise to exact states, each with its own sampler. */
    private record Noisy(List<IntegerSampler> samplers) {
        double[] of(List<BigInteger> exact, RandomBits bits) {
            double[] noisy = new double[exact.size()];
            for (int i = 0; i < noisy.length; i++) {
                noisy[i] = exact.get(i).add(samplers.get(i).draw(bits)).doubleValue();
            }
            return noisy;
        }
    }
}
