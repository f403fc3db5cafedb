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
 * @param server the address of the server of tables that name neither
 */
record Places(Path policy, Path files, Optional<Path> database, Optional<String> server) {
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
        Optional<String> server = sources.flatMap(section -> section.text("postgres"));
        sources.ifPresent(section -> {
            refuseOthers(section, findings);
            if (section.has("duckdb") && section.has("postgres")) {
                findings.error(
                        section.place("postgres"),
                        section.path("postgres"),
                        "The tables of a policy lie in files, or all in one database of one server.",
                        "Remove one.");
            }
            section.unread("");
        });
        return new Places(policyFolder, files, database, server);
    }

    /** Reports sources that this version knows by name only and cannot read. */
    static boolean refuseOthers(Section section, Findings findings) {
        if (section.value("spark").isEmpty()) {
            return false;
        }
        findings.error(
                section.place("spark"),
                section.path("spark"),
                "This version does not read Spark yet.",
                "Copy the tables to Parquet or DuckDB files.");
        return true;
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
