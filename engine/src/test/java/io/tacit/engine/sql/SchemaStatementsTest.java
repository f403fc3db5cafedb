package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Statements about tables and columns in all spellings, and names of types in all of theirs. */
class SchemaStatementsTest {
    private static final Catalog CATALOG =
            new Catalog(List.of(table("visits"), table("it \"is\" one"), table("Tür_1")));

    private static Table table(String name) {
        return new Table(
                name,
                List.of(Column.nullable("x", ColumnType.DOUBLE), Column.nullable("s", ColumnType.VARCHAR)),
                new Protection.Public());
    }

    /** The table that a statement is about, none for one about all tables; another text for what is no such statement. */
    private static String read(String sql) {
        try {
            Optional<SchemaStatement> statement = SchemaStatement.read(sql, CATALOG);
            return statement
                    .map(found -> found instanceof SchemaStatement.Columns columns
                            ? columns.table().name()
                            : "all")
                    .orElse("none");
        } catch (Refusal refusal) {
            return refusal.code().name();
        }
    }

    @Test
    void statementsOfOneTable() {
        List<String> names = List.of("visits", "VISITS", "\"visits\"", "Tür_1", "\"Tür_1\"", "\"it \"\"is\"\" one\"");
        List<String> tables = List.of("visits", "visits", "visits", "Tür_1", "Tür_1", "it \"is\" one");
        for (int i = 0; i < names.size(); i++) {
            for (String form : List.of(
                    "DESCRIBE %s",
                    "desc %s",
                    "DESCRIBE TABLE %s",
                    "DESCRIBE main.%s",
                    "DESCRIBE main . %s;",
                    "SHOW %s",
                    "SHOW COLUMNS FROM %s",
                    "SHOW ALL COLUMNS IN main.%s ;",
                    " -- a comment\n /* and\n another */ SHOW COLUMNS\nFROM %s \n")) {
                String sql = String.format(form, names.get(i));
                assertThat(read(sql)).as(sql).isEqualTo(tables.get(i));
            }
        }
    }

    @Test
    void otherStatements() {
        for (String sql : List.of("SHOW TABLES", "show all tables;", "DESCRIBE", "DESC ;", "/* a */SHOW TABLES")) {
            assertThat(read(sql)).as(sql).isEqualTo("all");
        }
        for (String sql : List.of(
                "SHOW",
                "SELECT * FROM visits",
                "DESCRIBE SELECT 1",
                "DESCRIBE visits; SELECT 1",
                "SHOW TABLES FROM visits",
                "DESCRIBED visits",
                "-- DESCRIBE visits",
                "DESCRIBE visits " + " ".repeat(2000))) {
            assertThat(read(sql)).as(sql).isEqualTo("none");
        }
        for (String sql : List.of("DESCRIBE visit", "SHOW COLUMNS FROM \"it is one\"", "DESCRIBE \"VISITS \"")) {
            assertThat(read(sql)).as(sql).isEqualTo(ErrorCode.UNKNOWN_TABLE.name());
        }
        assertThat(read("SUMMARIZE visits")).isEqualTo(ErrorCode.NOT_A_QUERY.name());
    }

    private static String type(String written) {
        try {
            String type = new SqlToRelation(CATALOG)
                    .analyze("SELECT CAST(s AS " + written + ") FROM visits")
                    .relation()
                    .getRowType()
                    .getFieldList()
                    .get(0)
                    .getType()
                    .toString();
            return type.replaceAll(" NOT NULL", "");
        } catch (Refusal refusal) {
            return refusal.code().name();
        }
    }

    /** What a name of a type means, with digits and without. */
    @Test
    void namesOfTypes() {
        List<String> wrong = new ArrayList<>();
        List<List<String>> types = List.of(
                List.of("VARCHAR", "VARCHAR", "TEXT", "STRING", "BPCHAR", "NVARCHAR"),
                List.of("BOOLEAN", "BOOLEAN", "BOOL", "LOGICAL"),
                List.of("TINYINT", "TINYINT", "INT1"),
                List.of("SMALLINT", "SMALLINT", "INT2", "INT16", "SHORT"),
                List.of("INTEGER", "INTEGER", "INT", "INT4", "INT32", "SIGNED", "INTEGRAL"),
                List.of("BIGINT", "BIGINT", "INT8", "INT64", "LONG"),
                List.of("DOUBLE", "DOUBLE", "FLOAT4", "FLOAT8", "FLOAT64"),
                List.of("DECIMAL(18, 3)", "DECIMAL", "NUMERIC", "DEC"),
                List.of("DECIMAL(38, 0)", "HUGEINT", "INT128"),
                List.of("DECIMAL(10, 1)", "DECIMAL(10, 1)", "NUMERIC(10, 1)", "DEC(10, 1)"),
                List.of("DECIMAL(38, 38)", "DECIMAL(38, 38)", "NUMERIC(38, 38)"),
                List.of("DECIMAL(7, 0)", "DECIMAL(7)", "NUMERIC(7)"),
                List.of("VARCHAR(3)", "VARCHAR(3)"),
                List.of("DATE", "DATE"),
                List.of("TIMESTAMP(6)", "TIMESTAMP", "DATETIME"));
        for (List<String> names : types) {
            for (String name : names.subList(1, names.size())) {
                for (String written : List.of(name, name.toLowerCase(java.util.Locale.ROOT))) {
                    if (!type(written).equals(names.get(0))) {
                        wrong.add(written + " is " + type(written) + ", not " + names.get(0));
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(types.stream().flatMap(List::stream)).containsAll(OtherTypes.NAMES.keySet());
        for (String zoned : List.of("TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE", "TIMETZ", "NOTYPE")) {
            assertThat(type(zoned)).as(zoned).isEqualTo(ErrorCode.INVALID_QUERY.name());
        }
    }
}
