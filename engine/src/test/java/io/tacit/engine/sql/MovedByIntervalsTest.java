package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.Period;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A timestamp that is moved by a constant interval, against Java: exactly, or the interval is refused. */
@NullUnmarked
class MovedByIntervalsTest {
    private static final LocalDateTime FROM = LocalDateTime.parse("2024-01-31T12:34:56.789");
    private static final String TIMESTAMP = "TIMESTAMP '2024-01-31 12:34:56.789'";

    private static Connection connection;

    @BeforeAll
    static void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    private static LocalDateTime moved(String sign, String interval) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        VisitTables.sql("SELECT " + TIMESTAMP + " " + sign + " INTERVAL " + interval))) {
            row.next();
            return row.getObject(1, LocalDateTime.class);
        }
    }

    /** Each unit, and each pair of a greater and a smaller one. */
    @Test
    void isWhereJavaMovesItTo() throws SQLException {
        Map<String, Period> periods = new LinkedHashMap<>(Map.of(
                "'3' YEAR", Period.ofYears(3),
                "'13' MONTH", Period.ofMonths(13),
                "'1-2' YEAR TO MONTH", Period.of(1, 2, 0),
                "'-1-2' YEAR TO MONTH", Period.of(-1, -2, 0),
                "2 QUARTER", Period.ofMonths(6),
                "3 WEEK", Period.ofDays(21),
                "(40) DAY", Period.ofDays(40),
                "-3 MONTH", Period.ofMonths(-3)));
        for (Map.Entry<String, Period> each : periods.entrySet()) {
            assertThat(moved("+", each.getKey())).as(each.getKey()).isEqualTo(FROM.plus(each.getValue()));
            assertThat(moved("-", each.getKey())).as(each.getKey()).isEqualTo(FROM.minus(each.getValue()));
        }
        Map<String, Duration> durations = new LinkedHashMap<>();
        durations.put("'5' DAY", Duration.ofDays(5));
        durations.put("'-5' HOUR", Duration.ofHours(-5));
        durations.put("'90' MINUTE", Duration.ofMinutes(90));
        durations.put("90 SECOND", Duration.ofSeconds(90));
        durations.put("'1.5' SECOND", Duration.ofMillis(1_500));
        durations.put("'0.001' SECOND", Duration.ofMillis(1));
        durations.put("'0.100000' SECOND", Duration.ofMillis(100));
        durations.put("'-0.999' SECOND", Duration.ofMillis(-999));
        durations.put("'1 02' DAY TO HOUR", Duration.ofHours(26));
        durations.put("'1 02:03' DAY TO MINUTE", Duration.ofMinutes(26 * 60 + 3));
        durations.put("'1 02:03:04.005' DAY TO SECOND", Duration.ofMillis((26 * 60 + 3) * 60_000 + 4_005));
        durations.put("'02:03' HOUR TO MINUTE", Duration.ofMinutes(123));
        durations.put("'02:03:04' HOUR TO SECOND", Duration.ofSeconds(123 * 60 + 4));
        durations.put("'03:04.5' MINUTE TO SECOND", Duration.ofMillis(184_500));
        for (Map.Entry<String, Duration> each : durations.entrySet()) {
            assertThat(moved("+", each.getKey())).as(each.getKey()).isEqualTo(FROM.plus(each.getValue()));
            assertThat(moved("-", each.getKey())).as(each.getKey()).isEqualTo(FROM.minus(each.getValue()));
        }
    }

    /** Nothing of an interval is lost. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'0.0001' SECOND",
                "'1.0005' SECOND",
                "'-0.000001' SECOND",
                "'59.999999' SECOND",
                "'03:04.0005' MINUTE TO SECOND",
                "'02:03:04.12345' HOUR TO SECOND",
                "'1 02:03:04.0000010' DAY TO SECOND",
                "0.5 SECOND",
                "(1.5) DAY",
                "'1.5' DAY"
            })
    void aPartOfItsLeastUnitIsRefused(String interval) {
        assertThat(catchThrowableOfType(Refusal.class, () -> moved("+", interval))
                        .code())
                .isEqualTo(ErrorCode.INVALID_QUERY);
    }

    /** Nor is a time called shorter than it is. */
    @ParameterizedTest
    @ValueSource(strings = {"TIMESTAMP", "TIME", "timestamp"})
    void aTypeOfTimesHasMicroseconds(String type) {
        String whole = VisitTables.sql("SELECT CAST(label AS " + type + ") FROM weekdays");
        for (int digits = 0; digits <= 9; digits++) {
            String sql = "SELECT CAST(label AS " + type + "(" + digits + ")) FROM weekdays";
            if (digits < 6) {
                assertThat(catchThrowableOfType(Refusal.class, () -> VisitTables.sql(sql))
                                .code())
                        .isEqualTo(ErrorCode.INVALID_QUERY);
            } else {
                assertThat(VisitTables.sql(sql)).isEqualTo(whole);
            }
        }
    }
}
