package io.tacit.engine.session;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.MistakenBackend;
import io.tacit.engine.backend.duckdb.DuckDbBackend;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.randomqueries.RandomDatabase;
import io.tacit.engine.randomqueries.RandomQuery;
import io.tacit.engine.randomqueries.RandomTable;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/** A database, the same without one of its people, and the same with one person's rows in front of all others. */
@org.jspecify.annotations.NullUnmarked
final class Neighbours implements AutoCloseable {
    /** In how many groups a person may be: fewer than many are in. */
    static final long GROUPS = 2;

    private static final DuckDbSettings SETTINGS = new DuckDbSettings(1024, 2, message -> {});

    private final Path folder;
    private final UnaryOperator<String> mistake;
    private final PrepareQuery prepare;
    private final Backend whole;
    private final Backend shuffled;
    private final Map<Integer, Backend> without = new LinkedHashMap<>();

    /**
     * Opens them.
     *
     * @param removed the people without whom there is a database
     * @param mistake made in every text that is pushed down, to see whether it is found
     */
    Neighbours(
            RandomDatabase database,
            List<Integer> removed,
            SplittableRandom random,
            Path folder,
            UnaryOperator<String> mistake) {
        this.folder = folder;
        this.mistake = mistake;
        Catalog catalog =
                new Catalog(database.tables().stream().map(RandomTable::table).toList());
        Defaults defaults = new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), GROUPS, 0.95);
        this.prepare = new PrepareQuery(catalog, defaults);
        this.whole = open(database, "whole");
        this.shuffled = open(database.shuffled(random, removed.get(0)), "shuffled");
        removed.forEach(person -> without.put(person, open(database.without(person), "without" + person)));
    }

    private Backend open(RandomDatabase database, String name) {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            database.create(connection);
            List<SourceTable> tables = database.write(connection, Files.createDirectories(folder.resolve(name)));
            return new MistakenBackend(DuckDbBackend.open(tables, SETTINGS), mistake);
        } catch (SQLException | IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** A query that was run over all these databases. */
    final class Run {
        private final PreparedQuery prepared;
        private final ExactStates all;
        private final Optional<String> perPerson;

        private Run(RandomQuery query) {
            prepared = prepare.prepare(query.tacit(GROUPS));
            all = measure(prepared, whole);
            perPerson = query.perPerson(GROUPS);
        }

        /** Where removing a person moves the integers further than a part of what is declared. */
        List<String> excess(int parts) {
            List<String> excess = new ArrayList<>();
            without.forEach((person, backend) -> all.excess(measure(prepared, backend), parts)
                    .forEach(wrong -> excess.add("without " + person + ": " + wrong)));
            return excess;
        }

        /** Where the order of rows changes an integer. */
        List<String> changesByOrder() {
            boolean same = all.integers().equals(measure(prepared, shuffled).integers());
            return same ? List.of() : List.of("another order of rows gives other integers");
        }

        /** Where a person changes an integer of somebody else's. */
        List<String> changesOfOthers() {
            List<String> wrong = new ArrayList<>();
            perPerson.map(prepare::prepare).ifPresent(each -> {
                ExactStates everybody = measure(each, whole);
                without.forEach((person, backend) -> {
                    if (!everybody
                            .integersWithoutLastKey(person.toString())
                            .equals(measure(each, backend).integers())) {
                        wrong.add("without " + person + " other people's integers differ:\n" + perPerson.get());
                    }
                });
            });
            return wrong;
        }
    }

    Run run(RandomQuery query) {
        return new Run(query);
    }

    private static ExactStates measure(PreparedQuery query, Backend backend) {
        return ExactStates.measure(
                query.releases().get(0).calibration(), query.releases().get(0).sql(), backend);
    }

    @Override
    public void close() {
        whole.close();
        shuffled.close();
        without.values().forEach(Backend::close);
    }
}
