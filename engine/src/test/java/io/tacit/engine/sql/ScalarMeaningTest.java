package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What expressions mean, on the engine. The row: day 7, money 2.5, name 'Ann', paid 1.25, visitor 2^62. */
class ScalarMeaningTest {
    private static Connection connection;

    @BeforeAll
    static void create() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE visits AS SELECT 4611686018427387904::BIGINT AS visitor, 7::INTEGER AS day,"
                    + " 2.5::DOUBLE AS \"Money spent (euros)\", 'Ann' AS name, 1.25::DECIMAL(15,2) AS paid");
            statement.execute("CREATE TABLE weekdays AS SELECT * FROM (VALUES (1, 'Mon'), (2, 'Tue'), (2, 'Twice'))"
                    + " AS t(number, label)");
        }
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            nullValues = "NULL",
            value = {
                "day / 2 ~ 3.5",
                "day / 0 ~ NULL",
                "day % 4 ~ 3",
                "-day % 4 ~ -3",
                "day % 0 ~ NULL",
                "visitor + visitor - 1 ~ NULL",
                "visitor * 2 ~ NULL",
                "visitor * 1.0 ~ 4611686018427387904.0",
                "day * 400000000 ~ 2800000000",
                "paid * paid ~ 1.5625",
                "paid * paid * paid * paid * paid ~ 3.0517578125",
                "paid + 0.005 ~ 1.255",
                "CAST(paid * 10 AS INTEGER) ~ 13",
                "CAST(-paid * 10 AS INTEGER) ~ -13",
                "CAST(\"Money spent (euros)\" AS INTEGER) ~ 3",
                "CAST(name AS INTEGER) ~ NULL",
                "name::DOUBLE ~ NULL",
                "CAST(name AS VARCHAR(2)) ~ An",
                "name = 7 ~ NULL",
                "'7' = day ~ true",
                "SQRT(-1) ~ NULL",
                "LN(0) ~ NULL",
                "ROUND(paid, 1) ~ 1.30",
                "ROUND(-2.5) ~ -3.0",
                "TRUNC(paid) ~ 1.00",
                "GREATEST(day, 9, NULL) ~ 9",
                "COALESCE(NULL, day) ~ 7",
                "NULLIF(day, 7) ~ NULL",
                "name LIKE 'A_n' ~ true",
                "name ILIKE 'a%' ~ true",
                "name NOT SIMILAR TO '(A|B)n*' ~ false",
                "'a.b' SIMILAR TO 'a_b' ~ true",
                "'axb' SIMILAR TO 'a.b' ~ false",
                "REGEXP_LIKE(name, '^[A-C]n{2}$') ~ true",
                "name || day || NULL ~ NULL",
                "CONCAT(name, day, NULL) ~ Ann7",
                "SUBSTRING(name FROM 2 FOR 1) ~ n",
                "SPLIT_PART('a,b', ',', 2) ~ b",
                "JSON_VALUE('{\"a\": {\"b\": [10, \"x\"]}}', '$.a.b[1]') ~ x",
                "JSON_VALUE('{\"a\": {\"b\": [10, \"x\"]}}', '$.a.b[0]') ~ 10",
                "JSON_VALUE('{\"a\": {\"b\": 1}}', '$.a') ~ NULL",
                "JSON_VALUE('{\"a\": null}', '$.a') ~ NULL",
                "JSON_VALUE('{\"a\": ', '$.a') ~ NULL",
                "JSON_EXTRACT_STRING('{\"a\": {\"b\": 1}}', '$.a') ~ {\"b\":1}",
                "JSON_EXTRACT_STRING('{\"a\": \"x\"}', '$.\"a\"') ~ x",
                "POSITION('n' IN name) ~ 2",
                "TRIM(TRAILING 'n' FROM name) ~ A",
                "CURRENT_DATE ~ 2024-02-29",
                "CURRENT_DATE + INTERVAL '1' YEAR ~ 2025-02-28",
                "CURRENT_DATE - INTERVAL '1' MONTH ~ 2024-01-29",
                "EXTRACT(DOW FROM CURRENT_DATE) ~ 4",
                "YEAR(CURRENT_DATE) ~ 2024",
                "DATE_TRUNC('quarter', CURRENT_DATE) ~ 2024-01-01",
                "DATE_TRUNC(CURRENT_DATE, WEEK) ~ 2024-02-26",
                "FLOOR(CURRENT_TIMESTAMP TO DAY) ~ 2024-02-29 00:00:00.0",
                "(SELECT label FROM weekdays WHERE number = 1) ~ Mon",
                "(SELECT label FROM weekdays WHERE number = 2) ~ NULL",
                "(SELECT label FROM weekdays WHERE number = 3) ~ NULL",
                "day NOT IN (SELECT number FROM weekdays) ~ true",
                "9007199254740993 = CAST(9007199254740992 AS BIGINT) ~ false",
                "12345678901234567890.1 = 12345678901234567890.10 ~ true"
            })
    void means(String expression, String expected) throws SQLException {
        AnalyzedQuery query = VisitTables.analyze("SELECT " + expression + " FROM visits");
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        RelationToSql.overPeople(DuckDbDialect.DIALECT).sql(query.relation()))) {
            assertThat(result.next()).isTrue();
            assertThat(result.getString(1)).isEqualTo(expected);
        }
    }
}
