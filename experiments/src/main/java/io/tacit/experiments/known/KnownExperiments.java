package io.tacit.experiments.known;

import io.tacit.experiments.Experiment;
import io.tacit.experiments.field.AgainstPrivacyExtension;
import io.tacit.experiments.field.AgainstR2t;
import io.tacit.experiments.field.AgainstTextbooks;
import io.tacit.experiments.figure.Clamping;
import io.tacit.experiments.figure.ClampingByDistribution;
import io.tacit.experiments.figure.DeltaOnQ13;
import io.tacit.experiments.figure.GroupsPerPerson;
import io.tacit.experiments.figure.HaltonPoints;
import io.tacit.experiments.figure.NoisyAverage;
import io.tacit.experiments.figure.TesterHistograms;
import io.tacit.experiments.paper.TableThree;
import io.tacit.experiments.paper.TableTwo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** All experiments, in the order in which they are listed and run. */
public final class KnownExperiments {
    private KnownExperiments() {}

    /** All of them; a new one is added here. */
    public static List<Experiment> all() {
        return List.of(
                new TableTwo(),
                new TableThree(),
                new DeltaOnQ13(),
                new GroupsPerPerson(),
                new Clamping(),
                new ClampingByDistribution(),
                new HaltonPoints(),
                new TesterHistograms(),
                new NoisyAverage(),
                new AgainstR2t(),
                new AgainstPrivacyExtension(),
                new AgainstTextbooks());
    }

    /** The experiment of this name. */
    public static Optional<Experiment> named(String name) {
        return all().stream()
                .filter(experiment -> experiment.name().equals(name))
                .findFirst();
    }

    /** The names of all experiments, those first that are written most like this one. */
    public static List<String> nearest(String name) {
        List<String> names =
                new ArrayList<>(all().stream().map(Experiment::name).toList());
        names.sort(Comparator.comparingInt(known -> distance(name, known)));
        return names;
    }

    /** How many letters must be added, removed or changed. */
    private static int distance(String one, String other) {
        int[] last = new int[other.length() + 1];
        for (int j = 0; j < last.length; j++) {
            last[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] next = new int[last.length];
            next[0] = i;
            for (int j = 1; j < last.length; j++) {
                int change = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                next[j] = Math.min(last[j - 1] + change, Math.min(last[j], next[j - 1]) + 1);
            }
            last = next;
        }
        return last[other.length()];
    }
}
