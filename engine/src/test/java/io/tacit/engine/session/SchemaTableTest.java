package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.TableDescription;
import io.tacit.engine.catalog.TableDescription.ColumnDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What is told of a table's columns, in answer to a question: each fact there or not, beside each other. */
@NullUnmarked
class SchemaTableTest {
    @Test
    void everyFactOfAColumnStandsUnderItsName() {
        List<ColumnDescription> columns = new ArrayList<>();
        List<List<Object>> rows = new ArrayList<>();
        for (boolean nullable : List.of(false, true)) {
            for (Optional<String> bounds : List.of(Optional.<String>empty(), Optional.of("0 to 9"))) {
                for (Optional<String> values : List.of(Optional.<String>empty(), Optional.of("a, b"))) {
                    for (ColumnType type : List.of(ColumnType.INTEGER, ColumnType.decimal(9, 2))) {
                        String name = "c" + columns.size();
                        String note = columns.size() % 3 == 0 ? "" : "a note";
                        columns.add(new ColumnDescription(name, type, nullable, bounds, values, note));
                        rows.add(List.of(
                                name, type.sql(), nullable ? "YES" : "NO", bounds.orElse(""), values.orElse(""), note));
                    }
                }
            }
        }
        Answer answer = SchemaTable.of(new TableDescription("t", Optional.of("uid"), columns));
        assertThat(answer.columns())
                .extracting(AnswerColumn::name)
                .containsExactly("column", "type", "null", "bounds", "values", "note");
        assertThat(answer.rows()).extracting(AnswerRow::values).isEqualTo(rows);
        assertThat(List.of(answer.epsilon(), answer.delta())).containsExactly("0", "0");
        assertThat(answer.releases()).isEmpty();
    }
}
