package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.audit.JudgedRelease.Noised;
import io.tacit.engine.audit.Trace.Draw;
import io.tacit.engine.audit.Trace.Finding;
import io.tacit.engine.audit.Trace.Group;
import io.tacit.engine.audit.Trace.Place;
import io.tacit.engine.audit.Trace.Step;
import io.tacit.engine.pushdown.HistogramSql;
import io.tacit.engine.release.InventedPerson;
import io.tacit.engine.release.MeasureChoices;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.LeafWeights;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * What the replay decides about exact integers, given rows that are written down: whatever somebody contributes in as many
 * groups as they may be in passes; each way to change more, or to go without noise, is found and named.
 */
@NullUnmarked
class JudgedDistancesTest {
    private static final List<JudgedRelease> RELEASES = JudgedRelease.all();
    private static final List<InventedPerson> PEOPLE = InventedPerson.several();
    private static final IntegerNoise LAW = new DiscreteLaplace(Rational.of(2));
    private static final String MORE = "One person changes more than the noise is made for.";

    /** The rows of two databases, whose groups are numbered, and the noise of those of the first. */
    private static final class Rows {
        private final JudgedRelease release;
        private final List<BigInteger[]> first = new ArrayList<>();
        private final List<BigInteger[]> second = new ArrayList<>();
        private boolean byFirst;
        private Consumer<List<Draw>> draws = none -> {};

        Rows(JudgedRelease release) {
            this.release = release;
        }

        /** Somebody in so many groups of other people. */
        static Rows of(JudgedRelease release, BigInteger[] person, long groups) {
            Rows rows = new Rows(release);
            for (int group = 0; group < groups; group++) {
                rows.add(person, group);
            }
            return rows;
        }

        private void add(BigInteger[] person, int group) {
            BigInteger[] others = new BigInteger[person.length];
            BigInteger[] all = new BigInteger[person.length];
            for (int i = 0; i < person.length; i++) {
                others[i] = BigInteger.valueOf(50L + i + group);
                all[i] = others[i].add(person[i]);
            }
            first.add(all);
            second.add(others);
        }

        private List<Group> groups(List<BigInteger[]> rows) {
            List<Group> groups = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                String[] keys = new String[release.calibration().plan().keys().size()];
                Arrays.fill(keys, "group " + i);
                groups.add(Group.of(keys, rows.get(i)));
            }
            return groups;
        }

        List<Finding> judged() {
            Trace trace = new Trace();
            List<Group> groups = groups(first);
            Step step = trace.begin("SELECT", new RowIdentity(byFirst), groups, groups(second));
            for (Group group : groups) {
                for (Noised noised : release.noised()) {
                    step.draws().add(draw(step.alike().name(group), noised.column()));
                }
            }
            draws.accept(step.draws());
            JudgeDistances.judge(trace, step, release.role(StepPurpose.Kind.STATES));
            return trace.findings();
        }
    }

    private static Draw draw(List<Object> row, int column) {
        return new Draw(Optional.of(new Place(row, column)), LAW, BigInteger.ONE, BigInteger.ONE);
    }

    private static List<String> events(List<Finding> findings) {
        return findings.stream()
                .map(finding -> (finding.what().equals(MORE) ? "" : finding.what() + " ")
                        + finding.event().replaceFirst(",? in SELECT$", ""))
                .toList();
    }

    private static BigInteger[] nobody(JudgedRelease release) {
        BigInteger[] integers =
                new BigInteger[1 + release.calibration().plan().states().size()];
        Arrays.fill(integers, BigInteger.ZERO);
        return integers;
    }

    private static BigInteger[] alone(JudgedRelease release, int column, BigInteger change) {
        BigInteger[] integers = nobody(release);
        integers[column] = change;
        return integers;
    }

    private static boolean grouped(JudgedRelease release) {
        return release.calibration().plan().grouped();
    }

    private static boolean countsRows(JudgedRelease release) {
        return release.calibration().plan().parameters().countsRows();
    }

    private static long groups(JudgedRelease release) {
        return grouped(release) ? release.calibration().maxGroups() : 1;
    }

    @Test
    void whateverAPersonHasPasses() {
        int number = 0;
        for (JudgedRelease release : RELEASES) {
            // Some of them for each release, others for the next.
            for (int i = number++ % 5; i < PEOPLE.size(); i += 5) {
                InventedPerson person = PEOPLE.get(i);
                BigInteger[] integers = person.integers(release.calibration().plan(), release.limits());
                assertThat(Rows.of(release, integers, groups(release)).judged())
                        .as("%s of %s", person, release.sql())
                        .isEmpty();
            }
        }
    }

    @Test
    void oneGroupTooManyIsFound() {
        for (JudgedRelease release : RELEASES) {
            if (!grouped(release)) {
                continue;
            }
            long groups = groups(release);
            assertThat(events(Rows.of(release, alone(release, 0, BigInteger.ONE), groups + 1)
                            .judged()))
                    .as(release.sql())
                    .contains(
                            "groups that change moved by " + (groups + 1) + ", declared " + groups,
                            "number of people in all groups moved by " + (groups + 1) + ", declared " + groups);
            // A group that nobody else is in changes, too.
            Rows rows = Rows.of(release, alone(release, 0, BigInteger.ONE), groups);
            rows.first.add(nobody(release));
            assertThat(events(rows.judged()))
                    .as(release.sql())
                    .contains("groups that change moved by " + (groups + 1) + ", declared " + groups)
                    .doesNotContain("number of people in all groups moved by " + (groups + 1) + ", declared " + groups);
        }
    }

    /** Rows that count for themselves may all be in one group: as many times what one of them changes. */
    @Test
    void oneStepTooManyInOneGroupIsFound() {
        int states = 0;
        for (JudgedRelease release : RELEASES) {
            BigInteger times = BigInteger.valueOf(
                    countsRows(release) ? release.calibration().maxGroups() : 1);
            for (boolean down : new boolean[] {false, true}) {
                BigInteger person = down ? BigInteger.ONE.negate() : BigInteger.ONE;
                Rows most = Rows.of(release, alone(release, 0, times.multiply(person)), 1);
                assertThat(events(most.judged())).noneMatch(event -> event.contains("number of people"));
                BigInteger more = times.add(BigInteger.ONE).multiply(person);
                assertThat(events(Rows.of(release, alone(release, 0, more), 1).judged()))
                        .as(release.sql())
                        .contains("number of people in one group moved by " + more.abs() + ", declared " + times);
                for (int i = 0; i < release.calibration().plan().states().size(); i++) {
                    Optional<State> state = release.calibration()
                            .plan()
                            .states()
                            .get(i)
                            .measured(release.limits())
                            .map(found -> found);
                    if (state.filter(found -> !found.isConstant()).isEmpty()) {
                        continue;
                    }
                    states++;
                    BigInteger declared = state.get().sensitivity().multiply(times);
                    String moved = "state " + state.get() + " in one group moved by ";
                    assertThat(events(Rows.of(release, alone(release, 1 + i, declared.multiply(person)), 1)
                                    .judged()))
                            .as(release.sql())
                            .noneMatch(event -> event.startsWith(moved));
                    more = declared.add(BigInteger.ONE);
                    assertThat(events(Rows.of(release, alone(release, 1 + i, more.multiply(person)), 1)
                                    .judged()))
                            .as(release.sql())
                            .contains(moved + more + ", declared " + declared);
                }
            }
        }
        assertThat(states).isGreaterThan(100);
    }

    @Test
    void aStateThatChangesInTooManyGroupsIsFound() {
        for (JudgedRelease release : RELEASES) {
            long groups = groups(release);
            for (int i = 0;
                    grouped(release)
                            && i < release.calibration().plan().states().size();
                    i++) {
                Optional<State> state = release.calibration()
                        .plan()
                        .states()
                        .get(i)
                        .measured(release.limits())
                        .map(found -> found);
                if (state.filter(found -> !found.isConstant()).isPresent()) {
                    BigInteger all = state.get().sensitivity().multiply(BigInteger.valueOf(groups));
                    assertThat(events(Rows.of(
                                            release,
                                            alone(release, 1 + i, state.get().sensitivity()),
                                            groups + 1)
                                    .judged()))
                            .as(release.sql())
                            .contains("state " + state.get() + " in all groups moved by "
                                    + all.add(state.get().sensitivity()) + ", declared " + all);
                }
            }
        }
    }

    /** Whoever changes portions by more than all of them together may be changed. */
    @Test
    void portionsAreJudgedTogether() {
        int judged = 0;
        for (JudgedRelease release : RELEASES) {
            List<Noised> divided = release.noised().stream()
                    .filter(noised -> Trace.isPortion(noised.column()) && noised.first())
                    .toList();
            for (int j = 0; !divided.isEmpty() && j < PEOPLE.size(); j += 5) {
                BigInteger[] integers =
                        PEOPLE.get(j).integers(release.calibration().plan(), release.limits());
                BigInteger[] twice = new BigInteger[integers.length];
                for (int i = 0; i < twice.length; i++) {
                    twice[i] = integers[i].shiftLeft(1);
                }
                List<String> expected = new ArrayList<>();
                List<String> of =
                        events(Rows.of(release, twice, groups(release)).judged());
                for (Noised bundle : divided) {
                    BigInteger change = BigInteger.ZERO;
                    for (int column : bundle.with()) {
                        change = change.add(release.noise().drawn().get(column - (1 << 20)).form().entrySet().stream()
                                .map(term -> term.getValue().multiply(twice[term.getKey()]))
                                .reduce(BigInteger.ZERO, BigInteger::add)
                                .abs());
                    }
                    BigInteger groups = BigInteger.valueOf(groups(release));
                    BigInteger times = countsRows(release) ? groups : BigInteger.ONE;
                    BigInteger declared = bundle.sensitivity().multiply(times);
                    judged += change.compareTo(declared) > 0 ? 1 : 0;
                    if (change.compareTo(declared) > 0) {
                        // In each group of the person.
                        expected.addAll(Collections.nCopies(
                                (int) groups(release),
                                "portions in one group moved by " + change + ", declared " + declared));
                    }
                    if (change.compareTo(bundle.sensitivity()) > 0) {
                        expected.add("portions in all groups moved by " + change.multiply(groups) + ", declared "
                                + bundle.sensitivity().multiply(groups));
                    }
                }
                assertThat(of.stream().filter(event -> event.startsWith("portions")))
                        .as(release.sql())
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
        }
        assertThat(judged).isGreaterThan(100);
    }

    /** Of what a person changes, each integer needs its own noise, and once. */
    @Test
    void eachIntegerHasNoiseOnce() {
        int without = 0;
        for (JudgedRelease release : RELEASES) {
            for (Noised noised : release.noised()) {
                List<Object> row = new ArrayList<>(
                        Collections.nCopies(release.calibration().plan().keys().size(), (Object) "group 0"));
                Place place = new Place(row, noised.column());
                BigInteger[] person =
                        PEOPLE.get(9).integers(release.calibration().plan(), release.limits());
                Rows rows = Rows.of(release, person, groups(release));
                rows.draws = draws -> draws.removeIf(draw -> draw.place().equals(Optional.of(place)));
                boolean changes = noised.column() != 0 && changes(release, noised.column(), person);
                without += changes ? 1 : 0;
                assertThat(events(rows.judged()))
                        .as(release.sql())
                        .isEqualTo(
                                changes
                                        ? List.of("An exact integer is used without noise. integer " + noised.column()
                                                + " of " + row)
                                        : List.of());
                rows.draws = draws -> draws.add(draw(row, noised.column()));
                assertThat(events(rows.judged()))
                        .as(release.sql())
                        .containsExactly("Noise is added to the same integer twice. " + Optional.of(place));
                rows.draws = draws -> draws.addAll(
                        Collections.nCopies(2, new Draw(Optional.empty(), LAW, BigInteger.ONE, BigInteger.ONE)));
                assertThat(rows.judged()).as(release.sql()).isEmpty();
            }
        }
        assertThat(without).isGreaterThan(50);
    }

    private static boolean changes(JudgedRelease release, int column, BigInteger[] person) {
        if (!Trace.isPortion(column)) {
            return person[column].signum() != 0;
        }
        BigInteger change = BigInteger.ZERO;
        for (Map.Entry<Integer, BigInteger> term :
                release.noise().drawn().get(column - (1 << 20)).form().entrySet()) {
            change = change.add(term.getValue().multiply(person[term.getKey()]));
        }
        return change.signum() != 0;
    }

    @Test
    void rowsThatMustBeThereOnceAre() {
        for (JudgedRelease release : RELEASES) {
            boolean selects = release.calibration().plan().selectsGroups();
            String missing = "A row that must always be there is there only with the person. SELECT";
            String one = "What has no groups has not exactly one row. SELECT";
            Rows rows = Rows.of(release, nobody(release), groups(release));
            assertThat(rows.judged()).as(release.sql()).isEmpty();
            rows.second.remove(rows.second.size() - 1);
            assertThat(events(rows.judged()).contains(missing))
                    .as(release.sql())
                    .isEqualTo(!selects);
            rows.first.remove(rows.first.size() - 1);
            assertThat(events(rows.judged())).as(release.sql()).isEqualTo(grouped(release) ? List.of() : List.of(one));
            rows = Rows.of(release, nobody(release), groups(release));
            rows.byFirst = true;
            assertThat(events(rows.judged())).as(release.sql()).contains("A group comes twice. SELECT");
        }
    }

    /** Nobody is among those without some rows and has such rows. */
    @Test
    void whoIsAmongThoseWithoutRowsHasNone() {
        int complements = 0;
        for (JudgedRelease release : RELEASES) {
            int last = release.calibration().plan().states().size();
            boolean complement = release.calibration().plan().complement().isPresent() && !countsRows(release);
            for (int column = 1; column < last; column++) {
                BigInteger[] both = alone(release, column, BigInteger.ONE);
                both[last] = BigInteger.ONE;
                List<String> found = events(Rows.of(release, both, 1).judged());
                String twice = "A person is counted both with a value and without one. integer " + column + " of "
                        + Collections.nCopies(
                                release.calibration().plan().keys().size(), "group 0");
                assertThat(found.contains(twice)).as(release.sql()).isEqualTo(complement);
                complements += complement ? 1 : 0;
                for (int other : new int[] {column, last}) {
                    assertThat(events(Rows.of(release, alone(release, other, BigInteger.ONE), 1)
                                    .judged()))
                            .as(release.sql())
                            .doesNotContain(twice);
                }
            }
        }
        assertThat(complements).isPositive();
    }

    private static Group bin(String name, String bin, long people) {
        return Group.of(new String[] {name, bin}, new BigInteger[] {BigInteger.valueOf(people)});
    }

    private static List<String> bins(StepPurpose role, List<Group> first, List<Group> second, int draws, int bits) {
        Trace trace = new Trace();
        Step step = trace.begin("SELECT", new RowIdentity(false), first, second);
        for (int i = 0; i < draws; i++) {
            step.draws().add(new Draw(Optional.empty(), LAW, BigInteger.ONE, BigInteger.ONE));
        }
        for (int i = 0; i < bits; i++) {
            step.takeBits();
        }
        JudgeDistances.judge(trace, step, role);
        return events(trace.findings());
    }

    /** A person is one entry of each histogram, in the first of two where there are two; in the paper's, of each group. */
    @Test
    void entriesOfHistogramsAreAsManyAsTheirNoiseIsMadeFor() {
        int judged = 0;
        for (JudgedRelease release : RELEASES) {
            List<AutomaticParameter> automatic = release.calibration().plan().automatic();
            for (StepPurpose.Kind kind : List.of(StepPurpose.Kind.HISTOGRAMS, StepPurpose.Kind.PAPER_HISTOGRAMS)) {
                boolean paper = kind == StepPurpose.Kind.PAPER_HISTOGRAMS;
                for (int i = 0; i < automatic.size(); i++) {
                    judged++;
                    long entries = paper
                            ? release.calibration().maxGroups()
                                    * automatic.get(i).kind().entries()
                            : 1;
                    StepPurpose role = release.role(kind);
                    for (List<String> names : List.of(
                            List.of(HistogramSql.byLargest(i), HistogramSql.byLargest(i)),
                            List.of(HistogramSql.byLargest(i), HistogramSql.byRowsOfOthers(i)),
                            List.of(HistogramSql.bySmallest(i), HistogramSql.bySmallest(i)))) {
                        Group one = bin(names.get(0), "1", 7 + entries - 1);
                        List<Group> others = List.of(bin(names.get(0), "1", 7));
                        Group last = bin(names.get(1), "2", 1);
                        assertThat(bins(role, List.of(one), others, 1, 1))
                                .as(release.sql())
                                .isEmpty();
                        Group most = bin(names.get(0), "1", 7 + entries);
                        assertThat(bins(role, List.of(most), others, 1, 1))
                                .as(release.sql())
                                .isEmpty();
                        assertThat(bins(role, List.of(most, last), others, 1, 1))
                                .as(release.sql())
                                .containsExactly("histogram " + names.get(0) + " moved by " + (entries + 1)
                                        + ", declared " + entries);
                        assertThat(bins(role, others, List.of(most), 1, 1))
                                .as(release.sql())
                                .containsExactly(
                                        "A person is counted only without another person. histogram " + names.get(0));
                    }
                    List<Group> each = List.of(
                            bin(HistogramSql.byLargest(i), "1", entries),
                            bin(HistogramSql.bySmallest(i), "1", entries),
                            bin(HistogramSql.BY_GROUPS, "2", 1));
                    assertThat(bins(role, each, List.of(), 1, 1))
                            .as(release.sql())
                            .isEmpty();
                    assertThat(bins(
                                    role,
                                    List.of(bin(HistogramSql.BY_GROUPS, "1", 1), bin(HistogramSql.BY_GROUPS, "2", 1)),
                                    List.of(),
                                    1,
                                    1))
                            .as(release.sql())
                            .containsExactly("people by number of groups moved by 2, declared 1");
                }
            }
        }
        assertThat(judged).isGreaterThan(50);
    }

    @Test
    void limitsAreFoundWithNoise() {
        String found = "Limits are found without noise. SELECT";
        JudgedRelease release = RELEASES.get(0);
        List<Group> groups = List.of(bin(HistogramSql.byLargest(0), "1", 3), bin(HistogramSql.BY_GROUPS, "1", 3));
        List<Group> values = groups.subList(0, 1);
        StepPurpose own = release.role(StepPurpose.Kind.HISTOGRAMS);
        assertThat(bins(own, values, values, 0, 1)).isEmpty();
        assertThat(bins(own, values, values, 1, 0)).containsExactly(found);
        assertThat(bins(own, groups, groups, 0, 1)).containsExactly(found);
        assertThat(bins(own, groups, groups, 1, 1)).isEmpty();
        for (StepPurpose.Kind kind : List.of(StepPurpose.Kind.PAPER_HISTOGRAMS, StepPurpose.Kind.GROUPS_PER_PERSON)) {
            assertThat(bins(release.role(kind), values, values, 0, 1)).containsExactly(found);
            assertThat(bins(release.role(kind), values, values, 1, 0)).isEmpty();
        }
        // Where everything is found already nothing is asked for, and nothing drawn.
        assertThat(bins(own, List.of(), List.of(), 0, 0)).containsExactly(found);
    }

    /** Each person is in one bin by the number of their groups. */
    @Test
    void peopleByTheNumberOfTheirGroupsAreCountedOnce() {
        StepPurpose role = RELEASES.get(0).role(StepPurpose.Kind.GROUPS_PER_PERSON);
        List<Group> others = List.of(
                Group.of(new String[] {"1"}, new BigInteger[] {BigInteger.TWO}),
                Group.of(new String[] {"2"}, new BigInteger[] {BigInteger.TWO}));
        Group more = Group.of(new String[] {"1"}, new BigInteger[] {BigInteger.valueOf(3)});
        Group first = Group.of(new String[] {"3"}, new BigInteger[] {BigInteger.ONE});
        assertThat(bins(role, List.of(more, others.get(1)), others, 1, 0)).isEmpty();
        assertThat(bins(role, List.of(others.get(0), others.get(1), first), others, 1, 0))
                .isEmpty();
        assertThat(bins(role, List.of(more, others.get(1), first), others, 1, 0))
                .containsExactly("people by number of groups moved by 2, declared 1");
        assertThat(bins(role, others, List.of(more, others.get(1)), 1, 0))
                .containsExactly("A person is counted only without another person. people by number of groups");
    }

    /** All rows of a person weigh so much in a group, on whichever leaves; leaves are told apart by their number. */
    @Test
    void leavesMoveByTheWeightOfAPerson() {
        int choices = 0;
        for (JudgedRelease release : RELEASES) {
            for (ChoiceRequest choice : release.calibration().plan().choices()) {
                Optional<LeafWeights> weights = MeasureChoices.weights(choice, release.limits());
                if (weights.isEmpty()) {
                    continue;
                }
                choices++;
                StepPurpose role = new StepPurpose(
                        StepPurpose.Kind.LEAVES, 0, release.calibration(), release.limits(), Optional.of(choice));
                long most = weights.get().sensitivity().longValueExact();
                long groups = release.calibration().maxGroups();
                List<Group> first = new ArrayList<>();
                List<Group> second = new ArrayList<>();
                for (int group = 0; group < groups; group++) {
                    // One leaf of others that grows, and one of the person alone.
                    first.addAll(List.of(leaf(group, 1, 9 + most / 2), leaf(group, 2, most - most / 2)));
                    second.add(leaf(group, 1, 9));
                }
                first.add(leaf(100, 5, 4));
                second.add(leaf(100, 5, 4));
                assertThat(leaves(role, true, first, second)).as(release.sql()).isEmpty();
                List<Group> more = new ArrayList<>(first);
                more.add(leaf(0, 3, 1));
                assertThat(leaves(role, true, more, second))
                        .as(release.sql())
                        .containsExactly("leaves of [group 0] moved by " + (most + 1) + ", declared " + most);
                more.remove(more.size() - 1);
                more.add(leaf(101, 3, 1));
                assertThat(leaves(role, true, more, second))
                        .as(release.sql())
                        .containsExactly(
                                "groups whose leaves change moved by " + (groups + 1) + ", declared " + groups);
                // The only leaf of a group is another one without the person.
                assertThat(leaves(role, false, List.of(leaf(0, 1, most)), List.of(leaf(0, 2, most))))
                        .as(release.sql())
                        .isEmpty();
                assertThat(leaves(role, false, List.of(leaf(0, 1, most + 1)), List.of(leaf(0, 2, most + 1))))
                        .as(release.sql())
                        .hasSize(1);
                assertThat(leaves(role, false, List.of(leaf(0, 1, most + 1)), List.of(leaf(0, 1, most + 1))))
                        .as(release.sql())
                        .isEmpty();
            }
        }
        assertThat(choices).isGreaterThan(5);
    }

    private static Group leaf(int group, long leaf, long weight) {
        return Group.of(
                new String[] {"group " + group},
                new BigInteger[] {BigInteger.valueOf(leaf), BigInteger.valueOf(weight)});
    }

    private static List<String> leaves(StepPurpose role, boolean byFirst, List<Group> first, List<Group> second) {
        Trace trace = new Trace();
        Step step = trace.begin("SELECT", new RowIdentity(byFirst), first, second);
        JudgeDistances.judge(trace, step, role);
        return events(trace.findings());
    }
}
