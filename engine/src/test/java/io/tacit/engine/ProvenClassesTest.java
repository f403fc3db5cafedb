package io.tacit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What is proven is what runs: the engine uses each public class of the privacy library, or the class's package says
 * that it is there for users of the library alone. The tester, which nothing may use, stands apart.
 */
class ProvenClassesTest {
    private static final String LIBRARY = "io.tacit.privacy.";
    private static final Path SOURCES = Path.of("..", "privacy", "src", "main", "java");
    private static final Pattern LINK = Pattern.compile("\\{@link\\s+\\*?\\s*([\\w.]+)\\}");
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.tacit.engine", "io.tacit.privacy");

    @Test
    void theEngineUsesEachProvenClassOrItsPackageSaysThatItDoesNot() throws IOException {
        Set<String> used = usedByTheEngine();
        assertThat(used).contains(LIBRARY + "mechanism.NoisyTotal", LIBRARY + "accounting.ZcdpFilter");

        Set<String> unused = CLASSES.stream()
                .filter(found -> found.getName().startsWith(LIBRARY) && !isTester(found))
                .filter(found -> found.isTopLevelClass() && found.getModifiers().contains(JavaModifier.PUBLIC))
                .map(JavaClass::getName)
                .filter(name -> !name.endsWith("package-info") && !used.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(unused).isEqualTo(forUsersOfTheLibrary());
    }

    /** Names of all library classes that code of the engine reaches, its tester aside. */
    private static Set<String> usedByTheEngine() {
        Deque<JavaClass> open = new ArrayDeque<>(CLASSES.stream()
                .filter(found -> found.getName().startsWith("io.tacit.engine.") && !isTester(found))
                .toList());
        Set<String> used = new HashSet<>();
        while (!open.isEmpty()) {
            for (Dependency dependency : open.pop().getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass();
                if (target.getName().startsWith(LIBRARY) && !isTester(target)) {
                    for (String name : List.of(target.getName(), outermost(target))) {
                        if (used.add(name)) {
                            open.push(CLASSES.get(name));
                        }
                    }
                }
            }
        }
        return used;
    }

    private static String outermost(JavaClass inner) {
        int dollar = inner.getName().indexOf('$');
        return dollar < 0 ? inner.getName() : inner.getName().substring(0, dollar);
    }

    private static boolean isTester(JavaClass found) {
        return found.getPackageName().endsWith(".audit");
    }

    private static Set<String> forUsersOfTheLibrary() throws IOException {
        List<Path> packages;
        try (Stream<Path> files = Files.walk(SOURCES)) {
            packages = files.filter(file -> file.endsWith("package-info.java")).toList();
        }
        assertThat(packages).hasSizeGreaterThan(5);
        Set<String> named = new TreeSet<>();
        for (Path file : packages) {
            String text = Files.readString(file);
            int from = text.indexOf("For users of the library alone");
            if (from >= 0) {
                LINK.matcher(text.substring(from))
                        .results()
                        .map((MatchResult link) -> link.group(1))
                        .forEach(named::add);
            }
        }
        return named;
    }
}
