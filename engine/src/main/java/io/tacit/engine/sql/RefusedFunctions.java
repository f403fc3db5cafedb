package io.tacit.engine.sql;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Well-known functions that do not exist here, and why. */
final class RefusedFunctions {
    /**
     * Why a function is refused.
     *
     * @param rule what is so
     * @param advice what to write instead
     */
    record Reason(String rule, String advice) {}

    private static final Map<String, Reason> REASONS = new HashMap<>();

    static {
        because(
                "A hash hides nothing: anyone who guesses the value can compute its hash.",
                "Use the value itself; a release protects it in every form.",
                "MD5",
                "MD5_NUMBER",
                "MD5_NUMBER_LOWER",
                "MD5_NUMBER_UPPER",
                "SHA1",
                "SHA256",
                "SHA512",
                "HASH",
                "FARM_FINGERPRINT",
                "CRC32");
        because(
                "Its value changes from call to call, so a query with it has no one meaning.",
                "Use values of the rows. The time of planning is CURRENT_DATE or CURRENT_TIMESTAMP.",
                "RAND",
                "RANDOM",
                "SETSEED",
                "UUID",
                "UUIDV4",
                "UUIDV7",
                "GEN_RANDOM_UUID",
                "GENERATE_UUID",
                "NEXTVAL",
                "CURRVAL",
                "SETVAL",
                "NEXT_VALUE",
                "TXID_CURRENT");
        because(
                "The time at which a call happens is not known; that of planning is.",
                "Write CURRENT_TIMESTAMP or CURRENT_DATE: the time of planning, in UTC.",
                "NOW",
                "TODAY",
                "GETDATE",
                "SYSDATE",
                "TRANSACTION_TIMESTAMP",
                "GET_CURRENT_TIME",
                "GET_CURRENT_TIMESTAMP",
                "CURRENT_LOCALTIME",
                "CURRENT_LOCALTIMESTAMP");
        because(
                "Its result may be of any length.",
                "Compute with values of bounded length.",
                "REPEAT",
                "LPAD",
                "RPAD",
                "RANGE",
                "GENERATE_SERIES",
                "EQUI_WIDTH_BINS",
                "BAR",
                "FORMAT",
                "PRINTF");
        because(
                "It lists the values of single rows, and the list may be of any length.",
                "Write GROUP BY the value, which shows the values that enough people have; MODE gives the most"
                        + " frequent.",
                "LIST",
                "ARRAY_AGG",
                "STRING_AGG",
                "GROUP_CONCAT",
                "LISTAGG");
        because(
                "Operations on the bits of numbers are not accepted.",
                "Compute with +, -, *, / and MOD.",
                "XOR",
                "BIT_AND",
                "BIT_OR",
                "BIT_XOR",
                "SIGNBIT");
        because(
                "Texts of numbers in other forms are not accepted.",
                "Write CAST(x AS VARCHAR).",
                "BIN",
                "HEX",
                "TO_BASE",
                "TO_BINARY",
                "TO_HEX",
                "FORMAT_BYTES",
                "FORMATREADABLESIZE",
                "FORMATREADABLEDECIMALSIZE",
                "CHR");
        because(
                "Rounding halves to even is not accepted.",
                "Use ROUND, which rounds halves away from zero.",
                "ROUND_EVEN",
                "ROUNDBANKERS");
        because(
                "Arithmetic is written with signs.",
                "Write a + b, a - b, a * b or a / b.",
                "ADD",
                "SUBTRACT",
                "MULTIPLY",
                "DIVIDE",
                "DECIMAL_DIVISION");
        because("It is called otherwise here.", "Write AVG.", "MEAN", "AVERAGE");
        because("It is called otherwise here.", "Write SUM.", "TOTAL");
        because("It is called otherwise here.", "Write LOWER.", "LCASE");
        because("It is called otherwise here.", "Write UPPER.", "UCASE");
        because("It is the floor of a quotient.", "Write FLOOR(a / b), or MOD(a, b) for what is left.", "FDIV", "FMOD");
        because("It is a quotient of factorials.", "Write FACTORIAL(n) / (FACTORIAL(k) * FACTORIAL(n - k)).", "BINOM");
        because(
                "The engine is not asked to wait, to fail, or about itself.",
                "Leave the function out.",
                "SLEEP_MS",
                "PG_SLEEP",
                "ERROR",
                "ASSERT_TRUE",
                "VERSION",
                "CURRENT_SETTING",
                "GETENV",
                "GETVARIABLE");
        intervals();
        dates();
    }

    private RefusedFunctions() {}

    private static void intervals() {
        because(
                "Intervals are not values here: they only move dates and times.",
                "Write d + n * INTERVAL '1' DAY, or INTERVAL '3' MONTH.",
                "TO_YEARS",
                "TO_QUARTERS",
                "TO_MONTHS",
                "TO_WEEKS",
                "TO_DAYS",
                "TO_HOURS",
                "TO_MINUTES",
                "TO_SECONDS",
                "TO_MILLISECONDS",
                "TO_MICROSECONDS",
                "TO_DECADES",
                "TO_CENTURIES",
                "TO_MILLENNIA",
                "TIME_BUCKET",
                "NORMALIZED_INTERVAL");
        because(
                "A time is not made of numbers here.",
                "Move one: TIMESTAMP '1970-01-01 00:00:00' + n * INTERVAL '1' SECOND; or use MAKE_DATE or CAST(text AS"
                        + " TIMESTAMP).",
                "MAKE_TIME",
                "MAKE_TIMESTAMP",
                "MAKE_TIMESTAMP_MS",
                "MAKE_TIMESTAMP_NS",
                "MAKE_TIMESTAMPTZ",
                "TO_TIMESTAMP",
                "EPOCH_MS",
                "EPOCH_US",
                "EPOCH_NS",
                "FROM_UNIXTIME");
    }

    private static void dates() {
        because(
                "An age is an interval of years, months and days, and intervals are no values here.",
                "Write EXTRACT(YEAR FROM AGE(CURRENT_DATE, born)) for whole years, or DATEDIFF('day', a, b) for days.",
                "AGE");
        because(
                "Its formats differ between dialects.",
                "Write STRFTIME(d, '%Y-%m-%d').",
                "TO_CHAR",
                "DATE_FORMAT",
                "FORMAT_DATE",
                "FORMAT_DATETIME",
                "FORMAT_TIMESTAMP");
        because(
                "Texts become dates in one form only.",
                "Write CAST(text AS DATE) for '2024-12-31', or MAKE_DATE(year, month, day) of its parts.",
                "STRPTIME",
                "TRY_STRPTIME",
                "PARSE_DATE",
                "PARSE_TIMESTAMP",
                "TO_DATE",
                "STR_TO_DATE");
        because(
                "A whole unit of DuckDB's is not one of other dialects: there a month passes from January 31 to"
                        + " February 29.",
                "Write TIMESTAMPDIFF(MONTH, earlier, later).",
                "DATESUB");
        because("It counts the days of a month.", "Write DAY(LAST_DAY(d)).", "DAYS_IN_MONTH");
        because(
                "It is made of two parts of the date.",
                "Write EXTRACT(ISOYEAR FROM d) * 100 + EXTRACT(WEEK FROM d).",
                "YEARWEEK");
        because("All dates are those of one era.", "Leave it out.", "ERA");
        because("Days are not counted from 4713 BC here.", "Write DATEDIFF('day', DATE '1970-01-01', d).", "JULIAN");
        because("A TIMESTAMP has microseconds.", "Write EXTRACT(MICROSECOND FROM d).", "NANOSECOND");
        because(
                "Times have no time zone here.",
                "Move a time: ts + INTERVAL '2' HOUR.",
                "TIMEZONE",
                "TIMEZONE_HOUR",
                "TIMEZONE_MINUTE");
        because("It depends on when a query is asked.", "Write CURRENT_TIMESTAMP - INTERVAL '1' DAY.", "AGO");
    }

    private static void because(String rule, String advice, String... names) {
        for (String name : names) {
            REASONS.put(name, new Reason(rule, advice));
        }
    }

    /** The reason why there is no function of that name (in capitals), if people look for it. */
    static Optional<Reason> of(String name) {
        return Optional.ofNullable(REASONS.get(name));
    }

    /** The names with a reason. */
    static List<String> names() {
        return REASONS.keySet().stream().sorted().toList();
    }
}
