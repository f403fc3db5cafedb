package io.tacit.engine;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures;
import org.junit.jupiter.api.Test;

/** The layout that {@code docs/architecture.md} shows. */
class ArchitectureTest {
    private static final String ROOT = "io.tacit.engine.";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.tacit.engine");

    @Test
    void theTestSeesTheEngine() {
        assertThat(CLASSES.size()).isGreaterThan(100);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + "(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void dependenciesPointBackAlongAQuerysWay() {
        Architectures.layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("refusal")
                .definedBy(ROOT + "refusal..")
                .layer("catalog")
                .definedBy(ROOT + "catalog..")
                .layer("source")
                .definedBy(ROOT + "source..")
                .layer("sql")
                .definedBy(ROOT + "sql..")
                .layer("dialect")
                .definedBy(ROOT + "dialect..")
                .layer("ownership")
                .definedBy(ROOT + "ownership..")
                .layer("rewrite")
                .definedBy(ROOT + "rewrite..")
                .layer("range")
                .definedBy(ROOT + "range..")
                .layer("pushdown")
                .definedBy(ROOT + "pushdown..")
                .layer("remainder")
                .definedBy(ROOT + "remainder..")
                .layer("text")
                .definedBy(ROOT + "text..")
                .layer("backend")
                .definedBy(ROOT + "backend..")
                .layer("ledger")
                .definedBy(ROOT + "ledger..")
                .layer("release")
                .definedBy(ROOT + "release..")
                .layer("answer")
                .definedBy(ROOT + "answer..")
                .layer("policy")
                .definedBy(ROOT + "policy..")
                .layer("session")
                .definedBy(ROOT + "session..")
                .layer("audit")
                .definedBy(ROOT + "audit..")
                .whereLayer("audit")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("session")
                .mayOnlyBeAccessedByLayers("audit")
                .whereLayer("policy")
                .mayOnlyBeAccessedByLayers("session")
                .whereLayer("answer")
                .mayOnlyBeAccessedByLayers("session")
                .whereLayer("release")
                .mayOnlyBeAccessedByLayers("session", "audit")
                .whereLayer("ledger")
                .mayOnlyBeAccessedByLayers("release", "policy", "session", "audit")
                .whereLayer("backend")
                .mayOnlyBeAccessedByLayers("release", "answer", "source", "policy", "session", "audit")
                .whereLayer("rewrite")
                .mayOnlyBeAccessedByLayers("pushdown", "release", "session", "audit")
                .whereLayer("pushdown")
                .mayOnlyBeAccessedByLayers("release", "session", "audit")
                .whereLayer("range")
                .mayOnlyBeAccessedByLayers("rewrite")
                .whereLayer("remainder")
                .mayOnlyBeAccessedByLayers("session")
                .whereLayer("text")
                .mayOnlyBeAccessedByLayers("source", "backend")
                .whereLayer("ownership")
                .mayOnlyBeAccessedByLayers("rewrite", "pushdown", "remainder", "session")
                .whereLayer("dialect")
                .mayOnlyBeAccessedByLayers("pushdown", "backend", "answer", "session", "audit")
                .whereLayer("sql")
                .mayOnlyBeAccessedByLayers(
                        "dialect", "ownership", "range", "rewrite", "pushdown", "remainder", "release", "session")
                .check(CLASSES);
    }

    /** What reads declarations and plans releases knows no engine; only the rest of a query always runs in DuckDB. */
    @Test
    void onlyWhatOpensEnginesKnowsWhichTheyAre() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        ROOT + "backend.duckdb..", ROOT + "answer..", ROOT + "session..", ROOT + "audit..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + "backend.duckdb..")
                .check(CLASSES);
    }

    @Test
    void calciteStaysInTheStagesThatWorkOnAlgebra() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        ROOT + "sql..",
                        ROOT + "dialect..",
                        ROOT + "ownership..",
                        ROOT + "range..",
                        ROOT + "rewrite..",
                        ROOT + "pushdown..",
                        ROOT + "remainder..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.calcite..")
                .check(CLASSES);
    }

    @Test
    void exactStatesAndNoiseMeetInReleaseOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + "release..", ROOT + "audit..")
                .and()
                .haveNameNotMatching(".*TacitSession")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.tacit.privacy.random..")
                .check(CLASSES);
    }

    /** Else somebody could have answers without noise. */
    @Test
    void onlyTheTesterRehearses() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "audit..")
                .and()
                .haveNameNotMatching(".*\\.AuditedRun(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .haveNameMatching(".*\\.AuditedRun(\\$.*)?|io\\.tacit\\.privacy\\.audit\\.Tape")
                .check(CLASSES);
    }

    @Test
    void nobodyTakesRandomnessFromElsewhere() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.Random")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.security.SecureRandom")
                .orShould()
                .callMethod(Math.class, "random")
                .check(CLASSES);
    }

    /** How far a query is tells how many rows there are. */
    @Test
    void attack43NobodyAsksAnEngineForItsProgress() {
        noClasses()
                .should()
                .callMethodWhere(target(nameMatching(".*Progress.*")))
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
}
