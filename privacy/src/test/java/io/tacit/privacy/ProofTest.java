package io.tacit.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Every public class with a claim has its proof in a Markdown file beside it, and no proof is left without its class.
 */
class ProofTest {
    private static final Path SOURCES = Path.of("src/main/java");

    /** Classes that hold numbers and an interval, an estimate, a wish or a name, or are proven with what makes them. */
    private static final Set<String> DATA = Set.of(
            "io.tacit.privacy.mechanism.Estimate",
            "io.tacit.privacy.mechanism.DecimalEstimate",
            "io.tacit.privacy.mechanism.Outside",
            "io.tacit.privacy.mechanism.GroupCounts",
            "io.tacit.privacy.mechanism.PeopleByAmount",
            "io.tacit.privacy.mechanism.PortionsOf",
            "io.tacit.privacy.accounting.NoiseRequest",
            "io.tacit.privacy.accounting.NoiseKind",
            "io.tacit.privacy.accounting.SelectionKind");

    /** Claims that are made outside of the packages in which every class has one. */
    private static final List<String> MORE = List.of(
            "io.tacit.privacy.number.Concentration",
            "io.tacit.privacy.number.Enclosure",
            "io.tacit.privacy.number.GaussianTails",
            "io.tacit.privacy.number.Tails",
            "io.tacit.privacy.number.TruncatedGeometricSeries",
            "io.tacit.privacy.random.Bernoulli",
            "io.tacit.privacy.random.DiscreteGaussianSampler",
            "io.tacit.privacy.random.DiscreteLaplaceSampler");

    @Test
    void everyClaimHasItsProof() throws IOException {
        Set<String> claims = claims();
        assertThat(claims).hasSizeGreaterThan(12);
        for (String name : claims) {
            Path proof = SOURCES.resolve(name.replace('.', '/') + ".md");
            assertThat(proof).as("proof of %s", name).exists();
            String text = Files.readString(proof);
            assertThat(text).as("%s", proof).contains("## Claim").contains("## Proof");
            assertThat(text.substring(text.indexOf("## Proof"))).hasSizeGreaterThan(300);
        }
    }

    @Test
    void everyProofHasItsClass() throws IOException {
        try (var files = Files.walk(SOURCES)) {
            for (Path proof :
                    files.filter(file -> file.toString().endsWith(".md")).toList()) {
                String name = proof.getFileName().toString();
                assertThat(proof.resolveSibling(name.replace(".md", ".java"))).exists();
            }
        }
    }

    /** Whatever a class says about a page beside it is true: also in packages where not every class has one. */
    @Test
    void everyPageThatIsNamedExists() throws IOException {
        Pattern named = Pattern.compile("\\b([A-Z][A-Za-z]+\\.md)\\b");
        Set<String> everywhere = pages();
        int found = 0;
        try (var files = Files.walk(SOURCES)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                for (var match : named.matcher(Files.readString(file)).results().toList()) {
                    found++;
                    String page = match.group(1);
                    if (file.toString().endsWith(".java")) {
                        assertThat(file.resolveSibling(page))
                                .as("named in %s", file)
                                .exists();
                    } else {
                        assertThat(everywhere).as("named in %s", file).contains(page);
                    }
                }
            }
        }
        assertThat(found).isGreaterThan(20);
    }

    private static Set<String> pages() throws IOException {
        try (var files = Files.walk(SOURCES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".md"))
                    .collect(Collectors.toSet());
        }
    }

    private static Set<String> claims() {
        Set<String> claims = new TreeSet<>(MORE);
        for (JavaClass one : new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(
                        "io.tacit.privacy.mechanism", "io.tacit.privacy.selection", "io.tacit.privacy.accounting")) {
            if (one.isTopLevelClass()
                    && one.getModifiers().contains(JavaModifier.PUBLIC)
                    && !DATA.contains(one.getName())) {
                claims.add(one.getName());
            }
        }
        return claims;
    }
}
