package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tacit.engine.session.AccountReport;
import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.BoundsReport;
import io.tacit.engine.session.Explanation;
import io.tacit.engine.session.MissingReport;
import io.tacit.engine.session.ReleaseReport;
import io.tacit.engine.session.Share;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** In JSON an end of bounds is a number where it is one, and a text where it is a day or a moment; amounts are of ε or of ρ. */
@NullUnmarked
class EndsInJsonTest {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private static final List<String> NUMBERS = List.of("0", "7", "-7", "0.5", "-12.25", "1e-9", "2.5E+20", "-1e300");

    private static final List<String> TEXTS = List.of(
            "1970-01-01",
            "2024-02-29",
            "-5 days",
            "1969-12-31 23:59:59.5",
            "7 rows",
            "1.2.3",
            "1e",
            "+5",
            ".5",
            "",
            "NaN");

    private static Explanation explanation(List<AccountReport> accounts, String low, String high) {
        Share share = new Share(0.5, 0.4, 0.6);
        ReleaseReport release = new ReleaseReport(
                "1",
                "0",
                1,
                null,
                null,
                false,
                null,
                false,
                "none",
                "as asked for",
                null,
                null,
                "PLAIN",
                "person",
                List.of(),
                List.of(),
                List.of(new AggregateReport(
                        "c",
                        "MIN(x)",
                        "",
                        List.of(new BoundsReport("per row", low, high)),
                        "",
                        null,
                        "noise",
                        null,
                        null,
                        null,
                        "",
                        List.of(),
                        List.of())),
                List.of(),
                List.of(
                        new MissingReport(
                                MissingReport.Limit.VALUES,
                                "c",
                                "[" + low + ", " + high + "]",
                                share,
                                share,
                                low,
                                null,
                                true,
                                ""),
                        new MissingReport(
                                MissingReport.Limit.GROUPS, null, "" + high, share, share, null, null, true, "")));
        return new Explanation(List.of(release), List.of(), false, "SELECT 1", "1", "0", 0.95, accounts, null, false);
    }

    @Test
    void anEndIsANumberOrAText() throws IOException {
        for (List<String> ends : List.of(NUMBERS, TEXTS)) {
            for (String low : ends) {
                for (String high : List.of("7", "2024-01-01")) {
                    JsonNode release = JSON.readTree(JsonText.of(explanation(List.of(), low, high)))
                            .at("/releases/0");
                    same(release.at("/aggregates/0/bounds/0/low"), low);
                    same(release.at("/aggregates/0/bounds/0/high"), high);
                    same(release.at("/missing/0/at/0"), low);
                    same(release.at("/missing/0/at/1"), high);
                    same(release.at("/missing/0/better"), low);
                    same(release.at("/missing/1/at"), high);
                }
            }
        }
    }

    private static void same(JsonNode told, String end) {
        if (NUMBERS.contains(end)) {
            assertThat(told.isNumber()).as(end).isTrue();
            assertThat(told.decimalValue()).isEqualByComparingTo(new BigDecimal(end));
        } else {
            assertThat(told.isTextual()).as(end).isTrue();
            assertThat(told.asText()).isEqualTo(end);
        }
    }

    /** What there may be and what is left, of either kind, in a window and in all. */
    @Test
    void amountsAreOfTheAccountsKind() throws IOException {
        for (String kind : List.of("ε", "ρ")) {
            for (String window : List.of("", "2026-11")) {
                List<AccountReport> accounts = Arrays.asList(
                        new AccountReport("shop/a", window, kind + " 46, δ 4e-6", kind + " 41, δ 3e-6", "then"),
                        new AccountReport("shop/b", "", "ε 9, δ 0", "ε 8, δ 0", ""));
                JsonNode told = JSON.readTree(JsonText.of(explanation(accounts, "0", "1")))
                        .get("accounts");
                String name = kind.equals("ε") ? "epsilon" : "rho";
                assertThat(told.get(0).get("window").asText()).isEqualTo(window);
                assertThat(told.get(0).get("limit").toString()).isEqualTo("{\"" + name + "\":46,\"delta\":0.000004}");
                assertThat(told.get(0).get("left").toString()).isEqualTo("{\"" + name + "\":41,\"delta\":0.000003}");
                assertThat(told.get(1).get("limit").toString()).isEqualTo("{\"epsilon\":9,\"delta\":0}");
                assertThat(told.get(1).get("left").toString()).isEqualTo("{\"epsilon\":8,\"delta\":0}");
            }
        }
    }
}
