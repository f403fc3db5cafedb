package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.release.ZeroNoise;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each row is counted once, in its group or among the leftovers, where keys have several spellings: two zeros, NaN beside
 * NULL, midnight twice, texts of a column with a collation.
 */
@NullUnmarked
class LeftoversOfSpellingsTest {
    private static final int CROWD = 200;

    private static final int ALONE = 3;

    /** For each column what three lone people write, and what each of two crowds does. */
    private static final Map<String, List<String>> VALUES = new TreeMap<>(Map.ofEntries(
            Map.entry("zero DOUBLE", List.of("'-0.0'", "'0.0'", "'2.5'")),
            Map.entry("nan DOUBLE", List.of("'NaN'", "NULL", "'Infinity'")),
            Map.entry("half FLOAT", List.of("'-0.0'", "'0.0'", "'NaN'")),
            Map.entry("hour TIME", List.of("'24:00:00'", "NULL", "'00:00:00'")),
            Map.entry("day DATE", List.of("'infinity'", "NULL", "'2024-02-29'")),
            Map.entry("clock VARCHAR", List.of("'24:00:00'", "NULL", "'00:00:00'")),
            Map.entry("moment TIMESTAMP", List.of("'-infinity'", "NULL", "'2024-02-29 23:59:59'")),
            Map.entry("capital VARCHAR COLLATE NOCASE", List.of("'ROME'", "'rome'", "'oslo'")),
            Map.entry("accent VARCHAR COLLATE NOACCENT", List.of("'róme'", "'rome'", "'oslo'")),
            Map.entry("plain VARCHAR", List.of("'rome '", "'rome'", "'ROME'")),
            Map.entry("whole DECIMAL(9, 2)", List.of("'-0.00'", "'0'", "'1.5'"))));

    /** Keys over the columns: as they are, and with values that the column did not hold. */
    private static final List<String> KEYS = List.of(
            "zero",
            "-zero",
            "zero * -1",
            "CASE WHEN zero > 1 THEN zero ELSE -zero END",
            "nan",
            "nan - nan",
            "half",
            "-half",
            "hour",
            "CAST(clock AS TIME)",
            "day",
            "moment",
            "capital",
            "COALESCE(capital, 'none')",
            "accent",
            "plain",
            "whole",
            "-whole");

    @TempDir
    private Path folder;

    private SourceTable table() {
        List<String> rows = new ArrayList<>();
        for (int person = 0; person < 2 * CROWD + ALONE; person++) {
            // The crowds come last, so that a lone spelling is the first of its group.
            int choice = person < ALONE ? 0 : 1 + person % 2;
            List<String> row = new ArrayList<>(List.of(String.valueOf(person), "'one'"));
            VALUES.values().forEach(values -> row.add(values.get(choice)));
            rows.add(String.join(", ", row));
        }
        List<String> statements = new ArrayList<>(
                List.of("CREATE TABLE t (u BIGINT, s VARCHAR, " + String.join(", ", VALUES.keySet()) + ")"));
        statements.addAll(DuckDbFiles.insert("t", rows));
        return DuckDbFiles.table(DuckDbFiles.make(folder, statements), "t", new Protection.UnitColumn("u"));
    }

    @Test
    void everyRowIsInAGroupOrAmongTheLeftovers() {
        Map<String, Long> counted = new TreeMap<>();
        Map<String, Long> expected = new TreeMap<>();
        try (TacitSession session =
                TacitSession.open(List.of(table()), Defaults.STANDARD, People.IN_ORDER, ZeroNoise::new)) {
            for (String key : KEYS) {
                // The leftovers are named in a key that is a text.
                String sql =
                        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(leftovers = 'others', max_groups_contributed = 1)"
                                + " s, " + key
                                + ", COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM t GROUP BY s, "
                                + key;
                long sum = 0;
                for (AnswerRow row : session.query(sql).rows()) {
                    sum += ((Number) row.values().get(2)).longValue();
                }
                counted.put(key, sum);
                expected.put(key, 2L * CROWD + ALONE);
            }
        }
        assertThat(counted).isEqualTo(expected);
    }
}
