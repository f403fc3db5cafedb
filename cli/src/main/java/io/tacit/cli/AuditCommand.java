package io.tacit.cli;

import io.tacit.cli.text.AuditReport;
import io.tacit.cli.text.AuditText;
import io.tacit.cli.text.OutputFile;
import io.tacit.cli.text.Terminal;
import io.tacit.cli.text.Wrap;
import io.tacit.engine.audit.InventedPlace;
import io.tacit.engine.audit.ReplayRuns;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.EngineOfSources;
import io.tacit.engine.source.DeclaredSource;
import io.tacit.privacy.audit.Layer;
import io.tacit.privacy.audit.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code tacit audit}: the tester. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description =
                "Tests whether Tacit keeps its promise: looks for an event that tells apart whether one person is in"
                        + " the data, beyond epsilon and delta. It makes up all people, and nothing is charged. It reads a"
                        + " text file only to propose the types of its columns.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tacit audit",
            "  tacit audit --level full --resume audit.record --report audit.html",
            "  tacit audit --mechanism mean",
            "  tacit audit --layer L1,L3",
            "  tacit audit --source jdbc:postgresql://localhost/tests?user=me",
            "  tacit audit --table visits=visits.csv --privacy-unit VisitorId \\",
            "      --query 'SELECT Day, COUNT(*) AS visits FROM visits GROUP BY Day'",
            "",
            "L0: the stochastic tester on each mechanism.",
            "L1: the whole engine over pairs of databases that differ in one person, or",
            "    only in the order of rows, with the same noisy outcomes.",
            "L2: the law of the noise, and exact arithmetic for thresholds.",
            "L3: the whole engine from outside, with one canary person in each of",
            "    thousands of blocks.",
            "With --source L1 and L3 test that server: it must be for tests, for people",
            "are made up in a schema there, which is removed afterwards.",
            "",
            "Exit codes: 0 nothing found; 1 a violation, an error, or a check of which no",
            "run had an answer; 2 wrong usage; 130 stopped by Ctrl-C."
        })
final class AuditCommand implements Callable<Integer> {
    private static final int FOUND = 1;

    /** Sentences are easier to read in lines of this length. */
    private static final int PROSE = 100;

    @Mixin
    private final SourceOptions sources = new SourceOptions();

    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            defaultValue = "quick",
            description = "quick (some minutes) or full (an hour and more). Default: ${DEFAULT-VALUE}.")
    private AuditRun.Level level = AuditRun.Level.QUICK;

    @Option(
            names = "--layer",
            paramLabel = "LAYER",
            split = ",",
            description = "Only these layers: L0, L1, L2, L3. May be repeated.")
    private List<String> layers = new ArrayList<>();

    @Option(
            names = "--mechanism",
            paramLabel = "TEXT",
            description = "Only mechanisms and subjects whose name holds this text: layers L0, L2 and L3.")
    private @Nullable String mechanism;

    @Option(
            names = "--query",
            paramLabel = "SQL",
            description = "Tests this query over made-up people in the shape of your tables: layer L1. Needs --table.")
    private @Nullable String query;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "Tests the query in this file, as --query does.")
    private @Nullable Path file;

    @Option(
            names = "--max-groups",
            paramLabel = "C",
            defaultValue = "5",
            description = "In how many groups a person of --query may be. Default: ${DEFAULT-VALUE}.")
    private long maxGroups = 5;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Repeats the same run of layers L0 and L2; without it their randomness is the system's.")
    private @Nullable Long seed;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description =
                    "Also writes a report: HTML with a picture of each violation, or Markdown if FILE ends in .md.")
    private @Nullable Path report;

    @Option(
            names = "--resume",
            paramLabel = "FILE",
            description =
                    "Writes each check that passes into FILE, and leaves out those that stand there: a long audit can"
                            + " be stopped and gone on with. Begin a new FILE after Tacit has changed.")
    private @Nullable Path resume;

    @Option(names = "--list", description = "Only lists the checks.")
    private boolean list;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        String sql = sql();
        Set<Layer> chosen = chosen(sql);
        check(sql);
        try (InventedPlace place = sources.source().map(InventedPlace::on).orElse(InventedPlace.FILES)) {
            return audit(
                    sql,
                    new AuditRun(
                            level,
                            chosen,
                            mechanism,
                            seed,
                            record(),
                            place,
                            spec.commandLine().getErr()),
                    out);
        }
    }

    private int audit(@Nullable String sql, AuditRun run, PrintWriter out) {
        if (list) {
            run.list().forEach(out::println);
            return 0;
        }
        if (sql == null && run.list().isEmpty()) {
            throw usage("No check has such a name; --list shows them.");
        }
        List<Table> tables = sql == null ? List.of() : tables();
        Path target = report;
        if (target != null) {
            OutputFile.check(target, file == null ? List.of() : List.of(file));
        }
        try (StopOnInterrupt stop = new StopOnInterrupt()) {
            try {
                return test(run, sql, tables, target);
            } catch (RuntimeException failure) {
                // What fails after Ctrl-C fails because of it.
                if (!stop.stopped()) {
                    throw failure instanceof Refusal refusal && sql != null ? new QueryRefused(refusal, sql) : failure;
                }
                spec.commandLine().getErr().println("Stopped. What was not tested may be wrong.");
                spec.commandLine().getErr().flush();
                return TellErrors.CANCELLED;
            }
        }
    }

    private int test(AuditRun run, @Nullable String sql, List<Table> tables, @Nullable Path target) {
        PrintWriter out = spec.commandLine().getOut();
        List<Verdict> verdicts =
                sql == null ? run.run(out) : run.query(sql, tables, ReplayRuns.defaults(maxGroups), out);
        if (verdicts.isEmpty()) {
            throw usage("These checks are made at --level full only.");
        }
        out.println();
        out.println(AuditText.summary(verdicts, run.seconds()));
        if (sql != null) {
            out.println(Wrap.at(AuditText.how(Layer.REPLAY), Math.min(Terminal.columns(), PROSE)));
        }
        if (target != null) {
            write(target, sql, verdicts, run.seconds());
        }
        boolean fine = verdicts.stream().allMatch(verdict -> verdict.passed() && verdict.trials() > 0);
        return fine ? 0 : FOUND;
    }

    /** Refuses options that would have no effect. */
    private void check(@Nullable String sql) {
        if (sql != null && (seed != null || list || resume != null)) {
            throw usage("--seed, --resume and --list are for the tester's own checks; leave them out with a query.");
        }
        if (sql == null) {
            sources.checkNothingDeclared(spec.commandLine(), "add it with --query, and its table with --table");
            if (spec.commandLine().getParseResult().hasMatchedOption("--max-groups")) {
                throw usage("--max-groups is for a query; add it with --query.");
            }
        }
        if (maxGroups < 1) {
            throw usage("--max-groups must be at least 1.");
        }
        if (report != null && !report.toString().matches(".*\\.(md|html|htm)")) {
            throw usage("--report must end in .html or .md.");
        }
    }

    private AuditRecord record() {
        if (resume == null || list) {
            return AuditRecord.none();
        }
        return AuditRecord.of(
                resume,
                "tacit audit, level " + level.name().toLowerCase(Locale.ROOT) + ", seed "
                        + (seed == null ? "none" : seed)
                        + sources.source().map(address -> ", " + address).orElse("") + ", "
                        + new Tacit.Version().getVersion()[0]);
    }

    private void write(Path target, @Nullable String sql, List<Verdict> verdicts, long seconds) {
        String title = sql == null
                ? "What Tacit's tester found, level " + level.name().toLowerCase(Locale.ROOT)
                : "What Tacit's tester found in a query";
        AuditReport text = new AuditReport(title, about(), verdicts, seconds);
        OutputFile.write(target, target.toString().endsWith(".md") ? text.markdown() : text.html());
    }

    /** What was run, so that a report can be judged and repeated. */
    private Map<String, String> about() {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("product", String.join(", ", new Tacit.Version().getVersion()));
        about.put("finished", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        sources.source().ifPresent(address -> about.put("server", address));
        about.put("level", level.name().toLowerCase(Locale.ROOT));
        about.put("seed of L0 and L2", seed == null ? "none, drawn by the system" : String.valueOf(seed));
        return about;
    }

    private @Nullable String sql() {
        if (query != null && file != null) {
            throw usage("There are two queries, one from --query and one from a file.");
        }
        boolean any = sources.tablesGiven();
        if (any != (query != null || file != null)) {
            throw usage(
                    any
                            ? "There is no query for these tables; add --query SQL."
                            : "The query needs its tables; add --table NAME=FILE and --privacy-unit COLUMN.");
        }
        if (file == null) {
            return query;
        }
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new Refusal(
                    ErrorCode.SOURCE_MISSING,
                    "The file with the query cannot be read: " + file + ".",
                    "Check its name and that it is UTF-8 text.");
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private List<Table> tables() {
        List<DeclaredSource> declared = DeclareTables.declare(sources, EngineOfSources.with(DuckDbSettings.standard()));
        return declared.stream().map(source -> source.table().table()).toList();
    }

    private Set<Layer> chosen(@Nullable String sql) {
        if (sql != null) {
            if (mechanism != null || !layers.isEmpty()) {
                throw usage("A query is tested by layer L1 alone; leave --mechanism and --layer out.");
            }
            return EnumSet.of(Layer.REPLAY);
        }
        Set<Layer> chosen = EnumSet.noneOf(Layer.class);
        for (String word : layers) {
            chosen.add(layer(word));
        }
        Set<Layer> ofEngines = EnumSet.of(Layer.REPLAY, Layer.BLACK_BOX);
        if (sources.source().isPresent() && !ofEngines.containsAll(chosen)) {
            throw usage("Of a server layers L1 and L3 are tested; leave the others, or --source, out.");
        }
        if (chosen.isEmpty()) {
            chosen.addAll(sources.source().isPresent() ? ofEngines : EnumSet.allOf(Layer.class));
        }
        if (mechanism != null) {
            chosen.remove(Layer.REPLAY);
        }
        return chosen;
    }

    private Layer layer(String word) {
        for (Layer layer : Layer.values()) {
            if (layer.code().equalsIgnoreCase(word.strip())) {
                return layer;
            }
        }
        throw usage("There is no layer " + word + "; there are L0, L1, L2 and L3.");
    }
}
