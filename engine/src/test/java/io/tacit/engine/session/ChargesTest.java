package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.JointGaussian;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.selection.JointThreshold;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is charged for each query of the scripts, against all that its plan will draw. */
@org.jspecify.annotations.NullUnmarked
class ChargesTest {
    private static final List<Defaults> DEFAULTS =
            List.of(Defaults.STANDARD, new Defaults(new BigDecimal("2"), new BigDecimal("1e-7"), 3, 0.95));

    @Test
    void everyDrawIsChargedInEpsilonAndAsAnEvent() throws IOException {
        int releases = 0;
        for (PreparedQuery query : prepared()) {
            for (PreparedRelease release : query.releases()) {
                check(release.calibration());
                releases++;
            }
            Rational sum = query.releases().stream()
                    .map(release -> release.calibration().charge().epsilon())
                    .reduce(Rational.ZERO, Rational::plus);
            assertThat(query.charge().epsilon()).isEqualTo(sum);
        }
        assertThat(releases).isGreaterThan(500);
    }

    private static void check(Calibration release) {
        ReleasePlan plan = release.plan();
        List<PrivacyEvent> events = release.charge().events();
        boolean counted = plan.parameters().groups().isPresent();
        if (counted) {
            // Three hundredths count people by their groups, and it is all of epsilon that is charged.
            Rational share = release.groups().orElseThrow().value();
            assertThat(share).isEqualTo(plan.parameters().epsilon().value().times(Rational.of(3, 100)));
            assertThat(events.get(0)).isEqualTo(new PrivacyEvent.LaplaceNoise(new Epsilon(share), 1));
        }
        if (plan.parameters().countsRows()) {
            // All rows of a person may be in one group: no part of a group's tells the loss, but the whole does.
            assertThat(events).hasSize(counted ? 2 : 1);
            assertThat(release.charge().epsilon())
                    .isEqualTo(plan.parameters().epsilon().value());
        } else if (plan.parameters().findsMaxGroups()) {
            boolean pure = release.charge().delta().signum() == 0;
            assertThat(events.get(1))
                    .isInstanceOf(pure ? PrivacyEvent.LaplaceNoise.class : PrivacyEvent.Approximate.class);
        } else {
            long more = release.leftovers().isPresent() ? 2L : 1L;
            // One event stands for all states of a bundle under Laplace noise. Under Gaussian noise those of the states
            // beside a complement stand for it.
            int states = plan.states().size() - (plan.complement().isPresent() ? 1 : 0);
            int together = plan.bundles().stream()
                    .mapToInt(bundle -> bundle.states().size() - 1)
                    .sum();
            int drawn = release.noise().noise() == NoiseKind.LAPLACE ? states - together : states;
            assertThat(noises(events) - (counted ? 1 : 0)).isGreaterThanOrEqualTo(more == 1 ? drawn : drawn + 1);
            assertThat(count(events, PrivacyEvent.ExponentialMechanism.class))
                    .isEqualTo(more * plan.choices().size());
            assertThat(count(events, PrivacyEvent.AboveThreshold.class))
                    .isEqualTo(plan.automatic().size());
            long selections =
                    count(events, PrivacyEvent.Threshold.class) + count(events, PrivacyEvent.TruncatedGeometric.class);
            assertThat(selections).isEqualTo(plan.selectsGroups() ? 1 : 0);
        }
        checkLoss(release.charge());
    }

    /**
     * Basic composition of the events is within what is charged, with what is Gaussian converted once. Each draw of an
     * exponential mechanism may be added as a pure loss or converted with what is Gaussian: both are sound, and plans
     * choose, as where the leftovers of a Gaussian release are one draw.
     */
    private static void checkLoss(Charge charge) {
        List<PrivacyEvent> draws = charge.events().stream()
                .filter(PrivacyEvent.ExponentialMechanism.class::isInstance)
                .toList();
        Rational rho = charge.events().stream()
                .filter(event -> event.epsilon().isEmpty())
                .map(PrivacyEvent::rho)
                .reduce(Rational.ZERO, Rational::plus);
        if (rho.signum() == 0) {
            assertThat(PrivacyEvent.basic(charge.events(), Optional.empty()).epsilon())
                    .isEqualTo(charge.epsilon());
            assertThat(PrivacyEvent.delta(charge.events())).isEqualTo(charge.delta());
            return;
        }
        Rational others = charge.events().stream()
                .filter(event -> !draws.contains(event))
                .map(event -> event.epsilon().orElse(Rational.ZERO))
                .reduce(Rational.ZERO, Rational::plus);
        assertThat(IntStream.range(0, 1 << draws.size()))
                .as(() -> charge.toString())
                .anyMatch(converted -> isWithin(charge, others, rho, draws, converted));
    }

    /** @param converted a bit for each draw: whether it is converted with what is Gaussian */
    private static boolean isWithin(
            Charge charge, Rational others, Rational gaussian, List<PrivacyEvent> draws, int converted) {
        Rational pure = others;
        Rational rho = gaussian;
        boolean alone = converted == 0;
        for (int i = 0; i < draws.size(); i++) {
            if ((converted >> i & 1) == 1) {
                rho = rho.plus(draws.get(i).rho());
            } else {
                pure = pure.plus(draws.get(i).epsilon().orElseThrow());
            }
        }
        Rational left = charge.epsilon().minus(pure);
        Rho all = new Rho(rho);
        return left.signum() > 0 && delta(charge, all, alone, left).compareTo(charge.delta()) <= 0;
    }

    /** δ of noise and of what selects groups: a threshold on Gaussian noise and that noise spend one δ together. */
    private static Rational delta(Charge charge, Rho rho, boolean alone, Rational epsilon) {
        Rational selection = PrivacyEvent.delta(charge.events());
        if (count(charge.events(), PrivacyEvent.Threshold.class) == 0) {
            return noise(charge, rho, alone, epsilon).plus(selection);
        }
        long groups = charge.events().stream()
                .filter(PrivacyEvent.GaussianNoise.class::isInstance)
                .mapToLong(event -> ((PrivacyEvent.GaussianNoise) event).times())
                .max()
                .orElse(1);
        return JointThreshold.deltaOf(
                epsilon,
                (less, some) -> noise(charge, rho.times(Rational.of(some, groups)), alone, less),
                new Delta(selection),
                groups);
    }

    private static Rational noise(Charge charge, Rho rho, boolean alone, Rational epsilon) {
        return alone ? joint(charge, rho).deltaAt(epsilon) : rho.deltaAt(epsilon);
    }

    /** Gaussian noise of all releases of a charge. */
    private static JointGaussian joint(Charge charge, Rho rho) {
        Rational largest = Rational.ZERO;
        long integers = 0;
        for (PrivacyEvent event : charge.events()) {
            if (event instanceof PrivacyEvent.GaussianNoise noise) {
                largest = largest.max(noise.squaredRatio());
                integers += noise.times();
            }
        }
        return new JointGaussian(rho, largest, integers);
    }

    private static long noises(List<PrivacyEvent> events) {
        return count(events, PrivacyEvent.LaplaceNoise.class) + count(events, PrivacyEvent.GaussianNoise.class);
    }

    private static long count(List<PrivacyEvent> events, Class<? extends PrivacyEvent> kind) {
        return events.stream().filter(kind::isInstance).count();
    }

    /** The queries of the scripts that are accepted, under several defaults. */
    private static List<PreparedQuery> prepared() throws IOException {
        Catalog catalog =
                new Catalog(SampleTables.all().stream().map(SourceTable::table).toList());
        List<PreparedQuery> prepared = new ArrayList<>();
        for (String sql : statements()) {
            for (Defaults defaults : DEFAULTS) {
                prepare(catalog, defaults, sql).ifPresent(prepared::add);
            }
        }
        return prepared;
    }

    private static Optional<PreparedQuery> prepare(Catalog catalog, Defaults defaults, String sql) {
        try {
            return Optional.of(new PrepareQuery(catalog, defaults).prepare(sql));
        } catch (Refusal refused) {
            return Optional.empty();
        }
    }

    private static List<String> statements() throws IOException {
        List<String> statements = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/iq"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".iq"))
                    .sorted()
                    .toList()) {
                List<String> statement = new ArrayList<>();
                for (String line : Files.readAllLines(file)) {
                    if (line.startsWith("!")) {
                        statements.add(String.join("\n", statement));
                        statement.clear();
                    } else if (line.isBlank() || line.startsWith("#")) {
                        statement.clear();
                    } else {
                        statement.add(line);
                    }
                }
            }
        }
        return statements;
    }
}
