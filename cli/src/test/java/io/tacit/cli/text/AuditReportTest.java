package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.audit.Layer;
import io.tacit.privacy.audit.Odds;
import io.tacit.privacy.audit.Share;
import io.tacit.privacy.audit.StochasticTester;
import io.tacit.privacy.audit.Subject;
import io.tacit.privacy.audit.Tape;
import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.audit.Violation;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class AuditReportTest {
    private static final Verdict PASSED = new Verdict(Layer.FIT, "draws", "the law", 1e-9, 40_000, Optional.empty());

    private static final Verdict UNTESTED = new Verdict(Layer.REPLAY, "q", "ε 1", 0, 0, Optional.empty());

    private static final Verdict WRONG = new Verdict(
            Layer.REPLAY,
            "SELECT a | b <script>",
            "ε 1",
            0,
            3,
            Optional.of(new Violation(
                    "One person changes too much.",
                    "all",
                    "without <b>her</b>",
                    "a value of at least 7",
                    Optional.of(new Odds(Share.of(90, 100, 1e-9), Share.of(1, 100, 1e-9), 1, 0.01)),
                    Optional.empty())));

    @Test
    void aLineSaysWhatWasFoundAndHowSurely() {
        assertThat(AuditText.line(PASSED)).isEqualTo("passed     L2  draws  (the law; 40,000 runs; false alarm 1e-9)");
        assertThat(AuditText.line(WRONG)).startsWith("VIOLATION  L1  SELECT a | b <script>  (ε 1; 3 pairs;");
    }

    @Test
    void aViolationShowsBothDataSetsTheEventAndTheProbabilities() {
        assertThat(AuditText.violation(WRONG.violation().orElseThrow()))
                .contains("  Data set: all\n")
                .contains("  Its neighbour: without <b>her</b>\n")
                .contains("  Event: a value of at least 7\n")
                .contains("  Seen over the data set: 0.900000 (90 of 100; between 0.")
                .contains("  Allowed: at most ")
                .contains("plus 0.01000");
    }

    @Test
    void theSummaryAddsUpWhatMayBeWrong() {
        assertThat(AuditText.summary(List.of(PASSED, PASSED), 2))
                .isEqualTo("No violation was found by 2 checks in 2 seconds. The chance of any false alarm was at most"
                        + " 2e-9. That is no proof; the proofs are beside the code.");
        assertThat(AuditText.summary(List.of(UNTESTED), 1)).contains(" 1 could not be tested");
        assertThat(AuditText.line(UNTESTED)).startsWith("untested   L1");
        assertThat(AuditText.summary(List.of(WRONG), 1))
                .isEqualTo("1 violation was found by 1 check in 1 second. No chance is involved.");
    }

    @Test
    void reportsEscapeWhatTheyShow() {
        AuditReport report = new AuditReport("Audit", Map.of("product", "tacit <1>"), List.of(PASSED, WRONG), 3);
        assertThat(report.html())
                .contains("<tr><th>product</th><td>tacit &lt;1&gt;</td></tr>", "Passed means", "<li>L1 runs the whole")
                .contains("SELECT a | b &lt;script&gt;")
                .contains("without &lt;b&gt;her&lt;/b&gt;")
                .doesNotContain("<script>");
        assertThat(report.markdown())
                .contains("| product | tacit &lt;1> |", "Passed means", "- L2 holds the law")
                .contains("| L1 | SELECT a \\| b &lt;script> | ε 1 | 3 | 0 | found |")
                .contains("- Its neighbour: without &lt;b>her&lt;/b>");
    }

    @Test
    void thePictureIsPartOfThePage() throws Exception {
        Subject leaky = Subject.ofNumber((people, bits) -> people.size());
        Verdict found = StochasticTester.of(1, 0).samples(1000).run("leaky", leaky, new Tape(1), (done, of) -> {});
        String page = new AuditReport("Audit", Map.of(), List.of(found), 1).html();
        String picture = page.substring(page.indexOf("<svg"), page.indexOf("</svg>") + 6);
        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(picture)))
                        .getDocumentElement()
                        .getTagName())
                .isEqualTo("svg");
    }
}
