package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose a row is: attempts to make it somebody else's, nobody's, or everybody's. */
@NullUnmarked
class OwnershipAttackTest {
    private static final String COUNT = "COUNT(*, contribution_bounds_per_group => (0, 2)) AS n";

    @TempDir
    static Path folder;

    @AutoClose
    static final Attack.Kept ATTACKS = new Attack.Kept();

    private final Attack attack = ATTACKS.on(folder);

    @Test
    void attack12ALaunderedColumnJoinsNobody() {
        for (String laundered : List.of(
                "0",
                "i",
                "uid + 0",
                "COALESCE(uid, 0)",
                "ABS(uid)",
                "-(-uid)",
                "uid * 1",
                "CASE WHEN uid = 4217 THEN 1 ELSE uid END",
                "NULLIF(uid, 4217)",
                "GREATEST(uid, 1)")) {
            attack.areRefused("TCT-J01 SELECT COUNT(*) FROM (SELECT " + laundered
                    + " AS uid, g FROM t) AS a JOIN o ON a.uid = o.uid\n"
                    + "TCT-Q01 SELECT COUNT(*) FROM o WHERE EXISTS (SELECT 1 FROM (SELECT "
                    + laundered + " AS uid, g FROM t) AS a WHERE a.uid = o.uid)");
        }
    }

    /** What is called uid is not the person: the person goes along beside it. */
    @Test
    void attack12APersonIsFoundByLineageWhateverIsCalledUid() {
        attack.areRefused("""
            TCT-R01 SELECT 0 AS uid, x FROM t
            TCT-W01 SELECT COUNT(*) FROM (SELECT ROW_NUMBER() OVER (PARTITION BY uid ORDER BY x) AS r FROM (SELECT 0 AS uid, x FROM t) AS a) AS b WHERE r = 1
            TCT-U01 SELECT COUNT(*) FROM (SELECT uid, g FROM t UNION SELECT seller AS uid, day FROM o) AS p
            """);
        List<String> same = List.of("0 AS uid", "i AS uid", "uid + 0 AS uid", "COALESCE(uid, 0) AS uid");
        for (String laundered : same) {
            List<Answer> both = attack.isAnswered("SELECT SUM(x, contribution_bounds_per_group => (0, 5)) FROM (SELECT "
                    + laundered + ", x FROM t) AS p");
            // 4217 has one row of 31337.5, and weighs 5.
            assertThat(number(both.get(0)) - number(both.get(1))).isEqualTo(5);
        }
    }

    private static double number(Answer answer) {
        return ((Number) answer.rows().get(0).values().get(0)).doubleValue();
    }

    @Test
    void attack13JoinsOnAnythingElseAreRefused() {
        attack.areRefused("""
            TCT-J01 SELECT COUNT(*) FROM t a JOIN o b ON a.uid = b.uid OR TRUE
            TCT-J01 SELECT COUNT(*) FROM t a JOIN o b ON a.uid = b.uid OR a.g = 'a'
            TCT-J01 SELECT COUNT(*) FROM t a JOIN o b ON a.uid <= b.uid
            TCT-J01 SELECT COUNT(*) FROM t a JOIN o b ON a.uid <= b.uid OR a.uid >= b.uid
            TCT-J01 SELECT COUNT(*) FROM t a JOIN o b ON NOT a.uid <> b.uid
            TCT-J01 SELECT COUNT(*) FROM t a JOIN o b ON TRUE
            TCT-J01 SELECT COUNT(*) FROM t a CROSS JOIN o b
            TCT-J01 SELECT COUNT(*) FROM t a, o b
            TCT-J01 SELECT COUNT(*) FROM t a, o b WHERE a.uid < b.uid
            TCT-J01 SELECT COUNT(*) FROM (SELECT uid AS u, oid AS i FROM o) AS a NATURAL JOIN t
            TCT-J01 SELECT COUNT(*) FROM (SELECT g FROM t) AS a NATURAL JOIN (SELECT g FROM t) AS b
            TCT-J01 SELECT COUNT(*) FROM t a JOIN t b USING (g)
            TCT-J01 SELECT COUNT(*) FROM t a JOIN o b ON a.uid = b.seller
            TCT-J01 SELECT COUNT(*) FROM o a JOIN o b ON a.uid = b.seller
            TCT-J01 SELECT COUNT(*) FROM o a JOIN o b ON a.seller = b.seller
            TCT-J01 SELECT COUNT(*) FROM t a LEFT JOIN o b ON a.uid = b.seller
            TCT-J01 SELECT COUNT(*) FROM item a JOIN item b ON a.product = b.product
            TCT-J01 SELECT COUNT(*) FROM o a FULL JOIN t b ON a.oid = b.i
            """);
    }

    /** Nobody's rows are dropped before anything else, and so are those that an outer join makes. */
    @Test
    void attack14RowsWithoutAPersonAreDropped() {
        try (Attack nobodys =
                Attack.on(folder, ",a,9,9,9,9,9,s", ",zzz,9,9,9,9,9,s", ",zzz,9,9,9,9,9,s", "abc,zzz,9,9,9,9,9,s")) {
            for (String sql : List.of(
                    "SELECT g, COUNT(*, contribution_bounds_per_group => (0, 9)) AS n, SUM(x,"
                            + " contribution_bounds_per_group => (0, 99)) AS s FROM t GROUP BY g",
                    "SELECT COUNT(*, contribution_bounds_per_group => (0, 9)) AS n FROM t WHERE uid IS NULL",
                    "SELECT b.g, " + COUNT + " FROM t a JOIN t b ON a.uid = b.uid GROUP BY b.g",
                    "SELECT n, COUNT(*, contribution_bounds_per_group => (0, 9)) AS k FROM (SELECT uid, COUNT(*) AS n"
                            + " FROM t GROUP BY uid) AS p GROUP BY n")) {
                nobodys.leavesOthersAlone(sql);
            }
        }
        for (String sql : List.of(
                "SELECT g, " + COUNT + " FROM o LEFT JOIN t ON o.uid = t.uid AND t.uid <> 4217 GROUP BY g",
                "SELECT g, " + COUNT + " FROM t RIGHT JOIN o ON o.uid = t.uid GROUP BY g",
                "SELECT g, " + COUNT + " FROM o FULL JOIN t ON o.uid = t.uid AND o.seller = t.i GROUP BY g")) {
            attack.leavesOthersAlone(sql, "a", null);
        }
    }

    @Test
    void attack15SubqueriesAboutOthersAreRefused() {
        attack.areRefused("""
            TCT-Q01 SELECT COUNT(*) FROM t a WHERE EXISTS (SELECT 1 FROM t b WHERE b.uid = 4217)
            TCT-Q01 SELECT COUNT(*) FROM t a WHERE NOT EXISTS (SELECT 1 FROM t b WHERE b.uid = 4217)
            TCT-Q01 SELECT COUNT(*) FROM t a WHERE EXISTS (SELECT 1 FROM t b WHERE b.i > a.i)
            TCT-Q01 SELECT COUNT(*) FROM t a WHERE EXISTS (SELECT 1 FROM t b WHERE b.uid = a.uid OR b.uid = 4217)
            TCT-Q01 SELECT COUNT(*) FROM t a WHERE x IN (SELECT x FROM t b WHERE b.uid = 4217)
            TCT-Q01 SELECT COUNT(*) FROM t a WHERE x NOT IN (SELECT x FROM t)
            TCT-Q01 SELECT COUNT(*) FROM t a WHERE x > ALL (SELECT x FROM t)
            TCT-Q01 SELECT COUNT(*) FROM t a WHERE x > (SELECT AVG(x) FROM t b WHERE b.g <= a.g)
            TCT-Q01 SELECT COUNT(*) FROM t a WHERE x > (SELECT AVG(x) FROM t b WHERE b.g = a.g OR b.uid = 4217)
            TCT-Q01 SELECT COUNT(*) FROM t a WHERE x > (SELECT AVG(x - a.x) FROM t b WHERE b.g = a.g)
            TCT-Q01 SELECT COUNT(*) FROM t a WHERE x > (SELECT WITH DIFFERENTIAL_PRIVACY AVG(x) FROM t b WHERE b.uid = a.uid)
            TCT-Q01 SELECT code FROM pub WHERE EXISTS (SELECT 1 FROM t WHERE t.g = code)
            TCT-Q01 SELECT code, (SELECT COUNT(*) FROM t WHERE t.g > code) AS n FROM pub
            """);
    }

    @Test
    void attack15ANumberAboutEverybodyIsAReleaseOfItsOwn() {
        List<Answer> both = attack.isAnswered(
                "SELECT " + COUNT + " FROM t WHERE x > (SELECT AVG(x, contribution_bounds_per_row => (0, 20)) FROM t)");
        both.forEach(answer -> {
            assertThat(answer.releases()).hasSize(2);
            assertThat(answer.epsilon()).isEqualTo("40");
        });
    }

    /** However many rows are outside, there is one release for all of them, and it is paid for. */
    @Test
    void attack15WhatDependsOnTheRowOutsideIsReleasedOnceForAll() {
        String mean = "(SELECT AVG(x, contribution_bounds_per_row => (0, 20)) FROM t b WHERE b.g = ";
        for (String sql : List.of(
                "SELECT " + COUNT + " FROM t a WHERE x > " + mean + "a.g)",
                "SELECT " + COUNT + " FROM t a JOIN pub ON code = a.g WHERE x > " + mean + "code)",
                "SELECT " + COUNT + " FROM t a WHERE x > " + mean + "a.g) AND x < 9 + " + mean + "a.g)")) {
            attack.isAnswered(sql).forEach(answer -> {
                assertThat(answer.releases()).as(sql).hasSize(2);
                assertThat(answer.epsilon()).as(sql).isEqualTo("40");
            });
        }
        attack.isAnswered("SELECT code, " + mean + "code) AS m FROM pub WHERE " + mean + "code) > 0")
                .forEach(answer -> assertThat(answer.epsilon()).isEqualTo("20"));
    }

    @Test
    void attack16WindowsAcrossPeopleAreRefused() {
        attack.areRefused("""
            TCT-W01 SELECT COUNT(*) FROM (SELECT uid, ROW_NUMBER() OVER (ORDER BY x) AS r FROM t) AS p WHERE r = 1
            TCT-W01 SELECT COUNT(*) FROM (SELECT uid, LAG(x) OVER (PARTITION BY g ORDER BY i) AS r FROM t) AS p WHERE r > 1
            TCT-W01 SELECT COUNT(*) FROM (SELECT uid, LAG(uid) OVER (ORDER BY uid) AS r FROM t) AS p WHERE r > 1
            TCT-W01 SELECT COUNT(*) FROM (SELECT uid, MAX(x) OVER () AS r FROM t) AS p WHERE r > 1
            TCT-W01 SELECT COUNT(*) FROM (SELECT uid, SUM(x) OVER (PARTITION BY uid + 0 ORDER BY i) AS r FROM t) AS p WHERE r > 1
            TCT-W01 SELECT COUNT(*) FROM (SELECT uid, x FROM t QUALIFY ROW_NUMBER() OVER (ORDER BY x) = 1) AS p
            TCT-W01 SELECT COUNT(*) FROM (SELECT uid, x FROM t QUALIFY LAG(x) OVER (PARTITION BY g ORDER BY x) = 1) AS p
            TCT-W01 SELECT COUNT(*) FROM (SELECT LEAD(x, 99999999999999999999) OVER (PARTITION BY uid ORDER BY i) AS r FROM t) AS p WHERE r > 1
            TCT-W01 SELECT COUNT(*) FROM (SELECT LEAD(x, 0.5) OVER (PARTITION BY uid ORDER BY i) AS r FROM t) AS p WHERE r > 1
            TCT-W01 SELECT COUNT(*) FROM (SELECT LAG(x, NULL) OVER (PARTITION BY uid ORDER BY i) AS r FROM t) AS p WHERE r > 1
            TCT-W01 SELECT COUNT(*) FROM (SELECT LAG(x, i) OVER (PARTITION BY uid ORDER BY i) AS r FROM t) AS p WHERE r > 1
            TCT-W01 SELECT COUNT(*) FROM (SELECT uid, NTILE(4) OVER (ORDER BY x) AS r FROM t) AS p WHERE r > 1
            TCT-W01 SELECT COUNT(*) FROM (SELECT uid, PERCENT_RANK() OVER (ORDER BY x) AS r FROM t) AS p WHERE r > 1
            TCT-W01 SELECT COUNT(*) FROM (SELECT b.x, RANK() OVER (PARTITION BY a.uid ORDER BY b.x) AS r FROM t AS a RIGHT JOIN t AS b USING (uid)) AS p WHERE r > 1
            TCT-W01 SELECT COUNT(*) FROM (SELECT a.x, RANK() OVER (PARTITION BY b.uid ORDER BY a.x) AS r FROM t AS a NATURAL LEFT JOIN (SELECT uid FROM t) AS b) AS p WHERE r > 1
            TCT-W01 SELECT COUNT(*) FROM (SELECT a.x, RANK() OVER (PARTITION BY b.uid ORDER BY a.x) AS r FROM t AS a FULL JOIN t AS b USING (uid)) AS p WHERE r > 1
            """);
    }

    @Test
    void attack17DistinctSetsAndLimitsAcrossPeopleAreRefused() {
        attack.areRefused("""
            TCT-U01 SELECT COUNT(*) FROM (SELECT g FROM t UNION SELECT g FROM t) AS p
            TCT-U01 SELECT COUNT(*) FROM (SELECT g FROM t EXCEPT SELECT g FROM t WHERE uid = 4217) AS p
            TCT-U01 SELECT COUNT(*) FROM (SELECT g FROM t INTERSECT SELECT g FROM t WHERE uid = 4217) AS p
            TCT-U01 SELECT COUNT(*) FROM (SELECT g FROM t EXCEPT ALL SELECT code FROM pub) AS p
            TCT-U01 SELECT COUNT(*) FROM (SELECT code FROM pub EXCEPT SELECT g FROM t) AS p
            TCT-L01 SELECT COUNT(*) FROM (SELECT * FROM t LIMIT 5) AS p
            TCT-L01 SELECT COUNT(*) FROM (SELECT * FROM t ORDER BY x DESC LIMIT 1) AS p
            TCT-L01 SELECT COUNT(*) FROM (SELECT * FROM t OFFSET 3 ROWS) AS p
            TCT-S04 SELECT COUNT(*) FROM t TABLESAMPLE BERNOULLI(10)
            TCT-S04 SELECT COUNT(*) FROM t TABLESAMPLE SYSTEM(10) REPEATABLE(1)
            TCT-S04 SELECT COUNT(*) FROM t USING SAMPLE 10%
            TCT-W01 SELECT DISTINCT ON (g) g FROM t
            """);
    }

    /** With the person in it, DISTINCT and set operations are that person's own; without it, DISTINCT is a release. */
    @Test
    void attack17WithThePersonTheyAreAccepted() {
        attack.leavesOthersAlone("SELECT g, " + COUNT + " FROM (SELECT DISTINCT uid, g FROM t) AS p GROUP BY g", "a");
        attack.leavesOthersAlone(
                "SELECT g, " + COUNT + " FROM (SELECT uid, g FROM t EXCEPT SELECT uid, 'b' FROM o) AS p GROUP BY g",
                "a");
        attack.isAnswered("SELECT DISTINCT g FROM t")
                .forEach(answer -> assertThat(answer.releases()).hasSize(1));
    }

    /** Inner names equal outer ones; the equality of persons is between the rows that it should be between. */
    @Test
    void attack42InnerNamesDoNotCaptureOuterOnes() {
        attack.areRefused("""
            TCT-Q01 SELECT COUNT(*) FROM t WHERE EXISTS (SELECT 1 FROM t WHERE t.uid = t.uid)
            TCT-Q01 SELECT COUNT(*) FROM t WHERE EXISTS (SELECT 1 FROM t WHERE uid = uid)
            TCT-Q01 SELECT COUNT(*) FROM t WHERE EXISTS (SELECT 1 FROM t AS o WHERE o.uid = uid)
            TCT-Q01 SELECT COUNT(*) FROM t a WHERE EXISTS (SELECT 1 FROM t a WHERE a.uid = a.uid)
            TCT-Q01 SELECT COUNT(*) FROM t a WHERE EXISTS (SELECT 1 FROM o b WHERE b.uid = a.uid AND EXISTS (SELECT 1 FROM t a WHERE a.uid = a.uid))
            TCT-Q01 SELECT COUNT(*) FROM t a WHERE uid IN (SELECT seller FROM o WHERE uid = uid)
            TCT-Q01 SELECT COUNT(*) FROM t a WHERE NOT EXISTS (SELECT 1 FROM (SELECT seller AS uid FROM o) AS o WHERE o.uid = a.uid)
            """);
        for (String sql : List.of(
                "SELECT g, " + COUNT
                        + " FROM t WHERE EXISTS (SELECT 1 FROM (SELECT uid AS u, x AS uid FROM t) AS t2 WHERE u ="
                        + " t.uid AND t2.uid > 3) GROUP BY g",
                "SELECT g, " + COUNT
                        + " FROM t WHERE EXISTS (SELECT 1 FROM o WHERE o.uid = t.uid AND EXISTS (SELECT 1 FROM t AS u"
                        + " WHERE u.uid = o.uid AND NOT EXISTS (SELECT 1 FROM o WHERE o.uid = u.uid AND o.amount >"
                        + " 20))) GROUP BY g",
                "SELECT g, " + COUNT
                        + " FROM t WHERE uid IN (SELECT uid FROM o WHERE seller NOT IN (SELECT seller FROM o AS p"
                        + " WHERE p.uid = o.uid AND p.amount > 9)) GROUP BY g",
                "SELECT g, " + COUNT
                        + " FROM t AS o WHERE NOT EXISTS (SELECT 1 FROM o AS t WHERE t.uid = o.uid AND t.seller = 3)"
                        + " GROUP BY g")) {
            attack.leavesOthersAlone(sql, "a");
        }
    }
}
