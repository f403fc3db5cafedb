package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Walks the texts of limits, of which numbers stay numbers in JSON, and how states that share an epsilon are listed. */
@NullUnmarked
class MissingJsonTest {
    private static JsonNode json(String at) throws JsonProcessingException {
        MissingReport report = new MissingReport(
                MissingReport.Limit.VALUES,
                "x",
                at,
                new Share(0.25, 0.125, 0.5),
                new Share(0.75, 0, 1),
                null,
                null,
                true,
                "");
        return new ObjectMapper()
                .readTree(new MissingJson(List.of(report)).text())
                .get(0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        5                        | 5
        -7                       | -7
        [0, 100]                 | [0,100]
        [-3, 8]                  | [-3,8]
        [-12.50, -0.05]          | [-12.50,-0.05]
        [0.5, 2.25]              | [0.5,2.25]
        [2020-01-01, 2021-12-31] | ["2020-01-01","2021-12-31"]
        [00:00:00, 23:59:59]     | ["00:00:00","23:59:59"]
        """)
    void endsAreNumbersUnlessTheyAreTimes(String at, String expected) throws JsonProcessingException {
        JsonNode report = json(at);
        assertThat(report.get("at")).isEqualTo(new ObjectMapper().readTree(expected));
        assertThat(report.get("limit").asText()).isEqualTo("values");
        assertThat(report.get("people").get("about").asDouble()).isEqualTo(0.25);
        assertThat(report.get("people").get("interval").get(0).asDouble()).isEqualTo(0.125);
        assertThat(report.get("people").get("interval").get(1).asDouble()).isEqualTo(0.5);
        assertThat(report.get("contributions").get("about").asDouble()).isEqualTo(0.75);
        assertThat(report.get("material").asBoolean()).isTrue();
    }

    private static String listed(Integer... bundles) {
        List<StateReport> states = new ArrayList<>();
        for (Integer bundle : bundles) {
            states.add(new StateReport("s" + states.size(), "1", bundle, "discrete Laplace", null));
        }
        return StateReport.list(states, spent -> spent);
    }

    @Test
    void statesThatShareAreListedTogetherWhereTheyAreNeighbours() {
        assertThat(listed(new Integer[] {null})).isEqualTo("s0 (1)");
        assertThat(listed(null, null)).isEqualTo("s0 (1), s1 (1)");
        assertThat(listed(1)).isEqualTo("s0 (1, shared)");
        assertThat(listed(1, 1)).isEqualTo("s0, s1 (1 together)");
        assertThat(listed(1, 2)).isEqualTo("s0 (1, shared), s1 (1, shared)");
        assertThat(listed(2, 2, 2, null)).isEqualTo("s0, s1, s2 (1 together), s3 (1)");
        assertThat(listed(1, null, 1)).isEqualTo("s0 (1, shared), s1 (1), s2 (1, shared)");
        assertThat(listed(1, 1, 2, 2)).isEqualTo("s0, s1 (1 together), s2, s3 (1 together)");
    }
}
