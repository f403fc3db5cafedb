package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** How far a piece of work is, on a terminal and elsewhere: computed a second time, step by step. */
@NullUnmarked
class ProgressTest {
    private static final String TERMINAL = "tacit.terminal";

    private final StringWriter said = new StringWriter();

    private Progress progress(long total) {
        return new Progress(new PrintWriter(said), "Counting", total);
    }

    @Test
    void onATerminalABarGrowsWithEachPercent() {
        System.setProperty(TERMINAL, "true");
        try {
            for (long total : List.of(1L, 3L, 7L, 100L, 1_000L)) {
                for (long step : List.of(1L, 2L, total)) {
                    said.getBuffer().setLength(0);
                    List<String> expected = new ArrayList<>();
                    Progress progress = progress(total);
                    long before = -1;
                    for (long done = step; done <= total + step; done += step) {
                        progress.advance(step);
                        long percent = Math.min(100, 100 * done / total);
                        if (percent > before) {
                            long full = 30 * percent / 100;
                            expected.add("Counting " + "█".repeat((int) full) + "░".repeat((int) (30 - full)) + " "
                                    + percent + " %");
                        }
                        before = percent;
                    }
                    assertThat(List.of(said.toString().substring(1).split("\r", -1)))
                            .as("%s of %s at a time", step, total)
                            .isEqualTo(expected);
                }
            }
        } finally {
            System.clearProperty(TERMINAL);
        }
    }

    /** What stood there longest is covered with blanks. */
    @Test
    void onATerminalTheBarIsGoneInTheEnd() {
        System.setProperty(TERMINAL, "true");
        try {
            Progress progress = progress(1);
            progress.advance(1);
            progress.finish();
        } finally {
            System.clearProperty(TERMINAL);
        }
        String[] lines = said.toString().split("\r", -1);
        assertThat(lines).hasSize(4);
        assertThat(lines[1]).startsWith("Counting ").endsWith(" 100 %");
        assertThat(lines[2]).isBlank().hasSizeGreaterThanOrEqualTo(lines[1].length());
        assertThat(lines[3]).isEqualTo("Counting: done." + System.lineSeparator());
    }

    @Test
    void elsewhereItIsALineAtTheStartAndOneAtTheEnd() {
        Progress progress = progress(10);
        for (int i = 0; i < 10; i++) {
            progress.advance(1);
        }
        progress.finish();
        assertThat(said.toString().lines()).containsExactly("Counting …", "Counting: done.");
    }

    /** Of no work at all, too, there is a beginning and an end. */
    @Test
    void nothingToDoIsDone() {
        Progress progress = progress(0);
        progress.advance(0);
        progress.finish();
        assertThat(said.toString().lines()).containsExactly("Counting …", "Counting: done.");
    }
}
