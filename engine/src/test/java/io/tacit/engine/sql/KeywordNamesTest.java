package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.grammar.Keywords;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.plan.RelOptUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A column for each word of the grammar, bare, in every place where a column can stand. It means the column, as it does
 * in quotes; or it means what it means in DuckDB; or it is refused with a hint at the quotes. It never means anything
 * else.
 */
@org.jspecify.annotations.NullUnmarked
@Tag("walk")
class KeywordNamesTest {
    private static final Set<String> TIMES = Set.of(
            "CURRENT_DATE",
            "CURRENT_TIME",
            "CURRENT_TIMESTAMP",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "DAY",
            "MONTH",
            "YEAR",
            "WEEK",
            "SECOND",
            "QUARTER");

    /**
     * Of each place this share of the words is tried, another for each place; the profile {@code release} tries all.
     */
    private static final int SHARE = Integer.getInteger("tacit.keywords.share", 10);

    private static Connection connection;

    @BeforeAll
    static void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        StringBuilder columns = new StringBuilder();
        StringBuilder values = new StringBuilder();
        for (String word : Keywords.all()) {
            columns.append(", \"").append(word.toLowerCase(Locale.ROOT)).append('"');
            values.append(", n");
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE t AS SELECT * FROM (SELECT gg" + values + " FROM (VALUES ('y', 7), ('x', 5), ('x',"
                            + " 8), ('z', NULL)) AS v(gg, n)) AS w(gg" + columns + ")");
        }
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    /** {@code k} stands for the word. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT k FROM t",
                "SELECT SUM(k) FROM t",
                "SELECT SUM(k + 0) FROM t",
                "SELECT SUM(k - 1) FROM t",
                "SELECT gg FROM t WHERE k > 6",
                "SELECT k, COUNT(*) FROM t GROUP BY k",
                "SELECT gg AS k FROM t",
                "SELECT t.k FROM t",
                "SELECT gg FROM t ORDER BY k",
                "SELECT gg k FROM t"
            })
    void aWordOfTheGrammarIsTheColumnOrIsRefused(String form) throws SQLException {
        check(form, Keywords.all());
    }

    /** The words that the parser takes for keywords somewhere; to it, all others are no words but names. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT SUM(k * 2) FROM t",
                "SELECT MAX(- k) FROM t",
                "SELECT MAX(2 * k) FROM t",
                "SELECT MAX((k)) FROM t",
                "SELECT MAX((k) + k) FROM t",
                "SELECT MIN(ABS(k)) FROM t",
                "SELECT MAX(GREATEST(k, 6)) FROM t",
                "SELECT MAX(GREATEST(6, k)) FROM t",
                "SELECT SUM(CASE WHEN k > 6 THEN k ELSE k - 1 END) FROM t",
                "SELECT SUM(CASE k WHEN 7 THEN 1 ELSE 2 END) FROM t",
                "SELECT CAST(k AS BIGINT) FROM t",
                "SELECT MAX(k::BIGINT) FROM t",
                "SELECT gg FROM t WHERE k = 7 AND k < 8",
                "SELECT gg FROM t WHERE NOT k = 5",
                "SELECT gg FROM t WHERE k IN (5, 6)",
                "SELECT gg FROM t WHERE k IS NOT NULL",
                "SELECT gg FROM t WHERE k BETWEEN 6 AND 9",
                "SELECT gg FROM t WHERE 6 BETWEEN 2 AND k",
                "SELECT COUNT(*) FROM t GROUP BY gg, k",
                "SELECT MAX(gg) FROM t GROUP BY k + 1",
                "SELECT COUNT(*) FROM t GROUP BY gg HAVING MAX(k) > 6",
                "SELECT MAX(gg) AS k, 1 AS nn FROM t",
                "SELECT SUM(t.k - 1) FROM t",
                "SELECT k.gg FROM t AS k",
                "SELECT gg FROM t ORDER BY k DESC, gg",
                "SELECT gg FROM t ORDER BY k + 1 NULLS FIRST",
                "SELECT qq.k FROM (SELECT gg AS k FROM t) AS qq",
                "SELECT COUNT(DISTINCT k) FROM t",
                "SELECT gg, RANK() OVER (PARTITION BY gg ORDER BY k) FROM t",
                "SELECT gg, RANK() OVER (PARTITION BY k ORDER BY gg) FROM t",
                "WITH k AS (SELECT 5 AS nn) SELECT nn FROM k",
                "WITH ww(k) AS (SELECT 5) SELECT ww.k FROM ww",
                "SELECT lhs.gg FROM t AS lhs JOIN t AS rhs ON lhs.k = rhs.k",
                "SELECT gg FROM t AS lhs JOIN (SELECT k FROM t WHERE gg = 'x') AS rhs USING (k)"
            })
    void andSoInOtherPlaces(String form) throws SQLException {
        check(
                form,
                Keywords.all().stream()
                        .filter(word -> Keywords.isSometimes(word) || TIMES.contains(word))
                        .toList());
    }

    private static void check(String form, Collection<String> words) throws SQLException {
        List<String> wrong = new ArrayList<>();
        for (String word : new TreeSet<>(words)) {
            String name = word.toLowerCase(Locale.ROOT);
            if (Math.floorMod((form + name).hashCode(), SHARE) != 0) {
                continue;
            }
            String bare = form.replaceAll("\\bk\\b", name);
            String quoted = form.replaceAll("\\bk\\b", '"' + name + '"');
            judge(name, bare, quoted).ifPresent(wrong::add);
        }
        assertThat(wrong).isEmpty();
    }

    private static Optional<String> judge(String name, String bare, String quoted) throws SQLException {
        SqlToRelation reader = new SqlToRelation(catalog(name));
        String right = RelOptUtil.toString(reader.analyze(quoted).relation());
        String read;
        try {
            read = RelOptUtil.toString(reader.analyze(bare).relation());
        } catch (Refusal refusal) {
            return refusal.getMessage().contains("\"" + name + "\" in quotes")
                    ? Optional.empty()
                    : Optional.of(bare + ": refused without a word about quotes: " + refusal.getMessage());
        }
        if (read.equals(right) && !sameInDuckDb(bare, quoted)) {
            return Optional.of(bare + ": the column here, and not so in DuckDB");
        }
        if (!read.equals(right) && sameInDuckDb(bare, quoted)) {
            return Optional.of(bare + ": read as " + read);
        }
        return Optional.empty();
    }

    /** Whether DuckDB takes the bare word for the column, too, or for nothing at all. */
    private static boolean sameInDuckDb(String bare, String quoted) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            List<List<String>> right = rows(statement, quoted);
            try {
                return rows(statement, bare).equals(right);
            } catch (SQLException refused) {
                // It does not order by a literal such as TRUE, and a literal is what it takes the word for.
                return !refused.getMessage().contains("has no effect");
            }
        }
    }

    private static List<List<String>> rows(Statement statement, String sql) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getString(i));
                }
                rows.add(row);
            }
        }
        if (sql.contains("OVER")) {
            rows.sort(Comparator.comparing(String::valueOf));
        }
        return rows;
    }

    private static Catalog catalog(String name) {
        return new Catalog(List.of(new Table(
                "t",
                List.of(Column.nullable("gg", ColumnType.VARCHAR), Column.nullable(name, ColumnType.INTEGER)),
                new Protection.Public())));
    }
}
