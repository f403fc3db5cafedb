package io.tacit.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which values look like those of a person, at each edge of what is asked of them: over a DuckDB of their own. */
@NullUnmarked
class LookAtValuesTest {
    private static Connection connection;

    @BeforeAll
    static void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    private static final Column TEXT = Column.nullable("v", ColumnType.VARCHAR);
    private static final Column DAY = Column.nullable("v", ColumnType.DATE);

    /** A row of a person and a value, both as SQL. */
    private static String row(Object person, String value) {
        return "(" + person + ", " + value + ")";
    }

    private static Optional<Likeness> look(Column column, boolean byPerson, List<String> rows) throws SQLException {
        LookAtValues look =
                new LookAtValues(column, byPerson ? Optional.of("p") : Optional.empty(), name -> '"' + name + '"');
        assertThat(look.tells()).isTrue();
        String table = "(SELECT p, CAST(v AS " + column.type().sql() + ") AS v FROM (VALUES " + String.join(", ", rows)
                + ") AS r(p, v)) AS t";
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(look.sql(table))) {
            assertThat(result.next()).isTrue();
            return look.judge(result);
        }
    }

    private static List<String> rows(String... values) {
        List<String> rows = new ArrayList<>();
        for (String value : values) {
            rows.add(row(rows.size(), value == null ? "NULL" : "'" + value + "'"));
        }
        return rows;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ada@example.org         | EMAIL
        a.b+c@x.y.museum        | EMAIL
        ada@example             |
        ada lovelace@example.org |
        ada@example.o           |
        DE89 3704 0044 0532 0130 00 | BANK
        GB29NWBK60161331926819  | BANK
        4111 1111 1111 1111     | BANK
        4111-1111-1111-1111     | BANK
        4111111111111111        | BANK
        4111 1111 1111          |
        de89 3704 0044 0532     |
        192.168.0.1             | NETWORK
        1.2.3                   |
        2001:db8:85a3:0:0:8a2e:370:7334 | NETWORK
        fe80::1:2               | NETWORK
        00:1A:2B:3C:4D:5E       | NETWORK
        12:30                   |
        +49 30 1234567          | PHONE
        030 1234567             | PHONE
        0171/1234567            | PHONE
        (030) 1234 567          | PHONE
        555-123-4567            | PHONE
        +49                     |
        1234567                 |
        12-345                  |
        Berlin                  |
        """)
    void aValueLooksLikeWhatItIsWrittenLike(String value, Likeness expected) throws SQLException {
        assertThat(look(TEXT, false, rows(value))).isEqualTo(Optional.ofNullable(expected));
        assertThat(look(TEXT, false, rows(value + ";"))).as("nothing behind it").isEmpty();
        // Four of five, and one fewer; what is missing does not count.
        assertThat(look(TEXT, false, rows(value, value, value, value, "x", null, null)))
                .isEqualTo(Optional.ofNullable(expected));
        assertThat(look(TEXT, false, rows(value, value, value, "x", "x"))).isEmpty();
    }

    private static List<String> texts(int rows, int different, String before) {
        return IntStream.range(0, rows)
                .mapToObj(i -> row(i, "'" + before + i % different + "'"))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Twenty texts of which nine in ten are different tell single rows apart; fewer say nothing. */
    @ParameterizedTest
    @CsvSource({"20, 20, true", "20, 18, true", "20, 17, false", "19, 19, false", "100, 90, true", "100, 89, false"})
    void textsThatAreHardlyTwiceTheSame(int rows, int different, boolean tells) throws SQLException {
        assertThat(look(TEXT, false, texts(rows, different, "w")))
                .isEqualTo(tells ? Optional.of(Likeness.ONE_EACH) : Optional.empty());
        assertThat(look(TEXT, false, texts(rows, different, "these are several words, and number ")))
                .isEqualTo(tells ? Optional.of(Likeness.FREE_TEXT) : Optional.empty());
    }

    /** Texts of two words are no free text, however long, nor are short ones of three. */
    @Test
    void freeTextIsLongAndOfSeveralWords() throws SQLException {
        assertThat(look(TEXT, false, texts(20, 20, "averyverylongbeginning w"))).contains(Likeness.ONE_EACH);
        assertThat(look(TEXT, false, texts(20, 20, "a b c"))).contains(Likeness.ONE_EACH);
        List<String> most = texts(16, 16, "these are several words, and number ");
        most.addAll(texts(4, 4, "w"));
        assertThat(look(TEXT, false, most)).contains(Likeness.FREE_TEXT);
        List<String> fewer = texts(15, 15, "these are several words, and number ");
        fewer.addAll(texts(5, 5, "w"));
        assertThat(look(TEXT, false, fewer)).contains(Likeness.ONE_EACH);
    }

    /** A text that each person has one of tells people apart, however many rows they have. */
    @Test
    void textsThatAreOnePersonsOwn() throws SQLException {
        List<String> own = new ArrayList<>();
        List<String> several = new ArrayList<>();
        List<String> shared = new ArrayList<>();
        for (int person = 0; person < 20; person++) {
            for (int row = 0; row < 4; row++) {
                own.add(row(person, "'w" + person + "'"));
                several.add(row(person, "'w" + person % 18 + "-" + row % 2 + "'"));
                shared.add(row(person, "'w" + person % 17 + "'"));
            }
        }
        assertThat(look(TEXT, true, own)).contains(Likeness.ONE_EACH);
        assertThat(look(TEXT, false, own)).isEmpty();
        assertThat(look(TEXT, true, several)).isEmpty();
        assertThat(look(TEXT, true, shared)).isEmpty();
        assertThat(look(TEXT, true, own.subList(0, 19 * 4))).as("of 19 people").isEmpty();
    }

    private static List<String> days(int rows, int yearsBack, int spread) {
        int year = LocalDate.now(java.time.ZoneOffset.UTC).getYear();
        return IntStream.range(0, rows)
                .mapToObj(i -> row(i, "'" + (year - yearsBack + (i % 2 == 0 ? spread : -spread)) + "-06-01'"))
                .toList();
    }

    /** Years, by how far they lie back on average and how they spread. */
    @ParameterizedTest
    @CsvSource({
        "20, 40, 20, true",
        "19, 40, 20, false",
        "20, 15, 10, true",
        "20, 14, 10, false",
        "20, 85, 10, true",
        "20, 86, 10, false",
        "20, 40, 8, true",
        "20, 40, 7, false",
        "20, 60, 38, true",
        "20, 60, 41, false",
        "20, 18, 19, false"
    })
    void datesThatLieALifetimeBack(int rows, int yearsBack, int spread, boolean birth) throws SQLException {
        assertThat(look(DAY, false, days(rows, yearsBack, spread)))
                .isEqualTo(birth ? Optional.of(Likeness.BIRTH) : Optional.empty());
    }

    @Test
    void nothingIsSaidOfNothing() throws SQLException {
        assertThat(look(TEXT, false, rows((String) null))).isEmpty();
        assertThat(look(TEXT, true, rows((String) null))).isEmpty();
        assertThat(look(DAY, false, rows((String) null))).isEmpty();
        assertThat(new LookAtValues(Column.nullable("v", ColumnType.BIGINT), Optional.empty(), name -> name).tells())
                .isFalse();
    }
}
