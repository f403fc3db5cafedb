package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.duckdb.DuckDbBackend;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.release.ReleaseStep;
import io.tacit.engine.release.ReleaseSteps;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody is in more than C_u groups, also when all hashes tie, and everybody is in as many as they may. */
@NullUnmarked
class GroupsPerPersonTest {
    private static final String SQL =
            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 3) g, i, COUNT(*,"
                    + " contribution_bounds_per_group => (0, 9)) FROM t GROUP BY g, i";

    @TempDir
    Path folder;

    @Test
    void hashesChooseAtMostThree() {
        assertThat(memberships(sql -> sql)).isEqualTo(people() * 3);
    }

    @Test
    void tiedHashesChooseAtMostThree() {
        assertThat(memberships(sql -> {
                    String tied = sql.replaceAll("hash\\('tacit'[^)]*\\)", "CAST(0 AS UBIGINT)");
                    assertThat(tied).isNotEqualTo(sql);
                    return tied;
                }))
                .isEqualTo(people() * 3);
    }

    @Test
    void aPersonsChoiceDoesNotDependOnOthers() {
        Map<String, BigInteger> alone = groups(People.of(rows(5)), sql -> sql);
        Map<String, BigInteger> crowded = groups(everybody(), sql -> sql);
        assertThat(alone).hasSize(3);
        assertThat(crowded.keySet()).containsAll(alone.keySet());
    }

    /** If the hash knew the person alone, all would keep the groups that come first, and the others would seem empty. */
    @Test
    void differentPeopleKeepDifferentGroups() {
        assertThat(groups(everybody(), sql -> sql)).hasSize(12);
        assertThat(groups(everybody(), sql -> {
                    String tied = sql.replaceAll("hash\\('tacit'[^)]*\\)", "CAST(0 AS UBIGINT)");
                    assertThat(tied).isNotEqualTo(sql);
                    return tied;
                }))
                .hasSize(3);
    }

    private static int people() {
        return 40;
    }

    private static People everybody() {
        List<String> lines = new ArrayList<>();
        for (int uid = 1; uid <= people(); uid++) {
            lines.addAll(rows(uid));
        }
        return People.of(lines);
    }

    /** Twelve groups of this person, one of them with a NULL key. */
    private static List<String> rows(int uid) {
        List<String> lines = new ArrayList<>();
        for (int group = 0; group < 12; group++) {
            lines.add(uid + "," + (group == 0 ? "" : "g" + group) + ",1,1," + group % 3 + ",1,1,s");
        }
        return lines;
    }

    private int memberships(java.util.function.UnaryOperator<String> change) {
        return groups(everybody(), change).values().stream()
                .mapToInt(BigInteger::intValueExact)
                .sum();
    }

    /** The number of people of each group. */
    private Map<String, BigInteger> groups(People people, java.util.function.UnaryOperator<String> change) {
        SourceTable table = people.table(folder);
        Defaults defaults = new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 3, 0.95);
        PreparedQuery query = new PrepareQuery(new Catalog(List.of(table.table())), defaults).prepare(SQL);
        ReleaseStep.Query partial = ReleaseSteps.queries(
                        query.releases().get(0).calibration(),
                        query.releases().get(0).sql())
                .get(0);
        Map<String, BigInteger> groups = new HashMap<>();
        try (Backend backend = DuckDbBackend.open(List.of(table), People.SETTINGS)) {
            backend.run(
                    change.apply(partial.sql()),
                    partial.keyCount(),
                    partial.integerCount(),
                    (keys, states) -> groups.put(keys[0] + "/" + keys[1], states[0]));
        }
        return groups;
    }

    /** Who is in exactly as many groups as count misses nothing; who is in one more does. */
    @Test
    void peopleInAsManyGroupsAsCountMissNothing() {
        for (int groups : List.of(1, 2, 3, 4, 6, 8)) {
            for (int more : List.of(0, 1)) {
                List<String> rows = new ArrayList<>();
                for (int uid = 1; uid <= 300; uid++) {
                    for (int i = 0; i < groups + more; i++) {
                        rows.add(uid + ",g" + i + ",1,1,1,1,1,s");
                    }
                }
                try (TacitSession session = People.of(rows).exactly(folder)) {
                    String sql =
                            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(report_missing = TRUE, max_groups_contributed = "
                                    + groups
                                    + ") g, COUNT(*, contribution_bounds_per_group => (0, 1)) FROM t GROUP BY g";
                    double missing = session.query(sql).releases().get(0).missing().stream()
                            .mapToDouble(report -> report.people().about())
                            .sum();
                    assertThat(missing).as(groups + " and " + more).isEqualTo(more);
                }
            }
        }
    }
}
