package io.tacit.bench.random;

import io.tacit.bench.random.MadeColumn.Role;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** Draws columns of numbers that are added up: dense or sparse, with light or heavy tails, of all widths. */
final class MadeAmounts {
    private static final BigDecimal LARGEST_INTEGER = BigDecimal.valueOf(2_000_000_000L);
    private static final BigDecimal LARGEST_LONG = new BigDecimal("9e18");
    private static final int DIGITS = 38;

    private final Draw draw;

    MadeAmounts(Draw draw) {
        this.draw = draw;
    }

    /** How large a number is before it is scaled. */
    private enum Tail {
        UNIFORM,
        NORMAL,
        LOGNORMAL,
        PARETO,
        PRICES,
        COUNTS
    }

    /** Which rows have a number that is far away. */
    private enum Far {
        NONE,
        ERRORS,
        RICH
    }

    /** Which rows have one at all. */
    private enum Dense {
        ALL,
        SOME_ROWS,
        FEW_HOLDERS
    }

    /** How the values of one column are drawn. */
    private record Law(
            Tail tail,
            double shape,
            Far far,
            double farShare,
            double times,
            Dense dense,
            double full,
            double nulls,
            double negative,
            double personal,
            int power,
            String type,
            @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
            double[] prices) {
        private String words() {
            return String.format(
                    Locale.ROOT,
                    "%s %.2f × 1e%d, %s %.4f × %.0f, %s %.3f, NULL %.2f, negative %.2f",
                    tail,
                    shape,
                    power,
                    far,
                    farShare,
                    times,
                    dense,
                    full,
                    nulls,
                    negative);
        }

        private String value(MadeRow row) {
            Draw own = row.draw();
            double value = StrictMath.pow(10, power) * size(tail, shape, prices, own);
            value *= tail == Tail.PRICES
                    ? 1
                    : row.factor() * StrictMath.pow(row.person().effect(), personal);
            value *= isFar(far, farShare, row) ? times : 1;
            value *= own.chance(negative) ? -1 : 1;
            boolean there = own.chance(dense == Dense.SOME_ROWS ? full : 1)
                    && (dense != Dense.FEW_HOLDERS || spread(row.person().number(), 3) < full);
            return own.chance(nulls) ? "" : text(there ? value : 0, type);
        }
    }

    MadeColumn amount(String name) {
        Tail tail = draw.of(List.of(Tail.values()));
        double shape = tail == Tail.PARETO ? 1.1 + 1.4 * draw.real() : 0.3 + 1.7 * draw.real();
        Far far = draw.of(List.of(Far.NONE, Far.NONE, Far.NONE, Far.NONE, Far.ERRORS, Far.RICH));
        double farShare = draw.magnitude(0.0005, 0.01);
        double times = draw.of(List.of(12.0, 100.0));
        Dense dense = draw.of(List.of(Dense.ALL, Dense.ALL, Dense.ALL, Dense.SOME_ROWS, Dense.FEW_HOLDERS));
        double full = dense == Dense.SOME_ROWS ? draw.of(List.of(0.01, 0.1, 0.7)) : draw.magnitude(0.005, 0.1);
        double nulls = draw.of(List.of(0.0, 0.0, 0.0, 0.05, 0.5, 0.98));
        double negative = draw.of(List.of(0.0, 0.0, 0.0, 0.0, 0.05, 0.5, 1.0));
        double personal = draw.of(List.of(0.0, 0.5, 1.0));
        boolean extreme = draw.chance(0.2);
        int power = extreme ? draw.between(-15, 36) : draw.between(-1, 4);
        String type = type(extreme, power);
        Law law = new Law(
                tail,
                shape,
                far,
                farShare,
                times,
                dense,
                full,
                nulls,
                negative,
                personal,
                power,
                type,
                prices(draw.between(3, 30)));
        return new MadeColumn(name, type, Role.AMOUNT, law.words(), law::value);
    }

    private double[] prices(int many) {
        double[] prices = new double[many];
        for (int i = 0; i < many; i++) {
            prices[i] = Math.rint(100 * draw.lognormal(1)) / 100;
        }
        return prices;
    }

    private String type(boolean extreme, int power) {
        if (!extreme) {
            return draw.of(List.of("DOUBLE", "DOUBLE", "DECIMAL(12,2)", "DECIMAL(18,4)", "INTEGER", "BIGINT"));
        }
        List<String> wide = power < 0
                ? List.of("DOUBLE", "DECIMAL(38," + Math.min(30, 4 - power) + ")")
                : List.of("DOUBLE", power < 16 ? "BIGINT" : "DOUBLE", "DECIMAL(38,0)");
        return draw.of(wide);
    }

    private static double size(Tail tail, double shape, double[] prices, Draw own) {
        return switch (tail) {
            case UNIFORM -> own.real();
            case NORMAL -> Math.max(0, 1 + 0.3 * own.normal());
            case LOGNORMAL -> own.lognormal(shape);
            case PARETO -> own.pareto(shape);
            case PRICES -> prices[own.below(prices.length)];
            case COUNTS -> own.geometric(1 + 3 * shape);
        };
    }

    private static boolean isFar(Far far, double share, MadeRow row) {
        return switch (far) {
            case NONE -> false;
            case ERRORS -> row.draw().chance(share);
            case RICH -> spread(row.person().number(), 7) < share;
        };
    }

    /** A number in [0, 1) of the person's own. */
    private static double spread(int person, int which) {
        return Draw.of(which, person).real();
    }

    private static String text(double value, String type) {
        if (type.equals("DOUBLE")) {
            return String.valueOf(new BigDecimal(value)
                    .round(new MathContext(7, RoundingMode.HALF_EVEN))
                    .doubleValue());
        }
        int scale = type.startsWith("DECIMAL") ? Integer.parseInt(type.replaceAll(".*,|\\)", "")) : 0;
        BigDecimal most = most(type, scale);
        BigDecimal exact = new BigDecimal(value).setScale(scale, RoundingMode.HALF_EVEN);
        return exact.min(most).max(most.negate()).toPlainString();
    }

    private static BigDecimal most(String type, int scale) {
        return switch (type) {
            case "INTEGER" -> LARGEST_INTEGER;
            case "BIGINT" -> LARGEST_LONG;
            default -> {
                int digits = Math.min(DIGITS, Integer.parseInt(type.replaceAll("DECIMAL\\(|,.*", "")));
                yield BigDecimal.ONE.movePointRight(digits - scale).subtract(BigDecimal.ONE.movePointLeft(scale));
            }
        };
    }
}
