package io.tacit.engine.plantedbugs;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** A change that no test was shown is told apart from one that tests did not notice. */
@NullUnmarked
class ShownVerdictsTest {
    private static String afterModules(String... verdicts) {
        ShownVerdicts shown = new ShownVerdicts();
        for (String verdict : verdicts) {
            assertThat(shown.isOpen(0)).as(verdict).isTrue();
            shown.add(0, verdict);
        }
        return shown.sum() + shown.left(change -> " | row " + change);
    }

    @Test
    void nothingWasTriedWhereNoTestReachesTheLine() {
        assertThat(ShownVerdicts.afterAll(0, 0)).isNotEqualTo("survived 0 of 0");
        String nothing = ShownVerdicts.afterAll(0, 0);
        assertThat(afterModules(nothing, nothing, nothing))
                .isEqualTo("0 of 1 changes were noticed, 0 survived, and of 1 no test reaches the line"
                        + "[-  | row 0 (no test reaches it)]");
    }

    @Test
    void testsOfOneModuleAreEnoughForASurvivor() {
        String nothing = ShownVerdicts.afterAll(0, 0);
        String some = ShownVerdicts.afterAll(48, 50);
        String survivor = "0 of 1 changes were noticed, 1 survived, and of 0 no test reaches the line";
        assertThat(afterModules(nothing, some, nothing)).isEqualTo(survivor + "[-  | row 0 (survived 48 of 50)]");
        assertThat(afterModules(some, nothing, some))
                .isEqualTo(survivor + "[-  | row 0 (survived 48 of 50, survived 48 of 50)]");
    }

    @Test
    void whatOneTestNoticesIsNoticed() {
        String nothing = ShownVerdicts.afterAll(0, 0);
        String some = ShownVerdicts.afterAll(48, 50);
        String noticed = "1 of 1 changes were noticed, 0 survived, and of 0 no test reaches the line[]";
        assertThat(afterModules(nothing, some, "noticed by RuleTest")).isEqualTo(noticed);
        assertThat(afterModules(some, "ran for ever")).isEqualTo(noticed);
        assertThat(afterModules(ShownVerdicts.DOES_NOT_COMPILE)).startsWith("0 of 0 changes were noticed");
    }
}
