package io.tacit.engine.dialect;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.SqlToRelation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.rel.core.Project;

/** All expressions of {@link WrittenExpressions} and {@link Meanings} that name a column of one type, as an engine is asked for them. */
final class PrintedExpressions {
    /** One column of each type, as expressions call them; the decimal is of any digits. */
    private static final Map<ColumnType.Kind, String> NAMES = Map.of(
            ColumnType.Kind.BOOLEAN, "f",
            ColumnType.Kind.INTEGER, "i",
            ColumnType.Kind.BIGINT, "b",
            ColumnType.Kind.DECIMAL, "m",
            ColumnType.Kind.DOUBLE, "x",
            ColumnType.Kind.VARCHAR, "s",
            ColumnType.Kind.DATE, "d",
            ColumnType.Kind.TIME, "t",
            ColumnType.Kind.TIMESTAMP, "ts");

    /** The types and what other columns hold, in the order of {@link WrittenExpressions#COLUMNS}. */
    private static final List<ColumnType> TYPES = List.of(
            ColumnType.BOOLEAN,
            ColumnType.INTEGER,
            ColumnType.BIGINT,
            ColumnType.decimal(6, 2),
            ColumnType.decimal(3, 3),
            ColumnType.decimal(38, 0),
            ColumnType.decimal(38, 37),
            ColumnType.DOUBLE,
            ColumnType.VARCHAR,
            ColumnType.DATE,
            ColumnType.TIME,
            ColumnType.TIMESTAMP);

    private static final List<String> USUAL = List.of(
            "true",
            "3",
            "4",
            "1.5",
            "0.25",
            "5",
            "0.5",
            "2.5",
            "'abc'",
            "'2024-02-29'",
            "'12:34:56'",
            "'2024-02-29 12:34:56'");

    private PrintedExpressions() {}

    /** Expressions over the columns {@code t1.c0} to {@code t1.c11}; none mixes rows. */
    static List<String> of(ColumnType type, Dialect dialect) {
        String name = NAMES.get(type.kind());
        List<String> names = WrittenExpressions.COLUMNS;
        List<Column> columns = IntStream.range(0, names.size())
                .mapToObj(i -> Column.nullable(names.get(i), names.get(i).equals(name) ? type : TYPES.get(i)))
                .toList();
        SqlToRelation analyzer =
                new SqlToRelation(new Catalog(List.of(new Table("edge", columns, new Protection.Public()))));
        Pattern named = Pattern.compile("\\b[ab]\\." + name + "\\b");
        List<String> printed = new ArrayList<>();
        Stream.concat(
                        WrittenExpressions.expressions().stream(),
                        Meanings.all().stream().map(Meanings.Expression::sql))
                .filter(expression -> named.matcher(expression).find())
                .distinct()
                .forEach(expression -> {
                    try {
                        Project project = (Project) analyzer.analyze("SELECT " + expression + " FROM edge a, edge b")
                                .relation();
                        List<String> fields = project.getInput().getRowType().getFieldList().stream()
                                .map(field -> "t1.c" + field.getIndex() % names.size())
                                .toList();
                        printed.add(RelationToSql.overPeople(dialect)
                                .scalar(project.getProjects().get(0), project.getInput(), fields));
                    } catch (Refusal refused) {
                        // What the language or this engine has not.
                        return;
                    }
                });
        return printed.stream()
                .filter(sql -> !sql.contains(" FROM \"edge\"") && !sql.contains(" OVER ("))
                .toList();
    }

    /** The list of SELECT that makes these columns: one is the given, the others hold something usual. */
    static String columns(ColumnType type, String first, String value) {
        String name = NAMES.get(type.kind());
        return IntStream.range(0, TYPES.size())
                .mapToObj(i -> (WrittenExpressions.COLUMNS.get(i).equals(name)
                                ? value
                                : "CAST(" + USUAL.get(i) + " AS " + sql(TYPES.get(i)) + ")")
                        + " AS c" + i)
                .reduce(first, (all, one) -> all + ", " + one);
    }

    private static String sql(ColumnType type) {
        return type.kind() == ColumnType.Kind.DOUBLE ? "DOUBLE PRECISION" : type.sql();
    }
}
