package io.tacit.cli;

import io.tacit.cli.text.Wrap;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.policy.Analyst;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.AnalystPolicy;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a policy and the analyst who asks. */
final class PolicyOptions {
    /** The policy that is read where none is named. */
    static final Path USUAL = Path.of("tacit.yaml");

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = "The owner's policy: tables, accounts and limits. Default: tacit.yaml in this folder, where"
                    + " there is one and no table is given.")
    private @Nullable Path file;

    @Option(
            names = "--analyst",
            paramLabel = "NAME",
            description = "Who asks, as the policy names them. Default: $TACIT_ANALYST, else your user name or the only"
                    + " analyst there is.")
    private @Nullable String analyst;

    /** Whether a policy applies. */
    boolean given(boolean tablesAreGiven) {
        return file != null || analyst != null || (!tablesAreGiven && Files.exists(USUAL));
    }

    /**
     * Reads the policy, for whoever asks under it.
     *
     * @param text what they ask, for the owner's log; empty where nothing is known yet
     * @throws Refusal POLICY, in words that name nothing of it: the owner's log has the rest
     */
    Policy read(DataEngine engine, String text) {
        return AnalystPolicy.read(file == null ? USUAL : file, engine, claimed(), text);
    }

    /** Who says that they ask, while no policy is read that could tell. */
    private String claimed() {
        if (analyst != null) {
            return analyst;
        }
        String environment = System.getenv("TACIT_ANALYST");
        return environment != null && !environment.isEmpty() ? environment : System.getProperty("user.name", "");
    }

    /** The files that a policy is made of, and its books: no answer may be written over them. */
    List<Path> files(Policy policy) {
        return PolicyFile.files(file == null ? USUAL : file, policy);
    }

    /**
     * Who asks.
     *
     * @throws Refusal ACCOUNT when that is not clear
     */
    String analyst(Policy policy) {
        return asks(
                analyst,
                System.getenv("TACIT_ANALYST"),
                System.getProperty("user.name", ""),
                policy.analysts().stream().map(Analyst::name).toList());
    }

    /**
     * Who asks: whom the option names, else the environment, else the user if they are an analyst, else the only one.
     *
     * @throws Refusal ACCOUNT where nobody is named and there are several
     */
    static String asks(@Nullable String option, @Nullable String environment, String user, List<String> names) {
        if (option != null) {
            return option;
        }
        if (environment != null && !environment.isEmpty()) {
            return environment;
        }
        if (names.contains(user)) {
            return user;
        }
        if (names.size() == 1) {
            return names.get(0);
        }
        throw new Refusal(
                ErrorCode.ACCOUNT,
                "Who asks? The policy names several analysts.",
                "Say it with --analyst NAME, or set TACIT_ANALYST.");
    }

    /** Tells the owner that there is no ledger yet: one whose ledger was lost should notice. */
    static void tellBeginning(Policy policy, PrintWriter out) {
        if (policy.ledger() instanceof LedgerPlace.Sqlite sqlite && !Files.exists(sqlite.file())) {
            out.println(Wrap.atTerminal("There is no ledger in " + sqlite.file().getFileName()
                    + " yet: nothing is spent, and the first query begins it."));
            out.flush();
        }
    }
}
