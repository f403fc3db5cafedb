package io.tacit.engine.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.postgres.PostgresColumns;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.dialect.server.StoredColumn;
import io.tacit.engine.dialect.spark.SparkColumns;
import io.tacit.engine.dialect.spark.SparkDialect;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.SqlToRelation;
import io.tacit.engine.sql.TextLengths;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.junit.jupiter.api.Test;

/**
 * What each dialect writes for each expression, aggregate, relation, key and column of {@link WrittenExpressions} is what was
 * tried: on servers, which quick tests have not, and over many values, for which they have no time. The file keeps a short hash
 * of each text or refusal, with the type. Who changes a text on purpose runs {@code mvn verify}, where engines run it, and then
 * this test with {@code -Dtacit.reference=write}.
 */
class WrittenSqlTest {
    private static final Path FILE = Path.of("src", "test", "resources", "written", "sql.txt");
    private static final int AT_ONCE = 40;
    private static final int DIGITS = 4;
    private static final int SHOWN = 20;
    private static final int LENGTH = 3_000;
    private static final int MOST_SHOWN = 200;
    private static final Map<String, Dialect> DIALECTS = dialects();
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

    private static final SqlToRelation ANALYZER = analyzer();

    private final Map<String, String> written = new LinkedHashMap<>();

    private static Map<String, Dialect> dialects() {
        Map<String, Dialect> dialects = new LinkedHashMap<>();
        dialects.put("DuckDB", DuckDbDialect.DIALECT);
        dialects.put("PostgreSQL", PostgresDialect.DIALECT);
        dialects.put("Spark", SparkDialect.DIALECT);
        return dialects;
    }

    private static SqlToRelation analyzer() {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < TYPES.size(); i++) {
            columns.add(Column.nullable(WrittenExpressions.COLUMNS.get(i), TYPES.get(i)));
        }
        return new SqlToRelation(new Catalog(List.of(
                new Table("edge", columns, new Protection.Public()),
                new Table(
                        "T7",
                        List.of(Column.nullable("t1", ColumnType.INTEGER), Column.nullable("a\"`b", ColumnType.DATE)),
                        new Protection.Public()))));
    }

    private static String hash(String text) {
        try {
            byte[] all = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(all, DIGITS));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** The hash of a text, or that of a refusal behind a sign. */
    private static String said(Supplier<String> text) {
        try {
            return hash(text.get());
        } catch (Refusal refusal) {
            return "!" + hash(refusal.getMessage());
        }
    }

    private void add(String key, String type, Function<Dialect, String> text) {
        String texts = DIALECTS.values().stream()
                .map(dialect -> said(() -> text.apply(dialect)))
                .collect(Collectors.joining(" "));
        String shown = key.length() <= MOST_SHOWN ? key : key.substring(0, MOST_SHOWN) + "…" + hash(key);
        assertThat(written.put(shown, texts + " " + type)).as(key).isNull();
    }

    private static String field(int index) {
        return "t1.c" + index;
    }

    private static List<String> fields(RelNode relation) {
        return IntStream.range(0, relation.getRowType().getFieldCount())
                .mapToObj(WrittenSqlTest::field)
                .toList();
    }

    /** How long a text is, and what is made for it, where each field has a length of its own. */
    private static String lengths(RexNode node) {
        if (!SqlTypeUtil.isCharacter(node.getType()) && node.getType().getComponentType() == null) {
            return "";
        }
        try {
            boolean plain = !(node instanceof RexOver) && !(node instanceof RexSubQuery);
            return " " + TextLengths.of(node, field -> LENGTH + field)
                    + (plain && node instanceof RexCall call
                            ? "/" + TextLengths.built(call, field -> LENGTH + field)
                            : "");
        } catch (Refusal refused) {
            return " no length";
        }
    }

    private void expressions(List<String> expressions) {
        RelNode relation;
        try {
            relation = ANALYZER.analyze("SELECT " + String.join(", ", expressions) + " FROM edge a, edge b")
                    .relation();
        } catch (Refusal refusal) {
            if (expressions.size() == 1) {
                add("expression " + expressions.get(0), "", dialect -> refusal.getMessage());
            } else {
                int half = expressions.size() / 2;
                expressions(expressions.subList(0, half));
                expressions(expressions.subList(half, expressions.size()));
            }
            return;
        }
        Project project = (Project) relation;
        for (int i = 0; i < expressions.size(); i++) {
            int at = i;
            RexNode node = project.getProjects().get(i);
            add(
                    "expression " + expressions.get(i),
                    node.getType().getFullTypeString() + lengths(node),
                    dialect -> RelationToSql.overPeople(dialect)
                            .scalar(project.getProjects().get(at), project.getInput(), fields(project.getInput())));
        }
    }

    private static Aggregate aggregate(RelNode relation) {
        return relation instanceof Aggregate found ? found : aggregate(relation.getInput(0));
    }

    private void aggregates(List<String> calls) {
        for (String text : calls) {
            Aggregate aggregate;
            try {
                aggregate = aggregate(
                        ANALYZER.analyze("SELECT " + text + " FROM edge").relation());
            } catch (Refusal refusal) {
                add("aggregate " + text, "", dialect -> refusal.getMessage());
                continue;
            }
            AggregateCall call = aggregate.getAggCallList().get(0);
            for (FloatingSums sums : FloatingSums.values()) {
                add(
                        "aggregate " + sums + " " + text,
                        call.getType().getFullTypeString(),
                        dialect -> dialect.aggregates(sums)
                                .print(call, RelationToSql.types(aggregate.getInput()), WrittenSqlTest::field));
            }
        }
    }

    private void relations(List<String> queries) {
        for (String query : queries) {
            RelNode relation = ANALYZER.analyze(query).relation();
            String type = relation.getRowType().getFullTypeString();
            add(
                    "over people " + query,
                    type,
                    dialect -> RelationToSql.overPeople(dialect).sql(relation));
            add(
                    "over released " + query,
                    type,
                    dialect -> RelationToSql.overReleased(dialect).sql(relation));
        }
    }

    private void keys() {
        for (ColumnType type : TYPES) {
            add("canonical " + type.sql(), "", dialect -> dialect.keys().canonical("c", type));
            add("finite " + type.sql(), "", dialect -> dialect.keys().finite("c", type));
            add("text " + type.sql(), "", dialect -> dialect.keys().text("c", type));
            add("same " + type.sql(), "", dialect -> dialect.keys().same("l.c", "r.c", type));
            add(
                    "any " + type.sql(),
                    "",
                    dialect -> dialect.aggregates(FloatingSums.EXACT).any("c", StoredColumn.calcite(type)));
            add(
                    "key " + type.sql(),
                    "",
                    dialect -> dialect.aggregates(FloatingSums.NATIVE).key("c", StoredColumn.calcite(type)));
        }
        add("hash", "", dialect -> dialect.keys().hash("it's", List.of("u", "v")));
        add("together", "", dialect -> dialect.keys().together(List.of("u", "v")));
        add("gathered", "", dialect -> dialect.aggregates(FloatingSums.EXACT).gathered("c", " OVER ()"));
    }

    private void wholeNumbers() {
        for (int exponent : List.of(-60, -36, 0, 1, 20)) {
            add(
                    "steps " + exponent,
                    "",
                    dialect -> dialect.wholeNumbers().steps("c", Math.scalb(1.0, 80 + exponent), exponent));
        }
        for (int scale : List.of(0, 1, 2, 37, 38)) {
            add(
                    "without point " + scale,
                    "",
                    dialect -> dialect.wholeNumbers().withoutPoint("c", scale).orElse("none"));
        }
        add("whole", "", dialect -> dialect.wholeNumbers().of("c"));
        add("addend", "", dialect -> dialect.wholeNumbers().addend("c"));
        add(
                "literal",
                "",
                dialect -> dialect.wholeNumbers()
                        .literal(BigInteger.ONE.shiftLeft(120).negate()));
        add("quotient", "", dialect -> dialect.wholeNumbers().quotient("c", "d"));
        add("binary digits", "", dialect -> dialect.wholeNumbers().binaryDigits("c"));
        add("without last digits", "", dialect -> dialect.wholeNumbers().withoutLastDigits("c", "d"));
        add("days", "", dialect -> dialect.wholeNumbers().days("c"));
        add("microseconds", "", dialect -> dialect.wholeNumbers().microseconds("c"));
    }

    private void stages() {
        for (boolean inPlace : List.of(false, true)) {
            add("stage in place: " + inPlace, "", dialect -> dialect.stages().stage("s", "SELECT 1", inPlace));
        }
        add("among", "", dialect -> dialect.stages().among("l", "r", "u"));
        add("not among", "", dialect -> dialect.stages().notAmong("l", "r", "u"));
        add("where", "", dialect -> dialect.stages().where("l", "r", "l.u < r.u"));
        add("where not", "", dialect -> dialect.stages().whereNot("l", "r", "l.u < r.u"));
        add("place", "", dialect -> dialect.stages().place(List.of("u", "v"), "w", List.of("h", "k"), 7));
        add("first", "", dialect -> dialect.stages().isFirst("w", 7));
        add("all but", "", dialect -> dialect.stages().allBut(List.of("u", "v"), List.of("w", "x")));
        add(
                "knows",
                "",
                dialect -> dialect.stages().knowsAny() + " " + dialect.stages().saysUnknown() + " "
                        + dialect.stages().looksAgain());
        for (double value : List.of(0.0, -0.1, 1e300, Double.MIN_VALUE)) {
            add("real " + value, "", dialect -> dialect.literals().real(value));
        }
        for (String name : List.of("c", "a b", "a\"b", "a`b", "ä'$", "${env:HOME}")) {
            add("name " + name, "", dialect -> dialect.literals().name(name));
        }
    }

    private void columns() {
        Map<String, Function<String, StoredColumn>> stores = Map.of(
                "PostgreSQL", type -> PostgresColumns.stored("a\"c", type),
                "Spark", type -> SparkColumns.stored("a`c", type));
        List<ColumnType> declared = TYPES;
        for (String server : List.of("PostgreSQL", "Spark")) {
            for (String type : WrittenExpressions.storedTypes(server)) {
                StoredColumn column = stores.get(server).apply(type);
                String natural = column.natural().map(ColumnType::sql).orElse("none");
                String texts =
                        declared.stream().map(as -> said(() -> column.as(as))).collect(Collectors.joining(" "));
                written.put(server + " column " + type + " is " + natural, texts);
            }
        }
    }

    private List<String> lines() {
        Set<String> met = new HashSet<>();
        for (List<String> all : List.of(
                Meanings.all().stream().map(Meanings.Expression::sql).toList(), WrittenExpressions.expressions())) {
            List<String> once = all.stream()
                    .distinct()
                    .filter(expression -> !met.contains(expression))
                    .toList();
            for (int from = 0; from < once.size(); from += AT_ONCE) {
                expressions(once.subList(from, Math.min(from + AT_ONCE, once.size())));
            }
            met.addAll(once);
        }
        aggregates(WrittenExpressions.aggregates());
        relations(WrittenExpressions.relations());
        keys();
        wholeNumbers();
        stages();
        columns();
        return written.entrySet().stream()
                .map(entry -> entry.getKey() + " -> " + entry.getValue())
                .toList();
    }

    @Test
    void eachTextIsTheOneThatWasTried() throws IOException {
        List<String> lines = lines();
        if ("write".equals(System.getProperty("tacit.reference"))) {
            Files.createDirectories(FILE.getParent());
            Files.write(FILE, lines);
            return;
        }
        List<String> known = Files.readAllLines(FILE);
        Set<String> tried = new HashSet<>(known);
        assertThat(lines.stream().filter(line -> !tried.contains(line)).limit(SHOWN))
                .as("written by %s otherwise than was tried; see the comment above", DIALECTS.keySet())
                .isEmpty();
        assertThat(lines).hasSameSizeAs(known);
    }
}
