package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.SeededNoise;
import io.tacit.privacy.number.Rational;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is a part of a kept release however it is written, and what only looks like one: the list {@link #PARTS} of forms of
 * keys and of aggregates.
 */
@NullUnmarked
class PartsOfKeptReleasesTest {
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
        shop = Shopkeeper.of(folder, People.of(lines), "1000", "audit_log: log.jsonl");
    }

    /** A release, and what is a part of it however it is written: keys of every form, and aggregates that others need not have. */
    private static final List<List<String>> PARTS = List.of(
            List.of(
                    "SELECT g, s, COUNT(*), SUM(x), MODE(s) FROM t GROUP BY ROLLUP(g, s)",
                    "SELECT g, s, SUM(x) FROM t GROUP BY ROLLUP(g, s)",
                    "SELECT g, s, MODE(s) FROM t GROUP BY ROLLUP(g, s)",
                    "SELECT COUNT(*) AS n FROM t GROUP BY ROLLUP(g, s) HAVING COUNT(*) > 100"),
            List.of(
                    "SELECT g, COUNT(*), AVG(x) FROM t GROUP BY GROUPING SETS ((g), ())",
                    "SELECT g, AVG(x) FROM t GROUP BY GROUPING SETS ((g), ())"),
            List.of(
                    "SELECT g, s, COUNT(*), AVG(x) FROM t GROUP BY CUBE(g, s)",
                    "SELECT g, s, AVG(x) FROM t GROUP BY CUBE(g, s)"),
            List.of(
                    "SELECT area, COUNT(*), SUM(x) FROM (SELECT uid, g AS area, x FROM t) AS u GROUP BY area",
                    "SELECT place, SUM(v) FROM (SELECT uid, g AS place, x AS v FROM t) AS w GROUP BY place"),
            List.of(
                    "SELECT g, MODE(s), CORR(x, uid, contribution_bounds_per_row => ((0, 20), (0, 500))) FROM t GROUP BY g",
                    "SELECT g, CORR(x, uid, contribution_bounds_per_row => ((0, 20), (0, 500))) FROM t GROUP BY g",
                    "SELECT g, MODE(s) FROM t GROUP BY g"),
            List.of(
                    "SELECT g, MEDIAN(x), COUNT(*) FROM t WHERE x > 1 GROUP BY g",
                    "SELECT g FROM t WHERE x > 1 GROUP BY g HAVING MEDIAN(x) > 5",
                    "SELECT g, COUNT(*) FROM t WHERE x > 1 GROUP BY g ORDER BY MEDIAN(x)",
                    "SELECT g, CASE WHEN MEDIAN(x) > 5 THEN 'high' END FROM t WHERE x > 1 GROUP BY g"));

    @Test
    void partsOfEveryFormCostNothing() throws IOException {
        Path policy = shop.file();
        Files.writeString(
                policy,
                Files.readString(policy)
                        .replace("s: VARCHAR", "s: {type: VARCHAR, values: [word0, word1, word2, word3, word4]}"));
        SoftAssertions all = new SoftAssertions();
        try (TacitSession session = shop.open("ada", SeededNoise.of(36))) {
            for (List<String> forms : PARTS) {
                session.query(forms.get(0));
                for (String part : forms.subList(1, forms.size())) {
                    all.assertThat(session.query(part).epsilon()).as(part).isEqualTo("0");
                }
            }
        }
        all.assertAll();
    }

    /**
     * An aggregate with an epsilon of its own takes the search for the limit of groups from all that stand beside it: what they
     * release under a limit that was assumed is none of those under one that is found, and the other way round.
     */
    @Test
    void whatIsReleasedUnderAnotherLimitOfGroupsIsAnotherRelease() {
        String own = "SELECT g, COUNT(*) AS n, SUM(x, epsilon => 0.3) AS s FROM t WHERE %s GROUP BY g";
        String found = "SELECT g, COUNT(*) AS n, AVG(x) AS s FROM t WHERE %s GROUP BY g";
        try (TacitSession session = shop.open("ada", SeededNoise.of(36))) {
            for (String where : List.of("x > 1", "x > 2")) {
                session.query(own.formatted(where));
                Answer alone = session.query("SELECT g, COUNT(*) AS n FROM t WHERE " + where + " GROUP BY g");
                assertThat(alone.epsilon()).isNotEqualTo("0");
                assertThat(alone.releases().get(0).findsMaxGroups()).isTrue();
            }
            session.query(found.formatted("x > 3"));
            assertThat(session.query("SELECT g, COUNT(*) AS n FROM t WHERE x > 3 GROUP BY g")
                            .epsilon())
                    .isEqualTo("0");
        }
    }

    /** A list of releases in which a disk changed a letter is not believed; asking afresh begins a new one. */
    @Test
    void aDamagedListIsMendedByAskingAfresh() throws IOException {
        String base = "SELECT g, COUNT(*), AVG(x), SUM(x) FROM t GROUP BY g";
        String part = "SELECT g, AVG(x) FROM t GROUP BY g";
        try (TacitSession session = shop.open("ada", SeededNoise.of(36))) {
            session.query(base);
        }
        damageLists(folder.resolve("shop.ledger.sqlite"));
        try (TacitSession session = shop.open("ada", SeededNoise.of(36))) {
            Refusal refusal = catchThrowableOfType(Refusal.class, () -> session.query(part));
            assertThat(refusal.code()).isEqualTo(ErrorCode.LEDGER);
            assertThat(session.spent().epsilon()).isEqualTo(Rational.ZERO);
            Answer fresh = session.query("FRESH " + base);
            Answer again = session.query(part);
            assertThat(again.epsilon()).isEqualTo("0");
            assertThat(again.rows().get(0).values().get(1))
                    .isEqualTo(fresh.rows().get(0).values().get(2));
        }
    }

    /** The hash of a list's row, behind it where the first release is kept, then the digests of its aggregates. */
    private static void damageLists(Path book) throws IOException {
        StringBuilder text = new StringBuilder(new String(Files.readAllBytes(book), StandardCharsets.ISO_8859_1));
        Matcher list = Pattern.compile("[0-9a-f]{128}\t").matcher(text);
        int found = 0;
        while (list.find()) {
            text.setCharAt(list.start(), text.charAt(list.start()) == '0' ? '1' : '0');
            found++;
        }
        assertThat(found).isPositive();
        Files.write(book, text.toString().getBytes(StandardCharsets.ISO_8859_1));
    }
}
