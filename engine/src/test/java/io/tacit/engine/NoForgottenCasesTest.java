package io.tacit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.util.JavacTask;
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A case that is added to a sealed type does not compile until every place that takes the type apart has decided about
 * it.
 *
 * <p>The list is made from the sources: every sealed type with a {@code Visitor} or a {@code match} of its own. A case
 * is added to each in memory, once as a careless hand would and once with its method in the visitor or its argument of
 * {@code match}; then the places that must be decided about are compiled. A third of the types, and of the topics of
 * scalar functions, has its turn.
 */
@NullUnmarked
class NoForgottenCasesTest {
    private static final int PARTS = 3;

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /** One for all, because it knows by then what is in the libraries. */
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    private static final List<Path> SOURCES = List.of(Path.of("src/main/java"), Path.of("../privacy/src/main/java"));
    private static final List<Path> EVERYWHERE =
            List.of(SOURCES.get(0), SOURCES.get(1), Path.of("../cli/src/main/java"), Path.of("../bench/src/main/java"));

    private static final Pattern SEALED = Pattern.compile("sealed interface (\\w+)");
    private static final Pattern MATCH = Pattern.compile("<R> R match\\(([^)]*)\\)");
    private static final Pattern PERMITS = Pattern.compile("sealed interface \\w+\\s+permits\\s+");
    private static final Pattern PERMITTED = Pattern.compile("sealed interface \\w+\\s+permits\\s+([\\w,\\s]+)\\{");
    private static final Pattern MEMBER = Pattern.compile("(?:record|class|interface|enum) (\\w+)");

    /** Types that people's privacy hangs on. {@code State} has no visitor: nothing asks which kind a state is. */
    private static final List<String> DEMANDED = List.of(
            "StateRequest",
            "Computation",
            "ReleaseStep",
            "ContributionLimits",
            "AutomaticParameter",
            "ChoiceRequest",
            "Budget",
            "Part",
            "GroupSelection",
            "Protection",
            "IntegerNoise",
            "Unit",
            "Source");

    /** One source file. */
    private record Source(Path path, String text) {
        String fileName() {
            return path.getFileName().toString();
        }

        String typeName() {
            return fileName().replace(".java", "");
        }

        /** The top-level sealed interface that it declares, or nothing. */
        String sealedType() {
            Matcher matcher = SEALED.matcher(text);
            String name = typeName();
            return matcher.find() && matcher.group(1).equals(name) ? name : "";
        }

        boolean hasVisitor() {
            return text.contains("interface Visitor<");
        }

        boolean isTakenApart() {
            return !sealedType().isEmpty()
                    && (hasVisitor() || MATCH.matcher(text).find());
        }

        /** The members that are the type's cases, or helpers beside them. */
        Set<String> members() {
            Set<String> members = new TreeSet<>();
            Matcher matcher = MEMBER.matcher(text);
            while (matcher.find()) {
                members.add(matcher.group(1));
            }
            members.remove(sealedType());
            members.remove("Visitor");
            return members;
        }

        /** The cases that have files of their own. */
        Set<String> permitted() {
            Set<String> permitted = new TreeSet<>();
            Matcher matcher = PERMITTED.matcher(text);
            if (matcher.find()) {
                Stream.of(matcher.group(1).split(",", -1))
                        .map(String::strip)
                        .filter(name -> !name.contains("."))
                        .forEach(permitted::add);
            }
            return permitted;
        }

        /** The same with a case that does nothing but exist. */
        Source withCase(String declaration) {
            int end = text.lastIndexOf('}');
            String more = text.substring(0, end) + declaration + "\n}\n";
            return new Source(path, PERMITS.matcher(more).replaceFirst("$0" + sealedType() + ".ExtraCase, "));
        }

        /** The same with a constant like the first, by which an enum begins. */
        Source withConstant() {
            Matcher constant = Pattern.compile("\\n    [A-Z][A-Z0-9_]+\\(").matcher(text);
            assertThat(constant.find()).isTrue();
            int from = constant.end() - 1;
            int to = from;
            int open = 0;
            do {
                open += text.charAt(to) == '(' ? 1 : text.charAt(to) == ')' ? -1 : 0;
                to++;
            } while (open > 0);
            String first = text.substring(from, to);
            return new Source(
                    path,
                    text.replaceFirst("(enum [^{]*\\{)", "$1 EXTRA_CASE" + Matcher.quoteReplacement(first) + ","));
        }

        /** The same with a case that the visitor or {@code match} knows. */
        Source withKnownCase() {
            Source more = withCase("abstract non-sealed class ExtraCase implements " + sealedType() + " {}");
            String known = hasVisitor()
                    ? more.text.replaceFirst("(interface Visitor<R[^{]*\\{)", "$1 R extraCase(ExtraCase extra);")
                    : MATCH.matcher(more.text)
                            .replaceAll("<R> R match($1, java.util.function.Function<ExtraCase, R> extraCase)");
            return new Source(path, known);
        }
    }

    @Test
    void everyTypeThatIsTakenApartIsOnTheList() throws IOException {
        assertThat(types().stream().map(Source::sealedType)).containsAll(DEMANDED);
    }

    @TestFactory
    @Tag("walk")
    List<DynamicTest> aNewCaseDoesNotCompile() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Source type : Walk.part(PARTS, types())) {
            tests.add(DynamicTest.dynamicTest(type.sealedType(), () -> aNewCaseDoesNotCompile(type)));
        }
        return tests;
    }

    private static void aNewCaseDoesNotCompile(Source type) throws IOException {
        List<Source> places = places(type);
        assertThat(errors(type, places)).as("as it is").isEmpty();
        Source careless = type.withCase("record ExtraCase() implements " + type.sealedType() + " {}");
        assertThat(files(errors(careless, List.of()))).containsExactly(type.fileName());
        Source known = type.withKnownCase();
        if (type.hasVisitor()) {
            assertThat(files(errors(known, places)))
                    .containsExactlyElementsOf(
                            places.stream().map(Source::fileName).collect(Collectors.toCollection(TreeSet::new)));
        } else {
            // Each on its own: after the first call of match that lacks an argument the compiler of JDK 17 gives up.
            Set<String> undecided = new TreeSet<>();
            places.forEach(place -> undecided.addAll(files(errors(known, List.of(place)))));
            assertThat(undecided).isNotEmpty().doesNotContain(type.fileName());
        }
    }

    /** A scalar function is a constant of its topic's enum: a new one does not compile until each dialect prints it. */
    @TestFactory
    @Tag("walk")
    List<DynamicTest> aNewFunctionDoesNotCompile() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        List<Source> all = sources(SOURCES);
        List<Source> topics = all.stream()
                .filter(source -> source.text().contains("enum " + source.typeName() + " implements ScalarFunction {"))
                .toList();
        assertThat(topics).hasSizeGreaterThan(10);
        for (Source topic : Walk.part(PARTS, topics)) {
            Pattern printer =
                    Pattern.compile("ScalarPrinter \\w+\\(" + topic.typeName() + " function\\) \\{\\s+return switch");
            List<Source> dialects = all.stream()
                    .filter(source -> printer.matcher(source.text()).find())
                    .toList();
            tests.add(DynamicTest.dynamicTest(topic.typeName(), () -> {
                assertThat(dialects).isNotEmpty();
                // Each on its own: after the first switch that lacks a constant the compiler gives up.
                Set<String> undecided = new TreeSet<>();
                dialects.forEach(dialect -> undecided.addAll(files(errors(topic.withConstant(), List.of(dialect)))));
                assertThat(undecided)
                        .containsExactlyElementsOf(
                                dialects.stream().map(Source::fileName).collect(Collectors.toCollection(TreeSet::new)));
            }));
        }
        return tests;
    }

    /** Nobody asks which case it is in another way, which no compiler would complain of. */
    @TestFactory
    List<DynamicTest> nobodyAsksWhichCaseItIs() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        List<Source> everywhere = sources(EVERYWHERE);
        for (Source type : everywhere) {
            if (type.isTakenApart() || type.sealedType().equals("State")) {
                String name = type.sealedType();
                String nested = name + "\\.(?:" + String.join("|", type.members()) + ")";
                Set<String> all = new TreeSet<>(type.permitted());
                all.add(nested);
                String member = "(?:" + String.join("|", all) + ")";
                Pattern asks = Pattern.compile("instanceof\\s+(?:final\\s+)?" + member + "\\b|\\(" + member
                        + "\\)\\s*[\\w(]|" + member + "\\.class\\b|import [\\w.]+\\." + nested + ";");
                // What the pattern finds holds one of these words, which is seen much sooner.
                Set<String> words = new TreeSet<>(type.permitted());
                words.add(name);
                tests.add(DynamicTest.dynamicTest(
                        name,
                        () -> assertThat(everywhere.stream()
                                        .filter(source -> !source.path().equals(type.path()))
                                        .filter(source -> words.stream().anyMatch(source.text()::contains))
                                        .filter(source ->
                                                asks.matcher(source.text()).find())
                                        .map(Source::fileName))
                                .as("files that ask which " + name + " it is")
                                .isEmpty()));
            }
        }
        return tests;
    }

    private static List<Source> types() throws IOException {
        return sources(SOURCES).stream().filter(Source::isTakenApart).toList();
    }

    /** Where a type may be taken apart. */
    private static List<Source> places(Source type) throws IOException {
        Pattern place = Pattern.compile(
                type.hasVisitor()
                        ? "(?:implements|new) (?:[\\w<>, ]+, )?" + type.sealedType() + "\\.Visitor<"
                        : "(?s)\\b" + type.sealedType() + "\\b.*\\.(?:<[\\w<>]+>)?match\\(");
        return sources(SOURCES).stream()
                .filter(source -> !source.path().equals(type.path()))
                .filter(source -> place.matcher(source.text()).find())
                .toList();
    }

    private static List<Source> sources(List<Path> roots) throws IOException {
        List<Source> sources = new ArrayList<>();
        for (Path root : roots) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                        .sorted()
                        .toList()) {
                    sources.add(new Source(file, Files.readString(file)));
                }
            }
        }
        return sources;
    }

    /** What the compiler has against these files; everything else is there as it is. */
    private static List<Diagnostic<? extends JavaFileObject>> errors(Source type, List<Source> places) {
        List<JavaFileObject> files = new ArrayList<>();
        files.add(new InMemory(type));
        places.forEach(place -> files.add(new InMemory(place)));
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options = List.of(
                "-proc:none", "-nowarn", "-Xmaxerrs", "1000", "-classpath", System.getProperty("java.class.path"));
        JavacTask task = (JavacTask) COMPILER.getTask(new StringWriter(), FILES, found, options, null, files);
        try {
            // Nothing is written: only errors are of interest.
            task.analyze();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (IllegalStateException givenUp) {
            assertThat(found.getDiagnostics()).isNotEmpty();
        }
        return found.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .toList();
    }

    private static Set<String> files(List<Diagnostic<? extends JavaFileObject>> errors) {
        return errors.stream()
                .map(error -> ((InMemory) error.getSource()).name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static final class InMemory extends SimpleJavaFileObject {
        private final String name;
        private final String text;

        InMemory(Source source) {
            super(
                    URI.create("string:///" + source.path().toString().replaceFirst("^.*src/main/java/", "")),
                    Kind.SOURCE);
            this.name = source.fileName();
            this.text = source.text();
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
