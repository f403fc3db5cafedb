package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        if (plan.parameters().findsMaxGroups()) {
            assertThat(events.get(0)).isInstanceOf(PrivacyEvent.Approximate.class);
        } else {
            long more = release.leftovers().isPresent() ? 2L : 1L;
            assertThat(noises(events))
                    .isGreaterThanOrEqualTo(more * plan.states().size());
            assertThat(count(events, PrivacyEvent.ExponentialMechanism.class))
                    .isEqualTo(more * plan.quantiles().size());
            assertThat(count(events, PrivacyEvent.AboveThreshold.class))
                    .isEqualTo(plan.automatic().size());
            long selections =
                    count(events, PrivacyEvent.Threshold.class) + count(events, PrivacyEvent.TruncatedGeometric.class);
            assertThat(selections).isEqualTo(plan.selectsGroups() ? 1 : 0);
        }
        checkLoss(release.charge());
    }

    /** Basic composition of the events, with what is Gaussian converted once, is within what is charged. */
    private static void checkLoss(Charge charge) {
        Rational pure = Rational.ZERO;
        Rational rho = Rational.ZERO;
        Rational quantiles = Rational.ZERO;
        for (PrivacyEvent event : charge.events()) {
            boolean exponential = event instanceof PrivacyEvent.ExponentialMechanism;
            rho = event.epsilon().isEmpty() ? rho.plus(event.rho()) : rho;
            quantiles = exponential ? quantiles.plus(event.rho()) : quantiles;
            pure = exponential ? pure : pure.plus(event.epsilon().orElse(Rational.ZERO));
        }
        if (rho.signum() == 0) {
            assertThat(PrivacyEvent.basic(charge.events(), Optional.empty()).epsilon())
                    .isEqualTo(charge.epsilon());
            assertThat(PrivacyEvent.delta(charge.events())).isEqualTo(charge.delta());
        } else {
            Rational left = charge.epsilon().minus(pure);
            Rational delta = new Rho(rho.plus(quantiles)).deltaAt(left).plus(PrivacyEvent.delta(charge.events()));
            assertThat(delta).isLessThanOrEqualTo(charge.delta());
        }
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
