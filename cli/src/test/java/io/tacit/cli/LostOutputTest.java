package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LostOutputTest {
    /** A full disk. */
    private static final class Full extends Writer {
        @Override
        public void write(char[] text, int from, int length) throws IOException {
            throw new IOException("no room");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Test
    void lostOutputIsNotSuccess() {
        StringWriter err = new StringWriter();
        CommandLine line = Tacit.commandLine();
        line.setOut(new PrintWriter(new Full()));
        line.setErr(new PrintWriter(err));
        assertThat(Tacit.run(line, "--version")).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("TCT-X03")
                .contains("the program that reads it has ended, or the disk is full")
                .doesNotContain("no room");
    }
}
