package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ownership.AssignOwners;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.SqlToRelation;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options that go together and options that do not, with groups of people's rows, with public ones and without groups. */
@NullUnmarked
class OptionsTogetherTest {
    private static final Catalog CATALOG = new Catalog(List.of(
            new Table(
                    "t",
                    List.of(
                            Column.nullable("uid", ColumnType.BIGINT),
                            Column.nullable("g", ColumnType.VARCHAR),
                            Column.nullable("x", ColumnType.INTEGER)),
                    new Protection.UnitColumn("uid")),
            new Table("pub", List.of(Column.nullable("k", ColumnType.VARCHAR)), new Protection.Public())));

    private static final String ALL = "COUNT(*) FROM t";
    private static final String GROUPS = "g, COUNT(*) FROM t GROUP BY g";
    private static final String NUMBERS = "x, COUNT(*) FROM t GROUP BY x";
    private static final String PUBLIC = "pub.k, COUNT(t.x) FROM pub LEFT JOIN t ON t.g = pub.k GROUP BY pub.k";

    private static final Defaults OWNERS = new Defaults(BigDecimal.ONE, new BigDecimal("1e-8"), 3, 0.95);

    private static String outcome(String options, String query) {
        return outcome("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + options + ") " + query);
    }

    private static String outcome(String sql) {
        return outcome(sql, OWNERS);
    }

    private static String outcome(String sql, Defaults owners) {
        try {
            AssignOwners.cut(new SqlToRelation(CATALOG).analyze(sql), CATALOG)
                    .releases()
                    .forEach(
                            release -> PlanRelease.plan(release, owners, QueryCeiling.NONE, CATALOG, Optional.empty()));
            return "ok";
        } catch (Refusal refusal) {
            return refusal.code().code().substring("TCT-".length());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                // with groups of people's rows ~ with public groups ~ without groups
                "ok ~ ok ~ ok ~ epsilon = 0.5",
                "ok ~ ok ~ ok ~ privacy_unit_column = uid",
                "ok ~ ok ~ ok ~ privacy_unit_column = UID",
                "O02 ~ O02 ~ O02 ~ privacy_unit_column = x",
                "ok ~ O02 ~ O02 ~ min_privacy_units_per_group = 5",
                "ok ~ O02 ~ ok ~ group_selection_strategy = LAPLACE_THRESHOLD",
                "ok ~ O02 ~ ok ~ group_selection_strategy = TRUNCATED_GEOMETRIC",
                "O02 ~ ok ~ ok ~ group_selection_strategy = PUBLIC_GROUPS",
                "ok ~ O02 ~ ok ~ group_selection_epsilon = 0.1",
                "O02 ~ ok ~ ok ~ delta = 0",
                "O02 ~ O02 ~ O02 ~ delta = 0, noise = GAUSSIAN",
                "O02 ~ ok ~ ok ~ delta = 0, noise = LAPLACE",
                "ok ~ ok ~ ok ~ noise = GAUSSIAN",
                "ok ~ O02 ~ O02 ~ leftovers = 'others'",
                "ok ~ ok ~ ok ~ max_rows_contributed = 4",
                "O02 ~ O02 ~ O02 ~ max_rows_contributed = 4, max_groups_contributed = 2",
                "O02 ~ O02 ~ O02 ~ max_rows_contributed = 4, max_groups_contributed = AUTO",
                "O02 ~ O02 ~ O02 ~ max_rows_contributed = 4, max_rows_per_group = 2",
                "O02 ~ O02 ~ O02 ~ max_rows_contributed = AUTO, max_rows_per_group = 2",
                "O02 ~ O02 ~ O02 ~ max_rows_contributed = 4, noise = GAUSSIAN",
                "ok ~ ok ~ ok ~ max_rows_contributed = 4, noise = LAPLACE",
                "ok ~ O02 ~ ok ~ max_rows_contributed = 4, group_selection_strategy = LAPLACE_THRESHOLD",
                "O02 ~ O02 ~ O02 ~ max_rows_contributed = 4, group_selection_strategy = TRUNCATED_GEOMETRIC",
                "O02 ~ O02 ~ O02 ~ max_rows_contributed = 4, group_selection_strategy = GAUSSIAN_THRESHOLD",
                "O02 ~ ok ~ ok ~ max_rows_contributed = 4, group_selection_strategy = PUBLIC_GROUPS",
                "O02 ~ O02 ~ O02 ~ max_rows_contributed = 4, min_privacy_units_per_group = 2",
                "ok ~ O02 ~ O02 ~ max_rows_contributed = 4, min_privacy_units_per_group = 1",
                "O02 ~ O02 ~ O02 ~ max_rows_contributed = 4, leftovers = 'others'",
            })
    void optionsGoTogetherOrDoNot(String groups, String publicGroups, String none, String options) {
        assertThat(List.of(outcome(options, GROUPS), outcome(options, PUBLIC), outcome(options, ALL)))
                .containsExactly(groups, publicGroups, none);
    }

    /** Whoever says it, the query or the owner: of rows that count for themselves no group is known to have so many people. */
    @Test
    void aLeastNumberOfPeopleAndALimitOfRowsDoNotGoTogether() {
        for (long ofOwner : List.of(1L, 2L, 20L)) {
            for (boolean rowsOfOwner : List.of(false, true)) {
                Defaults owners = new Defaults(
                        BigDecimal.ONE,
                        new BigDecimal("1e-8"),
                        Optional.of(rowsOfOwner ? PersonLimit.rows(4) : PersonLimit.groups(3)),
                        0.95,
                        Optional.empty(),
                        Optional.empty(),
                        ofOwner,
                        false);
                for (String ofQuery :
                        List.of("", ", min_privacy_units_per_group = 1", ", min_privacy_units_per_group = 2")) {
                    for (String limit : List.of("", ", max_rows_contributed = 4", ", max_groups_contributed = 2")) {
                        boolean rows = limit.contains("rows") || rowsOfOwner && limit.isEmpty();
                        boolean people = ofQuery.isEmpty() ? ofOwner > 1 : ofQuery.endsWith("2");
                        assertThat(outcome(
                                        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.5" + ofQuery + limit
                                                + ") " + GROUPS,
                                        owners))
                                .as("%s of %s%s%s", ofOwner, rowsOfOwner, ofQuery, limit)
                                .isEqualTo(rows && people ? "O02" : "ok");
                    }
                }
            }
        }
    }

    /** A row outside looks up its own group, and never the row of leftovers. */
    @Test
    void noRowOutsideLooksUpLeftovers() {
        for (String query : List.of(
                "SELECT pub.k FROM pub WHERE EXISTS (SELECT % COUNT(*) AS n FROM t WHERE t.g = pub.k)",
                "SELECT pub.k FROM pub WHERE EXISTS (SELECT % COUNT(*) AS n FROM t WHERE t.g = pub.k GROUP BY t.x)",
                "SELECT COUNT(*) AS n FROM t AS o WHERE 1 < (SELECT % COUNT(*) AS n FROM t WHERE t.g = o.g)")) {
            String clause = "WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.5%)";
            assertThat(outcome(query.replace("%", clause.replace("%", ""))))
                    .as(query)
                    .isEqualTo("ok");
            assertThat(outcome(query.replace("%", clause.replace("%", ", leftovers = 'others'"))))
                    .as(query)
                    .isEqualTo("O02");
        }
    }

    @Test
    void leftoversAreNamedAsTextsAre() {
        assertThat(outcome("leftovers = 'others'", NUMBERS)).isEqualTo("O02");
        assertThat(outcome("epsilon = 0.5", NUMBERS)).isEqualTo("ok");
    }

    /** Where each row counts for itself, what is asked of rows is a sum over them, within bounds that are known. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "ok ~ COUNT(*), COUNT(x), COUNT(*) FILTER (WHERE x > 1)",
                "ok ~ SUM(x, contribution_bounds_per_row => (0, 5))",
                "ok ~ SUM(x, contribution_bounds_per_group => (0, 5))",
                "ok ~ AVG(x, contribution_bounds_per_row => (0, 5))",
                "ok ~ VAR_POP(x, contribution_bounds_per_row => (0, 5))",
                "O02 ~ SUM(x)",
                "O02 ~ AVG(x)",
                "O02 ~ COUNT(*, contribution_bounds_per_group => (0, 5))",
                "O02 ~ COUNT(DISTINCT x)",
                "O02 ~ COUNT(DISTINCT uid)",
                "O02 ~ MEDIAN(x, contribution_bounds_per_row => (0, 5))",
                "O02 ~ MAX(x, contribution_bounds_per_row => (0, 5))",
                "O02 ~ MODE(x, contribution_bounds_per_row => (0, 5))",
                "O02 ~ COUNT(*), MEDIAN(x, contribution_bounds_per_row => (0, 5))",
            })
    void whatRowsAreAskedFor(String expected, String aggregates) {
        assertThat(outcome("max_rows_contributed = 4", aggregates + " FROM t")).isEqualTo(expected);
        assertThat(outcome("max_rows_contributed = 4", "g, " + aggregates + " FROM t GROUP BY g"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {"O02 ~ max_rows_contributed = 4", "ok ~ max_groups_contributed = 4"})
    void rowsAreNotCountedInSeveralGroupingSets(String expected, String options) {
        assertThat(outcome(options, "g, x, COUNT(*) FROM t GROUP BY ROLLUP(g, x)"))
                .isEqualTo(expected);
        assertThat(outcome(options, "g, x, COUNT(*) FROM t GROUP BY g, x")).isEqualTo("ok");
    }
}
