package io.tacit.experiments.field;

import io.tacit.experiments.Experiment;
import io.tacit.experiments.Laboratory;
import io.tacit.experiments.Question;
import io.tacit.experiments.Repeats;
import io.tacit.experiments.Truth;
import io.tacit.experiments.data.Fineness;
import io.tacit.experiments.data.MadeUpTable;
import io.tacit.experiments.result.Cell;
import io.tacit.experiments.result.Picture;
import io.tacit.experiments.result.Result;
import io.tacit.experiments.result.ResultTable;
import io.tacit.experiments.result.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Six aggregates by group over data of many sizes and shapes, beside the best textbook mechanisms. */
public final class AgainstTextbooks implements Experiment {
    private static final int SLOWER = 10_000;
    private static final int COARSE_STEP = 9;

    /** An aggregate, as it is asked and as a textbook would do it. */
    private enum Asked {
        COUNT("COUNT(*%s)", false),
        SUM("SUM(x%s)", true),
        MEAN("AVG(x%s)", true),
        VARIANCE("VAR_POP(x%s)", true),
        MEDIAN("MEDIAN(x%s)", true),
        DISTINCT("COUNT(DISTINCT k%s)", false);

        private final String call;
        private final boolean ofNumbers;

        Asked(String call, boolean ofNumbers) {
            this.call = call;
            this.ofNumbers = ofNumbers;
        }

        String plain() {
            return "SELECT g, " + call.formatted("") + " AS answer FROM p GROUP BY g";
        }

        String bounded(double low, double high) {
            String bounds = !ofNumbers
                    ? ", contribution_bounds_per_group => (0, 1)"
                    : ", contribution_bounds_per_" + (this == SUM ? "group" : "row") + " => (" + low + ", " + high
                            + ")";
            return "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 1, max_rows_per_group = 1) g, "
                    + call.formatted(bounds) + " AS answer FROM p GROUP BY g";
        }

        double textbook(Textbook group) {
            return switch (this) {
                case COUNT, DISTINCT -> group.count();
                case SUM -> group.sum();
                case MEAN -> group.mean();
                case VARIANCE -> group.variance();
                case MEDIAN -> group.median();
            };
        }
    }

    /** The aggregates of the picture; all would not be told apart. */
    private static final Set<Asked> DRAWN = Set.of(Asked.COUNT, Asked.SUM, Asked.MEDIAN);

    @Override
    public String name() {
        return "by-group";
    }

    @Override
    public String question() {
        return "How far off is each kind of aggregate, for groups of different sizes and numbers of different shapes,"
                + " and how near is that to the best that textbooks know?";
    }

    @Override
    public String source() {
        return "Garrido et al. (2021), benchmark of differential privacy libraries: size, scale and skew; and heavier"
                + " tails";
    }

    @Override
    public boolean readsTpch() {
        return false;
    }

    @Override
    public Result run(Laboratory laboratory) {
        long runs = laboratory.runs(SLOWER);
        Map<Asked, List<ResultTable.Row>> rows = new LinkedHashMap<>();
        Map<String, List<Picture.Point>> bySize = new LinkedHashMap<>();
        for (GroupsOfNumbers groups : Fineness.of(laboratory, GroupsOfNumbers.ALL, COARSE_STEP)) {
            try (MadeUpTable table = groups.table()) {
                for (Asked asked : Asked.values()) {
                    Laboratory.checkInterrupted();
                    ResultTable.Row row = row(laboratory, groups, table, asked, runs);
                    rows.computeIfAbsent(asked, any -> new ArrayList<>()).add(row);
                    if (DRAWN.contains(asked) && GroupsOfNumbers.ALL.indexOf(groups) < GroupsOfNumbers.BY_SIZE) {
                        draw(bySize, asked, groups.people(), row);
                    }
                }
            }
        }
        List<ResultTable> tables = new ArrayList<>();
        rows.forEach((asked, of) -> tables.add(new ResultTable(
                asked.name().toLowerCase(Locale.ROOT),
                "Median relative error of " + asked.call.replace("%s", "") + " by group, ε = 1, "
                        + GroupsOfNumbers.GROUPS + " groups",
                "data",
                List.of("textbook, told all", "Tacit, bounds", "Tacit, no options"),
                of)));
        List<Picture.Series> series = new ArrayList<>();
        bySize.forEach((name, points) -> series.add(new Picture.Series(
                name, name.endsWith("textbook") ? Picture.Drawing.DASHES : Picture.Drawing.LINE, points)));
        return new Result(
                found(),
                tables,
                List.of(new Picture(
                        "by-size",
                        "Relative error by people in a group, ε = 1, with bounds",
                        Picture.Axis.logarithmic("people in a group"),
                        Picture.Axis.logarithmic("median relative error"),
                        series)),
                List.of("The numbers of the libraries that Garrido et al. measured do not stand beside these: the data"
                        + " are drawn anew after their description, and those libraries are no part of Tacit."));
    }

    private static List<String> found() {
        return List.of(
                "Each of five groups has so many people with one number each: normal numbers around 500 unless it says"
                        + " otherwise. The textbook's error is computed, not drawn: it spends all of ε on one aggregate"
                        + " of one group, and is told the names of the groups, the least and largest number, and which"
                        + " bound is best; for a mean or variance also how many people there are. Tacit with bounds is"
                        + " told the least and largest number and that a person has one row in one group; without"
                        + " options it is told nothing.",
                "The textbook is better in most cells, because it is told what others must pay for: which groups"
                        + " appear and how many people they have cost a share of ε in every sum, mean and variance; and"
                        + " without options bounds, rows and groups of a person are found privately, too. A count pays for"
                        + " none of this with bounds: the number that is shown also decides which groups appear.",
                "Errors fall with the number of people, for counts, sums and means as its inverse. They grow with the"
                        + " tail: with a power law the largest number is far above all others, bounds up to it need noise"
                        + " as large, and a bound found privately that cuts it off can be better than the true range. A"
                        + " variance is worst of all, because noise grows with the square of the range. A median hardly"
                        + " depends on the tail.");
    }

    private static ResultTable.Row row(
            Laboratory laboratory, GroupsOfNumbers groups, MadeUpTable table, Asked asked, long runs) {
        Truth truth = Truth.ask(table.file(), asked.plain().replace("MEDIAN(x)", "QUANTILE_CONT(x, 0.5)"), 1);
        double low =
                Math.floor(Truth.ask(table.file(), "SELECT MIN(x) FROM p", 0).single());
        double high =
                Math.ceil(Truth.ask(table.file(), "SELECT MAX(x) FROM p", 0).single());
        String title = groups.name() + ": " + asked;
        return ResultTable.Row.of(
                groups.name(),
                new Cell.ClosedForm(textbook(table, asked, truth), ""),
                Repeats.of(
                                Question.of(table.tables(), asked.bounded(low, high), 1, truth),
                                title + " with bounds",
                                runs,
                                laboratory)
                        .error(""),
                Repeats.of(Question.of(table.tables(), asked.plain(), 1, truth), title, runs, laboratory)
                        .error(""));
    }

    /** The median over the groups of the textbook's relative error. */
    private static double textbook(MadeUpTable table, Asked asked, Truth truth) {
        double[] errors = new double[GroupsOfNumbers.GROUPS];
        for (int group = 0; group < errors.length; group++) {
            double[] numbers = Truth.ask(table.file(), "SELECT person, x FROM p WHERE g = " + group, 1)
                    .all();
            Double exact = truth.value(List.of(Integer.toString(group)));
            if (exact == null) {
                throw new IllegalStateException("no group " + group);
            }
            errors[group] = asked.textbook(new Textbook(numbers, 1)) / Math.abs(exact);
        }
        return Spread.of(errors, 1).median();
    }

    private static void draw(Map<String, List<Picture.Point>> series, Asked asked, int people, ResultTable.Row row) {
        String name = asked.name().toLowerCase(Locale.ROOT);
        double textbook = ((Cell.ClosedForm) row.cells().get(0)).value();
        series.computeIfAbsent(name + ", textbook", any -> new ArrayList<>()).add(new Picture.Point(people, textbook));
        if (row.cells().get(1) instanceof Cell.Measured measured && measured.value() > 0) {
            series.computeIfAbsent(name, any -> new ArrayList<>()).add(new Picture.Point(people, measured.value()));
        }
    }
}
