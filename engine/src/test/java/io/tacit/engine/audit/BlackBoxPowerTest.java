package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import io.tacit.privacy.audit.Tape;
import io.tacit.privacy.number.Rational;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/**
 * Planted mistakes are found. How many queries it took when it was measured, and how probable it is that more are
 * needed than are allowed here, is said in {@code BlackBoxAudit.md}, also of which tests that was not computed. The bits
 * are the same in every run: what is found once is found always.
 */
@Tag("statistical")
class BlackBoxPowerTest {
    private final Tape bits = new Tape(23);
    private final SessionFactory healthy = BlackBoxMutant.healthy(bits);

    private static int found(SessionFactory door, String subject, int most) {
        return BlackBoxAudit.of(door, new Tape(3), BlackBoxSubjects.all()).queriesUntilFound(subject, most);
    }

    private static int found(SessionFactory door, BlackBoxSubject subject, int most) {
        return BlackBoxAudit.of(door, new Tape(3), List.of(subject)).queriesUntilFound(subject.name(), most);
    }

    /** Bugs 1 and 4. */
    @Test
    void halfTheNoise() {
        SessionFactory half = BlackBoxMutant.scaled(Rational.of(1, 2), bits);
        assertThat(found(half, "SUM within (-1, 3), Laplace noise", 6)).isPositive();
        assertThat(found(half, "COUNT(*), Gaussian noise", 6)).isPositive();
    }

    /** Half the noise of a mean is not found for certain: 24 queries missed it once. */
    @Test
    void aQuarterOfTheNoiseOfAMean() {
        assertThat(found(BlackBoxMutant.scaled(Rational.of(1, 4), bits), "AVG of rows, Laplace noise", 24))
                .isPositive();
    }

    /** Bug 1: as if a person were in one group only. */
    @Test
    void noiseLacksTheNumberOfGroups() {
        assertThat(found(BlackBoxMutant.scaled(Rational.of(1, 3), bits), "COUNT(*), Laplace noise", 6))
                .isPositive();
        assertThat(found(BlackBoxMutant.scaled(Rational.of(577, 1000), bits), "number of people, Gaussian noise", 12))
                .isPositive();
    }

    @Test
    void eightTenthsOfTheNoise() {
        Defaults one = new Defaults(
                new BigDecimal("2"),
                new BigDecimal("1e-6"),
                1,
                0.95,
                Optional.of(Defaults.Noise.LAPLACE),
                Optional.empty(),
                1);
        BlackBoxSubject sum = BlackBoxSubjects.total(
                "sum", "SUM(p.x CLAMPED BETWEEN -1 AND 3)", one, BlocksShape.alone(20_000, 1, 1e9), 3);
        assertThat(found(BlackBoxMutant.scaled(Rational.of(4, 5), bits), sum, 12))
                .isPositive();
    }

    /** Bug 22: the canary's groups have the noise of the group where nobody is. */
    @Test
    void oneDrawForAllGroups() {
        assertThat(found(BlackBoxMutant.reused(bits), "SUM within (-1, 3), Laplace noise", 1))
                .isEqualTo(1);
        assertThat(found(BlackBoxMutant.reused(bits), "Independence, Gaussian noise", 1))
                .isEqualTo(1);
    }

    /** Bug 22. */
    @Test
    void sessionsWithTheSameSeed() {
        assertThat(found(BlackBoxMutant.seeded(), "Independence, Laplace noise", 1))
                .isEqualTo(1);
    }

    /** Bug 29. */
    @Test
    void noNoise() {
        assertThat(found(BlackBoxMutant.none(), "Independence, Laplace noise", 1))
                .isEqualTo(1);
        assertThat(found(BlackBoxMutant.none(), "COUNT(DISTINCT x), Laplace noise", 1))
                .isEqualTo(1);
    }

    /** Bugs 14 to 18 and 34, all of which lower what a group needs to appear. */
    @Test
    void thresholdsThatAreTooLow() {
        SessionFactory lower = BlackBoxMutant.raised(3, bits);
        for (String selection : List.of("laplace threshold", "gaussian threshold", "truncated geometric")) {
            assertThat(found(lower, "A person alone, " + selection, 1)).isEqualTo(1);
        }
    }

    /**
     * Bug 10. An engine without a limit, with noise for one group at epsilon 2, does what a healthy one does with a
     * limit of two at epsilon 4.
     */
    @Test
    void groupsAreNotLimited() {
        BlocksSubject limited = (BlocksSubject) subject("SUM of a person in too many groups, Laplace noise");
        Defaults wide = new Defaults(
                new BigDecimal("4"),
                new BigDecimal("1e-6"),
                2,
                0.95,
                Optional.of(Defaults.Noise.LAPLACE),
                Optional.empty(),
                1);
        BlocksSubject unlimited = BlackBoxMutant.declaringLess(
                new BlocksSubject(limited.name(), limited.sql(), wide, limited.shape(), limited.parts()), 0.5);
        assertThat(found(healthy, unlimited, 9)).isPositive();
    }

    /** As if the limit of people were one too low. */
    @Test
    void groupsOfFewPeopleAreShown() {
        BlackBoxSubject two = new CanaryThreshold(
                "two",
                "SELECT p.grp FROM people p GROUP BY p.grp",
                BlackBoxSubjects.selecting("20", "0.5", Defaults.Selection.LAPLACE_THRESHOLD, 2),
                5000,
                1);
        assertThat(found(healthy, two, 1)).isEqualTo(1);
    }

    /** The exponential mechanism spends twice what it declares. Found with two queries at most in two runs of each. */
    @Test
    void quantilesThatSpendTwice() {
        for (String name : List.of("MEDIAN", "MAX", "MIN")) {
            assertThat(found(healthy, BlackBoxMutant.declaringLess((BlocksSubject) subject(name), 0.5), 6))
                    .isPositive();
        }
    }

    /** As if each of three groups got all of epsilon. Found with two queries at most in two runs. */
    @Test
    void quantilesDoNotDivideEpsilon() {
        BlocksSubject three = (BlocksSubject) subject("MEDIAN of a person in three groups");
        assertThat(found(healthy, BlackBoxMutant.declaringLess(undivided(three), 1 / 3.0), 6))
                .isPositive();
    }

    /** A subject of three groups with three times its epsilon. */
    private static BlocksSubject undivided(BlocksSubject three) {
        Defaults wide = new Defaults(
                new BigDecimal("8.88"),
                three.defaults().delta(),
                three.defaults().maxGroups().orElseThrow(),
                three.defaults().confidence(),
                three.defaults().noise(),
                three.defaults().selection(),
                1);
        return new BlocksSubject(three.name(), three.sql(), wide, three.shape(), three.parts());
    }

    /**
     * The choice of the most frequent value spends twice what it declares, or each of three groups gets all of epsilon.
     */
    @Test
    void modesThatSpendTwiceOrDoNotDivideEpsilon() {
        assertThat(found(healthy, BlackBoxMutant.declaringLess((BlocksSubject) subject("MODE"), 0.5), 6))
                .isPositive();
        BlocksSubject three = (BlocksSubject) subject("MODE of a person in three groups");
        assertThat(found(healthy, BlackBoxMutant.declaringLess(undivided(three), 1 / 3.0), 6))
                .isPositive();
    }

    /** A group of one person more tells of it twice as well as declared. Found with one query in six runs of each. */
    @Test
    void groupsThatTellTwiceAsMuch() {
        for (String name : List.of(
                "A group with one person more, laplace threshold",
                "A group with one person more, truncated geometric",
                "Three groups with one person more, laplace threshold",
                "Three groups with one person more, truncated geometric")) {
            assertThat(found(healthy, BlackBoxMutant.declaringLess((BlocksSubject) subject(name), 0.5), 6))
                    .isPositive();
        }
    }

    /** Found with two queries at most, and with one, in six runs of each. */
    @Test
    void gaussianThresholdsWithLessNoise() {
        assertThat(found(
                        BlackBoxMutant.scaled(Rational.of(1, 2), bits),
                        "A group with one person more, gaussian threshold",
                        6))
                .isPositive();
        assertThat(found(
                        BlackBoxMutant.scaled(Rational.of(1, 3), bits),
                        "Three groups with one person more, gaussian threshold",
                        3))
                .isPositive();
    }

    /** The picture is XML, whatever is in its words, and marks the event. */
    @Test
    void whatIsFoundHasAPicture() throws Exception {
        BlackBoxSubject subject = subject("COUNT(*), Laplace noise");
        BlackBoxSubject.Run run = subject.begin(BlackBoxMutant.scaled(Rational.of(1, 2), bits), new Tape(3));
        for (int i = 0; i < 6; i++) {
            run.query();
        }
        String svg = run.verdicts(1e-8).get(0).violation().orElseThrow().plot().orElseThrow();
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
        // Bars are blue, those of the event vermilion; each colour is once in the legend.
        assertThat(svg.split("#56B4E9", -1)).hasSizeGreaterThan(2);
        assertThat(svg.split("#D55E00", -1)).hasSizeGreaterThan(2);
    }

    private static BlackBoxSubject subject(String name) {
        return BlackBoxSubjects.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
