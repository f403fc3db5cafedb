package io.tacit.engine.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The letters that UPPER and LOWER change on PostgreSQL are those of the DuckDB that is used here: {@code
 * -Dtacit.letters=write} writes them. Each stays one character.
 */
class PostgresLettersTest {
    private static final Path FOLDER = Path.of("src/main/resources/io/tacit/engine/dialect/postgres");

    @ParameterizedTest
    @ValueSource(strings = {"upper", "lower"})
    void areThoseOfDuckDb(String function) throws SQLException, IOException {
        Path file = FOLDER.resolve(function + ".letters");
        String letters = letters(function);
        if (System.getProperty("tacit.letters", "").equals("write")) {
            Files.writeString(file, letters, StandardCharsets.UTF_8);
        }
        assertThat(Files.readString(file, StandardCharsets.UTF_8)).isEqualTo(letters);
        String[] lines = letters.split("\n", -1);
        assertThat(lines[1].codePointCount(0, lines[1].length()))
                .isEqualTo(lines[0].codePointCount(0, lines[0].length()));
    }

    /** The letters beyond ASCII that a function changes, and what each becomes. */
    private static String letters(String function) throws SQLException {
        StringBuilder changed = new StringBuilder();
        StringBuilder into = new StringBuilder();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT c, " + function
                        + "(c) FROM (SELECT i, CASE WHEN i NOT BETWEEN "
                        + (int) Character.MIN_SURROGATE + " AND " + (int) Character.MAX_SURROGATE
                        + " THEN chr(CAST(i AS INTEGER)) END AS c FROM range(128, " + (Character.MAX_CODE_POINT + 1)
                        + ") AS t(i)) WHERE c <> " + function + "(c) ORDER BY i")) {
            while (rows.next()) {
                assertThat(rows.getString(2).codePointCount(0, rows.getString(2).length()))
                        .isEqualTo(1);
                changed.append(rows.getString(1));
                into.append(rows.getString(2));
            }
        }
        return changed + "\n" + into + "\n";
    }
}
