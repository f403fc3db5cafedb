package io.tacit.engine.audit;

import io.tacit.engine.audit.ReplayAudit.Database;
import io.tacit.engine.audit.ReplayAudit.Mistakes;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.EngineOfSources;
import io.tacit.engine.source.DeclareSource;
import io.tacit.privacy.audit.Layer;
import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.audit.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The replay over files of every format, each written anew for each neighbour and opened as the product opens an owner's:
 * with one hostile record first, one between the others and one last, each of a person of its own, without whom the same
 * must be declared, refused in the same words, and answered within what noise was made for.
 */
final class ReplayFiles {
    /** The table of all files. */
    static final Table TABLE = new Table(
            "t",
            List.of(
                    Column.nullable("uid", ColumnType.VARCHAR),
                    Column.nullable("g", ColumnType.VARCHAR),
                    Column.nullable("i", ColumnType.INTEGER),
                    Column.nullable("m", ColumnType.decimal(18, 4)),
                    Column.nullable("x", ColumnType.DOUBLE),
                    Column.nullable("t", ColumnType.TIMESTAMP),
                    Column.nullable("note", ColumnType.VARCHAR)),
            new Protection.UnitColumn(List.of("uid")));

    static final List<String> QUERIES = List.of(
            "SELECT g, COUNT(*, contribution_bounds_per_group => (0, 2)), SUM(i, contribution_bounds_per_group => (-7, 5))"
                    + " FROM t GROUP BY g",
            "SELECT COUNT(DISTINCT uid), SUM(x, contribution_bounds_per_group => (-9, 9)), COUNT(note) FROM t",
            "SELECT k > 5, y, COUNT(*, contribution_bounds_per_group => (0, 1)) FROM (SELECT SUM(m) OVER (PARTITION BY uid)"
                    + " AS k, EXTRACT(YEAR FROM t) AS y FROM t) AS q GROUP BY k > 5, y");

    /** What is asked although it cannot be answered. */
    private static final List<String> MISTAKEN =
            List.of("SELECT nobody FROM t", "SELECT COUNT(*) FROM t WHERE g > 1 AND q = 2", "SELECT COUNT(*) FROM u");

    private static final int PEOPLE = 12;
    private static final int FIRST_HOSTILE = 100;
    private static final int AT_ONCE = 3;
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});

    private final OpenFile opening;
    private final Mistakes mistakes;

    /** What was planted, or nothing. */
    ReplayFiles(OpenFile opening, Mistakes mistakes) {
        this.opening = opening;
        this.mistakes = mistakes;
    }

    /**
     * A file to be tested.
     *
     * @param round which hostile records it has, from 0
     */
    record Trial(FileFormat format, int round) {
        @Override
        public String toString() {
            return "files, " + format + ", records " + round + ": ";
        }

        /** One round for each three hostile records, in which each stands at one of three places. */
        static List<Trial> all() {
            List<Trial> all = new ArrayList<>();
            for (FileFormat format : FileFormat.values()) {
                for (int round = 0;
                        round == 0 || round * AT_ONCE < format.hostile().size();
                        round++) {
                    all.add(new Trial(format, round));
                }
            }
            return all;
        }

        /** What its verdicts are about where the file can be opened. */
        List<String> subjects() {
            return Stream.concat(Stream.of("refusals"), QUERIES.stream())
                    .map(what -> this + what)
                    .toList();
        }

        private List<FileRecord> hostile() {
            List<FileRecord> hostile = new ArrayList<>();
            List<String> known = format.hostile();
            List<List<@Nullable String>> typed = HostileRecords.typed();
            for (int i = 0; i < AT_ONCE; i++) {
                int owner = FIRST_HOSTILE + i;
                hostile.add(
                        known.isEmpty()
                                ? new FileRecord(owner, typed.get(i), Optional.empty())
                                : FileRecord.raw(
                                        owner,
                                        known.get((round * AT_ONCE + i) % known.size())
                                                .replace(HostileRecords.MARKER, HostileRecords.MARKER + i)));
            }
            return hostile;
        }

        /** All records: one hostile one at the beginning, one in the middle and one at the end. */
        private List<FileRecord> records(long seed) {
            List<FileRecord> records =
                    new ArrayList<>(InventedPeople.random(List.of(TABLE), PEOPLE, seed).rows().stream()
                            .map(FileRecord::of)
                            .toList());
            List<FileRecord> hostile = hostile();
            records.add(0, hostile.get(0));
            records.add(records.size() / 2, hostile.get(1));
            records.add(hostile.get(2));
            return records;
        }
    }

    /** A file as it was opened, or why it was not. */
    private record Opened(Optional<SourceTable> table, String refusal) {
        /** What of it must not depend on anybody. */
        String declared() {
            return table.map(opened -> String.valueOf(opened.table())).orElse(refusal);
        }
    }

    /** Runs the queries over a file and its neighbours; one verdict each, or one of the file where it cannot be opened. */
    void run(Trial trial, long seed, Consumer<Verdict> each) {
        try (TestFolder folder = TestFolder.make();
                InventedDatabase writer = InventedDatabase.open()) {
            List<FileRecord> records = trial.records(seed);
            Opened whole = opened(trial, folder.path().resolve("all"), records, Optional.empty(), writer);
            List<Opened> others = new ArrayList<>();
            List<Integer> removed = List.of(FIRST_HOSTILE, FIRST_HOSTILE + 1, FIRST_HOSTILE + 2, 0, 1);
            for (int person : removed) {
                others.add(opened(
                        trial,
                        folder.path().resolve("without" + person),
                        records.stream().filter(one -> one.owner() != person).toList(),
                        Optional.of(folder.path().resolve("all")),
                        writer));
            }
            Optional<Violation> violation = declared(whole, others);
            if (violation.isPresent() || whole.table().isEmpty()) {
                each.accept(verdict(trial + "opened", 0, violation));
                return;
            }
            replay(trial, seed, whole.table().orElseThrow(), others, each);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void replay(Trial trial, long seed, SourceTable whole, List<Opened> others, Consumer<Verdict> each) {
        List<Supplier<Database>> neighbours = new ArrayList<>();
        for (Opened other : others) {
            neighbours.add(() -> new Database(
                    List.of(other.table().orElseThrow()), "the same without the records of one person", false));
        }
        Database database = new Database(List.of(whole), trial.toString(), false);
        try (ReplayAudit audit = ReplayAudit.open(database, neighbours, ReplayRuns.defaults(2), mistakes)) {
            each.accept(verdict(trial + "refusals", MISTAKEN.size(), told(audit)));
            for (String sql : QUERIES) {
                each.accept(asked(audit, trial, sql, seed));
            }
        }
    }

    private static Verdict asked(ReplayAudit audit, Trial trial, String sql, long seed) {
        try {
            Verdict verdict = audit.run(sql, seed);
            return verdict(trial + sql, verdict.trials(), verdict.violation());
        } catch (Refusal refused) {
            // By what is declared, so for everybody; but nothing was tested.
            return verdict(trial + sql, 0, shown(List.of(String.valueOf(refused.getMessage()))));
        }
    }

    private static Verdict verdict(String subject, long trials, Optional<Violation> violation) {
        return new Verdict(Layer.REPLAY, subject, "nothing of one person", 0, trials, violation);
    }

    /** Opens a file that is written anew; what is kept beside the first one is public, and holds for the others. */
    private Opened opened(
            Trial trial, Path folder, List<FileRecord> records, Optional<Path> first, InventedDatabase writer)
            throws IOException {
        Path file = trial.format().write(folder, TABLE, records, writer);
        if (first.isPresent()) {
            Path kept = DeclareSource.schemaFile(first.get().resolve(file.getFileName()));
            if (Files.exists(kept)) {
                Files.copy(kept, DeclareSource.schemaFile(file));
            }
        }
        DataEngine engine = EngineOfSources.with(SETTINGS);
        try {
            return new Opened(Optional.of(opening.open(file, TABLE, engine)), "");
        } catch (Refusal refusal) {
            String words = Objects.toString(refusal.getMessage(), "");
            return new Opened(Optional.empty(), words.replace(folder.toString(), "FOLDER"));
        }
    }

    private static Optional<Violation> declared(Opened whole, List<Opened> others) {
        for (Opened other : others) {
            if (!other.declared().equals(whole.declared())) {
                return Optional.of(Violation.certain(
                        "What a file is depends on one person's record.",
                        whole.declared(),
                        other.declared(),
                        "opening the file with and without the person"));
            }
        }
        return shown(List.of(whole.refusal()));
    }

    private static Optional<Violation> told(ReplayAudit audit) {
        return shown(MISTAKEN.stream()
                .map(sql -> audit.refusal(sql)
                        .map(why -> String.valueOf(why.getMessage()))
                        .orElse(""))
                .toList());
    }

    private static Optional<Violation> shown(List<String> refusals) {
        return refusals.stream()
                .filter(words -> words.contains(HostileRecords.MARKER))
                .findFirst()
                .map(words -> Violation.certain(
                        "A refusal shows a person's record.", "the file with that person", "the same without", words));
    }
}
