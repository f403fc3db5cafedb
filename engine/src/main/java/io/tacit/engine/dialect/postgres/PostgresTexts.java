package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.server.TextNotation;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.fun.SqlTrimFunction;

/** Functions of texts. */
final class PostgresTexts implements TextNotation {
    @Override
    public String trimmed(SqlTrimFunction.Flag side, String text, Optional<String> characters) {
        String name = switch (side) {
            case BOTH -> "btrim";
            case LEADING -> "ltrim";
            case TRAILING -> "rtrim";
        };
        return name + "(" + text + characters.map(some -> ", " + some).orElse("") + ")";
    }

    @Override
    public String place() {
        return "strpos";
    }

    @Override
    public String startsWith() {
        return "starts_with";
    }

    @Override
    public String endsWith(String text, String end) {
        return Once.of(text, end, "(right(v.a, length(v.b)) = v.b)");
    }

    @Override
    public ScalarPrinter upper() {
        return (scalars, call) -> PostgresLetters.CAPITAL.of(bounded(scalars, call, 0));
    }

    @Override
    public ScalarPrinter lower() {
        return (scalars, call) -> PostgresLetters.SMALL.of(bounded(scalars, call, 0));
    }

    /** Elsewhere no separator makes a part of each character, and the part 0 is empty; from the end the parts count down. */
    @Override
    public ScalarPrinter part() {
        String fromEnd = "CASE WHEN length(v.a) >= -CAST(v.c AS bigint) THEN left(right(v.a, -v.c), 1) ELSE '' END";
        String character = "CASE WHEN v.c > 0 THEN substring(v.a, v.c, 1) ELSE " + fromEnd + " END";
        String guard = "CASE WHEN v.a IS NULL OR v.b IS NULL OR v.c IS NULL THEN NULL WHEN v.c = 0 THEN ''"
                + " WHEN v.b = '' THEN " + character + " ELSE split_part(v.a, v.b, v.c) END";
        return (scalars, call) -> Once.of(
                bounded(scalars, call, 0),
                bounded(scalars, call, 1),
                scalars.printAs(call.getOperands().get(2), "integer"),
                guard);
    }

    private static String bounded(ScalarToSql scalars, RexCall call, int index) {
        return PostgresSql.TEXTS.bounded(scalars, call.getOperands().get(index));
    }

    @Override
    public String ofReal(String value) {
        return "CAST(" + value + " + CAST(0 AS double precision) AS text) COLLATE \"C\"";
    }

    @Override
    public String counted(String text) {
        return Once.of(text, "CASE WHEN v.a IS NULL THEN '-' ELSE length(v.a) || ':' || v.a END");
    }

    @Override
    public String joined(List<String> texts) {
        return "((" + String.join(" || ", texts) + ") COLLATE \"C\")";
    }
}
