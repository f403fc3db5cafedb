package io.tacit.engine.session;

import io.tacit.engine.backend.Backend;
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
import java.math.BigInteger;
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

/** A database, the same without one of its people, and the same with one person's rows in front of all others. */
@org.jspecify.annotations.NullUnmarked
final class Neighbours implements AutoCloseable {
    /** In how many groups a person may be: fewer than many are in. */
    static final long GROUPS = 2;

    private static final DuckDbSettings SETTINGS = new DuckDbSettings(1024, 2, message -> {});

    private final Path folder;
    private final PrepareQuery prepare;
    private final Backend whole;
    private final Backend shuffled;
    private final Map<Integer, Backend> without = new LinkedHashMap<>();

    Neighbours(RandomDatabase database, List<Integer> removed, SplittableRandom random, Path folder) {
        this.folder = folder;
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
            return DuckDbBackend.open(tables, SETTINGS);
        } catch (SQLException | IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Where removing a person moves the integers further than a part of what is declared. */
    List<String> excess(RandomQuery query, int parts) {
        PreparedQuery prepared = prepare.prepare(query.tacit(GROUPS));
        ExactStates all = measure(prepared, whole);
        List<String> excess = new ArrayList<>();
        without.forEach((person, backend) -> all.excess(measure(prepared, backend), parts)
                .forEach(wrong -> excess.add("without " + person + ": " + wrong)));
        return excess;
    }

    /** Where the order of rows changes an integer, or a person one of somebody else's. */
    List<String> changesOfOthers(RandomQuery query) {
        List<String> wrong = new ArrayList<>();
        PreparedQuery prepared = prepare.prepare(query.tacit(GROUPS));
        if (!measure(prepared, whole)
                .integers()
                .equals(measure(prepared, shuffled).integers())) {
            wrong.add("another order of rows gives other integers");
        }
        Optional<String> perPerson = query.perPerson(GROUPS);
        if (perPerson.isEmpty()) {
            return wrong;
        }
        PreparedQuery each = prepare.prepare(perPerson.get());
        ExactStates all = measure(each, whole);
        without.forEach((person, backend) -> {
            Map<List<String>, List<BigInteger>> others = all.integersWithoutLastKey(person.toString());
            if (!others.equals(measure(each, backend).integers())) {
                wrong.add("without " + person + " other people's integers differ:\n" + perPerson.get());
            }
        });
        return wrong;
    }

    private static ExactStates measure(PreparedQuery query, Backend backend) {
        return ExactStates.measure(query.releases().get(0), query.partial().get(0), backend);
    }

    @Override
    public void close() {
        whole.close();
        shuffled.close();
        without.values().forEach(Backend::close);
    }
}
