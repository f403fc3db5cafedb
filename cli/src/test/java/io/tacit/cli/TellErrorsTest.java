package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Exit codes as the help promises them: 1 for whatever is refused, 130 for what was stopped. */
class TellErrorsTest {
    @Test
    void onlyWhatWasStoppedEndsWith130() {
        for (ErrorCode code : ErrorCode.values()) {
            CommandLine line = Tacit.commandLine();
            line.setErr(new PrintWriter(new StringWriter()));
            Refusal refusal = new Refusal(code, "It was refused.", "Ask otherwise.");
            int expected = code == ErrorCode.CANCELLED ? 130 : 1;
            for (Exception failure : new Exception[] {refusal, new QueryRefused(refusal, "SELECT 1")}) {
                assertThat(new TellErrors().handleExecutionException(failure, line, line.getParseResult()))
                        .as(code.code())
                        .isEqualTo(expected);
            }
        }
    }
}
