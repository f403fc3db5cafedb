package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.walk.Walk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An answer that is kept names everything as whoever asks names it, and nothing as whoever asked first did. The walk: every
 * form of aggregate, option and step in which a query gives names, asked first with names of an attacker, then with others
 * and without any; the reports are those of an answer that is released anew.
 */
@NullUnmarked
@Tag("walk")
class KeptNamesTest {
    /** A name for a column of the answer, and one for what is inside the query. */
    private static final List<String> FORMS = List.of(
            "SELECT COUNT(*) AS A FROM t",
            "SELECT COUNT(*) AS A, COUNT(*) AS B FROM t",
            "SELECT g AS B, COUNT(*) AS A FROM t GROUP BY g",
            "SELECT g AS B, COUNT(*) AS A, AVG(x) AS m FROM t GROUP BY B",
            "SELECT SUM(x) AS A, AVG(x) AS B FROM t",
            "SELECT SUM(B) AS A FROM (SELECT uid, x AS B FROM t) AS u",
            "SELECT SUM(B.x) AS A FROM t AS B",
            "SELECT AVG(B * 2 + 1) AS A FROM (SELECT uid, x AS B FROM t) AS u",
            "SELECT SUM(B) AS A, COUNT(B) AS n, VARIANCE(B) AS v FROM (SELECT uid, x AS B FROM t) AS u",
            "SELECT SUM(CAST(B AS BIGINT) * 9) AS A FROM (SELECT uid, x AS B FROM t) AS u",
            "SELECT MEDIAN(B) AS A FROM (SELECT uid, x AS B FROM t) AS u",
            "SELECT QUANTILE_CONT(x, 0.5) AS A, QUANTILE_CONT(x, 0.9) AS B FROM t",
            "SELECT QUANTILE_CONT(B, [0.1, 0.5]) AS A FROM (SELECT uid, x AS B FROM t) AS u",
            "SELECT MIN(B) AS A, MAX(B) AS n FROM (SELECT uid, x AS B FROM t) AS u",
            "SELECT COUNT(DISTINCT B) AS A FROM (SELECT uid, s AS B FROM t) AS u",
            "SELECT CORR(B, x) AS A FROM (SELECT uid, x AS B, x FROM t) AS u",
            "SELECT MODE(B CLAMPED BETWEEN 0 AND 20) AS A FROM (SELECT uid, CAST(x AS INTEGER) AS B FROM t) AS u",
            "SELECT A, A + 1 AS B FROM (SELECT COUNT(*) AS A FROM t) AS u",
            "SELECT B, SUM(n) AS A FROM (SELECT uid, g AS B, COUNT(*) AS n FROM t GROUP BY uid, g) AS u GROUP BY B",
            "SELECT SUM(B) AS A FROM (SELECT uid, MAX(x) AS B FROM t GROUP BY uid) AS u",
            "SELECT B, COUNT(*) AS A FROM (SELECT uid, MIN(g) AS B FROM t GROUP BY uid) AS u GROUP BY B",
            "WITH B AS (SELECT g, COUNT(*) AS A FROM t GROUP BY g) SELECT g, A FROM B",
            "SELECT COUNT(*) FILTER (WHERE B > 3) AS A FROM (SELECT uid, x AS B FROM t) AS u",
            "SELECT B, COUNT(*) AS A FROM (SELECT uid, x > 5 AS B FROM t) AS u GROUP BY B",
            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = AUTO) g AS B, SUM(x) AS A FROM t GROUP BY g",
            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_contributed = AUTO) g AS B, COUNT(*) AS A FROM t GROUP BY g",
            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 1) SUM(B WITH REPORT(FORMAT=JSON)) AS A FROM (SELECT uid, x"
                    + " AS B FROM t) AS u");

    private static final String FIRST = "\"zqx_\u001b[31m, SUM(x)\"";
    private static final String INSIDE = "\"zqx_in\u001b[2J)\"";

    @TempDir
    private Path folder;

    private static String named(String form, String column, String inside) {
        return form.replaceAll("\\bA\\b", Matcher.quoteReplacement(column))
                .replaceAll("\\bB\\b", Matcher.quoteReplacement(inside));
    }

    private static List<String> names(Answer answer) {
        List<String> names = new ArrayList<>();
        for (ReleaseReport release : answer.releases()) {
            names.addAll(List.of(release.people() + release.privacyUnit() + release.overflows() + release.whyGroups()));
            release.aggregates()
                    .forEach(aggregate -> names.add(aggregate.column() + " = " + aggregate.function()
                            + (aggregate.note().startsWith("Too few") ? aggregate.note() : "")));
            release.missing()
                    .forEach(missing ->
                            names.add(missing.column() + " " + missing.note().replaceAll("[0-9.]+", "0")));
        }
        return names;
    }

    @Test
    void whatIsKeptNamesThingsAsWhoeverAsks() {
        Shopkeeper shop = Shopkeeper.of(folder, People.ordinary(), "1000", "limits: {epsilon: 20, delta: 1e-2}");
        int kept = 0;
        for (String form : Walk.share("kept-names", 4, FORMS)) {
            try (TacitSession ada = shop.open("ada", ZeroNoise::new);
                    TacitSession bob = shop.open("bob", ZeroNoise::new)) {
                ada.query(named(form, FIRST, INSIDE));
                for (List<String> mine : List.of(List.of("n1", "m1"), List.of("x2", "g2"))) {
                    String sql = named(form, mine.get(0), mine.get(1));
                    Answer again = bob.query(sql);
                    assertThat(again.origin().releasedAt()).as(sql).isPresent();
                    assertThat(again.toString()).as(sql).doesNotContain("zqx").doesNotContain("\u001b");
                    // The same text once more is found without being planned.
                    assertThat(names(bob.query(sql))).as(sql).isEqualTo(names(again));
                    assertThat(names(again)).as(sql).isEqualTo(names(bob.query("FRESH " + sql)));
                    kept++;
                }
            }
        }
        assertThat(kept).isPositive();
    }
}
