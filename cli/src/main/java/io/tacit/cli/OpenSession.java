package io.tacit.cli;

import io.tacit.cli.text.Rails;
import io.tacit.cli.text.Wrap;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.AnalystPolicy;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.EngineOfSources;
import io.tacit.engine.session.TacitSession;
import io.tacit.engine.session.Tally;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.DeclaredSource;
import io.tacit.engine.source.DeclaredSource.Origin;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** A session over the tables of the command line or of a policy, telling people what was decided for them. */
final class OpenSession implements AutoCloseable {
    /** The options that a policy decides. */
    private static final Set<String> DECIDED = Set.of(
            "--source",
            "--table",
            "--public",
            "--encoding",
            "--multiline",
            "--privacy-unit",
            "--foreign-key",
            "--column",
            "--domain",
            "--unique",
            "--confidence",
            "--no-report-missing",
            "--time-limit",
            "--budget",
            "--no-tally",
            "--yes");

    private final Optional<Supplier<TacitSession>> reopen;
    private TacitSession session;
    private final List<DeclaredSource> declared;
    private final List<Path> files;
    private final PrintWriter err;
    private final String who;
    private final Set<String> notes;
    private final Set<String> toldNotes = new HashSet<>();
    private final Optional<Rails> rails;
    private boolean kept;

    private OpenSession(
            TacitSession session,
            Optional<Supplier<TacitSession>> reopen,
            String who,
            List<DeclaredSource> declared,
            List<Path> files,
            Set<String> notes,
            Optional<Rails> rails,
            PrintWriter err) {
        this.session = session;
        this.reopen = reopen;
        this.who = who;
        this.declared = declared;
        this.files = files;
        this.notes = notes;
        this.rails = rails;
        this.err = err;
        tellWaits();
    }

    /** Of the session that is open. */
    private void tellWaits() {
        session.tellWaits(sentence -> {
            err.println(Wrap.atTerminal(sentence + " Ctrl-C stops this."));
            err.flush();
        });
    }

    /**
     * Settles the tables, by options or by a policy, and opens them.
     *
     * @param tally what is added up without a policy; empty for nothing
     * @param sql the query, where it is known already
     * @throws Refusal when options contradict each other or a file cannot be read
     */
    static OpenSession open(
            SourceOptions sources,
            PrivacyOptions privacy,
            PolicyOptions policies,
            Optional<TallyOptions> tally,
            Optional<String> sql,
            CommandLine line) {
        boolean tables = sources.given();
        if (!policies.given(tables)) {
            Optional<Tally> kept = sources.source().isPresent()
                    ? tally.flatMap(options -> options.none(line.getErr()))
                    : tally.flatMap(options -> options.tally(line.getErr()));
            Optional<Rails> rails = tally.filter(options -> !options.knowing()).map(options -> new Rails());
            return open(sources, privacy, kept, rails, line.getErr());
        }
        checkDecided(sources, line);
        DuckDbEngine.preload();
        return AnalystPolicy.hearing(() -> underPolicy(privacy, policies, sql, line));
    }

    /**
     * Refuses what a policy decides.
     *
     * @throws CommandLine.ParameterException for a table, or an option that would have no effect
     */
    static void checkDecided(SourceOptions sources, CommandLine line) {
        Optional<String> option = line.getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(DECIDED::contains)
                .findFirst();
        // A table that is named without an option stands in the list all the same.
        Optional<String> decided =
                option.or(() -> sources.tables().stream().findFirst().map(file -> "The file " + file));
        if (decided.isPresent()) {
            throw new CommandLine.ParameterException(
                    line,
                    decided.get() + " cannot be given under a policy, which decides that."
                            + " What each query may choose is --epsilon, --delta and --max-groups or --max-rows,"
                            + " within the policy's limits.");
        }
    }

    /** What the engine says is for the owner's log alone: TACIT_DEBUG, which anybody can set, shows none of it. */
    private static OpenSession underPolicy(
            PrivacyOptions privacy, PolicyOptions policies, Optional<String> sql, CommandLine line) {
        DuckDbSettings settings = DuckDbSettings.standard();
        Policy owners = policies.read(EngineOfSources.with(settings), sql.orElse(""));
        String analyst = policies.analyst(owners);
        Policy policy = privacy.under(owners, analyst, sql, line);
        Supplier<TacitSession> reopen = () -> {
            Policy now = policies.read(EngineOfSources.with(settings), "");
            return TacitSession.open(privacy.under(now, analyst, Optional.empty(), line), analyst, settings);
        };
        return new OpenSession(
                TacitSession.open(policy, analyst, settings),
                Optional.of(reopen),
                analyst,
                List.of(),
                policies.files(policy),
                Set.of(),
                // What is too much the owner has decided.
                Optional.empty(),
                line.getErr());
    }

    private static DuckDbSettings settings(PrintWriter err) {
        DuckDbSettings settings = DuckDbSettings.standard();
        return "1".equals(System.getenv("TACIT_DEBUG"))
                ? settings.withOwnerLog(message -> err.println("engine: " + message))
                : settings;
    }

    private static OpenSession open(
            SourceOptions sources,
            PrivacyOptions privacy,
            Optional<Tally> tally,
            Optional<Rails> rails,
            PrintWriter err) {
        Defaults defaults = privacy.defaults();
        QueryCeiling ceiling = privacy.ceiling();
        // The engine takes the longest to load; it does so while options are read and the query is planned.
        DuckDbEngine.preload();
        // Whoever names files is their owner, and may know what is for an owner alone; an analyst under a policy may
        // not.
        Set<String> notes = ConcurrentHashMap.newKeySet();
        DuckDbSettings settings = settings(err).withNotes(notes::add);
        List<DeclaredSource> declared = DeclareTables.declare(sources, EngineOfSources.with(settings));
        List<SourceTable> tables = declared.stream().map(DeclaredSource::table).toList();
        TacitSession session = tally.map(kept -> TacitSession.open(tables, defaults, ceiling, kept, settings))
                .orElseGet(() -> TacitSession.open(tables, defaults, ceiling, settings));
        OpenSession opened = new OpenSession(session, Optional.empty(), "", declared, List.of(), notes, rails, err);
        declared.forEach(opened::tell);
        err.flush();
        return opened;
    }

    TacitSession session() {
        return session;
    }

    /**
     * Opens the session anew, under the policy as it is now.
     *
     * @throws Refusal where that cannot be; the session before stays open
     */
    void anew() {
        reopen.ifPresent(open -> {
            TacitSession before = session;
            session = AnalystPolicy.hearing(open);
            tellWaits();
            before.close();
        });
    }

    /** The analyst whom a policy charges; empty without one. */
    String who() {
        return who;
    }

    private void tell(DeclaredSource source) {
        source.notices().forEach(notice -> err.println(Wrap.sentence(notice)));
        if (source.origin() == Origin.PROPOSED) {
            err.println(Wrap.sentence(DeclareTables.shown(source)));
        }
    }

    /** An answer was shown: says what protects little, and what {@link #keepSchemas} says. */
    void answered(Answer answer) {
        rails.ifPresent(said -> said.of(answer).forEach(line -> err.println(Wrap.atTerminal(line))));
        keepSchemas();
    }

    /**
     * After success: tells the owner what was noticed while files were read, and keeps proposed schemas for later runs,
     * once. A refused query leaves nothing behind.
     */
    void keepSchemas() {
        notes.stream().filter(toldNotes::add).sorted().forEach(note -> err.println(Wrap.atTerminal(note)));
        err.flush();
        if (kept) {
            return;
        }
        kept = true;
        for (DeclaredSource source : declared) {
            if (source.origin() != Origin.PROPOSED) {
                continue;
            }
            DeclaredSource kept = DeclareSource.keep(source);
            Path file = kept.schemaFile().map(Path::getFileName).orElse(Path.of("the schema file"));
            String notice = kept.origin() == Origin.WRITTEN
                    ? "The columns of " + source.table().table().name() + " are kept in " + file
                            + " beside the file, as a public fact. Edit it there, or use --column."
                    : "The columns of " + source.table().table().name()
                            + " could not be kept beside the file: the next run proposes them anew."
                            + " Use --column to settle them.";
            err.println(Wrap.sentence(notice));
        }
        err.flush();
    }

    /** The files that are read, schemas beside them, a policy and its books: nothing may be written over them. */
    List<Path> inputs() {
        List<Path> paths = new ArrayList<>(files);
        for (DeclaredSource source : declared) {
            source.table()
                    .source()
                    .match(file -> Optional.of(file.path()), server -> Optional.<Path>empty())
                    .ifPresent(file -> {
                        paths.add(file);
                        paths.addAll(Tally.all(file));
                    });
            source.schemaFile().ifPresent(paths::add);
        }
        return paths;
    }

    @Override
    public void close() {
        session.close();
    }
}
