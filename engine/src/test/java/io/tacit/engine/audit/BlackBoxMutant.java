package io.tacit.engine.audit;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.session.DoorWithNoise;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.audit.Tape;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Noise with a planted mistake, and without one, from bits that are given. */
final class BlackBoxMutant {
    /** One thread gives groups in one order, so that known bits give the same noise in every run. */
    static final DuckDbSettings SETTINGS = new DuckDbSettings(1024, 1, message -> {});

    private BlackBoxMutant() {}

    static SessionFactory door(Supplier<Noise> noise) {
        return (tables, defaults) -> DoorWithNoise.open(tables, defaults, SETTINGS, noise);
    }

    /** No mistake. */
    static SessionFactory healthy(RandomBits bits) {
        return door(() -> Noise.of(bits));
    }

    /** The noise of a law whose scale is some part of what it must be. */
    static SessionFactory scaled(Rational part, RandomBits bits) {
        return door(() -> new Scaled(Noise.of(bits), part));
    }

    /** Every session begins with the same bits. */
    static SessionFactory seeded() {
        return door(() -> Noise.of(new Tape(17)));
    }

    /** One draw of each law serves all groups. */
    static SessionFactory reused(RandomBits bits) {
        return door(() -> new Reused(Noise.of(bits)));
    }

    /** No noise. */
    static SessionFactory none() {
        return door(ZeroNoise::new);
    }

    /** Users are compared with a threshold that is too low, as their noisy number is too high. */
    static SessionFactory raised(long by, RandomBits bits) {
        return door(() -> new Raised(Noise.of(bits), BigInteger.valueOf(by)));
    }

    /**
     * Of all the subjects that claim an epsilon, the same with a claim of some part of it: as if the engine had
     * declared so much less, which is to say drawn so much less noise than it declares.
     */
    static List<BlackBoxSubject> declaringLess(double part) {
        List<BlackBoxSubject> less = new ArrayList<>();
        for (BlackBoxSubject subject : BlackBoxSubjects.all()) {
            if (subject instanceof BlocksSubject blocks) {
                less.add(declaringLess(blocks, part));
            }
        }
        return less;
    }

    static BlocksSubject declaringLess(BlocksSubject blocks, double part) {
        return new BlocksSubject(
                blocks.name(),
                blocks.sql(),
                blocks.defaults(),
                blocks.shape(),
                blocks.parts().stream().map(one -> declaringLess(one, part)).toList());
    }

    private static BlocksSubject.Part declaringLess(BlocksSubject.Part declared, double part) {
        return new BlocksSubject.Part(
                declared.name(), declared.reading(), declared.base(), declared.contribution(), answer -> {
                    BlackBoxClaim claim = declared.claim().of(answer);
                    return new BlackBoxClaim(
                            part + " of " + claim.words(),
                            claim.pairs().stream()
                                    .map(pair -> new BlackBoxClaim.Pair(pair.epsilon() * part, pair.delta()))
                                    .toList());
                });
    }

    private record Scaled(Noise noise, Rational part) implements Noise {
        @Override
        public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
            IntegerNoise less = law instanceof DiscreteLaplace laplace
                    ? new DiscreteLaplace(laplace.scale().times(part))
                    : new DiscreteGaussian(
                            ((DiscreteGaussian) law).variance().times(part).times(part));
            return noise.noisy(less, exact, origin);
        }

        @Override
        public boolean keeps(GroupSelection.Geometric selection, BigInteger exactUsers) {
            return noise.keeps(selection, exactUsers);
        }

        @Override
        public RandomBits bits() {
            return noise.bits();
        }
    }

    private static final class Reused implements Noise {
        private final Noise noise;
        private final Map<IntegerNoise, BigInteger> drawn = new HashMap<>();

        Reused(Noise noise) {
            this.noise = noise;
        }

        @Override
        public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
            return exact.add(drawn.computeIfAbsent(law, first -> noise.noisy(first, BigInteger.ZERO, origin)));
        }

        @Override
        public boolean keeps(GroupSelection.Geometric selection, BigInteger exactUsers) {
            return noise.keeps(selection, exactUsers);
        }

        @Override
        public RandomBits bits() {
            return noise.bits();
        }
    }

    private record Raised(Noise noise, BigInteger by) implements Noise {
        @Override
        public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
            return noise.noisy(law, exact.add(by), origin);
        }

        @Override
        public boolean keeps(GroupSelection.Geometric selection, BigInteger exactUsers) {
            return noise.keeps(selection, exactUsers.add(by));
        }

        @Override
        public RandomBits bits() {
            return noise.bits();
        }
    }
}
