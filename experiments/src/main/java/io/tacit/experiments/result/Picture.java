package io.tacit.experiments.result;

import java.util.List;

/**
 * A picture, as the points that are drawn.
 *
 * @param name its name within the experiment, in lower case with hyphens
 * @param title stands above it
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param series what is drawn
 */
public record Picture(String name, String title, Axis x, Axis y, List<Series> series) {
    public Picture {
        series = List.copyOf(series);
    }

    /**
     * An axis.
     *
     * @param label what it shows, with its unit
     * @param logarithmic whether each step is ten times the last; then all its values are more than 0
     */
    public record Axis(String label, boolean logarithmic) {
        /** An axis of even steps. */
        public static Axis linear(String label) {
            return new Axis(label, false);
        }

        /** An axis of powers of ten. */
        public static Axis logarithmic(String label) {
            return new Axis(label, true);
        }
    }

    /** How points are drawn. */
    public enum Drawing {
        /** A line from each to the next. */
        LINE,
        /** A dashed line from each to the next: what was computed or published, beside what was measured. */
        DASHES,
        /** Each for itself. */
        POINTS,
        /** Circles around them: what is pointed at. */
        CIRCLES,
        /** Flat steps, as of a histogram: each value holds until the next point. */
        STEPS
    }

    /**
     * A point.
     *
     * @param x finite
     * @param y finite
     */
    public record Point(double x, double y) {
        public Point {
            if (!Double.isFinite(x) || !Double.isFinite(y)) {
                throw new IllegalArgumentException("a point must be finite");
            }
        }
    }

    /**
     * Points that belong together.
     *
     * @param name stands in the legend
     * @param drawing how they are drawn
     * @param points in the order in which they are drawn, at least one
     */
    public record Series(String name, Drawing drawing, List<Point> points) {
        public Series {
            points = List.copyOf(points);
            if (points.isEmpty()) {
                throw new IllegalArgumentException("a series needs a point");
            }
        }
    }
}
