package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.source.ColumnDeclaration;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A report in a column is JSON whatever the type of its value, and tells the same value and the same interval as the
 * column without it: every type of values, on both sides of zero and of 1970.
 */
@NullUnmarked
class ReportsOfEveryTypeTest {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private static final int PEOPLE = 300;

    /** What is declared, then a value below and one above, which two thirds of people have, and a third. */
    private static final List<List<String>> TYPES = List.of(
            List.of("INTEGER[-9..9]", "-7", "4"),
            List.of("BIGINT[-9..9]", "-7", "4"),
            List.of("DECIMAL(20,8)[-1..1]", "-0.00000012", "0.00000003"),
            List.of("DOUBLE[-9..9]", "-7.25", "0.5"),
            List.of("DATE[1960-01-01..1980-01-01]", "1965-02-03", "1975-01-01"),
            List.of("TIMESTAMP[1969-12-31 00:00:00..1970-01-02 00:00:00]", "1969-12-31 12:34:56.5", "1970-01-01"),
            List.of("BOOLEAN", "false", "true"),
            List.of("VARCHAR", "it's \\ back", "Ä 😀 {}"));

    @TempDir
    private Path folder;

    @Test
    void aReportTellsTheValueOfItsColumn() throws IOException {
        List<String> aggregates = aggregates();
        assertThat(aggregates).hasSize(4 * 3 + 2 * 2 + 2);
        String plain = aggregates.stream().map(each -> each + ")").collect(Collectors.joining(", "));
        String reported = aggregates.stream()
                .map(each -> each + " WITH REPORT(FORMAT = JSON))")
                .collect(Collectors.joining(", "));
        for (boolean below : new boolean[] {true, false}) {
            try (TacitSession session = TacitSession.open(
                    List.of(table(below)),
                    new Defaults(new BigDecimal("20"), new BigDecimal("1e-6"), 1, 0.95),
                    People.SETTINGS,
                    ZeroNoise::new)) {
                AnswerRow values =
                        session.query("SELECT " + plain + " FROM t").rows().get(0);
                AnswerRow reports =
                        session.query("SELECT " + reported + " FROM t").rows().get(0);
                for (int i = 0; i < aggregates.size(); i++) {
                    compare(
                            aggregates.get(i),
                            values.values().get(i),
                            values.intervals().get(i),
                            JSON.readTree((String) reports.values().get(i)));
                }
            }
        }
    }

    /** Each without its closing bracket. */
    private static List<String> aggregates() {
        List<String> aggregates = new ArrayList<>();
        for (int i = 0; i < TYPES.size(); i++) {
            String type = TYPES.get(i).get(0);
            List<String> functions = new ArrayList<>(type.contains("[") ? List.of("MIN", "MEDIAN") : List.of("MODE"));
            functions.addAll(i < 4 ? List.of("SUM") : List.of());
            for (String function : functions) {
                aggregates.add(function + "(c" + i);
            }
        }
        return aggregates;
    }

    private SourceTable table(boolean below) throws IOException {
        List<Column> columns = new ArrayList<>(List.of(Column.nullable("uid", ColumnType.BIGINT)));
        for (int i = 0; i < TYPES.size(); i++) {
            List<String> type = TYPES.get(i);
            Column column = ColumnDeclaration.parse(type.get(0)).applied(Column.nullable("c" + i, ColumnType.VARCHAR));
            columns.add(
                    type.get(0).contains("[")
                            ? column
                            : ColumnDeclaration.NOTHING
                                    .among(type.subList(1, 3))
                                    .applied(column));
        }
        StringBuilder lines =
                new StringBuilder(columns.stream().map(Column::name).collect(Collectors.joining(",")) + "\n");
        for (int person = 0; person < PEOPLE; person++) {
            int which = person % 3 == 0 == below ? 2 : 1;
            lines.append(person);
            TYPES.forEach(type -> lines.append(",\"").append(type.get(which)).append('"'));
            lines.append('\n');
        }
        return new SourceTable(
                new Table("t", columns, new Protection.UnitColumn("uid"), List.of(List.of("uid"))),
                new Source.Csv(Files.writeString(folder.resolve("t.csv"), lines), new CsvFormat(',', true)));
    }

    private static void compare(String what, Object value, ConfidenceInterval interval, JsonNode report) {
        assertThat(value).as(what).isNotNull();
        same(what, report.at("/result/value"), value);
        assertThat(report.has("confidence_interval")).as(what).isEqualTo(interval != null);
        if (interval != null) {
            same(what, report.at("/confidence_interval/lower_bound"), interval.lowOf(value));
            same(what, report.at("/confidence_interval/upper_bound"), interval.highOf(value));
        }
    }

    /** A number is a number, and anything else is a text. */
    private static void same(String what, JsonNode told, Object value) {
        if (value instanceof Number number) {
            assertThat(told.isNumber()).as(what).isTrue();
            assertThat(told.decimalValue()).as(what).isEqualByComparingTo(new BigDecimal(number.toString()));
        } else {
            assertThat(told.asText()).as(what).isEqualTo(value.toString());
            assertThat(told.isTextual()).as(what).isEqualTo(!(value instanceof Boolean));
        }
    }
}
