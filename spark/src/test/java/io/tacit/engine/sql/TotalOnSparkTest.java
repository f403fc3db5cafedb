package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.spark.SparkDialect;
import io.tacit.engine.refusal.Refusal;
import io.tacit.spark.TestCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Functions over every pair of edge values on Spark: none raises an error, and each gives the same values as DuckDB, or is
 * refused by its name.
 *
 * <p>One in {@value #USUAL_SHARE} expressions is tried, {@code -Dtacit.spark.share=1} tries all.
 */
@NullUnmarked
@Tag("process")
class TotalOnSparkTest {
    private static final int USUAL_SHARE = 250;
    private static final int SHARE = Integer.getInteger("tacit.spark.share", USUAL_SHARE);
    private static final int FIRST = Integer.getInteger("tacit.spark.first", 0);

    /** Spark has no column of this type. */
    private static final Pattern TIME = Pattern.compile("(?i)\\be[12]\\.t\\b|\\bTIME\\b|\\(t[,)]");

    @Test
    void eachIsTotalAndOfTheSameValues() throws SQLException {
        TestCluster.table("edge", names(), types(), rows());
        List<String> wrong = new ArrayList<>();
        int tried = 0;
        int lacking = 0;
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:")) {
            try (Statement statement = duckDb.createStatement()) {
                statement.execute("CREATE TABLE edge AS " + String.join(" UNION ALL ", TotalOnServerTest.rows(true)));
            }
            List<String> all = TotalOnServerTest.queries().stream()
                    .filter(sql -> !TIME.matcher(sql).find())
                    .toList();
            for (int i = FIRST; i < all.size(); i += SHARE) {
                AnalyzedQuery query = new SqlToRelation(TotalOnServerTest.catalog()).analyze(all.get(i));
                try {
                    List<String> there = there(query);
                    List<String> here = here(duckDb, query);
                    tried++;
                    if (!here.equals(there)) {
                        wrong.add(all.get(i) + "\n" + here + "\n" + there);
                    }
                } catch (Refusal refusal) {
                    lacking++;
                } catch (Exception error) {
                    // Scala throws what it does not declare.
                    wrong.add(all.get(i) + "\n" + error.getMessage());
                }
            }
        }
        assertThat(wrong.stream().limit(Integer.getInteger("tacit.show", 20))).isEmpty();
        assertThat(tried).isGreaterThan(lacking / 2);
    }

    private static List<String> there(AnalyzedQuery query) {
        List<String> texts = new ArrayList<>();
        for (Row row : TestCluster.owner()
                .sql(TotalOnServerTest.sql(SparkDialect.DIALECT, query))
                .collectAsList()) {
            texts.add(String.valueOf(row.getString(0)));
        }
        return TotalOnServerTest.sorted(query, texts);
    }

    private static List<String> here(Connection duckDb, AnalyzedQuery query) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = duckDb.createStatement();
                ResultSet rows = statement.executeQuery(TotalOnServerTest.sql(DuckDbDialect.DIALECT, query))) {
            while (rows.next()) {
                texts.add(String.valueOf(rows.getString(1)));
            }
        }
        return TotalOnServerTest.sorted(query, texts);
    }

    private static List<String> names() {
        return TotalOnServerTest.EDGES.keySet().stream()
                .map(edge -> edge.substring(0, edge.indexOf(' ')))
                .toList();
    }

    private static List<String> types() {
        return TotalOnServerTest.EDGES.keySet().stream()
                .map(edge -> edge.substring(edge.indexOf(' ') + 1))
                .map(type -> switch (type) {
                    case "double precision" -> "DOUBLE";
                    case "text", "time" -> "STRING";
                    case "timestamp" -> "TIMESTAMP_NTZ";
                    default -> type;
                })
                .toList();
    }

    private static List<String[]> rows() {
        return IntStream.range(0, TotalOnServerTest.ROWS)
                .mapToObj(TotalOnSparkTest::texts)
                .toList();
    }

    private static String[] texts(int row) {
        return TotalOnServerTest.EDGES.values().stream()
                .map(values -> {
                    int place = row % (values.size() + 1);
                    return place == 0 ? null : written(values.get(place - 1));
                })
                .toArray(String[]::new);
    }

    /** Spark counts a year 0, and writes a sign before years of more than four digits. */
    private static String written(String value) {
        return value.replaceFirst("^4714(-.*) BC$", "-4713$1").replaceFirst("^294246-", "+294246-");
    }
}
