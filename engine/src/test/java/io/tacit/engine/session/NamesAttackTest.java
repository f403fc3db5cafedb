package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that stand for something else than they seem to. */
@NullUnmarked
class NamesAttackTest {
    @TempDir
    static Path folder;

    @AutoClose
    static final Attack.Kept ATTACKS = new Attack.Kept();

    private final Attack attack = ATTACKS.on(folder);

    @Test
    void attack33PublicGroupsAreNotTakenFromPrivateTables() {
        String count = "SELECT code, COUNT(t.uid, contribution_bounds_per_group => (0, 2)) AS n FROM ";
        String groups = " LEFT JOIN t ON pub.code = t.g GROUP BY code";
        attack.areRefused("TCT-J01 " + count + "(SELECT g AS code FROM t) AS pub" + groups
                + "\nTCT-J01 WITH pub AS (SELECT g AS code FROM t) " + count + "pub" + groups
                + "\nTCT-J01 " + count + "(SELECT code FROM pub JOIN t ON code = g) AS pub" + groups
                + "\nTCT-J02 SELECT code, t.x, COUNT(*) AS n FROM pub LEFT JOIN t ON pub.code = t.g GROUP BY code, t.x"
                + "\nTCT-Q01 " + count + "(SELECT code FROM pub WHERE EXISTS (SELECT 1 FROM t WHERE g = code)) AS pub"
                + groups);
    }

    /** Keys of a private table may be used once they were released: by a threshold of their own, which is charged. */
    @Test
    void attack33GroupsOfAReleaseArePaidFor() {
        List<Answer> both =
                attack.isAnswered("SELECT code, COUNT(t.uid, contribution_bounds_per_group => (0, 2)) AS n FROM"
                        + " (SELECT g AS code FROM t GROUP BY g) AS pub LEFT JOIN t ON pub.code = t.g GROUP BY code");
        both.forEach(answer -> assertThat(answer.releases()).hasSize(2));
    }

    @Test
    void attack33APublicGroupWithoutPeopleIsANoisyRow() {
        String sql = "SELECT code, COUNT(t.uid, contribution_bounds_per_group => (0, 2)) AS n"
                + " FROM pub LEFT JOIN t ON pub.code = t.g GROUP BY code";
        attack.isAnswered(sql)
                .forEach(answer ->
                        assertThat(answer.rows()).anyMatch(row -> row.values().equals(List.of("nobody", 0L))));
        try (TacitSession noisy = TacitSession.open(
                Attack.tables(folder, People.ordinary(), false), Defaults.STANDARD, People.SETTINGS)) {
            // A draw with a scale of 10 is 0 with a chance of 0.05, so eight of them all are with one of 4e-11.
            List<Object> draws = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Answer answer = noisy.query(sql);
                assertThat(answer.rows()).hasSize(4);
                draws.add(answer.rows().get(3).values().get(1));
            }
            assertThat(draws).anyMatch(draw -> !draw.equals(0L));
        }
    }

    /**
     * A name that a query gives means what the query says, with the people in it; others are looked up among what is
     * declared.
     */
    @Test
    void attack34ShadowsStayPrivate() {
        attack.areRefused("""
            TCT-R01 WITH pub AS (SELECT g AS code, x AS n FROM t) SELECT code, n FROM pub
            TCT-R01 SELECT code FROM (SELECT g AS code FROM t) AS pub
            TCT-J01 WITH pub AS (SELECT * FROM t) SELECT COUNT(*) FROM pub a JOIN t ON a.g = t.g
            TCT-R01 WITH pub AS (SELECT * FROM t), t AS (SELECT * FROM pub) SELECT s FROM t
            TCT-R01 SELECT pub.s FROM t AS pub JOIN pub AS t ON TRUE
            TCT-S02 SELECT COUNT(*) FROM main.t
            TCT-S02 SELECT COUNT(*) FROM memory.main.t
            TCT-S02 SELECT COUNT(*) FROM temp.t
            TCT-S02 SELECT COUNT(*) FROM "source 0".t
            TCT-S02 SELECT COUNT(*) FROM "source 0".main.t
            TCT-S02 SELECT COUNT(*) FROM "t "
            TCT-S02 SELECT COUNT(*) FROM "released_0"
            TCT-S02 SELECT COUNT(*) FROM "t"";DROP TABLE t"
            TCT-S07 CREATE VIEW pub AS SELECT * FROM t
            TCT-S07 CREATE TEMP TABLE t AS SELECT 1 AS uid
            TCT-S07 CREATE OR REPLACE TABLE t AS SELECT 1 AS uid
            TCT-S07 SET search_path = 'x'
            TCT-S07 SET schema = 'x'
            TCT-S07 USE x
            """);
    }

    @Test
    void attack34ShadowsThatAreAcceptedMeanTheSameOnBoth() {
        String count = "COUNT(*, contribution_bounds_per_group => (0, 2)) AS n";
        for (String sql : List.of(
                "WITH t AS (SELECT 1 AS uid, 'z' AS g) SELECT g FROM t",
                "WITH t AS (SELECT * FROM pub) SELECT code FROM t",
                "WITH pub AS (SELECT g AS code, uid AS n FROM t) SELECT code, " + count + " FROM pub GROUP BY code",
                "WITH T AS (SELECT * FROM t) SELECT G, " + count + " FROM T GROUP BY G",
                "WITH o AS (SELECT * FROM pub) SELECT g, " + count + " FROM t JOIN o ON t.g = o.code GROUP BY g",
                "SELECT pub.g, " + count + " FROM t AS pub JOIN pub AS t ON pub.g = t.code GROUP BY pub.g",
                "WITH released_0 AS (SELECT * FROM t) SELECT g, " + count + " FROM released_0 GROUP BY g",
                "SELECT \"G\", " + count + " FROM \"T\" GROUP BY \"G\"")) {
            attack.leavesOthersAlone(sql, "a");
        }
    }

    @Test
    void attack34TwoTablesWhoseNamesDifferInCaseAreRefused() {
        List<SourceTable> tables = new ArrayList<>(Attack.tables(folder, People.ordinary(), true));
        SourceTable open = tables.get(3);
        tables.add(new SourceTable(
                new Table("T", open.table().columns(), open.table().protection()), open.source()));
        assertThatThrownBy(() -> TacitSession.open(tables, Defaults.STANDARD))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_NAME));
    }
}
