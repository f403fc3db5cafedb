package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.audit.BuiltInQuestions;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.ownership.AssignOwners;
import io.tacit.engine.ownership.CutQuery;
import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The queries of the tester's layer L1 hold all that the engine accepts over people's rows. Each list of the language is
 * walked, so that what is new there must be asked by the tester too.
 */
@NullUnmarked
class TesterLanguageTest {
    /** What the algebra writes in other words, or, of released values, has above people's rows. */
    private static final Set<? extends ScalarFunction> IN_THE_TEXT = Set.of(
            ComparisonFunction.IS_DISTINCT_FROM,
            ComparisonFunction.IS_NOT_DISTINCT_FROM,
            LogicFunction.IS_UNKNOWN,
            LogicFunction.IS_NOT_UNKNOWN,
            ArithmeticFunction.UNARY_PLUS,
            RealFunction.SQRT,
            PatternFunction.NOT_LIKE,
            PatternFunction.NOT_ILIKE,
            PatternFunction.NOT_SIMILAR_TO,
            ReleasedFunction.LOW,
            ReleasedFunction.HIGH,
            ReleasedFunction.REPORT);

    /** Arguments of which each plain aggregate and each window takes some. */
    private static final List<String> ARGUMENTS = List.of("", "i", "i > 0", "i, d", "3");

    private static final String FRAME = " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW";

    private static final Catalog CATALOG =
            new Catalog(BuiltInQuestions.all().get(0).tables());

    private static String texts;

    /** Operators of the texts by name, and joins. */
    private static final Set<String> WRITTEN = new TreeSet<>();

    /** Functions of a row below the place where people are first mixed. */
    private static final Set<ScalarFunction> SCALAR = new HashSet<>();

    /** Plain aggregates in steps of one person. */
    private static final Set<String> STEPS = new TreeSet<>();

    /** Windows of one person, and the two ends of their frames. */
    private static final Set<String> WINDOWS = new TreeSet<>();

    private static final Set<String> FRAMES = new TreeSet<>();

    /** Each private aggregate with the law that the query asks for. */
    private static final Set<String> RELEASED = new TreeSet<>();

    @BeforeAll
    static void readTheQueries() throws SqlParseException {
        List<String> all = new ArrayList<>();
        for (BuiltInQuestions questions : BuiltInQuestions.all()) {
            Catalog catalog = new Catalog(questions.tables());
            for (String sql : questions.queries()) {
                all.add(sql);
                written(ParseText.parse(sql, SqlConformanceEnum.BABEL));
                walk(new SqlToRelation(catalog).analyze(sql).relation(), TesterLanguageTest::subqueries);
                for (PrivateAggregation release : cut(sql, catalog).releases()) {
                    walk(release.input(), TesterLanguageTest::overPeople);
                    for (AggregateCall call : release.calls()) {
                        String law = release.clause()
                                .options()
                                .noise()
                                .map(Enum::name)
                                .orElse("");
                        AggregateFunction.of(call).ifPresent(function -> RELEASED.add(function + " " + law));
                    }
                }
            }
        }
        texts = String.join("\n", all);
    }

    private static CutQuery cut(String sql, Catalog catalog) {
        return AssignOwners.cut(
                new SqlToRelation(catalog).analyze(sql, read -> RelationToSql.check(DuckDbDialect.DIALECT, read)),
                catalog);
    }

    private static boolean accepted(String sql) {
        try {
            cut(sql, CATALOG);
            return true;
        } catch (Refusal refused) {
            return false;
        }
    }

    private static void written(SqlNode query) {
        query.accept(new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlCall call) {
                WRITTEN.add(call.getOperator().getName());
                if (call instanceof SqlJoin join) {
                    WRITTEN.add(join.getJoinType().name());
                }
                return super.visit(call);
            }
        });
    }

    /** A subquery that is a value has no operator in the text. */
    private static void subqueries(RelNode node) {
        node.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                WRITTEN.add(subquery.getOperator().getName());
                return super.visitSubQuery(subquery);
            }
        });
    }

    private static void walk(RelNode root, Consumer<RelNode> each) {
        new RelVisitor() {
            @Override
            public void visit(RelNode node, int ordinal, RelNode parent) {
                each.accept(node);
                super.visit(node, ordinal, parent);
            }
        }.go(root);
    }

    private static void overPeople(RelNode node) {
        if (node instanceof Aggregate aggregate) {
            aggregate
                    .getAggCallList()
                    .forEach(call -> STEPS.add(call.getAggregation().getName()));
        }
        node.accept(new RexShuttle() {
            @Override
            public RexNode visitCall(RexCall call) {
                ScalarFunctions.of(call.getOperator()).ifPresent(SCALAR::add);
                return super.visitCall(call);
            }

            @Override
            public RexNode visitOver(RexOver over) {
                WINDOWS.add(over.getAggOperator().getName());
                if (over.getWindow().isRows()) {
                    FRAMES.add("from " + end(over.getWindow().getLowerBound()));
                    FRAMES.add("to " + end(over.getWindow().getUpperBound()));
                }
                return super.visitOver(over);
            }
        });
    }

    private static String end(RexWindowBound bound) {
        String where = bound.isCurrentRow() ? "CURRENT ROW" : bound.isPreceding() ? "PRECEDING" : "FOLLOWING";
        return bound.isUnbounded() ? "UNBOUNDED " + where : where;
    }

    @Test
    void everyFunctionOfARow() {
        List<String> missing = ScalarFunctions.all().stream()
                .filter(function -> IN_THE_TEXT.contains(function)
                        ? !WRITTEN.contains(function.operator().getName())
                        : !SCALAR.contains(function))
                .map(Object::toString)
                .toList();
        assertThat(missing).isEmpty();
    }

    /** Set operations, subqueries, comparisons with several values, and what holds a query together. */
    @Test
    void everyOtherOperator() {
        List<String> missing = KnownOperators.ALWAYS.getOperatorList().stream()
                .filter(operator -> !(operator instanceof SqlFunction)
                        && ScalarFunctions.of(operator).isEmpty())
                .map(SqlOperator::getName)
                .filter(name -> !WRITTEN.contains(name))
                .toList();
        assertThat(missing).isEmpty();
    }

    @Test
    void everyJoin() {
        List<String> missing = Arrays.stream(JoinType.values())
                .filter(join -> join != JoinType.ASOF && join != JoinType.LEFT_ASOF)
                .map(JoinType::name)
                .filter(name -> !WRITTEN.contains(name))
                .toList();
        assertThat(missing).isEmpty();
    }

    @Test
    void everyPrivateAggregateUnderEachLaw() {
        List<String> missing = new ArrayList<>();
        for (AggregateFunction function : AggregateFunction.values()) {
            for (ReleaseOptions.NoiseChoice law : ReleaseOptions.NoiseChoice.values()) {
                missing.add(function + " " + law);
            }
        }
        missing.removeAll(RELEASED);
        assertThat(missing).isEmpty();
    }

    @Test
    void everyStepAndWindowThatIsAccepted() {
        List<String> missing = new ArrayList<>();
        for (String name : plainAggregates()) {
            for (String arguments : ARGUMENTS) {
                String call = name + "(" + arguments + ")";
                if (!STEPS.contains(name) && accepted(step(call + " AS k FROM p GROUP BY uid"))) {
                    missing.add("step " + call);
                }
                for (String order : List.of("", " ORDER BY i", " ORDER BY i" + FRAME)) {
                    String over = call + " OVER (PARTITION BY uid" + order + ")";
                    if (!WINDOWS.contains(name) && accepted(step(over + " AS k FROM p"))) {
                        missing.add(over);
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    private static List<String> plainAggregates() {
        return KnownOperators.ALWAYS.getOperatorList().stream()
                .filter(SqlAggFunction.class::isInstance)
                .map(SqlOperator::getName)
                .distinct()
                .toList();
    }

    private static String step(String expression) {
        return "SELECT k, COUNT(*, contribution_bounds_per_group => (0, 1)) FROM (SELECT uid, " + expression
                + ") AS q GROUP BY k";
    }

    /** The probes find what is accepted: with names that no query has, everything is asked for. */
    @Test
    void whatIsAcceptedIsRecognized() {
        assertThat(accepted(step("SUM(i) AS k FROM p GROUP BY uid"))).isTrue();
        assertThat(accepted(step("VAR_POP(i) AS k FROM p GROUP BY uid"))).isFalse();
        assertThat(accepted(step("LAG(i) OVER (PARTITION BY uid ORDER BY i) AS k FROM p")))
                .isTrue();
        assertThat(accepted(step("CORR(i, d) OVER (PARTITION BY uid ORDER BY i) AS k FROM p")))
                .isFalse();
        assertThat(plainAggregates()).hasSizeGreaterThan(20);
    }

    @Test
    void everyEndOfAFrame() {
        List<String> missing = new ArrayList<>(List.of("from UNBOUNDED PRECEDING", "to UNBOUNDED FOLLOWING"));
        for (String end : List.of("PRECEDING", "CURRENT ROW", "FOLLOWING")) {
            missing.add("from " + end);
            missing.add("to " + end);
        }
        missing.removeAll(FRAMES);
        assertThat(missing).isEmpty();
    }

    @Test
    void everyOptionAndEachOfItsWords() {
        Refusal refusal = catchThrowableOfType(
                Refusal.class,
                () -> cut("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(no_such_option = 1) COUNT(*) FROM p", CATALOG));
        List<String> wanted = new ArrayList<>();
        String list = refusal.advice().replaceAll("(?s).*The options are (.*)\\.", "$1");
        for (String option : list.split(", ", -1)) {
            wanted.add(option + " *=");
        }
        assertThat(wanted).hasSizeGreaterThan(10);
        for (ReleaseOptions.NoiseChoice choice : ReleaseOptions.NoiseChoice.values()) {
            wanted.add("noise *= *" + choice);
        }
        for (ReleaseOptions.SelectionChoice choice : ReleaseOptions.SelectionChoice.values()) {
            wanted.add("group_selection_strategy *= *" + choice);
        }
        wanted.add("max_groups_contributed *= *AUTO");
        wanted.removeIf(option ->
                Pattern.compile("OPTIONS\\([^)]*\\b" + option).matcher(texts).find());
        assertThat(wanted).isEmpty();
    }
}
