package io.tacit.engine.refusal;

/**
 * The reasons for which Tacit refuses, each with a stable code. Codes are stable; {@code docs/reference/errors.md}
 * explains each one.
 */
public enum ErrorCode {
    SYNTAX("TCT-S01", "42601", AnalystWords.AS_IT_IS),
    UNKNOWN_TABLE("TCT-S02", "42P01", AnalystWords.AS_IT_IS),
    UNKNOWN_COLUMN("TCT-S03", "42703", AnalystWords.AS_IT_IS),
    INVALID_QUERY("TCT-S04", "42000", AnalystWords.AS_IT_IS),
    UNSUPPORTED_FUNCTION("TCT-S05", "42883", AnalystWords.AS_IT_IS),
    TOO_COMPLEX("TCT-S06", "54001", AnalystWords.AS_IT_IS),
    NOT_A_QUERY("TCT-S07", "0A000", AnalystWords.AS_IT_IS),
    PLANNING_TIME("TCT-S08", "54000", AnalystWords.AS_IT_IS),

    UNKNOWN_OPTION("TCT-O01", "42601", AnalystWords.AS_IT_IS),
    BAD_OPTION("TCT-O02", "22023", AnalystWords.AS_IT_IS),
    DUPLICATE_OPTION("TCT-O03", "42601", AnalystWords.AS_IT_IS),
    CLAUSE_WITHOUT_AGGREGATION("TCT-O04", "42601", AnalystWords.AS_IT_IS),

    PRIVATE_ROWS("TCT-R01", "42501", AnalystWords.AS_IT_IS),
    JOIN_NOT_ON_UNIT("TCT-J01", "42P20", AnalystWords.AS_IT_IS),
    JOIN_KIND("TCT-J02", "0A000", AnalystWords.AS_IT_IS),
    AGGREGATE("TCT-A01", "0A000", AnalystWords.AS_IT_IS),
    BOUNDS("TCT-A02", "22023", AnalystWords.AS_IT_IS),
    ARGUMENT_TYPE("TCT-A03", "42804", AnalystWords.AS_IT_IS),
    PER_USER_STEP("TCT-A04", "0A000", AnalystWords.AS_IT_IS),
    INTERVAL("TCT-A05", "0A000", AnalystWords.AS_IT_IS),
    WINDOW("TCT-W01", "42P20", AnalystWords.AS_IT_IS),
    SUBQUERY("TCT-Q01", "0A000", AnalystWords.AS_IT_IS),
    ROW_LIMIT("TCT-L01", "42P20", AnalystWords.AS_IT_IS),
    SET_OPERATION("TCT-U01", "0A000", AnalystWords.AS_IT_IS),
    GROUPING_SETS("TCT-G01", "0A000", AnalystWords.AS_IT_IS),

    PRIVACY_PARAMETER("TCT-P01", "22023", AnalystWords.AS_IT_IS),
    PRIVACY_UNIT("TCT-P02", "42P20", AnalystWords.DATA),
    POLICY("TCT-P03", "42P17", AnalystWords.POLICY),

    BUDGET("TCT-B01", "53400", AnalystWords.AS_IT_IS),
    LEDGER("TCT-B02", "58030", AnalystWords.BOOKS),
    ACCOUNT("TCT-B03", "42501", AnalystWords.AS_IT_IS),

    SOURCE_MISSING("TCT-D01", "58P01", AnalystWords.DATA),
    SOURCE_UNREADABLE("TCT-D02", "58030", AnalystWords.DATA),
    SOURCE_SCHEMA("TCT-D03", "42P17", AnalystWords.DATA),
    SOURCE_NAME("TCT-D04", "42P07", AnalystWords.DATA),

    ENGINE("TCT-X01", "58000", AnalystWords.ENGINE),
    CANCELLED("TCT-X02", "57014", AnalystWords.AS_IT_IS),
    OUTPUT("TCT-X03", "58030", AnalystWords.AS_IT_IS);

    private final String code;
    private final String sqlState;
    private final AnalystWords words;

    ErrorCode(String code, String sqlState, AnalystWords words) {
        this.code = code;
        this.sqlState = sqlState;
        this.words = words;
    }

    /** The stable code, such as {@code TCT-J01}. */
    public String code() {
        return code;
    }

    /** The five-character SQLSTATE that clients of SQL databases understand. */
    public String sqlState() {
        return sqlState;
    }

    /** What somebody who is not the owner of the data reads of a refusal with this code. */
    public AnalystWords analystWords() {
        return words;
    }
}
