package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RunningLineTest {
    private final StringWriter told = new StringWriter();
    private final PrintWriter err = new PrintWriter(told);

    @Test
    void saysHowLong() {
        assertThat(RunningLine.text(12, 80)).isEqualTo("Running for 12 s. Ctrl-C stops it.");
        assertThat(RunningLine.text(12, 30)).isEqualTo("Running for 12 s.");
    }

    @Test
    void nothingIsLeftOfItWhenTheQueryIsOver() {
        CountDownLatch asked = new CountDownLatch(2);
        RunningLine line = RunningLine.on(err, 80, () -> {
            asked.countDown();
            return true;
        });
        assertThat(line.during(() -> awaited(asked))).isTrue();
        String text = told.toString();
        assertThat(text).startsWith("\rRunning for ").contains("Ctrl-C").endsWith(" \r");
        assertThat(text.substring(text.lastIndexOf('\r', text.length() - 2))).isBlank();
    }

    /** A query that is being stopped says so itself. */
    @Test
    void nothingIsSaidWhileThereIsNothingToSay() {
        CountDownLatch asked = new CountDownLatch(2);
        RunningLine line = RunningLine.on(err, 80, () -> {
            asked.countDown();
            return false;
        });
        assertThat(line.during(() -> awaited(asked))).isTrue();
        assertThat(told.toString()).isEmpty();
    }

    /** Programs that read error output get no line: the tests' is no terminal. */
    @Test
    void elsewhereThereIsNone() {
        assertThat(Boolean.getBoolean("tacit.terminal")).isFalse();
        RunningLine line = RunningLine.onError(err, () -> true);
        assertThat(line.during(() -> 7)).isEqualTo(7);
        assertThat(told.toString()).isEmpty();
    }

    private static boolean awaited(CountDownLatch asked) {
        try {
            return asked.await(300, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
