package io.tacit.engine.audit;

import io.tacit.engine.audit.BuiltInTables.Unit;
import io.tacit.engine.audit.ReplayAudit.Database;
import io.tacit.engine.audit.ReplayAudit.Mistakes;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.audit.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Replays queries over many made-up databases, one after the other, and hands over each verdict as soon as it is known.
 */
public final class ReplayRuns {
    /**
     * Defaults with so large an epsilon that limits are found and groups appear among few people. What is checked does
     * not depend on it.
     */
    static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("1e-9"), 2, 0.95);

    private static final int PEOPLE = 16;
    static final long SEED = 2024;

    private ReplayRuns() {}

    /** How much is run. */
    public enum Level {
        QUICK(1, 4),
        FULL(40, 40);

        private final int databases;
        private final int databasesOfOne;

        Level(int databases, int databasesOfOne) {
            this.databases = databases;
            this.databasesOfOne = databasesOfOne;
        }

        /** Over how many databases each built-in query is run. */
        public int databases() {
            return databases;
        }

        /** Over how many databases a user's query is run. */
        public int databasesOfOne() {
            return databasesOfOne;
        }
    }

    /**
     * Runs the built-in queries.
     *
     * @param each receives each verdict, on this thread
     * @throws CancellationException when this thread was interrupted
     */
    public static void builtIn(Level level, Consumer<Verdict> each) {
        builtIn(level, SEED, Mistakes.NONE, each);
    }

    /**
     * Runs the built-in queries without some.
     *
     * @param place where people are made up
     * @param leftOut says of a query over one database whether it is left out, such as one that has passed before
     * @param each receives each verdict with the name of what it is about, on this thread
     * @throws CancellationException when this thread was interrupted
     */
    public static void builtIn(
            Level level, InventedPlace place, Predicate<String> leftOut, BiConsumer<String, Verdict> each) {
        for (long seed = SEED; seed < SEED + level.databases(); seed++) {
            for (Unit unit : Unit.values()) {
                String database = "database " + seed + ", " + unit + ": ";
                List<String> left = queries(unit).stream()
                        .filter(sql -> !leftOut.test(database + sql))
                        .toList();
                if (!left.isEmpty()) {
                    run(
                            left,
                            BuiltInTables.of(unit),
                            DEFAULTS,
                            seed,
                            Mistakes.NONE,
                            place,
                            verdict -> each.accept(database + verdict.subject(), verdict));
                }
            }
            if (place.equals(InventedPlace.FILES)) {
                files(seed, leftOut, each);
            }
        }
    }

    /** Files of every format, unless all that is asked of one is left out. */
    private static void files(long seed, Predicate<String> leftOut, BiConsumer<String, Verdict> each) {
        ReplayFiles files = new ReplayFiles(OpenFile::declared, Mistakes.NONE);
        for (ReplayFiles.Trial trial : ReplayFiles.Trial.all()) {
            String database = "database " + seed + ", ";
            if (!trial.subjects().stream().allMatch(subject -> leftOut.test(database + subject))) {
                checkInterrupted();
                files.run(trial, seed, verdict -> {
                    checkInterrupted();
                    each.accept(database + verdict.subject(), verdict);
                });
            }
        }
    }

    /** What is asked of files of every format, where people are made up in files. */
    public static List<String> files() {
        return ReplayFiles.Trial.all().stream()
                .flatMap(trial -> trial.subjects().stream())
                .toList();
    }

    static void builtIn(Level level, long firstSeed, Mistakes mistakes, Consumer<Verdict> each) {
        for (long seed = firstSeed; seed < firstSeed + level.databases(); seed++) {
            for (Unit unit : Unit.values()) {
                run(queries(unit), BuiltInTables.of(unit), DEFAULTS, seed, mistakes, InventedPlace.FILES, each);
            }
        }
    }

    /** The built-in queries. */
    public static List<String> builtInQueries() {
        return Stream.of(Unit.values()).flatMap(unit -> queries(unit).stream()).toList();
    }

    /** Runs those of the built-in queries whose text holds a part, on one database each. */
    public static void only(String part, long seed, Consumer<Verdict> each) {
        only(part, seed, InventedPlace.FILES, each);
    }

    /** Runs those of the built-in queries whose text holds a part, on one database each of a place. */
    public static void only(String part, long seed, InventedPlace place, Consumer<Verdict> each) {
        for (Unit unit : Unit.values()) {
            List<String> some =
                    queries(unit).stream().filter(sql -> sql.contains(part)).toList();
            if (!some.isEmpty()) {
                run(some, BuiltInTables.of(unit), DEFAULTS, seed, Mistakes.NONE, place, each);
            }
        }
    }

    /**
     * The defaults that suit a replayed query: with their epsilon, limits are found and groups appear among few people.
     * What is checked does not depend on it.
     *
     * @param maxGroups in how many groups a person may be
     */
    public static Defaults defaults(long maxGroups) {
        return new Defaults(DEFAULTS.epsilon(), DEFAULTS.delta(), maxGroups, DEFAULTS.confidence());
    }

    /** How many verdicts {@link #builtIn} will hand over on the built-in queries. */
    public static int verdicts(Level level) {
        return level.databases() * builtInQueries().size();
    }

    /**
     * Runs a user's query over made-up people in the shape of declared tables. No row of theirs is read.
     *
     * @param place where people are made up
     * @throws io.tacit.engine.refusal.Refusal when the query is not accepted
     */
    public static void of(
            String sql,
            List<Table> tables,
            Defaults defaults,
            Level level,
            InventedPlace place,
            Consumer<Verdict> each) {
        for (long seed = SEED; seed < SEED + level.databasesOfOne(); seed++) {
            run(List.of(sql), tables, defaults, seed, Mistakes.NONE, place, false, each);
        }
    }

    static void run(
            List<String> queries,
            List<Table> tables,
            Defaults defaults,
            long seed,
            Mistakes mistakes,
            InventedPlace place,
            Consumer<Verdict> each) {
        run(queries, tables, defaults, seed, mistakes, place, true, each);
    }

    /** @param own whether the queries are the tester's own, of which an engine may lack something */
    private static void run(
            List<String> queries,
            List<Table> tables,
            Defaults defaults,
            long seed,
            Mistakes mistakes,
            InventedPlace place,
            boolean own,
            Consumer<Verdict> each) {
        InventedPeople all = InventedPeople.random(tables, PEOPLE, seed);
        TestFolder folder = TestFolder.make();
        try (folder;
                InventedDatabase writer = InventedDatabase.open();
                ReplayAudit audit = open(all, folder.path(), place, seed, defaults, mistakes, writer)) {
            for (String sql : queries) {
                checkInterrupted();
                Optional<Verdict> verdict = own ? own(sql, audit, place, seed) : Optional.of(audit.run(sql, seed));
                // An engine that was interrupted fails, and may do so over one of the databases only: that tells
                // nothing.
                checkInterrupted();
                verdict.ifPresent(each);
            }
        } catch (RuntimeException failure) {
            checkInterrupted();
            throw failure;
        }
    }

    /** The verdict on one of the tester's own queries; of many expressions, on those for which the engine lacks nothing. */
    private static Optional<Verdict> own(String sql, ReplayAudit audit, InventedPlace place, long seed) {
        try {
            return Optional.of(audit.run(sql, seed));
        } catch (Refusal refusal) {
            Optional<String> rest = QueryBundle.of(sql)
                    .flatMap(bundle -> bundle.without(one -> audit.refusal(one)
                            .filter(why -> place.lacks(one, why))
                            .isPresent()));
            if (rest.isPresent()) {
                return Optional.of(audit.run(rest.get(), seed));
            }
            if (place.lacks(sql, refusal)) {
                return Optional.empty();
            }
            throw refusal;
        }
    }

    private static ReplayAudit open(
            InventedPeople all,
            Path folder,
            InventedPlace place,
            long seed,
            Defaults defaults,
            Mistakes mistakes,
            InventedDatabase writer) {
        return ReplayAudit.open(
                new Database(place.put(all.write(folder.resolve("all"), writer)), all.size() + " made-up rows", false),
                neighbours(all, folder, place, seed, writer),
                defaults,
                mistakes);
    }

    private static void checkInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("the audit was interrupted");
        }
    }

    /**
     * The neighbours of a database: without each of the two people who were made to reach limits, without one other
     * person, and with the rows of all people in another order.
     */
    private static List<Supplier<Database>> neighbours(
            InventedPeople all, Path folder, InventedPlace place, long seed, InventedDatabase writer) {
        List<Integer> people = all.people();
        int other = people.get((int) Math.floorMod(seed, (long) people.size()));
        List<Supplier<Database>> neighbours = new ArrayList<>();
        for (int person : Stream.of(0, 1, other).distinct().toList()) {
            neighbours.add(() -> new Database(
                    place.put(all.without(person).write(folder.resolve("without" + person), writer)),
                    "the same without these rows of one person:\n" + all.words(person),
                    false));
        }
        neighbours.add(() -> new Database(
                place.put(all.withoutNobody().shuffled(other, seed).write(folder.resolve("shuffled"), writer)),
                "the same without rows of nobody, in another order",
                true));
        return neighbours;
    }

    static List<String> queries(Unit unit) {
        String prefix = unit + "|";
        try (InputStream file = Objects.requireNonNull(ReplayRuns.class.getResourceAsStream("queries.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(prefix))
                    .map(line -> line.substring(prefix.length()))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
