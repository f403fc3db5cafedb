package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the refusal of a query that would show people's rows says to ask instead is accepted, for each such query of the
 * scripts.
 */
@org.jspecify.annotations.NullUnmarked
class ShownRowsAdviceTest {
    private static final Path SCRIPTS = Path.of("src/test/resources/iq");

    @Test
    void theAdvisedQueryIsAccepted() throws IOException {
        PrepareQuery queries = new PrepareQuery(
                new Catalog(SampleTables.all().stream().map(SourceTable::table).toList()), Defaults.STANDARD);
        List<String> asked = new ArrayList<>();
        for (String statement : refused()) {
            String sql = statement.replaceFirst(";\\s*$", "");
            try {
                queries.prepare(sql);
            } catch (Refusal refusal) {
                if (refusal.code() == ErrorCode.PRIVATE_ROWS && !sql.startsWith("EXPLAIN")) {
                    String instead = "SELECT COUNT(*) AS n FROM (" + sql + ") AS q";
                    assertThat(refusal.advice()).contains("SELECT COUNT(*) FROM (");
                    assertThatCode(() -> queries.prepare(instead)).as(instead).doesNotThrowAnyException();
                    asked.add(sql);
                }
            }
        }
        assertThat(asked).hasSizeGreaterThanOrEqualTo(10);
    }

    private static List<String> refused() throws IOException {
        List<String> statements = new ArrayList<>();
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            for (Path script : files.filter(file -> file.toString().endsWith(".iq"))
                    .sorted()
                    .toList()) {
                StringBuilder statement = new StringBuilder();
                for (String line : Files.readAllLines(script)) {
                    if (line.equals("!refused")) {
                        statements.add(statement.toString().strip());
                    }
                    if (line.isBlank() || line.startsWith("!")) {
                        statement.setLength(0);
                    } else if (!line.startsWith("#")) {
                        statement.append(line).append('\n');
                    }
                }
            }
        }
        return statements;
    }
}
