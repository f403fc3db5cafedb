package io.tacit.engine.audit;

import io.tacit.engine.audit.Trace.Group;
import io.tacit.engine.audit.Trace.Step;
import io.tacit.engine.pushdown.HistogramSql;
import io.tacit.engine.release.MeasureChoices;
import io.tacit.engine.release.MeasuredState;
import io.tacit.engine.release.StateNoise;
import io.tacit.engine.rewrite.AutomaticParameter;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Judges whether one person moves the exact integers of a step no further than its noise is calibrated for. */
final class JudgeDistances {
    private final Trace found;
    private final Step step;
    private final StepPurpose role;
    private final BigInteger maxGroups;

    /** How often one person may be in one group: once, but where each row counts for itself. */
    private final BigInteger timesInGroup;

    private JudgeDistances(Trace found, Step step, StepPurpose role) {
        this.found = found;
        this.step = step;
        this.role = role;
        this.maxGroups = BigInteger.valueOf(role.calibration().maxGroups());
        this.timesInGroup = role.calibration().plan().parameters().countsRows() ? maxGroups : BigInteger.ONE;
    }

    static void judge(Trace found, Step step, StepPurpose role) {
        JudgeDistances judge = new JudgeDistances(found, step, role);
        switch (role.kind()) {
            case GROUPS_PER_PERSON -> judge.onePerson("people by number of groups", 1, group -> true);
            case HISTOGRAMS -> judge.histograms(BigInteger.ONE);
            case PAPER_HISTOGRAMS -> judge.histograms(judge.maxGroups);
            case STATES -> judge.states();
            case LEAVES -> judge.leaves();
        }
        judge.drawn();
        judge.once();
    }

    private void states() {
        if (step.alike().byFirst()) {
            found.find("A group comes twice.", step.sql());
        }
        boolean selects = role.calibration().plan().selectsGroups();
        if (!selects && step.first().size() != step.second().size()) {
            found.find("A row that must always be there is there only with the person.", step.sql());
        }
        if (!role.calibration().plan().grouped() && step.first().size() != 1) {
            found.find("What has no groups has not exactly one row.", step.sql());
        }
        long changed = step.first().stream().filter(this::changed).count();
        atMost("groups that change", BigInteger.valueOf(changed), maxGroups);
        each("number of people", 0, BigInteger.ONE);
        int column = 1;
        for (MeasuredState measured : MeasuredState.of(role.calibration().plan(), role.limits())) {
            int place = column++;
            measured.state()
                    .filter(state -> !state.isConstant())
                    .ifPresent(state -> each("state " + state, place, state.sensitivity()));
        }
        portions();
        if (role.calibration().plan().complement().isPresent()
                && !role.calibration().plan().parameters().countsRows()) {
            either(role.calibration().plan().states().size());
        }
    }

    /**
     * Checks that a person who is counted among those without some rows changes nothing else: the noise is made for one
     * of the two.
     */
    private void either(int complement) {
        for (Group group : step.first()) {
            for (int column = 1; column < complement; column++) {
                if (moved(group, complement).signum() > 0
                        && moved(group, column).signum() > 0) {
                    found.find(
                            "A person is counted both with a value and without one.",
                            "integer " + column + " of " + step.alike().name(group) + " in " + step.sql());
                }
            }
        }
    }

    private boolean changed(Group ours) {
        Group theirs = step.secondRow(step.alike().name(ours));
        return theirs == null || !theirs.integers().equals(ours.integers());
    }

    private void each(String what, int column, BigInteger inOneGroup) {
        BigInteger all = BigInteger.ZERO;
        for (Group group : step.first()) {
            BigInteger moved = moved(group, column);
            atMost(what + " in one group", moved, inOneGroup.multiply(timesInGroup));
            all = all.add(moved);
        }
        atMost(what + " in all groups", all, inOneGroup.multiply(maxGroups));
    }

    private BigInteger moved(Group ours, int column) {
        Group theirs = step.secondRow(step.alike().name(ours));
        BigInteger other = theirs == null ? BigInteger.ZERO : theirs.integers().get(column);
        return ours.integers().get(column).subtract(other).abs();
    }

    /**
     * Checks that noise was added to everything that a person changes in a group that both databases have, and that
     * portions of one person together change by no more than the noise of each is made for.
     */
    private void portions() {
        List<StateNoise.Drawn> drawn =
                StateNoise.of(role.calibration(), role.limits()).drawn();
        Set<Integer> read = new HashSet<>();
        Map<Integer, BigInteger> all = new HashMap<>();
        for (Group group : step.first()) {
            Map<Integer, BigInteger> together = new HashMap<>();
            for (int i = 0; i < drawn.size(); i++) {
                StateNoise.Drawn one = drawn.get(i);
                read.addAll(one.form().keySet());
                BigInteger moved = moved(group, one);
                int column = one.bundle().isPresent()
                        ? Trace.columnOfPortion(i)
                        : one.form().keySet().iterator().next();
                noised(group, column, moved);
                one.bundle().ifPresent(bundle -> together.merge(bundle, moved, BigInteger::add));
            }
            together.forEach((bundle, moved) -> {
                atMost(
                        "portions in one group",
                        moved,
                        sensitivity(drawn, bundle).multiply(timesInGroup));
                all.merge(bundle, moved, BigInteger::add);
            });
        }
        all.forEach((bundle, moved) -> atMost(
                "portions in all groups", moved, sensitivity(drawn, bundle).multiply(maxGroups)));
        unread(read);
    }

    private static BigInteger sensitivity(List<StateNoise.Drawn> drawn, int bundle) {
        return drawn.stream()
                .filter(one -> one.bundle().equals(Optional.of(bundle)))
                .findFirst()
                .orElseThrow()
                .sensitivity();
    }

    private void noised(Group group, int column, BigInteger moved) {
        List<@Nullable Object> row = step.alike().name(group);
        boolean noisy =
                step.draws().stream().anyMatch(draw -> draw.place().equals(Optional.of(new Trace.Place(row, column))));
        if (!noisy && moved.signum() > 0) {
            found.find(
                    "An exact integer is used without noise.",
                    "integer " + column + " of " + row + " in " + step.sql());
        }
    }

    /** Checks that every state enters something to which noise is added. */
    private void unread(Set<Integer> read) {
        int column = 1;
        for (MeasuredState measured : MeasuredState.of(role.calibration().plan(), role.limits())) {
            int place = column++;
            if (!step.first().isEmpty()
                    && measured.state().filter(state -> !state.isConstant()).isPresent()
                    && !read.contains(place)) {
                found.find("An exact integer is used without noise.", "state " + measured + " in " + step.sql());
            }
        }
    }

    private BigInteger moved(Group ours, StateNoise.Drawn drawn) {
        Group theirs = step.secondRow(step.alike().name(ours));
        BigInteger sum = BigInteger.ZERO;
        for (Map.Entry<Integer, BigInteger> term : drawn.form().entrySet()) {
            BigInteger other =
                    theirs == null ? BigInteger.ZERO : theirs.integers().get(term.getKey());
            BigInteger moved = ours.integers().get(term.getKey()).subtract(other);
            sum = sum.add(term.getValue().multiply(moved));
        }
        return sum.abs();
    }

    private void histograms(BigInteger groups) {
        onePerson(
                "people by number of groups",
                1,
                group -> HistogramSql.BY_GROUPS.equals(group.keys().get(0)));
        for (int i = 0; i < role.calibration().plan().automatic().size(); i++) {
            AutomaticParameter.Kind kind =
                    role.calibration().plan().automatic().get(i).kind();
            boolean paper = role.kind() == StepPurpose.Kind.PAPER_HISTOGRAMS;
            long entries = paper ? groups.longValueExact() * kind.entries() : 1;
            // Whoever has none of the rows in question is in the second of two histograms that cost what one costs.
            for (List<String> names : List.of(
                    List.of(HistogramSql.byLargest(i), HistogramSql.byRowsOfOthers(i)),
                    List.of(HistogramSql.bySmallest(i)))) {
                onePerson(
                        "histogram " + names.get(0),
                        entries,
                        group -> names.contains(
                                Objects.requireNonNull(group.keys().get(0))));
            }
        }
    }

    private void onePerson(String what, long entries, Predicate<Group> of) {
        int last = step.first().isEmpty() ? 0 : step.first().get(0).integers().size() - 1;
        BigInteger all = BigInteger.ZERO;
        for (Group group : step.first()) {
            Group theirs = step.secondRow(step.alike().name(group));
            if (of.test(group)) {
                all = all.add(moved(group, last));
                boolean fewer = theirs != null
                        && theirs.integers()
                                        .get(last)
                                        .compareTo(group.integers().get(last))
                                > 0;
                if (fewer) {
                    found.find("A person is counted only without another person.", what + " in " + step.sql());
                }
            }
        }
        atMost(what, all, BigInteger.valueOf(entries));
    }

    private void leaves() {
        BigInteger most = MeasureChoices.weights(role.request().orElseThrow(), role.limits())
                .orElseThrow()
                .sensitivity();
        Map<List<@Nullable String>, BigInteger> moved = new HashMap<>();
        for (Group group : step.first()) {
            Group theirs = step.secondRow(step.alike().name(group));
            BigInteger other = theirs == null || !leaf(theirs).equals(leaf(group))
                    ? BigInteger.ZERO
                    : theirs.integers().get(1);
            moved.merge(group.keys(), group.integers().get(1).subtract(other).abs(), BigInteger::add);
        }
        moved.values().removeIf(change -> change.signum() == 0);
        moved.forEach((keys, change) -> atMost("leaves of " + keys, change, most));
        atMost("groups whose leaves change", BigInteger.valueOf(moved.size()), maxGroups);
    }

    private static BigInteger leaf(Group group) {
        return Objects.requireNonNull(group.integers().get(0));
    }

    /** Checks that what draws in its own way has drawn before the next step. */
    private void drawn() {
        boolean histograms = role.kind() == StepPurpose.Kind.HISTOGRAMS;
        boolean countsGroups = histograms
                && step.first().stream()
                        .anyMatch(group ->
                                HistogramSql.BY_GROUPS.equals(group.keys().get(0)));
        if (histograms && (step.bits() == 0 || countsGroups && step.draws().isEmpty())
                || role.everyBin() && step.draws().isEmpty()) {
            found.find("Limits are found without noise.", step.sql());
        }
    }

    /** Checks that noise was added to each integer once: the average of two noisy values tells more than either. */
    private void once() {
        Set<Trace.Place> seen = new HashSet<>();
        for (Trace.Draw draw : step.draws()) {
            if (draw.place().isPresent() && !seen.add(draw.place().get())) {
                found.find("Noise is added to the same integer twice.", draw.place() + " in " + step.sql());
            }
        }
    }

    private void atMost(String what, BigInteger moved, BigInteger declared) {
        if (moved.compareTo(declared) > 0) {
            found.find(
                    "One person changes more than the noise is made for.",
                    what + " moved by " + moved + ", declared " + declared + ", in " + step.sql());
        }
    }
}
