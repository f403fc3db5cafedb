package io.tacit.engine.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is DuckDB's alone stands in its dialect: printers that any engine shares, and pushed-down queries, ask for it.
 */
class NoEngineInPrintersTest {
    private static final Path SOURCES = Path.of("src/main/java/io/tacit/engine");

    /** What some other engine has not, or has under another name, or means otherwise. */
    private static final List<String> OWN = List.of(
            "TRY_CAST",
            "HUGEINT",
            "EXCLUDE",
            "SEMI JOIN",
            "ANTI JOIN",
            "MATERIALIZED",
            "COLLATE",
            " // ",
            " >> ",
            "hash(",
            "bin(",
            "struct_",
            "list_",
            "isnan",
            "isinf",
            "isfinite",
            "epoch_",
            "format(",
            "string_split",
            "strpos",
            "regexp_",
            "json_",
            "date_part",
            "date_diff",
            "strftime",
            "quantile_",
            "to_months",
            "to_days",
            "unnest",
            "UNNEST",
            "range(",
            "lambda",
            "DOUBLE",
            "VARCHAR");

    private static final Pattern COMMENT =
            Pattern.compile("/\\*.*?\\*/|//[^\"\n]*$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern TEXT = Pattern.compile("\"(?:\\\\.|[^\"\\\\])*\"");

    static List<Path> sources() throws IOException {
        try (Stream<Path> shared = Files.list(SOURCES.resolve("dialect"));
                Stream<Path> pushedDown = Files.list(SOURCES.resolve("pushdown"))) {
            return Stream.concat(shared, pushedDown)
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("sources")
    void nothingIsWrittenThatOneEngineAloneReads(Path source) throws IOException {
        String code = COMMENT.matcher(Files.readString(source)).replaceAll("");
        List<String> texts =
                TEXT.matcher(code).results().map(MatchResult::group).toList();
        for (String own : OWN) {
            assertThat(texts).as(own).noneMatch(text -> text.contains(own));
        }
    }

    /** The words are those that DuckDB's dialect writes: a misspelt one would find nothing. */
    @ParameterizedTest
    @MethodSource("words")
    void theDialectWritesEachOfThem(String own) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(SOURCES.resolve("dialect/duckdb"))) {
            for (Path file : files.sorted().toList()) {
                all.append(Files.readString(file));
            }
        }
        assertThat(all).contains(own);
    }

    static List<String> words() {
        return OWN;
    }
}
