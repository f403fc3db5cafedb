package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is made from the specifications of aggregates, and the page that must name each of them. */
class AggregateSpecificationTest {
    @Test
    void eachAggregateIsInTheTableOfTheReference() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference", "sql.md"));
        String table = page.substring(page.indexOf("## Aggregates"), page.indexOf("Bounds are constants:"));
        for (AggregateFunction function : AggregateFunction.values()) {
            for (String name : function.specification().listed()) {
                assertThat(table).as("%s", function).containsPattern("`" + name + "\\b");
            }
        }
    }

    @Test
    void eachNameMeansItsAggregateInItsSpelling() {
        for (AggregateFunction function : AggregateFunction.values()) {
            AggregateSpecification specification = function.specification();
            assertThat(specification.names()).isNotEmpty();
            specification
                    .names()
                    .forEach(name -> assertThat(AggregateNames.PLAIN).containsEntry(name, function));
            specification
                    .anonymized()
                    .forEach(name -> assertThat(AggregateNames.ANONYMIZED).containsEntry(name, function));
            assertThat(specification.anonymized()).allMatch(name -> name.startsWith("ANON_"));
        }
    }

    /** MEDIAN and other quantiles are read before plain SQL is: there is no operator of that name. */
    @Test
    void eachAggregateHasItsOperatorsInPlainSql() {
        for (AggregateFunction function : AggregateFunction.values()) {
            for (String name : function.specification().names()) {
                assertThat(KnownOperators.ALWAYS.isAggregate(name))
                        .as(name)
                        .isEqualTo(function != AggregateFunction.QUANTILE && function != AggregateFunction.MODE);
            }
        }
    }

    @Test
    void messagesListAllOfThem() {
        List<String> listed = Stream.of(AggregateFunction.values())
                .flatMap(function -> function.specification().listed().stream())
                .toList();
        assertThat(AggregateFunction.list("and"))
                .isEqualTo(String.join(", ", listed.subList(0, listed.size() - 1)) + " and "
                        + listed.get(listed.size() - 1));
        assertThat(AggregateFunction.listAnonymized("or"))
                .isEqualTo("ANON_COUNT, ANON_SUM, ANON_AVG, ANON_VAR, ANON_STDDEV, ANON_MIN, ANON_MAX, ANON_MEDIAN or"
                        + " ANON_NTILE");
    }
}
