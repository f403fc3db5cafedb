package io.tacit.experiments.known;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.experiments.Experiment;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class KnownExperimentsTest {
    @Test
    void namesAreUniqueAndCanBeTyped() {
        assertThat(new HashSet<>(
                        KnownExperiments.all().stream().map(Experiment::name).toList()))
                .hasSameSizeAs(KnownExperiments.all());
        for (Experiment experiment : KnownExperiments.all()) {
            assertThat(experiment.name()).matches("[a-z][a-z0-9-]*").isNotIn("all", "list");
            assertThat(experiment.question()).endsWith("?").hasSizeLessThan(160);
            assertThat(experiment.source()).isNotBlank();
            assertThat(KnownExperiments.named(experiment.name()).map(Experiment::name))
                    .contains(experiment.name());
        }
        assertThat(KnownExperiments.named("table")).isEmpty();
    }

    @Test
    void theNearestNameComesFirst() {
        assertThat(KnownExperiments.nearest("tabel2")).first().isEqualTo("table-2");
        assertThat(KnownExperiments.nearest("x")).hasSameSizeAs(KnownExperiments.all());
    }
}
