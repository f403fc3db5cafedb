package io.tacit.engine.plantedbugs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** All planted bugs, by number. */
final class PlantedBugs {
    private PlantedBugs() {}

    static List<PlantedBug> all() {
        List<PlantedBug> all = new ArrayList<>();
        all.addAll(SensitivityBugs.all());
        all.addAll(OwnershipBugs.all());
        all.addAll(NoiseBugs.all());
        all.addAll(ThresholdBugs.all());
        all.addAll(LeakBugs.all());
        all.addAll(StructureBugs.all());
        all.addAll(AccountBugs.all());
        all.addAll(RowBugs.all());
        all.addAll(ServerBugs.all());
        all.addAll(UnplannedBugs.all());
        all.addAll(DividedLossBugs.all());
        all.sort(Comparator.comparingInt(PlantedBug::number));
        return List.copyOf(all);
    }
}
