package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.server.TextNotation;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.fun.SqlTrimFunction;

/** Functions of texts. */
final class SparkTexts implements TextNotation {
    @Override
    public String trimmed(SqlTrimFunction.Flag side, String text, Optional<String> characters) {
        return "trim(" + side.name() + " " + characters.orElse("' '") + " FROM " + text + ")";
    }

    @Override
    public String place() {
        return "instr";
    }

    @Override
    public String startsWith() {
        return "startswith";
    }

    @Override
    public String endsWith(String text, String end) {
        return "endswith(" + text + ", " + end + ")";
    }

    /** Which letters UPPER and LOWER change depends on the version of Java, and some become two. */
    @Override
    public ScalarPrinter upper() {
        return SparkSql.TYPES.lacking().printer();
    }

    @Override
    public ScalarPrinter lower() {
        return SparkSql.TYPES.lacking().printer();
    }

    @Override
    public ScalarPrinter part() {
        return SparkSql.TYPES.lacking().printer();
    }

    @Override
    public String ofReal(String value) {
        return "CAST(" + value + " + CAST(0 AS DOUBLE) AS STRING)";
    }

    @Override
    public String counted(String text) {
        return Once.of(
                text,
                value -> "CASE WHEN " + value + " IS NULL THEN '-' ELSE concat(CAST(length(" + value
                        + ") AS STRING), ':', " + value + ") END");
    }

    @Override
    public String joined(List<String> texts) {
        return "concat(" + String.join(", ", texts) + ")";
    }
}
