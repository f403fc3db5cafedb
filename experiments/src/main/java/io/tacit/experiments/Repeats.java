package io.tacit.experiments;

import io.tacit.engine.session.ReleaseReport;
import io.tacit.engine.session.RepeatedRelease;
import io.tacit.experiments.result.Agreement;
import io.tacit.experiments.result.Cell;
import io.tacit.experiments.result.Spread;
import io.tacit.experiments.watch.Watcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Many releases of one question: the relative error of each value that was shown, and the share of groups that were not. */
public final class Repeats {
    private static final int REPORTS = 200;

    private final double[] errors;
    private final double[] hidden;
    private final long runs;
    private final long groups;
    private final ReleaseReport planned;

    private Repeats(double[] errors, double[] hidden, long runs, long groups, ReleaseReport planned) {
        this.errors = errors;
        this.hidden = hidden;
        this.runs = runs;
        this.groups = groups;
        this.planned = planned;
    }

    /**
     * Releases a question again and again.
     *
     * @param title what is done, for the watcher
     * @param runs how often
     * @throws java.util.concurrent.CancellationException when the thread was interrupted
     */
    public static Repeats of(Question question, String title, long runs, Laboratory laboratory) {
        try (RepeatedRelease release =
                RepeatedRelease.open(question.tables(), question.defaults(), laboratory.engine(), question.sql())) {
            Watcher.Task task = laboratory.watcher().begin(title, runs);
            double[] errors = new double[1024];
            int known = 0;
            double[] hidden = new double[(int) runs];
            long step = Math.max(1, runs / REPORTS);
            for (int run = 0; run < runs; run++) {
                Laboratory.checkInterrupted();
                int shown = 0;
                for (@Nullable Object[] row : release.release()) {
                    shown++;
                    double error = error(question, row);
                    if (!Double.isNaN(error)) {
                        errors = known == errors.length ? Arrays.copyOf(errors, known * 2) : errors;
                        errors[known++] = error;
                    }
                }
                hidden[run] = 1 - (double) shown / question.truth().groups();
                if ((run + 1) % step == 0) {
                    task.advance(step);
                }
            }
            task.finish();
            return new Repeats(
                    Arrays.copyOf(errors, known),
                    hidden,
                    runs,
                    question.truth().groups(),
                    release.planned().get(0));
        }
    }

    private static double error(Question question, @Nullable Object[] row) {
        List<@Nullable String> keys = new ArrayList<>();
        for (int i = 0; i < question.keys(); i++) {
            Object key = row[i];
            keys.add(key == null ? null : key.toString());
        }
        Double truth = question.truth().value(Collections.unmodifiableList(keys));
        Object value = row[question.keys()];
        if (truth == null) {
            throw new IllegalStateException("a group was released that there is not: " + keys);
        }
        return value instanceof Number number ? Math.abs(number.doubleValue() - truth) / Math.abs(truth) : Double.NaN;
    }

    /** What was known of the release before. */
    public ReleaseReport planned() {
        return planned;
    }

    /** How many releases there were. */
    public long runs() {
        return runs;
    }

    /** |value − truth| / |truth| of each group that was shown with a value; empty where none was. */
    public double[] errors() {
        return errors.clone();
    }

    /** The median relative error, with its quartiles. */
    public Cell error(String note) {
        return errors.length == 0
                ? new Cell.Missing("no value in " + runs + " runs")
                : Spread.of(errors, runs).cell(note);
    }

    /**
     * How many of the errors were at most this one, against the chance that the law says.
     *
     * @param error such as the median by the law
     * @param chance of an error of at most this, where a group is shown
     */
    public Agreement agreement(String what, double error, double chance) {
        long within =
                Arrays.stream(errors).filter(one -> one <= error * (1 + 1e-9)).count();
        // Hidden groups count among the draws of Hoeffding's inequality, but not below the line.
        double share = errors.length / (double) (runs * groups);
        return new Agreement(
                what,
                chance,
                (double) within / Math.max(1, errors.length),
                Math.max(1, Math.round(errors.length * share)));
    }

    /** How many groups were hidden, against the chance that the law says; each group has noise of its own. */
    public Agreement agreementOfHidden(String what, double chance) {
        return new Agreement(what, chance, Arrays.stream(hidden).average().orElseThrow(), runs * groups);
    }

    /** The mean share of groups that were not shown, with the quartiles of single releases. */
    public Cell suppression(String note) {
        Spread spread = Spread.of(hidden, runs);
        double mean = Arrays.stream(hidden).average().orElseThrow();
        return new Cell.Measured(mean, spread.quantile(0.25), spread.quantile(0.75), runs, note);
    }
}
