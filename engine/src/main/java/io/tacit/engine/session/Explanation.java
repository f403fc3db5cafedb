package io.tacit.engine.session;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a query would cost and how accurate it would be, found without touching data.
 *
 * @param releases the private releases it needs
 * @param pushedDownSql the SQL that would be sent to the engine that holds the data, in order
 * @param standIns whether other numbers stand in that SQL for limits that are found privately; without any it is what
 *     is sent
 * @param answerSql the SQL that would run over the released tables
 * @param epsilon what the query would spend in all, as an exact decimal
 * @param delta what the query would spend in all, as an exact decimal
 * @param confidence of the intervals
 * @param accounts the accounts that would pay, with what would be left; empty where nobody keeps accounts
 * @param wantedError the error for which each aggregate says its epsilon; null where none is wanted
 * @param kept whether the same query has a kept answer, which asking gives again at no cost
 */
public record Explanation(
        List<ReleaseReport> releases,
        List<String> pushedDownSql,
        boolean standIns,
        String answerSql,
        String epsilon,
        String delta,
        double confidence,
        List<AccountReport> accounts,
        @Nullable BigDecimal wantedError,
        boolean kept) {
    public Explanation {
        accounts = List.copyOf(accounts);
        releases = List.copyOf(releases);
        pushedDownSql = List.copyOf(pushedDownSql);
    }
}
