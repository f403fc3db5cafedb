package io.tacit.engine.plantedbugs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every guard of the engine that is taken away is noticed by the layer of the tester that is named beside it.
 *
 * <p>The bugs are planted in the real sources, compiled in memory, and looked for over a second copy of all of Tacit's
 * classes. {@code -Dtacit.audit.write=true} writes what was found into {@code docs/audit.md}.
 */
@NullUnmarked
@Tag("statistical")
@Tag("planted")
class PlantedBugsTest {
    /**
     * The length of the design's list, a lineage that is lost in a join, collations of files, most frequent values,
     * what structures prove, people in two parts, what an owner is promised over
     * months, large samplers, selections beside other noise, casts, tallies, and rows that count for themselves.
     */
    private static final int BUGS = 75;

    /** Bugs whose harm is that a query fails for one person's values. */
    private static final Set<Integer> FAILING = Set.of(9, 28);

    private static final Map<PlantedBug, Long> RUNS = new LinkedHashMap<>();

    /** One bug in so many has its turn; before a release, and for the page, all of them are looked for. */
    private static final int PARTS = 8;

    static List<PlantedBug> bugs() {
        return PlantedBugs.all();
    }

    static List<PlantedBug> part() {
        return Boolean.getBoolean("tacit.audit.write") ? bugs() : Walk.part(PARTS, bugs());
    }

    @Test
    void theListIsComplete() {
        Set<Integer> numbers = bugs().stream().map(PlantedBug::number).collect(Collectors.toCollection(TreeSet::new));
        // Later ones are numbered by whoever planted them.
        assertThat(numbers).containsAll(IntStream.rangeClosed(1, BUGS).boxed().toList());
    }

    @ParameterizedTest
    @MethodSource("part")
    void isCaughtByItsHunter(PlantedBug bug) {
        String found = new EngineWith(bug.patches()).hunted(bug.hunter());
        int bar = found.indexOf('|');
        assertThat(found.substring(bar + 1)).isNotEmpty();
        if (!FAILING.contains(bug.number())) {
            // A bug that breaks the engine altogether would be found by anything.
            assertThat(found).doesNotContain("fails over one").doesNotContain("fails for one");
        }
        RUNS.put(bug, Long.parseLong(found.substring(0, bar)));
    }

    /** The healthy engine passes all checks in tests of its own; here it is loaded as a planted one is. */
    @Test
    void theHealthyEngineIsNotCaught() {
        for (Hunter hunter : List.of(
                Hunter.tests("attack 14", "attack14"),
                Hunter.fit("draws of Laplace noise of scale 20"),
                Hunter.stochastic("noisy tree"),
                Hunter.replay("GROUP BY ROLLUP"),
                Hunter.test("ledger.RefreshWindowTest"),
                Hunter.test("session.SetOperationZeroTest#onlyOneZeroIsLeft"))) {
            assertThat(new EngineWith(List.of()).hunted(hunter))
                    .as(hunter.toString())
                    .endsWith("|");
        }
    }

    @Test
    void thePageShowsThem() throws IOException {
        if (!Boolean.getBoolean("tacit.audit.write")) {
            assertThat(AuditPage.rows()).isEqualTo(AuditPage.expected(bugs()));
            assertThat(Files.readString(Path.of("../README.md"))).contains("catches " + bugs().size() + " bugs");
        }
    }

    @AfterAll
    static void write() throws IOException {
        if (Boolean.getBoolean("tacit.audit.write")) {
            AuditPage.write(bugs(), RUNS);
        }
    }
}
