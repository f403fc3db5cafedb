package io.tacit.engine.policy;

import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SameFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files that a policy is made of: nothing else may be written into them. */
final class PolicyFiles {
    private PolicyFiles() {}

    /** The policy itself, data and what describes or accompanies them, the ledger and what SQLite keeps beside it. */
    static List<Path> of(Path policy, List<SourceTable> tables, LedgerPlace ledger) {
        List<Path> files = new ArrayList<>(List.of(policy));
        for (SourceTable table : tables) {
            files.addAll(table.source().match(PolicyFiles::of, server -> List.of()));
        }
        if (ledger instanceof LedgerPlace.Sqlite sqlite) {
            files.add(sqlite.file());
            files.addAll(beside(sqlite.file(), List.of("-wal", "-shm", "-journal")));
        }
        return List.copyOf(files);
    }

    /** A file of data, and what lies beside it: a database's log, or the schema of any other file. */
    private static List<Path> of(Source.File file) {
        List<Path> files = new ArrayList<>(List.of(file.path()));
        files.addAll(file.<List<Path>>matchFormat(
                csv -> List.of(DeclareSource.schemaFile(csv.path())),
                parquet -> List.of(DeclareSource.schemaFile(parquet.path())),
                json -> List.of(DeclareSource.schemaFile(json.path())),
                duckDb -> beside(duckDb.path(), List.of(".wal"))));
        return files;
    }

    /** The companions of a file, beside its own name and beside the file to which it links. */
    private static List<Path> beside(Path file, List<String> suffixes) {
        List<Path> places = new ArrayList<>(List.of(file));
        try {
            if (Files.exists(file)) {
                places.add(file.toRealPath());
            }
        } catch (IOException goneMeanwhile) {
            return List.of();
        }
        return places.stream()
                .flatMap(place -> suffixes.stream().map(suffix -> place.resolveSibling(place.getFileName() + suffix)))
                .toList();
    }

    /** Reports a ledger that would be written into a file of data, or into the policy. */
    static void checkLedger(
            LedgerPlace ledger, Path policy, List<SourceTable> tables, Section root, Findings findings) {
        if (ledger instanceof LedgerPlace.Sqlite sqlite) {
            List<Path> others = new ArrayList<>(List.of(policy));
            tables.forEach(table -> others.addAll(table.source().match(PolicyFiles::of, server -> List.of())));
            others.stream()
                    .filter(each -> SameFile.same(sqlite.file(), each))
                    .findFirst()
                    .ifPresent(taken -> findings.error(
                            root.valuePlace("ledger"),
                            "ledger",
                            "The ledger would be written into " + taken.getFileName() + ", which the policy needs.",
                            "Choose a file of its own for the ledger."));
        }
    }

    /** Reports a log that would be written into a file of the policy, or that cannot be written. */
    static void checkLog(Optional<Path> log, List<Path> files, Section root, Findings findings) {
        if (log.isEmpty()) {
            return;
        }
        Path file = log.get();
        Path folder = file.toAbsolutePath().getParent();
        Optional<Path> taken =
                files.stream().filter(each -> SameFile.same(file, each)).findFirst();
        if (taken.isPresent()) {
            findings.error(
                    root.valuePlace("audit_log"),
                    "audit_log",
                    "The log would be written into " + taken.get().getFileName() + ", which the policy needs.",
                    "Choose a file of its own for the log.");
        } else if (Files.isDirectory(file) || folder == null || !Files.isDirectory(folder)) {
            findings.error(
                    root.valuePlace("audit_log"),
                    "audit_log",
                    Files.isDirectory(file) ? "This is a folder." : "The folder of the log does not exist.",
                    "Choose a file in a folder that exists.");
        } else if (!Files.isWritable(Files.exists(file) ? file : folder)) {
            findings.error(
                    root.valuePlace("audit_log"),
                    "audit_log",
                    "The log cannot be written.",
                    "Allow writing into " + (Files.exists(file) ? "the file" : "its folder") + ".");
        }
    }
}
