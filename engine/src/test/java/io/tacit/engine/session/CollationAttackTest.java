package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.EmbeddedDuckDb;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.walk.Walk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * DuckDB keeps collations with the columns of its files: there two spellings are one value, and which of them a group
 * shows is some row's. Person 4217 alone spells a word like that, in the first row of each table.
 */
@NullUnmarked
@Tag("walk")
class CollationAttackTest {
    private static final String COUNT = "COUNT(*, contribution_bounds_per_group => (0, 2)) AS n";

    @TempDir
    static Path folder;

    /**
     * Thirty people, whose words are w0 to w2 in small letters, and 4217, who writes one of them with accent or in
     * capitals.
     */
    private static List<SourceTable> tables(String collation, String spelling, boolean withVictim) {
        List<String> people = new ArrayList<>();
        List<String> orders = new ArrayList<>();
        List<String> items = new ArrayList<>();
        if (withVictim) {
            people.add("4217, '" + spelling + "', 1");
            people.add("4217, '" + spelling + "', 2");
            orders.add("'" + spelling + "', 4217");
            items.add("'" + spelling + "', 'p1'");
        }
        for (int uid = 1; uid <= 30; uid++) {
            for (int row = 0; row < 2; row++) {
                people.add(uid + ", '" + List.of("strase", "rome", "oslo").get((uid + row) % 3) + "', " + uid);
            }
            orders.add("'" + (uid == 1 ? "strase" : "order" + uid) + "', " + uid);
            items.add("'" + (uid == 1 ? "strase" : "order" + uid) + "', 'p" + uid % 3 + "'");
        }
        String text = "VARCHAR COLLATE " + collation;
        List<String> statements = new ArrayList<>(List.of(
                "CREATE TABLE t (uid INTEGER, k " + text + ", x INTEGER)",
                "CREATE TABLE o (oid " + text + ", uid INTEGER)",
                "CREATE TABLE item (oid " + text + ", product VARCHAR)",
                "CREATE TABLE pub (code " + text + ")"));
        statements.addAll(DuckDbFiles.insert("t", people));
        statements.addAll(DuckDbFiles.insert("o", orders));
        statements.addAll(DuckDbFiles.insert("item", items));
        statements.addAll(DuckDbFiles.insert("pub", List.of("'STRASE'", "'rome'")));
        Path file = DuckDbFiles.make(folder, statements);
        Protection uid = new Protection.UnitColumn("uid");
        return List.of(
                DuckDbFiles.table(file, "t", uid),
                DuckDbFiles.table(file, "o", uid),
                DuckDbFiles.table(file, "item", new Protection.ForeignKey("oid", "o", "oid")),
                DuckDbFiles.table(file, "pub", new Protection.Public()));
    }

    private static Attack attack(String collation, String spelling) {
        return Attack.over(tables(collation, spelling, true), tables(collation, spelling, false));
    }

    /** A word that only 4217 writes is in no group of anybody else's. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "NOCASE sTRASe",
                "NOACCENT stráse",
                "NOCASE.NOACCENT STRÁSE",
                "de st\u00ADrase",
                "\"binary\" sTRASe"
            })
    void attack20AWordInAnotherSpellingIsAnotherWord(String collationAndSpelling) {
        String[] parts = collationAndSpelling.split(" ", -1);
        try (Attack attack = attack(parts[0], parts[1])) {
            List<String> queries = List.of(
                    "SELECT k, " + COUNT + " FROM t GROUP BY k",
                    "SELECT k, COUNT(DISTINCT uid) AS n FROM t GROUP BY k",
                    "SELECT k || '!' AS w, " + COUNT + " FROM t GROUP BY k || '!'",
                    "SELECT COALESCE(k, 'none') AS w, " + COUNT + " FROM t GROUP BY COALESCE(k, 'none')",
                    "SELECT LEFT(k, 5) AS w, " + COUNT + " FROM t GROUP BY LEFT(k, 5)",
                    "SELECT m, " + COUNT + " FROM (SELECT uid, MAX(k) AS m FROM t GROUP BY uid) q GROUP BY m",
                    "SELECT k, " + COUNT + " FROM (SELECT DISTINCT uid, k FROM t) q GROUP BY k",
                    "SELECT k, " + COUNT + " FROM (SELECT uid, k FROM t UNION SELECT uid, oid FROM o) q GROUP BY k",
                    "SELECT m, " + COUNT
                            + " FROM (SELECT uid, FIRST_VALUE(k) OVER (PARTITION BY uid ORDER BY k) AS m FROM t) q"
                            + " GROUP BY m",
                    "SELECT k, AVG(x, contribution_bounds_per_row => (0, 31)) AS m FROM t GROUP BY k",
                    "SELECT k, " + COUNT + " FROM t JOIN pub ON k = code GROUP BY k");
            Walk.part(2, queries).forEach(attack::leavesOthersAlone);
            List<AnswerRow> products =
                    attack.leavesOthersAlone("SELECT product, " + COUNT + " FROM item GROUP BY product", "p1");
            assertThat(products).hasSize(2);
        }
    }

    /** Orders with numbers in two spellings are two orders: nobody has rows of the other's. */
    @Test
    void attack20AForeignKeyInAnotherSpellingRefersToNobodyElse() {
        try (Attack attack = attack("NOCASE", "sTRASe")) {
            List<Answer> both = attack.isAnswered(
                    "SELECT COUNT(*, contribution_bounds_per_group => (0, 9)) AS n FROM item WHERE product = 'p1'");
            assertThat(number(both.get(0))).isEqualTo(number(both.get(1)) + 1);
        }
    }

    @Test
    void attack20DistinctValuesAreDistinctSpellings() {
        try (Attack attack = attack("NOCASE", "sTRASe")) {
            List<Answer> both =
                    attack.isAnswered("SELECT COUNT(DISTINCT k, contribution_bounds_per_group => (0, 9)) AS n FROM t");
            assertThat(number(both.get(0))).isEqualTo(number(both.get(1)) + 1);
        }
    }

    /** Nor does a query bring one in: there is no such word. */
    @Test
    void attack20AQueryHasNoCollations() {
        try (Attack attack = attack("NOCASE", "sTRASe")) {
            attack.areRefused("""
                TCT-S01 SELECT k COLLATE NOCASE AS c, COUNT(*) FROM t GROUP BY k COLLATE NOCASE
                TCT-S01 SELECT COUNT(*) FROM t WHERE k = 'ROME' COLLATE latin1$en$1
                TCT-S01 SELECT CAST(k AS VARCHAR COLLATE NOCASE) AS c, COUNT(*) FROM t GROUP BY k
                TCT-S01 SELECT k, COUNT(*) FROM t GROUP BY k ORDER BY k COLLATE NOCASE
                TCT-S01 SELECT COUNT(*) FROM t a JOIN pub b ON a.k COLLATE NOCASE = b.code
                """);
        }
    }

    /** Two people whose names differ in case are two people. */
    @Test
    void attack20ThePersonInAnotherSpellingIsAnotherPerson() {
        List<String> rows = new ArrayList<>();
        for (String name : List.of("ann", "ANN", "Ann", "ánn", "bob ", "bob")) {
            rows.add("'" + name + "', 'a'");
            rows.add("'" + name + "', 'b'");
        }
        List<String> statements =
                new ArrayList<>(List.of("CREATE TABLE t (uid VARCHAR COLLATE NOCASE.NOACCENT, g VARCHAR)"));
        statements.addAll(DuckDbFiles.insert("t", rows));
        SourceTable table =
                DuckDbFiles.table(DuckDbFiles.make(folder, statements), "t", new Protection.UnitColumn("uid"));
        try (Attack attack = Attack.over(List.of(table), List.of(table))) {
            for (String sql : List.of(
                    "SELECT COUNT(DISTINCT uid) AS n FROM t",
                    "SELECT COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM (SELECT DISTINCT uid FROM t) q",
                    "SELECT COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM (SELECT a.uid FROM t a JOIN t"
                            + " b USING (uid)) q",
                    "SELECT COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM t")) {
                assertThat(number(attack.isAnswered(sql).get(0))).as(sql).isEqualTo(6);
            }
        }
    }

    /** So many columns in a table: each query reads the types of all columns of its table. */
    private static final int TOGETHER = 8;

    private static final int PARTS = 4;

    /** Every collation that the engine knows, a quarter of them at a time. */
    @Test
    @Tag("walk")
    void attack20NoCollationOfAFileSurvives() {
        List<String> all = new ArrayList<>();
        Protection nobody = new Protection.Public();
        try (EmbeddedDuckDb engine = EmbeddedDuckDb.open(List.of(), People.SETTINGS)) {
            engine.rows("SELECT collname FROM pragma_collations()", row -> all.add(row.getString(1)));
        }
        all.addAll(List.of("NOCASE.NOACCENT", "de.NOCASE", "binary", "C", "POSIX"));
        assertThat(all)
                .contains("nocase", "noaccent", "nfc", "de", "icu_noaccent")
                .hasSizeGreaterThan(100);
        List<String> collations = Walk.part(PARTS, all);
        String words = "('a'), ('A'), ('ä'), ('a' || chr(776)), ('Ä'), ('a '), (' a'), ('ß'), ('ss'), ('a' || chr(0))";
        List<String> statements = new ArrayList<>();
        for (int from = 0; from < collations.size(); from += TOGETHER) {
            List<String> columns = new ArrayList<>();
            for (int i = from; i < Math.min(collations.size(), from + TOGETHER); i++) {
                String name = collations.get(i);
                columns.add("c" + i + " VARCHAR COLLATE " + (name.contains(".") ? name : "\"" + name + "\""));
            }
            statements.add("CREATE TABLE t" + from / TOGETHER + " (" + String.join(", ", columns) + ")");
            statements.add("INSERT INTO t" + from / TOGETHER + " SELECT "
                    + String.join(", ", Collections.nCopies(columns.size(), "w")) + " FROM (VALUES " + words
                    + ") AS v(w)");
        }
        Path file = DuckDbFiles.make(folder, statements);
        List<SourceTable> tables = new ArrayList<>();
        for (int table = 0; table < statements.size() / 2; table++) {
            tables.add(DuckDbFiles.table(file, "t" + table, nobody));
        }
        List<String> merged = new ArrayList<>();
        try (EmbeddedDuckDb engine = EmbeddedDuckDb.open(tables, People.SETTINGS)) {
            engine.execute("CREATE TABLE u AS SELECT w FROM (VALUES " + words + ") AS v(w)");
            for (int i = 0; i < collations.size(); i++) {
                String name = collations.get(i);
                String table = "t" + i / TOGETHER;
                engine.rows(together("c" + i, table), row -> {
                    if (!row.getString(1).equals("9 9 1 1 10 10 1 10")) {
                        merged.add(name + " beside other texts: " + row.getString(1));
                    }
                });
                engine.rows("SELECT COUNT(DISTINCT c" + i + ") FROM " + table, row -> {
                    if (row.getInt(1) != 10) {
                        merged.add(name);
                    }
                });
            }
        }
        assertThat(merged).isEmpty();
    }

    /** How many rows texts of that column make together with the same texts of a column without collation. */
    private static String together(String column, String table) {
        return Stream.of(
                        "SELECT w FROM u EXCEPT SELECT @ FROM # WHERE @ = 'a'",
                        "SELECT @ FROM # EXCEPT SELECT w FROM u WHERE w = 'a'",
                        "SELECT w FROM u INTERSECT SELECT @ FROM # WHERE @ = 'a'",
                        "SELECT @ FROM # INTERSECT SELECT w FROM u WHERE w = 'a'",
                        "SELECT w FROM u UNION SELECT @ FROM #",
                        "SELECT @ FROM # UNION SELECT w FROM u",
                        "SELECT w FROM u WHERE w IN (SELECT @ FROM # WHERE @ = 'a')",
                        "SELECT w FROM u JOIN # ON w = @")
                .map(query ->
                        "(SELECT COUNT(*) FROM (" + query.replace("@", column).replace("#", table) + "))")
                .collect(Collectors.joining(" || ' ' || ", "SELECT ", ""));
    }

    private static long number(Answer answer) {
        List<Object> values = answer.rows().get(0).values();
        return ((Number) values.get(values.size() - 1)).longValue();
    }
}
