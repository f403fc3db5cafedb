package io.tacit.privacy.audit;

import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SystemRandomBits;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * All checks of this library's mechanisms: the stochastic tester on each, the fit of every sampler, and exact
 * arithmetic for every threshold.
 *
 * <pre>{@code
 * new MechanismAudit(MechanismAudit.Level.QUICK, Pattern.compile("mean"), OptionalLong.empty())
 *         .run(verdict -> print(verdict), Progress.NONE);
 * }</pre>
 *
 * @param level how thoroughly
 * @param names checks whose name has this in it are run
 * @param seed makes a run repeatable; without one randomness is the system's
 * @param layers which of them are run; others than the stochastic tester and the fit have no checks here
 */
public record MechanismAudit(Level level, Pattern names, OptionalLong seed, Set<Layer> layers) {
    /** With as many as a hundred checks the chance of any false alarm stays below 10^−7. */
    static final double FALSE_ALARM = 1e-9;

    /** How thoroughly the checks are made. */
    public enum Level {
        /** Within about half a minute on one core. */
        QUICK(1, 2_000, 40_000, 300),
        /** Within 15 minutes on one core. */
        FULL(8, 20_000, 1_000_000, 2_500);

        private final int dataSets;
        private final int samples;
        private final int draws;
        private final int people;

        Level(int dataSets, int samples, int draws, int people) {
            this.dataSets = dataSets;
            this.samples = samples;
            this.draws = draws;
            this.people = people;
        }
    }

    public MechanismAudit {
        layers = Set.copyOf(layers);
    }

    /** An audit in both layers. */
    public MechanismAudit(Level level, Pattern names, OptionalLong seed) {
        this(level, names, seed, Set.of(Layer.STOCHASTIC, Layer.FIT));
    }

    /** A check with its name. */
    record Check(Layer layer, String name, Judge judge) {}

    /** Judges one mechanism with the given random bits. */
    @FunctionalInterface
    interface Judge {
        Verdict judge(RandomBits bits);
    }

    /** All checks at this level. */
    public static MechanismAudit all(Level level) {
        return new MechanismAudit(level, Pattern.compile(""), OptionalLong.empty());
    }

    /** The names of the checks that are run. */
    public List<String> list() {
        return checks().stream().map(Check::name).toList();
    }

    /**
     * Runs the checks one by one.
     *
     * @param verdicts hears each as soon as it is known
     * @param progress is told the number of checks
     * @throws CancellationException when the thread is interrupted; it stays so
     */
    public void run(Consumer<Verdict> verdicts, Progress progress) {
        run((layer, name) -> false, verdicts, progress);
    }

    /**
     * Runs the checks one by one, without some. What is left out changes nothing for the others.
     *
     * @param leftOut says of a check's layer and name whether it is left out, such as one that has passed before
     * @param verdicts hears each as soon as it is known
     * @param progress is told the number of checks
     * @throws CancellationException when the thread is interrupted; it stays so
     */
    public void run(BiPredicate<Layer, String> leftOut, Consumer<Verdict> verdicts, Progress progress) {
        List<Check> checks = checks().stream()
                .filter(check -> !leftOut.test(check.layer(), check.name()))
                .toList();
        for (int i = 0; i < checks.size(); i++) {
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException("the audit was interrupted");
            }
            progress.at(i, checks.size());
            Check check = checks.get(i);
            verdicts.accept(check.judge().judge(bits(check.name())));
        }
        progress.at(checks.size(), Math.max(1, checks.size()));
    }

    /** The random bits of one check: a tape of its own, so that a check does the same whichever others are run. */
    RandomBits bits(String name) {
        return seed.isPresent() ? new Tape(seed.getAsLong() ^ 31L * name.hashCode()) : new SystemRandomBits();
    }

    private List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        for (AuditedMechanism one : AuditedMechanisms.all()) {
            StochasticTester tester = StochasticTester.of(one.epsilon(), one.delta())
                    .dataSets(level.dataSets)
                    .samples(level.samples)
                    .falseAlarm(FALSE_ALARM)
                    .also(StochasticTester.HOSTILE);
            checks.add(new Check(
                    Layer.STOCHASTIC, one.name(), bits -> tester.run(one.name(), one.subject(), bits, Progress.NONE)));
        }
        checks.addAll(NoiseChecks.all(level.draws));
        checks.addAll(ThresholdChecks.all(level == Level.FULL, level.people));
        checks.addAll(GaussianChecks.all());
        checks.addAll(QuantileChecks.all(level.draws));
        checks.addAll(AccountChecks.all());
        checks.add(PlanThresholds.check());
        return checks.stream()
                .filter(check -> layers.contains(check.layer()))
                .filter(check -> names.matcher(check.name()).find())
                .toList();
    }
}
