package io.tacit.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.SqlToRelation;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The groups that rows outside look up are public where the rows outside are known and nothing asks for a selection, and
 * selected otherwise; what would be released for each row, or for each person, is refused.
 */
@NullUnmarked
class GroupsThatRowsLookUpTest {
    private static String groups(String sql) {
        try {
            List<PrivateAggregation> releases = AssignOwners.cut(
                            new SqlToRelation(OwnedRowsTest.CATALOG).analyze(sql), OwnedRowsTest.CATALOG)
                    .releases();
            return releases.get(releases.size() - 1).publicKeys().isPresent() ? "public" : "selected";
        } catch (Refusal refusal) {
            return refusal.code().code().substring("TCT-".length());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "public ~ epsilon = 0.5",
                "public ~ group_selection_strategy = PUBLIC_GROUPS",
                "public ~ max_groups_contributed = 2",
                "selected ~ group_selection_strategy = LAPLACE_THRESHOLD",
                "selected ~ group_selection_strategy = TRUNCATED_GEOMETRIC",
                "selected ~ group_selection_epsilon = 0.1",
                "selected ~ min_privacy_units_per_group = 5",
                "O02 ~ leftovers = 'others'",
            })
    void optionsOfSelectionSelect(String groups, String options) {
        assertThat(groups("SELECT p.k, (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + options
                        + ") COUNT(*) FROM a WHERE a.x = p.k) AS n FROM pub AS p"))
                .isEqualTo(groups);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "public ~ SELECT p.k, (SELECT COUNT(*) FROM a WHERE a.x = p.k) AS n FROM pub AS p",
                "public ~ SELECT q.x, (SELECT COUNT(*) FROM b WHERE b.x = q.x) AS n FROM (SELECT x, COUNT(*) AS m FROM a GROUP BY x) AS q",
                "selected ~ SELECT p.k FROM pub AS p WHERE EXISTS (SELECT 1 FROM a WHERE a.x = p.k GROUP BY a.y HAVING COUNT(*) > 1)",
                "Q01 ~ SELECT p.k FROM pub AS p WHERE EXISTS (SELECT 1 FROM a WHERE a.x = p.k GROUP BY ROLLUP(a.y) HAVING COUNT(*) > 1)",
                "Q01 ~ SELECT p.k FROM pub AS p WHERE EXISTS (SELECT r.v FROM pub AS r LEFT JOIN a ON a.x = r.k AND a.x = p.k GROUP BY r.v HAVING COUNT(a.x) > 1)",
                "Q01 ~ SELECT p.k FROM pub AS p WHERE EXISTS (SELECT r.v FROM pub AS r LEFT JOIN a ON a.x = r.k WHERE r.k = p.k GROUP BY r.v HAVING COUNT(a.x) > 1)",
                "Q01 ~ SELECT a.x, a.y FROM a WHERE a.x > (SELECT WITH DIFFERENTIAL_PRIVACY COUNT(*) FROM b WHERE b.uid = a.uid)",
            })
    void theFormSaysWhichGroupsAppear(String groups, String sql) {
        assertThat(groups(sql)).isEqualTo(groups);
    }
}
