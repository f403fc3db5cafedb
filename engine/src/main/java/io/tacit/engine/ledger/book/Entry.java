package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.ledger.LedgerEntry.Kind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/**
 * All that a line of the book says.
 *
 * @param number from 1, without gaps
 * @param at in milliseconds, never before the line above but where the owner says that the clock is right
 * @param kind what it is
 * @param account the account or data set
 * @param window the account's window; empty where there is none
 * @param who the analyst or owner
 * @param query the query's identifier, the owner's reason, or the version of the data
 * @param amounts what was spent; of OPEN, RESET and GRANT what is allowed; of CLOCK what counts as spent from then on
 * @param events in the form of {@link Events}; empty where nothing was spent
 * @param terms in the form of {@link Terms}, of OPEN, RESET and GRANT; of CHARGE, FAILURE and CLOCK how the account stands after
 *     it ({@link AccountState#standing}), which books of earlier versions leave empty; else empty
 */
record Entry(
        long number,
        Instant at,
        Kind kind,
        String account,
        String window,
        String who,
        String query,
        Amounts amounts,
        String events,
        String terms) {
    /** The hash before the first entry. */
    static final String NO_HASH = "0".repeat(64);

    /**
     * SHA-256 of the hash before and of every field, each with its length in front: two different entries never give
     * the same bytes.
     */
    String hash(String before) {
        return hashOf(List.of(
                before,
                Long.toString(number),
                at.toString(),
                kind.name(),
                account,
                window,
                who,
                query,
                BookDecimals.text(amounts.epsilon()),
                BookDecimals.text(amounts.delta()),
                BookDecimals.text(amounts.rho()),
                BookDecimals.text(amounts.selectionDelta()),
                events,
                terms));
    }

    /** SHA-256 of fields, each with its length in front. */
    static String hashOf(List<String> fields) {
        MessageDigest digest = sha256();
        for (String field : fields) {
            byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
            for (int shift = 24; shift >= 0; shift -= 8) {
                digest.update((byte) (bytes.length >>> shift));
            }
            digest.update(bytes);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The same entry at its place in the book. */
    Entry numbered(long place) {
        return new Entry(place, at, kind, account, window, who, query, amounts, events, terms);
    }

    /** The same entry with what it makes of its account, where its kind changes sums. */
    Entry leaving(AccountState after) {
        return saysStanding()
                ? new Entry(number, at, kind, account, window, who, query, amounts, events, after.standing())
                : this;
    }

    /** Whether it says how the account stands after it. */
    boolean saysStanding() {
        return kind == Kind.CHARGE || kind == Kind.FAILURE || kind == Kind.CLOCK && !account.isEmpty();
    }

    LedgerEntry toLedgerEntry(String hash) {
        return new LedgerEntry(
                number,
                at,
                kind,
                account,
                window,
                who,
                query,
                BookDecimals.text(amounts.epsilon()),
                BookDecimals.text(amounts.delta()),
                BookDecimals.text(amounts.rho()),
                hash);
    }

    /** Text that every database can store: without zero characters and unpaired surrogates. */
    static String storable(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).replace('\0', '\uFFFD');
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
