package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlExplainFormat;
import org.apache.calcite.sql.SqlExplainLevel;
import org.junit.jupiter.api.Test;

/**
 * How each query of {@link ReadQueries} is read: as the same algebra, with the same names, clauses and places, as it was when
 * longer tests tried what such queries answer; or refused with the same words at the same place. The file keeps a short hash of
 * each, for people with the names of columns, or with the code and place of the refusal. Who changes one on purpose looks at
 * the lines that change, and writes them anew with {@code -Dtacit.reference=write}.
 */
class ReadQueriesTest {
    private static final Path FILE = Path.of("src", "test", "resources", "written", "queries.txt");
    private static final Clock NOON = Clock.fixed(Instant.parse("2024-02-29T12:34:56Z"), ZoneOffset.UTC);
    private static final int DIGITS = 4;
    private static final int SHOWN = 20;
    private static final int MOST_SHOWN = 120;
    private static final Catalog CATALOG = new Catalog(List.of(
            new Table(
                    "t",
                    List.of(
                            new Column("u", ColumnType.BIGINT, false),
                            Column.nullable("f", ColumnType.BOOLEAN),
                            Column.nullable("i", ColumnType.INTEGER),
                            Column.nullable("n", ColumnType.decimal(12, 2)),
                            Column.nullable("x", ColumnType.DOUBLE),
                            Column.nullable("s", ColumnType.VARCHAR),
                            Column.nullable("d", ColumnType.DATE),
                            Column.nullable("ts", ColumnType.TIMESTAMP),
                            Column.nullable("tm", ColumnType.TIME),
                            Column.nullable("secret", ColumnType.INTEGER).hiddenFromAnalysts()),
                    new Protection.UnitColumn("u")),
            new Table(
                    "k",
                    List.of(
                            Column.nullable("u", ColumnType.BIGINT),
                            Column.nullable("i", ColumnType.INTEGER),
                            Column.nullable("label", ColumnType.VARCHAR),
                            Column.nullable("CURRENT_DATE", ColumnType.DATE)),
                    new Protection.Public()),
            new Table(
                    "order lines",
                    List.of(
                            Column.nullable("order", ColumnType.INTEGER),
                            Column.nullable("Money spent", ColumnType.DOUBLE),
                            Column.nullable("date", ColumnType.DATE),
                            Column.nullable("year", ColumnType.INTEGER)),
                    new Protection.Public())));

    private static String hash(String text) {
        try {
            byte[] all = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(all, DIGITS));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** The place and the clause of each relation of a tree, subqueries among them. */
    private static void walk(AnalyzedQuery query, RelNode relation, StringBuilder into) {
        into.append(relation.getRelTypeName()).append('@').append(query.positionOf(relation));
        if (relation instanceof Aggregate aggregate) {
            into.append(query.clauseOf(aggregate));
        }
        relation.accept(new RexShuttle() {
            @Override
            public RexSubQuery visitSubQuery(RexSubQuery subquery) {
                walk(query, subquery.rel, into);
                return subquery;
            }
        });
        relation.getInputs().forEach(input -> walk(query, input, into));
    }

    /** The type of an answer's column, or why there is none. */
    private static String type(RelDataType type) {
        try {
            return ColumnTypes.result(type).toString();
        } catch (Refusal refusal) {
            return refusal.getMessage();
        }
    }

    private static String shortened(String text) {
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…";
    }

    private static String read(String sql) {
        try {
            Optional<SchemaStatement> schema = SchemaStatement.read(sql, CATALOG);
            if (schema.isPresent()) {
                return hash(schema.get().toString()) + " schema";
            }
            AnalyzedQuery query = new SqlToRelation(CATALOG, NOON)
                    .analyze(sql, each -> RelationToSql.check(DuckDbDialect.DIALECT, each));
            StringBuilder text = new StringBuilder(RelOptUtil.dumpPlan(
                    "", query.relation(), SqlExplainFormat.TEXT, SqlExplainLevel.EXPPLAN_ATTRIBUTES));
            text.append(query.relation().getRowType().getFullTypeString());
            walk(query, query.relation(), text);
            text.append(query.explain()).append(query.wanted()).append(query.clauses());
            text.append(query.columnNames());
            for (RelDataTypeField field : query.relation().getRowType().getFieldList()) {
                text.append(type(field.getType()));
            }
            return hash(text.toString()) + " " + shortened(query.columnNames().toString());
        } catch (Refusal refusal) {
            return hash(refusal.getMessage()) + " " + refusal.code() + " "
                    + refusal.position().map(Object::toString).orElse("nowhere");
        }
    }

    @Test
    void eachQueryIsReadAsBefore() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String query : ReadQueries.all()) {
            String shown = shortened(query) + (query.length() <= MOST_SHOWN ? "" : hash(query));
            lines.add(shown.replace("\n", "\\n").replace("\r", "\\r").replace("\0", "\\0") + " -> " + read(query));
        }
        if ("write".equals(System.getProperty("tacit.reference"))) {
            Files.createDirectories(FILE.getParent());
            Files.write(FILE, lines);
            return;
        }
        List<String> known = Files.readAllLines(FILE);
        Set<String> before = new HashSet<>(known);
        assertThat(lines.stream().filter(line -> !before.contains(line)).limit(SHOWN))
                .as("read otherwise than before; see the comment above")
                .isEmpty();
        assertThat(lines).hasSameSizeAs(known);
    }
}
