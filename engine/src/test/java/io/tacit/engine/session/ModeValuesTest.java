package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.SeededNoise;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * MODE of every type of column: the most frequent of the declared values, as a value of the column's type. Most rows
 * hold a value that is not declared, or none.
 */
@NullUnmarked
class ModeValuesTest {
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.000001"), 5, 0.95);

    /**
     * Of each type that can have a domain two values, in the form that declarations have, and one that is not declared.
     */
    private static final Map<ColumnType, List<String>> VALUES = Map.of(
            ColumnType.BOOLEAN,
            List.of("false", "true", ""),
            ColumnType.INTEGER,
            List.of("-7", "12", "13"),
            ColumnType.BIGINT,
            List.of("-9000000000000000000", "9000000000000000000", "0"),
            ColumnType.decimal(12, 2),
            List.of("-0.50", "1000.25", "0.00"),
            ColumnType.decimal(38, 10),
            List.of("0.0000000001", "1234567890123456789012345678.0000000000", "1.0000000000"),
            ColumnType.DATE,
            List.of("1969-12-31", "2024-02-29", "2024-03-01"),
            ColumnType.VARCHAR,
            List.of("it's, \"so\"", "a longer one", "A LONGER ONE"));

    @TempDir
    Path folder;

    private final List<ColumnType> types = new ArrayList<>();
    private SourceTable table;

    @BeforeEach
    void write() throws IOException {
        for (ColumnType.Kind kind : ColumnType.Kind.values()) {
            VALUES.keySet().stream().filter(type -> type.kind() == kind).forEach(types::add);
        }
        List<Column> columns = new ArrayList<>(List.of(
                Column.nullable("uid", ColumnType.BIGINT),
                Column.nullable("real", ColumnType.DOUBLE),
                Column.nullable("hour", ColumnType.TIME),
                Column.nullable("moment", ColumnType.TIMESTAMP)));
        for (int i = 0; i < types.size(); i++) {
            Domain domain = new Domain(VALUES.get(types.get(i)).subList(0, 2));
            Column plain = Column.nullable("c" + i, types.get(i));
            // A truth needs no declaration.
            columns.add(types.get(i).kind() == ColumnType.Kind.BOOLEAN ? plain : plain.among(domain));
        }
        List<String> lines = new ArrayList<>();
        lines.add(String.join(",", columns.stream().map(Column::name).toList()));
        // 150 people with the second value, 50 with the first; 200 with one that is not declared, 100 without any. One
        // has
        // 5000 rows of the first value.
        for (int person = 0; person < 500; person++) {
            lines.add(row(person, person < 150 ? 1 : person < 200 ? 0 : person < 400 ? 2 : 3));
        }
        for (int i = 0; i < 5000; i++) {
            lines.add(row(150, 0));
        }
        Path file = folder.resolve("t.csv");
        Files.write(file, lines);
        table = new SourceTable(
                new Table("t", columns, new Protection.UnitColumn("uid")),
                new Source.Csv(file, new CsvFormat(',', true)));
    }

    private String row(int person, int value) {
        StringBuilder row = new StringBuilder(person + ",0.5,10:00:00,2024-01-01 10:00:00");
        for (ColumnType type : types) {
            String text = value < 3 ? VALUES.get(type).get(value) : "";
            row.append(',').append(text.isEmpty() ? "" : '"' + text.replace("\"", "\"\"") + '"');
        }
        return row.toString();
    }

    @Test
    void everyTypeHasItsMostFrequentValue() {
        assertThat(types).hasSize(VALUES.size());
        Map<String, String> shown = new TreeMap<>();
        Map<String, String> wanted = new TreeMap<>();
        try (TacitSession session = TacitSession.open(List.of(table), DEFAULTS, People.IN_ORDER, SeededNoise.of(113))) {
            for (int i = 0; i < types.size(); i++) {
                String name = types.get(i).sql();
                Answer answer = session.query("SELECT WITH DIFFERENTIAL_PRIVACY CAST(MODE(c" + i
                        + ") AS VARCHAR) AS text, MODE(c" + i + ") AS v FROM t");
                shown.put(
                        name,
                        answer.columns().get(1).type() + " "
                                + answer.rows().get(0).values().get(0));
                wanted.put(
                        name,
                        types.get(i).sql() + " " + VALUES.get(types.get(i)).get(1));
            }
        }
        assertThat(shown).isEqualTo(wanted);
    }

    /** Each kind has values that can be declared, or is refused. */
    @Test
    void otherTypesAreRefused() {
        try (TacitSession session = TacitSession.open(List.of(table), DEFAULTS, People.IN_ORDER, SeededNoise.of(113))) {
            for (ColumnType.Kind kind : ColumnType.Kind.values()) {
                boolean declared = types.stream().anyMatch(type -> type.kind() == kind);
                for (String column : List.of("real", "hour", "moment")) {
                    boolean ofKind =
                            table.table().column(column).orElseThrow().type().kind() == kind;
                    if (ofKind) {
                        assertThat(declared).isFalse();
                        assertThatThrownBy(() -> session.query("SELECT MODE(" + column + ") FROM t"))
                                .isInstanceOf(Refusal.class)
                                .hasMessageContaining("MODE chooses among values that are known beforehand");
                    }
                    declared |= ofKind;
                }
                assertThat(declared).as(kind.name()).isTrue();
            }
        }
    }

    /** Word for word, with the table in place of the dots: what a refusal says is accepted. */
    @Test
    void theQueryThatRefusalsShowIsAccepted() {
        Pattern shown =
                Pattern.compile("(SELECT .*? LIMIT \\d+); within groups g, (GROUP BY g, .*)\\.$", Pattern.DOTALL);
        String column = "c" + (types.size() - 1);
        try (TacitSession session = TacitSession.open(List.of(table), DEFAULTS, People.IN_ORDER, SeededNoise.of(113))) {
            for (String call :
                    List.of("APPROX_TOP_COUNT(" + column + ", 3)", "APPROX_TOP_K(" + column + ")", "MODE(uid + 1)")) {
                String message = "";
                try {
                    session.query("SELECT " + call + " FROM t");
                } catch (Refusal refusal) {
                    message = refusal.getMessage();
                }
                Matcher query = shown.matcher(message);
                assertThat(query.find()).as(message).isTrue();
                String rows = "(SELECT t.*, uid + 1 AS x, c0 AS g FROM t) AS t";
                String whole = query.group(1).replace("…", rows);
                assertThat(session.query(whole).columns()).hasSize(2);
                String value = whole.substring("SELECT ".length(), whole.indexOf(','));
                assertThat(session.query("SELECT g, " + value + ", COUNT(*) AS n FROM " + rows + " " + query.group(2))
                                .columns())
                        .hasSize(3);
            }
        }
    }
}
