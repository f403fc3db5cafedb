package io.tacit.engine.policy;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
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
    /** The keys that name a database. */
    static final List<String> KEYS = List.of("duckdb", "postgres", "spark");

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
        Optional<String> server =
                sources.flatMap(section -> section.text("postgres").or(() -> section.text("spark")));
        sources.ifPresent(section -> {
            List<String> databases = KEYS.stream().filter(section::has).toList();
            if (databases.size() > 1) {
                findings.error(
                        section.place(databases.get(1)),
                        section.path(databases.get(1)),
                        "The tables of a policy lie in files, or all in one database of one server.",
                        "Remove one.");
            }
            section.unread("");
        });
        return new Places(policyFolder, files, database, server);
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
