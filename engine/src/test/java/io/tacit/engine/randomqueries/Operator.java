package io.tacit.engine.randomqueries;

import static io.tacit.engine.randomqueries.Kind.DATE;
import static io.tacit.engine.randomqueries.Kind.DECIMAL;
import static io.tacit.engine.randomqueries.Kind.REAL;
import static io.tacit.engine.randomqueries.Kind.TEXT;
import static io.tacit.engine.randomqueries.Kind.TRUTH;
import static io.tacit.engine.randomqueries.Kind.WHOLE;

import java.util.List;

/**
 * An operator as both dialects write it.
 *
 * @param result the kind of what it gives
 * @param exact whether it rounds nothing if its operands are exact
 * @param tacit a format whose arguments are the operands
 * @param plain the same for DuckDB, with the documented rules written out
 * @param operands their kinds
 */
record Operator(Kind result, boolean exact, String tacit, String plain, List<Kind> operands) {
    private static final String DIVIDE = "(CAST(%s AS DOUBLE) / NULLIF(CAST(%s AS DOUBLE), 0))";

    /** All there are. A function of the reference joins the test by a line here. */
    static final List<Operator> ALL = List.of(
            same(WHOLE, "(%s + %s)", WHOLE, WHOLE),
            same(WHOLE, "(%s - %s)", WHOLE, WHOLE),
            same(WHOLE, "(%s * 3)", WHOLE),
            same(WHOLE, "(- %s)", WHOLE),
            same(WHOLE, "ABS(%s)", WHOLE),
            of(WHOLE, "MOD(%s, %s)", "(%s %% NULLIF(%s, 0))", WHOLE, WHOLE),
            same(WHOLE, "COALESCE(%s, %s)", WHOLE, WHOLE),
            same(WHOLE, "NULLIF(%s, %s)", WHOLE, WHOLE),
            same(WHOLE, "GREATEST(%s, %s)", WHOLE, WHOLE),
            same(WHOLE, "LEAST(%1$s, %1$s, %2$s)", WHOLE, WHOLE),
            same(WHOLE, "SIGN(%s)", WHOLE),
            of(WHOLE, "(%s // %s)", "(%s // NULLIF(%s, 0))", WHOLE, WHOLE),
            of(WHOLE, "IF(%s, %s, %s)", "CASE WHEN %s THEN %s ELSE %s END", TRUTH, WHOLE, WHOLE),
            of(WHOLE, "IFNULL(%s, %s)", "COALESCE(%s, %s)", WHOLE, WHOLE),
            same(WHOLE, "CASE WHEN %s THEN %s ELSE %s END", TRUTH, WHOLE, WHOLE),
            same(WHOLE, "CASE WHEN %s THEN %s END", TRUTH, WHOLE),
            same(WHOLE, "CHAR_LENGTH(%s)", TEXT),
            same(WHOLE, "POSITION('a' IN %s)", TEXT),
            same(WHOLE, "EXTRACT(MONTH FROM %s)", DATE),
            same(WHOLE, "EXTRACT(DAY FROM %s)", DATE),
            same(WHOLE, "YEAR(%s)", DATE),
            same(WHOLE, "QUARTER(%s)", DATE),
            same(WHOLE, "EXTRACT(DOW FROM %s)", DATE),
            same(WHOLE, "((%s - %s) %% 50)", DATE, DATE),
            same(WHOLE, "(DATEDIFF('month', %s, %s) %% 50)", DATE, DATE),
            same(WHOLE, "STRPOS(%s, %s)", TEXT, TEXT),
            same(WHOLE, "TRY_CAST(%s AS INTEGER)", TEXT),
            of(WHOLE, "CAST(%s AS BIGINT)", "CAST(round(%s) AS BIGINT)", DECIMAL),
            same(DECIMAL, "(%s + %s)", DECIMAL, DECIMAL),
            same(DECIMAL, "(%s - %s)", DECIMAL, WHOLE),
            of(
                    DECIMAL,
                    "(%s * CAST(%s AS DECIMAL(12, 2)))",
                    "(CAST(%s AS DECIMAL(18, 4)) * TRY_CAST(%s AS DECIMAL(12, 2)))",
                    DECIMAL,
                    WHOLE),
            same(DECIMAL, "ABS(%s)", DECIMAL),
            same(DECIMAL, "ROUND(%s, 1)", DECIMAL),
            same(DECIMAL, "(- %s)", DECIMAL),
            same(DECIMAL, "FLOOR(%s)", DECIMAL),
            same(DECIMAL, "CEIL(%s)", DECIMAL),
            same(DECIMAL, "NULLIF(%s, %s)", DECIMAL, DECIMAL),
            same(DECIMAL, "CASE WHEN %s THEN %s ELSE %s END", TRUTH, DECIMAL, DECIMAL),
            same(DECIMAL, "COALESCE(%s, %s)", DECIMAL, DECIMAL),
            same(DECIMAL, "LEAST(%s, %s)", DECIMAL, DECIMAL),
            of(REAL, "(%s + %s)", "NULLIF(%s + %s, 'NaN')", REAL, REAL),
            same(REAL, "(%s - %s)", REAL, WHOLE),
            same(REAL, "(%s * 2)", REAL),
            same(REAL, "(- %s)", REAL),
            same(REAL, "ABS(%s)", REAL),
            same(REAL, "FLOOR(%s)", REAL),
            same(REAL, "CEIL(%s)", REAL),
            same(REAL, "CAST(%s AS DOUBLE)", WHOLE),
            rounds("CAST(%s AS DOUBLE)", "CAST(%s AS DOUBLE)", DECIMAL),
            rounds("(%s / %s)", DIVIDE, WHOLE, WHOLE),
            rounds("(%s / %s)", DIVIDE, DECIMAL, WHOLE),
            rounds("(%s / %s)", "NULLIF(" + DIVIDE + ", 'NaN')", REAL, REAL),
            rounds("SQRT(%s)", "NULLIF(CASE WHEN %1$s >= 0 THEN sqrt(%1$s) END, 'NaN')", REAL),
            rounds("LN(%s)", "NULLIF(CASE WHEN %1$s > 0 THEN ln(%1$s) END, 'NaN')", REAL),
            same(REAL, "COALESCE(%s, %s)", REAL, REAL),
            same(REAL, "CASE WHEN %s THEN %s ELSE %s END", TRUTH, REAL, REAL),
            same(TEXT, "UPPER(%s)", TEXT),
            same(TEXT, "LOWER(%s)", TEXT),
            same(TEXT, "LTRIM(%s)", TEXT),
            same(TEXT, "LEFT(%s, 1)", TEXT),
            same(TEXT, "RIGHT(%s, 1)", TEXT),
            same(TEXT, "CONCAT(%s, %s)", TEXT, TEXT),
            same(TEXT, "SPLIT_PART(%s, 'a', 1)", TEXT),
            same(TEXT, "REGEXP_REPLACE(%s, '[ab]', 'z')", TEXT),
            same(TEXT, "DAYNAME(%s)", DATE),
            same(TEXT, "STRFTIME(%s, '%%Y-%%m')", DATE),
            same(TEXT, "(%s || %s)", TEXT, TEXT),
            same(TEXT, "SUBSTRING(%s FROM 1 FOR 1)", TEXT),
            same(TEXT, "TRIM(%s)", TEXT),
            same(TEXT, "REPLACE(%s, 'a', 'xy')", TEXT),
            same(TEXT, "COALESCE(%s, 'none')", TEXT),
            same(TEXT, "NULLIF(%s, '')", TEXT),
            same(TEXT, "CASE WHEN %s THEN 'yes' ELSE 'maybe' END", TRUTH),
            same(TEXT, "CASE WHEN %s THEN %s ELSE 'other' END", TRUTH, TEXT),
            same(TEXT, "CAST(%s AS VARCHAR)", WHOLE),
            same(TEXT, "CAST(%s AS VARCHAR)", DATE),
            of(DATE, "(%s + INTERVAL '40' DAY)", "CAST(%s + INTERVAL '40' DAY AS DATE)", DATE),
            of(DATE, "DATE_TRUNC('month', %s)", "CAST(date_trunc('month', %s) AS DATE)", DATE),
            same(DATE, "COALESCE(%s, DATE '2020-01-01')", DATE),
            same(DATE, "LAST_DAY(%s)", DATE),
            same(DATE, "(%s - 3)", DATE),
            same(DATE, "GREATEST(%s, %s)", DATE, DATE),
            same(TRUTH, "(%s AND %s)", TRUTH, TRUTH),
            same(TRUTH, "(%s OR %s)", TRUTH, TRUTH),
            same(TRUTH, "(NOT %s)", TRUTH),
            same(TRUTH, "(%s = %s)", WHOLE, WHOLE),
            same(TRUTH, "(%s < %s)", WHOLE, WHOLE),
            same(TRUTH, "(%s BETWEEN 1 AND 4)", WHOLE),
            same(TRUTH, "(%s IN (1, 2, 5))", WHOLE),
            same(TRUTH, "(%s NOT IN (1, 7))", WHOLE),
            same(TRUTH, "(%s >= %s)", DECIMAL, WHOLE),
            same(TRUTH, "(%s <> %s)", DECIMAL, DECIMAL),
            same(TRUTH, "(%s > 1.2345678)", REAL),
            same(TRUTH, "(%s < 6.7654321)", REAL),
            same(TRUTH, "(%s = %s)", TEXT, TEXT),
            same(TRUTH, "(%s <> 'a')", TEXT),
            same(TRUTH, "(%s < 'b')", TEXT),
            same(TRUTH, "(%s LIKE '%%a%%')", TEXT),
            same(TRUTH, "(%s IS NULL)", TEXT),
            same(TRUTH, "(%s IS NOT NULL)", WHOLE),
            same(TRUTH, "(%s IS NOT NULL)", DATE),
            same(TRUTH, "(%s IS NOT DISTINCT FROM %s)", WHOLE, WHOLE),
            same(TRUTH, "(%s IS NOT TRUE)", TRUTH),
            same(TRUTH, "(%s IS FALSE)", TRUTH),
            same(TRUTH, "(%s IS DISTINCT FROM %s)", TEXT, TEXT),
            same(TRUTH, "(%s NOT BETWEEN 1 AND 4)", DECIMAL),
            same(TRUTH, "(%s ILIKE 'B%%')", TEXT),
            same(TRUTH, "STARTS_WITH(%s, 'B')", TEXT),
            same(TRUTH, "REGEXP_MATCHES(%s, '[ab]')", TEXT),
            same(TRUTH, "(%s IN ('a', 'b', ''))", TEXT),
            same(TRUTH, "ISNAN(%s)", REAL),
            same(TRUTH, "ISFINITE(%s)", REAL),
            same(TRUTH, "(%s >= DATE '2021-06-15')", DATE),
            same(TRUTH, "(%s < %s)", DATE, DATE));

    private static Operator of(Kind result, String tacit, String plain, Kind... operands) {
        return new Operator(result, true, tacit, plain, List.of(operands));
    }

    private static Operator same(Kind result, String text, Kind... operands) {
        return of(result, text, text, operands);
    }

    private static Operator rounds(String tacit, String plain, Kind... operands) {
        return new Operator(REAL, false, tacit, plain, List.of(operands));
    }
}
