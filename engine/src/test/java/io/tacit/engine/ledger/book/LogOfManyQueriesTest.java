package io.tacit.engine.ledger.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.LedgerPlace;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log of more lines than are read at once: each query that is looked for is found, and the newest come last. */
@NullUnmarked
class LogOfManyQueriesTest {
    private static final int LINES = 1203;

    @TempDir
    private Path folder;

    @Test
    void everyTextIsFoundAndTheNewestStandLast() throws SQLException {
        Path file = folder.resolve("book.sqlite");
        try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file))) {
            try (Connection connection = SqliteDatabase.connect(file)) {
                Database.run(
                        connection,
                        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + LINES
                                + ") INSERT INTO tacit_audit (id, at, analyst, account, sql, decision, code, reason,"
                                + " epsilon, delta, millis, detail) SELECT 'q' || i, '2026-11-21T12:00:00Z', CASE WHEN i"
                                + " % 3 = 0 THEN 'bob' ELSE 'ada' END, 'shop', 'SELECT ' || i, 'ANSWERED', '', '', '1',"
                                + " '0', i, '' FROM n");
            }
            AuditLog log = book.auditLog();
            for (int many : List.of(0, 1, 2, 499, 500, 501, 999, 1000, 1001, LINES)) {
                Map<String, String> wanted = IntStream.rangeClosed(1, many)
                        .boxed()
                        .collect(Collectors.toMap(i -> "q" + i, i -> "SELECT " + i));
                assertThat(log.texts(wanted.keySet())).isEqualTo(wanted);
            }
            assertThat(log.texts(Set.of("q7", "none"))).isEqualTo(Map.of("q7", "SELECT 7"));
            for (int most : List.of(-1, 0, 1, 2, 5, 400, 401, 402, 5000)) {
                assertThat(newest(log, most, Optional.empty())).isEqualTo(last(most, i -> true));
                assertThat(newest(log, most, Optional.of("bob"))).isEqualTo(last(most, i -> i % 3 == 0));
                assertThat(newest(log, most, Optional.of("ada"))).isEqualTo(last(most, i -> i % 3 != 0));
                assertThat(newest(log, most, Optional.of("eve"))).isEmpty();
            }
        }
    }

    private static List<Long> newest(AuditLog log, int most, Optional<String> analyst) {
        return log.newest(most, analyst).stream().map(AuditLog.Line::millis).toList();
    }

    private static List<Long> last(int most, Function<Integer, Boolean> whose) {
        List<Long> all = IntStream.rangeClosed(1, LINES)
                .filter(whose::apply)
                .mapToObj(Long::valueOf)
                .toList();
        return all.subList(Math.max(0, all.size() - Math.max(0, most)), all.size());
    }
}
