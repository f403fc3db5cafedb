package io.tacit.cli;

import io.tacit.cli.text.ExplanationText;
import io.tacit.cli.text.JsonText;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.Explanation;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tacit explain}: what a query would cost and how accurate it would be. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = "Says what a query would cost and how accurate it would be. Reads no data and spends nothing.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tacit explain --table visits=visits.csv --privacy-unit VisitorId \\",
            "      'SELECT Day, COUNT(*) AS visits FROM visits GROUP BY Day'",
            "  tacit explain --for-error 10 --table visits=visits.csv \\",
            "      --privacy-unit VisitorId -f query.sql",
            "  tacit explain --policy tacit.yaml --analyst ada -f query.sql",
            "  tacit explain --sql --table visits=visits.csv \\",
            "      --privacy-unit VisitorId -f query.sql",
            "",
            "A text file's header and types are read to know its columns, unless they are kept beside it already."
        })
final class ExplainCommand implements Callable<Integer> {
    @Mixin
    private final SourceOptions sources = new SourceOptions();

    @Mixin
    private final PrivacyOptions privacy = new PrivacyOptions();

    @Mixin
    private final PolicyOptions policy = new PolicyOptions();

    @Mixin
    private final QueryText query = new QueryText();

    @Option(names = "--sql", description = "Also shows the SQL that would be sent to the engine that holds the data.")
    private boolean withSql;

    @Option(names = "--verbose", description = "Also shows the plans of noise that were compared.")
    private boolean verbose;

    @Option(
            names = "--for-error",
            paramLabel = "ERROR",
            description = "Also shows which epsilon would release each number within ± ERROR.")
    private @Nullable BigDecimal forError;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "table or json. Default: ${DEFAULT-VALUE}.")
    private Format format = Format.TABLE;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandLine.Model.CommandSpec spec;

    /** How an explanation is written. */
    enum Format {
        TABLE,
        JSON
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        BigDecimal error = forError;
        if (error != null && error.signum() <= 0) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--for-error must be a number more than 0, such as --for-error 10");
        }
        String sql = query.read(spec.commandLine());
        try (OpenSession open =
                OpenSession.open(sources, privacy, policy, Optional.empty(), Optional.of(sql), spec.commandLine())) {
            Explanation explanation =
                    error == null ? open.session().explain(sql) : open.session().explain(sql, error);
            out.print(
                    format == Format.JSON
                            ? JsonText.of(explanation)
                            : ExplanationText.of(explanation, verbose, withSql));
            out.flush();
            open.keepSchemas();
        } catch (Refusal refusal) {
            throw new QueryRefused(refusal, sql);
        }
        return 0;
    }
}
