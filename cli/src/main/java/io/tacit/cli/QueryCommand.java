package io.tacit.cli;

import io.tacit.cli.text.AnswerFormat;
import io.tacit.cli.text.ChartText;
import io.tacit.cli.text.OutputFile;
import io.tacit.cli.text.RunningLine;
import io.tacit.cli.text.Summary;
import io.tacit.cli.text.Terminal;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.Question;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tacit query}: answers one query over files. */
@Command(
        name = "query",
        mixinStandardHelpOptions = true,
        description = "Answers a query over files. Every number about people gets noise; its error is shown.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tacit query --table visits=visits.csv --privacy-unit VisitorId \\",
            "      'SELECT Day, COUNT(*) AS visits, AVG(\"Money spent (euros)\") AS spend",
            "       FROM visits GROUP BY Day'",
            "  tacit query --table o=orders.parquet --public c=countries.csv \\",
            "      --privacy-unit customer --epsilon 0.5 --format csv --output revenue.csv \\",
            "      'SELECT c.name, SUM(o.amount) FROM o JOIN c ON o.country = c.code",
            "       GROUP BY c.name'",
            "  tacit query --table visits=visits.csv --privacy-unit VisitorId -f query.sql",
            "  tacit query --table visits=visits.csv --privacy-unit VisitorId -f query.sql \\",
            "      --format html --output visits.html",
            "  tacit query --policy tacit.yaml --analyst ada \\",
            "      'SELECT country, COUNT(*) AS orders FROM orders GROUP BY country'",
            "",
            "Exit codes: 0 answered, 1 refused or bad input, 2 wrong usage, 130 stopped."
        })
final class QueryCommand implements Callable<Integer> {
    @Mixin
    private final SourceOptions sources = new SourceOptions();

    @Mixin
    private final PrivacyOptions privacy = new PrivacyOptions();

    @Mixin
    private final PolicyOptions policy = new PolicyOptions();

    @Mixin
    private final QueryText query = new QueryText();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "table, csv, json, markdown or html. Default: ${DEFAULT-VALUE}.")
    private AnswerFormat format = AnswerFormat.TABLE;

    @Option(names = "--output", paramLabel = "FILE", description = "Writes the answer to a file, whole or not at all.")
    private @Nullable Path output;

    @Option(names = "--chart", description = "Draws the noisy numbers below the table, with their errors.")
    private boolean chart;

    @Mixin
    private final TallyOptions tally = new TallyOptions();

    @Option(
            names = "--fresh",
            description = "Releases the answer anew, and pays, even where the same query has a kept answer.")
    private boolean fresh;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine line = spec.commandLine();
        long start = System.nanoTime();
        if (chart && !format.isForPeople()) {
            throw new CommandLine.ParameterException(
                    line, "--chart belongs to --format table; html has charts anyway.");
        }
        String sql = query.read(line);
        try (Interrupts interrupts = new Interrupts(line.getErr());
                OpenSession open =
                        OpenSession.open(sources, privacy, policy, Optional.of(tally), Optional.of(sql), line)) {
            if (output != null) {
                OutputFile.check(output, open.inputs());
            }
            interrupts.watch(open.session());
            return answer(open, interrupts, sql, start);
        } catch (Refusal refusal) {
            throw new QueryRefused(refusal, sql);
        }
    }

    private int answer(OpenSession open, Interrupts interrupts, String sql, long start) {
        Answer answer;
        RunningLine line = RunningLine.onError(spec.commandLine().getErr(), () -> !interrupts.stopped());
        try {
            answer = line.during(() -> open.session().query(new Question(sql, fresh)));
        } catch (Refusal refusal) {
            if (interrupts.stopped()) {
                return TellErrors.CANCELLED;
            }
            throw refusal;
        }
        if (!interrupts.answered()) {
            return TellErrors.CANCELLED;
        }
        boolean written = show(answer, sql, (System.nanoTime() - start) / 1e9);
        open.answered(answer);
        return written ? CommandLine.ExitCode.OK : 1;
    }

    /** Shows what was paid for; returns whether it stands where it was wanted. */
    private boolean show(Answer answer, String sql, double seconds) {
        PrintWriter out = spec.commandLine().getOut();
        boolean written = output == null || isWritten(output, text(answer, sql));
        if (output == null || !written) {
            out.print(text(answer, sql));
            out.flush();
        }
        // A program that reads the output gets nothing but the answer.
        PrintWriter summary = format.isForPeople() && output == null
                ? out
                : spec.commandLine().getErr();
        summary.print(Summary.of(answer, seconds));
        summary.flush();
        return written;
    }

    /** Writes the answer to a file; where its disk fails after the query was paid for, says so, and the answer is shown. */
    private boolean isWritten(Path file, String text) {
        try {
            OutputFile.write(file, text);
            return true;
        } catch (Refusal refusal) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(refusal.getMessage());
            err.println("The answer is paid for, so it is shown here:");
            err.flush();
            return false;
        }
    }

    private String text(Answer answer, String sql) {
        int columns = output == null ? Terminal.columns() : Integer.MAX_VALUE;
        String text = format.text(answer, sql, columns);
        return chart ? text + ChartText.of(answer, columns) : text;
    }
}
