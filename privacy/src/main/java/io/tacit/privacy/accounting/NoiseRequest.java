package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.LaplaceSums;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a release must measure and may spend: public, and fixed before data is read.
 *
 * @param epsilon of the whole release
 * @param delta of the whole release
 * @param maxGroups C_u, at least 1
 * @param measurements what is measured in each group, each once
 * @param users which measurement is the number of people, if one is
 * @param parameters how many automatic parameters must be found first
 * @param selectsGroups whether groups must be selected
 * @param noise the law that is asked for; empty for whichever is best
 * @param selection the way of selection that is asked for; empty for whichever is best
 * @param selectionEpsilon the part of the selection, where the query gave one
 * @param complement who is measured besides at no cost, if anybody is; then {@code users} are those who are not
 * @param bundles measurements that Laplace noise hides together, as {@linkplain
 *     io.tacit.privacy.mechanism.Portions portions}; no measurement is in two of them
 */
public record NoiseRequest(
        Epsilon epsilon,
        Delta delta,
        long maxGroups,
        List<Measurement> measurements,
        OptionalInt users,
        int parameters,
        boolean selectsGroups,
        Optional<NoiseKind> noise,
        Optional<SelectionKind> selection,
        Optional<Epsilon> selectionEpsilon,
        Optional<Complement> complement,
        List<Bundle> bundles) {
    /**
     * Measurements of which one person changes all together by no more than one alone.
     *
     * @param measurements which; none where people are divided for the selection alone
     * @param people whether their portions add up to the number of people, which a threshold then reads; the complement
     *     is one of the portions then
     * @param portions into how many a person is divided at most
     * @param read off how many of them a typical state is read
     */
    public record Bundle(List<Integer> measurements, boolean people, int portions, int read) {
        /** Refuses fewer portions than one. */
        public Bundle {
            measurements = List.copyOf(measurements);
            if (read < 1 || portions < read || portions > LaplaceSums.MOST) {
                throw new IllegalArgumentException("portions must be between read and " + LaplaceSums.MOST);
            }
        }
    }

    /**
     * One more state: the people without a value, who contribute 0 to some of the measurements.
     *
     * @param beside which measurements; whoever changes one of them does not change the state
     */
    public record Complement(List<Integer> beside) {
        /** Copies. */
        public Complement {
            beside = List.copyOf(beside);
        }
    }

    /** A request without bundles. */
    public NoiseRequest(
            Epsilon epsilon,
            Delta delta,
            long maxGroups,
            List<Measurement> measurements,
            OptionalInt users,
            int parameters,
            boolean selectsGroups,
            Optional<NoiseKind> noise,
            Optional<SelectionKind> selection,
            Optional<Epsilon> selectionEpsilon,
            Optional<Complement> complement) {
        this(
                epsilon,
                delta,
                maxGroups,
                measurements,
                users,
                parameters,
                selectsGroups,
                noise,
                selection,
                selectionEpsilon,
                complement,
                List.of());
    }

    /** A request without a complement. */
    public NoiseRequest(
            Epsilon epsilon,
            Delta delta,
            long maxGroups,
            List<Measurement> measurements,
            OptionalInt users,
            int parameters,
            boolean selectsGroups,
            Optional<NoiseKind> noise,
            Optional<SelectionKind> selection,
            Optional<Epsilon> selectionEpsilon) {
        this(
                epsilon,
                delta,
                maxGroups,
                measurements,
                users,
                parameters,
                selectsGroups,
                noise,
                selection,
                selectionEpsilon,
                Optional.empty());
    }

    /** Refuses what is out of range. */
    public NoiseRequest {
        measurements = List.copyOf(measurements);
        bundles = List.copyOf(bundles);
        if (maxGroups < 1) {
            throw new IllegalArgumentException("maxGroups must be at least 1");
        }
        if (parameters < 0) {
            throw new IllegalArgumentException("parameters must be at least 0");
        }
        if (users.isPresent() && (users.getAsInt() < 0 || users.getAsInt() >= measurements.size())) {
            throw new IllegalArgumentException("users must be the index of a measurement");
        }
        if (complement.isPresent()) {
            check(complement.get(), measurements, users);
        }
        check(bundles, measurements);
        if (measurements.isEmpty() && !selectsGroups) {
            throw new IllegalArgumentException("measurements must hold something when no groups are selected");
        }
    }

    private static void check(List<Bundle> bundles, List<Measurement> measurements) {
        List<Integer> bundled = bundles.stream()
                .flatMap(bundle -> bundle.measurements().stream())
                .toList();
        boolean known = bundled.stream()
                .allMatch(index -> index >= 0
                        && index < measurements.size()
                        && measurements.get(index).kind() == Measurement.Kind.ADDITIVE
                        && measurements.get(index).epsilon().isEmpty());
        boolean once = bundled.stream().distinct().count() == bundled.size();
        if (!known || !once || bundles.stream().filter(Bundle::people).count() > 1) {
            throw new IllegalArgumentException(
                    "bundles must hold additive measurements without an epsilon of their own, each once, and people"
                            + " once");
        }
    }

    private static void check(Complement complement, List<Measurement> measurements, OptionalInt users) {
        boolean known = complement.beside().stream()
                .allMatch(index -> index >= 0
                        && index < measurements.size()
                        && measurements.get(index).kind() == Measurement.Kind.ADDITIVE);
        boolean once = complement.beside().stream().distinct().count()
                == complement.beside().size();
        if (!known || !once || users.isEmpty() || !complement.beside().contains(users.getAsInt())) {
            throw new IllegalArgumentException(
                    "complement must be beside additive measurements, each once, and the number of people among them");
        }
    }
}
