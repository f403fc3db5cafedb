package io.tacit.bench.random;

import java.util.List;
import java.util.SplittableRandom;

/** Draws that are the same on every machine for the same seed: StrictMath, and no order of a hash. */
final class Draw {
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final SplittableRandom random;

    Draw(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** Draws for the part of that number, which do not depend on how much another part draws. */
    static Draw of(long seed, long part) {
        return new Draw(seed * MIX + part);
    }

    /** True with this probability. */
    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /** A whole number from 0, less than this one. */
    int below(int end) {
        return random.nextInt(end);
    }

    /** A whole number between both, which are in. */
    int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    /** In [0, 1). */
    double real() {
        return random.nextDouble();
    }

    /** One of them. */
    <T> T of(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** Between both, each order of magnitude as likely as another. */
    double magnitude(double low, double high) {
        return low * StrictMath.pow(high / low, random.nextDouble());
    }

    /** Of the standard normal law. */
    double normal() {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
        return radius * StrictMath.cos(2 * StrictMath.PI * random.nextDouble());
    }

    /** Whose logarithm is normal with mean 0. */
    double lognormal(double sigma) {
        return StrictMath.exp(sigma * normal());
    }

    /** At least 1, beyond x with probability x^−alpha. */
    double pareto(double alpha) {
        return StrictMath.pow(1 - random.nextDouble(), -1 / alpha);
    }

    /** At least 1, with this mean. */
    int geometric(double mean) {
        return mean <= 1 ? 1 : 1 + (int) (StrictMath.log(1 - random.nextDouble()) / StrictMath.log(1 - 1 / mean));
    }
}
