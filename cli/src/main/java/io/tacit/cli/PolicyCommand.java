package io.tacit.cli;

import io.tacit.cli.text.PolicyText;
import io.tacit.cli.text.Wrap;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.CountRepeats;
import io.tacit.engine.policy.DraftPolicy;
import io.tacit.engine.policy.Finding;
import io.tacit.engine.policy.JsonSchema;
import io.tacit.engine.policy.LookForPeople;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.EngineOfSources;
import io.tacit.engine.source.AskServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tacit policy}: for owners who write down what analysts may learn. */
@Command(
        name = "policy",
        mixinStandardHelpOptions = true,
        description = "Drafts, checks and shows a policy: the file in which an owner writes who may learn what.",
        subcommands = {
            PolicyCommand.Init.class,
            PolicyCommand.Check.class,
            PolicyCommand.Schema.class,
            PolicyCommand.Show.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tacit policy init shop.duckdb",
            "  tacit policy check",
            "  tacit policy show --analyst ada",
            "",
            "Exit codes: 0 done or nothing wrong, 1 something is wrong, 2 wrong usage."
        })
final class PolicyCommand extends CommandGroup {
    private static final String USUAL = "tacit.yaml";

    private static String plural(long count, String word) {
        return count + " " + word + (count == 1 ? "" : "s");
    }

    /** {@code tacit policy init}. */
    @Command(
            name = "init",
            mixinStandardHelpOptions = true,
            description = "Drafts a policy from the names, types, keys and constraints of files and DuckDB databases.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  tacit policy init shop.duckdb",
                "  tacit policy init orders.parquet countries.csv --output shop/tacit.yaml",
                "  tacit policy init 'jdbc:postgresql://db.example.org/shop?user=reader'"
            })
    static final class Init implements Callable<Integer> {
        @Parameters(
                paramLabel = "FILE",
                arity = "1..*",
                description = "CSV, JSON lines, Parquet and DuckDB files; or the address of a PostgreSQL database,"
                        + " jdbc:postgresql://HOST:PORT/DATABASE?user=NAME, or of a Spark cluster, sc://HOST:PORT.")
        private List<String> files = new ArrayList<>();

        @Option(
                names = "--output",
                paramLabel = "FILE",
                defaultValue = USUAL,
                description = "Where to write the draft. Default: ${DEFAULT-VALUE}.")
        private Path output = Path.of(USUAL);

        @Option(names = "--force", description = "Overwrites a policy that is there.")
        private boolean force;

        @CommandLine.Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Override
        public Integer call() {
            if (!force && Files.exists(output)) {
                throw taken();
            }
            String draft = draft(EngineOfSources.with(DuckDbSettings.standard()));
            try {
                if (force) {
                    Files.writeString(output, draft);
                } else {
                    Files.writeString(output, draft, StandardOpenOption.CREATE_NEW);
                }
            } catch (FileAlreadyExistsException justNow) {
                throw taken();
            } catch (IOException cause) {
                throw new Refusal(
                        ErrorCode.OUTPUT,
                        "The draft could not be written to " + output + ".",
                        "Check that its folder is there and that you may write into it.");
            }
            PrintWriter out = spec.commandLine().getOut();
            schema().ifPresent(
                            file -> out.println("Wrote " + file + ", by which editors complete and check the policy."));
            out.println(Wrap.atTerminal("Drafted " + output
                    + ". Decide what is marked DECIDE in it, then run: tacit policy check " + output));
            return CommandLine.ExitCode.OK;
        }

        private String draft(DataEngine engine) {
            if (files.stream().noneMatch(AskServer::isAddress)) {
                return DraftPolicy.of(files.stream().map(Path::of).toList(), output, engine);
            }
            if (files.size() > 1) {
                throw new Refusal(
                        ErrorCode.SOURCE_NAME,
                        "All tables of a policy lie in files, or all in one database.",
                        "Draft a policy for each.");
            }
            return DraftPolicy.ofServer(files.get(0), output, engine);
        }

        /** Writes the schema that the draft's first line names; one that is there stays. */
        private Optional<Path> schema() {
            Path file = output.resolveSibling("tacit.schema.json");
            try {
                Files.writeString(file, JsonSchema.text(), StandardOpenOption.CREATE_NEW);
                return Optional.of(file);
            } catch (IOException thereOrNotPossible) {
                // The policy needs it not: only editors do.
                return Optional.empty();
            }
        }

        private Refusal taken() {
            return new Refusal(
                    ErrorCode.OUTPUT,
                    "There is a file " + output + " already.",
                    "Name another with --output, or overwrite it with --force.");
        }
    }

    /** {@code tacit policy check}. */
    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description =
                    "Says what is wrong with a policy, and warns of settings that protect less than you may think.",
            footerHeading = "%nExamples:%n",
            footer = {"  tacit policy check", "  tacit policy check shop/tacit.yaml --data"})
    static final class Check implements Callable<Integer> {
        @Mixin
        private final PolicyFileOption named = new PolicyFileOption();

        @Option(
                names = "--data",
                description = "Also reads the data, to count values that a foreign key refers to and that occur twice,"
                        + " and to see which columns look as if they identify people. What it says is exact and for"
                        + " the owner alone: do not show it to analysts.")
        private boolean data;

        @CommandLine.Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Override
        public Integer call() {
            Path file = named.file(spec.commandLine());
            PrintWriter out = spec.commandLine().getOut();
            PolicyFile.Checked checked = PolicyFile.check(file, EngineOfSources.with(DuckDbSettings.standard()));
            for (Finding finding : checked.findings()) {
                out.println(Wrap.atTerminal(file + ":" + finding.labelled()));
            }
            long errors = checked.errors().size();
            long warnings = checked.findings().size() - errors;
            boolean repeated = data && count(checked, out);
            if (data) {
                lost(checked, out);
                look(checked, out);
            }
            checked.policy().ifPresent(policy -> PolicyOptions.tellBeginning(policy, out));
            undecided(file, out);
            checked.policy().ifPresent(policy -> books(policy, out));
            out.println(
                    errors == 0
                            ? "The policy can be used. It has " + plural(warnings, "warning") + "."
                            : "The policy cannot be used: " + plural(errors, "error") + ", "
                                    + plural(warnings, "warning") + ".");
            return errors == 0 && !repeated ? CommandLine.ExitCode.OK : 1;
        }

        private static void undecided(Path file, PrintWriter out) {
            try (Stream<String> lines = Files.lines(file)) {
                long marks = lines.filter(line -> line.contains("# DECIDE:")).count();
                if (marks > 0) {
                    out.println(Wrap.atTerminal(plural(marks, "line")
                            + (marks == 1 ? " is" : " are")
                            + " still marked DECIDE: what a draft guessed holds until you decide. Decide each, and take"
                            + " its mark out."));
                }
            } catch (IOException goneMeanwhile) {
                throw new UncheckedIOException(goneMeanwhile);
            }
        }

        /** What a ledger that is there says otherwise than the policy. */
        private static void books(Policy policy, PrintWriter out) {
            BooksBesidePolicy.others(policy).forEach(sentence -> out.println(Wrap.atTerminal(sentence)));
            try {
                if (LedgerBook.isThere(policy.ledger())) {
                    open(policy, out);
                }
            } catch (Refusal unusable) {
                out.println(Wrap.atTerminal(unusable.rule() + " " + unusable.advice()));
            }
        }

        private static void open(Policy policy, PrintWriter out) {
            try (OwnerBook.Opened opened = new OwnerBook.Opened(
                    policy, LedgerBook.open(policy.ledger(), policy.auditLog(), Clock.systemUTC()))) {
                BooksBesidePolicy.differences(opened).forEach(sentence -> out.println(Wrap.atTerminal(sentence)));
            }
        }

        private static void look(PolicyFile.Checked checked, PrintWriter out) {
            for (LookForPeople.Shown shown :
                    LookForPeople.in(checked.tables(), EngineOfSources.with(DuckDbSettings.standard()))) {
                out.println(Wrap.atTerminal("Looked at the data, for you alone: " + shown.table() + "." + shown.column()
                        + ", which analysts may name, seems to be " + shown.what()
                        + ". Hide it with hidden: true, unless"
                        + " they need it for joins or steps of one person."));
            }
        }

        /** Values that analysts meet as NULL: correcting them is the owner's, and answers do not depend on who looked. */
        private static void lost(PolicyFile.Checked checked, PrintWriter out) {
            DataEngine engine = EngineOfSources.with(DuckDbSettings.standard());
            checked.tables()
                    .forEach(table -> engine.lost(table)
                            .forEach((column, count) -> out.println(Wrap.atTerminal(
                                    "Counted in the data, for you alone: " + plural(count, "value") + " of "
                                            + table.table().name() + "." + column + (count == 1 ? " is" : " are")
                                            + " read as NULL, for the column's type has no such value."))));
        }

        private static boolean count(PolicyFile.Checked checked, PrintWriter out) {
            boolean repeated = false;
            for (CountRepeats.Key key :
                    CountRepeats.count(checked.tables(), EngineOfSources.with(DuckDbSettings.standard()))) {
                String name = key.table() + "." + key.columns();
                out.println(Wrap.atTerminal(
                        key.repeated() == 0
                                ? "Counted in the data, for you alone: every value of " + name + " occurs once."
                                : "Counted in the data, for you alone: " + plural(key.repeated(), "value") + " of "
                                        + name
                                        + (key.repeated() == 1 ? " occurs" : " occur")
                                        + " more than once. "
                                        + (key.referredTo()
                                                ? "A row that refers to one of them would belong to several people:"
                                                        + " correct the data or choose another key."
                                                : "Answers would leave rows out: correct the data, or remove the key"
                                                        + " from unique.")));
                repeated |= key.repeated() > 0;
            }
            return repeated;
        }
    }

    /** {@code tacit policy schema}. */
    @Command(
            name = "schema",
            mixinStandardHelpOptions = true,
            description = "Prints the JSON Schema of policies, by which editors complete and check them.",
            footerHeading = "%nExamples:%n",
            footer = {"  tacit policy schema > tacit.schema.json"})
    static final class Schema implements Runnable {
        @CommandLine.Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Override
        public void run() {
            spec.commandLine().getOut().print(JsonSchema.text());
        }
    }

    /** {@code tacit policy show}. */
    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Says what an analyst may read and what they may spend.",
            footerHeading = "%nExamples:%n",
            footer = {"  tacit policy show --analyst ada", "  tacit policy show shop/tacit.yaml --analyst ada"})
    static final class Show implements Runnable {
        @Mixin
        private final PolicyFileOption named = new PolicyFileOption();

        @Option(names = "--analyst", paramLabel = "NAME", required = true, description = "Whose rights to show.")
        private @Nullable String analyst;

        @CommandLine.Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Override
        public void run() {
            Policy policy =
                    PolicyFile.read(named.file(spec.commandLine()), EngineOfSources.with(DuckDbSettings.standard()));
            PolicyText.print(spec.commandLine().getOut(), policy, String.valueOf(analyst));
        }
    }
}
