package io.tacit.bench.random;

import java.util.List;
import java.util.Locale;

/**
 * How many rows people have.
 *
 * @param law of their number
 * @param mean of most people, where it has one
 * @param home how much more those have who stand far in columns that people are faithful to; 0 for nothing
 * @param spread in [0, 1]: how much of the whole time a person is there
 * @param effect by how much people's numbers differ
 */
record MadeActivity(Law law, double mean, double home, double spread, double effect) {
    private static final int MOST = 3_000;

    enum Law {
        ONE,
        FEW,
        LOGNORMAL,
        POWER,
        BOTS
    }

    static MadeActivity drawn(Draw draw) {
        return new MadeActivity(
                draw.of(List.of(Law.values())),
                draw.magnitude(1.2, 12),
                draw.of(List.of(0.0, 0.0, 2.0, 8.0)),
                draw.of(List.of(1.0, 1.0, 0.3, 0.05)),
                draw.of(List.of(0.0, 0.4, 1.0)));
    }

    MadePerson person(int number, Draw draw) {
        double place = draw.real();
        double times = 1 + home * place * place;
        double rows = switch (law) {
            case ONE -> 1;
            case FEW -> draw.geometric(mean * times);
            case LOGNORMAL -> mean * times * draw.lognormal(1);
            case POWER -> times * draw.pareto(1.1 + mean / 12);
            case BOTS -> draw.chance(0.001) ? draw.magnitude(100, MOST) : draw.geometric(Math.min(3, mean) * times);
        };
        double length = spread * (0.5 + draw.real() / 2);
        return new MadePerson(
                number, place, draw.lognormal(effect), draw.real() * (1 - length), length, Math.max(1, (int)
                        Math.min(MOST, rows)));
    }

    /** In words. */
    String words() {
        return String.format(Locale.ROOT, "rows %s (mean %.1f), home × %.0f, time %.2f", law, mean, home, spread);
    }
}
