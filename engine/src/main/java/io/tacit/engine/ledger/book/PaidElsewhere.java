package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.LedgerEntry.Kind;
import io.tacit.engine.ledger.Spenders;
import io.tacit.engine.ledger.book.BookTables.Line;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What each analyst paid from which accounts, added up over the whole book. Nothing of it is written: it follows from the
 * entries, so that ledgers of earlier versions say it too. Each entry is read once, and its hash is checked.
 *
 * <p>The owner's reset of an account makes what was paid from it before count nowhere but in the account of everybody,
 * which has a reset of its own.
 */
final class PaidElsewhere {
    private static final int AT_ONCE = 5_000;
    private static final int MOST_ANSWERS = 1_000;

    private final Map<Payment, Sum> payments = new HashMap<>();
    /** After how many resets of any account an account was reset last. */
    private final Map<String, Integer> begun = new HashMap<>();

    private final Map<Question, Elsewhere> answers = new HashMap<>();
    private int resets;
    private long number;
    private String hash = Entry.NO_HASH;
    private @Nullable Entry open;
    private List<String> paying = new ArrayList<>();

    /**
     * Payments that count alike.
     *
     * @param accounts that paid together, the analyst's own first
     * @param day in UTC, of which all windows are made
     * @param resets of any account before it
     */
    private record Payment(List<String> accounts, String who, Instant day, int resets) {}

    private record Sum(Amounts spent, long failures) {
        Sum plus(Sum other) {
            return new Sum(spent.plus(other.spent), failures + other.failures);
        }
    }

    private record Question(String account, Spenders spenders, Terms terms, String window) {}

    /**
     * Reads on to the book's end.
     *
     * @param unsent entries of the transaction that the database has not got yet
     * @throws DamagedBook when an entry is not as it was written
     */
    void read(BookTables tables, List<Line> unsent) throws SQLException {
        List<Line> lines = tables.after(number, AT_ONCE);
        while (!lines.isEmpty()) {
            lines.forEach(this::add);
            lines = lines.size() < AT_ONCE ? List.of() : tables.after(number, AT_ONCE);
        }
        unsent.stream().filter(line -> line.entry().number() > number).forEach(this::add);
        close();
    }

    private void add(Line line) {
        Entry entry = line.entry();
        if (entry.number() != number + 1) {
            throw new DamagedBook("before entry " + entry.number() + " others are missing");
        }
        if (!entry.hash(hash).equals(line.hash())) {
            throw new DamagedBook("entry " + entry.number() + ", or the one before it, is not as it was written");
        }
        number = entry.number();
        hash = line.hash();
        if (entry.kind() == Kind.CHARGE || entry.kind() == Kind.FAILURE) {
            paid(entry);
        } else if (entry.kind() == Kind.RESET) {
            close();
            begun.put(entry.account(), ++resets);
            answers.clear();
        } else if (entry.kind() == Kind.CLOCK && entry.account().isEmpty()) {
            close();
            clockWasAhead(entry.at().truncatedTo(ChronoUnit.DAYS));
        }
    }

    /** What was paid in days to come counts in the windows of today, as it does in the accounts that paid it. */
    private void clockWasAhead(Instant today) {
        Map<Payment, Sum> ahead = new HashMap<>(payments);
        ahead.keySet().removeIf(payment -> !payment.day().isAfter(today));
        payments.keySet().removeAll(ahead.keySet());
        ahead.forEach((payment, sum) -> payments.merge(
                new Payment(payment.accounts(), payment.who(), today, payment.resets()), sum, Sum::plus));
        answers.clear();
    }

    /** A question that several accounts pay has an entry for each, one after the other. */
    private void paid(Entry entry) {
        Entry first = open;
        if (first == null
                || first.kind() != entry.kind()
                || !first.query().equals(entry.query())
                || !first.who().equals(entry.who())
                || !first.at().equals(entry.at())
                || paying.contains(entry.account())) {
            close();
            open = entry;
        }
        paying.add(entry.account());
    }

    private void close() {
        Entry last = open;
        if (last == null) {
            return;
        }
        Payment payment = new Payment(List.copyOf(paying), last.who(), last.at().truncatedTo(ChronoUnit.DAYS), resets);
        Sum sum = new Sum(last.amounts(), last.kind() == Kind.FAILURE ? 1 : 0);
        payments.merge(payment, sum, Sum::plus);
        answers.replaceAll((question, before) -> with(before, question, payment, sum));
        open = null;
        paying = new ArrayList<>();
    }

    /** What counts in an account of these terms in a window. */
    Elsewhere of(String account, Spenders spenders, Terms terms, String window) {
        Question question = new Question(account, spenders, terms, window);
        Elsewhere known = answers.get(question);
        if (known != null) {
            return known;
        }
        Elsewhere all = Elsewhere.NOTHING;
        for (Map.Entry<Payment, Sum> each : payments.entrySet()) {
            all = with(all, question, each.getKey(), each.getValue());
        }
        if (answers.size() >= MOST_ANSWERS) {
            answers.clear();
        }
        answers.put(question, all);
        return all;
    }

    private Elsewhere with(Elsewhere before, Question question, Payment payment, Sum sum) {
        String own = payment.accounts().get(0);
        boolean counts = question.spenders().has(own, payment.who())
                && !payment.accounts().contains(question.account())
                && payment.resets() >= begunAfter(question.account())
                && (question.spenders().analysts().isEmpty() || payment.resets() >= begunAfter(own));
        if (!counts) {
            return before;
        }
        boolean now = question.terms().window(payment.day()).equals(question.window());
        return before.plus(now ? sum.spent() : Amounts.NOTHING, payment.who(), sum.failures(), own);
    }

    private int begunAfter(String account) {
        return Optional.ofNullable(begun.get(account)).orElse(0);
    }
}
