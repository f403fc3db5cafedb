package io.tacit.engine.plantedbugs;

import java.util.List;

/**
 * A bug that the tester must catch.
 *
 * @param number in the design's list
 * @param title what is wrong, in a few words
 * @param patches what plants it
 * @param hunter who must catch it
 */
record PlantedBug(int number, String title, List<Patch> patches, Hunter hunter) {
    PlantedBug {
        patches = List.copyOf(patches);
    }

    @Override
    public String toString() {
        return number + " " + title;
    }
}
