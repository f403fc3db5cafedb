package io.tacit.cli.text;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.session.AccountReport;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerRow;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The owner's books as tables. */
public final class BookText {
    /** A line of a table is at most so long; what is left out stands in CSV. */
    private static final int WIDEST = 100;

    private static final int BETWEEN_COLUMNS = 3;
    private static final int LEAST_TEXT = 20;
    private static final int LONGEST_NAME = 20;

    /** Columns that hold names, which people may choose as long as they like. */
    private static final Set<String> NAMES = Set.of("account", "analyst");

    /** What spreadsheets take for the beginning of a formula, blanks before it or not. */
    private static final Pattern FORMULA = Pattern.compile("[\\s\\p{Z}\\p{Cc}\"]*[=+@\uff0b\uff1d\uff20\uff0d-]");

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

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
        List<String> names = List.of("account", "window", "may spend", "left", "charges", "failures");
        return csv ? text(names, rows, true) : fitted(names, rows, 0);
    }

    /**
     * Entries of the ledger.
     *
     * @param queries the texts of queries by their identifiers, as far as the log has them
     */
    public static String entries(List<LedgerEntry> entries, Map<String, String> queries, boolean csv) {
        List<AnswerRow> rows = new ArrayList<>();
        for (LedgerEntry entry : entries) {
            String kind = words(entry.kind());
            String said = line(queries.getOrDefault(entry.query(), entry.query()));
            rows.add(
                    csv
                            ? row(
                                    entry.number(),
                                    entry.at().toString(),
                                    kind,
                                    entry.account(),
                                    entry.window(),
                                    entry.who(),
                                    entry.epsilon(),
                                    entry.delta(),
                                    entry.rho(),
                                    said,
                                    entry.query(),
                                    entry.hash())
                            : row(
                                    entry.number(),
                                    minute(entry.at()),
                                    kind,
                                    entry.account(),
                                    amount(entry.kind(), entry.epsilon()),
                                    amount(entry.kind(), entry.delta()),
                                    amount(entry.kind(), entry.rho()),
                                    said));
        }
        return csv
                ? text(
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
                                "id",
                                "hash"),
                        rows,
                        true)
                : fitted(List.of("entry", "at (UTC)", "kind", "account", "ε", "δ", "ρ", "query or reason"), rows);
    }

    /** A charge is never shown as less than it is, and what an account allows never as more. */
    private static String amount(LedgerEntry.Kind kind, String decimal) {
        return switch (kind) {
            case CHARGE, FAILURE, DATA_VERSION, CLOCK -> Numbers.spent(decimal);
            case OPEN, GRANT, RESET -> Numbers.allowed(decimal);
        };
    }

    /** Lines of the log. */
    public static String lines(List<AuditLog.Line> lines, boolean csv) {
        List<AnswerRow> rows = new ArrayList<>();
        for (AuditLog.Line line : lines) {
            String decision = words(line.decision());
            rows.add(
                    csv
                            ? row(
                                    line.at().toString(),
                                    line.analyst(),
                                    decision,
                                    line.code(),
                                    line.epsilon(),
                                    line.delta(),
                                    line.millis(),
                                    line(line.sql()),
                                    line.reason(),
                                    line.detail(),
                                    line.id())
                            : row(
                                    minute(line.at()),
                                    line.analyst(),
                                    line.code().isEmpty() ? decision : decision + " " + line.code(),
                                    Numbers.spent(line.epsilon()),
                                    Numbers.spent(line.delta()),
                                    line(line.sql())));
        }
        return csv
                ? text(
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
                        true)
                : fitted(List.of("at (UTC)", "analyst", "decision", "ε", "δ", "query"), rows);
    }

    private static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String minute(Instant at) {
        return MINUTE.format(at);
    }

    private static String line(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    /** A table whose last column, a text, is cut so that lines have 100 columns at most. */
    private static String fitted(List<String> names, List<AnswerRow> rows) {
        return fitted(names, rows, names.size() - 1);
    }

    /** A table in which one column, and names of people and accounts, are cut so that lines have 100 columns at most. */
    private static String fitted(List<String> names, List<AnswerRow> rows, int given) {
        List<AnswerRow> shorter = rows;
        int taken = 2 + BETWEEN_COLUMNS * (names.size() - 1);
        for (int i = 0; i < names.size(); i++) {
            if (i != given) {
                shorter = NAMES.contains(names.get(i)) ? cut(shorter, i, LONGEST_NAME) : shorter;
                taken += widest(names, shorter, i);
            }
        }
        int room = Math.max(LEAST_TEXT, Math.min(Terminal.columns(), WIDEST) - taken);
        return text(names, cut(shorter, given, room), false);
    }

    private static int widest(List<String> names, List<AnswerRow> rows, int column) {
        return rows.stream()
                .mapToInt(row -> Width.of(String.valueOf(row.values().get(column))))
                .reduce(Width.of(names.get(column)), Math::max);
    }

    private static List<AnswerRow> cut(List<AnswerRow> rows, int column, int room) {
        List<AnswerRow> cut = new ArrayList<>();
        for (AnswerRow row : rows) {
            List<@Nullable Object> values = new ArrayList<>(row.values());
            values.set(column, Wrap.cut(String.valueOf(values.get(column)), room));
            cut.add(row(values.toArray()));
        }
        return cut;
    }

    private static String text(List<String> names, List<AnswerRow> rows, boolean csv) {
        List<AnswerColumn> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            boolean number = !rows.isEmpty() && rows.get(0).values().get(i) instanceof Long;
            columns.add(new AnswerColumn(names.get(i), number ? ColumnType.BIGINT : ColumnType.VARCHAR, false));
        }
        Answer table = new Answer(columns, rows, List.of(), "0", "0", 1);
        return csv ? CsvText.of(withoutFormulas(table)) : TableText.of(table, Terminal.columns());
    }

    /** Texts of analysts that a spreadsheet would compute stand behind an apostrophe: the owner opens the file in one. */
    private static Answer withoutFormulas(Answer table) {
        List<AnswerRow> rows = table.rows().stream()
                .map(row -> row(row.values().stream().map(BookText::inert).toArray()))
                .toList();
        return new Answer(table.columns(), rows, List.of(), "0", "0", 1);
    }

    private static @Nullable Object inert(@Nullable Object value) {
        return value instanceof String text && FORMULA.matcher(text).lookingAt() ? "'" + text : value;
    }

    private static AnswerRow row(@Nullable Object... values) {
        return new AnswerRow(Arrays.asList(values), Collections.nCopies(values.length, null));
    }
}
