package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.junit.jupiter.api.Test;

/** What a query may use is specified, and each function is in the reference and in a script. */
class KnownOperatorsTest {
    /** What is printed, measured and documented is what has a specification, and nothing else can be used. */
    @Test
    void eachFunctionOfARowIsSpecified() {
        List<String> missing = KnownOperators.ALWAYS.getOperatorList().stream()
                .filter(operator -> operator instanceof SqlFunction && !operator.isAggregator())
                .filter(operator -> ScalarFunctions.of(operator).isEmpty())
                .map(SqlOperator::getName)
                .toList();
        assertThat(missing).isEmpty();
        assertThat(ScalarFunctions.all()).hasSizeGreaterThan(100);
    }

    @Test
    void eachTopicIsOnTheList() {
        Set<Class<?>> listed = new HashSet<>();
        ScalarFunctions.all().forEach(function -> listed.add(function.getClass()));
        assertThat(listed).containsExactlyInAnyOrder(ScalarFunction.class.getPermittedSubclasses());
    }

    /** Another name calls what it stands for, and is no function of its own. */
    @Test
    void otherNamesAreWrittenOut() {
        for (ScalarFunction function : ScalarFunctions.all()) {
            for (String alias : function.specification().aliases()) {
                assertThat(FunctionForms.names()).contains(alias);
                assertThat(KnownOperators.ALWAYS.function(alias)).as(alias).isNull();
                assertThat(KnownOperators.ALWAYS.function(function.operator().getName()))
                        .isEqualTo(function.operator());
            }
        }
    }

    /** A query cannot call what only the planner makes. */
    @Test
    void whatIsPlannedCannotBeWritten() {
        for (ScalarFunction function : ScalarFunctions.all()) {
            for (SqlOperator operator : function.specification().planned()) {
                assertThat(KnownOperators.ALWAYS.contains(operator))
                        .as(operator.getName())
                        .isFalse();
            }
        }
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
        List<String> missing = names.stream()
                .filter(name ->
                        !Pattern.compile("`" + name + "\\b").matcher(reference).find())
                .toList();
        assertThat(missing).isEmpty();
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
