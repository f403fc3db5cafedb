package io.tacit.privacy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The layout of this library; every rule sees the classes that it is about, or fails. */
class ArchitectureTest {
    private static final String ROOT = "io.tacit.privacy.";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.tacit.privacy");

    @Test
    void theTestSeesTheLibrary() {
        assertThat(CLASSES.size()).isGreaterThan(35);
        Set<String> packages = CLASSES.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
        assertThat(packages)
                .containsExactlyInAnyOrder(
                        ROOT + "number",
                        ROOT + "random",
                        ROOT + "measure",
                        ROOT + "mechanism",
                        ROOT + "selection",
                        ROOT + "accounting",
                        ROOT + "audit");
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + "(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void dependenciesPointFromTheoryToNumbers() {
        Architectures.layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("number")
                .definedBy(ROOT + "number..")
                .layer("random")
                .definedBy(ROOT + "random..")
                .layer("measure")
                .definedBy(ROOT + "measure..")
                .layer("mechanism")
                .definedBy(ROOT + "mechanism..")
                .layer("selection")
                .definedBy(ROOT + "selection..")
                .layer("accounting")
                .definedBy(ROOT + "accounting..")
                .layer("audit")
                .definedBy(ROOT + "audit..")
                .whereLayer("audit")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("accounting")
                .mayOnlyBeAccessedByLayers("audit")
                .whereLayer("selection")
                .mayOnlyBeAccessedByLayers("accounting", "audit")
                .whereLayer("mechanism")
                .mayOnlyBeAccessedByLayers("selection", "accounting", "audit")
                .whereLayer("measure")
                .mayOnlyBeAccessedByLayers("mechanism", "selection", "accounting", "audit")
                .whereLayer("random")
                .mayOnlyBeAccessedByLayers("measure", "mechanism", "selection", "accounting", "audit")
                .check(CLASSES);
    }

    @Test
    void nothingButTheJdkIsNeeded() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages("java..", "javax.crypto..", "org.jspecify..", "io.tacit.privacy..")
                .check(CLASSES);
    }

    @Test
    void randomnessComesFromOneDoor() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.Random")
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching("java\\.util\\.(SplittableRandom|concurrent\\.ThreadLocalRandom|random\\..*)")
                .orShould()
                .callMethod(Math.class, "random")
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "random..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.security.SecureRandom")
                .check(CLASSES);
    }

    @Test
    void lossesAreNeverDoubles() {
        noFields()
                .that()
                .areDeclaredInClassesThat()
                .resideInAnyPackage(ROOT + "measure..", ROOT + "accounting..")
                .should()
                .haveRawType(double.class)
                .orShould()
                .haveRawType(Double.class)
                .orShould()
                .haveRawType(float.class)
                .check(CLASSES);
    }

    @Test
    void nobodyPrints() {
        noClasses()
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(CLASSES);
    }

    @Test
    void everyPackageIsNullMarked() throws ClassNotFoundException {
        for (JavaClass one : CLASSES) {
            Class<?> description = Class.forName(one.getPackageName() + ".package-info");
            assertThat(description.isAnnotationPresent(NullMarked.class)).isTrue();
        }
    }
}
