package io.tacit.cli.text;

import io.tacit.cli.chart.ChartPoint;
import io.tacit.cli.chart.ChartSeries;
import io.tacit.cli.chart.SvgChart;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.session.AccountReport;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** The accounts of a policy as a page for their owner: what is left, and who spent how much when. */
public final class BudgetPage {
    private BudgetPage() {}

    /**
     * The page; it needs no other file.
     *
     * @param dataset whose accounts they are
     * @param entries of the ledger, oldest first
     */
    public static String of(String dataset, List<Balance> balances, List<LedgerEntry> entries) {
        HtmlPage page = new HtmlPage("Budgets of " + dataset).heading("What is left");
        List<List<String>> rows = new ArrayList<>();
        for (Balance balance : balances) {
            AccountReport report = AccountReport.of(balance);
            rows.add(List.of(
                    report.account(),
                    report.window(),
                    report.limit(),
                    report.left(),
                    Long.toString(balance.charges()),
                    Long.toString(balance.failures())));
        }
        page.table(
                List.of("account", "window", "may spend", "left", "charges", "failures"),
                List.of(false, false, false, false, true, true),
                rows);
        spending(page, entries, "ε", LedgerEntry::epsilon);
        spending(page, entries, "ρ", LedgerEntry::rho);
        return page.text();
    }

    private static void spending(
            HtmlPage page, List<LedgerEntry> entries, String unit, Function<LedgerEntry, String> amount) {
        List<ChartSeries> series = series(entries, unit, amount);
        if (!series.isEmpty()) {
            page.heading("Spent over time, " + unit + " by analyst")
                    .picture(SvgChart.lines(series, unit + " spent by each analyst"))
                    .paragraph(
                            "Each point is a query that was charged; a line adds them up, windows and grants aside.");
        }
    }

    private static List<ChartSeries> series(
            List<LedgerEntry> entries, String unit, Function<LedgerEntry, String> amount) {
        Map<String, List<ChartPoint>> spent = new TreeMap<>();
        Map<String, BigDecimal> sums = new TreeMap<>();
        // A query that several accounts pay is one query of its analyst.
        Set<String> seen = new HashSet<>();
        for (LedgerEntry entry : entries) {
            BigDecimal loss = new BigDecimal(amount.apply(entry));
            if (entry.kind() == LedgerEntry.Kind.CHARGE && loss.signum() > 0 && seen.add(entry.query())) {
                BigDecimal sum = sums.merge(entry.who(), loss, BigDecimal::add);
                double value = sum.doubleValue();
                spent.computeIfAbsent(entry.who(), none -> new ArrayList<>())
                        .add(new ChartPoint(
                                entry.at().toString().substring(0, 10),
                                entry.at().getEpochSecond(),
                                value,
                                value,
                                value,
                                unit + " " + Numbers.spent(sum.toString())));
            }
        }
        List<ChartSeries> all = new ArrayList<>();
        spent.forEach((who, points) -> all.add(new ChartSeries(Cells.shown(who), true, points)));
        return all;
    }
}
