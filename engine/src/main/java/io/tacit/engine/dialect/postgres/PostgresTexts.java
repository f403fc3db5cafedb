package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.server.TextNotation;
import java.util.List;
import java.util.Optional;
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
