package io.tacit.engine.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.ColumnType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnFormsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true False TRUE|BOOLEAN",
                "N F N|VARCHAR",
                "0 1 1|INTEGER",
                "7 -8 +999999999|INTEGER",
                "1000000000 5|BIGINT",
                "12923.0 15594.0 17.|BIGINT",
                "999999999999999999|BIGINT",
                "99999999999999999999 12345678901234567890|VARCHAR",
                "01067 80331|VARCHAR",
                "007 008|VARCHAR",
                "0 7|INTEGER",
                "4.15 1.2 3|DECIMAL(18,2)",
                "-0.5 .25|DECIMAL(18,2)",
                "12345678901.5 1.25|DECIMAL(38,2)",
                "0.12345678 1.5|DOUBLE",
                "1e5 2.5E-3 7|DOUBLE",
                "2011-10-06 2012/02/29|DATE",
                "2011-10-06T16:20:00 2011-10-06T9:20 2011-10-07|TIMESTAMP",
                "2011-10-06T16:20:00.123456Z 2011-10-06T16:20:00+02:00|TIMESTAMP",
                "16:20 9:05:01.5|TIME",
                "2011-02-30 2011-10-06|VARCHAR",
                "9:27AM 10:47AM|VARCHAR",
                "536365 C536379|VARCHAR",
                "nan 1|DOUBLE",
                "nan inf|VARCHAR",
                "Inf Nancy|VARCHAR",
                "1,5 2,5|VARCHAR",
                "- + . e5|VARCHAR"
            })
    void proposesTheTypeOfTheValuesForm(String values, String type) throws SQLException {
        ColumnForms forms = new ColumnForms();
        for (String value : values.split(" ", -1)) {
            forms.add(value);
        }
        assertThat(forms.type(true)).hasToString(type);
        assertThat(castable(List.of(values.split(" ", -1)), type)).isTrue();
    }

    /** Each spelling that DuckDB reads as a DOUBLE, among decimals; and some that it does not read. */
    @Test
    void notANumberAndInfinityLeaveNumbersDouble() throws SQLException {
        for (String word :
                List.of("nan", "NaN", "NAN", "nan()", "NaN(1)", "inf", "Inf", "INF", "infinity", "Infinity")) {
            for (String sign : List.of("", "+", "-")) {
                assertThat(withDecimals(sign + word)).as(sign + word).isEqualTo(ColumnType.DOUBLE);
                assertThat(castable(List.of(sign + word), "DOUBLE"))
                        .as(sign + word)
                        .isTrue();
            }
        }
        for (String word : List.of("1.#INF", "1.#QNAN", "snan", "infinite", "n/a", "-")) {
            assertThat(withDecimals(word)).as(word).isEqualTo(ColumnType.VARCHAR);
            assertThat(castable(List.of(word), "DOUBLE")).as(word).isFalse();
        }
    }

    /** However many decimals there are: one value that is no number of theirs would be NULL among them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100, 1_000, 10_000})
    void oneThatIsNotFiniteAmongManyDecimalsLeavesThemDouble(int decimals) {
        for (String word : List.of("nan", "-inf", "Infinity")) {
            for (String decimal : List.of("1.5", "1e3", "0.00000001")) {
                ColumnForms forms = new ColumnForms();
                Collections.nCopies(decimals, decimal).forEach(forms::add);
                forms.add(word);
                assertThat(forms.type(true))
                        .as("%d of %s and %s", decimals, decimal, word)
                        .isEqualTo(ColumnType.DOUBLE);
                assertThat(forms.type(false)).isEqualTo(ColumnType.DOUBLE);
            }
        }
    }

    private static ColumnType withDecimals(String word) {
        ColumnForms forms = new ColumnForms();
        List.of("1.5", "-2.25", "3", word).forEach(forms::add);
        return forms.type(true);
    }

    @Test
    void aFewOddValuesChangeNothing() {
        for (String odd : List.of("abc", "\"", "99999999999999999999999", "2.75", "", "x".repeat(1_000_000), "1e400")) {
            ColumnForms forms = new ColumnForms();
            for (int i = 0; i < 2_000; i++) {
                forms.add(Integer.toString(i));
            }
            forms.add(odd);
            assertThat(forms.type(true).kind()).as(odd).isIn(ColumnType.Kind.INTEGER, ColumnType.Kind.BIGINT);
        }
    }

    @Test
    void manyOddValuesMakeItText() {
        ColumnForms forms = new ColumnForms();
        for (int i = 0; i < 1_000; i++) {
            forms.add(i % 50 == 0 ? "n/a" : Integer.toString(i));
        }
        assertThat(forms.type(true)).isEqualTo(ColumnType.VARCHAR);
    }

    @Test
    void largerNumbersMayFollowABeginning() {
        ColumnForms forms = new ColumnForms();
        forms.add("5");
        assertThat(forms.type(true)).isEqualTo(ColumnType.INTEGER);
        assertThat(forms.type(false)).isEqualTo(ColumnType.BIGINT);
        assertThat(new ColumnForms().type(true)).isEqualTo(ColumnType.VARCHAR);
    }

    /** A sign before a number leaves it what it is: a code with a zero before it is text, however it is signed. */
    @Test
    void aSignChangesNoType() {
        for (String number :
                List.of("0", "7", "007", "0.5", "00.5", "0120.0", "1e5", "12345678901", "1234567890123456789")) {
            for (String sign : List.of("+", "-")) {
                assertThat(typeOf(sign + number)).as(sign + number).isEqualTo(typeOf(number));
            }
        }
    }

    /** Wherever it stands and however many have none: what was written as a decimal may have larger numbers. */
    @Test
    void onePointAmongWholeNumbersMakesThemBigint() {
        for (String pointed : List.of("7.", "7.0", "-7.00", "+0.0", "1234.000")) {
            for (int whole : List.of(0, 1, 9, 999)) {
                for (int place : List.of(0, whole / 2, whole)) {
                    ColumnForms forms = new ColumnForms();
                    for (int i = 0; i <= whole; i++) {
                        forms.add(i == place ? pointed : "5");
                    }
                    assertThat(forms.type(true))
                            .as("%s among %s", pointed, whole)
                            .isEqualTo(ColumnType.BIGINT);
                }
            }
        }
    }

    private static ColumnType typeOf(String value) {
        ColumnForms forms = new ColumnForms();
        forms.add(value);
        return forms.type(true);
    }

    /** Of 1,000 values ten may be no truths, decimals, dates or times; of whole numbers one may be none. */
    @Test
    void everyTypeHasTheSameShareOfOddValues() {
        for (String good :
                List.of("true", "1.5", "1e5", "2020-01-02", "2020-01-02 03:04", "03:04", "12", "123456789012")) {
            ColumnType alone = typeOf(good);
            boolean whole = good.matches("[0-9]+");
            int most = whole ? 1 : 10;
            for (int odd : List.of(1, most, most + 1, 12)) {
                ColumnForms forms = new ColumnForms();
                for (int i = 0; i < 1_000; i++) {
                    forms.add(i < odd ? "odd" : good);
                }
                ColumnType expected = odd <= most ? alone : ColumnType.VARCHAR;
                if (whole && odd > most && odd <= 10) {
                    // They are decimals still.
                    expected = ColumnType.decimal(good.length() > 10 ? 38 : 18, 0);
                }
                assertThat(forms.type(true))
                        .as("%s of 1000 are no %s", odd, good)
                        .isEqualTo(expected);
            }
        }
    }

    /**
     * Numbers of every length, with and without signs, zeros before them and digits behind the point, dates, times and
     * truths at the ends of their types: what is proposed for one of them, or for two together, has both of them as
     * values, and a number as exactly that number.
     */
    @Test
    void whatIsProposedHoldsEachValueLookedAt() throws SQLException {
        List<String> values = formsOfValues();
        Map<String, Set<String>> byType = new TreeMap<>();
        for (String one : values) {
            for (String other : beside(one)) {
                ColumnForms forms = new ColumnForms();
                forms.add(one);
                forms.add(other);
                for (boolean complete : new boolean[] {true, false}) {
                    byType.computeIfAbsent(forms.type(complete).sql(), type -> new TreeSet<>())
                            .addAll(List.of(one, other));
                }
            }
        }
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, Set<String>> each : byType.entrySet()) {
            Map<String, String> read = read(each.getValue(), each.getKey());
            for (String value : each.getValue()) {
                String held = read.get(value);
                boolean exact = each.getKey().matches("INTEGER|BIGINT|DECIMAL.*");
                if (held == null
                        || exact && new BigDecimal(held).compareTo(new BigDecimal(value.strip())) != 0
                        || held.contains("inf")) {
                    wrong.add(value + " as " + each.getKey() + " is " + held);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(byType)
                .containsKeys(
                        "BIGINT",
                        "BOOLEAN",
                        "DATE",
                        "DECIMAL(18,6)",
                        "DOUBLE",
                        "INTEGER",
                        "TIME",
                        "TIMESTAMP",
                        "VARCHAR");
    }

    /** The value alone, and with one of each kind. */
    private static List<String> beside(String value) {
        return List.of(
                value,
                "5",
                "-2147483648",
                "999999999999999999",
                "12345678901234567890",
                "0.5",
                "-12345678901.123456",
                "007",
                "1e5",
                "true",
                "2024-02-29",
                "2024-02-29 12:00",
                "12:00");
    }

    private static List<String> formsOfValues() {
        Set<String> values = new LinkedHashSet<>();
        for (int digits = 1; digits <= 38; digits++) {
            for (String whole : List.of("9".repeat(digits), "1" + "0".repeat(digits - 1), "0".repeat(digits))) {
                for (String behind : List.of("", ".0", ".25", ".123456", ".1234567", "e1")) {
                    values.add(whole + behind);
                    values.add("-" + whole + behind);
                }
            }
        }
        for (int bits : new int[] {7, 8, 15, 16, 31, 32, 63, 64, 127}) {
            for (int more = -2; more <= 2; more++) {
                BigInteger near = BigInteger.TWO.pow(bits).add(BigInteger.valueOf(more));
                values.add(near.toString());
                values.add(near.negate().toString());
            }
        }
        values.addAll(List.of("true", "FALSE", " 7 ", "+1.5", "-.5", "5."));
        for (String day : List.of("0001-01-01", "9999-12-31", "2024-2-9", "2024/02/29", "1582-10-10", "1969-12-31")) {
            values.add(day);
            for (String time : List.of("0:00", "23:59:59.999999", "09:05:01.5", "12:30:00Z", "12:30:00+05:30")) {
                values.add(day + " " + time);
                values.add(day + "T" + time);
            }
        }
        values.addAll(List.of("0:00", "9:05", "23:59", "23:59:59.999999", "12:00:00"));
        return List.copyOf(values);
    }

    /** What the engine reads as values of a type, by the texts in which it finds one. */
    private static Map<String, String> read(Set<String> texts, String type) throws SQLException {
        Map<String, String> values = new HashMap<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                PreparedStatement statement = connection.prepareStatement("SELECT t, CAST(TRY_CAST(t AS " + type
                        + ") AS VARCHAR) FROM (SELECT UNNEST(string_split(?, '|')))" + " AS all_texts(t)")) {
            statement.setString(1, String.join("|", texts));
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    values.put(result.getString(1), result.getString(2));
                }
            }
        }
        return values;
    }

    /** Whether the engine finds a value of the type in each text: both must mean the same by a type. */
    private static boolean castable(List<String> values, String type) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                PreparedStatement statement =
                        connection.prepareStatement("SELECT TRY_CAST(? AS " + type + ") IS NOT NULL")) {
            boolean all = true;
            for (String value : values) {
                statement.setString(1, value);
                try (ResultSet result = statement.executeQuery()) {
                    result.next();
                    all &= result.getBoolean(1);
                }
            }
            return all;
        }
    }
}
