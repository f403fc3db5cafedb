package io.tacit.engine.audit;

import io.tacit.engine.audit.Trace.Draw;
import io.tacit.engine.audit.Trace.Group;
import io.tacit.engine.audit.Trace.Place;
import io.tacit.engine.audit.Trace.Step;
import io.tacit.engine.release.Noise;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.audit.Tape;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Chooses noisy values and writes them down. A coupling must hold for every outcome, so they need not be likely: some
 * lie far up, so that small groups appear, some at a threshold.
 *
 * <p>Only what δ is for is left out: of a group that too few people are in without the person no value is raised.
 */
final class RecordingNoise implements Noise {
    private static final long FAR = 64;

    private final Trace trace;
    private final long seed;
    private final long hidden;
    private final List<BigInteger> edges;
    private final StepBits bits;

    /**
     * Noise of a run over the first database.
     *
     * @param hidden groups with no more people than this never appear
     * @param edges noisy values about which something is decided
     */
    RecordingNoise(Trace trace, long seed, long hidden, List<BigInteger> edges) {
        this.trace = trace;
        this.seed = seed;
        this.hidden = hidden;
        this.edges = List.copyOf(edges);
        this.bits = new StepBits(seed, trace);
    }

    @Override
    public BigInteger noisy(IntegerNoise law, BigInteger exact, Noise.Origin said) {
        Step step = trace.asked(said.query());
        Optional<Place> place = step.place(said, exact);
        Tape tape = new Tape(seed
                ^ 31L * step.index()
                ^ (long) place.hashCode() << 20
                ^ step.draws().size());
        BigInteger noise = law.sample(tape);
        BigInteger noisy = exact.add(
                place.filter(found -> fragile(step, found)).isPresent()
                        ? noise.abs().negate()
                        : far(noise, law, tape));
        boolean alone = place.filter(found -> !Trace.isPortion(found.column())).isPresent();
        if (alone && !edges.isEmpty() && (tape.nextLong() & 7) == 0 && !fragile(step, place.orElseThrow())) {
            noisy = edges.get((int) Math.floorMod(tape.nextLong(), (long) edges.size()));
        }
        step.draws().add(new Draw(place, law, exact, noisy));
        place.ifPresent(found -> bits.reseed(found.row()));
        return noisy;
    }

    private static BigInteger far(BigInteger noise, IntegerNoise law, Tape tape) {
        long deviation = 1 + (long) Math.min(law.standardDeviation(), 1e15);
        return (tape.nextLong() & 1) == 0
                ? noise
                : noise.add(BigInteger.valueOf(FAR).multiply(BigInteger.valueOf(deviation)));
    }

    /** Whether one person decides if the group has enough people to be considered. */
    private boolean fragile(Step step, Place place) {
        @Nullable Group ours = step.firstRow(place.row());
        @Nullable Group theirs = step.secondRow(place.row());
        return ours != null
                && (theirs == null
                        || !theirs.integers().equals(ours.integers())
                                && theirs.integers().get(0).compareTo(BigInteger.valueOf(hidden)) <= 0);
    }

    @Override
    public boolean keeps(GroupSelection.Geometric selection, BigInteger exactUsers) {
        Step step = trace.current().orElseThrow();
        Tape tape = new Tape(seed ^ 37L * step.index() ^ step.kept().size());
        // One person alone appears with probability δ: that is left out.
        boolean kept = exactUsers.compareTo(BigInteger.ONE) > 0 && (tape.nextLong() & 3) != 0;
        step.kept().add(kept);
        bits.reseed(List.<Object>of("kept", step.kept().size()));
        return kept;
    }

    @Override
    public RandomBits bits() {
        return bits;
    }

    @Override
    public RandomBits redraws() {
        bits.reseed(List.of("redrawn"));
        return bits;
    }
}
