package io.tacit.privacy.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.audit.ExactThreshold;
import io.tacit.privacy.audit.FitLaw;
import io.tacit.privacy.audit.Progress;
import io.tacit.privacy.audit.StochasticTester;
import io.tacit.privacy.audit.Subject;
import io.tacit.privacy.audit.Tape;
import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.audit.Violation;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.selection.LaplaceThreshold;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The Java examples of the page "audit": what stands there is what runs here. */
class AuditGuideTest {
    private static final Path PAGE = Path.of("..", "docs", "guide", "audit.md");
    private static final Path SOURCE = Path.of("src/test/java/io/tacit/privacy/guide/AuditGuideTest.java");
    private static final Pattern BLOCK = Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern REGION =
            Pattern.compile("^ *// example: [a-z ]+\\n(.*?)^ *// end of example$", Pattern.MULTILINE | Pattern.DOTALL);

    @Test
    void thePageShowsWhatRunsHere() throws IOException {
        List<String> shown = normalised(BLOCK, Files.readString(PAGE));
        List<String> run = normalised(REGION, Files.readString(SOURCE));
        assertThat(run).hasSize(5);
        assertThat(shown).containsExactlyElementsOf(run);
    }

    private static List<String> normalised(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(1).replaceAll("\\s+", " ").strip())
                .toList();
    }

    @Test
    @Tag("statistical")
    void mechanisms() {
        // example: sum
        DiscreteLaplace thousandths = DiscreteLaplace.calibrated(BigInteger.valueOf(500), Epsilon.of("1"));
        Subject sum = Subject.ofNumber((people, bits) -> {
            double exact = people.stream()
                    .filter(value -> !value.isNaN())
                    .mapToDouble(value -> Math.max(-0.25, Math.min(0.5, value)))
                    .sum();
            return (Math.round(1000 * exact) + thousandths.sample(bits).doubleValue()) / 1000;
        });
        Verdict verdict =
                StochasticTester.of(1, 0).also(StochasticTester.HOSTILE).run("my sum", sum);
        // end of example
        assertThat(verdict.violation()).isEmpty();
        assertThat(verdict.falseAlarm()).isEqualTo(1e-8);
        // example: thorough
        StochasticTester thorough =
                StochasticTester.of(1, 0).samples(20_000).dataSets(8).also(List.of(List.of(0.5, 0.5, -0.25)));
        Verdict again = thorough.run("my sum", sum, new Tape(1), Progress.NONE);
        // end of example
        assertThat(again.violation()).isEmpty();
        assertThat(again.trials()).isGreaterThan(verdict.trials());
        // example: mean
        DiscreteLaplace wider = DiscreteLaplace.calibrated(BigInteger.valueOf(500), Epsilon.of("0.5"));
        Subject mean = Subject.ofNumber((people, bits) -> {
            double exact = people.stream()
                    .mapToDouble(value -> Math.max(-0.5, Math.min(0.5, value)))
                    .sum();
            double noise = wider.sample(bits).doubleValue() / 1000;
            return (exact + noise) / Math.max(1, people.size());
        });
        Verdict wrong = StochasticTester.of(0.5, 0)
                .samples(50_000)
                .compare("my mean", mean, List.of(-0.375, -0.055, 0.3), List.of(-0.375, -0.055), new Tape(2));

        Violation violation = wrong.violation().orElseThrow();
        String where = violation.first() + " against " + violation.second() + ": " + violation.event();
        String picture = violation.plot().orElseThrow(); // SVG
        // end of example
        assertThat(where).contains("{-0.375, -0.055, 0.3}", "{-0.375, -0.055}", "a value");
        assertThat(picture).startsWith("<svg");
        assertThat(violation.odds().orElseThrow().refute()).isTrue();
    }

    @Test
    @Tag("statistical")
    void noise() {
        // example: noise
        DiscreteLaplace law = new DiscreteLaplace(Rational.of(20));
        IntegerSampler tooSmall = new DiscreteLaplace(Rational.of(19)).sampler();

        Verdict fits = FitLaw.of(law).judge("my sampler", law.sampler(), new Tape(3));
        Verdict differs = FitLaw.of(law).judge("a sampler of scale 19", tooSmall, new Tape(4));
        // end of example
        assertThat(fits.violation()).isEmpty();
        assertThat(differs.violation()).isPresent();
    }

    @Test
    void threshold() {
        DiscreteLaplace law = new DiscreteLaplace(Rational.of(20));
        // example: threshold
        BigInteger threshold = LaplaceThreshold.threshold(law, Delta.of("0.000001"), 3);
        Rational delta = Rational.of(1, 1_000_000);
        ExactThreshold right = new ExactThreshold(law, threshold, delta, 3);
        ExactThreshold low = new ExactThreshold(law, threshold.subtract(BigInteger.ONE), delta, 3);

        double spent = right.finding().spent(); // nearly a millionth
        boolean holds = low.finding().holds(); // false
        // end of example
        assertThat(spent).isBetween(0.9e-6, 1e-6);
        assertThat(holds).isFalse();
    }
}
