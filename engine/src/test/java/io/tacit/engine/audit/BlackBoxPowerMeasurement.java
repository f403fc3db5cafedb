package io.tacit.engine.audit;

import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SystemRandomBits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts queries until a part of the noise is found, for {@code BlackBoxAudit.md}, which says how it is run. */
@EnabledIfSystemProperty(named = "tacit.power", matches = ".+")
class BlackBoxPowerMeasurement {
    private static final int RUNS = 3;
    private static final int MOST = 100;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "COUNT(*), Laplace noise",
                "COUNT(*), Gaussian noise",
                "SUM within (-1, 3), Laplace noise",
                "SUM within (-1, 3), Gaussian noise"
            })
    void queriesUntilFound(String subject) {
        Rational part = Rational.ofExact(Double.parseDouble(System.getProperty("tacit.power", "1")));
        List<Integer> queries = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            queries.add(BlackBoxAudit.of(BlackBoxMutant.scaled(part, new SystemRandomBits()))
                    .queriesUntilFound(subject, MOST));
        }
        System.out.println(part.toDoubleNearest() + " of the noise, " + subject + ": " + queries);
    }
}
