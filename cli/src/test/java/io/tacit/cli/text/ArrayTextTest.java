package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Arrays are written as DuckDB writes them. */
class ArrayTextTest {
    @Test
    void textsAreQuotedLikeDuckDb() throws SQLException {
        List<String> texts = new ArrayList<>(List.of("", " a", "a ", "a b", "NULL", "null", "nUll", "true", "1", "é"));
        for (char c = 0x20; c < 0x7f; c++) {
            texts.add("a" + c + "b");
            texts.add(String.valueOf(c));
        }
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
                PreparedStatement statement = database.prepareStatement("SELECT CAST([?, NULL] AS VARCHAR)")) {
            for (String text : texts) {
                statement.setString(1, text);
                try (ResultSet rows = statement.executeQuery()) {
                    rows.next();
                    List<Object> array = new ArrayList<>();
                    array.add(text);
                    array.add(null);
                    assertThat(ArrayText.text(array, Object::toString)).isEqualTo(rows.getString(1));
                }
            }
        }
    }

    @Test
    void otherValuesStandAsTheyAre() {
        assertThat(ArrayText.text(List.of(), Object::toString)).isEqualTo("[]");
        assertThat(ArrayText.text(List.<Object>of(1.5, 2L, true), Object::toString))
                .isEqualTo("[1.5, 2, true]");
        assertThat(ArrayText.text(List.of(java.time.LocalDate.of(2020, 1, 2)), Object::toString))
                .isEqualTo("[2020-01-02]");
        assertThat(ArrayText.text(List.of(java.time.LocalTime.of(2, 3)), Object::toString))
                .isEqualTo("['02:03:00']");
    }
}
