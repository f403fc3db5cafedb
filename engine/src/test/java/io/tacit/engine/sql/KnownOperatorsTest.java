package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.junit.jupiter.api.Test;

/** Each operator that a query may use can be printed, and each function is in the reference. */
class KnownOperatorsTest {
    /** Calcite writes these as others: x BETWEEN a AND b as x >= a AND x <= b. */
    private static final Set<String> EXPANDED = Set.of(
            "BETWEEN ASYMMETRIC", "NOT BETWEEN ASYMMETRIC", "BETWEEN SYMMETRIC", "NOT BETWEEN SYMMETRIC", "::", "% ");

    /** The printer of subqueries knows these. */
    private static final Set<String> SUBQUERIES = Set.of(
            "IN",
            "NOT IN",
            "EXISTS",
            "$SCALAR_QUERY",
            "= SOME",
            "<> SOME",
            "< SOME",
            "<= SOME",
            "> SOME",
            ">= SOME",
            "= ALL",
            "<> ALL",
            "< ALL",
            "<= ALL",
            "> ALL",
            ">= ALL");

    @Test
    void eachScalarOperatorCanBePrinted() {
        List<String> missing = KnownOperators.scalar().stream()
                .filter(operator -> !DuckDbDialect.DIALECT.scalars().operators().contains(operator))
                .map(SqlOperator::getName)
                .filter(name -> !EXPANDED.contains(name) && !SUBQUERIES.contains(name))
                .toList();
        assertThat(missing).isEmpty();
        assertThat(KnownOperators.scalar()).hasSizeGreaterThan(80);
    }

    @Test
    void nothingVolatileOrDangerousIsKnown() {
        for (SqlOperator operator : KnownOperators.ALWAYS.getOperatorList()) {
            assertThat(operator.isDeterministic()).as(operator.getName()).isTrue();
        }
        assertThat(KnownOperators.ALWAYS.contains(SqlStdOperatorTable.RAND)).isFalse();
        assertThat(KnownOperators.ALWAYS.functionNames())
                .doesNotContain("RAND", "RANDOM", "REPEAT", "READ_CSV", "ERROR");
    }

    @Test
    void eachFunctionIsInTheReference() throws IOException {
        String reference = Files.readString(Path.of("..", "docs", "reference", "functions.md"));
        List<String> names = new ArrayList<>(KnownOperators.ALWAYS.functionNames());
        names.addAll(AggregateNames.all());
        names.addAll(FunctionForms.names());
        assertThat(names).contains("MEDIAN", "ANON_NTILE", "APPROX_QUANTILES", "APPROX_COUNT_DISTINCT");
        for (String name : names) {
            assertThat(reference).as(name).containsPattern("`" + name + "\\b");
        }
    }

    /** The specification shows each of them at work. */
    @Test
    void eachFunctionIsInTheScripts() throws IOException {
        StringBuilder scripts = new StringBuilder();
        try (Stream<Path> files = Files.list(Path.of("src", "test", "resources", "iq"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".iq")).toList()) {
                scripts.append(Files.readString(file).toUpperCase(Locale.ROOT));
            }
        }
        List<String> names = new ArrayList<>(KnownOperators.ALWAYS.functionNames());
        names.addAll(AggregateNames.all());
        names.addAll(FunctionForms.names());
        List<String> missing = names.stream()
                .filter(name ->
                        !Pattern.compile("\\b" + name + "\\b").matcher(scripts).find())
                .toList();
        assertThat(missing).isEmpty();
    }
}
