package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.release.SeededNoise;
import io.tacit.engine.walk.Walk;
import io.tacit.privacy.number.Rational;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What one has released can be asked anew for nothing: in another order, cut off, under other names, computed from,
 * joined with another release that is kept. Another release is paid for.
 */
@NullUnmarked
class KeptReleasesTest {
    private static final String BASE = "SELECT g, COUNT(*) AS n, AVG(x) AS mean, SUM(x) AS total FROM t GROUP BY g";

    /** All aggregates of {@link #BASE}, whatever is made of them. */
    private static final List<String> SAME = List.of(
            BASE + " ORDER BY n DESC",
            BASE + " ORDER BY mean, g LIMIT 2",
            BASE + " LIMIT 1 OFFSET 1",
            BASE + " HAVING COUNT(*) > 10",
            BASE + " HAVING AVG(x) > 3 AND SUM(x) > 10 ORDER BY 1 DESC",
            "SELECT g AS area, COUNT(*) AS visits, AVG(x) AS \"mean x\", SUM(x) FROM t GROUP BY g",
            "SELECT g, COUNT(*), ROUND(AVG(x), 1), SUM(x) FROM t GROUP BY g",
            "SELECT COUNT(*), AVG(x) / 2 + 1, SUM(x), g FROM t GROUP BY g",
            "SELECT g, COUNT(*) AS n, AVG(x) AS mean, SUM(x) AS total, SUM(x) / COUNT(*) AS ratio FROM t GROUP BY g",
            "SELECT UPPER(g), COUNT(*), CASE WHEN AVG(x) > 5 THEN 'high' ELSE 'low' END, SUM(x) FROM t GROUP BY g",
            "SELECT SUM(n), MAX(mean), MIN(total) FROM (" + BASE + ")",
            "SELECT * FROM (" + BASE + ") WHERE g <> 'b'",
            "WITH r AS (" + BASE + ") SELECT g, n, mean, total, RANK() OVER (ORDER BY total) FROM r",
            "WITH r AS (" + BASE + ") SELECT g, n, mean, total FROM r WHERE n > (SELECT AVG(n) FROM r)",
            "SELECT SUM(x), AVG(x), g, COUNT(*) FROM t GROUP BY g",
            "SELECT g, AVG(x) FROM t GROUP BY g",
            "SELECT COUNT(*) AS n, g FROM t GROUP BY g ORDER BY SUM(x) LIMIT 1",
            "SELECT g FROM t GROUP BY g",
            "SELECT DISTINCT g FROM t",
            "SELECT g, SUM(x) / COUNT(*) FROM t GROUP BY g HAVING AVG(x) > 0",
            "select   G, count(*), avg(X), sum(X) from T group by G -- again");

    /** Others, although they look like it. */
    private static final List<String> OTHER = List.of(
            BASE.replace("FROM t", "FROM t WHERE x > 1"),
            BASE.replace("FROM t", "FROM t WHERE s <> 'word1'"),
            BASE.replace("FROM t", "FROM t WHERE s <> 'word2'"),
            BASE.replace("SUM(x)", "SUM(x + 1)"),
            BASE.replace("COUNT(*)", "COUNT(DISTINCT uid)"),
            "SELECT AVG(x) FROM t",
            BASE.replace("GROUP BY g", "GROUP BY g, s"),
            BASE.replace("SELECT g", "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.5) g"),
            BASE.replace("SELECT g", "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 1) g"),
            BASE.replace("AVG(x)", "AVG(x) FILTER (WHERE s <> 'word3')"),
            BASE.replace("SELECT g, ", "SELECT g, MEDIAN(x) AS median, "),
            "FRESH " + BASE);

    @TempDir
    Path folder;

    private Shopkeeper shop;

    @BeforeEach
    void opens() {
        List<String> lines = new ArrayList<>();
        for (int uid = 1; uid <= 400; uid++) {
            for (int row = 0; row < 2; row++) {
                String group = String.valueOf((char) ('a' + (uid + row) % 3));
                lines.add(uid + "," + group + "," + uid % 17 + ",0,0,0,0,word" + uid % 5);
            }
        }
        lines.add("500,hermit,3,0,0,0,0,word500");
        shop = Shopkeeper.of(folder, People.of(lines), "1000", "audit_log: log.jsonl");
    }

    private static Map<String, List<Object>> byKey(Answer answer, int key) {
        Map<String, List<Object>> rows = new LinkedHashMap<>();
        answer.rows().forEach(row -> rows.put(String.valueOf(row.values().get(key)), row.values()));
        return rows;
    }

    private static Rational spent(TacitSession session) {
        return session.spent().epsilon();
    }

    @Test
    void whateverIsMadeOfAReleaseCostsNothing() {
        try (TacitSession session = shop.open("ada", SeededNoise.of(36))) {
            Answer base = session.query(BASE);
            Rational once = spent(session);
            SoftAssertions all = new SoftAssertions();
            for (String sql : SAME) {
                all.assertThat(session.explain(sql).kept()).as(sql).isTrue();
                Answer again = session.query(sql);
                all.assertThat(spent(session)).as(sql).isEqualTo(once);
                all.assertThat(again.epsilon()).as(sql).isEqualTo("0");
                all.assertThat(again.origin().releasedAt()).as(sql).isPresent();
                all.assertThat(again.releases()).as(sql).hasSize(1);
            }
            all.assertAll();
            assertThat(byKey(base, 0).keySet()).containsExactlyInAnyOrder("a", "b", "c");
        }
    }

    /** The same numbers and intervals, wherever they stand. */
    @Test
    void whatIsComputedAgreesWithWhatWasReleased() {
        try (TacitSession session = shop.open("ada", SeededNoise.of(36))) {
            Answer base = session.query(BASE);
            Answer sorted = session.query(BASE + " ORDER BY g DESC");
            assertThat(byKey(sorted, 0)).isEqualTo(byKey(base, 0));
            assertThat(sorted.rows().get(0).intervals())
                    .isEqualTo(base.rows().get(base.rows().size() - 1).intervals());
            assertThat(sorted.rows().get(0).values().get(0)).isEqualTo("c");
            Answer computed = session.query(
                    "SELECT g, COUNT(*) * 2, AVG(x), SUM(x) / COUNT(*) AS ratio, SUM(x) FROM t GROUP BY g");
            Map<String, List<Object>> known = byKey(base, 0);
            for (AnswerRow row : computed.rows()) {
                List<Object> released = known.get(String.valueOf(row.values().get(0)));
                assertThat(((Number) row.values().get(1)).longValue())
                        .isEqualTo(2 * ((Number) released.get(1)).longValue());
                assertThat(row.values().get(2)).isEqualTo(released.get(2));
                assertThat(row.values().get(4)).isEqualTo(released.get(3));
                assertThat(row.intervals().get(3)).as("the interval of a ratio").isNotNull();
            }
        }
    }

    private static final List<String> AGGREGATES = List.of(
            "COUNT(*)",
            "COUNT(DISTINCT uid)",
            "SUM(x)",
            "AVG(x)",
            "STDDEV(x)",
            "COUNT(*) FILTER (WHERE s = 'word1')",
            "SUM(CASE WHEN s = 'word2' THEN x ELSE 0 END)",
            "MEDIAN(x)",
            "COUNT(DISTINCT s)",
            "MAX(x)");

    /**
     * Of every set of aggregates in an order, any part in any other order, in a global question and by group. The list is
     * that of all ordered pairs of aggregates, and drawn ones of up to five.
     */
    @Test
    @Tag("walk")
    void anyPartOfWhatWasReleasedCostsNothing() {
        Random random = Walk.random("kept releases");
        SoftAssertions all = new SoftAssertions();
        try (TacitSession session = shop.open("ada", SeededNoise.of(36))) {
            for (int i = 0; i < Walk.times(300, 8); i++) {
                List<String> some = new ArrayList<>(AGGREGATES);
                Collections.shuffle(some, random);
                some = some.subList(0, 2 + random.nextInt(3));
                String key = random.nextBoolean() ? "g" : "s";
                // Of each question another set of rows, so that none is answered by the one before.
                String from = " FROM t WHERE x < " + (100 + i) + " GROUP BY " + key;
                Answer first = session.query("FRESH SELECT " + key + ", " + String.join(", ", some) + from);
                Map<String, List<Object>> known = byKey(first, 0);
                List<String> order = some;
                Rational spent = spent(session);
                List<String> part = new ArrayList<>(some);
                Collections.shuffle(part, random);
                part = part.subList(0, 1 + random.nextInt(part.size()));
                String sql = "SELECT " + String.join(", ", part) + ", " + key + from + " ORDER BY 1 DESC";
                Answer answer = session.query(sql);
                all.assertThat(spent(session)).as("%s of %s", sql, some).isEqualTo(spent);
                for (AnswerRow row : answer.rows()) {
                    List<Object> released =
                            known.get(String.valueOf(row.values().get(part.size())));
                    for (int p = 0; p < part.size(); p++) {
                        all.assertThat(row.values().get(p))
                                .as(sql)
                                .isEqualTo(released.get(1 + some.indexOf(part.get(p))));
                    }
                }
                all.assertThat(answer.origin().beside()).as(sql).isEqualTo(some.size() - part.size());
                all.assertThat(answer.rows()).as(sql).hasSameSizeAs(known.keySet());
                all.assertThat(answer.releases().get(0).aggregates())
                        .as(sql)
                        .extracting(AggregateReport::function)
                        .containsExactlyElementsOf(part.stream()
                                .map(one -> first.releases().get(0).aggregates().get(order.indexOf(one)))
                                .map(AggregateReport::function)
                                .toList());
            }
        }
        all.assertAll();
    }

    /** Keys of every type, groups of every kind, aggregates of every form: whatever is kept is read back as it was. */
    private static final List<String> FORMS = List.of(
            "SELECT CAST(x AS DECIMAL(12, 3)) AS k, COUNT(*) AS n FROM t GROUP BY 1",
            "SELECT x > 8 AS k, COUNT(*) AS n, SUM(x) AS s FROM t GROUP BY 1",
            "SELECT DATE '2024-02-01' + CAST(x AS INTEGER) AS k, COUNT(*) AS n FROM t GROUP BY 1",
            "SELECT TIMESTAMP '2024-02-01 10:00:00' AS k, COUNT(*) AS n FROM t GROUP BY 1",
            "SELECT CASE WHEN x > 8 THEN 'tab\t\"quote\" ü' END AS k, COUNT(*) AS n, AVG(x) AS m FROM t GROUP BY 1",
            "SELECT g AS \"g, n\", s AS \"S\", COUNT(*) AS n FROM t GROUP BY g, s",
            "SELECT g, s, COUNT(*) AS n FROM t GROUP BY ROLLUP(g, s)",
            "SELECT g, COUNT(*) AS n FROM t GROUP BY GROUPING SETS ((g), ())",
            "SELECT COUNT(*) AS n, COUNT(DISTINCT g) AS d, MEDIAN(x) AS m, VAR_POP(x) AS v FROM t",
            "SELECT QUANTILE_CONT(x, [0.25, 0.75]) AS q, COUNT(*) AS n FROM t",
            "SELECT MIN(x) AS a, MAX(x) AS b FROM t",
            "SELECT MAX(x, contribution_bounds_per_row => (0, 20)) AS b, COUNT(*) AS n FROM t",
            "SELECT g, CORR(x, uid, contribution_bounds_per_row => ((0, 20), (0, 500))) AS c FROM t GROUP BY g",
            "SELECT g, SUM(x) AS s FROM t WHERE x < 0 GROUP BY g",
            "SELECT WITH DIFFERENTIAL_PRIVACY g, AVG(x) AS m, COUNT(*) AS n FROM t GROUP BY g",
            "SELECT WITH ANONYMIZATION OPTIONS(epsilon = 1, delta = 1e-6) g, ANON_COUNT(*) AS n FROM t GROUP BY g",
            "SELECT k.g, COUNT(t.uid) AS n FROM (VALUES ('a'), ('z')) AS k(g) LEFT JOIN t ON t.g = k.g GROUP BY k.g",
            "SELECT g, COUNT(*) AS n, DP_INTERVAL_LOW(n) AS low FROM t GROUP BY g",
            "SELECT g, n / total AS share FROM (SELECT g, COUNT(*) AS n FROM t GROUP BY g), (SELECT COUNT(*) AS total FROM t)");

    @Test
    void whateverIsKeptIsReadBackAsItWas() {
        SoftAssertions all = new SoftAssertions();
        try (TacitSession session = shop.open("ada", SeededNoise.of(36))) {
            for (String sql : FORMS) {
                Answer base = session.query(sql);
                Rational spent = spent(session);
                Answer again = session.query("SELECT * FROM (" + sql + ") AS q LIMIT 1000");
                all.assertThat(spent(session)).as(sql).isEqualTo(spent);
                all.assertThat(again.rows().toString())
                        .as(sql)
                        .isEqualTo(base.rows().toString());
            }
        }
        all.assertAll();
    }

    @Test
    void anotherReleaseIsPaidFor() {
        try (TacitSession session = shop.open("ada", SeededNoise.of(36))) {
            session.query(BASE);
            for (String sql : OTHER) {
                Rational before = spent(session);
                assertThat(session.query(sql).origin().releasedAt()).as(sql).isEmpty();
                assertThat(spent(session)).as(sql).isGreaterThan(before);
            }
        }
    }

    /** A join of two kept results is free; where one of them is new, both are paid for. */
    @Test
    void resultsThatAreKeptAreJoinedForNothing() {
        String people = "SELECT g, COUNT(DISTINCT uid) AS people FROM t GROUP BY g";
        String join = "SELECT a.g, a.n, b.people FROM (" + BASE + ") AS a JOIN (" + people + ") AS b ON a.g = b.g";
        try (TacitSession session = shop.open("ada", SeededNoise.of(36))) {
            Answer base = session.query(BASE);
            session.query(people);
            Rational before = spent(session);
            Answer joined = session.query(join + " WHERE a.mean > 0 AND a.total > 0");
            assertThat(spent(session)).isEqualTo(before);
            joined.rows()
                    .forEach(row -> assertThat(row.values().get(1))
                            .isEqualTo(byKey(base, 0)
                                    .get(String.valueOf(row.values().get(0)))
                                    .get(1)));
            session.query(join.replace("COUNT(DISTINCT uid)", "COUNT(DISTINCT s)"));
            assertThat(spent(session)).isGreaterThan(before);
        }
    }

    /** In a new process, too, and for who shares the account; a version more, and they are gone. */
    @Test
    void itIsKeptForTheAccountAndTheVersion() throws IOException {
        try (TacitSession session = shop.open("ada", SeededNoise.of(36))) {
            session.query(BASE);
        }
        try (TacitSession session = shop.open("bob", SeededNoise.of(36))) {
            session.query(BASE + " ORDER BY g LIMIT 2");
            assertThat(spent(session)).isEqualTo(Rational.ZERO);
        }
        Path policy = shop.file();
        Files.writeString(policy, Files.readString(policy).replace("version: first", "version: second"));
        try (TacitSession session = shop.open("ada", SeededNoise.of(36))) {
            session.query(BASE + " ORDER BY g LIMIT 2");
            assertThat(spent(session)).isGreaterThan(Rational.ZERO);
        }
    }

    /** A new release takes the place of the old one in all that is computed from it. */
    @Test
    void aFreshReleaseTakesItsPlace() {
        try (TacitSession session = shop.open("ada", SeededNoise.of(36))) {
            Map<String, List<Object>> before = byKey(session.query(BASE), 0);
            Map<String, List<Object>> fresh = byKey(session.query("FRESH " + BASE), 0);
            assertThat(fresh).isNotEqualTo(before);
            assertThat(byKey(session.query(BASE + " ORDER BY n"), 0)).isEqualTo(fresh);
        }
    }

    /** The owner reads which query paid; no group that did not appear is kept. */
    @Test
    void theLogNamesTheQueryThatPaid() throws IOException {
        try (TacitSession session = shop.open("ada", SeededNoise.of(36))) {
            session.query(BASE);
            session.query(BASE + " ORDER BY n DESC");
        }
        String log = Files.readString(folder.resolve("log.jsonl"));
        String charge = shop.charges().get(0).query();
        assertThat(log).contains("Computed from what was released for " + charge);
        try (var files = Files.list(folder)) {
            for (Path file : files.filter(each -> !each.getFileName().toString().equals("t.csv"))
                    .toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain("hermit");
            }
        }
    }
}
