package io.tacit.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * One run of the command as a person sees it.
 *
 * @param code the exit code
 * @param out what was printed
 * @param err what was told beside it
 */
record Run(int code, String out, String err) {
    static Run of(String... words) {
        CommandLine line = Tacit.commandLine();
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        int code = Tacit.run(line, words);
        return new Run(code, out.toString(), err.toString());
    }
}
