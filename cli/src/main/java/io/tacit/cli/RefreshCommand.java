package io.tacit.cli;

import io.tacit.cli.OwnerBook.Opened;
import io.tacit.engine.ledger.Receipt;
import io.tacit.engine.policy.DataVersion;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tacit refresh}: the owner says that the data are new. */
@Command(
        name = "refresh",
        mixinStandardHelpOptions = true,
        description = "Declares that the data are new: answers that were kept are not given again. That there is a new"
                + " version becomes public; declare it when it is public anyway, such as at the end of a month.",
        footerHeading = "%nExamples:%n",
        footer = {"  tacit refresh", "  tacit refresh --name 2026-11"})
final class RefreshCommand extends OwnerCommand {
    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "What the version is called. Default: the time, such as 2026-11-21T12:00:00Z.")
    private @Nullable String version;

    @Override
    int run(Opened opened, PrintWriter out) {
        String name =
                version == null ? Instant.now().truncatedTo(ChronoUnit.SECONDS).toString() : version;
        String dataset = opened.policy().dataset();
        Receipt receipt = opened.ledger().declareDataVersion(dataset, name, OwnerBook.owner());
        out.println("The data of " + dataset + " are now version " + name + ", as entry " + receipt.number()
                + " of the ledger.");
        if (opened.policy().version() instanceof DataVersion.Unstated) {
            out.println("The policy states no version, so the data are live all the same: "
                    + opened.policy()
                            .store()
                            .window()
                            .map(window -> "answers are given again for as long as store.window says.")
                            .orElse("no answer is given again. Write version: in the policy if they are not."));
        }
        return CommandLine.ExitCode.OK;
    }
}
