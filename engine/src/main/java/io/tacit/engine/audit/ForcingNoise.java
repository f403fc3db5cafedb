package io.tacit.engine.audit;

import io.tacit.engine.audit.Trace.Draw;
import io.tacit.engine.audit.Trace.Group;
import io.tacit.engine.audit.Trace.Place;
import io.tacit.engine.audit.Trace.Step;
import io.tacit.engine.release.Noise;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives the noisy values that came out over the first database, and writes down what each of them tells about the two.
 */
final class ForcingNoise implements Noise {
    private final Trace trace;
    private final List<StepPurpose> roles;
    private final Trace echo;
    private final StepBits bits;
    private final List<List<Draw>> left = new ArrayList<>();
    private final List<Pair> pairs = new ArrayList<>();

    ForcingNoise(Trace trace, List<StepPurpose> roles, Trace echo, long seed) {
        this.trace = trace;
        this.roles = List.copyOf(roles);
        this.echo = echo;
        this.bits = new StepBits(seed, echo);
        trace.steps().forEach(step -> left.add(new ArrayList<>(step.draws())));
    }

    /**
     * The same noisy value over both databases.
     *
     * @param step where it was drawn
     * @param column of which integer of a row; -1 where it was none of a row's
     */
    record Pair(int step, int column, IntegerNoise law, BigInteger first, BigInteger second) {}

    List<Pair> pairs() {
        return pairs;
    }

    @Override
    public BigInteger noisy(IntegerNoise law, BigInteger exact, Noise.Origin said) {
        Step step = echo.asked(said.query());
        Optional<Place> place = step.place(said, exact);
        List<Draw> draws = left.get(step.index());
        boolean inOrder = inOrder(step.index());
        int found = 0;
        while (!inOrder && found < draws.size() && !draws.get(found).place().equals(place)) {
            found++;
        }
        if (found >= draws.size()) {
            echo.find("Noise is drawn over one of the two databases only.", "at " + place + " of " + step.sql());
            throw new EchoBackend.Parted();
        }
        Draw draw = draws.remove(found);
        if (!draw.law().equals(law)) {
            echo.find(
                    "The law of the noise depends on exact data.",
                    draw.law() + " and " + law + " at " + place + " of " + step.sql());
        }
        pairs.add(new Pair(step.index(), place.map(Place::column).orElse(-1), draw.law(), draw.exact(), exact));
        place.ifPresent(known -> bits.reseed(known.row()));
        return draw.noisy();
    }

    @Override
    public boolean keeps(GroupSelection.Geometric selection, BigInteger exactUsers) {
        Step step = echo.current().orElseThrow();
        List<Boolean> kept = trace.steps().get(step.index()).kept();
        if (step.kept().size() >= kept.size()) {
            echo.find("A group is decided about over one of the two databases only.", step.sql());
            throw new EchoBackend.Parted();
        }
        boolean keeps = kept.get(step.kept().size());
        step.kept().add(keeps);
        bits.reseed(List.<Object>of("kept", step.kept().size()));
        return keeps;
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

    /** Whether every bin gets noise, in order, also those that hold nobody. */
    private boolean inOrder(int step) {
        return step < roles.size() && roles.get(step).everyBin();
    }

    /** Finds draws over the first database to which no draw over the second corresponds. */
    void finish(long hidden) {
        for (Step step : trace.steps()) {
            for (Draw draw : left.get(step.index())) {
                if (inOrder(step.index())
                        || draw.place().isEmpty()
                        || !small(step, draw.place().get(), hidden)) {
                    echo.find(
                            "Noise is drawn over one of the two databases only.",
                            "at " + draw.place() + " of " + step.sql());
                }
            }
            int decided = step.index() < echo.steps().size()
                    ? echo.steps().get(step.index()).kept().size()
                    : 0;
            if (step.kept().subList(decided, step.kept().size()).contains(true)) {
                echo.find("A group is decided about over one of the two databases only.", step.sql());
            }
        }
    }

    /** Whether the second database has too few people in the group for it to be looked at. */
    private static boolean small(Step step, Place place, long hidden) {
        @Nullable Group theirs = step.secondRow(place.row());
        return theirs == null || theirs.integers().get(0).compareTo(BigInteger.valueOf(hidden)) <= 0;
    }
}
