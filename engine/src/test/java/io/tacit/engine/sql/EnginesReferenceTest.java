package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.dialect.spark.SparkDialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which functions each engine has: the page is made by this test, with {@code -Dtacit.reference=write}. */
class EnginesReferenceTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "engines.md");
    private static final String BEGIN = "<!-- made from the dialects -->\n";
    private static final String END = "<!-- end of what is made -->\n";

    @Test
    void thePageShowsWhatTheDialectsPrint() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        if ("write".equals(System.getProperty("tacit.reference"))) {
            Files.writeString(PAGE, page.substring(0, from) + table() + page.substring(to));
            return;
        }
        assertThat(page.substring(from, to))
                .as("written by -Dtacit.reference=write")
                .isEqualTo(table());
    }

    /** Files are read by DuckDB, which has everything that the language has. */
    @Test
    void duckDbLacksNothing() {
        assertThat(ScalarFunctions.all())
                .noneMatch(function -> DuckDbDialect.DIALECT.scalars().lacks(function));
    }

    private static String table() {
        StringBuilder text = new StringBuilder("""

            | topic | in PostgreSQL and Spark | in PostgreSQL only | in Spark only | in neither |
            |---|---|---|---|---|
            """);
        ScalarFunctions.byTopic()
                .forEach((title, functions) -> text.append("| ")
                        .append(title)
                        .append(" | ")
                        .append(names(functions, true, true))
                        .append(" | ")
                        .append(names(functions, true, false))
                        .append(" | ")
                        .append(names(functions, false, true))
                        .append(" | ")
                        .append(names(functions, false, false))
                        .append(" |\n"));
        return text.append('\n').toString();
    }

    private static String names(List<ScalarFunction> functions, boolean inPostgres, boolean inSpark) {
        List<String> names = functions.stream()
                .filter(function -> PostgresDialect.DIALECT.scalars().lacks(function) != inPostgres)
                .filter(function -> SparkDialect.DIALECT.scalars().lacks(function) != inSpark)
                .filter(function -> !function.specification().usage().isEmpty())
                .map(function -> "`" + ((Enum<?>) function).name().replace('_', ' ') + "`")
                .toList();
        return names.isEmpty() ? "" : String.join(", ", names);
    }
}
