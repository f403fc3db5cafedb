package io.tacit.engine.policy;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the files of a policy lie.
 *
 * @param policy the folder of the policy
 * @param files the folder of its data files
 * @param database the DuckDB file of tables that name none
 */
record Places(Path policy, Path files, Optional<Path> database) {
    /** Reads the section {@code sources}. */
    static Places read(Path policyFolder, Section root, Findings findings) {
        Optional<Section> sources = root.section("sources");
        Path files = sources.flatMap(section -> section.text("files"))
                .flatMap(Places::path)
                .map(policyFolder::resolve)
                .orElse(policyFolder);
        Optional<Path> database = sources.flatMap(section -> section.text("duckdb"))
                .flatMap(Places::path)
                .map(files::resolve);
        sources.ifPresent(section -> {
            refuseOthers(section, findings);
            section.unread("");
        });
        return new Places(policyFolder, files, database);
    }

    /** Reports sources that this version knows by name only and cannot read. */
    static boolean refuseOthers(Section section, Findings findings) {
        boolean refused = false;
        for (String key : new String[] {"postgres", "spark"}) {
            if (section.value(key).isPresent()) {
                findings.error(
                        section.place(key),
                        section.path(key),
                        "This version does not read " + (key.equals("spark") ? "Spark" : "PostgreSQL") + " yet.",
                        "Copy the tables to Parquet or DuckDB files.");
                refused = true;
            }
        }
        return refused;
    }

    /** A path, if the system has such. */
    static Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException notAPath) {
            return Optional.empty();
        }
    }
}
