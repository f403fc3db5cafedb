package io.tacit.cli.text;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.session.AccountReport;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The owner's books as tables. */
public final class BookText {
    private static final int SHORT_HASH = 12;

    private BookText() {}

    /** Accounts: what may be spent, and what is left. */
    public static String balances(List<Balance> balances, boolean csv) {
        List<AnswerRow> rows = new ArrayList<>();
        for (Balance balance : balances) {
            AccountReport report = AccountReport.of(balance);
            rows.add(row(
                    report.account(),
                    report.window(),
                    report.limit(),
                    report.left(),
                    balance.charges(),
                    balance.failures()));
        }
        return text(List.of("account", "window", "may spend", "left", "charges", "failures"), rows, csv);
    }

    /** Entries of the ledger. */
    public static String entries(List<LedgerEntry> entries, boolean csv) {
        List<AnswerRow> rows = new ArrayList<>();
        for (LedgerEntry entry : entries) {
            rows.add(row(
                    entry.number(),
                    entry.at().toString(),
                    entry.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    entry.account(),
                    entry.window(),
                    entry.who(),
                    entry.epsilon(),
                    entry.delta(),
                    entry.rho(),
                    entry.query(),
                    csv ? entry.hash() : entry.hash().substring(0, SHORT_HASH)));
        }
        return text(
                List.of(
                        "entry",
                        "at",
                        "kind",
                        "account",
                        "window",
                        "who",
                        "epsilon",
                        "delta",
                        "rho",
                        "query or reason",
                        "hash"),
                rows,
                csv);
    }

    /** Lines of the log. */
    public static String lines(List<AuditLog.Line> lines, boolean csv) {
        List<AnswerRow> rows = new ArrayList<>();
        for (AuditLog.Line line : lines) {
            rows.add(row(
                    line.at().toString(),
                    line.analyst(),
                    line.decision().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    line.code(),
                    line.epsilon(),
                    line.delta(),
                    line.millis(),
                    line.sql().strip().replaceAll("\\s+", " "),
                    line.reason(),
                    line.detail(),
                    line.id()));
        }
        return text(
                List.of(
                        "at",
                        "analyst",
                        "decision",
                        "code",
                        "epsilon",
                        "delta",
                        "ms",
                        "query",
                        "reason",
                        "engine",
                        "id"),
                rows,
                csv);
    }

    private static String text(List<String> names, List<AnswerRow> rows, boolean csv) {
        List<AnswerColumn> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            boolean number = !rows.isEmpty() && rows.get(0).values().get(i) instanceof Long;
            columns.add(new AnswerColumn(names.get(i), number ? ColumnType.BIGINT : ColumnType.VARCHAR, false));
        }
        Answer table = new Answer(columns, rows, List.of(), "0", "0", 1);
        return csv ? CsvText.of(table) : TableText.of(table, Terminal.columns());
    }

    private static AnswerRow row(Object... values) {
        return new AnswerRow(Arrays.asList(values), Collections.nCopies(values.length, null));
    }
}
