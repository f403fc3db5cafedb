package io.tacit.experiments.field;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.experiments.Experiment;
import io.tacit.experiments.Laboratory;
import io.tacit.experiments.LaplaceErrors;
import io.tacit.experiments.data.Fineness;
import io.tacit.experiments.result.Cell;
import io.tacit.experiments.result.Result;
import io.tacit.experiments.result.ResultTable;
import io.tacit.experiments.tpch.TpchTables;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Five TPC-H queries beside the published errors of DuckDB's privacy extension. */
public final class AgainstPrivacyExtension implements Experiment {
    /** How much a release costs; each further aggregate finds a bound of its own, and rows are read for each choice. */
    private static final long SLOWER = 5_000;

    private static final BigDecimal DELTA = new BigDecimal("2.2222222222222222e-7");

    /** Why a cell of Tacit's may be worse, by query. */
    private static final Map<String, String> REASONS = Map.of(
            "Q1",
            "eight aggregates share ε in both, and the published number is a median of three runs",
            "Q5",
            "both spend half of ε on which nations appear; the published number is a median of three runs, and less"
                    + " than the law of its noise gives",
            "Q6",
            "the published number is a median of three runs, each of one draw",
            "Q14",
            "a quotient of two sums, and the published number is a median of three runs, each of one draw",
            "Q19",
            "few customers have such a line, and below scale 30 too few for a bound to be found privately: the answer"
                    + " is NULL then, or the bound is low");

    @Override
    public String name() {
        return "duckdb-privacy";
    }

    @Override
    public String question() {
        return "How far off are business queries with given bounds, beside another private SQL engine over the same"
                + " queries?";
    }

    @Override
    public String source() {
        return "cwida/privacy, an extension of DuckDB: five TPC-H queries at scale 30, mode dp_standard, ε = 1, its"
                + " published result files";
    }

    @Override
    public boolean readsTpch() {
        return true;
    }

    @Override
    public Result run(Laboratory laboratory) {
        List<SourceTable> tables = TpchTables.in(laboratory.tpch());
        List<ResultTable.Row> rows = new ArrayList<>();
        List<String> worse = new ArrayList<>();
        for (PublishedByPrivacy query : PublishedByPrivacy.ALL) {
            Laboratory.checkInterrupted();
            long runs = laboratory.runs(
                    SLOWER * query.bounds().size() * query.bounds().size());
            WholeAnswers answers = new WholeAnswers(laboratory.tpch(), query.sql(), query.keys());
            double published = 100 * query.relativeError();
            double here = published * PublishedByPrivacy.SCALE / laboratory.scale();
            Cell law = law(query, answers);
            Cell bounded = answers.percent(
                    laboratory, tables, defaults(), query.bounded(false), query.name() + ", bounds", runs);
            Cell laplace = Fineness.isCoarse(laboratory)
                    ? new Cell.Missing("left out where few runs are wanted")
                    : answers.percent(
                            laboratory,
                            tables,
                            defaults(),
                            query.bounded(true),
                            query.name() + ", bounds, Laplace",
                            runs);
            Cell free =
                    answers.percent(laboratory, tables, defaults(), query.sql(), query.name() + ", no bounds", runs);
            if (worse(bounded, here) || worse(free, here)) {
                worse.add(query.name() + ": " + REASONS.get(query.name()) + ".");
            }
            rows.add(ResultTable.Row.of(
                    query.name(),
                    new Cell.Published(
                            published,
                            "median of three runs, over 30 times as many rows as at scale 1, which the same noise"
                                    + " hides a 30th as much of"),
                    new Cell.ClosedForm(here, "published × 30 ÷ scale"),
                    law,
                    bounded,
                    laplace,
                    free));
        }
        return new Result(
                found(worse),
                List.of(new ResultTable(
                        "errors",
                        "Median relative error in percent, ε = 1, δ = 1/4,500,000, customers, TPC-H at scale "
                                + laboratory.scale(),
                        "query",
                        List.of(
                                "extension, scale 30",
                                "extension, as if here",
                                "extension, by its law here",
                                "Tacit, same bounds",
                                "Tacit, same bounds, Laplace",
                                "Tacit, no bounds"),
                        rows)),
                List.of(),
                List.of());
    }

    private static List<String> found(List<String> worse) {
        List<String> words = new ArrayList<>(List.of(
                "The extension publishes errors at scale 30, three runs each. One customer adds as much at any scale,"
                        + " so that the same noise is a share 30 ÷ scale times as large here: that is the second column."
                        + " The third is what the law of its noise gives for the answers here, where its share of ε is"
                        + " simple to say.",
                "The extension's bounds are round numbers above what customers add. A private search for lower ones"
                        + " costs a part of ε and often pays, where enough people are left to find them by; in Q19 there"
                        + " are 121 customers at scale 1."));
        words.add(
                worse.isEmpty()
                        ? "There is no cell in which the extension's error is less."
                        : "Where the extension's error, as if here, is less than Tacit's with the same bounds or with"
                                + " none: "
                                + String.join(" ", worse));
        return words;
    }

    private static boolean worse(Cell cell, double theirs) {
        return !(cell instanceof Cell.Measured measured) || measured.value() > theirs;
    }

    /**
     * The median error of its Laplace noise: bound × C_u ÷ (share of ε). Queries without groups spend all of ε on the
     * answer, with groups half of it.
     */
    private static Cell law(PublishedByPrivacy query, WholeAnswers answers) {
        if (query.bounds().size() > 1) {
            return new Cell.Missing("several aggregates, whose shares of ε and quotients have no simple formula");
        }
        double bound = query.largestBound();
        double scale = bound * query.groups() * (query.keys() > 0 ? 2 : 1);
        return new Cell.ClosedForm(100 * LaplaceErrors.median(scale, 0) / answers.meanOfFirst(), "");
    }

    private static Defaults defaults() {
        Defaults standard = Defaults.STANDARD;
        return new Defaults(
                BigDecimal.ONE,
                DELTA,
                standard.limit(),
                standard.confidence(),
                Optional.empty(),
                Optional.empty(),
                1,
                standard.reportMissing());
    }
}
