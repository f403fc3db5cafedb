package io.tacit.cli;

import io.tacit.cli.text.OutputFile;
import io.tacit.cli.text.Progress;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.experiments.Experiment;
import io.tacit.experiments.Laboratory;
import io.tacit.experiments.known.KnownExperiments;
import io.tacit.experiments.result.Agreement;
import io.tacit.experiments.result.Result;
import io.tacit.experiments.tpch.TpchDatabase;
import io.tacit.experiments.write.Document;
import io.tacit.experiments.write.ResultFolder;
import io.tacit.experiments.write.ResultText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code tacit experiment}: the paper's experiments, and the same numbers of other systems beside ours. */
@Command(
        name = "experiment",
        mixinStandardHelpOptions = true,
        description = "Repeats the experiments of the paper that Tacit implements, and compares with what others"
                + " published. All data is generated; nothing of yours is read, and nothing is charged.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tacit experiment list",
            "  tacit experiment table-2",
            "  tacit experiment all --quick",
            "  tacit experiment all --scale 1 --output results",
            "  tacit experiment table-2 --format csv",
            "",
            "Each experiment leaves its tables as CSV and JSON and its pictures as SVG, PNG and",
            "CSV in the folder. What is there already, made with the same settings, is not made",
            "again: a run that was stopped goes on where it was.",
            "",
            "Where the law of the noise says how often something happens, releases are compared",
            "with it; the chance of a false alarm is below one in a million.",
            "",
            "Exit codes: 0 all done; 1 an error, or releases that do not follow the law of",
            "their noise; 2 wrong usage; 130 stopped by Ctrl-C."
        })
final class ExperimentCommand implements Callable<Integer> {
    private static final int OFF = 1;
    private static final double QUICK_SCALE = 0.01;
    private static final long QUICK_RUNS = 10_000;
    private static final double SCALE = 0.1;
    private static final long RUNS = 1_000_000;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "The experiments to be made, all of them, or list to say what there is.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "How often a number is drawn where one release is cheap; costly ones are drawn less often."
                    + " Default: 1000000, with --quick 10000.")
    private @Nullable Long runs;

    @Option(
            names = "--scale",
            paramLabel = "S",
            description =
                    "Scale factor of TPC-H, from 0.001 to 100; the paper's is 1. Default: 0.1, with --quick 0.01.")
    private @Nullable Double scale;

    @Option(names = "--quick", description = "Few runs over little data: some two minutes for all.")
    private boolean quick;

    @Option(
            names = "--output",
            paramLabel = "FOLDER",
            defaultValue = "experiments-out",
            description = "Where the files go. Default: ${DEFAULT-VALUE}.")
    private Path output = Path.of("experiments-out");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "What is printed: table, csv or json. Default: ${DEFAULT-VALUE}.")
    private ResultText format = ResultText.TABLE;

    @Option(
            names = "--document",
            paramLabel = "FILE",
            description =
                    "Also writes a page about all that was made, as Markdown, with its pictures in a folder beside it.")
    private @Nullable Path document;

    @Option(names = "--fresh", description = "Makes also what is there already.")
    private boolean fresh;

    @Option(
            names = "--cache",
            paramLabel = "FOLDER",
            description = "Where the generated data is kept. Default: the user's cache folder.")
    private @Nullable Path cache;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (names.isEmpty() || names.contains("list")) {
            list(out);
            return 0;
        }
        List<Experiment> chosen = chosen();
        if (document != null) {
            if (!document.toString().endsWith(".md")) {
                throw new ParameterException(spec.commandLine(), "--document must end in .md.");
            }
            OutputFile.check(document, List.of());
        }
        Laboratory laboratory = laboratory();
        laboratory.checkRoom(
                chosen.stream().anyMatch(Experiment::readsTpch),
                Runtime.getRuntime().maxMemory());
        try (StopOnInterrupt stop = new StopOnInterrupt()) {
            try {
                return run(chosen, laboratory, out) ? 0 : OFF;
            } catch (RuntimeException failure) {
                // What fails after Ctrl-C fails because of it.
                if (!stop.stopped()) {
                    throw failure;
                }
                err().println("Stopped. What is finished is in " + output + "; the same command goes on from there.");
                err().flush();
                return TellErrors.CANCELLED;
            }
        }
    }

    private void list(PrintWriter out) {
        for (Experiment experiment : KnownExperiments.all()) {
            out.println(experiment.name() + "  (" + experiment.source() + ")");
            out.println("    " + experiment.question());
        }
        out.flush();
    }

    private List<Experiment> chosen() {
        if (names.contains("all")) {
            return KnownExperiments.all();
        }
        Set<Experiment> chosen = new LinkedHashSet<>();
        for (String name : names) {
            Experiment known = KnownExperiments.named(name)
                    .orElseThrow(() -> new ParameterException(
                            spec.commandLine(),
                            "There is no experiment " + name + ". There are all and: "
                                    + String.join(", ", KnownExperiments.nearest(name)) + "."));
            chosen.add(known);
        }
        return List.copyOf(chosen);
    }

    private Laboratory laboratory() {
        double size = scale == null ? quick ? QUICK_SCALE : SCALE : scale;
        long many = runs == null ? quick ? QUICK_RUNS : RUNS : runs;
        if (!(size >= 0.001 && size <= 100)) {
            throw new Refusal(ErrorCode.PRIVACY_PARAMETER, "--scale must be from 0.001 to 100.", "Try --scale 1.");
        }
        if (many < 1 || many > Integer.MAX_VALUE) {
            throw new Refusal(
                    ErrorCode.PRIVACY_PARAMETER, "--runs must be from 1 to 2147483647.", "Try --runs 100000.");
        }
        return new Laboratory(
                cache == null ? TpchDatabase.cacheFolder() : cache,
                size,
                many,
                DuckDbSettings.standard(),
                Progress.on(err()));
    }

    /** Whether all releases followed the law of their noise. */
    private boolean run(List<Experiment> chosen, Laboratory laboratory, PrintWriter out) {
        ResultFolder folder = ResultFolder.at(output);
        Map<String, String> settings = Map.of(
                "scale", Double.toString(laboratory.scale()),
                "runs", Long.toString(laboratory.runs()),
                "version", new Tacit.Version().getVersion()[0]);
        boolean agree = true;
        Document page = new Document(typed(laboratory), Path.of(pictures()));
        for (Experiment experiment : chosen) {
            Optional<Result> kept = fresh ? Optional.empty() : folder.kept(experiment.name(), settings);
            kept.ifPresent(known -> err().println(experiment.name() + ": kept from an earlier run with the same"
                    + " settings; --fresh makes it again."));
            Result result = kept.orElseGet(() -> made(experiment, laboratory, folder, settings));
            page.add(experiment, result);
            if (document != null) {
                ResultFolder.at(document.resolveSibling(pictures())).pictures(experiment.name(), result);
            }
            out.print(format.of(experiment, settings, result));
            out.flush();
            for (Agreement one : result.agreements()) {
                if (!one.holds()) {
                    agree = false;
                    err().println(String.format(
                            Locale.ROOT,
                            "%s does not follow the law of its noise. %s: %.4f of %d draws instead of %.4f ± %.4f.",
                            experiment.name(),
                            one.what(),
                            one.observed(),
                            one.draws(),
                            one.expected(),
                            one.allowed()));
                }
            }
            err().flush();
        }
        if (document != null) {
            OutputFile.write(document, page.text(settings));
        }
        return agree;
    }

    /** The folder of the document's pictures: named as the page, without its ending. */
    private String pictures() {
        String name = document == null ? "" : String.valueOf(document.getFileName());
        return name.replaceFirst("\\.md$", "");
    }

    /** The command that makes the document. */
    private String typed(Laboratory laboratory) {
        return "./tacit experiment " + String.join(" ", names) + " --scale " + laboratory.scale() + " --runs "
                + laboratory.runs() + " --document " + document;
    }

    private Result made(
            Experiment experiment, Laboratory laboratory, ResultFolder folder, Map<String, String> settings) {
        Result result = experiment.run(laboratory);
        folder.write(experiment.name(), settings, result);
        return result;
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
