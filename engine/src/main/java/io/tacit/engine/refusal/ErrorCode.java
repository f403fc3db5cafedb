package io.tacit.engine.refusal;

/**
 * The reasons for which Tacit refuses, each with a stable code. Codes are stable; {@code docs/reference/errors.md}
 * explains each one.
 */
public enum ErrorCode {
    SYNTAX("TCT-S01", "42601"),
    UNKNOWN_TABLE("TCT-S02", "42P01"),
    UNKNOWN_COLUMN("TCT-S03", "42703"),
    INVALID_QUERY("TCT-S04", "42000"),
    UNSUPPORTED_FUNCTION("TCT-S05", "42883"),
    TOO_COMPLEX("TCT-S06", "54001"),
    NOT_A_QUERY("TCT-S07", "0A000"),
    PLANNING_TIME("TCT-S08", "54000"),

    UNKNOWN_OPTION("TCT-O01", "42601"),
    BAD_OPTION("TCT-O02", "22023"),
    DUPLICATE_OPTION("TCT-O03", "42601"),
    CLAUSE_WITHOUT_AGGREGATION("TCT-O04", "42601"),

    PRIVATE_ROWS("TCT-R01", "42501"),
    JOIN_NOT_ON_UNIT("TCT-J01", "42P20"),
    JOIN_KIND("TCT-J02", "0A000"),
    AGGREGATE("TCT-A01", "0A000"),
    BOUNDS("TCT-A02", "22023"),
    ARGUMENT_TYPE("TCT-A03", "42804"),
    PER_USER_STEP("TCT-A04", "0A000"),
    INTERVAL("TCT-A05", "0A000"),
    WINDOW("TCT-W01", "42P20"),
    SUBQUERY("TCT-Q01", "0A000"),
    ROW_LIMIT("TCT-L01", "42P20"),
    SET_OPERATION("TCT-U01", "0A000"),
    GROUPING_SETS("TCT-G01", "0A000"),

    PRIVACY_PARAMETER("TCT-P01", "22023"),
    PRIVACY_UNIT("TCT-P02", "42P20"),
    POLICY("TCT-P03", "42P17"),

    BUDGET("TCT-B01", "53400"),
    LEDGER("TCT-B02", "58030"),
    ACCOUNT("TCT-B03", "42501"),

    SOURCE_MISSING("TCT-D01", "58P01"),
    SOURCE_UNREADABLE("TCT-D02", "58030"),
    SOURCE_SCHEMA("TCT-D03", "42P17"),
    SOURCE_NAME("TCT-D04", "42P07"),

    ENGINE("TCT-X01", "58000"),
    CANCELLED("TCT-X02", "57014"),
    OUTPUT("TCT-X03", "58030");

    private final String code;
    private final String sqlState;

    ErrorCode(String code, String sqlState) {
        this.code = code;
        this.sqlState = sqlState;
    }

    /** The stable code, such as {@code TCT-J01}. */
    public String code() {
        return code;
    }

    /** The five-character SQLSTATE that clients of SQL databases understand. */
    public String sqlState() {
        return sqlState;
    }
}
