package io.tacit.experiments.data;

import io.tacit.experiments.Laboratory;
import java.util.ArrayList;
import java.util.List;

/** How many points a curve has: few where few runs are wanted, because each point has a plan and engines of its own. */
public final class Fineness {
    private static final long FEW = 15_000;

    private Fineness() {}

    /** Whether few runs are wanted. */
    public static boolean isCoarse(Laboratory laboratory) {
        return laboratory.runs() < FEW;
    }

    /** All points, or where few runs are wanted every {@code step}th, the first and the last among them. */
    public static <T> List<T> of(Laboratory laboratory, List<T> points, int step) {
        if (!isCoarse(laboratory)) {
            return points;
        }
        List<T> few = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            if (i % step == 0 || i == points.size() - 1) {
                few.add(points.get(i));
            }
        }
        return few;
    }
}
