package io.tacit.engine.refusal;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.tacit.engine.policy.PolicyFile;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * A refusal has two readers, and no code lets the analyst read what is the owner's. The walk: every code times every text
 * with a place, and every class of the packages that touch data, files, policies and books.
 */
@NullUnmarked
class TwoReadersTest {
    private static final String ROOT = "io.tacit.engine.";
    private static final String ROW = "83,Rome,zqx";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.tacit.engine");

    /**
     * Which codes whose text an analyst reads may be used where data, files, policies and books are known, and why their
     * texts hold nothing of them.
     */
    private static final Map<String, Set<ErrorCode>> READ = Map.of(
            // Whoever asks stopped it; a public table has too many rows, in one sentence.
            "backend",
            Set.of(ErrorCode.CANCELLED, ErrorCode.TOO_COMPLEX),
            "source",
            Set.of(),
            "text",
            Set.of(),
            // Who asks, by the name that they gave; the owner's limits.
            "policy",
            Set.of(ErrorCode.ACCOUNT, ErrorCode.PRIVACY_PARAMETER),
            // The account that pays, which belongs to whoever asks; the total, without a figure.
            "ledger",
            Set.of(ErrorCode.ACCOUNT, ErrorCode.BUDGET),
            "answer",
            Set.of(),
            "release",
            Set.of());

    @Test
    void noTextOfAnOwnersCodeIsReadByAnAnalyst() {
        Set<String> said = new HashSet<>();
        for (ErrorCode code : ErrorCode.values()) {
            Refusal refusal =
                    new Refusal(code, new Position(1, 2), ROW + ".", "Look at " + ROW + ".").because("behind " + ROW);
            Refusal heard = refusal.forAnalyst();
            assertThat(heard.code()).isEqualTo(code);
            assertThat(heard.forOwner()).as(code.name()).isEmpty();
            if (code.analystWords() == AnalystWords.AS_IT_IS) {
                assertThat(heard.getMessage()).isEqualTo(refusal.getMessage());
                continue;
            }
            assertThat(heard.getMessage()).as(code.name()).doesNotContain("zqx");
            assertThat(heard.position()).as(code.name()).isEmpty();
            assertThat(heard.rule()).isEqualTo(code.analystWords().rule());
            said.add(heard.getMessage());
        }
        assertThat(said).hasSizeGreaterThan(3);
    }

    /** Words that are nobody's secret stay, and are the same when they are heard again. */
    @Test
    void fixedWordsStay() {
        for (AnalystWords words : AnalystWords.values()) {
            if (words != AnalystWords.AS_IT_IS) {
                Refusal refusal = words.refusal(ErrorCode.ENGINE);
                assertThat(refusal.forAnalyst().getMessage()).isEqualTo(refusal.getMessage());
                assertThat(words.rule()).endsWith(".");
                assertThat(words.advice()).endsWith(".");
            }
        }
    }

    /** What a code lets analysts read may not be made where there is anything to hide. */
    @Test
    void whereDataAreKnownOnlyFixedWordsAreUsed() {
        Set<String> tried = new TreeSet<>();
        READ.forEach((place, read) -> {
            for (ErrorCode code : ErrorCode.values()) {
                if (code.analystWords() == AnalystWords.AS_IT_IS && !read.contains(code)) {
                    noClasses()
                            .that()
                            .resideInAPackage(ROOT + place + "..")
                            .should()
                            .accessField(ErrorCode.class, code.name())
                            .check(CLASSES);
                    tried.add(place);
                }
            }
        });
        assertThat(tried).isEqualTo(new TreeSet<>(READ.keySet()));
    }

    @Test
    void onlyTheLogReadsWhatIsForTheOwner() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.(QueryLog|Refusal)")
                .should()
                .callMethodWhere(target(name("forOwner")))
                .check(CLASSES);
    }

    /** A policy that somebody asks under is read by {@code AnalystPolicy}; an owner's command reads it itself. */
    @Test
    void noSessionReadsAPolicyAsItsOwner() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "policy..")
                .and()
                .haveNameNotMatching(".*\\.AnalystPolicy")
                .should()
                .callMethodWhere(
                        target(nameMatching("read|check|orRefuse")).and(target(owner(belongToAnyOf(PolicyFile.class)))))
                .check(CLASSES);
    }

    /** Whatever a session under a policy throws has been heard for the analyst: nobody else makes the difference. */
    @Test
    void oneClassMakesTheDifference() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.(AnalystHearing|QueryLog|AnalystPolicy|PolicyAccounting|Refusal)(\\$.*)?")
                .should()
                .callMethodWhere(target(name("forAnalyst")))
                .check(CLASSES);
    }
}
