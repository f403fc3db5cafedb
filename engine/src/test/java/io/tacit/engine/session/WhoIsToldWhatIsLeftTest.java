package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.engine.ledger.Ledger;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.Receipt;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever keeps an analyst's own account, or the one that all pay from, from paying: nobody pays then, and of the
 * account of all nobody but the owner is told what others spent of it or how often they failed.
 */
@NullUnmarked
class WhoIsToldWhatIsLeftTest {
    /** Why an account cannot pay a query that costs ε 1. */
    private enum Trouble {
        STOPPED,
        QUERY_TOO_LARGE,
        SPENT
    }

    /** All sets of troubles. */
    private static final List<Set<Trouble>> TROUBLES = troubles();

    /** Figures of the account of all that are nowhere else. */
    private static final String SPENT_BY_OTHERS = "12.75";

    private static final String FAILED_BY_OTHERS = "7";

    @TempDir
    private Path folder;

    private LedgerBook book;
    private PreparedQuery query;

    private static List<Set<Trouble>> troubles() {
        List<Set<Trouble>> all = new ArrayList<>(List.of(EnumSet.noneOf(Trouble.class)));
        for (Trouble trouble : Trouble.values()) {
            for (Set<Trouble> without : List.copyOf(all)) {
                Set<Trouble> with = EnumSet.of(trouble);
                with.addAll(without);
                all.add(with);
            }
        }
        return all;
    }

    @BeforeEach
    void open() {
        book = LedgerBook.open(new LedgerPlace.Sqlite(folder.resolve("books.sqlite")));
        SourceTable table = new SourceTable(
                new Table("t", List.of(Column.nullable("u", ColumnType.BIGINT)), new Protection.UnitColumn("u")),
                new Source.Csv(folder.resolve("t.csv"), new CsvFormat(',', true)));
        query = new PrepareQuery(CheckDeclarations.check(List.of(table)), Defaults.STANDARD)
                .prepare("SELECT COUNT(*) AS n FROM t");
        assertThat(query.charge().epsilon()).isEqualTo(Rational.ONE);
    }

    @AfterEach
    void close() {
        book.close();
    }

    private static ApproximateDp loss(String epsilon) {
        return new ApproximateDp(Rational.of(new BigDecimal(epsilon)), Rational.ZERO);
    }

    /** An account with troubles: what others spent of it, and failures, which stop whose queries they were. */
    private AccountTerms account(String name, Set<Trouble> troubles) {
        AccountTerms terms = new AccountTerms(
                name,
                new Budget.Basic(new ApproximateDp(Rational.of(new BigDecimal("13.5")), Rational.of(1, 2))),
                Optional.empty(),
                troubles.contains(Trouble.QUERY_TOO_LARGE) ? Optional.of(loss("0.875")) : Optional.empty(),
                OptionalInt.of(3));
        ChargeRequest small = new ChargeRequest(List.of(terms), "others", "before", loss("0.25"), List.of());
        Receipt first = book.ledger().charge(small);
        if (troubles.contains(Trouble.SPENT)) {
            AccountTerms anyQuery =
                    new AccountTerms(name, terms.budget(), Optional.empty(), Optional.empty(), OptionalInt.empty());
            first = book.ledger()
                    .charge(new ChargeRequest(List.of(anyQuery), "others", "before", loss("12.5"), List.of()));
        }
        for (int i = 0; troubles.contains(Trouble.STOPPED) && i < 7; i++) {
            book.ledger().failed(new ChargeRequest(List.of(terms), "ada", "before", loss("0.25"), List.of()));
        }
        assertThat(first.balances().get(0).spent().epsilon())
                .isEqualTo(Rational.of(new BigDecimal(troubles.contains(Trouble.SPENT) ? SPENT_BY_OTHERS : "0.25")));
        return terms;
    }

    /** The code of what is told first of one account's troubles. */
    private static Optional<ErrorCode> code(Set<Trouble> troubles) {
        return troubles.isEmpty()
                ? Optional.empty()
                : Optional.of(troubles.contains(Trouble.STOPPED) ? ErrorCode.ACCOUNT : ErrorCode.BUDGET);
    }

    private static Refusal refusal(Runnable asked) {
        try {
            asked.run();
            return null;
        } catch (Refusal refusal) {
            return refusal;
        }
    }

    @Test
    void onlyTheOwnerHearsWhatOthersSpentOrFailed() {
        int number = 0;
        for (Set<Trouble> ofOwn : TROUBLES) {
            for (Set<Trouble> ofAll : TROUBLES) {
                number++;
                AccountTerms own = account("own" + number, ofOwn);
                AccountTerms all = account("all" + number, ofAll);
                Ledger ledger = book.ledger();
                long ownBefore = ledger.balance(own).charges();
                long allBefore = ledger.balance(all).charges();
                OwnerWords words = new OwnerWords();
                Charging charging = new Charging("ada", () -> List.of(own, all), ledger, words);
                String what = ofOwn + " " + ofAll;

                Refusal told = refusal(() -> charging.charge("q", query));

                boolean paid = ofOwn.isEmpty() && ofAll.isEmpty();
                assertThat(ledger.balance(own).charges() - ownBefore).as(what).isEqualTo(paid ? 1 : 0);
                assertThat(ledger.balance(all).charges() - allBefore).as(what).isEqualTo(paid ? 1 : 0);
                assertThat(Optional.ofNullable(told).map(Refusal::code))
                        .as(what)
                        .isEqualTo(ofOwn.isEmpty() ? code(ofAll) : code(ofOwn));
                boolean ofPolicy = !ofAll.contains(Trouble.STOPPED) && ofAll.contains(Trouble.QUERY_TOO_LARGE);
                boolean forTheOwner = ofOwn.isEmpty() && !ofAll.isEmpty() && !ofPolicy;
                assertThat(words.said().isEmpty()).as(what).isEqualTo(!forTheOwner);
                if (told == null) {
                    continue;
                }
                String sentence = told.rule() + " " + told.advice();
                assertThat(sentence.contains("own" + number))
                        .as(what + ": " + sentence)
                        .isEqualTo(!ofOwn.isEmpty());
                if (forTheOwner) {
                    assertThat(words.said()).as(what).contains("all" + number);
                    assertThat(sentence)
                            .as(what)
                            .doesNotContain("0.75", SPENT_BY_OTHERS, FAILED_BY_OTHERS, "all" + number);
                }
                if (ofOwn.isEmpty() && ofPolicy) {
                    assertThat(sentence).as(what).contains("0.875").doesNotContain("0.75", SPENT_BY_OTHERS);
                }
            }
        }
    }

    /** An explanation costs nothing, so that it says nothing of the account of all but what the policy says. */
    @Test
    void anExplanationTellsOfTheOwnAccountAlone() {
        int number = 0;
        for (Set<Trouble> ofOwn : TROUBLES) {
            String alone = null;
            for (Set<Trouble> ofAll : TROUBLES) {
                number++;
                AccountTerms own = account("own" + number, ofOwn);
                AccountTerms all = account("all" + number, ofAll);
                Charging charging = new Charging("ada", () -> List.of(own, all), book.ledger(), new OwnerWords());
                String what = ofOwn + " " + ofAll;
                List<AccountReport> reports = new ArrayList<>();
                Refusal told = refusal(() -> reports.addAll(charging.preview("q", query, false)));
                assertThat(Optional.ofNullable(told).map(Refusal::code))
                        .as(what)
                        .isEqualTo(code(ofOwn).filter(ErrorCode.ACCOUNT::equals));
                if (told != null) {
                    continue;
                }
                assertThat(reports).extracting(AccountReport::account).as(what).containsExactly("own" + number);
                String afterwards = reports.get(0).afterwards().replace("own" + number, "own");
                boolean refused = !ofOwn.isEmpty() || ofAll.contains(Trouble.QUERY_TOO_LARGE);
                assertThat(afterwards.startsWith("refused")).as(what).isEqualTo(refused);
                if (ofOwn.isEmpty() && refused) {
                    continue;
                }
                // The same whatever others did.
                alone = alone == null ? afterwards : alone;
                assertThat(afterwards).as(what).isEqualTo(alone);
            }
        }
        assertThat(book.ledger().verify(Optional.empty()).problems()).isEmpty();
    }
}
