package io.tacit.engine.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.ConfidenceInterval;
import io.tacit.engine.session.Explanation;
import io.tacit.engine.session.Question;
import io.tacit.engine.session.TacitSession;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the page "embedding": what stands there is what runs here. */
class EmbeddingGuideTest {
    private static final Path PAGE = Path.of("..", "docs", "guide", "embedding.md");
    private static final Path SOURCE = Path.of("src/test/java/io/tacit/engine/guide/EmbeddingGuideTest.java");
    private static final Pattern BLOCK = Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern SPRING =
            Pattern.compile("^```java spring\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern IMPORTS =
            Pattern.compile("^```java imports\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern REGION =
            Pattern.compile("^ *// example: [a-z ]+\\n(.*?)^ *// end of example$", Pattern.MULTILINE | Pattern.DOTALL);

    @TempDir
    private Path folder;

    private Path csv = Path.of("");
    private Path policyFile = Path.of("");

    @BeforeEach
    void write() throws IOException {
        csv = folder.resolve("visits.csv");
        StringBuilder rows = new StringBuilder("visitor,day,spend\n");
        for (int i = 0; i < 10_000; i++) {
            rows.append(i)
                    .append(i % 2 == 0 ? ",Monday," : ",Tuesday,")
                    .append(i % 50)
                    .append(".50\n");
        }
        Files.writeString(csv, rows);
        policyFile = folder.resolve("tacit.yaml");
        Files.writeString(policyFile, """
            dataset: visits
            tables:
              visits:
                file: visits.csv
                person: visitor
                columns: {visitor: INTEGER, day: VARCHAR, spend: "DECIMAL(9,2)"}
            analysts: {ada: [], bob: []}
            accounts: {each: {members: [ada, bob], each: true, budget: {epsilon: 3, delta: 1e-6}}}
            version: first
            """);
    }

    @Test
    void thePageShowsWhatRunsHere() throws IOException {
        List<String> shown = normalised(BLOCK, Files.readString(PAGE));
        List<String> run = new ArrayList<>(normalised(REGION, Files.readString(SOURCE)));
        run.addAll(normalised(REGION, Files.readString(SOURCE.resolveSibling("Analysts.java"))));
        String imports = IMPORTS.matcher(Files.readString(PAGE))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        assertThat(Files.readString(SOURCE)).contains(imports);
        assertThat(run).hasSizeGreaterThan(6);
        assertThat(shown).containsExactlyInAnyOrderElementsOf(run);
    }

    private static List<String> normalised(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(1).replaceAll("\\s+", " ").strip())
                .toList();
    }

    private SourceTable visits() {
        // example: table
        Table table = new Table(
                "visits",
                List.of(
                        Column.nullable("visitor", ColumnType.INTEGER),
                        Column.nullable("day", ColumnType.VARCHAR),
                        Column.nullable("spend", ColumnType.decimal(9, 2))),
                new Protection.UnitColumn("visitor"));
        SourceTable visits = new SourceTable(table, new Source.Csv(csv, new CsvFormat(',', true)));
        // end of example
        return visits;
    }

    @Test
    void withoutAPolicy() {
        SourceTable visits = visits();
        List<String> printed = new ArrayList<>();
        // example: ask
        Defaults defaults = new Defaults(new BigDecimal("0.5"), new BigDecimal("1e-8"), 7, 0.95);
        try (TacitSession session = TacitSession.open(List.of(visits), defaults)) {
            Answer answer = session.query("SELECT day, COUNT(*, contribution_bounds_per_group => (0, 1)) AS visits"
                    + " FROM visits GROUP BY day ORDER BY day");
            for (AnswerRow row : answer.rows()) {
                String day = (String) row.values().get(0);
                Long visitors = (Long) row.values().get(1);
                ConfidenceInterval interval = row.intervals().get(1);
                printed.add(day + ": " + visitors + (interval == null ? "" : " ± " + interval.halfWidth()));
            }
            printed.add("This session spent ε " + session.spent().epsilon().toDoubleUp());
        }
        // end of example
        assertThat(printed).hasSize(3);
        assertThat(printed.get(0)).matches("Monday: \\d+ ± \\d+\\.\\d+");
        assertThat(printed.get(2)).isEqualTo("This session spent ε 0.5");
    }

    @Test
    void lookAndExplain() {
        SourceTable visits = visits();
        List<String> printed = new ArrayList<>();
        try (TacitSession session = TacitSession.open(List.of(visits), Defaults.STANDARD)) {
            // example: explain
            session.tables().forEach(each -> printed.add(each.name() + ": rows of " + each.whose()));
            Explanation explanation = session.explain("SELECT COUNT(DISTINCT visitor) AS people FROM visits");
            explanation
                    .releases()
                    .forEach(release -> release.aggregates()
                            .forEach(aggregate -> printed.add(aggregate.column() + " ± " + aggregate.expectedPlusMinus()
                                    + " for ε " + release.epsilon())));
            // end of example
        }
        assertThat(printed).containsExactly("visits: rows of people, by visitor", "people ± 3.0 for ε 1");
    }

    @Test
    void underAPolicy() {
        List<String> printed = new ArrayList<>();
        String sql = "SELECT day, COUNT(DISTINCT visitor) AS visitors FROM visits GROUP BY day";
        // example: policy
        Policy policy = PolicyFile.read(policyFile, DuckDbEngine.standard());
        try (TacitSession session = TacitSession.open(policy, "ada")) {
            Answer first = session.query(sql);
            Answer again = session.query(sql); // kept, so that it costs nothing
            Answer anew = session.query(Question.of(sql).afresh()); // other noise, and paid again
            first.origin().accounts().forEach(account -> printed.add(account.account() + ": " + account.left()));
            again.origin().releasedAt().ifPresent(when -> printed.add("released " + when));
            printed.add("spent ε " + session.spent().epsilon().toDoubleUp() + " for "
                    + anew.rows().size() + " rows twice");
        }
        // end of example
        assertThat(printed).hasSize(3);
        assertThat(printed.get(2)).isEqualTo("spent ε 2.0 for 2 rows twice");
    }

    @Test
    void refusals() {
        SourceTable visits = visits();
        List<String> printed = new ArrayList<>();
        try (TacitSession session = TacitSession.open(List.of(visits), Defaults.STANDARD)) {
            // example: refusal
            try {
                session.query("SELECT visitor, spend FROM visits");
            } catch (Refusal refusal) {
                printed.add(refusal.code().code() + ": " + refusal.rule() + " " + refusal.advice());
                refusal.position()
                        .ifPresent(place -> printed.add("line " + place.line() + ", column " + place.column()));
                boolean mayRetry = refusal.code() == ErrorCode.CANCELLED;
                printed.add(mayRetry ? "stopped" : "ask something else");
            }
            // end of example
        }
        assertThat(printed).hasSize(3);
        assertThat(printed.get(0)).startsWith("TCT-R01: ");
    }

    @Test
    void stopping() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        ExecutorService executor = Executors.newSingleThreadExecutor();
        SourceTable visits = visits();
        try (TacitSession session = TacitSession.open(List.of(visits), Defaults.STANDARD)) {
            // example: cancel
            Future<Answer> future = executor.submit(() -> {
                begun.countDown();
                return session.query("SELECT COUNT(*) FROM visits"); // one thread asks
            });
            begun.await();
            session.cancel(); // any other may stop it
            // end of example
            assertThat(state(future)).isIn("answered", "TCT-X02");
        } finally {
            executor.shutdown();
        }
    }

    private static String state(Future<Answer> future) throws InterruptedException {
        try {
            return future.get().rows().isEmpty() ? "empty" : "answered";
        } catch (java.util.concurrent.ExecutionException stopped) {
            return stopped.getCause() instanceof Refusal refusal
                    ? refusal.code().code()
                    : "other";
        }
    }

    @Test
    void severalThreads() throws Exception {
        List<Future<Answer>> asked = new ArrayList<>();
        ExecutorService executor = Executors.newFixedThreadPool(4);
        try (Analysts analysts = new Analysts(policyFile)) {
            for (String who : List.of("ada", "bob", "ada", "bob")) {
                asked.add(executor.submit(() -> analysts.ask(who, "SELECT COUNT(DISTINCT visitor) AS n FROM visits")));
            }
            for (Future<Answer> each : asked) {
                assertThat(each.get().rows()).hasSize(1);
            }
            // Each analyst has an answer of their own, and pays for it once.
            assertThat(asked.get(0).get().rows()).isEqualTo(asked.get(2).get().rows());
        } finally {
            executor.shutdown();
        }
    }

    /** Spring's part compiles against the session's real door and stand-ins of Spring's annotations. */
    @Test
    void theSpringExampleCompiles() throws IOException {
        List<JavaFileObject> units = new ArrayList<>();
        for (String example : SPRING.matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList()) {
            units.add(unit("shop.VisitsApplication", "package shop;\n" + example));
        }
        assertThat(units).hasSize(1);
        units.add(unit("shop.Analysts", """
            package shop;
            import java.nio.file.Path;
            import io.tacit.engine.session.Answer;
            final class Analysts implements AutoCloseable {
              Analysts(Path policy) {}
              Answer ask(String analyst, String sql) { throw new IllegalStateException(); }
              @Override public void close() {}
            }
            """));
        for (String annotation : List.of(
                "context.annotation.Bean",
                "boot.autoconfigure.SpringBootApplication",
                "web.bind.annotation.RestController",
                "web.bind.annotation.PostMapping",
                "web.bind.annotation.RequestBody",
                "web.bind.annotation.ExceptionHandler",
                "web.bind.annotation.ResponseStatus")) {
            units.add(standIn(annotation));
        }
        units.add(unit(
                "org.springframework.http.HttpStatus",
                "package org.springframework.http;\npublic enum HttpStatus { BAD_REQUEST }\n"));
        units.add(unit(
                "org.springframework.boot.SpringApplication",
                "package org.springframework.boot;\n"
                        + "public final class SpringApplication { public static void run(Class<?> of, String..."
                        + " words) {} }\n"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        Boolean compiled = compiler.getTask(
                        said,
                        null,
                        null,
                        List.of("-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path")),
                        null,
                        units)
                .call();
        assertThat(compiled).as(said.toString()).isTrue();
    }

    private static JavaFileObject standIn(String name) {
        int dot = name.lastIndexOf('.');
        String simple = name.substring(dot + 1);
        String value = simple.equals("ResponseStatus")
                ? "org.springframework.http.HttpStatus value();"
                : "String[] value() default {};";
        return unit(
                "org.springframework." + name,
                "package org.springframework." + name.substring(0, dot) + ";\npublic @interface " + simple + " { "
                        + value + " }\n");
    }

    private static JavaFileObject unit(String name, String text) {
        return new SimpleJavaFileObject(
                URI.create("string:///" + name.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }
}
