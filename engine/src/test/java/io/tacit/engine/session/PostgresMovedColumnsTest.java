package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.source.ColumnDeclaration;
import io.tacit.engine.source.DeclareSource;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A table of PostgreSQL that changes under an open session: walked are changes of its columns. Those that leave the names and
 * types of what is read change no answer; others refuse every question before it is charged, whatever one person's value is.
 * And whoever is declared the person, no two values become one.
 */
@Tag("process")
class PostgresMovedColumnsTest {
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 100, 0.95);
    private static final String QUESTION =
            "SELECT COUNT(v, contribution_bounds_per_group => (0, 1)) AS n, COUNT(DISTINCT pid) AS people FROM t";

    private final String url = TestServer.database();

    private TacitSession open(Protection person, Map<String, ColumnDeclaration> given) {
        SourceTable table = DeclareSource.onServer("t", url, "c", person, given, EngineOfSources.with(People.SETTINGS))
                .table();
        return TacitSession.open(
                List.of(table), DEFAULTS, EngineOfSources.with(People.SETTINGS), People.SETTINGS, ZeroNoise::new);
    }

    private void make() {
        TestServer.run(
                url,
                List.of(
                        "DROP TABLE IF EXISTS c CASCADE",
                        "CREATE TABLE c (pid text, v integer, w numeric(12,2), x date)",
                        "INSERT INTO c SELECT 'p' || i, i, i, DATE '2024-01-01' FROM generate_series(1, 50) AS i"));
    }

    private static List<Object> answer(TacitSession session) {
        return new ArrayList<>(
                session.query(Question.of("FRESH " + QUESTION)).rows().get(0).values());
    }

    @Test
    void whatIsReadByNameStaysAsItWas() {
        for (List<String> change : List.of(
                List.of("ALTER TABLE c ADD COLUMN more integer"),
                List.of("ALTER TABLE c ADD COLUMN \"PID\" integer"),
                List.of("ALTER TABLE c DROP COLUMN pid", "ALTER TABLE c ADD COLUMN pid text", "UPDATE c SET pid = v"),
                List.of("ALTER TABLE c RENAME TO d", "CREATE VIEW c AS SELECT x, w, v, pid FROM d"),
                List.of("CREATE TABLE e AS SELECT x, v, pid, w FROM c", "DROP TABLE c", "ALTER TABLE e RENAME TO c"))) {
            make();
            try (TacitSession session = open(new Protection.UnitColumn("pid"), Map.of())) {
                assertThat(answer(session)).as("%s", change).containsExactly(50L, 50L);
                TestServer.run(url, change);
                assertThat(answer(session)).as("%s", change).containsExactly(50L, 50L);
            }
            boolean view = change.get(0).contains("RENAME TO d");
            TestServer.run(url, view ? List.of("DROP TABLE d CASCADE") : List.of());
        }
    }

    @Test
    void otherTypesAreRefusedBeforeTheChargeWhateverOneHolds() {
        for (boolean hostile : new boolean[] {false, true}) {
            for (List<String> change : List.of(
                    List.of("ALTER TABLE c ALTER v TYPE bigint", "UPDATE c SET v = 3000000000 WHERE pid = 'p7'"),
                    List.of("ALTER TABLE c ALTER v TYPE text", "UPDATE c SET v = 'Alice' WHERE pid = 'p7'"),
                    List.of("ALTER TABLE c ALTER v TYPE numeric", "UPDATE c SET v = 'NaN' WHERE pid = 'p7'"),
                    List.of("ALTER TABLE c ALTER x TYPE text", "UPDATE c SET x = 'never' WHERE pid = 'p7'"),
                    List.of("ALTER TABLE c RENAME v TO z", "UPDATE c SET z = 0 WHERE pid = 'p7'"),
                    List.of("ALTER TABLE c DROP COLUMN v", "UPDATE c SET w = 0 WHERE pid = 'p7'"),
                    List.of("ALTER TABLE c RENAME v TO z", "ALTER TABLE c RENAME w TO v"),
                    List.of("ALTER TABLE c RENAME TO gone_" + hostile, "SELECT 1"))) {
                make();
                try (TacitSession session = open(new Protection.UnitColumn("pid"), Map.of())) {
                    assertThat(answer(session)).as("%s", change).containsExactly(50L, 50L);
                    Charge spent = session.spent();
                    TestServer.run(url, hostile ? change : change.subList(0, 1));
                    if (change.get(0).contains("RENAME v") && change.size() == 2) {
                        TestServer.run(url, hostile ? List.of() : change.subList(1, 2));
                    }
                    assertThatThrownBy(() -> answer(session))
                            .as("%s %s", hostile, change)
                            .isInstanceOf(Refusal.class)
                            .hasMessageContaining("TCT-D03")
                            .hasMessageContaining("Open the session anew");
                    assertThat(session.spent()).as("%s", change).isEqualTo(spent);
                }
            }
        }
    }

    /** Each row is a person: however the column is declared, nobody is two of them. */
    @Test
    void noTwoValuesAreOnePerson() {
        Map<String, List<String>> stored = Map.of(
                "text",
                        List.of(
                                "7",
                                "07",
                                "+7",
                                "7.0",
                                "7.4",
                                "6.9",
                                " 7",
                                "7e0",
                                "-0",
                                "0",
                                "2024-01-01",
                                " 2024-01-01"),
                "double precision", List.of("7", "7.4", "6.9", "0.5", "-0.5", "9007199254740993", "1e300"),
                "numeric(12,4)", List.of("7", "7.4", "6.9", "7.0001", "0.5"),
                "bigint", List.of("0", "1", "2", "9007199254740992", "9007199254740993"),
                "time with time zone", List.of("10:00+00", "10:00+01", "11:00+01", "10:00-05"),
                "timestamp", List.of("2024-01-01", "2024-01-01 10:00", "2024-01-01 10:00:00.000001"));
        for (Map.Entry<String, List<String>> each : stored.entrySet()) {
            TestServer.run(
                    url,
                    List.of(
                            "DROP TABLE IF EXISTS c CASCADE",
                            "CREATE TABLE c (pid " + each.getKey() + ", v integer)",
                            "INSERT INTO c VALUES ('" + String.join("', 1), ('", each.getValue()) + "', 1)"));
            for (ColumnType type : List.of(
                    ColumnType.INTEGER,
                    ColumnType.BIGINT,
                    ColumnType.decimal(12, 2),
                    ColumnType.DOUBLE,
                    ColumnType.VARCHAR,
                    ColumnType.DATE,
                    ColumnType.TIME,
                    ColumnType.TIMESTAMP,
                    ColumnType.BOOLEAN)) {
                List<Object> counts;
                try (TacitSession session =
                        open(new Protection.UnitColumn("pid"), Map.of("pid", ColumnDeclaration.of(type)))) {
                    counts = new ArrayList<>(session.query(
                                    "SELECT COUNT(*, contribution_bounds_per_group => (0, 9)), COUNT(DISTINCT pid) FROM t")
                            .rows()
                            .get(0)
                            .values());
                } catch (Refusal lacking) {
                    assertThat(lacking.code().code())
                            .as("%s as %s", each.getKey(), type)
                            .isNotEqualTo("TCT-X01");
                    continue;
                }
                assertThat(Objects.requireNonNull(counts.get(0)))
                        .as("%s as %s", each.getKey(), type)
                        .isEqualTo(counts.get(1));
            }
        }
    }
}
