package io.tacit.engine.release;

import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateBundle;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.Part;
import io.tacit.privacy.accounting.SelectionKind;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.Portions;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * To which integers of a release noise is added, and how its states are read off them: a state alone is such an integer
 * itself, states that are measured together are read off portions of a person ({@code Portions.md} in the privacy
 * library). Public once limits are known.
 */
public final class StateNoise {
    private final Calibration calibration;
    private final List<Drawn> drawn = new ArrayList<>();
    private final Map<Integer, Read> reads = new HashMap<>();
    private Optional<People> people = Optional.empty();

    /**
     * An integer to which noise is added.
     *
     * @param form how often each integer that is read for a group enters it, by its place
     * @param law of the noise
     * @param sensitivity the most by which one person changes it, alone or together with those of the same bundle, in
     *     one group
     * @param part of the budget that pays for it, and for all of its bundle
     * @param bundle the number of its bundle; empty for a state alone
     */
    public record Drawn(
            Map<Integer, BigInteger> form,
            IntegerNoise law,
            BigInteger sensitivity,
            Part part,
            Optional<Integer> bundle) {
        /** Copies. */
        public Drawn {
            form = Map.copyOf(form);
        }

        /** The exact integer of a group. */
        BigInteger exact(BigInteger[] integers) {
            BigInteger sum = BigInteger.ZERO;
            for (Map.Entry<Integer, BigInteger> term : form.entrySet()) {
                sum = sum.add(term.getValue().multiply(integers[term.getKey()]));
            }
            return sum;
        }
    }

    /**
     * How a state is read off what was drawn.
     *
     * @param weights of what was drawn, by number; those that do not enter are left out
     * @param unit the real value of one
     */
    record Read(Map<Integer, BigInteger> weights, Rational unit) {}

    /**
     * The portions that add up to the number of people.
     *
     * @param drawn their numbers
     * @param person what those of one person add up to
     */
    public record People(List<Integer> drawn, BigInteger person) {}

    private StateNoise(Calibration calibration) {
        this.calibration = calibration;
    }

    /** The noise of a release under these limits. */
    public static StateNoise of(Calibration calibration, ResolvedLimits limits) {
        StateNoise noise = new StateNoise(calibration);
        noise.find(limits);
        return noise;
    }

    private void find(ResolvedLimits limits) {
        List<MeasuredState> states = MeasuredState.of(calibration.plan(), limits);
        if (calibration.noise().noise() == NoiseKind.LAPLACE) {
            int number = 0;
            for (StateBundle bundle : calibration.plan().bundles()) {
                divide(bundle, number++, limits, states);
            }
        }
        for (int i = 0; i < states.size(); i++) {
            if (!reads.containsKey(i)) {
                alone(i, states.get(i));
            }
        }
        checkBundles();
    }

    /** One part pays for a whole bundle: its states must not get it one by one. */
    private void checkBundles() {
        if (calibration.noise().noise() != NoiseKind.LAPLACE) {
            return;
        }
        List<StateBundle> bundles = calibration.plan().bundles();
        for (int i = 0; i < bundles.size(); i++) {
            StateBundle bundle = bundles.get(i);
            Set<Object> payments = new HashSet<>();
            // Portions may be drawn for the selection of groups alone: they are paid for, too.
            drawn.stream()
                    .flatMap(one -> one.bundle().stream())
                    .filter(Integer.valueOf(i)::equals)
                    .forEach(payments::add);
            for (StateRequest state : bundle.states()) {
                read(state).ifPresent(read -> {
                    int place = read.weights().keySet().iterator().next();
                    payments.add(drawn.get(place)
                            .bundle()
                            .<Object>map(number -> number)
                            .orElse(state));
                });
            }
            if (payments.size() > 1) {
                throw new IllegalStateException("states of a bundle are measured one by one");
            }
        }
    }

    private void alone(int place, MeasuredState measured) {
        Optional<State> state = measured.state().filter(found -> !found.isConstant());
        if (state.isEmpty()) {
            return;
        }
        Part part = calibration.part(measured.request());
        BigInteger sensitivity = state.get().sensitivity();
        reads.put(
                place,
                new Read(Map.of(drawn.size(), BigInteger.ONE), state.get().unit()));
        drawn.add(new Drawn(
                Map.of(1 + place, BigInteger.ONE),
                part.noise(sensitivity, calibration.maxGroups()),
                sensitivity,
                part,
                Optional.empty()));
    }

    private void divide(StateBundle bundle, int number, ResolvedLimits limits, List<MeasuredState> states) {
        boolean selects = calibration.noise().selection().equals(Optional.of(SelectionKind.LAPLACE_THRESHOLD));
        Optional<Portions<Integer>> found = bundle.portions(calibration.plan(), limits, selects);
        if (found.isEmpty()) {
            return;
        }
        Portions<Integer> portions = found.get();
        Part part = calibration.part(bundle.states().get(0));
        IntegerNoise law = part.noise(portions.sensitivity(), calibration.maxGroups());
        int first = drawn.size();
        for (Portions.Portion<Integer> portion : portions.portions()) {
            drawn.add(new Drawn(portion.form(), law, portions.sensitivity(), part, Optional.of(number)));
        }
        portions.readings().forEach((place, reading) -> {
            if (place != StateBundle.USERS) {
                int state = place - 1;
                Rational own = states.get(state).state().orElseThrow().unit();
                reads.put(
                        state, new Read(weights(reading, first), reading.unit().times(own)));
            }
        });
        if (bundle.people() == StateBundle.People.STATE || bundle.people() == StateBundle.People.SELECTION && selects) {
            people = Optional.of(
                    new People(IntStream.range(first, drawn.size()).boxed().toList(), portions.whole()));
        }
    }

    private static Map<Integer, BigInteger> weights(Portions.Reading reading, int first) {
        Map<Integer, BigInteger> weights = new HashMap<>();
        for (int i = 0; i < reading.weights().size(); i++) {
            if (reading.weights().get(i).signum() != 0) {
                weights.put(first + i, reading.weights().get(i));
            }
        }
        return Map.copyOf(weights);
    }

    /** The integers to which noise is added, in the order in which it is drawn. */
    public List<Drawn> drawn() {
        return List.copyOf(drawn);
    }

    /** The portions that add up to the number of people, if people are divided. */
    public Optional<People> people() {
        return people;
    }

    /** How a state is read; empty for a constant, and for one whose limits were not found. */
    Optional<Read> read(int state) {
        return Optional.ofNullable(reads.get(state));
    }

    /** How a state of the plan is read. */
    Optional<Read> read(StateRequest state) {
        return read(calibration.plan().states().indexOf(state));
    }

    /** Whether a state is read off portions. */
    public boolean isDivided(StateRequest state) {
        return read(state)
                .filter(read -> read.weights().keySet().stream()
                        .anyMatch(place -> drawn.get(place).bundle().isPresent()))
                .isPresent();
    }

    /** The real value of one of a state's noisy integer; 1 for one that is not read. */
    Rational unit(int state) {
        return read(state).map(Read::unit).orElse(Rational.ONE);
    }

    /** The real value of one of a state's noisy integer. */
    public Rational unit(StateRequest state) {
        return unit(calibration.plan().states().indexOf(state));
    }

    /** The noise of a state in units of its noisy integer; empty for a constant. */
    Optional<IntegerNoise> law(int state) {
        return read(state).map(this::law);
    }

    /** The noise of a state of the plan. */
    public Optional<IntegerNoise> law(StateRequest state) {
        return law(calibration.plan().states().indexOf(state));
    }

    private IntegerNoise law(Read read) {
        List<Integer> places = List.copyOf(read.weights().keySet());
        IntegerNoise law = drawn.get(places.get(0)).law();
        return places.size() == 1 && read.weights().containsValue(BigInteger.ONE)
                ? law
                : LinearNoise.sum(law, read.weights().values());
    }

    /** A group's noisy integers: what was drawn, and the states read off it. */
    static final class Noisy {
        private final BigInteger[] drawn;
        private final BigInteger[] states;

        private Noisy(BigInteger[] drawn, BigInteger[] states) {
            this.drawn = drawn;
            this.states = states;
        }

        /** What was drawn, not to be changed. */
        BigInteger[] drawn() {
            return drawn;
        }

        /** The states, not to be changed. */
        BigInteger[] states() {
            return states;
        }
    }

    /** Reads the states; a constant is 0. */
    Noisy noisy(BigInteger[] values) {
        BigInteger[] states = new BigInteger[calibration.plan().states().size()];
        for (int i = 0; i < states.length; i++) {
            states[i] = BigInteger.ZERO;
            @Nullable Read read = reads.get(i);
            if (read != null) {
                for (Map.Entry<Integer, BigInteger> term : read.weights().entrySet()) {
                    states[i] = states[i].add(term.getValue().multiply(values[term.getKey()]));
                }
            }
        }
        return new Noisy(values, states);
    }
}
