package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Beside a row of people a subquery may read rows of the same person only. What it reads may be put together of two
 * tables in every way that SQL has, one of them compared with the row outside, or both, or none: walked through all of
 * them, what holds others' rows is refused.
 */
@NullUnmarked
class BoundRowsTest {
    private static final List<String> SETS =
            List.of("UNION", "UNION ALL", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL");
    private static final List<String> JOINS = List.of("INNER", "LEFT", "RIGHT", "FULL");

    private static final String RELEASE = "(SELECT COUNT(*) FROM ($) AS z) > 1";

    /** Each asks something of rows ($) beside a row of somebody. */
    private static final List<String> QUESTIONS = List.of(
            "EXISTS (SELECT 1 FROM ($) AS z)",
            "NOT EXISTS (SELECT 1 FROM ($) AS z WHERE x > 3)",
            "a.x IN (SELECT x FROM ($) AS z)",
            "a.x > SOME (SELECT x FROM ($) AS z)",
            RELEASE);

    @TempDir
    static Path folder;

    private static TacitSession session;

    @BeforeAll
    static void open() {
        session = People.ordinary().exactly(folder);
    }

    @AfterAll
    static void close() {
        session.close();
    }

    private static String rows(boolean bound) {
        return "SELECT uid, x FROM t" + (bound ? " WHERE uid = a.uid" : "");
    }

    private static Optional<ErrorCode> refusal(String sql) {
        try {
            session.explain(sql);
            return Optional.empty();
        } catch (Refusal refusal) {
            return Optional.of(refusal.code());
        }
    }

    /**
     * Notes what is accepted though it holds others' rows, and what is refused though both tables are compared.
     *
     * @param own whether the rows are those of one person
     */
    private static void check(String rows, boolean own, boolean both, List<String> wrong) {
        for (String question : QUESTIONS) {
            String sql = "SELECT COUNT(*) FROM t AS a WHERE " + question.replace("$", rows);
            Optional<ErrorCode> found = refusal(sql);
            // A number about everybody is released first, and then no private row is read beside another.
            boolean ofAll = question.equals(RELEASE) && !rows.contains("a.uid");
            if (!own && !ofAll && !found.equals(Optional.of(ErrorCode.SUBQUERY)) || both && found.isPresent()) {
                wrong.add(found + " " + sql);
            }
        }
    }

    @Test
    void branchesOfSetOperationsAreAllOfThePerson() {
        List<String> wrong = new ArrayList<>();
        for (String set : SETS) {
            for (boolean left : List.of(true, false)) {
                for (boolean right : List.of(true, false)) {
                    check(rows(left) + " " + set + " " + rows(right), left && right, left && right, wrong);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** A side that an outer join keeps has all its rows, whatever the other side is compared with. */
    @Test
    void sidesThatAJoinKeepsAreOfThePerson() {
        List<String> wrong = new ArrayList<>();
        for (String join : JOINS) {
            for (boolean left : List.of(true, false)) {
                for (boolean right : List.of(true, false)) {
                    boolean own = switch (join) {
                        case "LEFT" -> left;
                        case "RIGHT" -> right;
                        case "FULL" -> left && right;
                        default -> left || right;
                    };
                    String rows = "SELECT b.uid, b.x FROM (" + rows(left) + ") AS b " + join + " JOIN (" + rows(right)
                            + ") AS c ON b.uid = c.uid";
                    check(rows, own, left && right, wrong);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /**
     * Only the person finds the person's rows by IN: another number would be looked for among the own rows only, also
     * one that is a key.
     */
    @Test
    void otherNumbersDoNotAskForThePerson() {
        try (Attack attack = Attack.on(folder)) {
            for (String number : List.of("oid", "seller", "uid + 0", "COALESCE(uid, 0)")) {
                attack.isRefused(
                        ErrorCode.SUBQUERY, "SELECT COUNT(*) FROM o WHERE " + number + " IN (SELECT uid FROM t)");
            }
            for (String key : List.of("oid", "seller")) {
                attack.isRefused(ErrorCode.SUBQUERY, "SELECT COUNT(*) FROM t WHERE uid IN (SELECT " + key + " FROM o)");
            }
        }
        assertThat(refusal("SELECT COUNT(*) FROM t AS a WHERE a.uid IN (SELECT uid FROM t)"))
                .isEmpty();
    }
}
