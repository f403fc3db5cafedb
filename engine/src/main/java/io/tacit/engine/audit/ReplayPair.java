package io.tacit.engine.audit;

import io.tacit.engine.audit.Trace.Finding;
import io.tacit.engine.audit.Trace.Step;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AuditedRun;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One query over two databases. */
final class ReplayPair {
    private static final int AROUND = 200;

    private final AuditedRun.Query query;
    private final Backend first;
    private final Backend second;
    private final boolean sameRows;
    private final UnaryOperator<Noise> mistake;
    private final long hidden;

    /** The outcome of a run. */
    private record Outcome(@Nullable Answer answer, List<ReleasedRows> released, Optional<String> refusal) {}

    ReplayPair(AuditedRun.Query query, Backend first, Backend second, boolean sameRows, UnaryOperator<Noise> mistake) {
        this.query = query;
        this.first = first;
        this.second = second;
        this.sameRows = sameRows;
        this.mistake = mistake;
        this.hidden = query.releases().stream()
                        .mapToLong(release -> release.plan().parameters().minPeople())
                        .max()
                        .orElse(1)
                - 1;
    }

    /**
     * The result of the comparison.
     *
     * @param answered whether the engine could run the query over the first database
     */
    record Result(boolean answered, List<Finding> findings) {}

    Result run(long seed) {
        Trace trace = new Trace();
        Outcome one = outcome(new TwinBackend(first, second, trace), new RecordingNoise(trace, seed, hidden, edges()));
        if (trace.failed()) {
            return new Result(false, List.copyOf(trace.findings()));
        }
        List<StepPurpose> roles = StepPurpose.of(one.released());
        Trace echo = new Trace();
        boolean backwards = sameRows && inAnyOrder(one);
        EchoBackend other = new EchoBackend(trace, roles, echo, backwards);
        ForcingNoise noise = new ForcingNoise(trace, roles, echo, seed);
        Outcome two = outcome(other, noise);
        if (echo.findings().isEmpty() && trace.findings().isEmpty()) {
            if (!other.complete()) {
                echo.find("Less is asked of one of the two databases.", "");
            }
            noise.finish(hidden);
            compare(one, two, echo);
        }
        if (one.refusal().isEmpty() && roles.size() != trace.steps().size()) {
            trace.find(
                    "A release asks something that its plan does not name.",
                    trace.steps().size() + " questions");
        } else {
            judge(trace, roles, noise.pairs(), one);
            JudgeAccounts.judge(trace, noise.pairs(), query.charge());
        }
        List<Finding> findings = new ArrayList<>(trace.findings());
        findings.addAll(echo.findings());
        return new Result(one.refusal().isEmpty(), findings);
    }

    private void judge(Trace trace, List<StepPurpose> roles, List<ForcingNoise.Pair> pairs, Outcome one) {
        for (int i = 0; i < roles.size(); i++) {
            Step step = trace.steps().get(i);
            StepPurpose role = roles.get(i);
            JudgeDistances.judge(trace, step, role);
            JudgeLosses.judge(trace, pairs, role, i);
            if (sameRows && !step.first().equals(step.second())) {
                trace.find("Another order of rows gives other integers.", step.sql());
            }
            if (role.kind() == StepPurpose.Kind.STATES) {
                shown(trace, roles, i, one.released().get(role.release()));
            }
        }
    }

    /** Judges the groups that are shown, with the draws that follow the last query of a measurement. */
    private static void shown(Trace trace, List<StepPurpose> roles, int states, ReleasedRows released) {
        List<Boolean> kept = new ArrayList<>(trace.steps().get(states).kept());
        long bits = trace.steps().get(states).bits();
        for (int i = states + 1; i < roles.size() && roles.get(i).kind() == StepPurpose.Kind.LEAVES; i++) {
            kept.addAll(trace.steps().get(i).kept());
            bits += trace.steps().get(i).bits();
        }
        JudgeVisibleGroups.judge(trace, trace.steps().get(states), roles.get(states), released, kept, bits);
    }

    /** Noisy numbers of people at and next to the thresholds. */
    private List<BigInteger> edges() {
        List<BigInteger> edges = new ArrayList<>();
        for (Calibration release : query.releases()) {
            release.threshold().ifPresent(threshold -> {
                edges.add(threshold);
                edges.add(threshold.subtract(BigInteger.ONE));
                edges.add(threshold.add(BigInteger.ONE));
            });
        }
        return edges;
    }

    private Outcome outcome(Backend backend, Noise noise) {
        List<ReleasedRows> released = new ArrayList<>();
        try {
            Answer answer = query.run(backend, () -> mistake.apply(noise), released::add);
            return new Outcome(answer, released, Optional.empty());
        } catch (Refusal refusal) {
            return new Outcome(null, released, Optional.of(String.valueOf(refusal.getMessage())));
        } catch (EchoBackend.Parted parted) {
            return new Outcome(null, released, Optional.of("parted"));
        }
    }

    private static void compare(Outcome one, Outcome two, Trace found) {
        if (!one.refusal().equals(two.refusal())) {
            found.find(
                    "The query fails over one of the two databases only.",
                    one.refusal().orElse("answered") + " and " + two.refusal().orElse("answered"));
            return;
        }
        if (!Objects.equals(one.answer(), two.answer())) {
            found.find(
                    "The answers differ although every noisy value was the same.",
                    difference(String.valueOf(one.answer()), String.valueOf(two.answer())));
        }
        for (int i = 0; i < one.released().size(); i++) {
            ReleasedRows a = one.released().get(i);
            ReleasedRows b = two.released().get(i);
            if (!a.limits().equals(b.limits()) || !rows(a).equals(rows(b))) {
                found.find("What is released differs although every noisy value was the same.", a.name());
            }
        }
    }

    /** The parts of two texts around the place where they begin to differ. */
    private static String difference(String a, String b) {
        int same = 0;
        while (same < Math.min(a.length(), b.length()) && a.charAt(same) == b.charAt(same)) {
            same++;
        }
        int from = Math.max(0, same - AROUND);
        return a.substring(from, Math.min(a.length(), same + AROUND)) + "\nand\n"
                + b.substring(from, Math.min(b.length(), same + AROUND));
    }

    /** Rows as text, which tells all their values apart. */
    private static List<String> rows(ReleasedRows released) {
        List<String> rows = new ArrayList<>();
        released.rows().forEach(row -> rows.add(Arrays.toString(row)));
        return rows;
    }

    /** Whether nothing that is drawn depends on the order of the rows, which nobody sees. */
    private static boolean inAnyOrder(Outcome one) {
        boolean drawn = one.released().stream()
                .map(ReleasedRows::calibration)
                .anyMatch(release -> release.plan().outputs().stream()
                                .anyMatch(output -> output.computation().accept(new DrawsForAllGroups()))
                        || release.selection()
                                .filter(selection -> selection.match(threshold -> false, geometric -> true))
                                .isPresent());
        return !drawn;
    }

    /** Whether a value is computed from bits that are drawn for one group after another. */
    private static final class DrawsForAllGroups implements Computation.Visitor<Boolean> {
        @Override
        public Boolean total(Computation.Total total) {
            return false;
        }

        @Override
        public Boolean people(Computation.People people) {
            return false;
        }

        @Override
        public Boolean sumOfRows(Computation.SumOfRows sum) {
            return false;
        }

        @Override
        public Boolean mean(Computation.Mean mean) {
            return false;
        }

        @Override
        public Boolean spread(Computation.Spread spread) {
            return true;
        }

        @Override
        public Boolean pair(Computation.Pair pair) {
            return false;
        }

        @Override
        public Boolean quantile(Computation.Quantile quantile) {
            return true;
        }

        @Override
        public Boolean mostFrequent(Computation.MostFrequent mode) {
            return true;
        }
    }
}
