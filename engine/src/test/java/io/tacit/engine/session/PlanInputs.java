package io.tacit.engine.session;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Plans inputs one after another in a thread of its own while the caller's thread watches the clock. The clock is that
 * of the thread's own work, so that a busy machine fails nothing; where planning has a thread and a deadline of its
 * own, as in a session, that it was not done by then is a failure too.
 */
@org.jspecify.annotations.NullUnmarked
final class PlanInputs {
    private static final long MOST_NANOS = 5_000_000_000L;
    private static final int WATCH_MILLIS = 500;
    private static final int ENOUGH_FAILURES = 20;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Consumer<String> plan;
    private final long seed;
    private final List<String> failures = new ArrayList<>();
    private int planned;
    private int refused;
    private int notUnderstood;
    private long all;
    private long longest;
    private String slowest = "";
    private volatile String current = "";
    private volatile long begun;

    /** As {@code plan} plans. */
    PlanInputs(Consumer<String> plan, long seed) {
        this.plan = plan;
        this.seed = seed;
    }

    int planned() {
        return planned;
    }

    int refused() {
        return refused;
    }

    /** How many are refused without a word of what is wrong with them. */
    int notUnderstood() {
        return notUnderstood;
    }

    int inputs() {
        return planned + refused;
    }

    /** Plans that many inputs and fails if anything but a refusal came out of one, or one took too long. */
    void all(Supplier<String> next, int inputs) throws InterruptedException {
        Thread worker = new Thread(
                () -> {
                    for (int i = 0; i < inputs && failures.size() < ENOUGH_FAILURES; i++) {
                        one(i, next.get());
                    }
                },
                "plan inputs");
        worker.setDaemon(true);
        worker.start();
        while (worker.isAlive()) {
            worker.join(WATCH_MILLIS);
            long now = THREADS.getThreadCpuTime(worker.getId());
            if (now - begun > MOST_NANOS && now > 0) {
                AssertionError slow = new AssertionError("takes too long, seed " + seed + ": " + current);
                slow.setStackTrace(worker.getStackTrace());
                throw slow;
            }
        }
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.size() + " failures\n" + String.join("\n\n", failures));
        }
    }

    private void one(int number, String text) {
        current = text;
        begun = THREADS.getCurrentThreadCpuTime();
        String failure = null;
        try {
            plan.accept(text);
            planned++;
        } catch (Refusal refusal) {
            refused++;
            notUnderstood += refusal.getMessage().contains("cannot be understood") ? 1 : 0;
            failure = wrong(refusal, text);
        } catch (Throwable other) {
            failure = trace(other);
        }
        long spent = THREADS.getCurrentThreadCpuTime() - begun;
        all += spent;
        if (spent > longest) {
            longest = spent;
            slowest = text;
        }
        if (failure == null && spent > MOST_NANOS) {
            failure = "took " + spent / 1_000_000 + " ms";
        }
        if (failure != null) {
            failures.add("seed " + seed + ", input " + number + ": " + text + "\n  " + failure);
        }
    }

    /** What is wrong with a refusal, or null. */
    private static String wrong(Refusal refusal, String text) {
        if (refusal.code() == null || refusal.rule() == null || refusal.rule().isBlank()) {
            return "says nothing";
        }
        if (refusal.code() == ErrorCode.PLANNING_TIME) {
            return "takes longer than planning may";
        }
        String message = refusal.getMessage();
        if (message.contains("calcite") || message.contains("Exception") || message.contains(" null.")) {
            return "says what is no word of ours: " + message;
        }
        return refusal.position().filter(place -> !inside(place, text)).isPresent()
                ? "points to nowhere: " + message
                : null;
    }

    private static boolean inside(Position place, String text) {
        String[] lines = text.split("\r\n|\r|\n", -1);
        return place.line() >= 1
                && place.line() <= lines.length
                && place.column() >= 1
                && place.column() <= lines[place.line() - 1].length() + 1;
    }

    private static String trace(Throwable error) {
        StringBuilder text = new StringBuilder(error.toString());
        StackTraceElement[] trace = error.getStackTrace();
        for (int i = 0; i < Math.min(12, trace.length); i++) {
            text.append("\n    at ").append(trace[i]);
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return planned + " planned, " + refused + " refused, " + notUnderstood + " not understood, in "
                + all / 1_000_000 + " ms of the processor; the slowest took " + longest / 1_000_000 + " ms: " + slowest;
    }
}
