package io.tacit.cli;

import io.tacit.cli.demo.Tour;
import io.tacit.cli.text.Progress;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.experiments.tpch.TpchDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tacit demo}: private answers over TPC-H, without any preparation. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description =
                "Generates the TPC-H data set once and answers a tour of queries over it, protecting each customer.",
        footerHeading = "%nExamples:%n",
        footer = {"  tacit demo", "  tacit demo --scale 1", "  tacit demo --scale 0.01 --database shop.duckdb"})
final class DemoCommand implements Callable<Integer> {
    @Option(
            names = "--scale",
            paramLabel = "S",
            defaultValue = "0.1",
            description = "Scale factor of TPC-H, from 0.001 to 100; 1 has 150,000 customers and takes about 300 MB."
                    + " Default: ${DEFAULT-VALUE}.")
    private double scale = 0.1;

    @Option(
            names = "--cache",
            paramLabel = "FOLDER",
            description = "Where the generated data is kept. Default: the user's cache folder.")
    private @Nullable Path cache;

    @Option(
            names = "--database",
            paramLabel = "FILE",
            description = "Only writes the data set there, as a DuckDB file, to try a policy on.")
    private @Nullable Path database;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        if (!(scale >= 0.001 && scale <= 100)) {
            throw new Refusal(ErrorCode.PRIVACY_PARAMETER, "--scale must be from 0.001 to 100.", "Try --scale 0.1.");
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Path generated =
                TpchDatabase.generated(cache == null ? TpchDatabase.cacheFolder() : cache, scale, Progress.on(err));
        if (database == null) {
            new Tour(generated, out).run();
        } else {
            write(generated, database);
            out.println("Wrote " + database + ". Now: tacit policy init " + database);
        }
        out.flush();
        return 0;
    }

    private static void write(Path generated, Path database) {
        try {
            Files.copy(generated, database);
        } catch (IOException cause) {
            throw new Refusal(
                    ErrorCode.OUTPUT,
                    "The data set could not be written to " + database + ".",
                    "Name a file that is not there yet, in a folder that you may write.");
        }
    }
}
