package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.rewrite.ConsistentSets;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * Totals are made the sum of their parts only where they are so without noise. The scripts show it, too, but a script that
 * is written anew says whatever the engine says; here stands why.
 */
@NullUnmarked
class WhenTotalsAreConsistentTest {
    private static final String COUNTED = " g, h, COUNT(*, contribution_bounds_per_group => (0, 3)) FROM ";

    private static ConsistentSets of(String options, String rest) {
        List<Column> columns = List.of(
                new Column("uid", ColumnType.BIGINT, false),
                new Column("g", ColumnType.VARCHAR, false).among(new Domain(List.of("a", "b", "c"))),
                new Column("h", ColumnType.VARCHAR, false).among(new Domain(List.of("f", "m"))));
        Protection person = new Protection.UnitColumn("uid");
        Catalog catalog = new Catalog(List.of(
                new Table("once", columns, person, List.of(List.of("uid"))), new Table("often", columns, person)));
        PreparedRelease release = new PrepareQuery(
                        catalog, new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 30, 0.95))
                .prepare("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + options + ")" + COUNTED + rest)
                .releases()
                .get(0);
        return ConsistentSets.of(release.plan(), release.calibration().maxGroups());
    }

    private static final String PUBLIC = "group_selection_strategy = PUBLIC_GROUPS";

    @Test
    void withOneRowOfEachPersonTheyAre() {
        assertThat(of(PUBLIC, "once GROUP BY ROLLUP(g, h)")).isEqualTo(ConsistentSets.CONSISTENT);
        assertThat(of(PUBLIC, "once GROUP BY CUBE(g, h)")).isEqualTo(ConsistentSets.CONSISTENT);
    }

    /** Up to three rows count in each part, and up to three in the total: parts may add up to more. */
    @Test
    void withSeveralRowsOfAPersonLimitsCutPartsAndTotalsDifferently() {
        assertThat(of(PUBLIC, "often GROUP BY ROLLUP(g, h)")).isEqualTo(ConsistentSets.SEVERAL_GROUPS);
        assertThat(of(PUBLIC, "often GROUP BY CUBE(g, h)")).isEqualTo(ConsistentSets.SEVERAL_GROUPS);
    }

    /** A person has one group in each of three sets, of which two stay: some are in a total and not in its parts. */
    @Test
    void aLimitOfGroupsLeavesPeopleOutOfSomeSets() {
        assertThat(of(PUBLIC + ", max_groups_contributed = 2", "once GROUP BY ROLLUP(g, h)"))
                .isEqualTo(ConsistentSets.LIMITED);
        assertThat(of(PUBLIC + ", max_groups_contributed = 3", "once GROUP BY ROLLUP(g, h)"))
                .isEqualTo(ConsistentSets.CONSISTENT);
    }

    /** A total also holds the people of groups that do not appear. */
    @Test
    void groupsThatMayBeHiddenAreNoParts() {
        assertThat(of("", "once GROUP BY ROLLUP(g, h)")).isEqualTo(ConsistentSets.SELECTED);
    }

    @Test
    void oneGroupingHasNoTotals() {
        assertThat(of(PUBLIC, "once GROUP BY g, h")).isEqualTo(ConsistentSets.NO_SETS);
    }
}
