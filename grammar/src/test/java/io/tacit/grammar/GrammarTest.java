package io.tacit.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrammarTest {
    private static final SqlParser.Config CONFIG = SqlParser.config()
            .withParserFactory(TacitParserImpl.FACTORY)
            .withUnquotedCasing(Casing.UNCHANGED)
            .withConformance(SqlConformanceEnum.BABEL);

    @ParameterizedTest
    @ValueSource(strings = {"ANONYMIZATION", "DIFFERENTIAL_PRIVACY", "differential_privacy"})
    void readsTheClauseInEachSpelling(String spelling) throws SqlParseException {
        PrivacyClause clause =
                clause("SELECT WITH " + spelling + " OPTIONS(epsilon = 0.5, kappa = -3, noise = LAPLACE) x FROM t");
        assertThat(clause.spelling().getSimple()).isEqualTo(spelling);
        assertThat(texts(clause.getOperandList()))
                .containsExactly("{OPTION epsilon, 0.5}", "{OPTION kappa, -3}", "{OPTION noise, LAPLACE}");
        assertThat(clause.getParserPosition().getColumnNum()).isEqualTo(8);
    }

    @Test
    void optionsMayBeAbsentOrEmpty() throws SqlParseException {
        assertThat(clause("SELECT WITH ANONYMIZATION x FROM t").getOperandList())
                .isEmpty();
        assertThat(clause("SELECT WITH ANONYMIZATION OPTIONS() x FROM t").getOperandList())
                .isEmpty();
        assertThat(clause("SELECT WITH ANONYMIZATION options FROM t").getOperandList())
                .isEmpty();
    }

    @Test
    void theClauseGoesWithDistinctAndSubqueries() throws SqlParseException {
        assertThat(clause("SELECT WITH ANONYMIZATION DISTINCT x FROM t").getOperandList())
                .isEmpty();
        assertThat(parse("SELECT (SELECT WITH ANONYMIZATION COUNT(*) FROM t), x FROM (SELECT WITH DIFFERENTIAL_PRIVACY"
                                + " OPTIONS(epsilon = 1) y FROM t) AS u")
                        .getKind())
                .isEqualTo(SqlKind.SELECT);
    }

    @Test
    void readsNamedArguments() throws SqlParseException {
        SqlCall sum = item("SUM(x, contribution_bounds_per_group => (0, 1e2), epsilon => 0.5)");
        assertThat(sum.operand(1).getKind()).isEqualTo(SqlKind.ARGUMENT_ASSIGNMENT);
        assertThat(((SqlCall) sum.operand(1)).operand(0).getKind()).isEqualTo(SqlKind.ROW);
        assertThat(((SqlCall) sum.operand(1)).getOperandList().get(1)).hasToString("contribution_bounds_per_group");
        SqlCall count = item("COUNT(*, contribution_bounds_per_group => (0, 5))");
        assertThat(count.getOperandList()).hasSize(2);
        assertThat(((SqlIdentifier) count.operand(0)).isStar()).isTrue();
    }

    /** Any expression may stand where Calcite's grammar wants a number; what it must be is checked later. */
    @Test
    void readsPercentilesWithAnyArguments() throws SqlParseException {
        assertThat(text("PERCENTILE_CONT(x, 1 / 4)")).isEqualTo("PERCENTILE_CONT(x, 1 / 4)");
        assertThat(text("PERCENTILE_CONT(x, y)")).isEqualTo("PERCENTILE_CONT(x, y)");
        SqlCall bounded = item("PERCENTILE_CONT(x, 0.5, contribution_bounds_per_row => (0, 7), epsilon => 1)");
        assertThat(bounded.getOperandList()).hasSize(4);
        assertThat(bounded.operand(2).getKind()).isEqualTo(SqlKind.ARGUMENT_ASSIGNMENT);
        SqlCall ordered =
                item("PERCENTILE_CONT(0.5, epsilon => 1) WITHIN GROUP (ORDER BY x CLAMPED BETWEEN 0 AND 7 DESC)");
        assertThat(ordered.getKind()).isEqualTo(SqlKind.WITHIN_GROUP);
        assertThat(((SqlCall) ordered.operand(0)).operand(1).getKind()).isEqualTo(SqlKind.ARGUMENT_ASSIGNMENT);
    }

    @Test
    void readsClampedBetween() throws SqlParseException {
        assertThat(text("ANON_SUM(x + 1 CLAMPED BETWEEN -1 AND 1e2)"))
                .isEqualTo("ANON_SUM({CLAMPED BETWEEN x + 1, -1, 1E2})");
        assertThat(text("ANON_SUM(x CLAMPED BETWEEN 0 AND (2 * 3))"))
                .isEqualTo("ANON_SUM({CLAMPED BETWEEN x, 0, 2 * 3})");
        assertThat(text("ANON_COUNT(* CLAMPED BETWEEN 0 AND 5)")).isEqualTo("ANON_COUNT({CLAMPED BETWEEN *, 0, 5})");
        assertThat(text("ANON_COUNT(*, 0, 5)")).isEqualTo("ANON_COUNT(*, 0, 5)");
    }

    @Test
    void readsWithReport() throws SqlParseException {
        assertThat(text("ANON_SUM(x WITH REPORT)")).isEqualTo("ANON_SUM({WITH REPORT x, NULL})");
        assertThat(text("ANON_SUM(x CLAMPED BETWEEN 0 AND 1 WITH REPORT(FORMAT = JSON))"))
                .isEqualTo("ANON_SUM({WITH REPORT {CLAMPED BETWEEN x, 0, 1}, JSON})");
        assertThat(text("ANON_COUNT(* WITH REPORT(FORMAT = PROTO))")).isEqualTo("ANON_COUNT({WITH REPORT *, PROTO})");
    }

    @Test
    void readsInfixCast() throws SqlParseException {
        SqlCall cast = item("x::DECIMAL(10, 2)::VARCHAR");
        assertThat(cast.getOperator().getName()).isEqualTo("::");
        assertThat(cast.getOperandList().get(1)).hasToString("VARCHAR");
        assertThat(((SqlCall) cast.operand(0)).getOperator().getName()).isEqualTo("::");
        assertThat(item("1 + x::INTEGER").getOperator().getName()).isEqualTo("+");
    }

    @Test
    void readsExplainPrivacy() throws SqlParseException {
        SqlCall explain = (SqlCall) SqlParser.create("EXPLAIN PRIVACY SELECT x FROM t ORDER BY x", CONFIG)
                .parseStmt();
        assertThat(explain.getOperator()).isEqualTo(PrivacyOperators.EXPLAIN);
        assertThat(explain.operand(0).getKind()).isEqualTo(SqlKind.ORDER_BY);
        assertThat((SqlNodeList) explain.operand(1)).isEmpty();
        assertThat(explained("EXPLAIN PRIVACY (SELECT x FROM t)").operand(0).getKind())
                .isEqualTo(SqlKind.SELECT);
        SqlNodeList settings = explained("EXPLAIN PRIVACY (error = 10, confidence = 0.9) SELECT x FROM t")
                .operand(1);
        assertThat(settings).hasSize(2);
        assertThat(SqlParser.create("EXPLAIN PLAN FOR SELECT 1", CONFIG)
                        .parseStmt()
                        .getKind())
                .isEqualTo(SqlKind.EXPLAIN);
    }

    private static SqlCall explained(String sql) throws SqlParseException {
        return (SqlCall) SqlParser.create(sql, CONFIG).parseStmt();
    }

    /** As column, as alias, as table and as column of a table; and the keyword's own use still works. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "date",
                "day",
                "month",
                "year",
                "hour",
                "minute",
                "second",
                "time",
                "timestamp",
                "value",
                "count",
                "sum",
                "avg",
                "min",
                "max",
                "rank",
                "position",
                "result",
                "start",
                "language",
                "privacy",
                "report",
                "clamped",
                "anonymization",
                "system",
                "percent",
                "condition",
                "column",
                "input",
                "match",
                "method",
                "object",
                "open",
                "power",
                "scope",
                "show",
                "trigger",
                "lower",
                "upper"
            })
    void everydayWordsAreNames(String word) throws SqlParseException {
        SqlSelect select = parse("SELECT " + word + ", x AS " + word + ", " + word + "." + word + " FROM " + word
                + " AS " + word + " WHERE " + word + " > 1 GROUP BY " + word + " ORDER BY " + word);
        assertThat(select.getSelectList().get(0))
                .isInstanceOf(SqlIdentifier.class)
                .hasToString(word);
        assertThat(((SqlCall) select.getSelectList().get(1)).getOperandList().get(1))
                .hasToString(word);
        assertThat(select.getSelectList().get(2))
                .isInstanceOf(SqlIdentifier.class)
                .hasToString(word + "." + word);
    }

    @Test
    void everydayWordsKeepTheirOwnUse() throws SqlParseException {
        assertThat(item("DATE '2024-01-31' + INTERVAL '1' DAY").getKind()).isEqualTo(SqlKind.PLUS);
        assertThat(item("TIMESTAMPADD(MONTH, 1, TIMESTAMP '2024-01-31 00:00:00')"))
                .isNotNull();
        for (String call : List.of(
                "EXTRACT(YEAR FROM d)",
                "YEAR(d)",
                "MONTH(d)",
                "HOUR(t)",
                "COUNT(*)",
                "SUM(x)",
                "MIN(x)",
                "POSITION('a' IN x)",
                "UPPER(x)",
                "FLOOR(d TO MONTH)",
                "MOD(x, 2)",
                "POWER(x, 2)",
                "CAST(x AS DATE)",
                "CAST(x AS TIME)",
                "RANK() OVER (ORDER BY x)",
                "COUNT(DISTINCT x)",
                "DATE_TRUNC('month', d)")) {
            assertThat(item(call).getKind()).as(call).isNotEqualTo(SqlKind.IDENTIFIER);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT WITH x FROM t",
                "SELECT WITH ANONYMIZATION OPTIONS(epsilon) x FROM t",
                "SELECT WITH ANONYMIZATION OPTIONS(epsilon = 1 x FROM t",
                "SELECT ANON_SUM(x CLAMPED BETWEEN 0) FROM t",
                "SELECT ANON_SUM(x CLAMPED 0 AND 1) FROM t",
                "SELECT ANON_SUM(x WITH) FROM t",
                "EXPLAIN PRIVACY",
                "SELECT x:: FROM t"
            })
    void refusesHalfOfIt(String sql) {
        assertThatThrownBy(() -> SqlParser.create(sql, CONFIG).parseStmt()).isInstanceOf(SqlParseException.class);
    }

    private static SqlSelect parse(String sql) throws SqlParseException {
        SqlNode node = SqlParser.create(sql, CONFIG).parseStmt();
        return (SqlSelect) (node.getKind() == SqlKind.ORDER_BY ? ((SqlCall) node).operand(0) : node);
    }

    private static PrivacyClause clause(String sql) throws SqlParseException {
        return (PrivacyClause) parse(sql).getHints().get(0);
    }

    private static SqlCall item(String expression) throws SqlParseException {
        return (SqlCall)
                parse("SELECT " + expression + " FROM t").getSelectList().get(0);
    }

    private static String text(String expression) throws SqlParseException {
        return texts(List.of(item(expression))).get(0);
    }

    private static List<String> texts(List<SqlNode> nodes) {
        List<String> texts = new ArrayList<>();
        for (SqlNode node : nodes) {
            texts.add(node.toSqlString(c -> c.withQuoteAllIdentifiers(false).withAlwaysUseParentheses(false))
                    .getSql()
                    .replaceAll("\\s+", " ")
                    .replaceAll(" ([,}])", "$1"));
        }
        return texts;
    }
}
