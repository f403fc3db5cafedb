package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ReleaseSteps;
import io.tacit.engine.sql.SchemaStatement;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an owner limits no query may ask for; what an owner hides no query may name. */
class LimitsTest {
    private static final QueryCeiling LIMITS =
            new QueryCeiling(Optional.of(BigDecimal.ONE), Optional.of(new BigDecimal("1e-6")), OptionalLong.of(4), 10);

    private static final Catalog CATALOG = new Catalog(List.of(
            new Table(
                    "visits",
                    List.of(
                            Column.nullable("visitor", ColumnType.VARCHAR).hiddenFromAnalysts(),
                            Column.nullable("day", ColumnType.VARCHAR),
                            Column.nullable("secret", ColumnType.INTEGER).hiddenFromAnalysts(),
                            Column.nullable("visit", ColumnType.INTEGER),
                            Column.nullable("spent", ColumnType.INTEGER)),
                    new Protection.UnitColumn("visitor")),
            new Table(
                    "items",
                    List.of(
                            Column.nullable("visit", ColumnType.INTEGER).hiddenFromAnalysts(),
                            Column.nullable("price", ColumnType.INTEGER)),
                    new Protection.ForeignKey("visit", "visits", "visit")),
            new Table(
                    "days",
                    List.of(
                            Column.nullable("internal", ColumnType.VARCHAR).hiddenFromAnalysts(),
                            Column.nullable("day", ColumnType.VARCHAR)),
                    new Protection.Public())));

    private static PreparedQuery prepared(String sql) {
        Defaults defaults = new Defaults(new BigDecimal("0.5"), new BigDecimal("1e-8"), 2, 0.95);
        return new PrepareQuery(CATALOG, defaults, LIMITS, DuckDbDialect.DIALECT).prepare(sql);
    }

    /** Nobody asked for so much: whoever embeds the engine gave defaults beyond the limits. */
    @Test
    void defaultsBeyondTheLimitAreRefused() {
        for (Defaults defaults : List.of(
                new Defaults(new BigDecimal("1.01"), new BigDecimal("1e-8"), 2, 0.95),
                new Defaults(new BigDecimal("0.5"), new BigDecimal("1.01e-6"), 2, 0.95))) {
            PrepareQuery prepare = new PrepareQuery(CATALOG, defaults, LIMITS, DuckDbDialect.DIALECT);
            assertThatThrownBy(() -> prepare.prepare("SELECT day, COUNT(*) FROM visits GROUP BY day"))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.PRIVACY_PARAMETER))
                    .hasMessageContaining("The owner lets one SELECT spend at most");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT WITH ANONYMIZATION OPTIONS(epsilon = 1.01) day, ANON_COUNT(*) FROM visits GROUP BY day",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 2) day, COUNT(*) FROM visits GROUP BY day",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(delta = 1e-5) day, COUNT(*) FROM visits GROUP BY day",
                "SELECT WITH ANONYMIZATION OPTIONS(kappa = 5) day, ANON_COUNT(*) FROM visits GROUP BY day",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 5) day, COUNT(*) FROM visits GROUP"
                        + " BY day",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(min_privacy_units_per_group = 9) day, COUNT(*) FROM visits"
                        + " GROUP BY day",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 1.6) COUNT(*, epsilon => 1.5), AVG(spent) FROM"
                        + " visits",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 1.5) COUNT(*, epsilon => 0.7),"
                        + " SUM(spent, contribution_bounds_per_group => (0, 9), epsilon => 0.7) FROM visits",
                "SELECT n FROM (SELECT WITH ANONYMIZATION OPTIONS(epsilon = 3) ANON_COUNT(*) AS n FROM visits) AS t"
            })
    void moreThanTheLimitIsRefused(String sql) {
        assertThatThrownBy(() -> prepared(sql))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.PRIVACY_PARAMETER))
                .hasMessageContaining("The owner lets");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT WITH ANONYMIZATION OPTIONS(epsilon = 1, delta = 1e-6, kappa = 4) day, ANON_COUNT(*) FROM visits"
                        + " GROUP BY day",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(min_privacy_units_per_group = 10) day, COUNT(*) FROM visits"
                        + " GROUP BY day",
                "SELECT WITH DIFFERENTIAL_PRIVACY COUNT(*, epsilon => 0.3),"
                        + " SUM(spent, contribution_bounds_per_group => (0, 9)) FROM visits",
                "SELECT day, COUNT(*) FROM visits GROUP BY day"
            })
    void theLimitItselfIsAllowed(String sql) {
        assertThatCode(() -> prepared(sql)).doesNotThrowAnyException();
    }

    /** The epsilon of an aggregate is a part of its release's, which the limit bounds. */
    @Test
    void anAggregateCannotHaveMoreThanItsRelease() {
        assertThatThrownBy(() -> prepared("SELECT WITH DIFFERENTIAL_PRIVACY COUNT(*, epsilon => 1.5) FROM visits"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_OPTION));
        PreparedQuery query =
                prepared("SELECT WITH DIFFERENTIAL_PRIVACY COUNT(*, epsilon => 0.3), AVG(spent) FROM visits");
        assertThat(query.releases().get(0).calibration().charge().epsilon()).isEqualTo(Rational.of(1, 2));
    }

    @Test
    void whatIsFoundOrLeftOutStaysWithinTheLimits() {
        PreparedQuery query = prepared(
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = AUTO) day, COUNT(*) FROM visits"
                        + " GROUP BY day");
        assertThat(query.releases().get(0).plan().parameters().maxGroups()).isEqualTo(4);
        assertThat(query.releases().get(0).plan().parameters().minPeople()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT COUNT(DISTINCT visitor) FROM visits",
                "SELECT visitor, COUNT(*) FROM visits GROUP BY visitor",
                "SELECT SUM(secret) FROM visits",
                "SELECT COUNT(*) FROM visits WHERE \"SECRET\" = 3",
                "SELECT COUNT(*) FROM (SELECT * FROM visits) AS t WHERE t.secret = 3",
                "SELECT COUNT(*) FROM visits AS a JOIN visits AS b USING (visitor)",
                "SELECT internal FROM days",
                "SELECT COUNT(*) FROM items WHERE visit = 3"
            })
    void hiddenColumnsCannotBeNamed(String sql) {
        assertThatThrownBy(() -> prepared(sql))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.UNKNOWN_COLUMN))
                .hasMessageNotContaining("The columns are: visitor")
                .hasMessageNotContaining("Did you mean secret");
    }

    /** The path to a person is shown whether or not its columns are hidden, as explanations show it. */
    @Test
    void hiddenColumnsAreNotDescribed() {
        for (Table table : CATALOG.tables()) {
            String shown = SchemaTable.of(new SchemaStatement.Columns(table), CATALOG)
                    .rows()
                    .toString();
            for (Column column : table.columns()) {
                assertThat(shown.contains("[" + column.name() + ","))
                        .as(column.name())
                        .isEqualTo(!column.hidden());
            }
            assertThat(shown).doesNotContain("secret", "internal");
        }
        assertThat(SchemaTable.of(new SchemaStatement.Tables(), CATALOG).rows().toString())
                .contains("visit → visits.visit → visitor")
                .doesNotContain("secret", "internal");
        for (String sql : List.of(
                "SELECT * FROM information_schema.columns",
                "SELECT table_name, people FROM information_schema.tables")) {
            PreparedQuery query = prepared(sql);
            assertThat(query.releases()).isEmpty();
            assertThat(query.answerSql()).contains("visits").doesNotContain("secret", "internal");
        }
    }

    @Test
    void hiddenColumnsStillNameThePerson() {
        PreparedQuery query = prepared("SELECT day, COUNT(*) FROM visits GROUP BY day");
        assertThat(ReleaseSteps.queries(
                        query.releases().get(0).calibration(),
                        query.releases().get(0).sql()))
                .isNotEmpty()
                .allSatisfy(check -> assertThat(check.sql()).contains("\"visitor\""));
        assertThat(prepared("SELECT SUM(price) FROM items").releases()).hasSize(1);
        assertThat(prepared("SELECT * FROM days").columns()).hasSize(1);
        assertThat(prepared("SELECT DISTINCT * FROM items").columns())
                .extracting(AnswerColumn::name)
                .containsExactly("price");
    }
}
