package io.tacit.bench.random;

import io.tacit.bench.random.MadeColumn.Role;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;

/** Draws columns that groups are made of: codes, levels, flags, days and times. */
final class MadeCodes {
    private static final int HOURS = 24;
    private static final int MINUTES = 60;
    private static final int WEEK = 7;

    private final Draw draw;
    private final int most;

    /** @param most how many values a code has at most */
    MadeCodes(Draw draw, int most) {
        this.draw = draw;
        this.most = most;
    }

    /** Text codes, to which people are more or less faithful. */
    MadeColumn code(String name) {
        double loyalty = draw.of(List.of(0.0, 0.0, 0.3, 0.8, 0.97));
        return code(name, (int) draw.magnitude(2, most + 0.99), loyalty, draw.of(List.of(0.0, 0.0, 0.0, 0.02, 0.3)));
    }

    /** Text codes of which each person has one. */
    MadeColumn own(String name) {
        return code(name, (int) draw.magnitude(2, Math.min(most, 30) + 0.99), 1, 0);
    }

    private MadeColumn code(String name, int many, double loyalty, double nulls) {
        double skew = draw.of(List.of(0.0, 0.5, 1.0, 1.5));
        double turn = draw.real();
        double apart = draw.of(List.of(0.0, 0.0, 0.3, 1.0));
        String form = draw.of(List.of("k%d", "A-%03d", "%d", "00%d", "Straße %d"));
        double[] ends = ends(many, skew);
        double[] factors = new double[many];
        for (int i = 0; i < many; i++) {
            factors[i] = draw.lognormal(apart);
        }
        String law = String.format(
                Locale.ROOT, "%d codes, sizes ~ rank^-%.1f, loyalty %.2f, NULL %.2f", many, skew, loyalty, nulls);
        return new MadeColumn(name, "VARCHAR", Role.CODE, law, row -> {
            boolean home = row.draw().chance(loyalty);
            double at = home ? (row.person().home() + turn) % 1 : row.draw().real();
            int code = 0;
            while (code < many - 1 && ends[code] <= at) {
                code++;
            }
            row.multiply(factors[code]);
            return row.draw().chance(nulls) ? "" : String.format(Locale.ROOT, form, code);
        });
    }

    private static double[] ends(int many, double skew) {
        double[] ends = new double[many];
        double sum = 0;
        for (int i = 0; i < many; i++) {
            sum += StrictMath.pow(i + 1.0, -skew);
            ends[i] = sum;
        }
        for (int i = 0; i < many; i++) {
            ends[i] /= sum;
        }
        return ends;
    }

    /** Whole numbers, such as an answer from 1 to 5 or an age. */
    MadeColumn level(String name) {
        int high = draw.of(List.of(5, 10, 100));
        boolean own = draw.chance(0.3);
        return new MadeColumn(name, "INTEGER", Role.LEVEL, "1 to " + high + (own ? ", the person's" : ""), row -> {
            double at = own ? row.person().home() : row.draw().real();
            return String.valueOf(1 + (int) (high * StrictMath.pow(at, 1.5)));
        });
    }

    /** True or false. */
    MadeColumn flag(String name) {
        double share = draw.of(List.of(0.01, 0.1, 0.5, 0.9));
        return new MadeColumn(
                name,
                "BOOLEAN",
                Role.FLAG,
                "true in " + share,
                row -> String.valueOf(row.draw().chance(share)));
    }

    /** Days or times, spread over the person's own part of the whole. */
    MadeColumn when(String name, boolean ofDay) {
        int days = draw.of(List.of(28, 90, 365, 730, 1800));
        double growth = draw.of(List.of(0.5, 1.0, 1.0, 2.0, 4.0));
        boolean workdays = draw.chance(0.4);
        LocalDate first = LocalDate.of(draw.between(1995, 2023), draw.between(1, 12), 1);
        String law = days + " days, growth " + growth + (workdays ? ", workdays" : "");
        return new MadeColumn(name, ofDay ? "DATE" : "TIMESTAMP", ofDay ? Role.DAY : Role.TIME, law, row -> {
            Draw own = row.draw();
            double part = row.person().start() + row.person().length() * StrictMath.pow(own.real(), 1 / growth);
            LocalDate day = first.plusDays((long) (days * Math.min(part, 0.9999)));
            if (workdays && day.getDayOfWeek().getValue() == WEEK) {
                day = day.plusDays(1);
            }
            if (ofDay) {
                return day.toString();
            }
            int hour = (int) (HOURS * StrictMath.pow(own.real(), 0.7));
            return String.format(Locale.ROOT, "%s %02d:%02d:00", day, hour, own.below(MINUTES));
        });
    }
}
