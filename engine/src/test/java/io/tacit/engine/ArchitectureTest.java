package io.tacit.engine;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
                .layer("structure")
                .definedBy(ROOT + "structure..")
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
                .whereLayer("structure")
                .mayOnlyBeAccessedByLayers("rewrite", "pushdown", "session")
                .whereLayer("range")
                .mayOnlyBeAccessedByLayers("structure", "rewrite")
                .whereLayer("remainder")
                .mayOnlyBeAccessedByLayers("session")
                .whereLayer("text")
                .mayOnlyBeAccessedByLayers("source", "backend")
                .whereLayer("ownership")
                .mayOnlyBeAccessedByLayers("structure", "rewrite", "pushdown", "remainder", "session")
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

    /** Servers are opened behind the seam, by whoever opens sessions, and nobody else writes their SQL. */
    @Test
    void onlySessionsOpenServers() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + "backend.postgres..", ROOT + "session..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + "backend.postgres..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + "dialect.postgres..", ROOT + "backend.postgres..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + "dialect.postgres..")
                .check(CLASSES);
        // Its back end is a module of its own.
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "dialect.spark..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + "dialect.spark..")
                .check(CLASSES);
    }

    /** The picture is the least one: what an arrow leads to may be used through any number of arrows. */
    @Test
    void thePictureShowsThePackages() throws IOException {
        Map<String, Set<String>> picture = picture();
        Map<String, Set<String>> used = new TreeMap<>();
        for (JavaClass type : CLASSES) {
            Set<String> packages = used.computeIfAbsent(room(type), unseen -> new TreeSet<>());
            type.getDirectDependenciesFromSelf().stream()
                    .map(Dependency::getTargetClass)
                    .filter(target -> target.getPackageName().startsWith(ROOT))
                    .map(ArchitectureTest::room)
                    .filter(target -> !target.equals(room(type)))
                    .forEach(packages::add);
        }
        assertThat(picture.keySet()).isEqualTo(used.keySet());
        used.forEach((from, packages) ->
                assertThat(reached(picture, from)).as("arrows from " + from).containsAll(packages));
        picture.forEach((from, packages) ->
                assertThat(used.get(from)).as("what " + from + " uses").containsAll(packages));
        picture.keySet()
                .forEach(from ->
                        assertThat(reached(picture, from)).as("a circle").doesNotContain(from));
    }

    private static String room(JavaClass type) {
        return type.getPackageName().substring(ROOT.length());
    }

    /** From each package those that its arrows lead to. */
    private static Map<String, Set<String>> picture() throws IOException {
        String page = Files.readString(Path.of("../docs/architecture.md"));
        String drawing = page.substring(page.indexOf("```mermaid"), page.indexOf("```\n", page.indexOf("```mermaid")));
        Map<String, Set<String>> arrows = new TreeMap<>();
        for (String line :
                drawing.lines().filter(line -> line.contains(" --> ")).toList()) {
            String[] ends = line.strip().replace('_', '.').split(" --> ", -1);
            for (String to : ends[1].split(" & ", -1)) {
                arrows.computeIfAbsent(ends[0], unseen -> new TreeSet<>()).add(to);
                arrows.computeIfAbsent(to, unseen -> new TreeSet<>());
            }
        }
        return arrows;
    }

    private static Set<String> reached(Map<String, Set<String>> arrows, String from) {
        Set<String> reached = new TreeSet<>();
        Deque<String> next = new ArrayDeque<>(arrows.getOrDefault(from, Set.of()));
        while (!next.isEmpty()) {
            String here = next.pop();
            if (reached.add(here)) {
                next.addAll(arrows.getOrDefault(here, Set.of()));
            }
        }
        return reached;
    }

    /**
     * All others ask the dialect that they are given. What is left of a query over a release's rows is DuckDB's in any
     * case, and so are the files of people that the tester makes up.
     */
    @Test
    void onlyWhoKnowsTheEngineNamesItsDialect() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        ROOT + "dialect.duckdb..", ROOT + "backend.duckdb..", ROOT + "answer..", ROOT + "audit..")
                .and()
                .doNotHaveFullyQualifiedName(ROOT + "session.PrepareQuery")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + "dialect.duckdb..")
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
                        ROOT + "structure..",
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
                .haveNameNotMatching(".*\\.(TacitSession|RepeatedRelease)")
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

    /** Many releases of one query protect nobody: only experiments, outside, ask for them. */
    @Test
    void nobodyHereRepeatsReleases() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.RepeatedRelease(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .haveNameMatching(".*\\.RepeatedRelease(\\$.*)?")
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
