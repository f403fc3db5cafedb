package io.tacit.experiments.field;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.RepeatedRelease;
import io.tacit.experiments.Laboratory;
import io.tacit.experiments.result.Cell;
import io.tacit.experiments.result.Spread;
import io.tacit.experiments.watch.Watcher;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Many answers to a query with several aggregates, or with computations over them: the relative error of each value. */
final class WholeAnswers {
    private static final double PERCENT = 100;

    private final Map<List<String>, double[]> truth;
    private final int keys;

    /**
     * @param database a DuckDB file
     * @param sql the query without options, keys first
     * @param keys how many columns are keys
     */
    WholeAnswers(Path database, String sql, int keys) {
        this.truth = exact(database, sql, keys);
        this.keys = keys;
    }

    private static Map<List<String>, double[]> exact(Path database, String sql, int keys) {
        Properties readOnly = new Properties();
        readOnly.setProperty("duckdb.read_only", "true");
        Map<List<String>, double[]> groups = new LinkedHashMap<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + database, readOnly);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                List<String> key = new ArrayList<>();
                for (int i = 1; i <= keys; i++) {
                    key.add(String.valueOf(rows.getString(i)));
                }
                double[] values = new double[columns - keys];
                for (int i = 0; i < values.length; i++) {
                    values[i] = rows.getDouble(keys + i + 1);
                }
                groups.put(key, values);
            }
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
        return groups;
    }

    /** The mean of the first exact value over all groups. */
    double meanOfFirst() {
        return truth.values().stream()
                .mapToDouble(values -> values[0])
                .average()
                .orElseThrow();
    }

    /**
     * The median relative error in percent, of all values of all groups that were shown; NULL is infinitely wrong.
     *
     * @param title what is done, for the watcher
     */
    Cell percent(
            Laboratory laboratory, List<SourceTable> tables, Defaults defaults, String sql, String title, long runs) {
        List<Double> errors = new ArrayList<>();
        try (RepeatedRelease release = RepeatedRelease.open(tables, defaults, laboratory.engine(), sql)) {
            Watcher.Task task = laboratory.watcher().begin(title, runs);
            for (long run = 0; run < runs; run++) {
                Laboratory.checkInterrupted();
                release.answer().rows().forEach(row -> add(row, errors));
                task.advance(1);
            }
            task.finish();
        }
        double[] all = errors.stream().mapToDouble(Double::doubleValue).toArray();
        return all.length == 0
                ? new Cell.Missing("no group was shown in " + runs + " runs")
                : Spread.of(all, runs).cell("");
    }

    private void add(AnswerRow row, List<Double> errors) {
        List<String> key =
                row.values().subList(0, keys).stream().map(String::valueOf).toList();
        double[] exact = truth.get(key);
        if (exact == null) {
            throw new IllegalStateException("a group was released that there is not: " + key);
        }
        for (int i = 0; i < exact.length; i++) {
            @Nullable Object value = row.values().get(keys + i);
            errors.add(
                    value instanceof Number number
                            ? PERCENT * Math.abs(number.doubleValue() - exact[i]) / Math.abs(exact[i])
                            : Double.POSITIVE_INFINITY);
        }
    }
}
