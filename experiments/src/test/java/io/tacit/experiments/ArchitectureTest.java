package io.tacit.experiments;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The layout that {@code docs/architecture.md} shows. */
class ArchitectureTest {
    private static final String ROOT = "io.tacit.experiments.";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.tacit.experiments");

    @Test
    void packagesHaveNoCycles() {
        assertThat(CLASSES.size()).isGreaterThan(20);
        slices().matching("io.tacit.(experiments..)").should().beFreeOfCycles().check(CLASSES);
    }

    /** Results are plain numbers: whoever makes or writes them knows them, and they know nobody. */
    @Test
    void resultsKnowNobody() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + "result..", ROOT + "watch..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(ROOT + "result..", ROOT + "watch..", "java..", "org.jspecify..")
                .check(CLASSES);
    }

    /** What is measured is the engine's own release, with its own noise. */
    @Test
    void nobodyDrawsNoiseOrReadsStates() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "paper..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.tacit.engine.backend",
                        "io.tacit.engine.release..",
                        "io.tacit.engine.pushdown..",
                        "io.tacit.engine.rewrite..")
                .check(CLASSES);
    }

    @Test
    void drawingIsForTheWritersOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "write..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.knowm.xchart..", "java.awt..", "com.fasterxml.jackson..")
                .check(CLASSES);
    }
}
