package io.tacit.bench;

import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.ConfidenceInterval;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What many answers to one question made of the true one, which DuckDB alone gives over all rows. */
final class TrustCells {
    private final int keys;
    private final Set<List<String>> wanted;
    private final Map<List<String>, List<@Nullable Double>> truth;
    private final List<Double> errors = new ArrayList<>();
    private long runs;
    private long shown;
    private long cells;
    private long without;
    private long covered;
    private long coveredWithMissing;

    TrustCells(TrustQuery query, Connection plain) throws SQLException {
        this.keys = query.keys();
        this.wanted = new HashSet<>(rows(plain, query.sql(), keys).keySet());
        this.truth = rows(plain, query.ofAllGroups(), keys);
    }

    private static Map<List<String>, List<@Nullable Double>> rows(Connection plain, String sql, int keys)
            throws SQLException {
        Map<List<String>, List<@Nullable Double>> rows = new LinkedHashMap<>();
        try (Statement statement = plain.createStatement();
                ResultSet read = statement.executeQuery(sql)) {
            while (read.next()) {
                List<String> key = new ArrayList<>();
                for (int i = 1; i <= keys; i++) {
                    key.add(String.valueOf(read.getObject(i)));
                }
                List<@Nullable Double> values = new ArrayList<>();
                for (int i = keys + 1; i <= read.getMetaData().getColumnCount(); i++) {
                    BigDecimal value = read.getBigDecimal(i);
                    values.add(value == null ? null : value.doubleValue());
                }
                rows.put(key, values);
            }
        }
        return rows;
    }

    /** Holds one answer against the truth. */
    void add(Answer answer) {
        runs++;
        double missing = SaidToBeMissing.of(answer);
        for (AnswerRow row : answer.rows()) {
            List<String> key =
                    row.values().subList(0, keys).stream().map(String::valueOf).toList();
            shown += wanted.contains(key) ? 1 : 0;
            List<@Nullable Double> values = truth.get(key);
            for (int i = keys; values != null && i < row.values().size(); i++) {
                Double value = values.get(i - keys);
                if (value != null) {
                    cell(value, row.values().get(i), row.intervals().get(i), missing);
                }
            }
        }
    }

    private void cell(double value, @Nullable Object answered, @Nullable ConfidenceInterval interval, double missing) {
        cells++;
        errors.add(
                answered instanceof Number number
                        ? Math.abs(number.doubleValue() - value) / Math.max(1e-9, Math.abs(value))
                        : Double.POSITIVE_INFINITY);
        if (interval == null) {
            without++;
            return;
        }
        // Doubles of a decimal's digits: equal numbers may differ in the last bit.
        double tolerance = 1e-9 * Math.abs(value);
        boolean holds = interval.low() - tolerance <= value && value <= interval.high() + tolerance;
        covered += holds ? 1 : 0;
        // A share that is missing makes a total that much larger.
        boolean told = holds || value >= interval.low() && value <= interval.high() / Math.max(1e-9, 1 - missing);
        coveredWithMissing += told ? 1 : 0;
    }

    /** The share of the true answer's groups that were shown. */
    double shareShown() {
        return (double) shown / (runs * Math.max(1, wanted.size()));
    }

    /** The median of |answer − truth| / |truth| over all cells of all runs. */
    double medianError() {
        return errors.isEmpty()
                ? Double.NaN
                : Median.of(errors.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** The share of the cells that are shown without an interval, or as NULL. */
    double withoutInterval() {
        return (double) without / cells;
    }

    /** The share of all cells whose interval contains the truth. */
    double shareCovered() {
        return (double) covered / cells;
    }

    /** The share of all cells that do so together with what the answer says is missing. */
    double shareCoveredWithMissing() {
        return (double) coveredWithMissing / cells;
    }

    /** How many groups the true answer has. */
    int groups() {
        return wanted.size();
    }
}
