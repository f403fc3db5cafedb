package io.tacit.engine.ledger;

import java.util.List;

/**
 * Proof that a charge is written down where it survives the machine.
 *
 * @param number of the entry, from 1
 * @param hash of the chain up to this entry, in hexadecimal
 * @param balances of the accounts afterwards, in the order of the request
 */
public record Receipt(long number, String hash, List<Balance> balances) {
    public Receipt {
        balances = List.copyOf(balances);
    }
}
