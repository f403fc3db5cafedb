package io.tacit.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.AnalyzedQuery;
import io.tacit.engine.sql.SqlToRelation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The rules of ownership as scripts: SQL, the tree before the cut, what each release aggregates and what remains after
 * it; or the refusal. A script is named after the class of its rule.
 *
 * <p>Running a right script gives the script itself; with {@code -Dtacit.scripts=write} the trees are written into the
 * scripts instead, to be read before they are committed.
 */
@NullUnmarked
class RuleTest {
    private static final Path SCRIPTS = Path.of("src/test/resources/ownership");
    private static final Path RULES = Path.of("src/main/java/io/tacit/engine/ownership");
    private static final boolean WRITE = "write".equals(System.getProperty("tacit.scripts"));

    /**
     * Classes that rewrite or refuse nothing by themselves: what they hold or find out, the rules of the others use.
     */
    private static final Set<String> NO_RULES = Set.of(
            "AdviseGroups",
            "AssignOwners",
            "CheckCut",
            "ColumnLineage",
            "CutQuery",
            "FewerFields",
            "FreeVariables",
            "Judgement",
            "KeyDomains",
            "LiftEqualities",
            "Lineage",
            "LosslessCast",
            "OuterRows",
            "PersonAdvice",
            "PrivateAggregation",
            "PrivateRows",
            "PublicRows",
            "ReleasedTable");

    @TestFactory
    Stream<DynamicTest> scripts() throws IOException {
        return files(SCRIPTS, ".plan")
                .map(name -> DynamicTest.dynamicTest(name, () -> run(SCRIPTS.resolve(name + ".plan"))));
    }

    /** Each rule has a script that shows a cut and a refusal. */
    @Test
    void everyRuleHasItsScript() throws IOException {
        Set<String> rules = files(RULES, ".java")
                .filter(name -> !NO_RULES.contains(name) && !name.equals("package-info"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(files(SCRIPTS, ".plan").toList()).containsExactlyElementsOf(rules);
        for (String rule : rules) {
            List<String> lines = Files.readAllLines(SCRIPTS.resolve(rule + ".plan"));
            assertThat(lines).as(rule).contains("!cut", "!refused");
        }
    }

    private static Stream<String> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(ending))
                    .map(name -> name.substring(0, name.length() - ending.length()))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static void run(Path script) throws IOException {
        String expected = Files.readString(script);
        String actual = replay(expected);
        if (WRITE) {
            Files.writeString(script, actual);
        }
        assertThat(actual).isEqualTo(expected);
    }

    /**
     * Comments and statements as they are; after {@code !cut} or {@code !refused}, up to a blank line, what comes out.
     */
    private static String replay(String script) {
        StringBuilder out = new StringBuilder();
        List<String> statement = new ArrayList<>();
        boolean answer = false;
        for (String line : script.lines().toList()) {
            if (line.startsWith("!")) {
                out.append(outcome(String.join("\n", statement)));
                statement.clear();
                answer = true;
            } else if (!answer) {
                out.append(line).append('\n');
                if (!line.startsWith("#") && !line.isBlank()) {
                    statement.add(line);
                }
            } else if (line.isBlank()) {
                answer = false;
                out.append('\n');
            }
        }
        assertThat(statement).as("statements without !cut or !refused").isEmpty();
        return out.toString();
    }

    private static String outcome(String sql) {
        try {
            AnalyzedQuery query = new SqlToRelation(CATALOG).analyze(sql);
            StringBuilder out = new StringBuilder("!cut\nbefore\n" + tree(query.relation()));
            CutQuery cut = AssignOwners.cut(query, CATALOG);
            for (PrivateAggregation release : cut.releases()) {
                out.append(release.name()).append(" aggregates ").append(release.calls());
                out.append(" by ").append(release.keys()).append(" of\n").append(tree(release.input()));
                release.publicKeys()
                        .ifPresent(groups -> out.append("in the groups\n").append(tree(groups)));
            }
            return out.append("after\n").append(tree(cut.remainder())).toString();
        } catch (Refusal refusal) {
            return "!refused\n" + refusal.getMessage() + "\n";
        }
    }

    private static String tree(RelNode relation) {
        // No query can write the name of the person's field, which begins with a character that a reader cannot see.
        return RelOptUtil.toString(relation)
                .replace("\r", "")
                .replace('\0', '$')
                .indent(2);
    }

    private static final Catalog CATALOG = new Catalog(List.of(
            table("customers", new Protection.UnitColumn("customer"), "customer", "country", "age"),
            table("orders", new Protection.UnitColumn("customer"), "order_id", "customer", "country", "amount"),
            table(
                    "items",
                    new Protection.ForeignKey("order_id", "orders", "order_id"),
                    "order_id",
                    "product",
                    "quantity"),
            table("visits", new Protection.UnitColumn("visitor"), "visitor", "day", "spend"),
            table("countries", new Protection.Public(), "country", "continent")));

    /** Texts where the name says so, else whole numbers. Countries of customers are one of two. */
    private static Table table(String name, Protection protection, String... columns) {
        return new Table(
                name, Stream.of(columns).map(column -> column(name, column)).toList(), protection);
    }

    private static Column column(String table, String name) {
        boolean text = Set.of("country", "continent", "product").contains(name);
        Column column = Column.nullable(name, text ? ColumnType.VARCHAR : ColumnType.BIGINT);
        return table.equals("customers") && name.equals("country")
                ? column.among(new Domain(List.of("DE", "FR")))
                : column;
    }
}
