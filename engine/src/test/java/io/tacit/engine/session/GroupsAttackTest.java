package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.release.SeededNoise;
import io.tacit.engine.release.ZeroNoise;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which groups there are, how they are told apart, and in which order they come. */
@NullUnmarked
class GroupsAttackTest {
    private static final String COUNT = "COUNT(*, contribution_bounds_per_group => (0, 2)) AS n";

    @TempDir
    static Path folder;

    @AutoClose
    static final Attack.Kept ATTACKS = new Attack.Kept();

    private final Attack attack = ATTACKS.on(folder);

    @Test
    void attack10AGlobalAggregateAlwaysHasOneRow() {
        for (String sql : List.of(
                "SELECT " + COUNT + ", AVG(x, contribution_bounds_per_row => (0, 1)) FROM t WHERE uid = 4217",
                "SELECT SUM(x) FROM t WHERE uid = 4217",
                "SELECT MEDIAN(x), COUNT(DISTINCT s) FROM t WHERE uid = 4217",
                "SELECT WITH ANONYMIZATION ANON_COUNT(*) FROM t WHERE uid = 4217",
                "SELECT " + COUNT + " FROM t a WHERE uid = 4217 AND EXISTS (SELECT 1 FROM o WHERE o.uid = a.uid)",
                "SELECT COUNT(*, contribution_bounds_per_group => (0, 2)) AS n FROM t WHERE FALSE")) {
            attack.isAnswered(sql).forEach(answer -> assertThat(answer.rows()).hasSize(1));
        }
    }

    /**
     * With the standard delta of 1e-8 a key of one person is shown with at most that chance; twelve of them with less
     * than 2e-7.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "uid * 7919",
                "CAST(uid AS VARCHAR)",
                "CASE WHEN uid = 4217 THEN 'there' ELSE 'others' END",
                "CASE WHEN uid = 4217 THEN NULL ELSE 'others' END",
                "s || 'x'",
                "COALESCE(NULLIF(uid, 4217), -1)"
            })
    void attack11AKeyOfOnePersonDoesNotAppear(String key) {
        try (TacitSession session = TacitSession.open(
                List.of(People.ordinary().with(Attack.VICTIM).table(folder)),
                Defaults.STANDARD,
                People.IN_ORDER,
                SeededNoise.of(102))) {
            for (String option : List.of("", " OPTIONS(noise = GAUSSIAN)")) {
                Answer answer = session.query("SELECT WITH DIFFERENTIAL_PRIVACY" + option + " " + key
                        + " AS k, COUNT(* CLAMPED BETWEEN 0 AND 1) FROM t GROUP BY " + key);
                assertThat(answer.rows())
                        .noneMatch(row ->
                                String.valueOf(row.values().get(0)).matches("4217|33394423|there|null|Zyxgorodx|-1"));
            }
        }
    }

    @Test
    void attack11ThePersonAndItsHashAreNoKeys() {
        attack.areRefused("""
            TCT-R01 SELECT uid, COUNT(*) FROM t GROUP BY uid
            TCT-R01 SELECT g, COUNT(*) FROM t GROUP BY uid, g
            TCT-R01 SELECT COUNT(*) FROM t GROUP BY uid
            TCT-G01 SELECT COUNT(*) FROM t GROUP BY ROLLUP(uid)
            TCT-S05 SELECT hash(uid) AS k, COUNT(*) FROM t GROUP BY hash(uid)
            TCT-S05 SELECT md5(s) AS k, COUNT(*) FROM t GROUP BY md5(s)
            """);
    }

    /** A person is in as many groups as C_u says, counted over all grouping sets. */
    @Test
    void attack18EveryGroupingSetCountsAgainstTheGroupsOfAPerson() {
        List<String> victim = new ArrayList<>();
        for (String group : List.of("a", "b", "c", "d", "e", "f")) {
            for (String word : List.of("s", "t", "u", "v")) {
                victim.add("4217," + group + ",1,1,1,1,1," + word);
            }
        }
        try (Attack wide = Attack.on(folder, wide(), victim.toArray(String[]::new))) {
            for (String sets : List.of("CUBE(g, s)", "ROLLUP(g, s)", "GROUPING SETS ((g), (s), (), (g, s))")) {
                for (int most = 1; most <= 5; most += 2) {
                    List<Answer> both =
                            wide.isAnswered("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = "
                                    + most
                                    + ") g, s, GROUPING(g) AS a, GROUPING(s) AS b, COUNT(DISTINCT uid) AS n FROM t"
                                    + " GROUP BY "
                                    + sets + " ORDER BY g, s, a, b");
                    long moved = 0;
                    for (int i = 0; i < both.get(0).rows().size(); i++) {
                        moved += people(both.get(0), i) - people(both.get(1), i);
                    }
                    assertThat(moved).isEqualTo(most);
                }
            }
        }
    }

    private static long people(Answer answer, int row) {
        return ((Number) answer.rows().get(row).values().get(4)).longValue();
    }

    /** Many people in every group, so that all groups appear on both. */
    private static People wide() {
        List<String> lines = new ArrayList<>();
        for (int uid = 1; uid <= 400; uid++) {
            lines.add(uid + "," + "abcdef".charAt(uid % 6) + ",1,1,1,1,1," + "stuv".charAt(uid / 6 % 4));
        }
        return People.of(lines);
    }

    /** What HAVING and ORDER BY compare is released, and charged; what is not cannot be named. */
    @Test
    void attack19NothingExactDecidesAboutRowsOrTheirOrder() {
        String groups = "SELECT g, " + COUNT + " FROM t GROUP BY g ";
        for (String rest :
                List.of("HAVING COUNT(*) > 19", "HAVING MAX(x) > 3", "ORDER BY MAX(x)", "ORDER BY SUM(x) DESC")) {
            List<Answer> both = attack.isAnswered(groups + rest);
            both.forEach(answer ->
                    assertThat(answer.releases().get(0).aggregates()).as(rest).hasSize(2));
        }
        attack.areRefused("TCT-S04 " + groups + "HAVING x > 3\nTCT-S04 " + groups + "ORDER BY x\nTCT-Q01 " + groups
                + "HAVING EXISTS (SELECT 1 FROM t b WHERE b.g = t.g)");
        // A number about the rows of the same key is a release of its own, which is charged too.
        attack.isAnswered(groups + "ORDER BY (SELECT COUNT(*) FROM t b WHERE b.g = t.g)")
                .forEach(answer -> assertThat(answer.releases()).hasSize(2));
    }

    /** Released rows come in the order of their keys, wherever the file has them. */
    @Test
    void attack19TheOrderOfRowsSaysNothingOfTheFile() {
        List<String> backwards = new ArrayList<>(People.ordinary().lines());
        Collections.reverse(backwards);
        List<List<AnswerRow>> rows = new ArrayList<>();
        for (People people : List.of(People.ordinary(), People.of(backwards))) {
            try (TacitSession session = people.exactly(folder)) {
                rows.add(session.query("SELECT g, " + COUNT + " FROM t GROUP BY g")
                        .rows());
            }
        }
        assertThat(rows.get(0)).isEqualTo(rows.get(1));
        assertThat(rows.get(0)).extracting(row -> row.values().get(0)).containsExactly("a", "b", "c");
    }

    @Test
    void attack20OneKeyForBothZerosAndForNotANumber() {
        List<String> lines = new ArrayList<>();
        for (int uid = 1; uid <= 10; uid++) {
            lines.add(uid + ",a," + (uid % 2 == 0 ? "-0.0" : "0.0") + ",1,1,1,1,7");
            lines.add(uid + ",a," + (uid % 2 == 0 ? "nan" : "") + ",1,1,1,1,7 ");
        }
        try (TacitSession session = People.of(lines).exactly(folder)) {
            Answer keys = session.query("SELECT x, COUNT(DISTINCT uid) AS n FROM t GROUP BY x");
            assertThat(keys.rows().stream().map(AnswerRow::values).toList())
                    .containsExactly(Arrays.asList(0.0, 10L), Arrays.asList(null, 10L));
            assertThat(session.query("SELECT s, COUNT(DISTINCT uid) AS n FROM t GROUP BY s")
                            .rows())
                    .hasSize(2);
        }
    }

    /** Each person counts once for each key, whatever else looks like it, and no key comes twice. */
    @ParameterizedTest
    @ValueSource(strings = {"s", "x", "UPPER(s)", "TRIM(s)", "x + 0", "-x", "g || s", "CAST(x AS VARCHAR)", "x, s"})
    void attack20OneRowForEachPersonAndKey(String key) {
        String[] texts = {"7", "7 ", "07", "a", "A", "á", "á", "ss", "ß", ""};
        String[] doubles = {"0.0", "-0.0", "nan", "-nan", "inf", "1e-320", "1", "1.0"};
        List<String> lines = new ArrayList<>();
        for (int uid = 1; uid <= 12; uid++) {
            for (int i = 0; i < 20; i++) {
                lines.add(uid + ",a," + doubles[i % 8] + ",1,1,1,1,\"" + texts[i % 10] + "\"");
            }
        }
        Defaults slack = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 100, 0.95);
        try (TacitSession session =
                TacitSession.open(List.of(People.of(lines).table(folder)), slack, People.SETTINGS, ZeroNoise::new)) {
            int keys = key.split(",", -1).length;
            List<AnswerRow> rows = session.query("SELECT " + key + ", COUNT(DISTINCT uid) AS n FROM t GROUP BY " + key)
                    .rows();
            assertThat(rows).isNotEmpty().allMatch(row -> row.values().get(keys).equals(12L));
            assertThat(rows.stream().map(row -> row.values().subList(0, keys))).doesNotHaveDuplicates();
        }
    }

    /** Which public groups there are does not depend on rows of people. */
    @Test
    void attack39ThePublicKeysDoNotDependOnPeople() {
        String count = "SELECT code, COUNT(t.uid, contribution_bounds_per_group => (0, 2)) AS n FROM pub LEFT JOIN t ON"
                + " pub.code = t.g";
        for (String condition : List.of(
                "",
                " AND t.x > 5",
                " AND t.uid = 4217",
                " WHERE t.x > 5",
                " WHERE t.uid = 4217",
                " WHERE t.x > 5 AND code <> 'b'")) {
            String sql = count + condition + " GROUP BY code";
            int groups = condition.contains("code") ? 3 : 4;
            attack.isAnswered(sql).forEach(answer -> assertThat(answer.rows()).hasSize(groups));
            attack.leavesOthersAlone(sql, "a");
        }
        for (String condition : List.of(
                "t.x IS NULL",
                "t.uid IS NULL",
                "COALESCE(t.x, 9) > 5",
                "code > 'a' OR t.x > 5",
                "NOT COALESCE(t.x > 5, FALSE)",
                "(t.x > 5) IS NOT TRUE",
                "CASE WHEN t.x > 5 THEN FALSE ELSE TRUE END",
                "t.x IS NOT DISTINCT FROM NULL")) {
            attack.areRefused("TCT-J02 " + count + " WHERE " + condition + " GROUP BY code");
        }
    }
}
