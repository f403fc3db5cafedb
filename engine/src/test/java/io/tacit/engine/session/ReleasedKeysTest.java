package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever value a query makes of people's rows, a group with it as its key can be released, shown, computed with and
 * kept: no such query fails once it is charged, for whether the group is released depends on people.
 */
@NullUnmarked
class ReleasedKeysTest {
    private static final Defaults ALL_GROUPS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 1, 0.95);

    /** Texts of values at the edges of each type; what is none is NULL. */
    private static final Map<ColumnType.Kind, List<String>> TEXTS = new EnumMap<>(ColumnType.Kind.class);

    /** What may be made of a value of the type. */
    private static final Map<ColumnType.Kind, List<String>> FORMS = new EnumMap<>(ColumnType.Kind.class);

    private static TacitSession session;

    static {
        String most = "9".repeat(38);
        TEXTS.put(ColumnType.Kind.BOOLEAN, List.of("true", "false", "1", "t"));
        TEXTS.put(ColumnType.Kind.INTEGER, List.of("0", "-0", "+7", "2147483647", "-2147483648", "1e3", "0x10", " 5 "));
        TEXTS.put(
                ColumnType.Kind.BIGINT,
                List.of("0", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1.5"));
        TEXTS.put(
                ColumnType.Kind.DECIMAL,
                List.of("0", "-0.00", "0.1", most, "-" + most, "0." + most, "-0." + most, "1e-38", "1e37", "123.456"));
        TEXTS.put(
                ColumnType.Kind.DOUBLE,
                List.of(
                        "0",
                        "-0.0",
                        "nan",
                        "NaN",
                        "-nan",
                        "inf",
                        "-inf",
                        "Infinity",
                        "5e-324",
                        "-5e-324",
                        "1.7976931348623157e308",
                        "1e400",
                        "0.1",
                        "2417851639229258349412352",
                        "2475880078570760549798248448",
                        "1e16",
                        "1e-7",
                        "9007199254740993"));
        TEXTS.put(
                ColumnType.Kind.VARCHAR,
                List.of("", " ", "a", "A", "é", "e\u0301", "\u0000", "\t\r\n", "\ufeff", "😀", "null", "''", "\\"));
        TEXTS.put(
                ColumnType.Kind.DATE,
                List.of(
                        "2024-02-29",
                        "2023-02-29",
                        "0001-01-01",
                        "9999-12-31",
                        "10000-01-01",
                        "5881580-07-10",
                        "5881580-07-11",
                        "0044-03-15 (BC)",
                        "5877642-06-25 (BC)",
                        "infinity",
                        "-infinity",
                        "epoch",
                        "1582-10-10",
                        "0000-01-01"));
        TEXTS.put(
                ColumnType.Kind.TIME,
                List.of(
                        "00:00:00",
                        "24:00:00",
                        "23:59:59.999999",
                        "23:59:59.9999999",
                        "23:59:60",
                        "12:34:56.5",
                        "12:34:56.123456789",
                        "24:00:01",
                        "00:00:00.000001",
                        "12:00"));
        TEXTS.put(
                ColumnType.Kind.TIMESTAMP,
                List.of(
                        "2024-02-29 23:59:59.999999",
                        "2024-02-29 24:00:00",
                        "0001-01-01 00:00:00",
                        "9999-12-31 23:59:59.999999",
                        "294247-01-10 04:00:54.775806",
                        "294247-01-10 04:00:54.775807",
                        "294247-01-11 00:00:00",
                        "290309-12-22 (BC) 00:00:00",
                        "290309-12-21 (BC) 23:59:59",
                        "infinity",
                        "-infinity",
                        "epoch",
                        "0044-03-15 (BC) 12:00:00",
                        "2024-01-01 00:00:00.0000001",
                        "2024-01-01 12:00:00+02",
                        "1970-01-01 00:00:00"));
        for (ColumnType.Kind kind : ColumnType.Kind.values()) {
            FORMS.put(kind, forms(kind));
        }
    }

    private static List<String> forms(ColumnType.Kind kind) {
        return switch (kind) {
            case BOOLEAN -> List.of("?", "NOT ?", "CAST(? AS INTEGER)", "CAST(? AS VARCHAR)");
            case INTEGER, BIGINT ->
                List.of(
                        "?",
                        "-?",
                        "? * ?",
                        "? // -1",
                        "? / 3",
                        "CAST(? AS DECIMAL(38,0))",
                        "CAST(? AS DECIMAL(19,19))",
                        "DATE '2000-01-01' + ?",
                        "DATE '2000-01-01' - ? * INTERVAL '1' MONTH",
                        "CAST(? AS VARCHAR)",
                        "TIMESTAMP '2000-01-01 00:00:00' + ? * INTERVAL '1' SECOND",
                        "MAKE_DATE(? % 10000, 1, 31)");
            case DECIMAL ->
                List.of("?", "-?", "? * 10", "? / 3", "ROUND(?, 1)", "CAST(? AS DOUBLE)", "CAST(? AS VARCHAR)");
            case DOUBLE ->
                List.of(
                        "?",
                        "-?",
                        "? * 0",
                        "? / 3",
                        "? * ?",
                        "EXP(?)",
                        "SQRT(?)",
                        "ROUND(?, 2)",
                        "CAST(? AS BIGINT)",
                        "CAST(? AS DECIMAL(38,10))",
                        "CAST(? AS VARCHAR)",
                        "ATAN2(0, ?)",
                        "NEXTAFTER(?, 0)");
            case VARCHAR ->
                List.of(
                        "?",
                        "UPPER(?)",
                        "? || ?",
                        "LEFT(?, 1)",
                        "RIGHT(?, 1)",
                        "TRIM(?)",
                        "SPLIT_PART(?, 'a', 2)",
                        "JSON_VALUE('{\"a\": \"\\u0000\"}', '$.a')",
                        "SUBSTRING(? FROM 2)",
                        "CAST(? AS CHAR(3))");
            case DATE ->
                List.of(
                        "?",
                        "? + INTERVAL '9999' YEAR",
                        "? - INTERVAL '9999' YEAR",
                        "? + 3650000",
                        "? - 3650000",
                        "CAST(? AS TIMESTAMP)",
                        "CAST(? AS VARCHAR)",
                        "LAST_DAY(?)",
                        "DATE_TRUNC('millennium', ?)",
                        "DATE_TRUNC('week', ?)",
                        "? - DATE '1970-01-01'",
                        "EXTRACT(YEAR FROM ?)",
                        "STRFTIME(?, '%Y')");
            case TIME ->
                List.of(
                        "?",
                        "? + INTERVAL '1' HOUR",
                        "? - INTERVAL '1' SECOND",
                        "CAST(? AS VARCHAR)",
                        "EXTRACT(HOUR FROM ?)",
                        "COALESCE(?, TIME '12:00:00')");
            case TIMESTAMP ->
                List.of(
                        "?",
                        "? + INTERVAL '9999' YEAR",
                        "? - INTERVAL '9999' YEAR",
                        "CAST(? AS DATE)",
                        "CAST(? AS TIME)",
                        "CAST(? AS VARCHAR)",
                        "DATE_TRUNC('century', ?)",
                        "? - INTERVAL '1' MONTH",
                        "EXTRACT(EPOCH FROM ?)",
                        "GREATEST(?, TIMESTAMP '2000-01-01 00:00:00')");
        };
    }

    /** A person has one text, and three people have the same: every group appears. */
    @BeforeAll
    static void open(@TempDir Path folder) throws IOException {
        List<SourceTable> tables = new ArrayList<>();
        for (ColumnType.Kind kind : ColumnType.Kind.values()) {
            StringBuilder rows = new StringBuilder("p,s\n");
            int person = 0;
            for (String text : TEXTS.get(kind)) {
                for (int i = 0; i < 3; i++) {
                    rows.append(person++)
                            .append(",\"")
                            .append(text.replace("\"", "\"\""))
                            .append("\"\n");
                }
            }
            Path file = Files.writeString(folder.resolve(kind + ".csv"), rows);
            Table table = new Table(
                    "t_" + kind,
                    List.of(Column.nullable("p", ColumnType.INTEGER), Column.nullable("s", ColumnType.VARCHAR)),
                    new Protection.UnitColumn("p"));
            tables.add(new SourceTable(table, new Source.Csv(file, new CsvFormat(',', true))));
        }
        session = TacitSession.open(tables, ALL_GROUPS, new DuckDbSettings(1024, 1, message -> {}), ZeroNoise::new);
    }

    @AfterAll
    static void close() {
        session.close();
    }

    @ParameterizedTest
    @EnumSource(ColumnType.Kind.class)
    @Tag("walk")
    void neverFails(ColumnType.Kind kind) {
        // A third of them has its turn.
        List<String> forms = Walk.part(3, FORMS.get(kind));
        List<String> failures = new ArrayList<>();
        int released = 0;
        for (String type : kind == ColumnType.Kind.DECIMAL
                ? List.of("DECIMAL(38,0)", "DECIMAL(38,38)", "DECIMAL(5,2)", "DECIMAL(4,4)")
                : List.of(kind.name())) {
            String value = kind == ColumnType.Kind.VARCHAR ? "s" : "CAST(s AS " + type + ")";
            for (String form : forms) {
                String key = form.replace("?", value);
                for (String query : List.of(
                        "SELECT " + key + " AS k, COUNT(*) AS n FROM t_" + kind + " GROUP BY 1",
                        "SELECT k, n, CAST(k AS VARCHAR) FROM (SELECT " + key + " AS k, COUNT(*) AS n FROM t_" + kind
                                + " GROUP BY 1) AS q WHERE k IS NOT NULL AND n > 1 ORDER BY k DESC")) {
                    try {
                        Answer answer = session.query(query);
                        released += answer.rows().size();
                        assertThat(StoredAnswer.read(StoredAnswer.write(answer)).rows())
                                .isEqualTo(answer.rows());
                    } catch (RuntimeException failure) {
                        failures.add(query + "\n" + failure);
                    }
                }
            }
        }
        assertThat(failures).isEmpty();
        assertThat(released).isGreaterThan(forms.size());
    }

    /** Values that no key can be are refused before anything is charged. */
    @Test
    void otherTypesAreRefused() {
        for (String key : List.of(
                "CAST(s AS UUID)",
                "CAST(s AS BLOB)",
                "CAST(s AS INTERVAL)",
                "INTERVAL '1' DAY",
                "CAST(s AS DATE) - INTERVAL '1' DAY - CAST(s AS DATE) * INTERVAL '1' DAY",
                "[s]",
                "SPLIT(s, 'a')",
                "CAST(s AS TIMESTAMP WITH TIME ZONE)")) {
            assertThatThrownBy(() -> session.explain("SELECT " + key + " AS k, COUNT(*) FROM t_DATE GROUP BY 1"))
                    .as(key)
                    .isInstanceOf(Refusal.class)
                    .hasMessageNotContaining("TCT-X");
        }
    }
}
